"""How a part's flash slows its core: lines, the buffers that keep them, wait states, prefetch."""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.catalogue.boards import BOARDS, Board


@dataclass(frozen=True, order=True)
class Buffers:
    """What lies between the flash and the core. Which lines are fetched depends on this alone, not on how long it
    takes. Of full buffers the least recently used is replaced."""

    line_bytes: int
    code_lines: int
    data_lines: int = 0  # 0: data shares the buffers of the instructions


@dataclass(frozen=True)
class Flash:
    """Buffers, and what a line that is in none of them costs."""

    buffers: Buffers
    wait_states: int
    prefetch: bool = False


def flash_of(board: Board, clock_hz: float) -> Flash:
    """A board's flash at a clock."""
    facts = board.flash
    buffers = Buffers(facts.line_bytes, facts.lines, facts.data_lines)
    return Flash(buffers, facts.wait_states_at(clock_hz), facts.prefetch)


# Every kind that a board has, so that one run serves them all.
ALL_BUFFERS = tuple(sorted({flash_of(board, board.clock_hz).buffers for board in BOARDS.values()}))
