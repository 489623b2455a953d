# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The boards that can be asked about."""

from __future__ import annotations

from wirerate.catalogue.boards import BOARDS
from wirerate.wings.mcu.runs import Board, BoardList, BoardsRun


def mcu_boards() -> BoardsRun:
    """Every board with its core, clock and memories; of this machine nothing is asked."""
    found = tuple(
        Board(
            name=each.name,
            title=each.title,
            part=each.part,
            core=each.core,
            clock_hz=each.clock_hz,
            fastest_hz=each.fastest_hz,
            ram_bytes=each.ram_bytes,
            flash_bytes=each.flash_bytes,
            energy=each.current is not None,
        )
        for each in BOARDS.values()
    )
    return BoardsRun(command="mcu boards", environment=None, findings=BoardList(boards=found))
