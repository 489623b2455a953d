# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu function`: cycles of a function in the user's program, measured and shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil
from pathlib import Path
from statistics import fmean

from wirerate.errors import EXIT_OK
from wirerate.host.machine import environment
from wirerate.question import asks
from wirerate.report import columns, numbers
from wirerate.report.html import Page, head, tabled
from wirerate.report.method import emulated
from wirerate.report.table import Cell, Filled, Table
from wirerate.report.terminal import Paper
from wirerate.wings.mcu import view as firmware
from wirerate.wings.mcu.questions import McuFunction
from wirerate.wings.mcu.rows import CallSpread, FunctionCall, FunctionRun
from wirerate.wings.mcu.target_cost import MODELLED, timed


@asks(McuFunction)
def mcu_function(question: McuFunction) -> FunctionRun:
    """Call a Thumb function of a linked program in an emulated core, and return the cycles of the median call.

    `arguments` are written like `16,0x20,key=buffer:64,hex:00ff`. `before` lists calls to make first, such as
    `keypair(key,buffer:32)`. The function is called `repeat` times; before each call the variable named by `seed` is
    filled with new bytes.
    """
    from wirerate.wings.mcu.lab.function import Step, measure_function, parse_arguments, parse_call

    where = question.where
    counted = measure_function(
        Path(question.elf),
        Step(question.function, parse_arguments(question.arguments)),
        where.core,
        (where.flash.buffers,),
        before=[Step(*parse_call(call)) for call in question.before],
        seed=question.seed,
        repeat=question.repeat,
    )
    stack = max(call.stack_bytes for call in counted.calls)
    calls = [(timed(call.trace, where, stack, counted.flash_bytes, as_linked=True), call) for call in counted.calls]
    calls.sort(key=lambda timed_call: timed_call[0]["cycles"].typical)
    figures, median = calls[(len(calls) - 1) // 2]
    row = FunctionCall(
        **figures,
        subject=f"{question.function}@{question.elf}/{where.core}",
        operation="call",
        basis=MODELLED,
        function=question.function,
        function_bytes=counted.function_bytes,
        result=median.result,
        buffers=tuple(content.hex() for content in counted.buffers),
        before=tuple(question.before),
        seed=question.seed,
        spread=_spread_of([figures["cycles"].typical for figures, _ in calls]) if question.repeat > 1 else None,
    )
    return FunctionRun(command="mcu function", environment=environment(), exit=EXIT_OK, rows=[row])


def _spread_of(ordered: Sequence[float]) -> CallSpread:
    def below(share: float) -> float:
        """Return a quantile of the cycles: at least this share of the calls takes no longer."""
        return ordered[ceil(share * len(ordered)) - 1]

    return CallSpread(
        calls=len(ordered),
        least=ordered[0],
        median=below(0.5),
        mean=fmean(ordered),
        of_ten_nine=below(0.9),
        of_hundred_ninety_nine=below(0.99),
        most=ordered[-1],
    )


# ---- view ----


def text(run: FunctionRun, paper: Paper) -> str:
    caveats = [] if paper.explain else map(_spread, run.rows)
    return firmware.answer(paper, sentence(run.rows[0]), run.rows, [table(run)], [table(run)], caveats)


def sentence(m: FunctionCall) -> str:
    """Return the answer in one sentence: cycles and time of a call."""
    cycles = f"{firmware.cycles(m.cycles.typical)} cycles ({firmware.cycles(m.cycles.low)}–{_high(m)})"
    return f"{firmware.board_and_clock(m)}: {m.function} takes {cycles}, {numbers.time_ns(m.ns.median)}."


def _high(m: FunctionCall) -> str:
    return firmware.cycles(m.cycles.high)


def table(run: FunctionRun) -> Table:
    notes = " ".join(filter(None, map(_spread, run.rows)))
    return firmware.with_first_runs("function", _COLUMNS, run.rows, lambda _: "", notes)


def _range(m: FunctionCall) -> Cell:
    ends = f"{firmware.cycles(m.cycles.low)} – {_high(m)}"
    return Cell(ends, "dim", (firmware.joined_unknowns(m),))


_COLUMNS: tuple[Filled[FunctionCall], ...] = (
    Filled("function", ("subject",), numeric=False, cell=lambda m: Cell(m.function, "strong", (m.subject,))),
    replace(firmware.CYCLES, cell=lambda m: firmware.cycles_cell(m, "strong")),
    Filled("range", ("unknowns",), cell=_range),
    columns.interval("time", "ns", lambda m: m.ns, numbers.time_ns),
    columns.figure("instructions", "instructions", lambda m: m.instructions, lambda n: f"{n:,}"),
    firmware.memory_column("stack", "stack_bytes", lambda m: m.stack_bytes),
    firmware.memory_column("its code", "function_bytes", lambda m: m.function_bytes),
    columns.figure("R0", "result", lambda m: m.result, str, "dim"),
)


def _spread(m: FunctionCall) -> str:
    """Return the distribution of cycles over several calls; "" for a single call."""
    spread = m.spread
    if spread is None:
        return ""
    named = (
        ("minimum", spread.least),
        ("median", spread.median),
        ("mean", spread.mean),
        ("90th percentile", spread.of_ten_nine),
        ("99th percentile", spread.of_hundred_ninety_nine),
        ("maximum", spread.most),
    )
    cycles = ", ".join(f"{word} {firmware.cycles(value)}" for word, value in named)
    state = f"{m.seed} refilled before each call" if m.seed else "memory kept between calls"
    return f"{spread.calls:,} calls ({state}), cycles: {cycles}. The table shows the median call."


def page(run: FunctionRun) -> Page:
    where = firmware.board_and_clock(run.rows[0])
    sections = [tabled("figures", where, "Time and memory", table(run)), firmware.notes_section(run.rows)]
    title = f"Cycles of {run.rows[0].function}"
    return Page(f"wirerate {run.command}", head(where, title, partial=run.partial), sections, emulated())
