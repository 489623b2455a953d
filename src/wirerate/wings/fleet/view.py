# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`fleet`: all hosts in one table, what to use instead, the slowest named with the CPU features that it lacks, and why
others are silent. On the screen hosts stand beside each other, in an export each of a host's figures is a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from wirerate.records import Alternative, CheckRun, SpeedRun, Verdict
from wirerate.report import columns, headrooms, html, labels, measured, numbers, questions, speeds, verdicts
from wirerate.report.html import Page, head, tabled
from wirerate.report.table import Cell, Column, Filled, Group, Table, listed, width_of, wrap
from wirerate.report.terminal import Paper
from wirerate.wings.fleet import figures
from wirerate.wings.fleet.figures import Asked, all_asked, heading, legend, order, slowest
from wirerate.wings.fleet.hosts import FleetRun


def text(run: FleetRun, on: Paper) -> str:
    asked = all_asked(run)
    hosts = order(run, asked)
    lines = (
        _figures(run, asked, hosts, on) if asked else [f"No host {'measured anything' if hosts else 'answered'}.", ""]
    )
    lines += [on.ink(line, "dim") for line in _roll(run, hosts, on)]
    if told := slowest(run, asked):
        lines += ["", *wrap(told, on.width)]
    if run.partial:
        lines += ["", on.ink("Partial: stopped before the end; what had finished is counted.", "warn")]
    return "\n".join(lines) + "\n"


def _figures(run: FleetRun, asked: Sequence[Asked], hosts: Sequence[str], on: Paper) -> list[str]:
    lines = [*(on.ink(line, "strong") for line in wrap(heading(run), on.width)), ""]
    for part in _in_width(_matrix(asked, hosts), on.width):
        lines += [*_shown(part, on), ""]
    lines += [on.ink(line, "dim") for told in legend(run) for line in wrap(told, on.width, "  ")]
    lines += [*verdicts.barred(run.verdicts, on), ""]
    return [*lines, *_shown(others, on), ""] if (others := _instead(run)) else lines


def _shown(shown: Table, on: Paper) -> list[str]:
    return on.table(shown).splitlines()


def _roll(run: FleetRun, hosts: Sequence[str], on: Paper) -> list[str]:
    """A line for each host, wrapped under itself: also for those that did not answer."""
    names = [*hosts, *figures.silent(run)]
    column = min(max(map(len, names), default=0), 24)
    lines = []
    for host in names:
        indent = " " * (column + 4)
        told = wrap(figures.told(run, host), on.width, indent)
        begin = f"  {host.ljust(column)}  "
        fits = len(begin) == len(indent)
        lines += [begin + told[0][len(indent) :], *told[1:]] if fits and told else [begin.rstrip(), *told]
    return lines


def table(run: FleetRun) -> Table:
    return _rows(run, order(run, all_asked(run)))


def page(run: FleetRun) -> Page:
    asked = all_asked(run)
    hosts = order(run, asked)
    told = slowest(run, asked) or f"{numbers.count(len(run.hosts), 'host')} answered"
    across = replace(_matrix(asked, hosts), note=". ".join(legend(run))) if asked else None
    every, others = _hosts(run, hosts), _instead(run)
    sections = [
        tabled("fleet", "Fleet", heading(run), across, "heat") if across else "",
        tabled("instead", "Instead", "What to use instead, by its headroom there", others, "prose") if others else "",
        tabled("hosts", "Hosts", "Each host, and why any has no figures", every, "prose") if every else "",
        _folded("rows", "Every figure", "A row for each host's", _rows(run, hosts)),
        _folded("speeds", "Everything measured", "Every row, host by host", _measured(run)) if run.verdicts else "",
        measured.security(run),
    ]
    lead = "" if run.verdicts else "These hosts were not held against a link. To have verdicts: wirerate fleet check"
    return Page(
        f"{told} · wirerate", head("wirerate fleet", told[:1].upper() + told[1:], lead, partial=run.partial), sections
    )


def _hosts(run: FleetRun, hosts: Sequence[str]) -> Table:
    shown: tuple[Filled[str], ...] = (
        columns.words("host", "host", str, "strong"),
        columns.words("", "told", lambda host: figures.told(run, host)),
    )
    return listed("hosts", shown, (*hosts, *figures.silent(run)))


def _folded(name: str, eyebrow: str, title: str, shown: Table) -> str:
    if not shown:
        return ""
    inner = html.kept(shown, shown.note or title)
    return html.section(name, eyebrow, title, html.folded("All of them as a table", inner))


def _measured(run: FleetRun) -> Table:
    """What `speed` shows, a host after the other."""
    groups = []
    for host in run.hosts:
        rows = [m for m in run.rows if m.host == host.host]
        own = SpeedRun(command=run.command, environment=host, rows=rows)
        groups += [replace(group, heading=f"{host.host}: {group.heading}") for group in speeds.table(own).groups]
    return Table("speed", speeds.COLUMNS, tuple(groups))


# ---- what to use instead ----

_NAMED = 3  # hosts; of more only how many they are


@dataclass
class _Use:
    """What to use instead of what, which several hosts may have found."""

    asked: Verdict
    use: str
    offered: dict[str, Alternative] = field(default_factory=dict)  # by host


def _instead(run: FleetRun) -> Table:
    """The first alternative to each algorithm, for each link; each host has one, by its first row of that algorithm."""
    found: dict[tuple[str, str, str], _Use] = {}
    for (host, about, name), verdict in verdicts.firsts(run.verdicts):
        for alternative in verdict.alternatives[:1]:
            more = alternative.subject == verdict.subject
            use = verdicts.itself(alternative) if more else labels.algorithm(alternative.subject)
            found.setdefault((name, about, use), _Use(verdict, use)).offered[host] = alternative
    return listed("instead", _INSTEAD, found.values())


def _headroom(use: _Use) -> str:
    """The least and the greatest among the hosts."""
    rooms = sorted(each.headroom.median for each in use.offered.values() if each.headroom)
    return " to ".join(dict.fromkeys(map(numbers.times, (rooms[0], rooms[-1])))) if rooms else numbers.NONE


def _on(use: _Use) -> str:
    hosts = list(use.offered)
    return ", ".join(hosts) if len(hosts) <= _NAMED else numbers.count(len(hosts), "host")


_INSTEAD: tuple[Filled[_Use], ...] = (
    columns.words(
        "instead of",
        "instead of",
        lambda each: f"{labels.algorithm(each.asked.subject)}, {questions.question(each.asked)}",
    ),
    columns.words("use", "use", lambda each: each.use, "strong"),
    columns.words("headroom", "headroom", _headroom),
    columns.words("on", "on", _on),
)


# ---- the one table ----

_NAME = 24  # columns that the first one has at least, where the others do not fit beside it
_GAP = 2
_HOST = Column("host", ("host",), numeric=False)
_PROBLEM = Column("problem", ("problem",), numeric=False)

_Placed = tuple[str, Group, Sequence[Cell]]  # a host's row, and what it answers


def _matrix(asked: Sequence[Asked], hosts: Sequence[str]) -> Table:
    """The longer side goes down. A host that answered has its place, also where it has no figure."""
    if len(asked) <= len(hosts):
        return listed("fleet", (columns.words("", "host", str, "strong"), *map(_of_all_hosts, asked)), hosts)
    names: list[Filled[Asked]] = [columns.words("", "subject", lambda each: each.name, "strong")]
    if any(each.about for each in asked):
        names.append(columns.words("", "about", lambda each: each.about))
    return listed("fleet", (*names, *map(_of_one_host, hosts)), asked)


def _of_all_hosts(asked: Asked) -> Filled[str]:
    return Filled(asked.title, (asked.title,), cell=lambda host: _cell(asked, host))


def _of_one_host(host: str) -> Filled[Asked]:
    return Filled(host, (host,), cell=lambda asked: _cell(asked, host))


def _cell(asked: Asked, host: str) -> Cell:
    figure = asked.figures.get(host)
    return figure.cell if figure else Cell(numbers.NONE, "dim", (None,))


def _in_width(table: Table, width: int) -> Iterator[Table]:
    """The table, continued below itself where it is wider: each part begins with the columns that name its rows. One
    for which no part is narrow enough stays whole, and has its figures below each other."""
    rows = [row for group in table.groups for row in group.rows]
    titles = [column.title for column in table.columns]
    widths = [max(map(width_of, (title, *(row[i].text for row in rows)))) for i, title in enumerate(titles)]
    naming_columns = titles.count("")
    head = min(widths[0], _NAME) + sum(_GAP + each for each in widths[1:naming_columns])
    if head + _GAP + max(widths[naming_columns:]) > width:
        yield table
        return
    part: list[int] = []
    for i in range(naming_columns, len(widths)):
        if part and head + sum(_GAP + widths[each] for each in (*part, i)) > width:
            yield _columns(table, naming_columns, part)
            part = []
        part.append(i)
    yield _columns(table, naming_columns, part)


def _columns(table: Table, names: int, part: Sequence[int]) -> Table:
    chosen = (*range(names), *part)
    groups = (Group("", tuple(tuple(row[i] for i in chosen) for row in group.rows)) for group in table.groups)
    return Table(table.name, tuple(table.columns[i] for i in chosen), tuple(groups))


def _rows(run: FleetRun, hosts: Sequence[str]) -> Table:
    """Each figure with all that its own host's run exports of it; a host without any is a row with its cause."""
    own = {host: _own(run, host) for host in hosts}
    widest = max((*own.values(), _own(run, "")), key=lambda table: len(table.columns))
    head = Column(widest.group_fields[0], widest.group_fields, numeric=False)
    lines = [
        (Cell(host, "strong"), _condition(group, head), *row, *map(_blank, widest.columns[len(row) :]), Cell(""))
        for host, group, row in _beside_each_other(own)
    ]
    lines += [
        (Cell(host, "strong"), *map(_blank, (head, *widest.columns)), Cell("; ".join(figures.causes(run, host)), "bad"))
        for host in (*hosts, *figures.silent(run))
        if not own.get(host)
    ]
    return Table("fleet", (_HOST, head, *widest.columns, _PROBLEM), (Group("", tuple(lines)),), _note(run))


def _beside_each_other(own: Mapping[str, Table]) -> list[_Placed]:
    """All their rows, those together that answer the same, whichever implementation is the best of each host."""
    placed = [(host, group, row) for host, table in own.items() for group in table.groups for row in group.rows]
    first: dict[object, int] = {}
    for each in placed:
        first.setdefault(_place(each), len(first))
    return sorted(placed, key=lambda each: first[_place(each)])


def _place(placed: _Placed) -> tuple[object, ...]:
    _, group, row = placed
    subject, role = row[0].figures[:2]
    return group.heading, labels.algorithm(str(subject)), role


def _condition(group: Group, under: Column) -> Cell:
    figures = (group.heading, *group.figures)
    return Cell(group.heading, "", (*figures, *[None] * (len(under.fields) - len(figures))))


def _own(run: FleetRun, host: str) -> Table:
    """What `check` or `speed` exports of that host."""
    one = CheckRun(
        command=run.command,
        environment=figures.environment(run, host),
        rows=[each for each in run.rows if each.host == host],
        comparisons=[each for each in run.comparisons if each.host == host],
        verdicts=[each for each in run.verdicts if each.host == host],
    )
    return headrooms.table(one) if run.verdicts else speeds.whole_table(one)


def _blank(column: Column) -> Cell:
    return Cell("", figures=(None,) * len(column.fields))


def _note(run: FleetRun) -> str:
    told = f"{verdicts.scope(run)} {verdicts.words(run)} On {verdicts.processors(run)}."
    caches = labels.caches_explained(m.cache for m in run.rows)
    notes = [told, verdicts.how_chosen(run.verdicts)] if run.verdicts else [caches]
    said = [each for each in notes if each]
    stopped = ", and the run was stopped" if run.partial else ""
    return " ".join([*said, f"{numbers.count(len(run.hosts), 'host')} answered{stopped}."])
