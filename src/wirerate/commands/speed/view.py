# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`speed`: how fast, and who is faster."""

from __future__ import annotations

from wirerate.records import SpeedRun
from wirerate.report import comparisons, naming, numbers, series, speeds
from wirerate.report.html import Page
from wirerate.report.paper import Paper
from wirerate.report.table import Cell, Column, Group, Table, to_text


def text(run: SpeedRun, on: Paper) -> str:
    """Its tables, one after the other; a sweep's rates stand in a table of their own."""
    tables = [speeds.table(run), *_sweeps(run, on.width), *([comparisons.table(run)] if run.comparisons else [])]
    parts = [to_text(each, width=on.width, color=on.color) for each in tables]
    return "\n".join(part for part in parts if part)


def table(run: SpeedRun) -> Table:
    return speeds.whole_table(run)


def page(run: SpeedRun) -> Page:
    from wirerate.report import measured

    sections = [measured.compared(run), *measured.sections(run)]
    return Page("wirerate speed", measured.head(run, "Speed"), sections)


def _sweeps(run: SpeedRun, width: int) -> list[Table]:
    """Rate by working set: sizes down, subjects across, as many to a table as the width takes."""
    curves = series.sweep_curves(run)
    labels = naming.shortest(c.subject for c in curves)
    named = [(labels[c.subject] + naming.aside(c.operation, c.keyed), c) for c in curves]
    parts: list[list[tuple[str, series.Curve]]] = []
    for pair in named:
        room = width - 14 - sum(len(label) + 2 for label, _ in parts[-1]) if parts else 0
        if len(pair[0]) + 2 > room:
            parts.append([])
        parts[-1].append(pair)
    return [_swept(part) for part in parts]


def _swept(part: list[tuple[str, series.Curve]]) -> Table:
    sizes = sorted({p.x for _, curve in part for p in curve.points})
    columns = (Column("working set", ("working_set",), numeric=False), *(Column(label, (label,)) for label, _ in part))
    rates = [{p.x: p.gbits for p in curve.points} for _, curve in part]
    rows = tuple((Cell(numbers.size(size), "", (int(size),)), *(_rate(at.get(size)) for at in rates)) for size in sizes)
    return Table("sweep", columns, (Group(f"Gbit/s by working set · {part[0][1].condition}", rows),))


def _rate(rate: float | None) -> Cell:
    return Cell(numbers.NONE, "dim", (None,)) if rate is None else Cell(numbers.significant(rate), "", (rate,))
