# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Read a linked image: its symbols, its segments, and the flash size of its parts."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from wirerate.errors import MissingError, UsageError, nearest, unknown
from wirerate.wings.mcu import INSTALL

if TYPE_CHECKING:
    from elftools.elf.elffile import ELFFile


# An input section's name, address, size and object: one line of the map, or two if the name is long.
_PLACED = re.compile(r"^ (\.?[\w.$*-]+)(?:\n)?\s+0x([0-9a-f]+)\s+0x([0-9a-f]+) (\S.*)$", re.MULTILINE)
_STORED = (".vectors", ".text", ".rodata", ".data", ".ARM.ex", ".eh_frame", ".init", ".fini")
_KEPT_IN_RAM = (".data", ".bss", "COMMON")

_MAX_LISTED = 12  # the most names in an error message: a program has thousands

PART = "part-"  # objects in the folder "part-NAME" form the building block NAME

# Building blocks of Mbed TLS by object name; the first match counts. Any other object belongs to "library".
_BLOCKS = (
    ("bignum", r"bignum\w*|bn_mul|constant_time|rsa\w*"),
    ("ecp", r"ecp\w*|p256-m\w*|ecjpake"),
    ("ecdsa", r"ecdsa"),
    ("ecdh", r"ecdh"),
    ("sha", r"sha\w*|md\d?|md_wrap|md5|ripemd160"),
    ("rng", r"ctr_drbg|hmac_drbg|entropy\w*|havege"),
    ("cipher", r"aes\w*|ccm|gcm|cipher\w*|block_cipher|cmac|chacha\w*|poly1305|nist_kw|des|camellia|aria"),
    ("asn1", r"asn1\w*|oid|pk|pk_wrap|pkparse|pkwrite|pk_ecc|pem|base64"),
    ("x509", r"x509\w*|pkcs\w*"),
    ("tls", r"ssl_\w*|debug|timing|net_sockets|mps_\w*"),
    ("psa", r"psa_\w*"),
)


@dataclass(frozen=True)
class Symbol:
    """A function or variable. A function's address excludes the Thumb bit."""

    name: str
    address: int
    size: int
    function: bool


@dataclass(frozen=True)
class Segment:
    """The initial content of a memory range."""

    address: int
    data: bytes
    executable: bool
    writable: bool


@dataclass(frozen=True)
class _Content:
    symbols: dict[str, Symbol]
    segments: tuple[Segment, ...]
    stored: int


@dataclass(frozen=True)
class Image:
    """An ELF file for Arm, with the linker's map if there is one."""

    elf: Path
    map: Path | None = None

    @property
    def symbols(self) -> dict[str, Symbol]:
        return self._content.symbols

    @property
    def segments(self) -> tuple[Segment, ...]:
        return self._content.segments

    def symbol(self, name: str) -> Symbol:
        """Return a symbol. An unknown name is a UsageError that suggests the nearest name, or how to list them."""
        if name not in self.symbols:
            kind, known = (
                f"function or variable of {self.elf.name}",
                [symbol_name for symbol_name in self.symbols if symbol_name[:1] != "$"],
            )
            similar = nearest(name, known) or [candidate for candidate in known if candidate.startswith(name)]
            if not similar and len(known) > _MAX_LISTED:
                raise UsageError(f"unknown {kind} {name!r}", fix=f"to list them: arm-none-eabi-nm {self.elf}")
            raise unknown(kind, name, known)
        return self.symbols[name]

    def function_at(self, address: int) -> str:
        """Return FUNCTION+OFFSET for an address, or the plain address if no function contains it."""
        index = bisect_right(self._starts, address) - 1
        if index >= 0:
            function = self._functions[index]
            if address < function.address + max(function.size, 2):
                offset = address - function.address
                return f"{function.name}+{offset:#x}" if offset else function.name
        return f"{address:#010x}"

    @property
    def stored_bytes(self) -> int:
        """The flash size of code, constants and initial values, without our start-up and heap-counting code."""
        return self._content.stored

    @cached_property
    def flash_bytes(self) -> dict[str, int]:
        """The flash size by building block, from the linker's map, without our start-up and heap-counting code."""
        return by_building_block(self.map.read_text(errors="replace")) if self.map else {}

    @property
    def blocks(self) -> dict[str, int]:
        """The flash size by building block, without the harness."""
        return {block: size for block, size in self.flash_bytes.items() if block != "harness"}

    @cached_property
    def static_bytes(self) -> dict[str, int]:
        """The statically allocated RAM by building block, from the linker's map."""
        return by_building_block(self.map.read_text(errors="replace"), _KEPT_IN_RAM) if self.map else {}

    @cached_property
    def _functions(self) -> list[Symbol]:
        return sorted((s for s in self.symbols.values() if s.function), key=lambda s: s.address)

    @cached_property
    def _starts(self) -> list[int]:
        return [symbol.address for symbol in self._functions]

    @cached_property
    def _content(self) -> _Content:
        return _read(self.elf)


def _read(path: Path) -> _Content:
    try:
        from elftools.common.exceptions import ELFError
        from elftools.elf.elffile import ELFFile
    except ImportError as error:
        raise MissingError("pyelftools is not installed; it is needed to read ELF files", fix=INSTALL) from error
    try:
        with path.open("rb") as stream:
            elf = ELFFile(stream)
            if elf["e_machine"] != "EM_ARM" or elf.elfclass != 32:
                raise UsageError(f"{path} is not a program for 32-bit Arm", fix="name an ELF file for a Cortex-M")
            return _Content(_symbols(elf), _segments(elf), _stored(elf))
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}", fix="name an ELF file that you may read") from error
    except ELFError as error:
        raise UsageError(
            f"{path} is not an ELF file: {error}", fix="name the linked .elf, not a .bin or .hex"
        ) from error


def _symbols(elf: ELFFile) -> dict[str, Symbol]:
    table: Any = elf.get_section_by_name(".symtab")
    symbols: dict[str, Symbol] = {}
    for entry in table.iter_symbols() if table else ():
        kind = entry["st_info"]["type"]
        if not entry.name or kind in ("STT_FILE", "STT_SECTION") or entry["st_shndx"] == "SHN_UNDEF":
            continue
        function = kind == "STT_FUNC"
        address = entry["st_value"] & ~1 if function else entry["st_value"]
        # If two symbols share a name, use the global one.
        if entry.name not in symbols or entry["st_info"]["bind"] == "STB_GLOBAL":
            symbols[entry.name] = Symbol(entry.name, address, entry["st_size"], function)
    return symbols


def _segments(elf: ELFFile) -> tuple[Segment, ...]:
    """Return segments both at their flash address and their run address, so that no start-up code has to copy data."""
    segments = {}
    for part in elf.iter_segments("PT_LOAD"):
        executable, writable = bool(part["p_flags"] & 1), bool(part["p_flags"] & 2)
        data = part.data()
        content = data + bytes(part["p_memsz"] - len(data))
        segments[part["p_vaddr"]] = Segment(part["p_vaddr"], content, executable, writable)
        if data and part["p_paddr"] not in segments:
            segments[part["p_paddr"]] = Segment(part["p_paddr"], data, False, False)
    return tuple(segment for _, segment in sorted(segments.items()) if segment.data)


def _stored(elf: ELFFile) -> int:
    in_flash = [s for s in elf.iter_sections() if s["sh_flags"] & 2 and s["sh_type"] != "SHT_NOBITS"]
    return sum(int(s["sh_size"]) for s in in_flash if s.name != ".unmetered")


def by_building_block(text: str, sections: tuple[str, ...] = _STORED) -> dict[str, int]:
    """Return the bytes in sections by building block, largest first, without empty blocks.

    `sections` holds prefixes of section names; the default is everything stored in flash.
    """
    # The map lists the sections that the linker discarded before this line.
    _, _, memory = text.partition("Linker script and memory map")
    totals: dict[str, int] = {}
    for section, _, size, source in _PLACED.findall(memory):
        if section.startswith(sections):
            block = building_block(source.strip())
            if block != "instrument":
                totals[block] = totals.get(block, 0) + int(size, 16)
    return {name: size for name, size in sorted(totals.items(), key=lambda item: (-item[1], item[0])) if size}


def building_block(source: str) -> str:
    """Return the building block of an object in the map: `path/ecp.o` or `path/libc_nano.a(member.o)`."""
    archive = re.match(r"(.*)\((.*)\)$", source)
    if archive:
        return "libgcc" if "libgcc" in archive[1] else "libc"
    path = PurePosixPath(source)
    if path.parent.name in ("harness", "instrument"):
        return path.parent.name
    if path.parent.name.startswith(PART):
        return path.parent.name.removeprefix(PART)
    return next((name for name, pattern in _BLOCKS if re.fullmatch(pattern, path.stem)), "library")
