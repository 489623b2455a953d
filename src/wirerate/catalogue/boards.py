# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads boards.toml: cores, clocks, memories, flash and current of the boards that `mcu` knows."""

from __future__ import annotations

import re
from importlib.resources import files

import msgspec

from wirerate.catalogue.not_modelled import refuse
from wirerate.errors import UsageError, nearest

FASTEST_HZ = 1_000_000_000  # no core of this kind is clocked higher
LINES, MOST_LINES = (4, 8, 16, 32, 64), 4096  # bytes of a line of flash, and how many of them can be kept


class Flash(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How code is fetched from a part's flash."""

    wait_states: tuple[tuple[int, int], ...]  # clock up to this many Hz, wait states; ascending
    line_bytes: int
    lines: int
    prefetch: bool
    source: str = ""
    data_lines: int = 0
    fill_cycles: tuple[int, int] = (0, 0)
    cache_bytes: int = 0
    cache_ways: int = 0
    conflicts: float = 0.0
    verified: bool = False

    def wait_states_at(self, clock_hz: float) -> int:
        """Those of the slowest row that the clock still fits in; the last row's above all of them."""
        return next((states for up_to, states in self.wait_states if clock_hz <= up_to), self.wait_states[-1][1])


class Current(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the core draws while it runs code from flash."""

    ua_per_mhz: tuple[float, float]
    volts: float
    source: str = ""
    verified: bool = False

    def millijoules(self, cycles: float) -> tuple[float, float]:
        """Lowest and highest energy of so many cycles: charge per cycle does not depend on the clock."""
        low, high = self.ua_per_mhz
        per_cycle = self.volts * 1e-9  # 1 uA/MHz is 1 pC per cycle; pC x V is pJ, and 1e-9 mJ
        return cycles * low * per_cycle, cycles * high * per_cycle


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of boards.toml."""

    title: str
    part: str
    core: str
    clock_hz: int
    flash_bytes: int
    ram_bytes: int
    flash: Flash
    source: str = ""
    current: Current | None = None
    clock_max_hz: int = 0
    multiply_cycles: int = 1
    aliases: tuple[str, ...] = ()
    accelerator: str = ""
    missing: str = ""  # why there is no current
    note: str = ""
    verified: bool = False
    name: str = ""

    @property
    def fastest_hz(self) -> int:
        return max(self.clock_hz, self.clock_max_hz)

    def unverified(self) -> tuple[str, ...]:
        """Which of its facts were written down from memory, by their tables' names."""
        facts = {"memories": self.verified, "flash": self.flash.verified}
        if self.current is not None:
            facts["current"] = self.current.verified
        return tuple(name for name, read in facts.items() if not read)


def boards_in(toml: bytes) -> dict[str, Board]:
    """The boards of a text like boards.toml."""
    tables = msgspec.toml.decode(toml, type=dict[str, Board])
    return {name: msgspec.structs.replace(row, name=name) for name, row in tables.items()}


BOARDS = boards_in(files(__package__).joinpath("boards.toml").read_bytes())
_OWN = (
    "a part that is not there: --core cortex-m4 --clock 168M --flash 5:16:64, or with its RAM, flash and current as a "
    "file: wirerate mcu boards --template > board.toml, then --board board.toml"
)


def names_of(each: Board) -> tuple[str, ...]:
    """All that a board can be called: by its name, its makers' names, and its part's."""
    words = each.title.split()
    return (each.name, *each.aliases, each.title, *(" ".join(words[at:]) for at in range(1, len(words) - 1)), each.part)


def board(name: str) -> Board:
    """The board of that name or of one of its makers' names, however these are written."""
    names = {_spelled(word): each for each in BOARDS.values() for word in names_of(each)}
    found = names.get(_spelled(name))
    if found is None:
        refuse(name)
        raise UsageError(f"unknown board {name!r}", fix=_instead(name))
    return found


def _instead(name: str) -> str:
    """What is nearest, and how to describe a part that is not there."""
    if name.endswith(".toml"):
        return f"did you mean --board {name}?"
    near = nearest(name, [word for each in BOARDS.values() for word in (each.name, *each.aliases)])
    return f"did you mean {near}? For {_OWN}" if near else f"one of: {', '.join(BOARDS)}; for {_OWN}"


def _spelled(name: str) -> str:
    return re.sub(r"[\s_-]", "", name.lower())


def core_title(name: str) -> str:
    """Cortex-M0+ for cortex-m0plus."""
    return name.replace("cortex-m", "Cortex-M").replace("plus", "+")


def clocked(chosen: Board, clock_hz: float) -> float:
    """The clock, or an error where the part cannot run at it."""
    if not 0 < clock_hz <= chosen.fastest_hz:
        fastest = f"{chosen.fastest_hz / 1e6:g}"
        raise UsageError(
            f"{chosen.title} runs at up to {fastest} MHz, not at {clock_hz / 1e6:g}", fix=f"type --clock {fastest}M"
        )
    return clock_hz
