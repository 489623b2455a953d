# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The answer and the page of `fleet`: hosts in one table, alternatives, the slowest host and hosts without answers.
Exports have one row per host and figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from wirerate.records import Alternative, CheckRun, SpeedRun, Verdict
from wirerate.report import columns, headrooms, html, labels, measured, numbers, questions, speeds, verdicts
from wirerate.report.html import Page, head, tabled
from wirerate.report.table import Cell, Column, Filled, Group, Table, listed, width_of, wrap
from wirerate.report.terminal import Paper
from wirerate.wings.fleet import figures
from wirerate.wings.fleet.figures import Question, heading, legend, list_questions, order, slowest
from wirerate.wings.fleet.hosts import FleetRun


def text(run: FleetRun, paper: Paper) -> str:
    questions_asked = list_questions(run)
    hosts = order(run, questions_asked)
    lines = (
        _figures(run, questions_asked, hosts, paper)
        if questions_asked
        else [f"No host {'measured anything' if hosts else 'answered'}.", ""]
    )
    lines += [paper.ink(line, "dim") for line in _roll(run, hosts, paper)]
    if sentence := slowest(run, questions_asked):
        lines += ["", *wrap(sentence, paper.width)]
    if run.partial:
        lines += ["", paper.ink("Partial: stopped early; finished measurements are included.", "warn")]
    return "\n".join(lines) + "\n"


def _figures(run: FleetRun, questions_asked: Sequence[Question], hosts: Sequence[str], paper: Paper) -> list[str]:
    lines = [*(paper.ink(line, "strong") for line in wrap(heading(run), paper.width)), ""]
    for part in _in_width(_matrix(questions_asked, hosts), paper.width):
        lines += [*_shown(part, paper), ""]
    lines += [paper.ink(line, "dim") for note in legend(run) for line in wrap(note, paper.width, "  ")]
    lines += [*verdicts.barred(run.verdicts, paper), ""]
    return [*lines, *_shown(alternatives, paper), ""] if (alternatives := _instead(run)) else lines


def _shown(shown: Table, paper: Paper) -> list[str]:
    return paper.table(shown).splitlines()


def _roll(run: FleetRun, hosts: Sequence[str], paper: Paper) -> list[str]:
    """Return a line per host, including those without an answer."""
    names = [*hosts, *figures.silent(run)]
    column = min(max(map(len, names), default=0), 24)
    lines = []
    for host in names:
        indent = " " * (column + 4)
        wrapped = wrap(figures.describe_host(run, host), paper.width, indent)
        begin = f"  {host.ljust(column)}  "
        fits = len(begin) == len(indent)
        lines += [begin + wrapped[0][len(indent) :], *wrapped[1:]] if fits and wrapped else [begin.rstrip(), *wrapped]
    return lines


def table(run: FleetRun) -> Table:
    return _rows(run, order(run, list_questions(run)))


def page(run: FleetRun) -> Page:
    questions_asked = list_questions(run)
    hosts = order(run, questions_asked)
    headline = slowest(run, questions_asked) or f"{numbers.count(len(run.hosts), 'host')} answered"
    across = replace(_matrix(questions_asked, hosts), note=". ".join(legend(run))) if questions_asked else None
    all_hosts, alternatives = _hosts(run, hosts), _instead(run)
    sections = [
        tabled("fleet", "Fleet", heading(run), across, "heat") if across else "",
        tabled("instead", "Instead", "Alternatives by headroom", alternatives, "prose") if alternatives else "",
        tabled("hosts", "Hosts", "All hosts, and why figures are missing", all_hosts, "prose") if all_hosts else "",
        _folded("rows", "All figures", "A row per host and figure", _rows(run, hosts)),
        _folded("speeds", "All measurements", "All rows, host by host", _measured(run)) if run.verdicts else "",
        measured.security(run),
    ]
    lead = "" if run.verdicts else "These hosts were not compared with a link. For verdicts: wirerate fleet check"
    return Page(
        f"{headline} · wirerate",
        head("wirerate fleet", headline[:1].upper() + headline[1:], lead, partial=run.partial),
        sections,
    )


def _hosts(run: FleetRun, hosts: Sequence[str]) -> Table:
    shown: tuple[Filled[str], ...] = (
        columns.words("host", "host", str, "strong"),
        columns.words("", "told", lambda host: figures.describe_host(run, host)),
    )
    return listed("hosts", shown, (*hosts, *figures.silent(run)))


def _folded(name: str, eyebrow: str, title: str, shown: Table) -> str:
    if not shown:
        return ""
    inner = html.kept(shown, shown.note or title)
    return html.section(name, eyebrow, title, html.folded("Show the table", inner))


def _measured(run: FleetRun) -> Table:
    """Return the rows of `speed`, host by host."""
    groups = []
    for host in run.hosts:
        rows = [m for m in run.rows if m.host == host.host]
        host_run = SpeedRun(command=run.command, environment=host, rows=rows)
        groups += [replace(group, heading=f"{host.host}: {group.heading}") for group in speeds.table(host_run).groups]
    return Table("speed", speeds.COLUMNS, tuple(groups))


# ---- alternatives ----

_NAMED = 3  # up to this many hosts are listed by name; more are counted


@dataclass
class _Use:
    """An alternative to a verdict's subject, with the hosts that recommend it."""

    verdict: Verdict
    use: str
    offered: dict[str, Alternative] = field(default_factory=dict)  # by host


def _instead(run: FleetRun) -> Table:
    """Return a table: for every algorithm and link, the first alternative in each host's first verdict."""
    uses: dict[tuple[str, str, str], _Use] = {}
    for (host, about, name), verdict in verdicts.firsts(run.verdicts):
        for alternative in verdict.alternatives[:1]:
            more = alternative.subject == verdict.subject
            use = verdicts.itself(alternative) if more else labels.algorithm(alternative.subject)
            uses.setdefault((name, about, use), _Use(verdict, use)).offered[host] = alternative
    return listed("instead", _INSTEAD, uses.values())


def _headroom(use: _Use) -> str:
    """Return the range of headroom over the hosts."""
    rooms = sorted(offer.headroom.median for offer in use.offered.values() if offer.headroom)
    return " to ".join(dict.fromkeys(map(numbers.times, (rooms[0], rooms[-1])))) if rooms else numbers.NONE


def _on(use: _Use) -> str:
    hosts = list(use.offered)
    return ", ".join(hosts) if len(hosts) <= _NAMED else numbers.count(len(hosts), "host")


_INSTEAD: tuple[Filled[_Use], ...] = (
    columns.words(
        "instead of",
        "instead of",
        lambda use: f"{labels.algorithm(use.verdict.subject)}, {questions.question(use.verdict)}",
    ),
    columns.words("use", "use", lambda use: use.use, "strong"),
    columns.words("headroom", "headroom", _headroom),
    columns.words("on", "on", _on),
)


# ---- the table ----

_NAME = 24  # minimum width of the first column if the table is split
_GAP = 2
_HOST = Column("host", ("host",), numeric=False)
_PROBLEM = Column("problem", ("problem",), numeric=False)

_Placed = tuple[str, Group, Sequence[Cell]]  # a host with its condition and its row


def _matrix(questions_asked: Sequence[Question], hosts: Sequence[str]) -> Table:
    """Return a table with hosts on one axis and questions on the other; the rows are whichever are more."""
    if len(questions_asked) <= len(hosts):
        return listed("fleet", (columns.words("", "host", str, "strong"), *map(_of_all_hosts, questions_asked)), hosts)
    names: list[Filled[Question]] = [columns.words("", "subject", lambda row: row.name, "strong")]
    if any(row.about for row in questions_asked):
        names.append(columns.words("", "about", lambda row: row.about))
    return listed("fleet", (*names, *map(_of_one_host, hosts)), questions_asked)


def _of_all_hosts(questions_asked: Question) -> Filled[str]:
    return Filled(questions_asked.title, (questions_asked.title,), cell=lambda host: _cell(questions_asked, host))


def _of_one_host(host: str) -> Filled[Question]:
    return Filled(host, (host,), cell=lambda questions_asked: _cell(questions_asked, host))


def _cell(questions_asked: Question, host: str) -> Cell:
    figure = questions_asked.figures.get(host)
    return figure.cell if figure else Cell(numbers.NONE, "dim", (None,))


def _in_width(table: Table, width: int) -> Iterator[Table]:
    """Split a wide table into parts that fit the width; each part repeats the columns that name the rows. If that is
    impossible, return the table unchanged."""
    rows = [row for group in table.groups for row in group.rows]
    titles = [column.title for column in table.columns]
    widths = [max(map(width_of, (title, *(row[i].text for row in rows)))) for i, title in enumerate(titles)]
    naming_columns = titles.count("")
    head = min(widths[0], _NAME) + sum(_GAP + column for column in widths[1:naming_columns])
    if head + _GAP + max(widths[naming_columns:]) > width:
        yield table
        return
    part: list[int] = []
    for i in range(naming_columns, len(widths)):
        if part and head + sum(_GAP + widths[column] for column in (*part, i)) > width:
            yield _columns(table, naming_columns, part)
            part = []
        part.append(i)
    yield _columns(table, naming_columns, part)


def _columns(table: Table, names: int, part: Sequence[int]) -> Table:
    chosen = (*range(names), *part)
    groups = (Group("", tuple(tuple(row[i] for i in chosen) for row in group.rows)) for group in table.groups)
    return Table(table.name, tuple(table.columns[i] for i in chosen), tuple(groups))


def _rows(run: FleetRun, hosts: Sequence[str]) -> Table:
    """Return the exported table: a row per figure, with the columns that `check` or `speed` exports. For a host without
    figures, a row gives the reason."""
    tables = {host: _host_table(run, host) for host in hosts}
    widest = max((*tables.values(), _host_table(run, "")), key=lambda table: len(table.columns))
    head = Column(widest.group_fields[0], widest.group_fields, numeric=False)
    lines = [
        (Cell(host, "strong"), _condition(group, head), *row, *map(_blank, widest.columns[len(row) :]), Cell(""))
        for host, group, row in _grouped_by_question(tables)
    ]
    lines += [
        (Cell(host, "strong"), *map(_blank, (head, *widest.columns)), Cell("; ".join(figures.causes(run, host)), "bad"))
        for host in (*hosts, *figures.silent(run))
        if not tables.get(host)
    ]
    return Table("fleet", (_HOST, head, *widest.columns, _PROBLEM), (Group("", tuple(lines)),), _note(run))


def _grouped_by_question(tables: Mapping[str, Table]) -> list[_Placed]:
    """Return all rows, ordered such that the hosts' rows for the same question are adjacent."""
    placed = [(host, group, row) for host, table in tables.items() for group in table.groups for row in group.rows]
    first: dict[object, int] = {}
    for item in placed:
        first.setdefault(_place(item), len(first))
    return sorted(placed, key=lambda item: first[_place(item)])


def _place(placed: _Placed) -> tuple[object, ...]:
    _, group, row = placed
    subject, role = row[0].figures[:2]
    return group.heading, labels.algorithm(str(subject)), role


def _condition(group: Group, under: Column) -> Cell:
    figures = (group.heading, *group.figures)
    return Cell(group.heading, "", (*figures, *[None] * (len(under.fields) - len(figures))))


def _host_table(run: FleetRun, host: str) -> Table:
    """Return the exported table of `check` or `speed` for one host."""
    one = CheckRun(
        command=run.command,
        environment=figures.environment(run, host),
        rows=[row for row in run.rows if row.host == host],
        comparisons=[row for row in run.comparisons if row.host == host],
        verdicts=[row for row in run.verdicts if row.host == host],
    )
    return headrooms.table(one) if run.verdicts else speeds.whole_table(one)


def _blank(column: Column) -> Cell:
    return Cell("", figures=(None,) * len(column.fields))


def _note(run: FleetRun) -> str:
    judged = f"{verdicts.scope(run)} {verdicts.words(run)} On {verdicts.processors(run)}."
    caches = labels.caches_explained(m.cache for m in run.rows)
    notes = [judged, verdicts.how_chosen(run.verdicts)] if run.verdicts else [caches]
    sentences = [note for note in notes if note]
    stopped = ", and the run was stopped" if run.partial else ""
    return " ".join([*sentences, f"{numbers.count(len(run.hosts), 'host')} answered{stopped}."])
