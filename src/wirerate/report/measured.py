# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The sections of a page on authenticators measured on this machine: headrooms, curves, comparisons, speeds, and the
model's bounds."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.graph.explanation import NEAR, NEAR_16, compare_run_with_bounds, near
from wirerate.graph.processors import processors
from wirerate.graph.rows import Misread
from wirerate.records import AnyRun
from wirerate.report import charts, comparisons, headrooms, html, labels, numbers, questions, sizes, speeds, verdicts
from wirerate.report.charts import bound, cost, margin, rate, rounds
from wirerate.report.charts import sizes as size_chart
from wirerate.report.sizes import SizeVerdicts

_NOT_MEASURED = {
    "rate-by-size": ("Rate by packet size was not measured", "wirerate report RUN"),
    "working-set": ("Rate by working set was not measured", "wirerate report RUN"),
    "cost": ("The cost by key schedule was not measured", "wirerate report RUN"),
    "rounds": ("This run does not contain its individual rounds", "wirerate check --export-json run.jsonl"),
}


def head(run: AnyRun, title: str) -> str:
    """Return the head of a page without verdicts: how the subjects compare, or `title` if none were compared."""
    answer = [line for line, _ in comparisons.headlines(run)]
    hint = "This run was not compared with a link. For a verdict: wirerate check --link 10G"
    title, *rest = answer or [title, hint]
    return html.head(f"wirerate {run.kind}", title, ". ".join(rest), partial=run.partial)


def sections(run: AnyRun, *, rates: bool = True) -> list[str]:
    """Return the sections on measured authenticators; where a figure is missing, the command that adds it. Without
    `rates`, the chart by packet size is left out."""
    by_rate = charted("rate-by-size", "Rate by packet size", rate.chart(run), run)
    return [
        *([by_rate, _at_usual_links(run)] if rates else []),
        charted("working-set", "Rate by working set", rate.by_working_set(run), run),
        charted("cost", "Fixed and per-byte cost by key schedule", cost.chart(run), run),
        charted("rounds", "Rounds over time", rounds.chart(run), run),
        speed(run),
        _model(run),
    ]


def charted(name: str, eyebrow: str, chart: charts.Chart | None, run: AnyRun) -> str:
    """Return a section with the chart; without one, the command that adds it."""
    if chart is not None:
        return html.section(name, eyebrow, chart.title, html.drawing(chart, labels.hardware(run)))
    title, command = _NOT_MEASURED[name]
    added = f'<p class="empty">To add it: <code>{html.text(command)}</code></p>'
    return html.section(name, eyebrow, title, added)


def headroom(run: AnyRun, *, matrix: bool = True) -> str:
    """Return the section with the chart of headrooms and their intervals; with `matrix`, add a table of all questions
    if there are several."""
    chart = margin.chart(run)
    if chart is None:
        return ""
    body = html.drawing(chart, labels.hardware(run))
    if matrix and len(set(map(questions.question, run.verdicts))) > 1:
        body += "<h3>All links</h3>"
        body += html.scrolled(headrooms.matrix(run), f"Headroom. {headrooms.SIGNS}", "heat")
    return html.section("headroom", "Headroom", chart.title, body)


def by_size(rows: Sequence[SizeVerdicts], lead: tuple[str, str], run: AnyRun) -> str:
    """Return the section on headroom by packet size; `lead` is the name and role of the subject that the headline is
    about."""
    leading = next((row for row in rows if (row.name, row.role) == lead), rows[0] if rows else None)
    if leading is None:
        return ""
    table = sizes.table(rows)
    chart = size_chart.chart(rows, leading)
    caption = f"Headroom on {verdicts.processors(run)}, at the slower end. {headrooms.SIGNS}"
    drawn = html.figure(chart, labels.hardware(run)) if chart else ""
    title = chart.title if chart else "Headroom by packet size"
    body = drawn + html.kept(table, caption, "heat")
    return html.section("headroom-by-size", "From which packet size on does it keep up?", title, body)


def _at_usual_links(run: AnyRun) -> str:
    """Return the table of headrooms by packet size for a run that was measured for no link in particular."""
    table = sizes.table(sizes.size_verdicts(run, rate.DEFAULT_LINKS)) if not run.verdicts else None
    if not table:
        return ""
    caption = f"Headroom of one core, without a protocol. {headrooms.SIGNS}"
    return html.tabled("headroom-by-size", "Every size by itself", "Headroom by packet size", table, "heat", caption)


def compared(run: AnyRun) -> str:
    if not run.comparisons:
        return ""
    table = comparisons.table(run)
    changed = [c for c in run.comparisons if c.change in ("IMPROVED", "REGRESSED")]
    title = (
        f"{len(changed)} of {len(run.comparisons)} changed"
        if any(c.change for c in run.comparisons)
        else "Compared round by round"
    )
    return html.section("comparisons", "Comparison", title, html.kept(table, table.note))


def speed(run: AnyRun) -> str:
    table = speeds.table(run)
    if not table:
        return ""
    inner = html.kept(table, table.note)
    timed = sum(1 for m in run.rows if m.ns is not None)
    body = html.folded("All measurements as a table", inner) if timed > 16 else inner
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
    """Return measured cycles beside the processor's bounds, '' for processors without a model."""
    if run.environment is None or run.environment.core not in processors():
        return ""
    processor = processors()[run.environment.core]
    rows = compare_run_with_bounds(run, processor)
    if not rows:
        return ""
    explained = sum(1 for row in rows if row.ratio <= near(row.high.ways) and not isinstance(row.beyond, Misread))
    within = f"{numbers.share(NEAR - 1)} ({numbers.share(NEAR_16 - 1)} for 16 ways)"
    title = f"{explained} of {len(rows)} within {within} of the bound of {processor.title}"
    drawing = html.drawing(bound.chart(rows, title), labels.hardware(run))
    return html.section("model", "Model against measurement", title, drawing)


def security(run: AnyRun) -> str:
    table = headrooms.security_table(run)
    if not table:
        return ""
    barred = sorted({labels.algorithm(v.subject) for v in run.verdicts if not v.permitted})
    title = f"Must not be used: {', '.join(barred)}" if barred else "Security of the algorithms"
    return html.section("security", "Security", title, html.scrolled(table, "Status by the named standards", "prose"))
