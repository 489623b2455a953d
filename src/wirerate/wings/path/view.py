# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The answer of `path` on the terminal, as a table and as a page: verdict, where the time goes, what would help."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby, repeat
from typing import NamedTuple

from wirerate.records import Alternative, Interval
from wirerate.report import columns, html, labels, numbers, questions, verdicts
from wirerate.report.html import Page, drawn, head, strip, tabled
from wirerate.report.method import packet_path, record_path
from wirerate.report.table import (
    Cell,
    Filled,
    Table,
    grouped,
    legend,
    listed,
    width_of,
    without_empty_columns,
    wrap,
)
from wirerate.report.terminal import Paper, labelled
from wirerate.verdict.rules import BOTH
from wirerate.wings.path import sentences
from wirerate.wings.path.run import AbsentPath, PathAccount, PathRun, PathVerdict
from wirerate.wings.path.sentences import PARTS, Unit, unit_of

_FEW = 4  # up to this many paths get a sentence each
_SHORTEST_BAR = 8
_NARROW = 60  # below this many columns, a table shows a verdict by its sign only


class Row(NamedTuple):
    """A verdict, and the account that it is based on."""

    verdict: PathVerdict
    account: PathAccount | None


# ---- the terminal ----


def text(run: PathRun, paper: Paper) -> str:
    """Return the verdict, where the time goes and what would help; `paper.explain` adds terms, method and host."""
    lead = sentences.lead(run)
    lines = _answer(run, lead, paper) if lead else ["No path was measured completely."]
    missing = unit_of(run).missing
    lines += _warnings(run, paper)
    lines += [
        paper.ink(line, "dim") for line in wrap(missing if paper.explain else f"{missing} More: --explain", paper.width)
    ]
    answer = "\n".join(lines) + "\n"
    return "\n".join([answer, *_explanations(run, paper)]) if paper.explain else answer


def _answer(run: PathRun, lead: PathVerdict, paper: Paper) -> list[str]:
    protected = [v for v in run.verdicts if v.conditions.protocol]
    if len(protected or run.verdicts) == 1:
        return [*_verdict(lead, paper, numbers.factor), *_details(run, lead, paper)]
    sentence = sentences.sentence(run, lead, brief=True)
    return [
        *_verdict(lead, paper, lambda room: numbers.times(room.median)),
        *wrap(sentence, paper.width),
        *_table_with_bars(run, paper),
    ]


def _verdict(verdict: PathVerdict, paper: Paper, show: Callable[[Interval], str]) -> list[str]:
    """Return '✗ FALLS SHORT  esp-aes-128-gcm, 10G, imix: ×0.168 on one core', with a hanging indent."""
    sign = labels.judged(verdict)
    word = f"{sign.glyph} {verdict.verdict}"
    ways = ", both directions" if verdict.conditions.direction == BOTH else ""
    room = show(verdict.headroom) if verdict.headroom else "lost in noise"
    question = f"{verdict.subject}, {verdict.link}, {verdict.packets}{ways}"
    first, *rest = wrap(f"{question}: {room} on one core", paper.width, " " * (len(word) + 2))
    return [paper.ink(word, sign.tone) + first[len(word) :], *rest]


def _details(run: PathRun, verdict: PathVerdict, paper: Paper) -> list[str]:
    """Return the labelled lines under the verdict on a single path."""
    account, unit = sentences.account_of(run, verdict), unit_of(run)
    facts = [("rate", _rate(verdict, unit))]
    if account:
        facts.append(("time", sentences.bar(account.parts, min(40, paper.width - 14))))
        facts.append(("", sentences.shares(account.parts, signs=True)))
    facts.append(("advice", sentences.sentence(run, verdict, brief=True)))
    cores = verdicts.carriers(verdict.cores_worst or verdict.cores, verdict.cores_tight)
    facts.append(("cores", f"{cores}; each flow stays on one core" if cores else ""))
    for option in verdict.alternatives[:1] if verdict.remedy == "crypto" else ():
        facts += zip(chain(["paste"], repeat("")), _config_lines(option), strict=False)
    if account and account.added:
        facts.append(("bytes", _added_words(account, unit)))
    facts.append(("security", verdict.objection))
    return [line for label, words in facts if words for line in labelled(label, words, paper)]


def _rate(verdict: PathVerdict, unit: Unit) -> str:
    """Return '0.552 of 3.28 M packets/s; 1,813 ns to protect, 305 ns available'."""
    if verdict.headroom is None or verdict.measured_ns is None:
        return ""
    needed, taken = 1e9 / verdict.needs_ns, 1e9 / verdict.measured_ns.median
    scale, prefix = (1e6, "M ") if needed >= 1e6 else (1e3, "k ") if needed >= 1e4 else (1.0, "")
    reached = f"{numbers.significant(taken / scale)} of {numbers.significant(needed / scale)} {prefix}{unit.name}s/s"
    operation = verdict.conditions.operation
    work = f"to {operation}" if operation in ("protect", "unprotect") else "each"
    took = f"{numbers.time_ns(verdict.measured_ns.median)} {work}"
    return f"{reached}; {took}, {numbers.time_ns(verdict.needs_ns)} available"


def _config_lines(alternative: Alternative) -> list[str]:
    """Return the lines to paste for the first system that has any."""
    lines = verdicts.config_lines(alternative)
    return [line for line in lines if line.partition(":")[0] == lines[0].partition(":")[0]]


def _added_words(account: PathAccount, unit: Unit) -> str:
    counted = sorted({added.counted for added in account.added})
    bytes_added = f"{counted[0]:g}" if len(counted) == 1 else f"{counted[0]:g} to {counted[-1]:g}"
    unexpected = next((a for a in account.added if a.catalogue is not None and a.counted != a.catalogue), None)
    contrast = f"; {unexpected.catalogue} were expected at {unexpected.ip_bytes} B" if unexpected else ""
    return f"protection adds {bytes_added} B to a {unit.name}{contrast}"


def _table_with_bars(run: PathRun, paper: Paper) -> list[str]:
    """Return a table with a row per verdict, each with a bar of its parts."""
    rows = [Row(v, sentences.account_of(run, v)) for v in run.verdicts]
    asked = [column for column in _QUESTION if len({column.cell(row).text for row in rows}) > 1]
    room = replace(_HEADROOM, title="headroom")
    every = [_PATH, *asked, *((_SIGN, room) if paper.width < _NARROW else (room, _VERDICT, _CORES, _CRYPTO))]
    shown = [c for c in every if not c.expendable or any(c.cell(row).text != numbers.NONE for row in rows)]
    widths = [max(map(width_of, [column.title, *(column.cell(row).text for row in rows)])) for column in shown]
    space = paper.width - sum(widths) - 2 * len(widths)
    if space < _SHORTEST_BAR:
        return paper.table(listed("path", shown, rows)).splitlines()
    bars: Filled[Row] = Filled("time", ("bar",), numeric=False, cell=lambda row: Cell(_bar(row, min(space, 40))))
    names = {part.name for row in rows if row.account for part in row.account.parts}
    signs = "  ".join(f"{sign} {words}" for name, (words, sign, _) in PARTS.items() if name in names)
    return [
        *paper.table(listed("path", [*shown, bars], rows)).splitlines(),
        *(paper.ink(line, "dim") for line in wrap(signs, paper.width)),
    ]


def _bar(row: Row, width: int) -> str:
    return sentences.bar(row.account.parts, width) if row.account else ""


def _warnings(run: PathRun, paper: Paper) -> list[str]:
    """Return what limits the answer: an interrupted run, forbidden paths, paths that this kernel lacks."""
    lines = ["Partial: stopped before the end; only the finished rounds count."] if run.partial else []
    shown = {v.subject for v in run.verdicts if v.conditions.protocol}
    forbidden = list(dict.fromkeys(v.subject for v in run.verdicts if not v.permitted))
    if forbidden and len(shown) > 1:
        lines.append(f"⊘ must not be used: {', '.join(forbidden)}")
    if not paper.explain:
        for names, path in sentences.absent(run):
            count = names.count(",") + 1
            listed_names = f"{count} paths" if count > 2 else names
            starts_with_name = path.message.startswith(f"{names}:")
            lines.append(f"Not measured: {path.message if starts_with_name else f'{listed_names}: {path.message}'}")
    return [paper.ink(part, "warn") for line in lines for part in wrap(line, paper.width)]


# ---- --explain ----


def _explanations(run: PathRun, paper: Paper) -> Iterator[str]:
    """Yield the parts that only --explain shows, each ending with a line break."""
    if run.verdicts:
        yield paper.table(without_empty_columns(table(run), numbers.NONE))
    yield from filter(None, (_sentences(run, paper), _absent(run, paper)))
    notes = [*sentences.notes(run), sentences.caveat(run), f"Host: {labels.hardware(run)}."]
    yield "\n".join(paper.ink(line, "dim") for note in notes for line in wrap(note, paper.width)) + "\n"


def _sentences(run: PathRun, paper: Paper) -> str:
    """Return what a change would gain on every path, and why the forbidden ones are forbidden."""
    lines: list[str] = []
    several = len(sentences.questions_of(run)) > 1
    for question, group in groupby(_worth_a_sentence(run), key=sentences.question):
        lines += [paper.ink(question, "strong")] if several else []
        for names, sentence in _by_sentence(run, list(group)):
            lines += wrap(f"{names}: {sentence}", paper.width)
    forbidden = {v.subject: v.security.standing for v in run.verdicts if not v.permitted}
    lines += [line for name, standing in forbidden.items() for line in wrap(f"⊘ {name}: {standing}", paper.width)]
    few = len({v.subject for v in run.verdicts}) <= _FEW
    options = {a.subject: a for v in run.verdicts if few and v.remedy == "crypto" for a in v.alternatives[:1]}
    for subject, option in options.items():
        for config in verdicts.config_lines(option):
            lines += wrap(f"{subject}: {config}", paper.width)
    return "\n".join(lines) + "\n" if lines else ""


def _worth_a_sentence(run: PathRun) -> list[PathVerdict]:
    """Return one verdict per path and mix, in the order of the questions, since a change gains the same on every link.

    The verdict is the first that calls for a change, or the path's first. Plain forwarding is left out if protected
    paths are shown.
    """
    groups: dict[tuple[str, str, int | None], list[PathVerdict]] = {}
    for v in run.verdicts:
        groups.setdefault((v.subject, v.packets, v.conditions.ip_version), []).append(v)
    chosen = [next((v for v in group if v.remedy != "none"), group[0]) for group in groups.values()]
    protected, order = any(v.conditions.protocol for v in chosen), sentences.questions_of(run)
    shown = [v for v in chosen if v.conditions.protocol or not protected]
    return sorted(shown, key=lambda v: order.index(sentences.question(v)))


def _by_sentence(run: PathRun, rows: Sequence[PathVerdict]) -> list[tuple[str, str]]:
    """Return the sentences, each with the names of its paths. If there are many paths, those that need no change share
    a sentence, and so do those that gain little by one."""

    def names(rows: Sequence[PathVerdict]) -> str:
        return ", ".join(v.subject for v in rows)

    if len(rows) <= _FEW:
        return [(v.subject, sentences.sentence(run, v)) for v in rows]
    small = [v for v in rows if v.remedy == "other" and v.ceiling]
    content = [v for v in rows if v.remedy == "none" and v.conditions.protocol]
    pairs = [(v.subject, sentences.sentence(run, v)) for v in rows if v not in small and v not in content]
    if small:
        gains = sorted(gain.median for v in small if (gain := v.gain))
        limit = " to ".join(dict.fromkeys(map(numbers.times, (gains[0], gains[-1]))))
        pairs.append((names(small), f"changing the crypto gains at most {limit}; {unit_of(run).remedies} gain more."))
    return [*pairs, (names(content), "nothing needs to change.")] if content else pairs


def _absent(run: PathRun, paper: Paper) -> str:
    lines = []
    for names, path in sentences.absent(run):
        prefix = "" if path.message.startswith(f"{names}:") else f"{names}: "
        lines += wrap(f"Not measured: {prefix}{path.message}; {path.fix}", paper.width)
    return "\n".join(paper.ink(line, "warn") for line in lines) + "\n" if lines else ""


# ---- the table ----


def table(run: PathRun) -> Table:
    """Return every figure: a row per verdict, grouped by link and mix."""
    unit = unit_of(run)
    return _table(run, (*_judged(unit), *map(_part, unit.columns.items()), *_AROUND))


def _table(run: PathRun, shown: Sequence[Filled[Row]]) -> Table:
    groups = []
    for question, group in groupby(run.verdicts, key=sentences.question):
        rows = [Row(v, sentences.account_of(run, v)) for v in group]
        needs = f"{numbers.time_ns(rows[0].verdict.needs_ns)} a {unit_of(run).name}"
        groups.append(grouped(f"{question}: {needs}", shown, rows))
    return Table("path", tuple(shown), tuple(groups), group_fields=("question",))


def _judged(unit: Unit) -> tuple[Filled[Row], ...]:
    room = f"×: headroom = time available / time needed by one core{unit.slower_end}."
    share = f"crypto: its share of the {unit.where}'s time."
    return (
        _PATH,
        replace(_HEADROOM, means=room),
        _VERDICT,
        columns.interval("ns", "ns", lambda row: row.verdict.measured_ns, expendable=True,
                         means=f"ns: nanoseconds per {unit.name}."),
        columns.interval("free", "ceiling", lambda row: row.verdict.ceiling, expendable=True,
                         means="free: headroom if crypto were free."),
        replace(_CRYPTO, means=share),
        _CORES,
    )  # fmt: skip


def _part(column: tuple[str, tuple[str, str]]) -> Filled[Row]:
    """Return the column for the time of one part."""
    name, (title, means) = column

    def cell(row: Row) -> Cell:
        part = next((part for part in row.account.parts if part.name == name), None) if row.account else None
        if part is None:
            return Cell(numbers.NONE, "dim", (None,) * 4)
        share = part.share.median if part.share else None
        figures = (*columns.ends(part.ns), share)
        return Cell(numbers.significant(part.ns.median), "", figures, numbers.bounds(part.ns))

    fields = (f"{name}_ns", f"{name}_ns_low", f"{name}_ns_high", f"{name}_part")
    return Filled(title, fields, expendable=True, means=means, cell=cell)


def _path_cell(row: Row) -> Cell:
    conditions, driver = row.verdict.conditions, row.account.driver if row.account else ""
    figures = (row.verdict.subject, conditions.operation, conditions.ip_version, driver)
    return Cell(row.verdict.subject, "strong", figures, sentences.end_name(conditions.operation))


def _headroom_cell(row: Row) -> Cell:
    room = row.verdict.headroom
    figures = (*columns.ends(room), room.confidence if room else None)
    return Cell(_factor(room), labels.judged(row.verdict).tone, figures, numbers.bounds(room) if room else "")


def _verdict_cell(row: Row) -> Cell:
    sign, verdict = labels.judged(row.verdict), row.verdict
    figures = (verdict.verdict, verdict.objection, str(verdict.permitted).lower())
    return Cell(f"{sign.glyph} {verdict.verdict}", sign.tone, figures, verdict.objection)


def _cores_cell(row: Row) -> Cell:
    likely, worst = row.verdict.cores, row.verdict.cores_worst
    fewest = worst or likely
    return Cell(str(fewest) if fewest else numbers.NONE, "", (likely, worst))


def _crypto_cell(row: Row) -> Cell:
    return Cell(_percent(row.verdict.crypto), "", columns.ends(row.verdict.crypto))


def _duplex_cell(row: Row) -> Cell:
    room = row.verdict.duplex
    return Cell(_factor(room), "", columns.ends(room), verdicts.directions(row.verdict))


def _added_cell(row: Row) -> Cell:
    counted = sorted({added.counted for added in row.account.added}) if row.account else []
    if not counted:
        return Cell(numbers.NONE, "dim", (None,))
    shown = f"{counted[0]:g}" if len(counted) == 1 else f"{counted[0]:g} – {counted[-1]:g}"
    return Cell(shown, "", ("/".join(f"{number:g}" for number in counted),))


def _factor(room: Interval | None) -> str:
    return numbers.significant(room.median) if room else numbers.NONE


def _percent(share: Interval | None) -> str:
    if share is None:
        return numbers.NONE
    return numbers.percent(share.median) if share.median >= 0.001 else "0 %"


_QUESTION: tuple[Filled[Row], ...] = (
    columns.words("link", "link", lambda row: row.verdict.link),
    columns.words("size", "packets", lambda row: row.verdict.packets.removesuffix("-byte records")),
)
_PATH: Filled[Row] = Filled("path", ("path", "direction", "ip_version", "driver"), numeric=False, cell=_path_cell)
_HEADROOM: Filled[Row] = Filled("×", ("headroom", "headroom_low", "headroom_high", "confidence"), cell=_headroom_cell)
_VERDICT: Filled[Row] = Filled("verdict", ("verdict", "objection", "permitted"), numeric=False, cell=_verdict_cell)
_SIGN: Filled[Row] = Filled(
    "",
    ("sign",),
    numeric=False,
    cell=lambda row: Cell(labels.judged(row.verdict).glyph, labels.judged(row.verdict).tone),
)
_CRYPTO: Filled[Row] = Filled(
    "crypto", ("crypto", "crypto_share_low", "crypto_share_high"), expendable=True, cell=_crypto_cell
)
_CORES: Filled[Row] = Filled("cores", ("cores", "cores_worst"), expendable=True, cell=_cores_cell)
_AROUND: tuple[Filled[Row], ...] = (
    Filled("duplex", ("duplex", "duplex_low", "duplex_high"), expendable=True,
           means="duplex: headroom with both directions on one core.", cell=_duplex_cell),
    Filled("adds", ("added_bytes",), expendable=True, means="adds: bytes that protection adds, counted.",
           cell=_added_cell),
)  # fmt: skip


# ---- the page ----


def page(run: PathRun) -> Page:
    lead = sentences.lead(run)
    title = _page_title(run, lead)
    method = record_path() if unit_of(run).name == "record" else packet_path()
    sections = [*_charts(run), _every(run), _changes(run), _missing(run)]
    return Page(f"{title} · wirerate", _head(run, lead, title), sections, method)


def _page_title(run: PathRun, lead: PathVerdict | None) -> str:
    """Return the page's headline, with one alternative at most."""
    if lead is None:
        return "No path was measured completely."
    sentence = sentences.sentence(run, lead, brief=True)
    return f"{lead.subject}: {sentence}" if lead.conditions.protocol else sentence


def _every(run: PathRun) -> str:
    """Return the table of verdicts without the times of the parts, which the chart's table has; the CSV has all
    figures."""
    if not run.verdicts:
        return ""
    shown = _table(run, (*_judged(unit_of(run)), *_AROUND))
    return html.section(
        "path", "Every path", "Verdicts", html.scrolled(shown, legend(shown), "named") + html.csv_link(table(run))
    )


def _every_question(run: PathRun, lead: PathVerdict) -> str:
    """Return the lead path's headroom for every link and mix, if there are several."""
    same_path = [
        v for v in run.verdicts if (v.subject, v.conditions.ip_version) == (lead.subject, lead.conditions.ip_version)
    ]
    answers = [
        f"{labels.judged(v).glyph} {sentences.question(v)} {numbers.times(sentences.headroom(v))}"
        for v in same_path
        if v.headroom
    ]
    return "; ".join(answers) if len(answers) > 1 else ""


def _head(run: PathRun, lead: PathVerdict | None, title: str) -> str:
    if lead is None:
        return head("This kernel's whole packet path", title, partial=run.partial)
    account, room, unit = sentences.account_of(run, lead), lead.headroom, unit_of(run)
    facts = [
        ("Path", f"{lead.subject}, {sentences.end_name(lead.conditions.operation)}"),
        ("Every question", _every_question(run, lead)),
        ("Time available", questions.needs(lead, unit.name) + questions.mean(lead)),
        ("Headroom", numbers.factor(room) if room else ""),
        (f"Time per {unit.name}", sentences.shares(account.parts) if account else ""),
        ("Driver", account.driver if account else ""),
        ("Cores", verdicts.carriers(lead.cores_worst or lead.cores, lead.cores_tight) or "1"),
        ("Not in the figure", sentences.caveat(run)),
    ]
    question = f"{lead.link} carrying {lead.packets}{questions.ways(lead)}"
    return strip(
        f"Does this kernel keep up with {question}?",
        labels.judged(lead),
        title,
        [(name, value) for name, value in facts if value],
        partial=run.partial,
        problems=len(run.problems),
    )


def _accounts_by_mix(run: PathRun) -> Iterator[tuple[str, list[tuple[PathVerdict, PathAccount]]]]:
    """Yield each mix once with its accounts, since the parts do not depend on the link."""
    for packets in dict.fromkeys(v.packets for v in run.verdicts):
        rows: dict[tuple[str, int | None], tuple[PathVerdict, PathAccount]] = {}
        for v in run.verdicts:
            if v.packets == packets and (account := sentences.account_of(run, v)):
                rows.setdefault((v.subject, v.conditions.ip_version), (v, account))
        if rows:
            yield packets, list(rows.values())


def _charts(run: PathRun) -> list[str]:
    from wirerate.wings.path import chart

    charts: list[str] = []
    unit = unit_of(run)
    for packets, rows in _accounts_by_mix(run):
        first = rows[0][0]
        bars = [
            chart.Bar(v.subject, account.parts, f"{numbers.times(v.headroom.median)}" if v.headroom else "")
            for v, account in rows
        ]
        title = f"Time per {unit.name}, {packets}, {first.link}"
        name = f"shares-{len(charts)}" if charts else "shares"
        drawing = chart.chart(name, title, bars, first.needs_ns, unit, _shares(name, unit, rows))
        charts.append(drawn(f"One {unit.where}, {packets}", drawing, labels.hardware(run)))
    return charts


def _shares(name: str, unit: Unit, rows: Sequence[tuple[PathVerdict, PathAccount]]) -> Table:
    shown = (
        columns.words("path", "path", lambda row: row.verdict.subject, "strong"),
        *(_part((part, (PARTS[part][0], ""))) for part in unit.columns),
    )
    return listed(name, shown, [Row(verdict, account) for verdict, account in rows])


def _changes(run: PathRun) -> str:
    lines = (
        f"{labels.judged(v).glyph} {sentences.question(v)}, {v.subject}: {sentences.sentence(run, v)}"
        for v in _worth_a_sentence(run)
    )
    proposed = (a for v in run.verdicts if v.remedy == "crypto" for a in v.alternatives[:1])
    config = {line: None for option in proposed for line in verdicts.config_lines(option)}
    block = f"<pre><code>{html.text(chr(10).join(config))}</code></pre>" if config else ""
    body = html.items(lines) + block + html.paragraphs((*sentences.notes(run), sentences.caveat(run)))
    return html.section("worth", "What a change would gain", "On this path", body)


def _missing(run: PathRun) -> str:
    groups = sentences.absent(run)
    if not groups:
        return ""
    return tabled("absent", "Not measured", "Paths that this kernel lacks", listed("absent", _ABSENT, groups), "prose")


_ABSENT: tuple[Filled[tuple[str, AbsentPath]], ...] = (
    columns.words("paths", "paths", lambda group: group[0], "strong"),
    columns.words("reason", "why", lambda group: group[1].message),
    columns.words("what to type", "what to type", lambda group: group[1].fix),
    columns.words("the kernel's answer", "the kernel said", lambda group: group[1].said),
)
