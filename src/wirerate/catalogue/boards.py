# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads boards.toml: cores, clocks, memories, flash and current of the boards that `mcu` knows."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from wirerate.errors import UsageError, nearest, unknown


class Flash(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How code is fetched from a part's flash."""

    wait_states: tuple[tuple[int, int], ...]  # clock up to this many Hz, wait states; ascending
    line_bytes: int
    lines: int
    prefetch: bool
    source: str
    data_lines: int = 0
    verified: bool = False

    def wait_states_at(self, clock_hz: float) -> int:
        """Those of the slowest row that the clock still fits in; the last row's above all of them."""
        return next((states for up_to, states in self.wait_states if clock_hz <= up_to), self.wait_states[-1][1])


class Current(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the core draws while it runs code from flash."""

    ua_per_mhz: tuple[float, float]
    volts: float
    source: str
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
    source: str
    flash: Flash
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


def board(name: str) -> Board:
    """The board of that name or of one of its makers' names, in any case."""
    names = {alias: each for each in BOARDS.values() for alias in (each.name, *each.aliases)}
    found = names.get(name.lower())
    if found is None:
        raise unknown("board", name, names if nearest(name, names) else BOARDS)
    return found


def core_title(name: str) -> str:
    """Cortex-M0+ for cortex-m0plus."""
    return name.replace("cortex-m", "Cortex-M").replace("plus", "+")


def clocked(chosen: Board, clock_hz: float) -> float:
    """The clock, or an error where the part cannot run at it."""
    if not 0 < clock_hz <= chosen.fastest_hz:
        fastest = f"{chosen.fastest_hz / 1e6:g}M"
        raise UsageError(
            f"{chosen.title} runs at up to {fastest}Hz, not at {clock_hz / 1e6:g} MHz", fix=f"type --clock {fastest}"
        )
    return clock_hz
