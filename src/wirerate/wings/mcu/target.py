# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What firmware is timed for: a board of the catalogue at some clock, or a core with a flash of the reader's."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wirerate.catalogue.boards import (
    BOARDS,
    FASTEST_HZ,
    LINES,
    MOST_LINES,
    Board,
    Current,
    board,
    clocked,
    core_title,
    refuse,
)
from wirerate.errors import UsageError, nearest, unknown
from wirerate.wings.mcu.cycles import Buffers, Cache, Flash

LEVELS = ("-O0", "-O1", "-O2", "-O3", "-Os")
LEVEL = "-O2"  # of whatever nobody names a level for
_FLASH = re.compile(r"(?P<states>\d+)(?::(?P<line>\d+)(?::(?P<lines>\d+))?)?(?P<prefetch>\+prefetch)?")
_MOST_STATES = 100


@dataclass(frozen=True)
class Core:
    """One core. `emulated` is Unicorn's model of the same instruction set."""

    name: str
    emulated: str

    @property
    def flags(self) -> tuple[str, ...]:
        """No floating point: no code of this product has any, and the cores differ in having it."""
        return f"-mcpu={self.name}", "-mthumb", "-mfloat-abi=soft"


CORES = {
    core.name: core
    for core in (
        Core("cortex-m0", "UC_CPU_ARM_CORTEX_M0"),
        Core("cortex-m0plus", "UC_CPU_ARM_CORTEX_M0"),  # Armv6-M as well: it differs in its pipeline only
        Core("cortex-m3", "UC_CPU_ARM_CORTEX_M3"),
        Core("cortex-m4", "UC_CPU_ARM_CORTEX_M4"),
        Core("cortex-m33", "UC_CPU_ARM_CORTEX_M33"),
    )
}


def core_named(name: str) -> Core:
    """The core of that name: cortex-m4, Cortex-M4F, m4; cortex-m0+ is one of the names of cortex-m0plus."""
    word = name.lower().replace("+", "plus").replace("_", "-")
    known = CORES.get("cortex-" + word.removeprefix("cortex-").removesuffix("f"))
    if known is None:
        refuse(name)
        near = nearest(name, CORES)
        fix = ("" if near is None else f"did you mean {near}? It is ") + "one of: " + ", ".join(CORES)
        raise UsageError(f"unknown core {name!r}", fix=fix)
    return known


def level_named(word: str | None) -> str:
    """-O2 for O2, 2 and -O2, and where no level is named."""
    if word is None:
        return LEVEL
    wanted = f"-{word.removeprefix('-')}" if word.lstrip("-")[:1] in ("O", "o") else f"-O{word}"
    if wanted not in LEVELS:
        raise unknown("compiler level", word, [each.removeprefix("-") for each in LEVELS])
    return wanted


def built_for(core: str) -> str:
    """The Cortex-M0+ runs what is built for the Cortex-M0, to the byte, and the Cortex-M33 what is built for the
    Cortex-M4; only their timing differs."""
    return {"cortex-m0plus": "cortex-m0", "cortex-m33": "cortex-m4"}.get(core, core)


@dataclass(frozen=True)
class Target:
    """A core, its clock and its flash; memories and current where a part is named."""

    name: str
    title: str
    core: str
    clock_hz: float
    flash: Flash
    board: Board | None = None

    @property
    def multiply_cycles(self) -> int:
        return self.board.multiply_cycles if self.board else 1

    @property
    def current(self) -> Current | None:
        return self.board.current if self.board else None

    @property
    def limits(self) -> dict[str, float]:
        """The part's own, as a budget names them."""
        return {"ram": self.board.ram_bytes, "flash": self.board.flash_bytes} if self.board else {}


def target(
    name: str | None, *, core: str | None = None, clock_hz: float | None = None, flash: str | None = None
) -> Target:
    """A board, or a core with a clock; a board's clock and flash can be replaced, its core cannot."""
    wanted = core_named(core).name if core else None
    if name is None:
        return _bare(wanted, clock_hz, flash)
    chosen = board(name)
    if wanted is not None and wanted != chosen.core:
        raise UsageError(
            f"{chosen.title} has a {core_title(chosen.core)}, not a {core_title(wanted)}",
            fix=f"leave out ‹core›, or the board: ‹core={wanted}› ‹clock=48M›",
        )
    clock = clocked(chosen, clock_hz if clock_hz is not None else chosen.clock_hz)
    memory = parse_flash(flash) if flash else flash_of(chosen, clock)
    return Target(chosen.name, chosen.title, chosen.core, clock, memory, chosen)


def _bare(core: str | None, clock_hz: float | None, flash: str | None) -> Target:
    if core is None:
        raise UsageError(
            "no board and no core is named", fix="type ‹board=lpc1768›, or in its place ‹core=cortex-m4› ‹clock=84M›"
        )
    if clock_hz is None:
        raise UsageError(f"a {core_title(core)} without a board has no clock of its own", fix="add ‹clock=84M›")
    if not 0 < clock_hz <= FASTEST_HZ:
        raise UsageError(f"no {core_title(core)} runs at {clock_hz / 1e6:g} MHz", fix="type ‹clock=84M›")
    return Target(core, core_title(core), core, clock_hz, parse_flash(flash or "0"))


def parse_flash(text: str) -> Flash:
    """`WAIT_STATES[:LINE_BYTES[:LINES]][+prefetch]`: 0, 5:16:8, 2:16:64+prefetch."""
    found = _FLASH.fullmatch(text.strip())
    if not found:
        raise UsageError(
            f"flash {text!r} is not wait states, bytes of a line and lines kept", fix="type ‹flash=5:16:8› or 0"
        )
    states, line, lines = int(found["states"]), int(found["line"] or 16), int(found["lines"] or 8)
    if states > _MOST_STATES or line not in LINES or not 1 <= lines <= MOST_LINES:
        raise UsageError(
            f"flash {text!r}: up to {_MOST_STATES} wait states, lines of 4, 8, 16, 32 or 64 bytes, 1 to {MOST_LINES} "
            "of them", fix="type ‹flash=5:16:8›"
        )  # fmt: skip
    return Flash(Buffers(line, lines), states, bool(found["prefetch"]))


def flash_of(board: Board, clock_hz: float) -> Flash:
    """A board's flash at a clock."""
    facts = board.flash
    buffers = Buffers(facts.line_bytes, facts.lines, facts.data_lines)
    return Flash(
        buffers,
        facts.wait_states_at(clock_hz),
        facts.prefetch,
        not facts.verified,
        facts.fill_cycles,
        Cache(facts.cache_bytes, facts.line_bytes, facts.cache_ways) if facts.cache_bytes else None,
        facts.conflicts,
    )


# Every kind that a board has, so that one run serves them all.
ALL_BUFFERS = tuple(sorted({flash_of(board, board.clock_hz).buffers for board in BOARDS.values()}))


def all_caches() -> tuple[Cache, ...]:
    """Every kind that a board has, one of the reader's own too."""
    return tuple(sorted({found for each in BOARDS.values() if (found := flash_of(each, each.clock_hz).cache)}))
