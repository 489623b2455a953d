# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A line chart on logarithmic axes with names at the line ends: shared by rate by packet size and by working set."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.report import labels
from wirerate.report.charts import theme
from wirerate.report.charts.theme import Spec
from wirerate.report.series import Curve

_LABEL_GAP = 15  # px between the names at the line ends


@dataclass(frozen=True)
class Line:
    """A curve with its look."""

    curve: Curve
    label: str
    color: str
    shape: str
    dash: tuple[int, int]


@dataclass(frozen=True)
class Axes:
    """Domains of both axes, in bytes and Gbit/s."""

    x: tuple[float, float]
    y: tuple[float, float]
    x_ticks: tuple[float, ...]
    x_title: str
    x_format: str  # a Vega expression for the label of `datum.value`


def styled(curves: Sequence[Curve]) -> list[Line]:
    """MACs in use today in colour, MD5 as the historical case in brown dashes, ceiling and floor in grey dots."""
    return [_line(curve, labels.algorithm(curve.subject)) for curve in curves]


def _line(curve: Curve, label: str) -> Line:
    if curve.role != "subject":
        return Line(curve, f"{curve.role}: {label.removeprefix('internet-')}", theme.CEILING, "circle", (1, 3))
    color, shape = theme.look(labels.algorithm(curve.subject))
    if curve.batch > 1:
        return Line(curve, f"{label} batch", color, shape, (2, 2))
    return Line(curve, label, color, shape, (6, 3) if curve.historical else (1, 0))


def aired(values: Sequence[float]) -> tuple[float, float]:
    """A logarithmic domain that holds all values with some air."""
    return min(values) / 1.25, max(values) * 1.25


@dataclass(frozen=True)
class Name:
    """What stands at the right end of a line."""

    text: str
    rate: float  # where the line ends
    color: str
    strong: bool = False


def line_chart(
    lines: Sequence[Line], axes: Axes, width: int, under: Sequence[Spec], what: str, names: Sequence[Name] = ()
) -> Spec:
    """The drawing: `under` (bands, link lines) first, then the intervals, the lines, the points, and all names."""
    wide = width >= 600
    height = 420 if wide else 380
    named = [*map(_name, lines), *names]
    longest = max((len(name.text) for name in named), default=0)
    right = min(int(longest * 7.6) + 16, 210 if wide else 120)
    spec = theme.frame(width, height, left=52 if wide else 40, right=right, top=26)
    spec["encoding"] = {
        "x": {
            **theme.number("x"),
            "scale": {"type": "log", "domain": axes.x, "nice": False},
            "axis": {
                "title": axes.x_title,
                "values": list(axes.x_ticks if wide else axes.x_ticks[:: 1 + len(axes.x_ticks) // 7]),
                "labelExpr": axes.x_format,
                "grid": False,
                "labelOverlap": True,
                "titlePadding": 8,
            },
        },
        "y": {
            **theme.number("y"),
            "scale": {"type": "log", "domain": axes.y, "nice": False},
            "axis": {
                "values": _y_ticks(axes.y),
                "format": "~r",
                "ticks": False,
                "domain": False,
                "title": "Gbit/s",
                "titleAngle": 0,
                "titleAlign": "left",
                "titleX": 6 - (52 if wide else 40),
                "titleY": -10,
                "titleBaseline": "bottom",
            },
        },
    }
    drawn = [layer for line in lines for layer in _layers(line, what)]
    spec["layer"] = [*under, *drawn, *_names(named, axes, spec["height"], right)]
    return spec


def _y_ticks(domain: tuple[float, float]) -> list[float]:
    low, high = (math.log10(v) for v in domain)
    steps = (1, 2, 5) if high - low < 1.6 else (1,) if high - low > 3.5 else (1, 3)
    ticks = [s * 10.0**p for p in range(math.floor(low), math.ceil(high) + 1) for s in steps]
    return [t for t in ticks if domain[0] <= t <= domain[1]]


def _layers(line: Line, what: str) -> list[Spec]:
    points = line.curve.points
    rows = [
        {"x": p.x, "y": p.gbits, "low": p.low, "high": p.high, "d": f"{line.label}, {what.format(p)}"} for p in points
    ]
    quiet = {"aria": False, "clip": True}
    layers: list[Spec] = []
    wide = [row for row, p in zip(rows, points, strict=True) if p.high > 1.02 * p.low]
    if wide:
        whisker = {"type": "rule", "color": line.color, "strokeWidth": 5, "opacity": 0.25, **quiet}
        layers.append(theme.layer(whisker, {"y": theme.number("low"), "y2": {"field": "high"}}, wide))
    stroke = {"type": "line", "color": line.color, "strokeWidth": 2.2, "strokeDash": list(line.dash), **quiet}
    if line.dash == (1, 0):
        del stroke["strokeDash"]
    if line.curve.role != "subject":
        stroke["strokeWidth"] = 1.5
    aside = line.curve.historical or line.curve.role != "subject"
    dot = theme.dot(line.color, size=22) if aside else theme.dot(line.color, line.shape, 42)
    return [*layers, theme.layer(stroke, {}, rows), theme.layer(dot, theme.DESCRIBED, rows)]


def _name(line: Line) -> Name:
    subject = line.curve.role == "subject"
    color = line.color if subject else theme.MUTED
    return Name(line.label, line.curve.points[-1].gbits, color, subject and not line.curve.historical)


def _names(names: Sequence[Name], axes: Axes, height: int, room: int) -> list[Spec]:
    """The names at the ends of their lines, moved apart where they would overlap."""
    low, high = (math.log(v) for v in axes.y)

    def pixel(rate: float) -> float:
        return height * (1 - (math.log(min(max(rate, axes.y[0]), axes.y[1])) - low) / (high - low))

    placed = theme.apart([pixel(name.rate) for name in names], _LABEL_GAP, 4, height - 4)
    found = []
    for name, y in zip(names, placed, strict=True):
        told = theme.clipped(name.text, room - (16 if name.strong else 10))
        mark = theme.word(9, name.color, text=told, fontWeight=600 if name.strong else "normal")
        found.append(theme.layer(mark, {"x": {"value": "width"}, "y": {"value": y}}))
    return found
