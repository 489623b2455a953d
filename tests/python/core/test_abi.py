"""The library's binary interface equals the one in tests/core/abi.txt."""

from __future__ import annotations

import re
import runpy
import struct
from pathlib import Path

import pytest

from wirerate._native import ffi

ROOT = Path(__file__).parents[3]
ABI = runpy.run_path(str(ROOT / "scripts" / "abi.py"))


@pytest.mark.skipif(struct.calcsize("P") != 8, reason="tests/core/abi.txt is that of 64-bit platforms")
def test_the_interface_equals_the_stored_one() -> None:
    current = list(ABI["lines"]())
    stored = (ROOT / "tests" / "core" / "abi.txt").read_text().splitlines()
    assert not ABI["broken"](stored, current), (
        "programs built before no longer work: a new minor version, then scripts/abi.py > tests/core/abi.txt"
    )
    assert current == stored, "an addition: scripts/abi.py > tests/core/abi.txt"


STORED = """\
WR_MOST 16
void wr_do(struct wr_some *some)
enum wr_flags
        1 WR_FIRST
struct wr_some: 32 bytes, aligned to 8
        0 size_t length
        8 uint8_t[24] reserved
struct wr_other: 16 bytes, aligned to 8
        0 size_t length
        8 size_t count"""


@pytest.mark.parametrize(
    ("before", "after", "breaks"),
    [
        ("void wr_do(", "int wr_also(void)\nvoid wr_do(", 0),
        ("1 WR_FIRST", "1 WR_FIRST\n        2 WR_SECOND", 0),
        ("8 uint8_t[24] reserved", "8 uint64_t more\n       16 uint8_t[16] reserved", 0),
        ("1 WR_FIRST", "2 WR_FIRST", 1),
        ("WR_MOST 16", "WR_MOST 32", 1),
        ("struct wr_some *some", "const struct wr_some *some", 1),
        ("32 bytes", "40 bytes", 1),
        (
            "0 size_t length\n        8 uint8_t",
            "0 uint64_t length\n        8 uint8_t",
            1,
        ),  # wr_other has that line, too
    ],
)
def test_breaking_changes_are_distinguished_from_additions(before: str, after: str, breaks: int) -> None:
    changed = STORED.replace(before, after)
    assert changed != STORED
    assert len(ABI["broken"](STORED.splitlines(), changed.splitlines())) == breaks


def test_the_page_names_every_structure_and_its_room() -> None:
    page = (ROOT / "docs" / "reference" / "compatibility.md").read_text()
    told: dict[str, str] = {}
    for names, rooms in re.findall(r"^\| (`wr_.*?) \| (.*?) \|", page, re.MULTILINE):
        each = [room.strip() for room in rooms.split(",")]
        named = re.findall(r"`(\w+)`", names)
        told |= dict(zip(named, each if len(each) > 1 else each * len(named), strict=True))
    structures = re.findall(r"^struct (\w+):", (ROOT / "tests" / "core" / "abi.txt").read_text(), re.MULTILINE)
    assert sorted(told) == sorted(structures)
    for name, said in told.items():
        room = dict(ffi.typeof(f"struct {name}").fields).get("reserved")
        size = 0 if said == "none" else int(said.split()[0]) * (ffi.sizeof("void *") if "pointer" in said else 1)
        assert size == (ffi.sizeof(room.type) if room else 0), name
