# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu boards`: what can be asked about."""

from __future__ import annotations

from wirerate.catalogue.boards import core_title
from wirerate.report import numbers
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Group, Table, to_text
from wirerate.wings.mcu.runs import Board, BoardsRun


def text(run: BoardsRun, on: Paper) -> str:
    return to_text(table(run), width=on.width, color=on.color)


def table(run: BoardsRun) -> Table:
    columns = (
        Column("board", ("board",), numeric=False),
        Column("", ("title",), numeric=False),
        Column("core", ("core",), numeric=False),
        Column("MHz", ("clock_hz",)),
        Column("up to", ("fastest_hz",), expendable=True),
        Column("RAM", ("ram_bytes",)),
        Column("flash", ("flash_bytes",)),
        Column("energy", ("energy",), numeric=False),
        Column("part", ("part",), numeric=False, expendable=True),
    )
    note = (
        "energy: whether a current with a source is known, so that mJ can be told. --clock sets another clock. A board "
        "that is not here: wirerate mcu boards --template."
    )
    return Table("boards", columns, (Group("", tuple(map(_row, run.findings.boards))),), note)


def _row(board: Board) -> tuple[Cell, ...]:
    return (
        Cell(board.name, "strong"),
        Cell(board.title),
        Cell(core_title(board.core), "", (board.core,)),
        Cell(f"{board.clock_hz / 1e6:g}", "", (board.clock_hz,)),
        Cell(f"{board.fastest_hz / 1e6:g}", "", (board.fastest_hz,)),
        Cell(numbers.size(board.ram_bytes), "", (board.ram_bytes,)),
        Cell(numbers.size(board.flash_bytes), "", (board.flash_bytes,)),
        Cell("yes" if board.energy else "no", "", (int(board.energy),)),
        Cell(board.part, "dim"),
    )
