# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The page's sections on authenticators of this machine: headrooms, curves, comparisons, speeds, the model beside."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.catalogue import PROTOCOLS
from wirerate.errors import UsageError
from wirerate.graph.explanation import NEAR, NEAR_16, compare_run_with_bounds, near
from wirerate.graph.processors import processors
from wirerate.graph.rows import Misread
from wirerate.links import Link, Mix, load
from wirerate.records import AnyRun
from wirerate.report import charts, comparisons, headrooms, html, labels, numbers, questions, series, speeds
from wirerate.report.charts import bound, cost, margin, rate, rounds
from wirerate.report.series import Curve
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.verdict import rules

_NOT_MEASURED = {
    "rate-by-size": ("Rate by packet size was not measured", "wirerate speed -l 64,576,1500,9000 --cache cold"),
    "working-set": ("Rate by working set was not measured", "wirerate speed --cache sweep"),
    "cost": ("The cost by keyed state was not measured", "wirerate speed -l 64,576,1500 --keyed reuse,rekey,fresh"),
    "rounds": ("This run holds no single rounds", "wirerate check --export-json run.jsonl"),
}


def head(run: AnyRun, title: str) -> str:
    """Of a run without verdicts."""
    hint = "This run was not held against a link. To have a verdict: <code>wirerate check --link 10G</code>"
    eyebrow = f'<p class="eyebrow">wirerate {html.text(run.kind)}</p>'
    return f"<header>{eyebrow}<h1>{html.text(title)}</h1><p>{hint}</p></header>"


def sections(run: AnyRun) -> list[str]:
    """What every run of measured authenticators has, or how to add it."""
    return [
        *_headrooms(run),
        charted("rate-by-size", "Rate by packet size", rate.chart(run), run),
        charted("working-set", "Rate by working set", rate.by_working_set(run), run),
        charted("cost", "Fixed and per-byte cost by keyed state", cost.chart(run), run),
        charted("rounds", "Rounds over time", rounds.chart(run), run),
        speed(run),
        _model(run),
    ]


def charted(name: str, eyebrow: str, chart: charts.Chart | None, run: AnyRun) -> str:
    if chart is not None:
        return html.section(name, eyebrow, chart.title, html.drawing(chart, labels.hardware(run)))
    title, command = _NOT_MEASURED[name]
    added = f'<p class="empty">To add it: <code>{html.text(command)}</code></p>'
    return html.section(name, eyebrow, title, added)


def headroom(run: AnyRun) -> str:
    chart = margin.chart(run)
    if chart is None:
        return ""
    body = html.drawing(chart, labels.hardware(run))
    if len(set(map(questions.question, run.verdicts))) > 1:
        body += "<h3>Every link asked about</h3>"
        body += html.scrolled(headrooms.matrix(run), f"Headroom. {headrooms.SIGNS}", "heat")
    return html.section("headroom", "Headroom", chart.title, body)


def _headrooms(run: AnyRun) -> list[str]:
    """Headroom by packet size for each link of the run; the page's own table, without a picture."""
    curves = series.size_curves(run)
    asked = questions.contested(run.verdicts) if run.verdicts else None  # as in the answer
    first, carrier = (asked.link, asked.conditions.protocol) if asked else ("", "")
    links = sorted(rate.links_of(run), key=lambda link: link.name != first)
    if not curves or not links:
        return []
    tables = [(link, _by_size(run, curves, link, carrier)) for link in links]
    if not tables[0][1]:
        return []
    leading, *others = [_captioned(link, table, carrier) for link, table in tables]
    rest = "".join(html.folded(link.title, text) for (link, _), text in zip(tables[1:], others, strict=True))
    title = f"Headroom by packet size on {links[0].title}{_under(carrier)}"
    return [html.section("headroom-by-size", "Every size by itself", title, leading + rest)]


def _under(carrier: str) -> str:
    return f" under {carrier}" if carrier not in ("", "none") else ""


def _captioned(link: Link, table: Table, carrier: str) -> str:
    covered = (
        f"{carrier} adds to the IP packet what it adds, and its cost is taken between the sizes measured"
        if _under(carrier)
        else "the IP packet is what is authenticated"
    )
    caption = f"{link.title}: time available / time needed per packet, one core; {covered}. {headrooms.SIGNS}"
    return html.kept(table, caption, "heat")


def _by_size(run: AnyRun, curves: Sequence[Curve], link: Link, carrier: str) -> Table:
    """Subjects down, sizes across. What is not to be used is green nowhere; what the protocol does not carry is left
    out."""
    sizes = sorted({p.x for c in curves for p in c.points})
    columns = (
        Column("subject", ("subject", "keyed", "batch"), numeric=False),
        *(
            Column(f"{size:,.0f} B", tuple(f"{field}_{size:.0f}" for field in ("headroom", "low", "high")))
            for size in sizes
        ),
    )
    groups: dict[str, list[tuple[Cell, ...]]] = {}
    for curve in series.as_used(curves):
        if curve.role != "subject" or not _carries(carrier, labels.algorithm(curve.subject)):
            continue
        permitted = labels.usable(run, curve.subject)
        label = labels.short(curve.subject) + labels.aside(curve.operation, curve.keyed)
        name = Cell(label, "strong", (curve.subject, curve.keyed, curve.batch))
        cells = [_room(curve, size, link, carrier, permitted=permitted) for size in sizes]
        groups.setdefault(f"{curve.cache}, {labels.batch(curve.batch)}", []).append((name, *cells))
    shown = tuple(Group(heading, tuple(rows)) for heading, rows in groups.items())
    return Table("headroom_by_size", columns, shown, group_fields=("condition",))


def _carries(carrier: str, algorithm: str) -> bool:
    known = PROTOCOLS.get(carrier)
    return known is None or known.any_algorithm or algorithm in known.algorithms


def _room(curve: Curve, size: float, link: Link, carrier: str, *, permitted: bool) -> Cell:
    try:
        about = load(link, Mix(f"{size:.0f}", ((int(size), 1),)), labels.algorithm(curve.subject), carrier or None)
    except UsageError:  # too small for what the protocol protects
        return Cell(numbers.NONE, "dim", (None,) * 3)
    ns = curve.cost(about.covered_bytes)
    if ns is None:
        return Cell(numbers.NONE, "dim", (None,) * 3)
    room = rules.headroom(about.needs_ns, ns)
    glyph, tone = labels.shown_as(rules.word(room), permitted=permitted)
    hint = f"{rules.word(room)}: {numbers.factor(room)}, {numbers.confidence(room)}"
    return Cell(f"{numbers.significant(room.median)} {glyph}", tone, (room.median, room.low, room.high), hint)


def compared(run: AnyRun) -> str:
    if not run.comparisons:
        return ""
    table = comparisons.table(run)
    changed = [c for c in run.comparisons if c.change in ("IMPROVED", "REGRESSED")]
    title = (
        f"{len(changed)} of {len(run.comparisons)} changed"
        if any(c.change for c in run.comparisons)
        else "Paired, round by round"
    )
    return html.section("comparisons", "Comparison", title, html.kept(table, table.note))


def speed(run: AnyRun) -> str:
    table = speeds.table(run)
    if not table:
        return ""
    inner = html.kept(table, table.note)
    timed = sum(1 for m in run.rows if m.ns is not None)
    body = html.folded("All of them as a table", inner) if timed > 16 else inner
    failed = [m for m in run.rows if m.status == "wrong"]
    wrong = f"; {len(failed)} gave wrong tags and {'has' if len(failed) == 1 else 'have'} no rate" if failed else ""
    subjects = len({m.subject for m in run.rows})
    return html.section(
        "speeds",
        "Everything measured",
        f"{numbers.count(timed, 'measurement')} of {numbers.count(subjects, 'subject')}{wrong}",
        body,
    )


def _model(run: AnyRun) -> str:
    """Measured cycles beside what the processor allows, where its unit costs are known."""
    if run.environment is None or run.environment.core not in processors():
        return ""
    about = processors()[run.environment.core]
    found = compare_run_with_bounds(run, about)
    if not found:
        return ""
    explained = sum(1 for each in found if each.ratio <= near(each.high.ways) and not isinstance(each.beyond, Misread))
    within = f"{numbers.share(NEAR - 1)} ({numbers.share(NEAR_16 - 1)} for 16 ways)"
    title = f"{explained} of {len(found)} within {within} of what {about.title} allows"
    drawing = html.drawing(bound.chart(found, title), labels.hardware(run))
    return html.section("model", "Model against measurement", title, drawing)


def security(run: AnyRun) -> str:
    table = headrooms.security_table(run)
    if not table:
        return ""
    barred = sorted({labels.algorithm(v.subject) for v in run.verdicts if not v.permitted})
    title = f"Not to be used: {', '.join(barred)}" if barred else "What each of them promises"
    return html.section("security", "Security", title, html.scrolled(table, "Status by the standards named", "prose"))
