"""The library's binary interface is the one that tests/core/abi.txt promises."""

from __future__ import annotations

import runpy
import struct
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.skipif(struct.calcsize("P") != 8, reason="tests/core/abi.txt is that of 64-bit platforms")
def test_interface_is_what_the_stored_one_says() -> None:
    current = list(runpy.run_path(str(ROOT / "scripts" / "abi.py"))["lines"]())
    stored = (ROOT / "tests" / "core" / "abi.txt").read_text().splitlines()
    gone = [line for line in stored if line not in current]
    assert not gone, (
        "programs built before no longer work: a new minor version, then scripts/abi.py > tests/core/abi.txt"
    )
    assert current == stored, "an addition: scripts/abi.py > tests/core/abi.txt"
