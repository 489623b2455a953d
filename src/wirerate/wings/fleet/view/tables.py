# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The one table: on the screen hosts beside each other, in an export a row for each host's figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wirerate.records import CheckRun
from wirerate.report import headrooms, naming, numbers, speeds, verdicts
from wirerate.report.table import Cell, Column, Group, Table, width_of
from wirerate.wings.fleet.rows import FleetRun
from wirerate.wings.fleet.view import roll
from wirerate.wings.fleet.view.asked import Question

_NAME = 24  # columns that the first one has at least, where the others do not fit beside it
_GAP = 2
_HOST = Column("host", ("host",), numeric=False)
_PROBLEM = Column("problem", ("problem",), numeric=False)

_Placed = tuple[str, Group, Sequence[Cell]]  # a host's row, and what it answers


def matrix(asked: Sequence[Question], hosts: Sequence[str]) -> Table:
    """The longer side goes down. A host that answered has its place, also where it has no figure."""
    if len(asked) > len(hosts):
        return _hosts_across(asked, hosts)
    columns = (
        Column("", ("host",), numeric=False),
        *(Column(question.title, (question.title,)) for question in asked),
    )
    rows = tuple((Cell(host, "strong"), *(_cell(question, host) for question in asked)) for host in hosts)
    return Table("fleet", columns, (Group("", rows),))


def _hosts_across(asked: Sequence[Question], hosts: Sequence[str]) -> Table:
    several = any(question.about for question in asked)
    names = (Column("", ("subject",), numeric=False), *([Column("", ("about",), numeric=False)] if several else []))
    rows = tuple(
        (
            Cell(question.name, "strong"),
            *([Cell(question.about)] if several else []),
            *(_cell(question, host) for host in hosts),
        )
        for question in asked
    )
    return Table("fleet", (*names, *(Column(host, (host,)) for host in hosts)), (Group("", rows),))


def _cell(question: Question, host: str) -> Cell:
    figure = question.figures.get(host)
    return figure.cell if figure else Cell(numbers.NONE, "dim", (None,))


def in_width(table: Table, width: int) -> Iterator[Table]:
    """The table, continued below itself where it is wider: each part begins with the columns that name its rows. One
    for which no part is narrow enough stays whole, and has its figures below each other."""
    rows = [row for group in table.groups for row in group.rows]
    widths = [max(map(width_of, (column.title, *(row[i].text for row in rows)))) for i, column in
              enumerate(table.columns)]  # fmt: skip
    naming_columns = sum(not column.title for column in table.columns)
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


def rows(run: FleetRun, hosts: Sequence[str]) -> Table:
    """Each figure with all that its own host's run exports of it; a host without any is a row with its cause."""
    own = {host: _own(run, host) for host in hosts}
    widest = max((*own.values(), _own(run, "")), key=lambda table: len(table.columns))
    head = Column(widest.group_fields[0], widest.group_fields, numeric=False)
    lines = [
        (Cell(host, "strong"), _condition(group, head), *row, *map(_blank, widest.columns[len(row) :]), Cell(""))
        for host, group, row in _beside_each_other(own)
    ]
    lines += [
        (Cell(host, "strong"), *map(_blank, (head, *widest.columns)), Cell("; ".join(roll.causes(run, host)), "bad"))
        for host in (*hosts, *roll.silent(run))
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
    return group.heading, naming.algorithm(str(subject)), role


def _condition(group: Group, under: Column) -> Cell:
    figures = (group.heading, *group.figures)
    return Cell(group.heading, "", (*figures, *[None] * (len(under.fields) - len(figures))))


def _own(run: FleetRun, host: str) -> Table:
    """What `check` or `speed` exports of that host."""
    one = CheckRun(
        command=run.command,
        environment=roll.environment(run, host),
        rows=[each for each in run.rows if each.host == host],
        comparisons=[each for each in run.comparisons if each.host == host],
        verdicts=[each for each in run.verdicts if each.host == host],
    )
    return headrooms.table(one) if run.verdicts else speeds.whole_table(one)


def _blank(column: Column) -> Cell:
    return Cell("", figures=(None,) * len(column.fields))


def _note(run: FleetRun) -> str:
    told = f"{verdicts.scope(run)} {verdicts.words(run)} On {verdicts.processors(run)}."
    notes = (
        [told, verdicts.how_chosen(run.verdicts)]
        if run.verdicts
        else [naming.caches_explained(m.cache for m in run.rows)]
    )
    said = [each for each in notes if each]
    stopped = ", and the run was stopped" if run.partial else ""
    return " ".join([*said, f"{numbers.count(len(run.hosts), 'host')} answered{stopped}."])
