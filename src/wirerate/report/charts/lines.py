"""A line chart on logarithmic axes with names at the line ends: shared by rate by packet size and by working set."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from wirerate.report.charts import theme
from wirerate.report.charts.theme import Spec
from wirerate.report.views.series import Curve

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
    x_format: str = ""  # a Vega expression for the label of `datum.value`
    extra: tuple[Spec, ...] = field(default=())


def styled(curves: Sequence[Curve], labels: dict[str, str]) -> list[Line]:
    """MACs in use today in colour, MD5 as the historical case in brown dashes, ceiling and floor in grey dots."""
    lines, used = [], 0
    colors: dict[str, int] = {}
    for curve in curves:
        label = labels[curve.subject] + (f", batches of {curve.batch}" if curve.batch > 1 else "")
        if curve.role != "subject":
            lines.append(Line(curve, f"{label} ({curve.role})", theme.CEILING, "circle", (1, 3)))
        elif curve.historical:
            lines.append(Line(curve, label, theme.HISTORICAL, "stroke", (6, 3) if curve.batch == 1 else (2, 2)))
        else:
            index = colors.setdefault(curve.subject, used)
            used = len(colors)
            look = index % len(theme.SERIES)
            lines.append(Line(curve, label, theme.SERIES[look], theme.SHAPES[look], (2, 2) if curve.batch > 1 else (1, 0)))
    return lines


def decades(values: Sequence[float]) -> tuple[float, float]:
    """A domain that holds all values with some air, ends at 1, 2 or 5 times a power of ten."""
    return _step(min(values) / 1.15, math.floor), _step(max(values) * 1.15, math.ceil)


def _step(value: float, towards: object) -> float:
    base = 10 ** math.floor(math.log10(value))
    steps = [base * s for s in (1, 2, 5, 10)]
    if towards is math.floor:
        return max((s for s in steps if s <= value), default=base)
    return min((s for s in steps if s >= value), default=base * 10)


def line_chart(lines: Sequence[Line], axes: Axes, width: int, under: Sequence[Spec], what: str) -> Spec:
    """The drawing: `under` (bands, link lines) first, then the interval, the lines, the points and the names."""
    wide = width >= 600
    height = 420 if wide else 380
    longest = max((len(line.label) for line in lines), default=0)
    right = min(int(longest * theme.CHARACTER) + 16, 210 if wide else 112)
    spec = theme.frame(width, height, left=52 if wide else 40, right=right, top=22)
    y_title = {"text": "Gbit/s", "align": "left", "angle": 0, "anchor": "start", "x": -34, "y": -10, "baseline": "bottom"}
    spec["encoding"] = {
        "x": {
            "field": "x",
            "type": "quantitative",
            "scale": {"type": "log", "domain": axes.x, "nice": False},
            "axis": {
                "title": axes.x_title,
                "values": list(axes.x_ticks if wide else axes.x_ticks[:: 1 + len(axes.x_ticks) // 7]),
                "labelExpr": axes.x_format or "datum.label",
                "grid": False,
                "labelOverlap": True,
                "titlePadding": 8,
            },
        },
        "y": {
            "field": "y",
            "type": "quantitative",
            "scale": {"type": "log", "domain": axes.y, "nice": False},
            "axis": {
                "values": _y_ticks(axes.y),
                "format": "~r",
                "ticks": False,
                "domain": False,
                "title": y_title["text"],
                "titleAngle": 0,
                "titleAlign": "left",
                "titleX": 6 - (52 if wide else 40),
                "titleY": -12,
                "titleBaseline": "bottom",
            },
        },
    }
    drawn = [layer for line in lines for layer in _layers(line, what)]
    spec["layer"] = [*under, *drawn, *_names(lines, axes, spec["height"], right)]
    return spec


def _y_ticks(domain: tuple[float, float]) -> list[float]:
    low, high = (math.log10(v) for v in domain)
    steps = (1, 2, 5) if high - low < 1.6 else (1,) if high - low > 3.5 else (1, 3)
    ticks = [s * 10.0**p for p in range(math.floor(low), math.ceil(high) + 1) for s in steps]
    return [t for t in ticks if domain[0] <= t <= domain[1]]


def _layers(line: Line, what: str) -> list[Spec]:
    points = line.curve.points
    rows = [{"x": p.x, "y": p.gbits, "low": p.low, "high": p.high, "d": f"{line.label}, {what.format(p)}"} for p in points]
    data = {"values": rows}
    quiet = {"aria": False, "clip": True}
    layers: list[Spec] = []
    if any(p.high > 1.02 * p.low for p in points):
        area = {"type": "area", "color": line.color, "opacity": 0.14, **quiet}
        layers.append({"data": data, "mark": area, "encoding": {"y": _y("low"), "y2": {"field": "high"}}})
    stroke = {"type": "line", "color": line.color, "strokeWidth": 2.2, "strokeDash": list(line.dash), **quiet}
    if line.dash == (1, 0):
        del stroke["strokeDash"]
    if line.curve.role != "subject":
        stroke["strokeWidth"] = 1.5
    layers.append({"data": data, "mark": stroke})
    mark = {"type": "point", "filled": True, "size": 42, "color": line.color, "opacity": 1, "shape": line.shape}
    if line.curve.historical or line.curve.role != "subject":
        mark |= {"shape": "circle", "size": 22}
    layers.append({"data": data, "mark": mark, "encoding": {"description": {"field": "d", "type": "nominal"}}})
    return layers


def _y(field_name: str) -> Spec:
    return {"field": field_name, "type": "quantitative"}


def _names(lines: Sequence[Line], axes: Axes, height: int, room: int) -> list[Spec]:
    """The lines' names at their ends, moved apart where they would overlap."""
    if not lines:
        return []
    low, high = (math.log(v) for v in axes.y)

    def pixel(rate: float) -> float:
        return height * (1 - (math.log(min(max(rate, axes.y[0]), axes.y[1])) - low) / (high - low))

    wanted = [pixel(line.curve.points[-1].gbits) for line in lines]
    placed = theme.apart(wanted, _LABEL_GAP, 4, height - 4)
    return [
        {
            "data": {"values": [{}]},
            "mark": {
                "type": "text",
                "align": "left",
                "baseline": "middle",
                "dx": 8,
                "aria": False,
                "text": theme.clipped(line.label, room - 10),
                "color": line.color if line.curve.role == "subject" else theme.MUTED,
                "fontWeight": "normal" if line.curve.historical or line.curve.role != "subject" else 600,
            },
            "encoding": {"x": {"value": "width"}, "y": {"value": y}},
        }
        for line, y in zip(lines, placed, strict=True)
    ]
