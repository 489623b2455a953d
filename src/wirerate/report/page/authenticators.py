"""The page on authenticators of this machine: verdicts, curves, comparisons, speeds, the model beside them."""

from __future__ import annotations

from wirerate.graph.against import all_against
from wirerate.graph.costs import core, cores
from wirerate.graph.lacking import NEAR, NEAR_16, near
from wirerate.graph.rows import beside_row
from wirerate.links import Link
from wirerate.records import Run
from wirerate.report import charts, comparisons, naming, numbers, series, speeds, verdicts
from wirerate.report.charts import bound, cost, margin, rate, rounds, working_set
from wirerate.report.page import answer, html
from wirerate.report.page.parts import Page
from wirerate.report.table import Table
from wirerate.report.views import ah, headroom

_NOT_MEASURED = {
    "rate-by-size": ("Rate by packet size was not measured", "wirerate speed -l 64,576,1500,9000 --cache cold"),
    "working-set": ("Rate by working set was not measured", "wirerate speed --cache sweep"),
    "cost": ("The cost by keyed state was not measured", "wirerate speed -l 64,576,1500 --keyed reuse,rekey,fresh"),
    "rounds": ("This run holds no single rounds", "wirerate check --export-json run.jsonl"),
}


def page(run: Run) -> Page:
    title = f"{answer.answered(run).sentence} · wirerate" if run.verdicts else f"wirerate {run.command}"
    return Page(title, answer.strip(run), _sections(run))


def _sections(run: Run) -> list[str]:
    return [
        _verdicts(run),
        *_headrooms(run),
        _ah(run),
        _charted("rate-by-size", "Rate by packet size", rate.chart(run), run),
        _charted("working-set", "Rate by working set", working_set.chart(run), run),
        _charted("cost", "Fixed and per-byte cost by keyed state", cost.chart(run), run),
        _charted("rounds", "Rounds over time", rounds.chart(run), run),
        _comparisons(run),
        _speeds(run),
        _model(run),
        _security(run),
    ]


def _charted(name: str, eyebrow: str, chart: charts.Chart | None, run: Run) -> str:
    if chart is not None:
        return html.section(name, eyebrow, chart.title, html.drawing(chart, naming.hardware(run)))
    title, command = _NOT_MEASURED[name]
    added = f'<p class="empty">To add it: <code>{html.text(command)}</code></p>'
    return html.section(name, eyebrow, title, added)


def _verdicts(run: Run) -> str:
    chart = margin.chart(run)
    if chart is None:
        return ""
    body = html.drawing(chart, naming.hardware(run))
    if len(set(map(verdicts.question, run.verdicts))) > 1:
        body += "<h3>Every link asked about</h3>"
        body += html.scrolled(verdicts.matrix(run), f"Headroom. {verdicts.SIGNS}", "heat")
    return html.section("headroom", "Headroom", chart.title, body)


def _headrooms(run: Run) -> list[str]:
    """Headroom by packet size for each link of the run; the page's own table, without a picture."""
    curves = series.size_curves(run)
    links = sorted(rate.links_of(run), key=lambda link: link.name != _contested_link(run))
    if not curves or not links:
        return []
    tables = [(link, headroom.table(run, curves, link)) for link in links]
    if not tables[0][1]:
        return []
    first, *others = [_headroom(link, table) for link, table in tables]
    rest = "".join(f"<details><summary>{html.text(link.title)}</summary>{text}</details>"
                   for (link, _), text in zip(tables[1:], others, strict=True))  # fmt: skip
    title = f"Headroom by packet size on {links[0].title}"
    return [html.section("headroom-by-size", "Every size by itself", title, first + rest)]


def _ah(run: Run) -> str:
    """RFC 1810's own case, where it was measured."""
    if not ah.is_ah(run):
        return ""
    lines, costs = ah.lines(run), ah.costs(run)
    body = html.scrolled(lines, lines.note, "heat") + html.csv_link(lines) if lines else ""
    body += "".join(f"<p>{html.text(line)}</p>" for line in ah.ratios(run))
    inner = html.scrolled(costs, costs.note) + html.csv_link(costs)
    body += f"<details><summary>What a packet costs</summary>{inner}</details>"
    return html.section("ah", ah.TITLE, ah.sentence(run), body)


def _contested_link(run: Run) -> str:
    """The link that the answer is about comes first."""
    return answer.answered(run).best.link if run.verdicts else ""


def _headroom(link: Link, table: Table) -> str:
    caption = (
        f"{link.title}: time available / time needed per packet, one core; the IP packet is what is authenticated. "
        f"{verdicts.SIGNS}"
    )
    return html.scrolled(table, caption, "heat") + html.csv_link(table)


def _comparisons(run: Run) -> str:
    if not run.comparisons:
        return ""
    table = comparisons.table(run)
    changed = [c for c in run.comparisons if c.change in ("IMPROVED", "REGRESSED")]
    title = (
        f"{len(changed)} of {len(run.comparisons)} changed"
        if any(c.change for c in run.comparisons)
        else "Paired, round by round"
    )
    return html.section("comparisons", "Comparison", title, html.scrolled(table, table.note) + html.csv_link(table))


def _speeds(run: Run) -> str:
    table = speeds.table(run)
    if not table:
        return ""
    inner = html.scrolled(table, table.note) + html.csv_link(table)
    timed = sum(1 for m in run.measurements if m.ns is not None)
    body = f"<details><summary>All of them as a table</summary>{inner}</details>" if timed > 16 else inner
    failed = [m for m in run.measurements if m.status == "wrong"]
    wrong = f"; {len(failed)} gave wrong tags and {'has' if len(failed) == 1 else 'have'} no rate" if failed else ""
    subjects = len({m.subject for m in run.measurements})
    return html.section(
        "speeds",
        "Everything measured",
        f"{numbers.count(timed, 'measurement')} of {numbers.count(subjects, 'subject')}{wrong}",
        body,
    )


def _model(run: Run) -> str:
    """Measured cycles beside what the processor allows, where its unit costs are known."""
    if run.environment is None or run.environment.core not in cores():
        return ""
    about = core(run.environment.core)
    found = all_against(run, about)
    if not found:
        return ""
    rows = [beside_row(each, about, run.environment.core_hz) for each in found]
    explained = sum(1 for each in found if each.ratio <= near(each.ways))
    within = f"{NEAR - 1:.0%} ({NEAR_16 - 1:.0%} for 16 ways)"
    title = f"{explained} of {len(found)} within {within} of what {about.title} allows"
    drawing = html.drawing(bound.chart(rows, title), naming.hardware(run))
    return html.section("model", "Model against measurement", title, drawing)


def _security(run: Run) -> str:
    table = verdicts.security_table(run)
    if not table:
        return ""
    barred = sorted({naming.algorithm(v.subject) for v in run.verdicts if not v.permitted})
    title = f"Not to be used: {', '.join(barred)}" if barred else "What each of them promises"
    return html.section("security", "Security", title, html.scrolled(table, "Status by the standards named", "prose"))
