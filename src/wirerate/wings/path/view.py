# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`path`: whether a gateway keeps up, what its time goes into, and whether the authenticator is what to change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from wirerate.records import Interval
from wirerate.report import columns, html, labels, numbers, questions, verdicts
from wirerate.report.html import Page, drawn, head, strip, tabled
from wirerate.report.method import packet_path, record_path
from wirerate.report.table import Cell, Filled, Table, grouped, legend, listed, speaking, wrap
from wirerate.report.terminal import Paper
from wirerate.wings.path import sentences
from wirerate.wings.path.run import AbsentPath, PathAccount, PathRun, PathVerdict
from wirerate.wings.path.sentences import PARTS, Unit, unit_of

_FEW = 4  # paths of which each has its own sentence
_NARROW = 60  # columns below which a bar stands under its name
_NAME = 26


class Row(NamedTuple):
    """A verdict, and the account that it rests on."""

    verdict: PathVerdict
    account: PathAccount | None


def text(run: PathRun, on: Paper) -> str:
    """The questions, the verdicts, what each packet's time goes into, what a change would bring, what is not there."""
    lead = sentences.lead(run)
    asked = f"{sentences.question(lead)}: " if lead and len(sentences.asked(run)) > 1 else ""
    first = [on.ink(line, "strong") for line in wrap(asked + _answer(run, lead), on.width)]
    parts = ["\n".join(first) + "\n"]
    parts += [on.table(speaking(table(run), numbers.NONE))] if run.verdicts else []
    parts += [_bars(run, on), _sentences(run, on, lead), _absent(run, on), _notes(run, on)]
    return "\n".join(part for part in parts if part)


def _answer(run: PathRun, lead: PathVerdict | None, *, brief: bool = False) -> str:
    """The path that the answer is about, and what a change would bring there."""
    if lead is None:
        return "No path was measured to its end."
    sentence = sentences.sentence(run, lead, brief=brief)
    return f"{lead.subject}: {sentence}" if lead.conditions.protocol else sentence


# ---- the table ----


def table(run: PathRun) -> Table:
    """A row for each verdict, a group for each link and mix."""
    unit = unit_of(run)
    return _table(run, (*_judged(unit), *map(_part, unit.columns.items()), *_AROUND))


def _table(run: PathRun, shown: Sequence[Filled[Row]]) -> Table:
    groups = []
    for asked, found in groupby(run.verdicts, key=sentences.question):
        rows = [Row(v, sentences.account_of(run, v)) for v in found]
        needs = f"{numbers.time_ns(rows[0].verdict.needs_ns)} a {unit_of(run).name}"
        groups.append(grouped(f"{asked}: {needs}", shown, rows))
    return Table("path", tuple(shown), tuple(groups), group_fields=("question",))


def _judged(unit: Unit) -> tuple[Filled[Row], ...]:
    room = f"×: headroom, time available / time needed by one core{unit.whose}."
    share = f"crypto: its share of the {unit.where}'s time."
    return (
        Filled("path", ("path", "direction", "ip_version", "driver"), numeric=False, cell=_name),
        Filled("×", ("headroom", "headroom_low", "headroom_high", "confidence"), means=room, cell=_headroom),
        Filled("verdict", ("verdict", "objection", "permitted"), numeric=False, cell=_word),
        columns.interval("ns", "ns", lambda row: row.verdict.measured_ns, expendable=True,
                         means=f"ns: nanoseconds per {unit.name}."),
        columns.interval("free", "ceiling", lambda row: row.verdict.ceiling, expendable=True,
                         means="free: the same headroom if the crypto were free."),
        Filled("crypto", ("crypto", "crypto_share_low", "crypto_share_high"), expendable=True, means=share,
               cell=lambda row: Cell(_percent(row.verdict.crypto), "", columns.ends(row.verdict.crypto))),
        Filled("cores", ("cores", "cores_worst"), expendable=True, cell=_cores),
    )  # fmt: skip


def _part(named: tuple[str, tuple[str, str]]) -> Filled[Row]:
    """What one part of the path takes, and its share."""
    name, (title, means) = named

    def cell(row: Row) -> Cell:
        part = next((each for each in row.account.parts if each.name == name), None) if row.account else None
        if part is None:
            return Cell(numbers.NONE, "dim", (None,) * 4)
        share = part.share.median if part.share else None
        figures = (*columns.ends(part.ns), share)
        return Cell(numbers.significant(part.ns.median), "", figures, numbers.bounds(part.ns))

    fields = (f"{name}_ns", f"{name}_ns_low", f"{name}_ns_high", f"{name}_part")
    return Filled(title, fields, expendable=True, means=means, cell=cell)


def _name(row: Row) -> Cell:
    given, driver = row.verdict.conditions, row.account.driver if row.account else ""
    figures = (row.verdict.subject, given.operation, given.ip_version, driver)
    return Cell(row.verdict.subject, "strong", figures, sentences.end(given.operation))


def _headroom(row: Row) -> Cell:
    room = row.verdict.headroom
    figures = (*columns.ends(room), room.confidence if room else None)
    return Cell(_factor(room), labels.judged(row.verdict).tone, figures, numbers.bounds(room) if room else "")


def _word(row: Row) -> Cell:
    shown, said = labels.judged(row.verdict), row.verdict
    figures = (said.verdict, said.objection, str(said.permitted).lower())
    return Cell(f"{shown.glyph} {said.verdict}", shown.tone, figures, said.objection)


def _cores(row: Row) -> Cell:
    likely, worst = row.verdict.cores, row.verdict.cores_worst
    return Cell(str(likely) if likely else numbers.NONE, "", (likely, worst))


def _duplex(row: Row) -> Cell:
    room = row.verdict.duplex
    return Cell(_factor(room), "", columns.ends(room), verdicts.directions(row.verdict))


def _added(row: Row) -> Cell:
    counted = sorted({each.counted for each in row.account.added}) if row.account else []
    if not counted:
        return Cell(numbers.NONE, "dim", (None,))
    told = f"{counted[0]:g}" if len(counted) == 1 else f"{counted[0]:g} – {counted[-1]:g}"
    return Cell(told, "", ("/".join(f"{each:g}" for each in counted),))


def _factor(room: Interval | None) -> str:
    return numbers.significant(room.median) if room else numbers.NONE


def _percent(share: Interval | None) -> str:
    if share is None:
        return numbers.NONE
    return numbers.percent(share.median) if share.median >= 0.001 else "0 %"


_AROUND: tuple[Filled[Row], ...] = (
    Filled("duplex", ("duplex", "duplex_low", "duplex_high"), expendable=True,
           means="duplex: headroom with both directions on one core.", cell=_duplex),
    Filled("adds", ("added_bytes",), expendable=True, means="adds: bytes, counted.", cell=_added),
)  # fmt: skip


# ---- the terminal ----


def _accounts(run: PathRun) -> Iterator[tuple[str, list[tuple[PathVerdict, PathAccount]]]]:
    """Of each mix once: the parts do not depend on the link."""
    for packets in dict.fromkeys(v.packets for v in run.verdicts):
        found: dict[tuple[str, int | None], tuple[PathVerdict, PathAccount]] = {}
        for v in run.verdicts:
            if v.packets == packets and (account := sentences.account_of(run, v)):
                found.setdefault((v.subject, v.conditions.ip_version), (v, account))
        if found:
            yield packets, list(found.values())


def _bars(run: PathRun, on: Paper) -> str:
    lines: list[str] = []
    used: dict[str, None] = {}
    for packets, found in _accounts(run):
        drawn_ = [(v, account) for v, account in found if any(part.share for part in account.parts)]
        if not drawn_:
            continue
        lines += [*([""] if lines else []), on.ink(f"What a {unit_of(run).name}'s time goes into, {packets}", "strong")]
        for verdict, account in drawn_:
            used |= dict.fromkeys(part.name for part in account.parts)
            lines += _bar(verdict.subject, account, on)
    signs = dict.fromkeys(f"{PARTS[name][1]} {PARTS[name][0]}" for name in PARTS if name in used)
    lines += wrap(", ".join(signs), on.width)
    return "\n".join(lines) + "\n" if lines else ""


def _bar(name: str, account: PathAccount, on: Paper) -> list[str]:
    if on.width < _NARROW:
        return [name, f"  {sentences.bar(account.parts, on.width - 2)}"]
    first = [] if len(name) <= _NAME else [name]
    label = ("" if first else name).ljust(_NAME)
    return [*first, f"{label}  {sentences.bar(account.parts, on.width - _NAME - 2)}"]


def _sentences(run: PathRun, on: Paper, lead: PathVerdict | None) -> str:
    """Of the others than the first line's: each its own, where they are few; else each sentence once."""
    lines: list[str] = []
    several = len(sentences.asked(run)) > 1
    for asked, group in groupby(_telling(run, lead), key=sentences.question):
        lines += [on.ink(asked, "strong")] if several else []
        for names, sentence in _by_sentence(run, list(group)):
            lines += wrap(f"{names}: {sentence}", on.width)
    barred = {v.subject: v.security.standing for v in run.verdicts if not v.permitted}
    lines += [line for name, standing in barred.items() for line in wrap(f"⊘ {name}: {standing}", on.width)]
    few = len({v.subject for v in run.verdicts}) <= _FEW
    config = {a.subject: a for v in run.verdicts if few and v.remedy == "crypto" for a in v.alternatives[:1]}
    for subject, each in config.items():
        lines += [line for told in verdicts.config_lines(each) for line in wrap(f"{subject}: {told}", on.width)]
    return "\n".join(lines) + "\n" if lines else ""


def _telling(run: PathRun, lead: PathVerdict | None) -> list[PathVerdict]:
    """Of each path and mix one verdict, for what a change brings is the same on every link: the first that it does not
    keep up with. Of the first line's path no other, and of forwarding none beside protected ones. In the order in
    which the questions were asked."""
    found: dict[tuple[str, str, int | None], list[PathVerdict]] = {}
    for v in run.verdicts:
        found.setdefault((v.subject, v.packets, v.conditions.ip_version), []).append(v)
    chosen = [next((v for v in rows if v.remedy != "none"), rows[0]) for rows in found.values()]
    protected, asked = any(v.conditions.protocol for v in chosen), sentences.asked(run)
    told = [v for v in chosen if v is not lead and (v.conditions.protocol or not protected)]
    return sorted(told, key=lambda v: asked.index(sentences.question(v)))


def _by_sentence(run: PathRun, rows: Sequence[PathVerdict]) -> list[tuple[str, str]]:
    """What is said of each; of many, what is the same of several is told once."""

    def named(rows: Sequence[PathVerdict]) -> str:
        return ", ".join(v.subject for v in rows)

    if len(rows) <= _FEW:
        return [(v.subject, sentences.sentence(run, v)) for v in rows]
    small = [v for v in rows if v.remedy == "other" and v.ceiling]
    content = [v for v in rows if v.remedy == "none" and v.conditions.protocol]
    found = [(v.subject, sentences.sentence(run, v)) for v in rows if v not in small and v not in content]
    if small:
        gains = sorted(gain.median for v in small if (gain := v.gain))
        ends = " to ".join(dict.fromkeys(map(numbers.times, (gains[0], gains[-1]))))
        found.append((named(small), f"changing the crypto can bring at most {ends}; {unit_of(run).others}."))
    return [*found, (named(content), "nothing has to be changed.")] if content else found


def _absent(run: PathRun, on: Paper) -> str:
    lines = []
    for names, each in sentences.absent(run):
        named = "" if each.message.startswith(f"{names}:") else f"{names}: "
        lines += wrap(f"Not here: {named}{each.message}; {each.fix}", on.width)
    return "\n".join(on.ink(line, "warn") for line in lines) + "\n" if lines else ""


def _notes(run: PathRun, on: Paper) -> str:
    told = [*sentences.notes(run), sentences.caveat(run), f"Host: {labels.hardware(run)}."]
    partial = ["Partial: stopped before the end; the finished rounds are counted."] if run.partial else []
    lines = [
        *(on.ink(line, "warn") for line in partial),
        *(on.ink(line, "dim") for line in wrap(" ".join(told), on.width)),
    ]
    return "\n".join(lines) + "\n"


# ---- the page ----


def page(run: PathRun) -> Page:
    lead = sentences.lead(run)
    title = _answer(run, lead, brief=True)  # short, for the rest stands below
    how = record_path() if unit_of(run).name == "record" else packet_path()
    sections = [*_charts(run), _every(run), _said(run), _missing(run)]
    return Page(f"{title} · wirerate", _head(run, lead, title), sections, how)


def _every(run: PathRun) -> str:
    """The verdicts without the parts, which stand in the bars' own table; the CSV has all."""
    if not run.verdicts:
        return ""
    told = _table(run, (*_judged(unit_of(run)), *_AROUND))
    return html.section(
        "path", "Every path", "Verdicts", html.scrolled(told, legend(told), "named") + html.csv_link(table(run))
    )


def _every_question(run: PathRun, lead: PathVerdict) -> str:
    """Of several links and mixes each with what the same path has there."""
    found = [
        v for v in run.verdicts if (v.subject, v.conditions.ip_version) == (lead.subject, lead.conditions.ip_version)
    ]
    told = [
        f"{labels.judged(v).glyph} {sentences.question(v)} {numbers.times(sentences.room(v))}"
        for v in found
        if v.headroom
    ]
    return "; ".join(told) if len(told) > 1 else ""


def _head(run: PathRun, lead: PathVerdict | None, title: str) -> str:
    if lead is None:
        return head("The whole packet path of this kernel", title, partial=run.partial)
    account, room, unit = sentences.account_of(run, lead), lead.headroom, unit_of(run)
    facts = [
        ("Path", f"{lead.subject}, {sentences.end(lead.conditions.operation)}"),
        ("Every question", _every_question(run, lead)),
        ("The link leaves", questions.needs(lead, unit.name) + questions.mean(lead)),
        ("Headroom", numbers.factor(room) if room else ""),
        (f"The {unit.name}'s time", sentences.shares(account.parts) if account else ""),
        ("Driver", account.driver if account else ""),
        ("Cores", verdicts.carriers(lead.cores_worst or lead.cores, lead.cores_tight) or "1"),
        ("Not in the figure", sentences.caveat(run)),
    ]
    asked = f"{lead.link} carrying {lead.packets}{questions.ways(lead)}"
    return strip(
        f"Does this kernel keep up with {asked}?",
        labels.judged(lead),
        title,
        [(name, value) for name, value in facts if value],
        partial=run.partial,
        problems=len(run.problems),
    )


def _charts(run: PathRun) -> list[str]:
    from wirerate.wings.path import chart

    found: list[str] = []
    unit = unit_of(run)
    for packets, rows in _accounts(run):
        first = rows[0][0]
        bars = [
            chart.Bar(v.subject, account.parts, f"{numbers.times(v.headroom.median)}" if v.headroom else "")
            for v, account in rows
        ]
        title = f"What a {unit.name}'s time goes into, {packets}, {first.link}"
        name = f"shares-{len(found)}" if found else "shares"
        made = chart.chart(name, title, bars, first.needs_ns, unit, _shares(name, unit, rows))
        found.append(drawn(f"One {unit.where}, {packets}", made, labels.hardware(run)))
    return found


def _shares(name: str, unit: Unit, rows: Sequence[tuple[PathVerdict, PathAccount]]) -> Table:
    shown = (
        columns.words("path", "path", lambda row: row.verdict.subject, "strong"),
        *(_part((part, (PARTS[part][0], ""))) for part in unit.columns),
    )
    return listed(name, shown, [Row(*each) for each in rows])


def _said(run: PathRun) -> str:
    told = (
        f"{labels.judged(v).glyph} {sentences.question(v)}, {v.subject}: {sentences.sentence(run, v)}"
        for v in _telling(run, None)
    )
    proposed = (a for v in run.verdicts if v.remedy == "crypto" for a in v.alternatives[:1])
    config = {line: None for a in proposed for line in verdicts.config_lines(a)}
    block = f"<pre><code>{html.text(chr(10).join(config))}</code></pre>" if config else ""
    whole = html.items(told) + block + html.paragraphs((*sentences.notes(run), sentences.caveat(run)))
    return html.section("worth", "What a change would bring", "On this path", whole)


def _missing(run: PathRun) -> str:
    found = sentences.absent(run)
    if not found:
        return ""
    return tabled("absent", "Not here", "Paths that this kernel lacks", listed("absent", _ABSENT, found), "prose")


_ABSENT: tuple[Filled[tuple[str, AbsentPath]], ...] = (
    columns.words("paths", "paths", lambda each: each[0], "strong"),
    columns.words("why", "why", lambda each: each[1].message),
    columns.words("what to type", "what to type", lambda each: each[1].fix),
    columns.words("the kernel said", "the kernel said", lambda each: each[1].said),
)
