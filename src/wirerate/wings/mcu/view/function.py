# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu function`: a function of the reader's own program."""

from __future__ import annotations

from wirerate.report import numbers
from wirerate.report.html import Page, head, tabled
from wirerate.report.method import emulated
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.wings.mcu.rows import FunctionCall
from wirerate.wings.mcu.runs import FunctionRun
from wirerate.wings.mcu.view import common as firmware


def text(run: FunctionRun, on: Paper) -> str:
    return firmware.answer(run.rows, [table(run)], on)


def table(run: FunctionRun) -> Table:
    columns = (
        Column("function", ("subject",), numeric=False),
        Column("cycles", ("cycles", "cycles_low", "cycles_high")),
        Column("range", ("unknowns",)),
        Column("time", ("ns", "ns_low", "ns_high")),
        Column("instructions", ("instructions",)),
        Column("stack", ("stack_bytes",)),
        Column("its code", ("function_bytes",)),
        Column("R0", ("result",)),
    )
    rows = Group("", tuple(map(_row, run.rows)), firmware.board_figures(run.rows[0]))
    notes = " ".join(filter(None, map(_spread, run.rows)))
    table = Table("function", columns, (rows,), notes, ("condition", *firmware.BOARD_FIELDS))
    return firmware.with_first(table, [run.rows])


def _row(own: FunctionCall) -> tuple[Cell, ...]:
    spent = own.cycles
    return (
        Cell(own.function, "strong", (own.subject,)),
        firmware.cycles_cell(spent, "strong"),
        Cell(f"{firmware.cycles(spent.low)} – {firmware.cycles(spent.high)}", "dim", ("; ".join(own.ns.unknowns),)),
        Cell(numbers.time_ns(own.ns.median), "", (own.ns.median, own.ns.low, own.ns.high)),
        Cell(f"{own.instructions:,}", "", (own.instructions,)),
        firmware.size_cell(own.stack_bytes),
        firmware.size_cell(own.function_bytes),
        Cell(str(own.result), "dim", (own.result,)),
    )


def _spread(own: FunctionCall) -> str:
    """How several calls differ; nothing of one."""
    if own.spread is None:
        return ""
    of = own.spread
    named = (
        (of.least, "least"),
        (of.median, "median"),
        (of.mean, "mean"),
        (of.of_ten_nine, "not exceeded by 90 %"),
        (of.of_hundred_ninety_nine, "by 99 %"),
        (of.most, "most"),
    )
    cycles = ", ".join(f"{firmware.cycles(value)} {word}" for value, word in named)
    each = f", {own.seed} filled anew before each" if own.seed else ", each from what the one before left"
    return f"{of.calls:,} calls{each}; the row is the median's. Typical cycles: {cycles}."


def page(run: FunctionRun) -> Page:
    where = firmware.where(run.rows[0])
    figures = tabled("figures", where, "A function", table(run))
    return Page(f"wirerate {run.command}", head(where, "What a function takes", partial=run.partial), [figures],
                emulated())  # fmt: skip
