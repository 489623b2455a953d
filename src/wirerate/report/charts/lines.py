# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Line charts on logarithmic axes with a name at the end of each line."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.report import labels
from wirerate.report.charts import theme
from wirerate.report.charts.theme import Spec
from wirerate.report.series import Curve

SOLID = (1, 0)
_LABEL_GAP = 15  # px between the names at the line ends


@dataclass(frozen=True)
class Spot:
    """A point of a line with its interval, and the text that screen readers read aloud."""

    x: float
    y: float
    low: float
    high: float
    text: str


@dataclass(frozen=True)
class Line:
    """A named line in its style. Faint lines are references, drawn thinner and named in grey."""

    label: str
    spots: tuple[Spot, ...]
    color: str
    shape: str
    dash: tuple[int, ...] = SOLID
    strong: bool = True  # draw the line's name semi-bold and its dots large
    faint: bool = False


@dataclass(frozen=True)
class Axes:
    """Domains, ticks and titles of both axes. The formats are Vega expressions of `datum.value`."""

    x: tuple[float, float]
    y: tuple[float, float]
    x_ticks: tuple[float, ...]
    x_title: str
    x_format: str
    y_ticks: tuple[float, ...] = ()  # 1, 2, 5 or 1, 3 and their tenfolds
    y_title: str = "Gbit/s"
    y_format: str = "format(datum.value, '~r')"


def styled(curves: Sequence[Curve], text: str) -> list[Line]:
    """Return MACs in use today as coloured lines, MD5 as brown dashes, ceiling and floor as grey dots. `text` formats a
    point for screen readers."""
    return [_styled(curve, labels.algorithm(curve.subject), text) for curve in curves]


def _styled(curve: Curve, label: str, text: str) -> Line:
    color, shape = theme.look(labels.algorithm(curve.subject))
    dash = (6, 3) if curve.historical else SOLID
    reference = curve.role != "subject"
    if reference:
        label, color, shape, dash = f"{curve.role}: {label.removeprefix('internet-')}", theme.CEILING, "circle", (1, 3)
    elif curve.batch > 1:
        label, dash = f"{label} batch", (2, 2)
    spots = tuple(Spot(p.x, p.gbits, p.low, p.high, f"{label}, {text.format(p)}") for p in curve.points)
    return Line(label, spots, color, shape, dash, strong=not (reference or curve.historical), faint=reference)


def padded_domain(values: Sequence[float]) -> tuple[float, float]:
    """Return a logarithmic domain that holds all values with some space around them."""
    return min(values) / 1.25, max(values) * 1.25


@dataclass(frozen=True)
class Name:
    """A name at the right end of a line."""

    text: str
    y: float  # where the line ends
    color: str
    strong: bool = False


def line_chart(
    lines: Sequence[Line], axes: Axes, width: int, background: Sequence[Spec], names: Sequence[Name] = ()
) -> Spec:
    """Return the drawing: the background (bands, link lines), then intervals, lines, points, and all names."""
    wide = width >= 600
    height = 420 if wide else 380
    all_names = [*map(_name, lines), *names]
    longest = max((len(name.text) for name in all_names), default=0)
    left = 60 if wide else 48
    right = min(int(longest * 7.6) + 16, 210 if wide else 120)
    spec = theme.frame(width, height, left=left, right=right, top=26)
    spec["encoding"] = {
        "x": {
            **theme.number("x"),
            "scale": {"type": "log", "domain": axes.x, "nice": False},
            "axis": {
                "title": axes.x_title,
                "values": list(axes.x_ticks if wide else axes.x_ticks[:: 1 + len(axes.x_ticks) // 7]),
                "labelExpr": axes.x_format,
                "grid": False,
                "labelOverlap": "greedy",
                "titlePadding": 8,
            },
        },
        "y": {
            **theme.number("y"),
            "scale": {"type": "log", "domain": axes.y, "nice": False},
            "axis": {
                "values": list(axes.y_ticks) or _y_ticks(axes.y),
                "labelExpr": axes.y_format,
                "ticks": False,
                "domain": False,
                "title": axes.y_title,
                "titleAngle": 0,
                "titleAlign": "left",
                "titleX": 6 - left,
                "titleY": -10,
                "titleBaseline": "bottom",
            },
        },
    }
    drawn = [layer for line in lines for layer in _layers(line)]
    spec["layer"] = [*background, *drawn, *_name_layers(all_names, axes, spec["height"], right)]
    return spec


def _y_ticks(domain: tuple[float, float]) -> list[float]:
    low, high = (math.log10(v) for v in domain)
    steps = (1, 2, 5) if high - low < 1.6 else (1,) if high - low > 3.5 else (1, 3)
    ticks = [s * 10.0**p for p in range(math.floor(low), math.ceil(high) + 1) for s in steps]
    return [t for t in ticks if domain[0] <= t <= domain[1]]


def _layers(line: Line) -> list[Spec]:
    rows = [{"x": s.x, "y": s.y, "low": s.low, "high": s.high, "d": s.text} for s in line.spots]
    quiet = {"aria": False, "clip": True}
    layers: list[Spec] = []
    wide = [row for row, s in zip(rows, line.spots, strict=True) if s.high > 1.02 * s.low]
    if wide:
        whisker = {"type": "rule", "color": line.color, "strokeWidth": 5, "opacity": 0.25, **quiet}
        layers.append(theme.layer(whisker, {"y": theme.number("low"), "y2": {"field": "high"}}, wide))
    stroke = {"type": "line", "color": line.color, "strokeWidth": 1.5 if line.faint else 2.2, **quiet}
    if line.dash != SOLID:
        stroke["strokeDash"] = list(line.dash)
    dot = theme.dot(line.color, line.shape, 42) if line.strong else theme.dot(line.color, size=22)
    return [*layers, theme.layer(stroke, {}, rows), theme.layer(dot, theme.DESCRIBED, rows)]


def _name(line: Line) -> Name:
    return Name(line.label, line.spots[-1].y, theme.MUTED if line.faint else line.color, line.strong)


def _name_layers(names: Sequence[Name], axes: Axes, height: int, room: int) -> list[Spec]:
    """Return the names at the ends of their lines, moved apart where they would overlap."""
    low, high = (math.log(v) for v in axes.y)

    def pixel(y: float) -> float:
        return height * (1 - (math.log(min(max(y, axes.y[0]), axes.y[1])) - low) / (high - low))

    placed = theme.apart([pixel(name.y) for name in names], _LABEL_GAP, 4, height - 4)
    layers = []
    for name, y in zip(names, placed, strict=True):
        text = theme.clipped(name.text, room - (16 if name.strong else 10))
        mark = theme.word(9, name.color, text=text, fontWeight=600 if name.strong else "normal")
        layers.append(theme.layer(mark, {"x": {"value": "width"}, "y": {"value": y}}))
    return layers
