# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu boards`: the list of known boards and its view."""

from __future__ import annotations

from wirerate.catalogue.boards import BOARDS, core_title
from wirerate.report import columns, numbers
from wirerate.report.table import Cell, Filled, Table, listed
from wirerate.report.terminal import Paper
from wirerate.wings.mcu.rows import Board, BoardList, BoardsRun


def mcu_boards() -> BoardsRun:
    """Return every known board with its core, clock and memories."""
    boards = tuple(
        Board(
            name=board.name,
            title=board.title,
            part=board.part,
            core=board.core,
            clock_hz=board.clock_hz,
            fastest_hz=board.fastest_hz,
            ram_bytes=board.ram_bytes,
            flash_bytes=board.flash_bytes,
            energy=board.current is not None,
        )
        for board in BOARDS.values()
    )
    return BoardsRun(command="mcu boards", environment=None, findings=BoardList(boards=boards))


def _mhz(hz: float) -> str:
    return f"{hz / 1e6:g}"


_COLUMNS: tuple[Filled[Board], ...] = (
    columns.words("board", "board", lambda board: board.name, "strong"),
    columns.words("", "title", lambda board: board.title),
    Filled("core", ("core",), numeric=False, cell=lambda board: Cell(core_title(board.core), "", (board.core,))),
    columns.figure("MHz", "clock_hz", lambda board: board.clock_hz, _mhz),
    columns.figure("up to", "fastest_hz", lambda board: board.fastest_hz, _mhz, expendable=True),
    columns.figure("RAM", "ram_bytes", lambda board: board.ram_bytes, numbers.size),
    columns.figure("flash", "flash_bytes", lambda board: board.flash_bytes, numbers.size),
    Filled("energy", ("energy",), numeric=False,
           cell=lambda board: Cell("yes" if board.energy else "no", "", (int(board.energy),))),
    columns.words("part", "part", lambda board: board.part, "dim", expendable=True),
)  # fmt: skip


def text(run: BoardsRun, paper: Paper) -> str:
    return paper.table(table(run))


def table(run: BoardsRun) -> Table:
    note = (
        "Energy: whether the board's current is known. --clock changes the clock. For another board: wirerate mcu "
        "boards --template."
    )
    return listed("boards", _COLUMNS, run.findings.boards, note)
