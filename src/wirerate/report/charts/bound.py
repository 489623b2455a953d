# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measured cycles per byte beside the least that the processor allows, as the algorithm's graph has it."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.graph.rows import ModelBeside
from wirerate.report import limits, naming, numbers
from wirerate.report.charts import theme
from wirerate.report.charts.rows import Rows, bar_frame, rows
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.table import Cell, Column, Group, Table

_ROWS = 20
_TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50)


def chart(found: Sequence[ModelBeside], title: str) -> Chart:
    """`found`: rows of the model, each with the measured figure beside its bound."""
    shown = sorted(found, key=lambda m: m.ratio)[:_ROWS]

    def spec(width: int) -> Spec:
        return _spec(shown, width)

    twin = table(found)
    reads = f"{twin.note} Tick: that least, a bar where the costs of instructions are not known exactly; dot: measured."
    return Chart("model", title, reads, twin, spec)


def table(found: Sequence[ModelBeside]) -> Table:
    """Measured cycles per byte beside the bound."""
    columns = (
        Column("subject", ("subject",), numeric=False),
        Column("batch", ("batch",)),
        Column("measured", ("measured_cycles_per_byte",)),
        Column("bound", ("cycles_per_byte_low", "cycles_per_byte_high")),
        Column("ratio", ("ratio",)),
        Column("unit", ("unit",), numeric=False, expendable=True),
        Column("why", ("sentence",), numeric=False, expendable=True),
    )
    note = (
        "Core cycles per byte, warm, long messages. Bound: the least that the kernel's instructions allow; it has two "
        "ends where the costs of instructions do. Ratio: measured over the bound, 1 between its ends."
    )
    return Table("beside", columns, (Group("", tuple(map(_cells, found))),), note)


def _cells(m: ModelBeside) -> tuple[Cell, ...]:
    about = m
    return (
        Cell(m.subject, "strong", (m.subject,)),
        Cell(f"{m.batch}"),
        Cell(f"{about.measured:.3f}", figures=(about.measured,)),
        Cell(limits.span(about.low, about.high), figures=(about.low.cycles_per_byte, about.high.cycles_per_byte)),
        Cell(f"{about.ratio:.2f}", "warn" if about.ratio < 0.99 else "", (about.ratio,)),
        Cell(about.low.unit, "dim"),
        Cell(limits.why(about), "dim"),
    )


def _spec(found: Sequence[ModelBeside], width: int) -> Spec:
    laid = rows([f"{m.subject}{_batch(m)}" for m in found], width)
    ends = [end for m in found for end in (m.low.cycles_per_byte, m.measured)]
    low, high = min(ends) / 1.3, max(ends) * 1.3
    scale = {"type": "log", "domain": [low, high], "nice": False}
    axis = {"title": "core cycles per byte (log)", "values": [t for t in _TICKS if low <= t <= high],
            "domain": False, "ticks": False, "format": "~r"}  # fmt: skip
    spec = bar_frame(laid, width, scale, axis, right=128)
    spec["layer"] = [*laid.labels(), *(layer for i, m in enumerate(found) for layer in _row(m, laid, i))]
    return spec


def _batch(m: ModelBeside) -> str:
    return f", batches of {m.batch}" if m.batch > 1 else ""


def _row(m: ModelBeside, laid: Rows, index: int) -> list[Spec]:
    about = m
    low, high, measured = about.low.cycles_per_byte, about.high.cycles_per_byte, about.measured
    color, shape = theme.look(naming.algorithm(m.subject))
    middle = laid.middle(index)
    bound = f"{numbers.significant(low)} allowed"
    data = [{"x": measured, "low": low, "high": high, "label": f"{numbers.times(about.ratio)} the bound",
             "d": f"{m.subject}{_batch(m)}: {numbers.significant(measured)} cycles per byte, {bound}"}]  # fmt: skip
    y = {"y": {"value": middle}}
    at_low = {"x": {"field": "low", "type": "quantitative"}}
    rule = {"type": "rule", "aria": False}
    text = {"type": "text", "align": "left", "baseline": "middle", "dx": 12, "color": theme.MUTED, "aria": False}
    dot = {"type": "point", "filled": True, "size": 90, "opacity": 1, "color": color, "shape": shape}
    tick = {"y": {"value": middle - 8}, "y2": {"value": middle + 8}}
    return [
        theme.layer({**rule, "color": theme.CEILING, "strokeWidth": 6, "opacity": 0.5},
                    {**at_low, "x2": {"field": "high"}, **y}, data),
        theme.layer({**rule, "color": theme.LINK, "strokeWidth": 2}, {**at_low, **tick}, data),
        theme.layer(dot, {**y, "description": {"field": "d", "type": "nominal"}}, data),
        theme.layer(text, {"x": {"value": "width"}, **y, "text": {"field": "label"}}, data),
    ]  # fmt: skip
