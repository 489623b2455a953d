# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A board of the reader's own: one table in a file like boards.toml, held to what a board can be."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from importlib.resources import files
from pathlib import Path

import msgspec

from wirerate.catalogue.boards import BOARDS, FASTEST_HZ, LINES, MOST_LINES, Board, Flash, boards_in, names_of
from wirerate.errors import UsageError, nearest

_OURS = tuple(BOARDS.values())  # those that no file takes the name of
_MOST_CACHE = 1 << 18
_FIX = "see wirerate mcu boards --template"


def template() -> str:
    """A file to begin with: a part that wirerate does not know, whole, with what each line means."""
    return files(__package__).joinpath("board_template.toml").read_text()


def own_board(path: str, cores: Collection[str]) -> Board:
    """The board in a file, known by its name from now on. What cannot be is a UsageError that names file and field."""
    try:
        found = boards_in(Path(path).read_bytes())
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}", fix=_FIX) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:  # of its syntax, or of a field
        raise UsageError(f"{path} is not a board: {error}", fix=_FIX) from error
    if len(found) != 1:
        held = f"{len(found)} boards ({', '.join(found)})" if found else "no board"
        raise UsageError(f"{path} has {held}, and one is asked about", fix=f"one table a file: {_FIX}")
    (board,) = found.values()
    if wrong := next(_wrong(board, cores), None):
        raise UsageError(f"{path}: {wrong}", fix=_FIX)
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
