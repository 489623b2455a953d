# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The target that firmware is timed for: a board at some clock, or a core with a clock and a flash."""

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
LEVEL = "-O2"  # the default
_FLASH = re.compile(r"(?P<states>\d+)(?::(?P<line>\d+)(?::(?P<lines>\d+))?)?(?P<prefetch>\+prefetch)?")
_MOST_STATES = 100


@dataclass(frozen=True)
class Core:
    """A core. `emulated` is the name of Unicorn's model with the same instruction set."""

    name: str
    emulated: str

    @property
    def flags(self) -> tuple[str, ...]:
        """Return the compiler's flags; floating point is done in software, since not all cores have an FPU."""
        return f"-mcpu={self.name}", "-mthumb", "-mfloat-abi=soft"


CORES = {
    core.name: core
    for core in (
        Core("cortex-m0", "UC_CPU_ARM_CORTEX_M0"),
        Core("cortex-m0plus", "UC_CPU_ARM_CORTEX_M0"),  # Armv6-M like the Cortex-M0; only the pipeline differs
        Core("cortex-m3", "UC_CPU_ARM_CORTEX_M3"),
        Core("cortex-m4", "UC_CPU_ARM_CORTEX_M4"),
        Core("cortex-m33", "UC_CPU_ARM_CORTEX_M33"),
    )
}


def core_named(name: str) -> Core:
    """Return the core of that name, spelled like cortex-m4, Cortex-M4F, m4 or cortex-m0+.

    Raise UsageError for an unknown name.
    """
    word = name.lower().replace("+", "plus").replace("_", "-")
    core = CORES.get("cortex-" + word.removeprefix("cortex-").removesuffix("f"))
    if core is None:
        refuse(name)
        near = nearest(name, CORES)
        fix = ("" if near is None else f"did you mean {near}? The cores are ") + "one of: " + ", ".join(CORES)
        raise UsageError(f"unknown core {name!r}", fix=fix)
    return core


def level_named(word: str | None) -> str:
    """Return the compiler level that a word like O2, 2 or -O2 names; None means the default."""
    if word is None:
        return LEVEL
    level = f"-{word.removeprefix('-')}" if word.lstrip("-")[:1] in ("O", "o") else f"-O{word}"
    if level not in LEVELS:
        raise unknown("compiler level", word, [name.removeprefix("-") for name in LEVELS])
    return level


def built_for(core: str) -> str:
    """Return the core to build code for if it is to run on `core`.

    The Cortex-M0+ runs the code of the Cortex-M0, and the Cortex-M33 that of the Cortex-M4; only the timing differs.
    """
    return {"cortex-m0plus": "cortex-m0", "cortex-m33": "cortex-m4"}.get(core, core)


@dataclass(frozen=True)
class Target:
    """A core, its clock and its flash; a board adds the sizes of its memories and its current."""

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
        """Return the board's RAM and flash in bytes, by the names of a budget's resources."""
        return {"ram": self.board.ram_bytes, "flash": self.board.flash_bytes} if self.board else {}


def target(
    name: str | None, *, core: str | None = None, clock_hz: float | None = None, flash: str | None = None
) -> Target:
    """Return the target for a board, or for a core with a clock. `clock_hz` and `flash` override the board's.

    Raise UsageError for an unknown name, a core that the board does not have, or a clock that is too high.
    """
    core_name = core_named(core).name if core else None
    if name is None:
        return _bare_core(core_name, clock_hz, flash)
    chosen = board(name)
    if core_name is not None and core_name != chosen.core:
        raise UsageError(
            f"{chosen.title} has a {core_title(chosen.core)}, not a {core_title(core_name)}",
            fix=f"leave out ‹core›, or the board: ‹core={core_name}› ‹clock=48M›",
        )
    clock = clocked(chosen, clock_hz if clock_hz is not None else chosen.clock_hz)
    memory = parse_flash(flash) if flash else flash_of(chosen, clock)
    return Target(chosen.name, chosen.title, chosen.core, clock, memory, chosen)


def _bare_core(core: str | None, clock_hz: float | None, flash: str | None) -> Target:
    if core is None:
        raise UsageError("no board and no core is named", fix="type ‹board=lpc1768›, or ‹core=cortex-m4› ‹clock=84M›")
    if clock_hz is None:
        raise UsageError(f"a {core_title(core)} without a board needs a clock", fix="add ‹clock=84M›")
    if not 0 < clock_hz <= FASTEST_HZ:
        raise UsageError(f"no {core_title(core)} runs at {clock_hz / 1e6:g} MHz", fix="type ‹clock=84M›")
    return Target(core, core_title(core), core, clock_hz, parse_flash(flash or "0"))


def parse_flash(text: str) -> Flash:
    """Parse `WAIT_STATES[:LINE_BYTES[:LINES]][+prefetch]`, such as 0, 5:16:8 or 2:16:64+prefetch.

    Raise UsageError for text in another form and for impossible figures.
    """
    fields = _FLASH.fullmatch(text.strip())
    if not fields:
        raise UsageError(
            f"flash {text!r} is not written as WAIT_STATES:LINE_BYTES:LINES", fix="type ‹flash=5:16:8› or 0"
        )
    states, line, lines = int(fields["states"]), int(fields["line"] or 16), int(fields["lines"] or 8)
    if states > _MOST_STATES or line not in LINES or not 1 <= lines <= MOST_LINES:
        raise UsageError(
            f"flash {text!r} is out of range: at most {_MOST_STATES} wait states, 1 to {MOST_LINES} lines of 4, 8, 16, "
            "32 or 64 bytes", fix="type ‹flash=5:16:8›"
        )  # fmt: skip
    return Flash(Buffers(line, lines), states, bool(fields["prefetch"]))


def flash_of(board: Board, clock_hz: float) -> Flash:
    """Return a board's flash with its wait states at a clock."""
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


# The flash buffers of all boards: programs are run with all of them, so that one run can be timed for any board.
ALL_BUFFERS = tuple(sorted({flash_of(board, board.clock_hz).buffers for board in BOARDS.values()}))


def all_caches() -> tuple[Cache, ...]:
    """Return the caches of all boards, including boards that a user described."""
    return tuple(sorted({cache for board in BOARDS.values() if (cache := flash_of(board, board.clock_hz).cache)}))
