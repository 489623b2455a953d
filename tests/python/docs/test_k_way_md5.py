"""docs/concepts/k-way-md5.md: its code, its vectors and the library are of one mind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import wirerate

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "concepts" / "k-way-md5.md").read_text()
VECTORS = re.findall(r"^\| (\d+) \| ([\d,]+) \| `md5-x(\d+):([0-9a-f]{32})` \|$", PAGE, re.MULTILINE)
(CODE,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(("ways", "length", "named", "digest"), VECTORS)
def test_a_vector_is_what_code_and_library_compute(ways: str, length: str, named: str, digest: str) -> None:
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
