"""The expected output of the C library's examples, computed with hashlib and hmac, and the example of an interval.

tests/core/installed.cmake checks that the C examples print it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import wirerate

ROOT = Path(__file__).parents[3]
EXAMPLES = ROOT / "docs" / "examples"
PRINTED = ROOT / "tests" / "core" / "examples"
VALUE = slice(22, 38)  # the value of the Message-Authenticator, the only attribute of RFC 5997's requests


def hmac_batch() -> str:
    """The second tag is case 2 of RFC 2202; the first is the text of case 1 with the same key."""
    texts = b"Hi There", b"what do ya want for nothing?"
    return "".join(f"{hmac.new(b'Jefe', text, 'md5').hexdigest()[:24]}\n" for text in texts)


def rsync_sums() -> str:
    """Sums of blocks of 700 bytes and a shorter last one, with the seed after and then before every block."""
    file, seed = bytes(i % 251 for i in range(2000)), (0x2007).to_bytes(4, "little")
    blocks = [file[at : at + 700] for at in range(0, len(file), 700)]
    hashed = [block + seed for block in blocks] + [seed + block for block in blocks]
    return "".join(f"{hashlib.md5(data, usedforsecurity=False).hexdigest()}\n" for data in hashed)


def radius_requests() -> str:
    """Verify the program's packets by RFC 3579 section 3.2; the third is the first with one bit changed."""
    source = (EXAMPLES / "radius_requests.c").read_text()
    literals = re.findall(r"static const uint8_t to_\w+\[\] =((?:\s+\"[^\"]*\")+);", source)
    first, second = (bytes.fromhex("".join(re.findall(r"\\x(..)", literal))) for literal in literals)
    lines = []
    for packet in (first, second, bytes([first[0], first[1] ^ 1]) + first[2:]):
        zeroed = packet[: VALUE.start] + bytes(16) + packet[VALUE.stop :]
        genuine = hmac.digest(b"xyzzy5461", zeroed, "md5") == packet[VALUE]
        lines.append(f"request {packet[1]} is {'genuine' if genuine else 'forged'}\n")
    return "".join(lines)


@pytest.mark.parametrize("computed", [hmac_batch, rsync_sums, radius_requests])
def test_the_output_of_examples_is_correct(computed: Callable[[], str]) -> None:
    assert (PRINTED / f"{computed.__name__}.txt").read_text() == computed()


def test_every_example_is_shown_built_and_run() -> None:
    guide = (ROOT / "docs" / "guides" / "c-library.md").read_text()
    for name in (path.stem for path in EXAMPLES.glob("*.c")):
        assert f"<!-- example: docs/examples/{name}.c -->" in guide
        for built in (ROOT / "tests" / "core" / "installed.cmake", EXAMPLES / "CMakeLists.txt"):
            assert re.search(rf"foreach\(name .*\b{name}\b", built.read_text())


def test_the_interval_in_twenty_lines_is_the_programs() -> None:
    """Compare the example's interval of stored rounds with scipy's."""
    run = wirerate.speed(["md5@wirerate"], lengths=[64, 1500], time=0.2)
    lines = subprocess.run(
        [sys.executable, EXAMPLES / "interval.py"], input=run.to_json(), capture_output=True, text=True, check=True
    ).stdout.splitlines()
    printed = [f"{r.ns.median:.2f} ns ({r.ns.low:.2f} - {r.ns.high:.2f})" for r in run.rows if r.ns]
    assert [line.split(" B ")[1].strip() for line in lines] == printed
