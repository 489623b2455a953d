# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu function`: a function of the reader's own program, counted and shown."""

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
def mcu_function(asked: McuFunction) -> FunctionRun:
    """Any Thumb function of a linked program, called with these arguments (`16,0x20,key=buffer:64,hex:00ff`) after the
    calls `before` it (`keypair(key,buffer:32)`), `repeat` times. `seed` names a variable that is filled anew each time.

    The time is that of the median call."""
    from wirerate.wings.mcu.lab.function import Step, measure_function, parse_arguments, parse_call

    where = asked.where
    found = measure_function(
        Path(asked.elf),
        Step(asked.function, parse_arguments(asked.arguments)),
        where.core,
        (where.flash.buffers,),
        before=[Step(*parse_call(each)) for each in asked.before],
        seed=asked.seed,
        repeat=asked.repeat,
    )
    stack = max(call.stack_bytes for call in found.calls)
    calls = [(timed(call.trace, where, stack, found.flash_bytes, as_linked=True), call) for call in found.calls]
    calls.sort(key=lambda each: each[0]["cycles"].typical)
    takes, median = calls[(len(calls) - 1) // 2]
    row = FunctionCall(
        **takes,
        subject=f"{asked.function}@{asked.elf}/{where.core}",
        operation="call",
        basis=MODELLED,
        function=asked.function,
        function_bytes=found.function_bytes,
        result=median.result,
        buffers=tuple(content.hex() for content in found.buffers),
        before=tuple(asked.before),
        seed=asked.seed,
        spread=_spread_of([each["cycles"].typical for each, _ in calls]) if asked.repeat > 1 else None,
    )
    return FunctionRun(command="mcu function", environment=environment(), exit=EXIT_OK, rows=[row])


def _spread_of(ordered: Sequence[float]) -> CallSpread:
    def below(share: float) -> float:
        """The least that so many are not above."""
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


# ---- as it is shown ----


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
