# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The answer and the page of `hw`: all cores in a table, or one core with its verdicts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from wirerate.report import charts, html, labels, numbers
from wirerate.report.charts.rows import Dot, DotRow, dot_chart
from wirerate.report.html import Page, head, strip
from wirerate.report.method import method
from wirerate.report.table import Figure, Table, stacked, wrap
from wirerate.report.terminal import Paper, facts
from wirerate.verdict import FALLS_SHORT
from wirerate.wings.hw import sentences, tables
from wirerate.wings.hw.rows import ALONE, CoreRate, CoreVerdict, HwRun
from wirerate.wings.hw.sentences import NAMES, fast, mbps

_LABEL = 11  # width of the label column


def text(run: HwRun, paper: Paper) -> str:
    """Return the terminal's answer: the verdict or the rate first, then the figures to check."""
    if not sentences.is_in_full(run):
        return _all_text(run, paper)
    return _explained_text(run, paper) if paper.explain else _short_text(run, paper)


def table(run: HwRun) -> Table:
    """Return the exported table, with columns for the part, the core, the link and the packets."""
    exported = _exported(run)
    context: dict[str, Figure] = {"part": sentences.part_of(run).title}
    if sentences.is_in_full(run):
        context["core" if sentences.is_one_core(run) else "brought"] = run.rows[0].core
    pace = ""
    if user_core := run.rows[0].brought:
        pace = f"{user_core.top}: {sentences.pace(user_core)}."
        context |= {"bits_per_cycle": user_core.bits_per_cycle, "bits_per_cycle_from": user_core.pace.source}
    if run.verdicts:
        context["link"] = run.verdicts[0].link
        if not sentences.by_size(run):  # with several sizes, the table already has a column of packets
            context["packets"] = run.verdicts[0].packets
    return replace(
        exported,
        groups=tuple(replace(group, figures=tuple(context.values())) for group in exported.groups),
        group_fields=(exported.group_fields[0], *context),
        note=" ".join(filter(None, (exported.note, pace, labels.HEADROOM if run.verdicts else ""))),
    )


def _exported(run: HwRun) -> Table:
    if sentences.has_user_core(run):
        shown = ("cores", tables.comparison(run))
    elif sentences.is_one_core(run):
        shown = ("rates", tables.rates(run))
    else:
        return tables.cores(run)
    if not run.verdicts:
        return shown[1]
    judged = tables.verdicts(run)
    return judged if sentences.by_size(run) else stacked("hw", (shown, (sentences.question(run), judged)))


def _all_text(run: HwRun, paper: Paper) -> str:
    lines = wrap(f"{_title(run)}, on {run.rows[0].part}", paper.width)
    lines = [paper.ink(line, "strong") for line in lines]
    lines += paper.table(tables.cores(run)).splitlines()
    lines += wrap(_EXPLAINED if paper.explain else _SHORT, paper.width)
    return "\n".join(lines) + "\n"


_SHORT = (
    "Rates are for all lanes together; one chain is one message. RFC 1810 and calibrated are estimates.  "
    "more: --explain"
)
_EXPLAINED = (
    "RFC 1810: its formula with this part's addition time. Calibrated: the times of this part's operations, chained as "
    "in the core, plus the longest wire estimated from the other placed cores. Placed: place and route, median over "
    "seeds. Rates are for all lanes together; one chain is one message. One core in full: wirerate hw md5 --lanes 67 "
    "--link 40G; its Verilog: --emit FOLDER."
)


def _short_text(run: HwRun, paper: Paper) -> str:
    """Return the short answer for one core: the verdict or the rate, then the figures to check."""
    best = sentences.main_rate(run)
    if sentences.by_size(run):
        return _by_size_text(run, paper)
    lines = wrap(_signed(run) if run.verdicts else f"{_title(run)} ({sentences.source(best)})", paper.width)
    lines = [paper.ink(line, "strong") for line in lines]
    if run.verdicts:
        width = max(len(NAMES[v.subject]) for v in run.verdicts)
        lines += [_verdict_line(v, width) for v in run.verdicts]
    if sentences.has_user_core(run):
        lines += paper.table(tables.comparison(run)).splitlines()
        lines += _wrapped(sentences.same_area(run), paper)
    else:
        lines += facts([(f"  {name}", line) for name, line in sentences.short_facts(best)], _LABEL, paper, "dim")
    if run.verdicts:
        lines += _wrapped(sentences.consequences(run), paper)
    return "\n".join(lines) + "\n"


def _by_size_text(run: HwRun, paper: Paper) -> str:
    first = run.verdicts[0]
    lines = [paper.ink(line, "strong") for line in wrap(_signed(run), paper.width)]
    lines += paper.table(tables.sizes(run)).splitlines()
    instead = ", ".join(dict.fromkeys(a.subject for v in run.verdicts for a in v.alternatives))
    refused = f"⊘ {first.objection}. Instead: {instead}." if first.objection else ""
    return "\n".join([*lines, *_wrapped(filter(None, (sentences.gains(run), refused)), paper)]) + "\n"


def _signed(run: HwRun) -> str:
    """Return the answer about the link with the sign of the worst verdict."""
    deciding = [v for v in run.verdicts if v.role != ALONE]
    worst = next((v for v in deciding if not fast(v)), deciding[0])
    glyph, _ = labels.shown_as(worst.verdict, permitted=worst.permitted)
    refused = "" if any(v.permitted for v in deciding) else ", but do not use it"
    return f"{glyph} {_title(run)}{refused}"


def _verdict_line(v: CoreVerdict, width: int) -> str:
    glyph, _ = labels.shown_as(v.verdict, permitted=v.permitted)
    room = numbers.times(v.headroom.median) if v.headroom else numbers.NONE
    return f"  {glyph} {NAMES[v.subject]:{width}}  {room:>6}  {labels.judged(v).words}"


def _explained_text(run: HwRun, paper: Paper) -> str:
    best = sentences.main_rate(run)
    lines = [paper.ink(sentences.title(best), "strong"), ""]
    if sentences.has_user_core(run):
        lines += paper.table(tables.comparison(run)).splitlines()
        basis = f"{sentences.source(best)}: {sentences.basis(best)}."
        lines += ["", *_wrapped((basis, *sentences.same_area(run)), paper)]
    else:
        lines += paper.table(tables.rates(run)).splitlines()
        if paper.width < 100:
            rates = sentences.first_size(run)
            lines += [
                line for m in rates for line in wrap(f"{sentences.source(m)}: {sentences.basis(m)}.", paper.width, "  ")
            ]
    lines.append("")
    lines += facts(sentences.facts(best), _LABEL, paper, "dim")
    if run.verdicts:
        lines += ["", paper.ink(sentences.question(run), "strong"), *paper.table(tables.verdicts(run)).splitlines()]
        lines += ["", *_wrapped(sentences.explained_by_size(run), paper)] if sentences.by_size(run) else []
        lines += _wrapped([*sentences.consequences(run), labels.HEADROOM], paper)
    return "\n".join(lines) + "\n"


def _wrapped(texts: Iterable[str], paper: Paper) -> list[str]:
    return [line for text in texts for line in wrap(text, paper.width)]


_SOURCES = {"rfc1810": "RFC 1810's formula", "calibrated": "calibrated", "placed": "placed and routed"}


def page(run: HwRun) -> Page:
    """Return the page: the answer, one core or all cores, and the placements."""
    sections = _one(run) if sentences.is_in_full(run) else _all(run)
    if run.rows[0].silicon != "own":  # other silicon cannot be placed
        sections.append(_placed(run))
    return Page(f"{_title(run)} · wirerate", _head(run), sections, method(_RULES))


# ---- the head ----


def _title(run: HwRun) -> str:
    if run.verdicts:
        return sentences.answer_by_size(run.verdicts) if sentences.by_size(run) else _answer(run.verdicts)
    return _one_rate(sentences.main_rate(run)) if sentences.is_in_full(run) else _best(run)


def _head(run: HwRun) -> str:
    rate = sentences.main_rate(run)
    algorithm = "The Internet checksum" if rate.operation == "checksum" else "MD5"
    silicon = (
        f"silicon that adds in {rate.operation_ns:g} ns" if rate.silicon == "own" else sentences.part_of(run).title
    )
    eyebrow, basis = f"{algorithm} in hardware: {silicon}", f"{sentences.source(rate)}: {sentences.basis(rate)}"
    if not run.verdicts:
        return head(eyebrow, _title(run), f"{basis}." if sentences.is_in_full(run) else "", partial=run.partial)
    first = run.verdicts[0]
    needs = (
        sentences.question(run) if sentences.by_size(run) else f"{numbers.time_ns(first.needs_ns)} or less per packet"
    )
    facts = (
        ("Question" if sentences.by_size(run) else "Needs", needs),
        ("Core", sentences.title(rate)),
        ("Basis", basis),
    )
    deciding = [v for v in run.verdicts if v.role != ALONE]
    shown = labels.judged(next((v for v in deciding if not fast(v)), deciding[0]))
    return strip(eyebrow, shown, _title(run), facts, partial=run.partial)


def _one_rate(rate: CoreRate) -> str:
    if rate.lanes == 1:
        return f"{rate.core}: {mbps(rate.mbps)}"
    return f"{rate.core}: {mbps(rate.mbps)} over {rate.lanes} lanes, {mbps(rate.chain_mbps)} for one message"


def _best(run: HwRun) -> str:
    """Return the highest rate of the placed cores, or of all if none is placed."""
    known = [rates.get("placed") or rates["calibrated"] for rates in tables.by_core(run)]
    shown = [rate for rate in known if rate.placed] or known
    fastest, chain = max(shown, key=lambda rate: rate.mbps), max(rate.chain_mbps for rate in shown)
    how = "placed and routed" if fastest.placed else "estimated"
    one = f", and at most {mbps(chain)} for one message" if fastest.lanes > 1 else ""
    return f"Up to {mbps(fastest.mbps)} {how} ({fastest.core}){one}"


def _answer(verdicts: Sequence[CoreVerdict]) -> str:
    """Say whether the core keeps up with the link, and for which algorithms."""
    first = verdicts[0]
    core, question = first.core, f"{first.link} with {sentences.packets(first)}"
    pace = f" ({sentences.pace(first)})" if sentences.is_unchecked(first) else ""
    carried, slow = [v for v in verdicts if fast(v)], [v for v in verdicts if not fast(v)]
    if carried and slow:
        return f"{core} is fast enough for {question} for {_named(carried)}, not for {_named(slow)}{pace}"
    if carried:
        return f"{core} is fast enough for {question}: {_least(carried)} times the speed needed{pace}"
    sure = "too slow" if all(v.verdict == FALLS_SHORT for v in slow) else "perhaps too slow"
    return f"{core} is {sure} for {question}: {_least(slow)} of the speed needed{pace}"


def _least(verdicts: Sequence[CoreVerdict]) -> str:
    """Return the range of headroom over the verdicts."""
    rooms = sorted(v.headroom.median for v in verdicts if v.headroom)
    ends = dict.fromkeys(numbers.significant(room) for room in (rooms[0], rooms[-1]))
    return " to ".join(ends)


def _named(verdicts: Sequence[CoreVerdict]) -> str:
    return " or ".join(NAMES[v.subject] for v in verdicts)


# ---- the sections ----


def _all(run: HwRun) -> list[str]:
    chart = _chart(run)
    return [html.section("cores", "All cores", chart.title, html.drawing(chart, _conditions(run)))]


def _one(run: HwRun) -> list[str]:
    rate = sentences.main_rate(run)
    sections = [_against_the_link(run)] if run.verdicts else []
    title = f"{numbers.significant(rate.fmax_mhz.median)} MHz, {sentences.clocks(rate)} a block"
    sections.append(_comparison(run, title) if sentences.has_user_core(run) else _rates(run, title))
    listed = html.fact_list([(name, f"{text}.") for name, text in sentences.facts(rate)])
    return [*sections, html.section("core", "The core", sentences.title(rate), listed)]


def _rates(run: HwRun, title: str) -> str:
    table = tables.rates(run)
    body = html.kept(table, "One chain: one message. All lanes: a message on every lane.")
    return html.section("rates", "By formula and placed", title, body)


def _comparison(run: HwRun, title: str) -> str:
    table = tables.comparison(run)
    body = html.kept(table, table.note) + _paragraphs(sentences.same_area(run))
    return html.section("beside", "Compared with wirerate's cores", title, body)


def _against_the_link(run: HwRun) -> str:
    first, by_size = run.verdicts[0], sentences.by_size(run)
    judged = tables.verdicts(run)
    explained = sentences.explained_by_size(run) if by_size else []
    lines = [*explained, *sentences.consequences(run), labels.HEADROOM]
    body = html.kept(judged, sentences.question(run)) + _paragraphs(lines)
    title = f"{first.link}, by message size" if by_size else f"{first.link}, {sentences.packets(first)}"
    return html.section("link", "The link", title, body)


def _paragraphs(lines: Sequence[str]) -> str:
    return '<div class="told">' + html.paragraphs(lines) + "</div>"


def _chart(run: HwRun) -> charts.Chart:
    """Return the chart of every core's estimated and placed rates, all lanes together."""
    cores = tables.by_core(run)
    series = [name for name in _SOURCES if any(name in rates for rates in cores)]
    lines = [DotRow(_row_name(rates), tuple(_dots(rates, series)), _area(rates)) for rates in cores]
    reads = (
        "All lanes together: the median over the seeds; the pale bar is their range. Right: area, as share of the part."
    )
    spec = partial(dot_chart, lines, [_SOURCES[name] for name in series], "Mbit/s (log)")
    return charts.Chart("cores", _formula_error(cores), reads, tables.cores(run), spec)


def _row_name(rates: dict[str, CoreRate]) -> str:
    rate = rates["calibrated"]
    return f"{rate.core}, {numbers.count(rate.lanes, 'lane')}" if rate.lanes > 1 else rate.core


def _dots(rates: dict[str, CoreRate], series: Sequence[str]) -> list[Dot]:
    dots = []
    for number, name in enumerate(series):
        if rate := rates.get(name):
            median, low, high = tables.ends(rate)
            dots.append(Dot(median, low, high, number, f"{rate.core}, {_SOURCES[name]}: {mbps(median)}"))
    return dots


def _area(rates: dict[str, CoreRate]) -> str:
    placed = rates["placed"].placed if "placed" in rates else None
    return numbers.percent(placed.area) if placed else ""


def _formula_error(cores: Sequence[dict[str, CoreRate]]) -> str:
    """Return how far RFC 1810's formula is from place and route."""
    ratios = sorted(rates["placed"].mbps / rates["rfc1810"].mbps for rates in cores if "placed" in rates)
    if not ratios:
        return "No core is placed; the rates are estimates"
    low, high = (numbers.significant(end, 2) for end in (ratios[0], ratios[-1]))
    return f"Placed cores reach {low} to {high} times the rate of RFC 1810's formula"


def _conditions(run: HwRun) -> str:
    placed = [rate.placed for rate in run.rows if rate.placed]
    tools = dict.fromkeys(f"Yosys {core.yosys}, nextpnr {core.nextpnr}" for core in placed)
    return "; ".join([sentences.part_of(run).title, *tools])


def _placed(run: HwRun) -> str:
    table = tables.placements(run)
    if not table:
        body = '<p class="empty">None of these cores is placed. To place one: <code>wirerate hw --core NAME --place'
        return html.section("placed", "Place and route", "Not placed", f"{body}</code></p>")
    body = html.kept(table, f"{table.note} {_conditions(run)}.")
    commands = dict.fromkeys(f"{r.core}: {_typed(r)}" for r in run.rows if r.placed)
    inner = "".join(f"<pre><code>{html.text(command)}</code></pre>" for command in commands)
    body += html.folded("Commands (first seed)", inner)
    many = sum(len(group.rows) for group in table.groups)
    return html.section("placed", "Place and route", f"{numbers.count(many, 'core')} placed, with the tools", body)


def _typed(rate: CoreRate) -> str:
    """Return the commands that read and place the core."""
    return "; ".join(step.command for step in (rate.brought, rate.placed) if step)


_RULES = (
    ("Cores.", "wirerate generates the Verilog from the algorithm's dependency graph and checks every core by "
     "simulation against known digests on all lanes."),
    ("Placed and routed.", "By Yosys and nextpnr: median and range over the seeds. A result never "
     "combines placements made on this machine with stored ones, or those of two tool versions. The clock is the "
     "tools' figure; no board was measured."),
    ("Formulas.", "RFC 1810 counts operations of N nanoseconds between two registers. The calibrated formula chains "
     "this part's operation times, subtracts shared registers and adds the longest wire, which grows with the "
     "logarithm of the core's lookup tables as fitted to the other placed cores."),
    ("Lanes and chains.", "A lane hashes one message with the unchanged algorithm. The core's rate counts all lanes "
     "busy; one message alone gets one lane's rate."),
    ("Not covered.", "Data transfer to the core beyond the pins' limit, power, and several cores placed together."),
)  # fmt: skip
