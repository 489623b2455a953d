# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu function`: a function of the reader's own program."""

from __future__ import annotations

from dataclasses import replace

from wirerate.report import columns, numbers
from wirerate.report.html import Page, head, tabled
from wirerate.report.method import emulated
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Filled, Table
from wirerate.wings.mcu.rows import FunctionCall
from wirerate.wings.mcu.runs import FunctionRun
from wirerate.wings.mcu.view import common as firmware


def text(run: FunctionRun, on: Paper) -> str:
    return firmware.answer(run.rows, [table(run)], on)


def table(run: FunctionRun) -> Table:
    notes = " ".join(filter(None, map(_spread, run.rows)))
    return firmware.with_first("function", _COLUMNS, run.rows, lambda _: "", notes)


def _range(own: FunctionCall) -> Cell:
    ends = f"{firmware.cycles(own.cycles.low)} – {firmware.cycles(own.cycles.high)}"
    return Cell(ends, "dim", (firmware.joined_unknowns(own),))


_COLUMNS: tuple[Filled[FunctionCall], ...] = (
    Filled("function", ("subject",), numeric=False, cell=lambda own: Cell(own.function, "strong", (own.subject,))),
    replace(firmware.CYCLES, cell=lambda own: firmware.cycles_cell(own, "strong")),
    Filled("range", ("unknowns",), cell=_range),
    columns.interval("time", "ns", lambda own: own.ns, numbers.time_ns),
    columns.figure("instructions", "instructions", lambda own: own.instructions, lambda n: f"{n:,}"),
    firmware.sized("stack", "stack_bytes", lambda own: own.stack_bytes),
    firmware.sized("its code", "function_bytes", lambda own: own.function_bytes),
    columns.figure("R0", "result", lambda own: own.result, str, "dim"),
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
