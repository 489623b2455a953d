# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a packet's or a record's time goes into: a bar for each path, its parts side by side."""

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
    """A path's parts, and what stands at their end."""

    name: str
    parts: tuple[PathPart, ...]
    label: str


def chart(name: str, title: str, bars: Sequence[Bar], available: float, unit: Unit, table: Table) -> Chart:
    """`available` is what the link leaves a packet or record, in nanoseconds: a line."""

    drawn = {part.name for bar in bars for part in bar.parts}
    colors = ", ".join(f"{said} ({color})" for name, (said, _, color) in PARTS.items() if name in drawn)
    reads = (
        f"Nanoseconds per {unit.name} in one {unit.where}, from left to right: {colors}. Line: what the link leaves. "
        "At the end of each bar: its headroom."
    )
    return Chart(name, title, reads, table, partial(_spec, bars, available, unit))


def _spec(bars: Sequence[Bar], available: float, unit: Unit, width: int) -> Spec:
    laid = rows([bar.name for bar in bars], width)
    most = max(max(sum(max(0.0, p.ns.median) for p in bar.parts) for bar in bars), available)
    scale = {"type": "linear", "domain": [0, most * 1.02], "nice": False}
    axis = {
        "title": f"ns per {unit.name}",
        "domain": False,
        "ticks": False,
        "tickCount": max(2, width // 160),
        "labelOverlap": "greedy",
        "labelSeparation": 6,
    }
    spec = bar_frame(laid, width, scale, axis, right=104)
    spec["layer"] = [
        *(layer for i, bar in enumerate(bars) for layer in _row(bar, laid, i)),
        *(_line(available, laid, i) for i in range(len(bars))),
        *laid.labels(),
    ]
    return spec


def _row(bar: Bar, laid: Rows, index: int) -> list[Spec]:
    middle, found, at = laid.middle(index), [], 0.0
    for part in bar.parts:
        length = max(0.0, part.ns.median)
        said = f"{bar.name}: {PARTS[part.name][0]} {numbers.significant(part.ns.median)} ns"
        mark = {"type": "rect", "color": _COLORS[PARTS[part.name][2]], "stroke": None}
        found.append(
            theme.layer(
                mark,
                {
                    "x": theme.number("x"),
                    "x2": {"field": "x2"},
                    "y": {"value": middle - 7},
                    "y2": {"value": middle + 7},
                    **theme.DESCRIBED,
                },
                [{"x": at, "x2": at + length, "d": said}],
            )
        )
        at += length
    at_end = {"x": {"value": "width"}, "y": {"value": middle}}
    return [*found, theme.layer(theme.word(8, theme.INK, text=bar.label), at_end)]


def _line(available: float, laid: Rows, index: int) -> Spec:
    span = {"y": {"value": laid.middle(index) - 9}, "y2": {"value": laid.middle(index) + 9}}
    mark = {"type": "rule", "color": theme.LINK, "strokeWidth": 1.4, "aria": False}
    return theme.layer(mark, {"x": theme.number("x"), **span}, [{"x": available}])
