# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`hw`: cores in hardware, all side by side, or one with its rates, area, limit, latency and verdicts."""

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

_LABEL = 11  # columns of the words on the left


def text(run: HwRun, on: Paper) -> str:
    return _one_text(run, on) if sentences.in_full(run) else _all_text(run, on)


def table(run: HwRun) -> Table:
    """With the part, the core and what it is held against in columns of their own."""
    found = _exported(run)
    told: dict[str, Figure] = {"part": sentences.part_of(run).title}
    if sentences.in_full(run):
        told["core" if sentences.one_core(run) else "brought"] = run.rows[0].core
    paced = ""
    if about := run.rows[0].brought:
        paced = f"{about.top}: {sentences.pace(about)}."
        told |= {"bits_per_cycle": about.bits_per_cycle, "bits_per_cycle_from": about.pace.source}
    if run.verdicts:
        told["link"] = run.verdicts[0].link
        if not sentences.by_size(run):  # a column of its own, with several sizes
            told["packets"] = run.verdicts[0].packets
    return replace(
        found,
        groups=tuple(replace(group, figures=tuple(told.values())) for group in found.groups),
        group_fields=(found.group_fields[0], *told),
        note=" ".join(filter(None, (found.note, paced, labels.HEADROOM if run.verdicts else ""))),
    )


def _exported(run: HwRun) -> Table:
    if sentences.brought(run):
        shown = ("cores", tables.beside(run))
    elif sentences.one_core(run):
        shown = ("rates", tables.rates(run))
    else:
        return tables.cores(run)
    if not run.verdicts:
        return shown[1]
    judged = tables.verdicts(run)
    return judged if sentences.by_size(run) else stacked("hw", (shown, (sentences.question(run), judged)))


def _all_text(run: HwRun, on: Paper) -> str:
    lines = [on.ink(f"In hardware: {sentences.part_of(run).title}", "strong"), ""]
    lines += on.table(tables.cores(run)).splitlines()
    lines += ["", *wrap(_COLUMNS, on.width), "", *wrap(_NEXT, on.width)]
    return "\n".join(lines) + "\n"


_COLUMNS = (
    "RFC 1810: its formula with this part's adder. Calibrated: F with an addition, an addition, and a rotation as "
    "placed alone, chained, less the register that they share, and the longest wire as the other placed cores foretell "
    "it. Placed: full place and route, median over seeds. All lanes together; one chain is one message."
)
_NEXT = "One core in full: wirerate hw md5 --lanes 67 --link 40G --packet 1500; its Verilog: --emit FOLDER."


def _one_text(run: HwRun, on: Paper) -> str:
    best = sentences.about(run)
    lines = [on.ink(sentences.title(best), "strong"), ""]
    if sentences.brought(run):
        lines += on.table(tables.beside(run)).splitlines()
        rests = f"{sentences.source(best)}: {sentences.rests_on(best)}."
        lines += ["", *_wrapped((rests, *sentences.on_its_area(run)), on)]
    else:
        lines += on.table(tables.rates(run)).splitlines()
        if on.width < 100:
            rates = sentences.first_size(run)
            lines += [
                line for m in rates for line in wrap(f"{sentences.source(m)}: {sentences.rests_on(m)}.", on.width, "  ")
            ]
    lines.append("")
    lines += facts(sentences.facts(best), _LABEL, on, "dim")
    if run.verdicts:
        lines += ["", on.ink(sentences.question(run), "strong"), *on.table(tables.verdicts(run)).splitlines()]
        lines += ["", *_wrapped(sentences.explained_by_size(run), on)] if sentences.by_size(run) else []
        lines += _wrapped(sentences.consequences(run), on)
    return "\n".join(lines) + "\n"


def _wrapped(texts: Iterable[str], on: Paper) -> list[str]:
    return [line for each in texts for line in wrap(each, on.width)]


_SOURCES = {"rfc1810": "RFC 1810's formula", "calibrated": "calibrated", "placed": "placed and routed"}


def page(run: HwRun) -> Page:
    sections = _one(run) if sentences.in_full(run) else _all(run)
    own = run.rows[0].silicon == "own"  # which nobody can place here
    return Page(f"{_title(run)} · wirerate", _head(run), sections if own else [*sections, _placed(run)], method(_RULES))


# ---- the head ----


def _title(run: HwRun) -> str:
    if run.verdicts:
        return sentences.answer_by_size(run.verdicts) if sentences.by_size(run) else _answer(run.verdicts)
    return _one_rate(sentences.about(run)) if sentences.in_full(run) else _best(run)


def _head(run: HwRun) -> str:
    rate = sentences.about(run)
    what = "The Internet checksum" if rate.operation == "checksum" else "MD5"
    silicon = (
        f"silicon that adds in {rate.operation_ns:g} ns" if rate.silicon == "own" else sentences.part_of(run).title
    )
    eyebrow, rests = f"{what} in hardware: {silicon}", f"{sentences.source(rate)}: {sentences.rests_on(rate)}"
    if not run.verdicts:
        return head(eyebrow, _title(run), f"{rests}." if sentences.in_full(run) else "", partial=run.partial)
    first = run.verdicts[0]
    needs = (
        sentences.question(run) if sentences.by_size(run) else f"{numbers.time_ns(first.needs_ns)} or less per packet"
    )
    facts = (
        ("Asked" if sentences.by_size(run) else "Needs", needs),
        ("Core", sentences.title(rate)),
        ("Rests on", rests),
    )
    asked = [v for v in run.verdicts if v.role != ALONE]  # what decides the exit status too
    shown = labels.judged(next((v for v in asked if not fast(v)), asked[0]))
    return strip(eyebrow, shown, _title(run), facts, partial=run.partial)


def _one_rate(rate: CoreRate) -> str:
    if rate.lanes == 1:
        return f"{rate.core}: {mbps(rate.mbps)}"
    return f"{rate.core}: {mbps(rate.mbps)} over {rate.lanes} lanes, {mbps(rate.chain_mbps)} for one message"


def _best(run: HwRun) -> str:
    """What the cores reach at most: the placed ones, if there are any."""
    known = [rates.get("placed") or rates["calibrated"] for rates in tables.by_core(run)]
    shown = [rate for rate in known if rate.placed] or known
    fastest, chain = max(shown, key=lambda rate: rate.mbps), max(rate.chain_mbps for rate in shown)
    how = "placed" if fastest.placed else "by formula"
    one = f", and at most {mbps(chain)} for one message" if fastest.lanes > 1 else ""
    return f"Up to {mbps(fastest.mbps)} {how} ({fastest.core}){one}"


def _answer(verdicts: Sequence[CoreVerdict]) -> str:
    """Whether the core holds the link, and with which use of it."""
    first = verdicts[0]
    core, asked = first.core, f"{first.link}, packets of {first.packets}"
    pace = f" ({sentences.pace(first)})" if sentences.is_as_said(first) else ""
    carried, slow = [v for v in verdicts if fast(v)], [v for v in verdicts if not fast(v)]
    if carried and slow:
        return f"{core} is fast enough for {asked} with {_named(carried)}, not with {_named(slow)}{pace}"
    if carried:
        return f"{core} is fast enough for {asked}: {_least(carried)} times the speed needed{pace}"
    sure = "too slow" if all(v.verdict == FALLS_SHORT for v in slow) else "perhaps too slow"
    return f"{core} is {sure} for {asked}: {_least(slow)} of the speed needed{pace}"


def _least(verdicts: Sequence[CoreVerdict]) -> str:
    """The headroom, from the dearest use to the cheapest."""
    rooms = sorted(v.headroom.median for v in verdicts if v.headroom)
    ends = dict.fromkeys(numbers.significant(room) for room in (rooms[0], rooms[-1]))
    return " to ".join(ends)


def _named(verdicts: Sequence[CoreVerdict]) -> str:
    return " or ".join(NAMES[v.subject] for v in verdicts)


# ---- the sections ----


def _all(run: HwRun) -> list[str]:
    chart = _chart(run)
    return [html.section("cores", "Every core", chart.title, html.drawing(chart, _conditions(run)))]


def _one(run: HwRun) -> list[str]:
    rate = sentences.about(run)
    found = [_against_the_link(run)] if run.verdicts else []
    title = f"{numbers.significant(rate.fmax_mhz.median)} MHz, {sentences.clocks(rate)} a block"
    found.append(_beside_ours(run, title) if sentences.brought(run) else _rates(run, title))
    told = html.fact_list([(name, f"{text}.") for name, text in sentences.facts(sentences.about(run))])
    return [*found, html.section("core", "The core", sentences.title(rate), told)]


def _rates(run: HwRun, title: str) -> str:
    table = tables.rates(run)
    body = html.kept(table, "One chain: one message. All lanes: as many messages as there are lanes.")
    return html.section("rates", "By formula and placed", title, body)


def _beside_ours(run: HwRun, title: str) -> str:
    table = tables.beside(run)
    body = html.kept(table, table.note) + _paragraphs(sentences.on_its_area(run))
    return html.section("beside", "Beside wirerate's cores", title, body)


def _against_the_link(run: HwRun) -> str:
    first, by_size = run.verdicts[0], sentences.by_size(run)
    judged = tables.verdicts(run)
    lines = [*(sentences.explained_by_size(run) if by_size else ()), *sentences.consequences(run, "below")]
    body = html.kept(judged, sentences.question(run)) + _paragraphs(lines)
    title = f"{first.link}, by message size" if by_size else f"{first.link}, packets of {first.packets}"
    return html.section("link", "Against the link", title, body)


def _paragraphs(lines: Sequence[str]) -> str:
    return '<div class="told">' + html.paragraphs(lines) + "</div>"


def _chart(run: HwRun) -> charts.Chart:
    """The three answers for every core, all lanes together."""
    found = tables.by_core(run)
    series = [name for name in _SOURCES if any(name in rates for rates in found)]
    lines = [DotRow(_row_name(rates), tuple(_dots(rates, series)), _area(rates)) for rates in found]
    reads = (
        "All lanes together; the median over the seeds, its range as a pale bar. At the end of each row: the share of "
        "the part."
    )

    spec = partial(dot_chart, lines, [_SOURCES[name] for name in series], "Mbit/s (log)")
    return charts.Chart("cores", _compared(found), reads, tables.cores(run), spec)


def _row_name(rates: dict[str, CoreRate]) -> str:
    rate = rates["calibrated"]
    return f"{rate.core}, {numbers.count(rate.lanes, 'lane')}" if rate.lanes > 1 else rate.core


def _dots(rates: dict[str, CoreRate], series: Sequence[str]) -> list[Dot]:
    found = []
    for number, name in enumerate(series):
        if rate := rates.get(name):
            median, low, high = tables.ends(rate)
            found.append(Dot(median, low, high, number, f"{rate.core}, {_SOURCES[name]}: {mbps(median)}"))
    return found


def _area(rates: dict[str, CoreRate]) -> str:
    placed = rates["placed"].placed if "placed" in rates else None
    return numbers.percent(placed.area) if placed else ""


def _compared(found: Sequence[dict[str, CoreRate]]) -> str:
    """How far RFC 1810's formula is from place and route."""
    ratios = sorted(rates["placed"].mbps / rates["rfc1810"].mbps for rates in found if "placed" in rates)
    if not ratios:
        return "No core of these was placed: formulas answer"
    low, high = (numbers.significant(end, 2) for end in (ratios[0], ratios[-1]))
    return f"Placed cores reach {low} to {high} times what RFC 1810's formula gives"


def _conditions(run: HwRun) -> str:
    placed = [rate.placed for rate in run.rows if rate.placed]
    tools = dict.fromkeys(f"Yosys {each.yosys}, nextpnr {each.nextpnr}" for each in placed)
    return "; ".join([sentences.part_of(run).title, *tools])


def _placed(run: HwRun) -> str:
    table = tables.placements(run)
    if not table:
        body = '<p class="empty">Nothing of this was placed. To place a core: <code>wirerate hw --core NAME --place'
        return html.section("placed", "Place and route", "Not placed", f"{body}</code></p>")
    body = html.kept(table, f"{table.note} {_conditions(run)}.")
    commands = dict.fromkeys(f"{r.core}: {_typed(r)}" for r in run.rows if r.placed)
    inner = "".join(f"<pre><code>{html.text(each)}</code></pre>" for each in commands)
    body += html.folded("The commands, of the first seed", inner)
    many = sum(len(group.rows) for group in table.groups)
    return html.section("placed", "Place and route", f"{numbers.count(many, 'core')} placed, and by what", body)


def _typed(rate: CoreRate) -> str:
    """To read what was brought, and to place it."""
    return "; ".join(each.command for each in (rate.brought, rate.placed) if each)


_RULES = (
    ("One graph.", "The algorithm is written once; its graph is cut into clocks or folded, and written as Verilog. "
     "Every core is simulated against known digests, all lanes at once."),
    ("Placed and routed.", "Yosys and nextpnr, median and range over the seeds. Placements made here and the project's "
     "are never mixed, nor are versions of the tools. The clock is the tools': no board has been measured."),
    ("Formulas.", "RFC 1810's counts operations of N nanoseconds between two registers. The calibrated one chains what "
     "this part's operations take when placed alone, less the register that they share, plus the longest wire. That "
     "grows with the logarithm of the core's look-up tables, by as much as the other placed cores show."),
    ("Lanes and chains.", "A lane is a message of its own, with the algorithm unchanged. All lanes busy is the core's "
     "rate; one message alone gets one lane."),
    ("What it does not say.", "How the data reaches the core, beyond what the pins can carry; power; several cores "
     "placed together."),
)  # fmt: skip
