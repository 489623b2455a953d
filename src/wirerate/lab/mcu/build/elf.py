# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A linked program as ELF has it: the little of it that firmware for a 32-bit Arm needs (System V ABI, 4)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

_HEADER = struct.Struct("<16sHHIIIIIHHHHHH")
_SECTION, _SEGMENT, _SYMBOL = struct.Struct("<10I"), struct.Struct("<8I"), struct.Struct("<IIIBBH")
_32_BITS_LITTLE_ENDIAN = b"\x7fELF\x01\x01"
_ARM = 40
ALLOCATED, LOADED, NO_BITS, SYMBOLS = 2, 1, 8, 2  # SHF_ALLOC, PT_LOAD, SHT_NOBITS, SHT_SYMTAB
FUNCTION, SECTION, FILE = 2, 3, 4  # STT_FUNC, STT_SECTION, STT_FILE
GLOBAL = 1  # STB_GLOBAL


class NoElf(Exception):
    """What the bytes are not, in words."""


class Section(NamedTuple):
    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry: int


class Load(NamedTuple):
    """A segment of a program header."""

    kind: int
    offset: int
    runs_at: int
    stored_at: int
    stored: int  # bytes
    taken: int
    flags: int
    alignment: int


class Entry(NamedTuple):
    """Of the table of symbols."""

    name: str
    value: int
    size: int
    kind: int
    bound: int
    section: int  # 0: it is defined elsewhere


@dataclass(frozen=True)
class Elf:
    """Read as far as it is asked for; what is cut short or no ELF is NoElf."""

    content: bytes

    @property
    def for_arm(self) -> bool:
        """Whether it is for an Arm of 32 bits, little-endian."""
        return self._header[2] == _ARM and self.content[:6] == _32_BITS_LITTLE_ENDIAN

    @property
    def loads(self) -> Iterator[tuple[Load, bytes]]:
        """What is put into memory, with its bytes."""
        at, size, count = self._header[5], self._header[9], self._header[10]
        for number in range(count):
            load = Load(*self._unpacked(_SEGMENT, at + number * size))
            if load.kind == LOADED:
                yield load, self._bytes(load.offset, load.stored)

    @property
    def sections(self) -> Iterator[tuple[str, Section]]:
        """With their names; none where it was stripped of them."""
        found = list(self._sections())
        names = self._header[13]
        if found and names >= len(found):
            raise NoElf("its sections have no names")
        return ((self._text(found[names], each.name), each) for each in found)

    @property
    def symbols(self) -> Iterator[Entry]:
        found = list(self._sections())
        for table in found:
            if table.kind != SYMBOLS:
                continue
            if table.link >= len(found):
                raise NoElf("its symbols have no names")
            for at in range(table.offset, table.offset + table.size, _SYMBOL.size):
                name, value, size, info, _, section = self._unpacked(_SYMBOL, at)
                yield Entry(self._text(found[table.link], name), value, size, info & 15, info >> 4, section)

    @cached_property
    def _header(self) -> tuple[int, ...]:
        if self.content[:4] != _32_BITS_LITTLE_ENDIAN[:4]:
            raise NoElf("it does not begin as one")
        return self._unpacked(_HEADER, 0)

    def _sections(self) -> Iterator[Section]:
        at, size, count = self._header[6], self._header[11], self._header[12]
        return (Section(*self._unpacked(_SECTION, at + number * size)) for number in range(count))

    def _unpacked(self, shape: struct.Struct, at: int) -> tuple[int, ...]:
        try:
            return shape.unpack_from(self.content, at)
        except struct.error as error:
            raise NoElf("it is cut short") from error

    def _bytes(self, at: int, count: int) -> bytes:
        found = self.content[at : at + count]
        if len(found) < count:
            raise NoElf("it is cut short")
        return found

    def _text(self, table: Section, at: int) -> str:
        start = table.offset + at
        end = self.content.find(b"\0", start)
        if end < 0:
            raise NoElf("it is cut short")
        return self.content[start:end].decode(errors="replace")
