# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How far a time of a microcontroller is to be trusted, as boards have shown: see docs/reference/pqm4.md."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.catalogue.boards import BOARDS, timing
from wirerate.wings.mcu.rows import FunctionCall, OnBoard

_CACHE, _MANUAL, _FLASH, _WAITS, _NOTHING = range(5)  # what is open, the worst first
_YOURS = "if library, compiler and level are yours, ±30 % if they are not"
_SAID = {
    _CACHE: "Plan with the range: this code is larger than the cache that it runs from.",
    _MANUAL: "Plan with ±30 %: Arm publishes no cycles for this core.",
    _FLASH: "Plan with ±30 %: what is known of this flash is from memory.",
    _WAITS: f"Plan with ±15 %, for the flash waits, {_YOURS}.",
    _NOTHING: f"Plan with ±5 %, as boards have shown, {_YOURS}.",
}


def trust(rows: Sequence[OnBoard]) -> str:
    """One sentence on all rows, by the one that is least known."""
    return _SAID[min(map(_open, rows))] if rows else ""


def _open(row: OnBoard) -> int:
    board = BOARDS.get(row.board)
    if board and board.flash.conflicts and row.flash_bytes > board.flash.cache_bytes and not _as_linked(row):
        return _CACHE
    if not timing(row.core).published:
        return _MANUAL
    if not row.wait_states:
        return _NOTHING
    return _FLASH if board and not board.flash.verified else _WAITS


def _as_linked(row: OnBoard) -> bool:
    """Whether it was followed through the cache in the order that the device has it in."""
    return isinstance(row, FunctionCall) and row.first_run is not None
