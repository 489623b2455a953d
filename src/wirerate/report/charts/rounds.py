# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Every round in the order in which it ran, with outliers marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from wirerate.records import AnyRun, Measurement
from wirerate.report import columns, labels, numbers, series
from wirerate.report.charts import theme
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.table import Cell, Filled, listed
from wirerate.statistics import outliers

_STRIP, _HEAD = 62, 22  # px: the band of one subject, and its name above
_LEAST_SPAN = 0.01  # a fixed minimum keeps the noise of a quiet machine from looking large
_BAND = 8  # half width of a band in typical deviations


@dataclass(frozen=True)
class _Series:
    measurement: Measurement
    deviation: tuple[float, ...]  # deviation of each round from the median, relative to the median
    marked: tuple[bool, ...]


def chart(run: AnyRun) -> Chart | None:
    """Draw the rounds; None when the run has none."""
    measured = series.round_series(run)
    if not measured:
        return None
    strips = [_series(m) for m in measured]

    reads = (
        f"Each round's time per packet relative to the subject's median ({labels.condition(measured[0])}), in time "
        "order. The median's interval stands beside the name. Rings mark outliers (modified z-score), which count like "
        f"all other rounds. The band is ±{numbers.share(_span(strips), 1)}; rounds beyond it lie at its edge."
    )
    return Chart("rounds", finding(strips), reads, listed("rounds", _COLUMNS, strips), partial(_spec, strips))


def _series(m: Measurement) -> _Series:
    middle = sorted(m.samples_ns)[len(m.samples_ns) // 2]
    deviation = tuple(ns / middle - 1 for ns in m.samples_ns)
    return _Series(m, deviation, tuple(outliers(m.samples_ns)))


def finding(strips: Sequence[_Series]) -> str:
    """Return the title: how far half of the rounds lie from their median, and how many are outliers."""
    count = sum(len(s.deviation) for s in strips)
    far = sum(map(sum, (s.marked for s in strips)))
    marked = "none is an outlier" if far == 0 else f"{far} {'is an outlier' if far == 1 else 'are outliers'}"
    return f"Half of the rounds lie within {numbers.share(_typical(strips), 1)} of their median; of {count:,}, {marked}"


def _span(strips: Sequence[_Series]) -> float:
    return max(_LEAST_SPAN, _BAND * _typical(strips))


def _typical(strips: Sequence[_Series]) -> float:
    """Return the deviation from the median that half of the rounds stay below."""
    ordered = sorted(abs(d) for s in strips for d in s.deviation)
    return ordered[len(ordered) // 2]


def _spec(strips: Sequence[_Series], width: int) -> Spec:
    span, longest = _span(strips), max(len(s.deviation) for s in strips)
    spec = theme.frame(width, (_STRIP + _HEAD) * len(strips) + 60, left=14, right=18, top=4, bottom=50)
    axis = {"title": "round", "grid": False, "ticks": False, "tickMinStep": 1, "tickCount": 6}
    scale = {"type": "linear", "domain": [0.5, longest + 0.5], "nice": False}
    spec["encoding"] = {"x": {**theme.number("x"), "scale": scale, "axis": axis}}
    spec["layer"] = [
        layer for i, s in enumerate(strips) for layer in _strip(s, (_STRIP + _HEAD) * i + _HEAD, span, width - 20)
    ]
    return spec


def _strip(s: _Series, top: int, span: float, room: int) -> list[Spec]:
    color, _ = theme.look(labels.algorithm(s.measurement.subject))
    middle = top + _STRIP / 2
    name = f"{s.measurement.subject}: {_summary(s)}"

    def pixel(deviation: float) -> float:
        return round(middle - max(-1.0, min(1.0, deviation / span)) * (_STRIP / 2 - 4), 1)

    rows = [{"x": i + 1, "y": pixel(d)} for i, d in enumerate(s.deviation)]
    described = [{**row, "d": f"round {row['x']}: {numbers.time_ns(ns)}, an outlier"}
            for row, ns in zip(rows, s.measurement.samples_ns, strict=True)]  # fmt: skip
    far = [row for row, marked in zip(described, s.marked, strict=True) if marked]
    y = {"y": {"field": "y", "type": "quantitative", "scale": None, "axis": None}}
    whole = {"x": {"value": 0}, "x2": {"value": "width"}}
    label = {"type": "text", "align": "left", "baseline": "bottom", "dy": -4, "color": theme.INK, "aria": False}
    ring = {"type": "point", "filled": False, "size": 50, "strokeWidth": 1.6, "color": theme.LINK}
    return [
        theme.layer(
            {"type": "rect", "color": theme.BAND, "description": name},
            {**whole, "y": {"value": top}, "y2": {"value": top + _STRIP}},
        ),
        theme.layer({**label, "text": theme.clipped(name, room)}, {"x": {"value": 0}, "y": {"value": top}}),
        theme.layer({"type": "rule", "color": theme.GRID, "aria": False}, {**whole, "y": {"value": middle}}),
        theme.layer({"type": "line", "color": color, "strokeWidth": 1.3, "aria": False}, y, rows),
        *([theme.layer(ring, {**y, **theme.DESCRIBED}, far)] if far else []),
    ]


def _summary(s: _Series) -> str:
    far = sum(s.marked)
    interval = numbers.spread(s.measurement.ns) if s.measurement.ns else ""
    return f"{interval}, {numbers.count(far, 'outlier')}"


def _interval(s: _Series) -> Cell:
    ns = s.measurement.ns
    assert ns is not None  # round_series returns timed measurements only
    return Cell(numbers.bounds(ns), "", (ns.low, ns.high, ns.confidence), numbers.confidence(ns))


def _share(value: float | None) -> Cell:
    return Cell(numbers.NONE if value is None else numbers.percent(value), "", (value,))


_COLUMNS: tuple[Filled[_Series], ...] = (
    columns.words("subject", "subject", lambda s: s.measurement.subject, "strong"),
    columns.figure("rounds", "rounds", lambda s: len(s.deviation), str),
    columns.figure("median ns", "ns", lambda s: s.measurement.ns.median if s.measurement.ns else None),
    Filled("interval", ("low", "high", "confidence"), cell=_interval),
    columns.figure("fastest", "fastest_ns", lambda s: min(s.measurement.samples_ns)),
    columns.figure("slowest", "slowest_ns", lambda s: max(s.measurement.samples_ns)),
    columns.figure("outliers", "outliers", lambda s: sum(s.marked), str),
    Filled("CPU share", ("cpu_share",), cell=lambda s: _share(s.measurement.cpu_share)),
    Filled("stolen", ("stolen",), cell=lambda s: _share(s.measurement.stolen)),
)
