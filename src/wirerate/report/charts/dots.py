# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Named rows with several series of dots on each: the value, its range as a pale bar, and a word at the row's end."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.report.charts import theme
from wirerate.report.charts.bars import bar_frame, rows
from wirerate.report.charts.theme import Spec

SERIES = ((theme.BLUE, "circle"), (theme.ORANGE, "square"), (theme.GREEN, "triangle-up"), (theme.PLUM, "diamond"))
_LEGEND = 22  # px above the first row
_STEPS: tuple[float, ...] = (1, 2, 5)
_FINE = (1, 1.5, 2, 3, 4, 5, 7)
_APART = 3.4  # px between series that would cover each other


@dataclass(frozen=True)
class Dot:
    value: float
    low: float
    high: float
    series: int
    says: str  # read aloud


@dataclass(frozen=True)
class DotRow:
    name: str
    dots: tuple[Dot, ...]
    end: str = ""  # at the right


def dot_chart(lines: Sequence[DotRow], series: Sequence[str], axis: str, width: int) -> Spec:
    """`series`: their names, in the legend; the axis is logarithmic."""
    laid = rows([line.name for line in lines], width)
    ends = [end for line in lines for dot in line.dots for end in (dot.low, dot.high)]
    low, high = min(ends) / 1.2, max(ends) * 1.2
    scale = {"type": "log", "domain": [low, high], "nice": False}
    described = {"title": axis, "values": ticks(low, high), "domain": False, "ticks": False, "format": ",~r",
                 "labelOverlap": True}  # fmt: skip
    longest = max(len(line.end) for line in lines)
    spec = bar_frame(laid, width, scale, described, right=int(longest * theme.CHARACTER) + 20 if longest else 24)
    spec["padding"]["top"] += _LEGEND
    spec["layer"] = [
        *legend(series, _LEGEND - 8),
        *laid.labels(),
        *(layer for i, line in enumerate(lines) for layer in _row(line, laid.middle(i), len(series))),
    ]
    return spec


def ticks(low: float, high: float) -> list[float]:
    """1, 2, 5 and their tenfolds between the ends; tenfolds alone over three decades, more within one."""
    steps = _STEPS if high / low < 1000 else (1,)
    if high / low < 8:
        steps = _FINE
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    return [s * 10.0**p for p in range(first, last + 1) for s in steps if low <= s * 10.0**p <= high]


def _row(line: DotRow, middle: float, series: int) -> list[Spec]:
    layers: list[Spec] = []
    for dot in line.dots:
        color, shape = SERIES[dot.series]
        apart = _APART if series > 2 and len(line.dots) > 1 else 0
        y = {"value": middle + (dot.series - (series - 1) / 2) * apart}
        data = [{"x": dot.value, "low": dot.low, "high": dot.high, "d": dot.says}]
        bar = {"type": "rule", "color": color, "strokeWidth": 7, "opacity": 0.28, "strokeCap": "round", "aria": False}
        mark = {"type": "point", "filled": True, "size": 62, "opacity": 1, "color": color, "shape": shape}
        span = {"x": {"field": "low", "type": "quantitative"}, "x2": {"field": "high"}, "y": y}
        layers += [
            theme.layer(bar, span, data),
            theme.layer(mark, {"y": y, "description": {"field": "d", "type": "nominal"}}, data),
        ]
    if line.end:
        text = {"type": "text", "align": "left", "baseline": "middle", "dx": 10, "color": theme.MUTED, "aria": False,
                "text": line.end}  # fmt: skip
        layers.append(theme.layer(text, {"x": {"value": "width"}, "y": {"value": middle}}))
    return layers


def legend(series: Sequence[str], above: int) -> list[Spec]:
    """Names of the series, each beside its mark, so many pixels above the chart."""
    layers: list[Spec] = []
    x = 0.0
    for index, name in enumerate(series):
        color, shape = SERIES[index]
        at = {"x": {"value": x + 5}, "y": {"value": -above}}
        mark = {"type": "point", "filled": True, "size": 62, "opacity": 1, "color": color, "shape": shape,
                "aria": False}  # fmt: skip
        text = {"type": "text", "align": "left", "baseline": "middle", "dx": 9, "text": name, "aria": False}
        layers += [theme.layer(mark, at), theme.layer(text, at)]
        x += len(name) * theme.CHARACTER + 28
    return layers
