"""Rate by working set as a table for the terminal: sizes down, subjects across, as many as the width takes."""

from __future__ import annotations

from wirerate.records import Run
from wirerate.report import naming, numbers, series
from wirerate.report.table import Cell, Column, Group, Table


def tables(run: Run, width: int) -> list[Table]:
    """Nothing when no sweep was measured."""
    curves = series.sweep_curves(run)
    labels = naming.shortest(c.subject for c in curves)
    named = [(labels[c.subject] + (f" ({c.keyed})" if c.keyed in ("rekey", "fresh") else ""), c) for c in curves]
    parts: list[list[tuple[str, series.Curve]]] = []
    for pair in named:
        room = width - 14 - sum(len(label) + 2 for label, _ in parts[-1]) if parts else 0
        if len(pair[0]) + 2 > room:
            parts.append([])
        parts[-1].append(pair)
    return [_table(part) for part in parts]


def _table(part: list[tuple[str, series.Curve]]) -> Table:
    sizes = sorted({p.x for _, curve in part for p in curve.points})
    columns = (Column("working set", ("working_set",), numeric=False), *(Column(label, (label,)) for label, _ in part))
    rates = [{p.x: p.gbits for p in curve.points} for _, curve in part]
    rows = tuple((Cell(numbers.size(size), "", (int(size),)), *(_cell(at.get(size)) for at in rates)) for size in sizes)
    return Table("sweep", columns, (Group(f"Gbit/s by working set · {part[0][1].condition}", rows),))


def _cell(rate: float | None) -> Cell:
    return Cell(numbers.NONE, "dim", (None,)) if rate is None else Cell(numbers.significant(rate), "", (rate,))
