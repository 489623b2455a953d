# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What to use instead of what on which host: an alternative that several hosts have is one row, with its least and its
greatest headroom among them."""

from __future__ import annotations

from dataclasses import dataclass, field

from wirerate.records import Alternative, Verdict
from wirerate.report import naming, numbers, questions, verdicts
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.wings.fleet.rows import FleetRun

_NAMED = 3  # hosts; of more only how many they are
_COLUMNS = tuple(Column(title, (title,), numeric=False) for title in ("instead of", "use", "headroom", "on"))


@dataclass
class _Row:
    asked: Verdict
    offered: dict[str, Alternative] = field(default_factory=dict)  # by host


def table(run: FleetRun) -> Table:
    """Empty where every host may keep what it was asked about."""
    rows = tuple(_cells(row) for row in _gathered(run))
    return Table("instead", _COLUMNS, (Group("", rows),) if rows else ())


def _gathered(run: FleetRun) -> list[_Row]:
    """The first alternative to each algorithm, for each link; each host has one, by its first row of that algorithm."""
    found: dict[tuple[str, str, str], _Row] = {}
    for (host, about, name), verdict in verdicts.firsts(run.verdicts):
        for alternative in verdict.alternatives[:1]:
            row = found.setdefault((name, about, _use(verdict, alternative)), _Row(verdict))
            row.offered[host] = alternative
    return list(found.values())


def _use(verdict: Verdict, alternative: Alternative) -> str:
    more = alternative.subject == verdict.subject
    return verdicts.itself(alternative) if more else naming.algorithm(alternative.subject)


def _cells(row: _Row) -> tuple[Cell, ...]:
    verdict, first = row.asked, next(iter(row.offered.values()))
    return (
        Cell(f"{naming.algorithm(verdict.subject)}, {questions.question(verdict)}"),
        Cell(_use(verdict, first), "strong"),
        Cell(_headroom(row)),
        Cell(_hosts(row)),
    )


def _headroom(row: _Row) -> str:
    rooms = sorted(each.headroom.median for each in row.offered.values() if each.headroom)
    if not rooms:
        return numbers.NONE
    shown = list(dict.fromkeys(numbers.times(room) for room in (rooms[0], rooms[-1])))
    return " to ".join(shown)


def _hosts(row: _Row) -> str:
    hosts = list(row.offered)
    return ", ".join(hosts) if len(hosts) <= _NAMED else numbers.count(len(hosts), "host")
