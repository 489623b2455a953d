# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`path`: whether a gateway keeps up, what its time goes into, and whether the authenticator is what to change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from wirerate.records import Interval
from wirerate.report import html, naming, numbers, questions, verdicts
from wirerate.report.html import Page, drawn, head, strip, tabled
from wirerate.report.method import packet_path, record_path
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Group, Table, legend, speaking, to_text, wrap
from wirerate.wings.path.run import PathAccount, PathPart, PathRun, PathVerdict
from wirerate.wings.path.view import account as paths
from wirerate.wings.path.view.units import PARTS, Unit, unit_of

_FEW = 4  # paths of which each has its own sentence
_NARROW = 60  # columns below which a bar stands under its name
_NAME = 26


def _columns(unit: Unit) -> tuple[Column, ...]:
    room = f"×: headroom, time available / time needed by one core{unit.whose}."
    share = f"crypto: its share of the {unit.where}'s time."
    return (
        Column("path", ("path", "direction", "ip_version", "driver"), numeric=False),
        Column("×", ("headroom", "headroom_low", "headroom_high", "confidence"), means=room),
        Column("verdict", ("verdict", "objection", "permitted"), numeric=False),
        Column("ns", ("ns", "ns_low", "ns_high"), expendable=True, means=f"ns: nanoseconds per {unit.name}."),
        Column("free", ("ceiling", "ceiling_low", "ceiling_high"), expendable=True,
               means="free: the same headroom if the crypto were free."),
        Column("crypto", ("crypto", "crypto_share_low", "crypto_share_high"), expendable=True, means=share),
        Column("cores", ("cores", "cores_worst"), expendable=True),
        *(_part_column(name, title, means) for name, (title, means) in unit.columns.items()),
        Column("duplex", ("duplex", "duplex_low", "duplex_high"), expendable=True,
               means="duplex: headroom with both directions on one core."),
        Column("adds", ("added_bytes",), expendable=True, means="adds: bytes, counted."),
    )  # fmt: skip


def _part_column(name: str, title: str, means: str) -> Column:
    fields = (f"{name}_ns", f"{name}_ns_low", f"{name}_ns_high", f"{name}_part")
    return Column(title, fields, expendable=True, means=means)


def text(run: PathRun, on: Paper) -> str:
    """The questions, the verdicts, what each packet's time goes into, what a change would bring, what is not there."""
    lead = paths.lead(run)
    first = [on.ink(line, "strong") for line in wrap(_led(run, lead), on.width)]
    parts = ["\n".join(first) + "\n"]
    parts += [to_text(speaking(table(run), numbers.NONE), width=on.width, color=on.color)] if run.verdicts else []
    parts += [_bars(run, on), _sentences(run, on, lead), _absent(run, on), _notes(run, on)]
    return "\n".join(part for part in parts if part)


_NOTHING = "No path was measured to its end."


def _led(run: PathRun, lead: PathVerdict | None) -> str:
    """The answer's first line: the question and the path that it is about, and what a change would bring there."""
    if lead is None:
        return _NOTHING
    named = _named(lead, paths.sentence(run, lead))
    return f"{paths.question(lead)}: {named}" if len(paths.asked(run)) > 1 else named


def _named(verdict: PathVerdict, sentence: str) -> str:
    return f"{verdict.subject}: {sentence}" if verdict.conditions.protocol else sentence


def table(run: PathRun) -> Table:
    """A row for each verdict, a group for each link and mix."""
    groups = []
    for _, found in groupby(run.verdicts, key=paths.question):
        rows = list(found)
        groups.append(Group(_heading(run, rows[0]), tuple(_row(run, v) for v in rows)))
    return Table("path", _columns(unit_of(run)), tuple(groups), group_fields=("question",))


def _heading(run: PathRun, verdict: PathVerdict) -> str:
    needs = f"{numbers.time_ns(verdict.needs_ns)} a {unit_of(run).name}"
    return f"{paths.question(verdict)}: {needs}"


def _row(run: PathRun, verdict: PathVerdict) -> tuple[Cell, ...]:
    shown, room, measured = naming.judged(verdict), verdict.headroom, verdict.measured_ns
    account = paths.account_of(run, verdict)
    named: dict[str, PathPart] = {part.name: part for part in account.parts} if account else {}
    sure = room.confidence if room else None
    barred = (verdict.verdict, verdict.objection, str(verdict.permitted).lower())
    given = verdict.conditions
    return (
        Cell(
            verdict.subject, "strong", (verdict.subject, given.operation, given.ip_version,
                                        account.driver if account else ""), paths.end(given.operation),
        ),
        Cell(_factor(room), shown.tone, (*_ends(room), sure), numbers.bounds(room) if room else ""),
        Cell(f"{shown.glyph} {verdict.verdict}", shown.tone, barred, verdict.objection),
        Cell(numbers.significant(measured.median) if measured else numbers.NONE, "", _ends(measured)),
        Cell(_factor(verdict.ceiling), "", _ends(verdict.ceiling)),
        Cell(_percent(verdict.crypto), "", _ends(verdict.crypto)),
        Cell(str(verdict.cores) if verdict.cores else numbers.NONE, "", (verdict.cores, verdict.cores_worst)),
        *(_part(named.get(name)) for name in unit_of(run).columns),
        Cell(_factor(verdict.duplex), "", _ends(verdict.duplex), verdicts.directions(verdict)),
        _added(account),
    )  # fmt: skip


def _ends(interval: Interval | None) -> tuple[float | None, float | None, float | None]:
    return (interval.median, interval.low, interval.high) if interval else (None, None, None)


def _factor(room: Interval | None) -> str:
    return numbers.significant(room.median) if room else numbers.NONE


def _percent(share: Interval | None) -> str:
    if share is None:
        return numbers.NONE
    return numbers.percent(share.median) if share.median >= 0.001 else "0 %"


def _part(part: PathPart | None) -> Cell:
    if part is None:
        return Cell(numbers.NONE, "dim", (None,) * 4)
    share = part.share.median if part.share else None
    return Cell(numbers.significant(part.ns.median), "", (*_ends(part.ns), share), numbers.bounds(part.ns))


def _added(account: PathAccount | None) -> Cell:
    counted = sorted({each.counted for each in account.added}) if account else []
    if not counted:
        return Cell(numbers.NONE, "dim", (None,))
    words = f"{counted[0]:g}" if len(counted) == 1 else f"{counted[0]:g} – {counted[-1]:g}"
    return Cell(words, "", ("/".join(f"{each:g}" for each in counted),))


# ---- the terminal ----


def _accounts(run: PathRun) -> Iterator[tuple[str, list[tuple[PathVerdict, PathAccount]]]]:
    """Of each mix once: the parts do not depend on the link."""
    for packets in dict.fromkeys(v.packets for v in run.verdicts):
        found: dict[tuple[str, int | None], tuple[PathVerdict, PathAccount]] = {}
        for v in run.verdicts:
            account = paths.account_of(run, v)
            if v.packets == packets and account is not None:
                found.setdefault((v.subject, v.conditions.ip_version), (v, account))
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
        return [name, f"  {paths.bar(account.parts, on.width - 2)}"]
    first = [] if len(name) <= _NAME else [name]
    label = ("" if first else name).ljust(_NAME)
    return [*first, f"{label}  {paths.bar(account.parts, on.width - _NAME - 2)}"]


def _sentences(run: PathRun, on: Paper, lead: PathVerdict | None) -> str:
    """Of the others than the first line's: each its own, where they are few; else each sentence once."""
    lines: list[str] = []
    several = len(paths.asked(run)) > 1
    for asked, group in groupby(sorted(_telling(run, lead), key=_place(run)), key=paths.question):
        lines += [on.ink(asked, "strong")] if several else []
        for names, sentence in _by_sentence(run, list(group)):
            lines += wrap(f"{names}: {sentence}", on.width)
    lines += [line for v in _barred(run) for line in wrap(f"⊘ {v.subject}: {v.security.standing}", on.width)]
    few = len({v.subject for v in run.verdicts}) <= _FEW
    config = {a.subject: a for v in run.verdicts if few and v.remedy == "crypto" for a in v.alternatives[:1]}
    for subject, each in config.items():
        lines += [line for told in verdicts.config_lines(each) for line in wrap(f"{subject}: {told}", on.width)]
    return "\n".join(lines) + "\n" if lines else ""


def _telling(run: PathRun, lead: PathVerdict | None) -> list[PathVerdict]:
    """Of each path and mix one verdict, for what a change brings is the same on every link: the first that it does not
    keep up with. Of the first line's path no other, and of forwarding none beside protected ones."""
    found: dict[tuple[str, str, int | None], list[PathVerdict]] = {}
    for v in run.verdicts:
        found.setdefault((v.subject, v.packets, v.conditions.ip_version), []).append(v)
    chosen = [next((v for v in rows if v.remedy != "none"), rows[0]) for rows in found.values()]
    protected = any(v.conditions.protocol for v in chosen)
    return [v for v in chosen if v is not lead and (v.conditions.protocol or not protected)]


def _place(run: PathRun) -> Callable[[PathVerdict], int]:
    """By the order in which the questions were asked."""
    asked = paths.asked(run)
    return lambda verdict: asked.index(paths.question(verdict))


def _by_sentence(run: PathRun, rows: Sequence[PathVerdict]) -> list[tuple[str, str]]:
    """What is said of each; of many, what is the same of several is told once."""
    if len(rows) <= _FEW:
        return [(v.subject, paths.sentence(run, v)) for v in rows]
    small = [v for v in rows if v.remedy == "other" and v.ceiling]
    content = [v for v in rows if v.remedy == "none" and v.conditions.protocol]
    found = [(v.subject, paths.sentence(run, v)) for v in rows if v not in small and v not in content]
    if small:
        gains = sorted(gain.median for v in small if (gain := v.gain))
        ends = " to ".join(dict.fromkeys(map(numbers.times, (gains[0], gains[-1]))))
        found.append((_names(small), f"changing the crypto can bring at most {ends}; {unit_of(run).others}."))
    return [*found, (_names(content), "nothing has to be changed.")] if content else found


def _names(rows: Sequence[PathVerdict]) -> str:
    return ", ".join(v.subject for v in rows)


def _barred(run: PathRun) -> list[PathVerdict]:
    return list({v.subject: v for v in run.verdicts if not v.permitted}.values())


def _absent(run: PathRun, on: Paper) -> str:
    lines = []
    for names, each in paths.absent(run):
        named = "" if each.message.startswith(f"{names}:") else f"{names}: "
        lines += wrap(f"Not here: {named}{each.message}; {each.fix}", on.width)
    return "\n".join(on.ink(line, "warn") for line in lines) + "\n" if lines else ""


def _notes(run: PathRun, on: Paper) -> str:
    told = [*paths.notes(run), paths.caveat(run), f"Host: {naming.hardware(run)}."]
    partial = ["Partial: stopped before the end; the finished rounds are counted."] if run.partial else []
    lines = [
        *(on.ink(line, "warn") for line in partial),
        *(on.ink(line, "dim") for line in wrap(" ".join(told), on.width)),
    ]
    return "\n".join(lines) + "\n"


# ---- the page ----


def _titled(run: PathRun, lead: PathVerdict | None) -> str:
    """The same under its question, and short: the rest stands below."""
    return _named(lead, paths.sentence(run, lead, brief=True)) if lead else _NOTHING


def page(run: PathRun) -> Page:
    lead = paths.lead(run)
    title = _titled(run, lead)
    how = record_path() if unit_of(run).name == "record" else packet_path()
    charts = [] if lead is None else _charts(run)
    sections = [
        *charts,
        _every(run),
        _said(run),
        _missing(run),
    ]
    return Page(f"{title} · wirerate", _head(run, lead, title), sections, how)


def _every(run: PathRun) -> str:
    """The verdicts without the parts; the CSV has all."""
    if not run.verdicts:
        return ""
    whole, unit = table(run), unit_of(run)
    apart = [title for title, _ in unit.columns.values()]  # stand in the bars' own table
    kept = [i for i, column in enumerate(whole.columns) if i == 0 or column.title not in apart]
    groups = tuple(Group(g.heading, tuple(tuple(row[i] for i in kept) for row in g.rows)) for g in whole.groups)
    told = Table("path", tuple(whole.columns[i] for i in kept), groups)
    drawn_ = html.scrolled(told, legend(told), "named")
    return html.section("path", "Every path", "Verdicts", drawn_ + html.csv_link(whole))


def _every_question(run: PathRun, lead: PathVerdict) -> str:
    """Of several links and mixes each with what the same path has there."""
    found = [
        v for v in run.verdicts if (v.subject, v.conditions.ip_version) == (lead.subject, lead.conditions.ip_version)
    ]
    told = [f"{naming.judged(v).glyph} {paths.question(v)} {numbers.times(paths.room(v))}" for v in found if v.headroom]
    return "; ".join(told) if len(told) > 1 else ""


def _head(run: PathRun, lead: PathVerdict | None, title: str) -> str:
    if lead is None:
        return head("The whole packet path of this kernel", title, partial=run.partial)
    account, room, unit = paths.account_of(run, lead), lead.headroom, unit_of(run)
    facts = [
        ("Path", f"{lead.subject}, {paths.end(lead.conditions.operation)}"),
        ("Every question", _every_question(run, lead)),
        ("The link leaves", questions.needs(lead, unit.name) + questions.mean(lead)),
        ("Headroom", f"{numbers.times(room.median)} ({numbers.bounds(room)})" if room else ""),
        (f"The {unit.name}'s time", paths.shares(account.parts) if account else ""),
        ("Driver", account.driver if account else ""),
        ("Cores", verdicts.carriers(lead.cores, lead.cores_worst) or "1"),
        ("Not in the figure", paths.caveat(run)),
    ]
    asked = f"{lead.link} carrying {lead.packets}{questions.ways(lead)}"
    return strip(
        f"Does this kernel keep up with {asked}?",
        naming.judged(lead),
        title,
        [(name, value) for name, value in facts if value],
        partial=run.partial,
        problems=len(run.problems),
    )


def _charts(run: PathRun) -> list[str]:
    from wirerate.wings.path.view import chart

    found: list[str] = []
    unit = unit_of(run)
    for packets, rows in _accounts(run):
        first = rows[0][0] if rows else None
        if first is None:
            continue
        bars = [
            chart.Bar(v.subject, account.parts, f"{numbers.times(v.headroom.median)}" if v.headroom else "")
            for v, account in rows
        ]
        title = f"What a {unit.name}'s time goes into, {packets}, {first.link}"
        name = f"shares-{len(found)}" if found else "shares"
        made = chart.chart(name, title, bars, first.needs_ns, unit, _shares(name, unit, rows))
        found.append(drawn(f"One {unit.where}, {packets}", made, naming.hardware(run)))
    return found


def _shares(name: str, unit: Unit, rows: Sequence[tuple[PathVerdict, PathAccount]]) -> Table:
    columns = (
        Column("path", ("path",), numeric=False),
        *(_part_column(part, PARTS[part][0], "") for part in unit.columns),
    )
    told = []
    for v, account in rows:
        named: dict[str, PathPart] = {part.name: part for part in account.parts}
        told.append((Cell(v.subject, "strong"), *(_part(named.get(part)) for part in unit.columns)))
    return Table(name, columns, (Group("", tuple(told)),))


def _said(run: PathRun) -> str:
    lines = []
    for v in sorted(_telling(run, None), key=_place(run)):
        words = f"{naming.judged(v).glyph} {paths.question(v)}, {v.subject}: {paths.sentence(run, v)}"
        lines.append(f"<li>{html.text(words)}</li>")
    proposed = (a for v in run.verdicts if v.remedy == "crypto" for a in v.alternatives[:1])
    config = {line: None for a in proposed for line in verdicts.config_lines(a)}
    block = f"<pre><code>{html.text(chr(10).join(config))}</code></pre>" if config else ""
    notes_ = "".join(f"<p>{html.text(line)}</p>" for line in (*paths.notes(run), paths.caveat(run)))
    told = f"<ul>{''.join(lines)}</ul>{block}{notes_}"
    return html.section("worth", "What a change would bring", "On this path", told)


def _missing(run: PathRun) -> str:
    found = paths.absent(run)
    if not found:
        return ""
    titles = ("paths", "why", "what to type", "the kernel said")
    columns = tuple(Column(name, (name,), numeric=False) for name in titles)
    rows = tuple((Cell(names, "strong"), Cell(a.message), Cell(a.fix), Cell(a.said)) for names, a in found)
    table = Table("absent", columns, (Group("", rows),))
    return tabled("absent", "Not here", "Paths that this kernel lacks", table, "prose")
