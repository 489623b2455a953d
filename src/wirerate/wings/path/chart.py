# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The chart of the time per packet or record: one stacked bar per path."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from wirerate.report import numbers
from wirerate.report.charts import theme
from wirerate.report.charts.rows import Rows, bar_frame, rows
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.table import Table
from wirerate.wings.path.run import PathPart
from wirerate.wings.path.sentences import PARTS, Unit

_COLORS = {
    "grey": theme.CEILING,
    "blue": theme.BLUE,
    "teal": theme.TEAL,
    "orange": theme.ORANGE,
    "plum": theme.PLUM,
}


@dataclass(frozen=True)
class Bar:
    """A path's parts, and the label at the end of its bar."""

    name: str
    parts: tuple[PathPart, ...]
    label: str


def chart(name: str, title: str, bars: Sequence[Bar], available: float, unit: Unit, table: Table) -> Chart:
    """Build the chart; `available` is the time per packet or record at line rate, in nanoseconds, drawn as a line."""
    drawn = {part.name for bar in bars for part in bar.parts}
    colors = ", ".join(f"{words} ({color})" for name, (words, _, color) in PARTS.items() if name in drawn)
    legend = (
        f"Nanoseconds per {unit.name} in one {unit.where}, from left to right: {colors}. The line marks the time "
        "available at line rate. Each bar ends with its headroom."
    )
    return Chart(name, title, legend, table, partial(_spec, bars, available, unit))


def _spec(bars: Sequence[Bar], available: float, unit: Unit, width: int) -> Spec:
    layout = rows([bar.name for bar in bars], width)
    longest = max(max(sum(max(0.0, p.ns.median) for p in bar.parts) for bar in bars), available)
    scale = {"type": "linear", "domain": [0, longest * 1.02], "nice": False}
    axis = {
        "title": f"ns per {unit.name}",
        "domain": False,
        "ticks": False,
        "tickCount": max(2, width // 160),
        "labelOverlap": "greedy",
        "labelSeparation": 6,
    }
    spec = bar_frame(layout, width, scale, axis, right=104)
    spec["layer"] = [
        *(layer for i, bar in enumerate(bars) for layer in _row(bar, layout, i)),
        *(_line(available, layout, i) for i in range(len(bars))),
        *layout.labels(),
    ]
    return spec


def _row(bar: Bar, layout: Rows, index: int) -> list[Spec]:
    middle, layers, start = layout.middle(index), [], 0.0
    for part in bar.parts:
        length = max(0.0, part.ns.median)
        description = f"{bar.name}: {PARTS[part.name][0]} {numbers.significant(part.ns.median)} ns"
        mark = {"type": "rect", "color": _COLORS[PARTS[part.name][2]], "stroke": None}
        layers.append(
            theme.layer(
                mark,
                {
                    "x": theme.number("x"),
                    "x2": {"field": "x2"},
                    "y": {"value": middle - 7},
                    "y2": {"value": middle + 7},
                    **theme.DESCRIBED,
                },
                [{"x": start, "x2": start + length, "d": description}],
            )
        )
        start += length
    right_edge = {"x": {"value": "width"}, "y": {"value": middle}}
    return [*layers, theme.layer(theme.word(8, theme.INK, text=bar.label), right_edge)]


def _line(available: float, layout: Rows, index: int) -> Spec:
    span = {"y": {"value": layout.middle(index) - 9}, "y2": {"value": layout.middle(index) + 9}}
    mark = {"type": "rule", "color": theme.LINK, "strokeWidth": 1.4, "aria": False}
    return theme.layer(mark, {"x": theme.number("x"), **span}, [{"x": available}])
