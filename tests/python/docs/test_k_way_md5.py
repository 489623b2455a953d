"""The code and the vectors in docs/concepts/k-way-md5.md agree with the library."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest
from tests.python import brief

import wirerate
from wirerate.wings.hw.question import gains_from

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "concepts" / "k-way-md5.md").read_text()
VECTORS = re.findall(r"^\| (\d+) \| ([\d,]+) \| `md5-x(\d+):([0-9a-f]{32})` \|$", PAGE, re.MULTILINE)
(CODE,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("ways", "length", "named", "digest"), VECTORS)
def test_vectors_equal_the_code_and_the_library(ways: str, length: str, named: str, digest: str) -> None:
    size = int(length.replace(",", ""))
    data, of_the_page = bytes(i % 251 for i in range(size)), {}
    exec(CODE, of_the_page)
    assert of_the_page["md5_ways"](data, int(ways)).hex() == digest
    assert wirerate.md5_ways(data, ways=int(ways)).hex() == digest
    assert wirerate.Md5Ways(int(ways)).update(data).hexdigest() == f"md5-x{named}:{digest}"
    assert f"md5-x{ways} data=@{size} digest={digest}\n" in (ROOT / "vectors" / "md5-ways.txt").read_text()


def test_the_page_has_vectors_of_the_fewest_and_the_most_ways() -> None:
    assert len(VECTORS) >= 12
    assert {int(ways) for ways, *_ in VECTORS} >= {4, 16, 64}


def test_the_page_names_the_lengths_from_which_chains_gain() -> None:
    least = {ways: gains_from(ways) for ways in (4, 16, 64)}
    sentence = f"from {least[4]:,} bytes on with 4 chains, from {least[16]:,} with 16, and from {least[64]:,} with 64"
    assert sentence in " ".join(PAGE.split())


@pytest.mark.parametrize("command", re.findall(r"^wirerate .*$", PAGE, re.MULTILINE))
def test_the_pages_question_is_answered_by_message_size(command: str, tmp_path: Path) -> None:
    words = [*shlex.split(command)[1:], *(["--time", "0.05"] if " check " in command else [])]
    done = subprocess.run(
        [*brief.PROGRAM, *words], capture_output=True, text=True, cwd=tmp_path, timeout=120,
        env=os.environ | {"XDG_STATE_HOME": str(tmp_path)}, check=False,
    )  # fmt: skip
    assert done.returncode in (0, 1, 3), done.stderr
    assert "md5-x4" in done.stdout
    assert all(size in done.stdout for size in ("64", "512", "9000" if " check " in command else "9,000 B"))
