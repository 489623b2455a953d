# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Boards (boards.toml and the user's own), parts that are not modelled (not_modelled.toml), and the cycles of a core's
instructions (cortex_m.toml)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from fnmatch import fnmatch
from functools import cached_property
from importlib.resources import files
from pathlib import Path

import msgspec

from wirerate.catalogue.tables import named, read
from wirerate.errors import UsageError, nearest, unknown


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A family of parts that are not modelled, and why."""

    title: str
    names: tuple[str, ...]
    reason: str
    source: str


NOT_MODELLED: dict[str, Family] = read("not_modelled.toml", dict[str, Family])
_FIX = "measure on the board, or compare with a modelled one: wirerate mcu rp2350, or stm32u575"


def spelled(name: str) -> str:
    """Return a name in lower case without spaces and punctuation, for comparison."""
    return re.sub(r"[\s_.-]", "", name.lower())


def refuse(name: str) -> None:
    """Raise UsageError if a part or core belongs to a family that is not modelled."""
    for family in NOT_MODELLED.values():
        if any(fnmatch(spelled(name), spelled(pattern)) for pattern in family.names):
            raise UsageError(f"{name} ({family.title}) is not modelled: {family.reason}", fix=_FIX)


FASTEST_HZ = 1_000_000_000  # above the clock of any Cortex-M
LINES, MOST_LINES = (4, 8, 16, 32, 64), 4096  # allowed bytes per flash line; most line buffers


class Flash(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The flash of a part: wait states, line buffers and cache; boards.toml explains the fields."""

    wait_states: tuple[tuple[int, int], ...]  # pairs of a clock in Hz and the wait states up to it, ascending
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
        """Return the wait states at a clock; above the last row's clock, those of the last row."""
        return next((states for up_to, states in self.wait_states if clock_hz <= up_to), self.wait_states[-1][1])


class Current(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The current that a core draws while it runs code from flash."""

    ua_per_mhz: tuple[float, float]
    volts: float
    source: str = ""
    verified: bool = False

    def millijoules(self, cycles: float) -> tuple[float, float]:
        """Return the lowest and highest energy that a number of cycles takes, at any clock rate."""
        low, high = self.ua_per_mhz
        per_cycle = self.volts * 1e-9  # 1 uA/MHz is 1 pC per cycle; pC x V is pJ, and 1e-9 mJ
        return cycles * low * per_cycle, cycles * high * per_cycle


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board. Each table of boards.toml describes one."""

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
    missing: str = ""  # the reason if `current` is None
    note: str = ""
    verified: bool = False
    name: str = ""

    @property
    def fastest_hz(self) -> int:
        return max(self.clock_hz, self.clock_max_hz)

    def unverified(self) -> tuple[str, ...]:
        """Return the groups of facts that were not checked against a datasheet: memories, flash, current."""
        facts = {"memories": self.verified, "flash": self.flash.verified}
        if self.current is not None:
            facts["current"] = self.current.verified
        return tuple(name for name, read in facts.items() if not read)


def boards_in(toml: bytes) -> dict[str, Board]:
    """Parse TOML text in the format of boards.toml and return its boards by name."""
    tables = msgspec.toml.decode(toml, type=dict[str, Board])
    return named(tables)


BOARDS = boards_in(files(__package__).joinpath("boards.toml").read_bytes())
_OTHER_PARTS = (
    "another part: ‹core=cortex-m4› ‹clock=168M› ‹flash=5:16:64›, or describe its RAM, flash and current in a file: "
    "wirerate mcu boards --template > board.toml, then ‹own_board=board.toml›"
)


def names_of(board: Board) -> tuple[str, ...]:
    """Return all names of a board: its name, its aliases, its title with and without the maker, and its part."""
    words = board.title.split()
    shorter = (" ".join(words[start:]) for start in range(1, len(words) - 1))
    return (board.name, *board.aliases, board.title, *shorter, board.part)


def board(name: str) -> Board:
    """Return the board with one of these names, in any spelling. Raise UsageError for an unknown one."""
    names = {_spelled(word): known for known in BOARDS.values() for word in names_of(known)}
    chosen = names.get(_spelled(name))
    if chosen is None:
        refuse(name)
        raise UsageError(f"unknown board {name!r}", fix=_suggestion(name))
    return chosen


def _suggestion(name: str) -> str:
    """Return advice after an unknown name: the most similar board or all boards, and how to describe another part."""
    if name.endswith(".toml"):
        return f"did you mean ‹own_board={name}›?"
    near = nearest(name, [word for known in BOARDS.values() for word in (known.name, *known.aliases)])
    return f"did you mean {near}? For {_OTHER_PARTS}" if near else f"one of: {', '.join(BOARDS)}; for {_OTHER_PARTS}"


def _spelled(name: str) -> str:
    return re.sub(r"[\s_-]", "", name.lower())


def core_title(name: str) -> str:
    """Return the title of a core: "Cortex-M0+" for cortex-m0plus."""
    return name.replace("cortex-m", "Cortex-M").replace("plus", "+")


def clocked(chosen: Board, clock_hz: float) -> float:
    """Return the clock if the board can run at it. Raise UsageError if it cannot."""
    if not 0 < clock_hz <= chosen.fastest_hz:
        fastest = f"{chosen.fastest_hz / 1e6:g}"
        raise UsageError(
            f"{chosen.title} runs at up to {fastest} MHz, not at {clock_hz / 1e6:g}", fix=f"type ‹clock={fastest}M›"
        )
    return clock_hz


_SHIPPED = tuple(BOARDS.values())  # a user's board cannot have the name of a shipped one
_MOST_CACHE = 1 << 18  # bytes
_TEMPLATE = "see wirerate mcu boards --template"


def board_template() -> str:
    """Return a commented TOML file that describes a board, for users to change."""
    return files(__package__).joinpath("board_template.toml").read_text()


def own_board(path: str, cores: Collection[str]) -> Board:
    """Read a board from a TOML file and add it to BOARDS.

    Raise UsageError, with file and field, if the file cannot be read or describes an impossible board.
    """
    try:
        boards = boards_in(Path(path).read_bytes())
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}", fix=_TEMPLATE) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not a board: {error}", fix=_TEMPLATE) from error
    if len(boards) != 1:
        contents = f"{len(boards)} boards ({', '.join(boards)})" if boards else "no board"
        raise UsageError(f"{path} has {contents} instead of one", fix=f"write one table per file: {_TEMPLATE}")
    (board,) = boards.values()
    if wrong := next(_wrong(board, cores), None):
        raise UsageError(f"{path}: {wrong}", fix=_TEMPLATE)
    BOARDS[board.name] = _sourced(board, path)
    return BOARDS[board.name]


def _wrong(board: Board, cores: Collection[str]) -> Iterator[str]:
    """Yield an error message for every wrong field of a board."""
    taken = [known.name for known in _SHIPPED if board.name.lower() in map(str.lower, names_of(known))]
    if taken:
        yield f"{board.name} is already a name of wirerate's board {taken[0]}: choose another name for the table"
    if board.core not in cores:
        near = nearest(board.core, cores)
        yield f"core {board.core!r} is not one of {', '.join(cores)}" + (f": did you mean {near}?" if near else "")
    for name in ("clock_hz", "ram_bytes", "flash_bytes"):
        if getattr(board, name) <= 0:
            yield f"{name} = {getattr(board, name)} is not above zero"
    if board.fastest_hz > FASTEST_HZ:
        yield f"no Cortex-M runs at {board.fastest_hz / 1e6:g} MHz: clocks are in Hz"
    if board.clock_max_hz and board.clock_max_hz < board.clock_hz:
        yield f"clock_max_hz = {board.clock_max_hz} is below clock_hz"
    if board.multiply_cycles not in (1, 32):
        yield f"multiply_cycles = {board.multiply_cycles} is not 1 or 32"
    clocks, states = zip(*board.flash.wait_states, strict=True) if board.flash.wait_states else ((0,), (0,))
    if list(clocks) != sorted({*clocks}) or list(states) != sorted(states) or states[0] < 0:
        yield "flash.wait_states must be pairs of [highest clock in Hz, wait states], with rising clocks"
    if clocks[-1] < board.fastest_hz:
        yield f"flash.wait_states end at {clocks[-1]} Hz, below the board's clock of {board.fastest_hz} Hz"
    if board.flash.line_bytes not in LINES:
        yield f"flash.line_bytes = {board.flash.line_bytes} is not one of {', '.join(map(str, LINES))}"
    if not 1 <= board.flash.lines <= MOST_LINES or not 0 <= board.flash.data_lines <= MOST_LINES:
        yield f"flash.lines must be 1 to {MOST_LINES}, and flash.data_lines 0 to {MOST_LINES}"
    if not 0 <= board.flash.fill_cycles[0] <= board.flash.fill_cycles[1]:
        yield "flash.fill_cycles must be the [least, most] cycles to fill a line of the cache"
    if not 0 <= board.flash.conflicts <= 10:
        yield "flash.conflicts must be a number from 0 to 10"
    if board.flash.cache_bytes and not _sets(board.flash):
        yield (
            "flash.cache_bytes must be flash.cache_ways × flash.line_bytes × a number of sets that is a power of two"
        )
    if board.current and not (
        0 < board.current.ua_per_mhz[0] <= board.current.ua_per_mhz[1] and board.current.volts > 0
    ):
        yield "current.ua_per_mhz must be [lowest, highest] above zero, and current.volts above zero"


def _sets(flash: Flash) -> int:
    """Return the number of sets in the cache; 0 if the fields do not describe a possible cache."""
    set_bytes = flash.cache_ways * flash.line_bytes
    sets = flash.cache_bytes // set_bytes if set_bytes > 0 and 0 < flash.cache_bytes <= _MOST_CACHE else 0
    return sets if sets * set_bytes == flash.cache_bytes and sets & (sets - 1) == 0 else 0


def _sourced(board: Board, path: str) -> Board:
    """Return the board with its facts marked as verified if they have a source. Set `missing` if it has no current."""
    flash = msgspec.structs.replace(board.flash, verified=bool(board.flash.source))
    current = board.current and msgspec.structs.replace(board.current, verified=bool(board.current.source))
    missing = board.missing or ("" if current else f"{path} does not state a current")
    return msgspec.structs.replace(board, verified=bool(board.source), flash=flash, current=current, missing=missing)


class ClassCycles(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"name": "class"}):
    """The cycles that a class of instructions takes."""

    name: str
    cycles: tuple[int, int]
    verified: bool
    source: str = "manual"
    note: str = ""


class Timing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The cycles of a core's instructions; cortex_m.toml explains the fields."""

    title: str
    manual: str
    refill: tuple[int, int]
    rows: tuple[ClassCycles, ...]
    beyond: float = 0.0

    @cached_property
    def costs(self) -> dict[str, ClassCycles]:
        return {row.name: row for row in self.rows}

    @property
    def choosable_multiplier(self) -> bool:
        """Return whether makers of parts can choose between a fast and a small multiplier."""
        return self.costs["multiply"].note.startswith("or ")

    @property
    def published(self) -> bool:
        """Return whether Arm publishes cycle counts for this core."""
        return not self.manual.startswith("none")


TIMINGS: dict[str, Timing] = read("cortex_m.toml", dict[str, Timing])


def timing(core: str) -> Timing:
    """Return the table of a core. Raise UsageError for an unknown one."""
    if core not in TIMINGS:
        raise unknown("core", core, TIMINGS)
    return TIMINGS[core]
