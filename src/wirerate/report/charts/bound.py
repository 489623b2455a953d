# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measured cycles per byte beside the processor's bound, which follows from the algorithm's graph."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from wirerate.graph.rows import Misread, ModelBeside
from wirerate.report import columns, labels, limits, numbers
from wirerate.report.charts import theme
from wirerate.report.charts.rows import Rows, bar_frame, rows
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.table import Cell, Filled, Table, listed

_ROWS = 20
_TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)


def chart(rows: Sequence[ModelBeside], title: str) -> Chart:
    """Draw each measured figure beside its bound."""
    shown = sorted(rows, key=lambda m: m.ratio)[:_ROWS]
    figures = table(rows)
    reads = f"{figures.note} Tick: the bound, a bar where the costs of instructions are uncertain; dot: measured."
    return Chart("model", title, reads, figures, partial(_spec, shown))


def _measured(m: ModelBeside) -> Cell:
    """Return the measured figure, marked where it is below what any code can reach."""
    misread = isinstance(m.beyond, Misread)
    return Cell(f"{m.measured:.3f} misread" if misread else f"{m.measured:.3f}", "bad" if misread else "",
                (m.measured, "misread" if misread else ""))  # fmt: skip


_COLUMNS: tuple[Filled[ModelBeside], ...] = (
    columns.words("subject", "subject", lambda m: m.subject, "strong"),
    columns.figure("batch", "batch", lambda m: m.batch, str),
    Filled("measured", ("measured_cycles_per_byte", "misread"), cell=_measured),
    Filled(
        "bound", ("cycles_per_byte_low", "cycles_per_byte_high"),
        cell=lambda m: Cell(limits.span(m.low, m.high), "", (m.low.cycles_per_byte, m.high.cycles_per_byte)),
    ),
    Filled("ratio", ("ratio",), cell=lambda m: Cell(f"{m.ratio:.2f}", "warn" if m.ratio < 0.99 else "", (m.ratio,))),
    columns.words("unit", "unit", lambda m: m.low.unit, "dim", expendable=True),
    columns.words("why", "sentence", limits.why, "dim", expendable=True),
)  # fmt: skip


def table(rows: Sequence[ModelBeside]) -> Table:
    """Return measured cycles per byte beside the bound."""
    note = (
        "Core cycles per byte, warm, long messages. Bound: the fewest cycles that the kernel's instructions allow, a "
        "range where the costs of instructions are uncertain. Ratio: measured ÷ bound, 1 within the range."
    )
    return listed("beside", _COLUMNS, rows, note)


def figures(rows: Sequence[ModelBeside]) -> Table:
    """Return the table without its last column, which has sentences."""
    whole = table(rows)
    groups = tuple(replace(group, rows=tuple(row[:-1] for row in group.rows)) for group in whole.groups)
    return replace(whole, columns=whole.columns[:-1], groups=groups)


def _spec(shown: Sequence[ModelBeside], width: int) -> Spec:
    laid = rows([f"{m.subject}{_batch(m)}" for m in shown], width)
    ends = [end for m in shown for end in (m.low.cycles_per_byte, m.measured)]
    low, high = min(ends) / 1.3, max(ends) * 1.3
    scale = {"type": "log", "domain": [low, high], "nice": False}
    axis = {"title": "core cycles per byte (log)", "values": [t for t in _TICKS if low <= t <= high],
            "domain": False, "ticks": False, "format": "~r"}  # fmt: skip
    spec = bar_frame(laid, width, scale, axis, right=128)
    spec["layer"] = [*laid.labels(), *(layer for i, m in enumerate(shown) for layer in _row(m, laid, i))]
    return spec


def _batch(m: ModelBeside) -> str:
    return f", batches of {m.batch}" if m.batch > 1 else ""


def _row(m: ModelBeside, laid: Rows, index: int) -> list[Spec]:
    low, high, measured = m.low.cycles_per_byte, m.high.cycles_per_byte, m.measured
    color, shape = theme.look(labels.algorithm(m.subject))
    middle = laid.middle(index)
    label = "misread" if isinstance(m.beyond, Misread) else f"{numbers.times(m.ratio)} the bound"
    bound = f"{numbers.significant(low)} allowed"
    data = [{"x": measured, "low": low, "high": high, "label": label,
             "d": f"{m.subject}{_batch(m)}: {numbers.significant(measured)} cycles per byte, {bound}"}]  # fmt: skip
    y = {"y": {"value": middle}}
    at_low = {"x": theme.number("low")}
    rule = {"type": "rule", "aria": False}
    tick = {"y": {"value": middle - 8}, "y2": {"value": middle + 8}}
    return [
        theme.layer({**rule, "color": theme.CEILING, "strokeWidth": 6, "opacity": 0.5},
                    {**at_low, "x2": {"field": "high"}, **y}, data),
        theme.layer({**rule, "color": theme.LINK, "strokeWidth": 2}, {**at_low, **tick}, data),
        theme.layer(theme.dot(color, shape, 90), {**y, **theme.DESCRIBED}, data),
        theme.layer(theme.word(12), {"x": {"value": "width"}, **y, "text": {"field": "label"}}, data),
    ]  # fmt: skip
