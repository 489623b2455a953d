# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Charts with a named row for each subject. The names are to the left of the rows, or above them on narrow screens."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.report.charts import theme
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
    """Return rows of dots on a logarithmic axis: a value, its range as a pale bar, and a text at the end. The legend
    names the series."""
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
        *(layer for i, line in enumerate(lines) for layer in _dots(line, laid.middle(i), len(series))),
    ]
    return spec


def ticks(low: float, high: float) -> list[float]:
    """Return ticks at 1, 2, 5 and their multiples by powers of ten: fewer over more than three decades, more within
    one."""
    steps = _STEPS if high / low < 1000 else (1,)
    if high / low < 8:
        steps = _FINE
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    return [s * 10.0**p for p in range(first, last + 1) for s in steps if low <= s * 10.0**p <= high]


def _dots(line: DotRow, middle: float, series: int) -> list[Spec]:
    layers: list[Spec] = []
    for dot in line.dots:
        color, shape = SERIES[dot.series]
        apart = _APART if series > 2 and len(line.dots) > 1 else 0
        y = {"value": middle + (dot.series - (series - 1) / 2) * apart}
        data = [{"x": dot.value, "low": dot.low, "high": dot.high, "d": dot.says}]
        ends = {"x": theme.number("low"), "x2": {"field": "high"}, "y": y}
        layers += [
            theme.layer(theme.span(color, 0.28), ends, data),
            theme.layer(theme.dot(color, shape), {"y": y, **theme.DESCRIBED}, data),
        ]
    if line.end:
        layers.append(theme.layer(theme.word(10, text=line.end), {"x": {"value": "width"}, "y": {"value": middle}}))
    return layers


def legend(series: Sequence[str], above: int) -> list[Spec]:
    """Return the names of the series with their marks, `above` pixels over the chart."""
    layers: list[Spec] = []
    x = 0.0
    for index, name in enumerate(series):
        color, shape = SERIES[index]
        at = {"x": {"value": x + 5}, "y": {"value": -above}}
        layers += [
            theme.layer(theme.dot(color, shape) | {"aria": False}, at),
            theme.layer(theme.word(9, theme.INK, text=name), at),
        ]
        x += len(name) * theme.CHARACTER + 28
    return layers


@dataclass(frozen=True)
class Rows:
    """The positions of a chart's rows, in pixels of the plot."""

    names: tuple[str, ...]
    beside: bool  # names stand on the left of the rows, not above them
    left: int
    pitch: int

    @property
    def height(self) -> int:
        return self.pitch * len(self.names)

    def middle(self, index: int) -> float:
        return self.pitch * index + (self.pitch / 2 if self.beside else self.pitch - 11)

    def labels(self) -> list[Spec]:
        return [self._label(i, name) for i, name in enumerate(self.names)]

    def _label(self, index: int, name: str) -> Spec:
        room = self.left - 12 if self.beside else 300
        mark = {"type": "text", "align": "right" if self.beside else "left", "baseline": "middle", "aria": False,
                "text": theme.clipped(name, room), "color": theme.INK}  # fmt: skip
        y = self.middle(index) if self.beside else self.pitch * index + 10
        return {"data": {"values": [{}]}, "mark": mark,
                "encoding": {"x": {"value": -10 if self.beside else 0}, "y": {"value": y}}}  # fmt: skip


def rows(names: Sequence[str], width: int) -> Rows:
    wide = width >= 600
    longest = max(map(len, names), default=0)
    left = min(int(longest * theme.CHARACTER) + 18, 260) if wide else 6
    return Rows(tuple(names), wide, left, 26 if wide else 36)


def bar_frame(laid: Rows, width: int, scale: Spec, axis: Spec, *, right: int = 40) -> Spec:
    """Return a view with a quantitative x axis and the rows of `laid`. Layers give their `y` in pixels."""
    spec = theme.frame(width, laid.height + 60, left=laid.left, right=right, top=10, bottom=50)
    spec["encoding"] = {"x": {**theme.number("x"), "scale": scale, "axis": axis}}
    return spec
