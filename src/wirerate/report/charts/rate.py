# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rate by packet size compared with links, and rate by working set compared with the machine's caches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from wirerate.errors import UsageError
from wirerate.links import Link, parse_link
from wirerate.records import AnyRun
from wirerate.report import charts, labels, numbers, series
from wirerate.report.charts import theme
from wirerate.report.charts.lines import Axes, Name, line_chart, padded_domain, styled
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.series import Curve
from wirerate.report.table import Cell, Column, Group, Table

DEFAULT_LINKS = ("1G", "10G", "100G")
_TICKS = (16, 64, 128, 256, 576, 1500, 4096, 9000, 65536)
_SAMPLES = 96  # points of a link line, which bends where Ethernet pads a frame or ATM fills a cell


def chart(run: AnyRun, links: Sequence[str] = ()) -> Chart | None:
    """Draw the rates; None when no subject was measured at two sizes or more."""
    curves = series.size_curves(run)
    shown = series.drawn(curves)
    if not shown:
        return None
    lines = links_of(run, links)
    title = finding(run, shown, lines)
    return Chart("rate-by-size", title, _reads(shown, lines), table(curves), partial(_spec, shown, lines))


def standalone(run: AnyRun, links: Sequence[str] = (), command: str = "") -> str:
    """Return the chart for README and docs as SVG text. The caption names the hardware and `command`, which draws the
    chart again. The extra `report` must be installed."""
    drawn = chart(run, links)
    if drawn is None:
        fix = "wirerate speed --length 64,128,256,576,1500,9000 --cache cold"
        raise UsageError("this run has no rate by packet size to draw", fix=f"type: {fix}")
    source = f" Made by: {command}" if command else ""
    return charts.standalone_svg(drawn, f"{labels.hardware(run)}, cold, one core.{source}")


def links_of(run: AnyRun, links: Sequence[str] = ()) -> list[Link]:
    """Return the links requested, else those of the run's verdicts, else common Ethernet speeds."""
    names = list(links) or list(dict.fromkeys(v.link for v in run.verdicts)) or list(DEFAULT_LINKS)
    parsed = []
    for name in names:
        try:
            parsed.append(parse_link(name))
        except UsageError:
            if links:
                raise
            # The run comes from a later version, which knows more links.
    return parsed


def keeps_up_from(curve: Curve, link: Link, *, surely: bool = True) -> float | None:
    """Return the smallest size from which the curve stays at or above the link. With `surely`, the whole interval must
    do so, otherwise only its upper end."""
    start = None
    for point in reversed(curve.points):
        if (point.low if surely else point.high) * 1e9 < link.ip_bps(int(point.x)):
            break
        start = point.x
    return start


def finding(run: AnyRun, shown: Sequence[Curve], links: Sequence[Link]) -> str:
    """Return the title: from which size on the fastest usable MAC and MD5 keep up, on the link where subjects differ
    most."""
    subjects = [c for c in shown if c.role == "subject"]
    if not subjects:
        return "Rate by packet size"
    front = max(subjects, key=lambda c: (labels.usable(run, c.subject), c.batch == 1, c.points[-1].gbits))
    past = [c for c in subjects if c.historical and c is not front]
    if not links:
        return (
            f"{labels.algorithm(front.subject)} reaches {numbers.rate(max(p.gbits for p in front.points))} on one core"
        )
    link = max(links, key=lambda link: (len({keeps_up_from(c, link) for c in subjects}), link.nominal_bps))
    sentence = f"{labels.algorithm(front.subject)} {_reach(front, link)}"
    if past:
        old = min(past, key=lambda c: (c.batch, "hmac" not in c.subject))
        sentence += f"; {labels.algorithm(old.subject)} {_reach(old, link, again=True)}"
    return f"One core and {link.title}: {sentence}"


def _reach(curve: Curve, link: Link, *, again: bool = False) -> str:
    start = keeps_up_from(curve, link)
    if start is None and keeps_up_from(curve, link, surely=False) is not None:
        return "is undecided too" if again else "is undecided, because this run was too noisy"
    if start is None:
        return "at no size" if again else "falls short at every size"
    if start == curve.points[0].x:
        return "at every size" if again else "keeps up at every size"
    verb = "" if again else "keeps up "
    return f"{verb}from {start:,.0f}-byte packets on"


def _reads(shown: Sequence[Curve], links: Sequence[Link]) -> str:
    titles = numbers.joined([link.title for link in links]) if links else ""
    red = f" Red lines: line rate of {titles}; an authenticator above a line keeps up." if links else ""
    brown = " Brown dashes: MD5 (RFC 1810)." if any(c.historical for c in shown) else ""
    grey = " Grey: reading only, and a plain checksum." if any(c.role != "subject" for c in shown) else ""
    return (
        f"One core, {shown[0].condition}; the whole IP packet is authenticated.{red}{brown}{grey} "
        "Pale bars: intervals wider than 2 %. Only each algorithm's fastest implementation is drawn; "
        "the table has them all."
    )


def _spec(shown: Sequence[Curve], links: Sequence[Link], width: int) -> Spec:
    low = min(c.points[0].x for c in shown)
    high = max(c.points[-1].x for c in shown)
    rates = [p.gbits for c in shown for p in c.points]
    near = [link for link in links if min(rates) / 30 < link.nominal_bps / 1e9 < max(rates) * 30]
    needs = [link.ip_bps(int(size)) / 1e9 for link in near for size in (low, high)]
    sizes = {p.x for c in shown for p in c.points}
    ticks = tuple(t for t in _TICKS if low <= t <= high)
    axes = Axes(
        (low, high),
        padded_domain([*rates, *needs]),
        ticks or tuple(sorted(sizes)),
        "IP packet, bytes (log)",
        "format(datum.value, ',')",
    )
    lines = styled(shown, "{0.x:,.0f} bytes: {0.gbits:.4g} Gbit/s, {0.ns.median:.4g} ns per packet")
    names = [Name(f"{link.name} link", link.ip_bps(int(high)) / 1e9, theme.LINK) for link in near]
    return line_chart(lines, axes, width, [_link_line(link, low, high) for link in near], names)


def _link_line(link: Link, low: float, high: float) -> Spec:
    ratio = math.log(high / low)
    sizes = sorted({round(low * math.exp(ratio * i / (_SAMPLES - 1))) for i in range(_SAMPLES)})
    rows = [{"x": size, "y": link.ip_bps(size) / 1e9} for size in sizes]
    line = {"type": "line", "color": theme.LINK, "strokeWidth": 1.2, "clip": True, "aria": False}
    return {"data": {"values": rows}, "mark": line}


def table(curves: Sequence[Curve]) -> Table:
    """Return the rate of every subject (down) at every size (across)."""
    sizes = sorted({p.x for c in curves for p in c.points})
    columns = (
        Column("subject", ("subject",), numeric=False),
        *(Column(f"{size:,.0f} B", (f"gbit_per_s_{size:.0f}", f"ns_{size:.0f}")) for size in sizes),
    )
    groups: dict[str, list[tuple[Cell, ...]]] = {}
    for curve in curves:
        by_size = {p.x: p for p in curve.points}
        cells = [_cell(by_size.get(size)) for size in sizes]
        name = Cell(labels.ROLES.get(curve.role, "") + curve.subject, "", (curve.subject,))
        groups.setdefault(curve.condition, []).append((name, *cells))
    rows = tuple(Group(f"Gbit/s, {heading}", tuple(group)) for heading, group in groups.items())
    return Table("rate_by_size", columns, rows)


def _cell(point: series.Point | None) -> Cell:
    if point is None:
        return Cell(numbers.NONE, "dim", (None, None))
    hint = f"{numbers.bounds(point.ns)} ns, {numbers.confidence(point.ns)}"
    return Cell(numbers.significant(point.gbits), "", (point.gbits, point.ns.median), hint)


def by_working_set(run: AnyRun) -> Chart | None:
    """Draw the rates; None when no sweep was measured."""
    curves = series.sweep_curves(run)
    if not curves:
        return None
    shown = _one_per_algorithm(curves)
    caches = _cache_sizes(run)

    reads = (
        f"{shown[0].condition}; data are read in random order from a buffer of the working set's size. "
        "Bands: the caches that this machine reports (per instance)."
    )
    return Chart(
        "working-set", working_set_finding(shown), reads, working_set_table(curves), partial(_swept_spec, shown, caches)
    )


def working_set_finding(shown: Sequence[Curve]) -> str:
    """Return the title: which subject loses most of its rate in memory, and which least."""
    subjects = [c for c in shown if c.role == "subject"] or list(shown)
    losses = sorted(
        (1 - c.points[-1].gbits / max(p.gbits for p in c.points), labels.algorithm(c.subject)) for c in subjects
    )
    (least, steady), (most, hit) = losses[0], losses[-1]
    largest = numbers.size(max(p.x for c in shown for p in c.points))
    if most < 0.05:
        return f"A working set of up to {largest} changes no rate by more than {numbers.share(max(most, 0))}"
    sentence = f"From memory ({largest}), {hit} loses {numbers.share(most)} of its best rate"
    return sentence if steady == hit else f"{sentence}, {steady} {numbers.share(max(least, 0))}"


def _one_per_algorithm(curves: Sequence[Curve]) -> list[Curve]:
    best: dict[tuple[str, bool], Curve] = {}
    for curve in curves:
        key = labels.algorithm(curve.subject), curve.batch > 1
        if key not in best or curve.points[0].gbits > best[key].points[0].gbits:
            best[key] = curve
    return sorted(best.values(), key=lambda c: (c.historical, c.role != "subject"))


def _cache_sizes(run: AnyRun) -> list[tuple[str, int]]:
    caches = run.environment.caches if run.environment else ()
    return sorted(((cache.name, cache.bytes) for cache in caches if cache.bytes), key=lambda cache: cache[1])


def _swept_spec(shown: Sequence[Curve], caches: Sequence[tuple[str, int]], width: int) -> Spec:
    low = min(c.points[0].x for c in shown)
    high = max(c.points[-1].x for c in shown)
    rates = [p.gbits for c in shown for p in c.points]
    ticks = tuple(float(4**p) for p in range(4, 22) if low <= 4**p <= high)
    size = ("datum.value >= 1073741824 ? datum.value / 1073741824 + ' GiB' : datum.value >= 1048576 ? "
            "datum.value / 1048576 + ' MiB' : datum.value / 1024 + ' KiB'")  # fmt: skip
    axes = Axes((low, high), padded_domain(rates), ticks, "working set (log)", size)
    lines = styled(shown, "{0.x:,.0f} bytes of working set: {0.gbits:.4g} Gbit/s")
    return line_chart(lines, axes, width, _bands(caches, low, high))


def _bands(caches: Sequence[tuple[str, int]], low: float, high: float) -> list[Spec]:
    layers: list[Spec] = []
    start = low
    edges = [*caches, ("memory", int(high))]
    for number, (name, end) in enumerate(edges):
        stop = min(float(end), high)
        if stop <= start:
            continue
        data = {"values": [{"x": start, "x2": stop}]}
        x = {"x": theme.number("x"), "x2": {"field": "x2"}, "y": {"value": 0}}
        if number % 2 == 0:
            rect = {"type": "rect", "color": theme.BAND, "aria": False}
            layers.append({"data": data, "mark": rect, "encoding": {**x, "y2": {"value": "height"}}})
        text = {"type": "text", "align": "left", "baseline": "top", "dx": 5, "dy": 5, "color": theme.MUTED,
                "aria": False, "text": name}  # fmt: skip
        layers.append({"data": data, "mark": text, "encoding": {"x": x["x"], "y": {"value": 0}}})
        start = stop
    return layers


def working_set_table(curves: Sequence[Curve]) -> Table:
    sizes = sorted({p.x for c in curves for p in c.points})
    names = [Column(numbers.size(size), (f"gbit_per_s_{size:.0f}",)) for size in sizes]
    rows = []
    for curve in curves:
        rates = {p.x: p.gbits for p in curve.points}
        cells = [
            Cell(numbers.significant(rates[s]), "", (rates[s],)) if s in rates else Cell(numbers.NONE, "dim")
            for s in sizes
        ]
        mode = labels.aside(curve.operation, curve.keyed)
        batch = f", {labels.batch(curve.batch)}" if curve.batch > 1 else ""
        rows.append(
            (Cell(f"{labels.ROLES.get(curve.role, '')}{curve.subject}{mode}{batch}", "", (curve.subject,)), *cells)
        )
    columns = (Column("subject", ("subject",), numeric=False), *names)
    return Table("working_set", columns, (Group(f"Gbit/s, {curves[0].condition}", tuple(rows)),))
