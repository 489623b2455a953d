# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Linked programs: read as another reader reads them, and what is cut short anywhere is told, never guessed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from wirerate.errors import UsageError
from wirerate.lab.mcu.build.elf import LOADED, Elf, NoElf
from wirerate.lab.mcu.build.image import Image

Tiny = Callable[[str], Image]


@pytest.fixture(params=["ours", "another's"])
def elf(request: pytest.FixtureRequest, tiny: Tiny, program: Path) -> Path:
    return tiny("cortex-m4").elf if request.param == "ours" else program


def test_another_reader_reads_the_same(elf: Path) -> None:
    reader = pytest.importorskip("elftools.elf.elffile", reason="pyelftools is absent").ELFFile
    own = Elf(elf.read_bytes())
    with elf.open("rb") as file:
        other = reader(file)
        theirs = [(s.name, s["st_value"], s["st_size"]) for s in other.get_section_by_name(".symtab").iter_symbols()]
        assert [(s.name, s.value, s.size) for s in own.symbols] == theirs
        sections = [(s.name, s["sh_flags"], s["sh_size"]) for s in other.iter_sections()]
        assert [(name, s.flags, s.size) for name, s in own.sections] == sections
        loads = [(s["p_vaddr"], s["p_paddr"], s["p_memsz"], s.data()) for s in other.iter_segments("PT_LOAD")]
        assert [(s.runs_at, s.stored_at, s.taken, data) for s, data in own.loads] == loads
    assert own.for_arm
    assert all(load.kind == LOADED for load, _ in own.loads)


def test_one_that_is_cut_short_is_told_wherever_it_ends(elf: Path, tmp_path: Path) -> None:
    whole, part = elf.read_bytes(), tmp_path / "part.elf"
    for share in (0, 3, 5, 40, 100, len(whole) // 4, len(whole) // 2, len(whole) - 40):
        part.write_bytes(whole[:share])
        with pytest.raises(UsageError, match=r"part\.elf is not an ELF file: it"):
            _ = Image(part).symbols


def test_names_that_point_nowhere(elf: Path) -> None:
    content = bytearray(elf.read_bytes())
    content[50:52] = b"\xff\xff"  # e_shstrndx
    with pytest.raises(NoElf, match="sections have no names"):
        list(Elf(bytes(content)).sections)
