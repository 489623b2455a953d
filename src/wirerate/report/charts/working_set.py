# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rate by working set, over bands of the machine's own caches: what leaving a cache costs."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.records import AnyRun
from wirerate.report import naming, numbers, series
from wirerate.report.charts import theme
from wirerate.report.charts.chart import Chart
from wirerate.report.charts.lines import Axes, aired, line_chart, styled
from wirerate.report.charts.theme import Spec
from wirerate.report.series import Curve
from wirerate.report.table import Cell, Column, Group, Table


def chart(run: AnyRun) -> Chart | None:
    """None when no sweep was measured."""
    curves = series.sweep_curves(run)
    if not curves:
        return None
    shown = _one_per_algorithm(curves)
    caches = _caches(run)

    def spec(width: int) -> Spec:
        return _spec(shown, caches, width)

    reads = (
        f"{shown[0].condition}; the bytes come from a buffer of the working set's size, in random order. "
        "Bands: this machine's caches as it reports them (per instance)."
    )
    return Chart("working-set", finding(shown), reads, table(curves), spec)


def finding(shown: Sequence[Curve]) -> str:
    """Who loses most and who least between the smallest and the largest working set."""
    subjects = [c for c in shown if c.role == "subject"] or list(shown)
    losses = sorted(
        (1 - c.points[-1].gbits / max(p.gbits for p in c.points), naming.algorithm(c.subject)) for c in subjects
    )
    (least, steady), (most, hit) = losses[0], losses[-1]
    largest = numbers.size(max(p.x for c in shown for p in c.points))
    if most < 0.05:
        return f"Up to {largest}, where the bytes lie changes no rate by more than {numbers.share(max(most, 0))}"
    sentence = f"From memory ({largest}), {hit} loses {numbers.share(most)} of its best rate"
    return sentence if steady == hit else f"{sentence}, {steady} {numbers.share(max(least, 0))}"


def _one_per_algorithm(curves: Sequence[Curve]) -> list[Curve]:
    best: dict[tuple[str, bool], Curve] = {}
    for curve in curves:
        key = naming.algorithm(curve.subject), curve.batch > 1
        if key not in best or curve.points[0].gbits > best[key].points[0].gbits:
            best[key] = curve
    return sorted(best.values(), key=lambda c: (c.historical, c.role != "subject"))


def _caches(run: AnyRun) -> list[tuple[str, int]]:
    found = run.environment.caches if run.environment else ()
    return sorted(((cache.name, cache.bytes) for cache in found if cache.bytes), key=lambda cache: cache[1])


def _spec(shown: Sequence[Curve], caches: Sequence[tuple[str, int]], width: int) -> Spec:
    low = min(c.points[0].x for c in shown)
    high = max(c.points[-1].x for c in shown)
    rates = [p.gbits for c in shown for p in c.points]
    ticks = tuple(float(4**p) for p in range(4, 22) if low <= 4**p <= high)
    size = ("datum.value >= 1073741824 ? datum.value / 1073741824 + ' GiB' : datum.value >= 1048576 ? "
            "datum.value / 1048576 + ' MiB' : datum.value / 1024 + ' KiB'")  # fmt: skip
    axes = Axes((low, high), aired(rates), ticks, "working set (log)", size)
    what = "{0.x:,.0f} bytes of working set: {0.gbits:.4g} Gbit/s"
    lines = styled(shown)
    return line_chart(lines, axes, width, _bands(caches, low, high), what)


def _bands(caches: Sequence[tuple[str, int]], low: float, high: float) -> list[Spec]:
    layers: list[Spec] = []
    start = low
    edges = [*caches, ("memory", int(high))]
    for number, (name, end) in enumerate(edges):
        stop = min(float(end), high)
        if stop <= start:
            continue
        data = {"values": [{"x": start, "x2": stop}]}
        x = {"x": {"field": "x", "type": "quantitative"}, "x2": {"field": "x2"}, "y": {"value": 0}}
        if number % 2 == 0:
            rect = {"type": "rect", "color": theme.BAND, "aria": False}
            layers.append({"data": data, "mark": rect, "encoding": {**x, "y2": {"value": "height"}}})
        text = {"type": "text", "align": "left", "baseline": "top", "dx": 5, "dy": 5, "color": theme.MUTED,
                "aria": False, "text": name}  # fmt: skip
        layers.append({"data": data, "mark": text, "encoding": {"x": x["x"], "y": {"value": 0}}})
        start = stop
    return layers


def table(curves: Sequence[Curve]) -> Table:
    sizes = sorted({p.x for c in curves for p in c.points})
    names = [Column(numbers.size(size), (f"gbit_per_s_{size:.0f}",)) for size in sizes]
    rows = []
    for curve in curves:
        at = {p.x: p.gbits for p in curve.points}
        cells = [
            Cell(numbers.significant(at[s]), "", (at[s],)) if s in at else Cell(numbers.NONE, "dim") for s in sizes
        ]
        mode = naming.aside(curve.operation, curve.keyed)
        batch = f", {naming.batch(curve.batch)}" if curve.batch > 1 else ""
        rows.append(
            (Cell(f"{naming.ROLES.get(curve.role, '')}{curve.subject}{mode}{batch}", "", (curve.subject,)), *cells)
        )
    columns = (Column("subject", ("subject",), numeric=False), *names)
    return Table("working_set", columns, (Group(f"Gbit/s, {curves[0].condition}", tuple(rows)),))
