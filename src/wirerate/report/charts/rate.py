# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rate by packet size, held against the links: the chart of the first screen."""

from __future__ import annotations

import math
from collections.abc import Sequence

from wirerate.errors import UsageError
from wirerate.links import Link, parse_link
from wirerate.records import AnyRun
from wirerate.report import naming, numbers, series
from wirerate.report.charts import theme
from wirerate.report.charts.chart import Chart
from wirerate.report.charts.lines import Axes, Name, aired, line_chart, styled
from wirerate.report.charts.theme import Spec
from wirerate.report.series import Curve
from wirerate.report.table import Cell, Column, Group, Table

DEFAULT_LINKS = ("1G", "10G", "100G")
_TICKS = (16, 64, 128, 256, 576, 1500, 4096, 9000, 65536)
_SAMPLES = 96  # of a link line, which bends where Ethernet pads and ATM fills a cell


def chart(run: AnyRun, links: Sequence[str] = ()) -> Chart | None:
    """None when no subject was measured at two sizes or more."""
    curves = series.size_curves(run)
    shown = series.drawn(curves)
    if not shown:
        return None
    held = links_of(run, links)

    def spec(width: int) -> Spec:
        return _spec(shown, held, width)

    return Chart("rate-by-size", finding(run, shown, held), _reads(shown, held), table(curves), spec)


def links_of(run: AnyRun, links: Sequence[str] = ()) -> list[Link]:
    """The links asked for, else those of the run's verdicts, else the common Ethernets."""
    names = list(links) or list(dict.fromkeys(v.link for v in run.verdicts)) or list(DEFAULT_LINKS)
    held = []
    for name in names:
        try:
            held.append(parse_link(name))
        except UsageError:
            if links:
                raise  # a run may name a link that this version does not know: its line is left out
    return held


def keeps_up_from(curve: Curve, link: Link, *, surely: bool = True) -> float | None:
    """The smallest size measured from which the curve stays at or above the link: with its whole interval, as the
    verdicts ask, or, where that is not sure, with its upper end."""
    start = None
    for point in reversed(curve.points):
        if (point.low if surely else point.high) * 1e9 < link.ip_bps(int(point.x)):
            break
        start = point.x
    return start


def finding(run: AnyRun, shown: Sequence[Curve], links: Sequence[Link]) -> str:
    """The title: the fastest MAC of today against the link that divides the field, and the historical case."""
    subjects = [c for c in shown if c.role == "subject"]
    if not subjects:
        return "Rate by packet size"
    front = max(subjects, key=lambda c: (naming.usable(run, c.subject), c.batch == 1, c.points[-1].gbits))
    past = [c for c in subjects if c.historical and c is not front]
    if not links:
        return (
            f"{naming.algorithm(front.subject)} reaches {numbers.rate(max(p.gbits for p in front.points))} on one core"
        )
    link = max(links, key=lambda link: (_divides(subjects, link), link.nominal_bps))
    sentence = f"{naming.algorithm(front.subject)} {_reach(front, link)}"
    if past:
        old = min(past, key=lambda c: (c.batch, "hmac" not in c.subject))
        sentence += f"; {naming.algorithm(old.subject)} {_reach(old, link, again=True)}"
    return f"One core and {link.title}: {sentence}"


def _divides(subjects: Sequence[Curve], link: Link) -> int:
    return len({keeps_up_from(c, link) for c in subjects})


def _reach(curve: Curve, link: Link, *, again: bool = False) -> str:
    start = keeps_up_from(curve, link)
    if start is None and keeps_up_from(curve, link, surely=False) is not None:
        return "is uncertain too" if again else "is uncertain, this run was too noisy"
    if start is None:
        return "at no size" if again else "falls short at every size"
    if start == curve.points[0].x:
        return "at every size" if again else "keeps up at every size"
    verb = "" if again else "keeps up "
    return f"{verb}from {start:,.0f}-byte packets on"


def _reads(shown: Sequence[Curve], links: Sequence[Link]) -> str:
    red = f" Red lines: the IP bytes that {_listed([link.title for link in links])} can carry." if links else ""
    brown = " Brown dashes: MD5, the case of RFC 1810." if any(c.historical for c in shown) else ""
    grey = " Grey: what no authenticator passes, or needs least." if any(c.role != "subject" for c in shown) else ""
    return (
        f"One core, {shown[0].condition}; bytes authenticated are the IP packet's.{red}{brown}{grey} "
        "Above a red line an authenticator keeps up with that link. Pale bars: intervals wider than 2 %. "
        "One line per algorithm, of its fastest implementation here; the table has all."
    )


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


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
        aired([*rates, *needs]),
        ticks or tuple(sorted(sizes)),
        "IP packet, bytes (log)",
        "format(datum.value, ',')",
    )
    lines = styled(shown)
    what = "{0.x:,.0f} bytes: {0.gbits:.4g} Gbit/s, {0.ns.median:.4g} ns per packet"
    names = [Name(f"{link.name} link", link.ip_bps(int(high)) / 1e9, theme.LINK) for link in near]
    return line_chart(lines, axes, width, [_link_line(link, low, high) for link in near], what, names)


def _link_line(link: Link, low: float, high: float) -> Spec:
    ratio = math.log(high / low)
    sizes = sorted({round(low * math.exp(ratio * i / (_SAMPLES - 1))) for i in range(_SAMPLES)})
    rows = [{"x": size, "y": link.ip_bps(size) / 1e9} for size in sizes]
    line = {"type": "line", "color": theme.LINK, "strokeWidth": 1.2, "clip": True, "aria": False}
    return {"data": {"values": rows}, "mark": line}


def table(curves: Sequence[Curve]) -> Table:
    """Every size and subject measured, sizes across."""
    sizes = sorted({p.x for c in curves for p in c.points})
    columns = (
        Column("subject", ("subject",), numeric=False),
        *(Column(f"{size:,.0f} B", (f"gbit_per_s_{size:.0f}", f"ns_{size:.0f}")) for size in sizes),
    )
    groups: dict[str, list[tuple[Cell, ...]]] = {}
    for curve in curves:
        at = {p.x: p for p in curve.points}
        cells = [_cell(at.get(size)) for size in sizes]
        name = Cell(naming.ROLES.get(curve.role, "") + curve.subject, "", (curve.subject,))
        groups.setdefault(curve.condition, []).append((name, *cells))
    rows = tuple(Group(f"Gbit/s, {heading}", tuple(group)) for heading, group in groups.items())
    return Table("rate_by_size", columns, rows)


def _cell(point: series.Point | None) -> Cell:
    if point is None:
        return Cell(numbers.NONE, "dim", (None, None))
    hint = f"{numbers.bounds(point.ns)} ns, {numbers.confidence(point.ns)}"
    return Cell(numbers.significant(point.gbits), "", (point.gbits, point.ns.median), hint)
