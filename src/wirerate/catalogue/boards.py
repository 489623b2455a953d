# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads boards.toml, not_modelled.toml and cortex_m.toml: the boards that `mcu` knows and a reader's own, the parts
that get no time here, and cycles of instructions by class, core by core."""

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
    """Parts of one kind."""

    title: str
    names: tuple[str, ...]
    reason: str
    source: str


NOT_MODELLED: dict[str, Family] = read("not_modelled.toml", dict[str, Family])
_FIX = "measure it on the board; what the same code takes on a core that is modelled: wirerate mcu rp2350, or stm32u575"


def spelled(name: str) -> str:
    """A name without what people write differently."""
    return re.sub(r"[\s_.-]", "", name.lower())


def refuse(name: str) -> None:
    """Nothing, or the reason why a part or core has no time here."""
    for family in NOT_MODELLED.values():
        if any(fnmatch(spelled(name), spelled(each)) for each in family.names):
            raise UsageError(f"{name} has no time here ({family.title}): {family.reason}", fix=_FIX)


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
    return named(tables)


BOARDS = boards_in(files(__package__).joinpath("boards.toml").read_bytes())
_OWN = (
    "a part that is not there: ‹core=cortex-m4› ‹clock=168M› ‹flash=5:16:64›, or with its RAM, flash and current as a "
    "file: wirerate mcu boards --template > board.toml, then ‹own_board=board.toml›"
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
        return f"did you mean ‹own_board={name}›?"
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
            f"{chosen.title} runs at up to {fastest} MHz, not at {clock_hz / 1e6:g}", fix=f"type ‹clock={fastest}M›"
        )
    return clock_hz


_OURS = tuple(BOARDS.values())  # those that no file takes the name of
_MOST_CACHE = 1 << 18
_TEMPLATE = "see wirerate mcu boards --template"


def board_template() -> str:
    """A file to begin with: a part that wirerate does not know, whole, with what each line means."""
    return files(__package__).joinpath("board_template.toml").read_text()


def own_board(path: str, cores: Collection[str]) -> Board:
    """The board in a file, known by its name from now on. What cannot be is a UsageError that names file and field."""
    try:
        found = boards_in(Path(path).read_bytes())
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}", fix=_TEMPLATE) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:  # of its syntax, or of a field
        raise UsageError(f"{path} is not a board: {error}", fix=_TEMPLATE) from error
    if len(found) != 1:
        held = f"{len(found)} boards ({', '.join(found)})" if found else "no board"
        raise UsageError(f"{path} has {held}, and one is asked about", fix=f"one table a file: {_TEMPLATE}")
    (board,) = found.values()
    if wrong := next(_wrong(board, cores), None):
        raise UsageError(f"{path}: {wrong}", fix=_TEMPLATE)
    BOARDS[board.name] = _sourced(board, path)
    return BOARDS[board.name]


def _wrong(board: Board, cores: Collection[str]) -> Iterator[str]:
    taken = [each.name for each in _OURS if board.name.lower() in map(str.lower, names_of(each))]
    if taken:
        yield f"{board.name} is a name of wirerate's board {taken[0]}: give the table another"
    if board.core not in cores:
        near = nearest(board.core, cores)
        yield f"core {board.core!r} is not one of {', '.join(cores)}" + (f": did you mean {near}?" if near else "")
    for name in ("clock_hz", "ram_bytes", "flash_bytes"):
        if getattr(board, name) <= 0:
            yield f"{name} = {getattr(board, name)} is not above zero"
    if board.fastest_hz > FASTEST_HZ:
        yield f"no part of this kind runs at {board.fastest_hz / 1e6:g} MHz: clocks are in Hz"
    if board.clock_max_hz and board.clock_max_hz < board.clock_hz:
        yield f"clock_max_hz = {board.clock_max_hz} is below clock_hz"
    if board.multiply_cycles not in (1, 32):
        yield f"multiply_cycles = {board.multiply_cycles}: makers choose 1 or 32"
    clocks, states = zip(*board.flash.wait_states, strict=True) if board.flash.wait_states else ((0,), (0,))
    if list(clocks) != sorted({*clocks}) or list(states) != sorted(states) or states[0] < 0:
        yield "flash.wait_states do not rise: [clock up to this many Hz, wait states], the slowest first"
    if clocks[-1] < board.fastest_hz:
        yield f"flash.wait_states end at {clocks[-1]} Hz, below the clock of {board.fastest_hz}"
    if board.flash.line_bytes not in LINES:
        yield f"flash.line_bytes = {board.flash.line_bytes} is not one of {', '.join(map(str, LINES))}"
    if not 1 <= board.flash.lines <= MOST_LINES or not 0 <= board.flash.data_lines <= MOST_LINES:
        yield f"flash.lines are 1 to {MOST_LINES}, flash.data_lines up to as many"
    if not 0 <= board.flash.fill_cycles[0] <= board.flash.fill_cycles[1]:
        yield "flash.fill_cycles is [least, most] of a line of the cache"
    if not 0 <= board.flash.conflicts <= 10:
        yield "flash.conflicts is a share, not below zero"
    if board.flash.cache_bytes and not _sets(board.flash):
        yield (
            "flash.cache_bytes is no cache of flash.cache_ways lines of flash.line_bytes in each of a number of sets "
            "that is a power of two"
        )
    if board.current and not (
        0 < board.current.ua_per_mhz[0] <= board.current.ua_per_mhz[1] and board.current.volts > 0
    ):
        yield "current.ua_per_mhz is [lowest, highest] above zero, and so is current.volts"


def _sets(flash: Flash) -> int:
    """Of its cache; 0 where it is none."""
    each = flash.cache_ways * flash.line_bytes
    sets = flash.cache_bytes // each if each > 0 and 0 < flash.cache_bytes <= _MOST_CACHE else 0
    return sets if sets * each == flash.cache_bytes and sets & (sets - 1) == 0 else 0


def _sourced(board: Board, path: str) -> Board:
    """With a source named, a fact counts as read; without a current, why there is no energy."""
    flash = msgspec.structs.replace(board.flash, verified=bool(board.flash.source))
    current = board.current and msgspec.structs.replace(board.current, verified=bool(board.current.source))
    missing = board.missing or ("" if current else f"{path} gives no current")
    return msgspec.structs.replace(board, verified=bool(board.source), flash=flash, current=current, missing=missing)


class ClassCycles(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"name": "class"}):
    """Cycles of one class of instructions."""

    name: str
    cycles: tuple[int, int]
    verified: bool
    source: str = "manual"
    note: str = ""


class Timing(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """One core's table; the file says what the fields mean."""

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
        """Whether the makers of parts choose between a fast and a small multiplier."""
        return self.costs["multiply"].note.startswith("or ")

    @property
    def published(self) -> bool:
        """Whether Arm gives figures for this core."""
        return not self.manual.startswith("none")


TIMINGS: dict[str, Timing] = read("cortex_m.toml", dict[str, Timing])


def timing(core: str) -> Timing:
    """The table of a core."""
    if core not in TIMINGS:
        raise unknown("core", core, TIMINGS)
    return TIMINGS[core]
