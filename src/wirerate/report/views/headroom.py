"""Headroom by packet size: every curve held against one link, size by size, by the verdict's own rules."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.links import Link
from wirerate.records import Run
from wirerate.report import naming, numbers, series
from wirerate.report.series import Curve
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.verdict.rules import headroom, word


def table(run: Run, curves: Sequence[Curve], link: Link) -> Table:
    """Subjects down, sizes across. What is not to be used is green nowhere."""
    sizes = sorted({p.x for c in curves for p in c.points})
    columns = (
        Column("subject", ("subject", "keyed", "batch"), numeric=False),
        *(
            Column(f"{size:,.0f} B", tuple(f"{field}_{size:.0f}" for field in ("headroom", "low", "high")))
            for size in sizes
        ),
    )
    groups: dict[str, list[tuple[Cell, ...]]] = {}
    for curve in series.as_used(curves):
        if curve.role != "subject":
            continue
        permitted = naming.usable(run, curve.subject)
        mode = f" ({curve.keyed})" if curve.keyed in ("rekey", "fresh") else ""
        name = Cell(naming.short(curve.subject) + mode, "strong", (curve.subject, curve.keyed, curve.batch))
        cells = [_cell(curve, size, link, permitted=permitted) for size in sizes]
        groups.setdefault(f"{curve.cache}, {naming.batch(curve.batch)}", []).append((name, *cells))
    shown = tuple(Group(heading, tuple(rows)) for heading, rows in groups.items())
    return Table("headroom_by_size", columns, shown, group_fields=("condition",))


def _cell(curve: Curve, size: float, link: Link, *, permitted: bool) -> Cell:
    point = next((p for p in curve.points if p.x == size), None)
    if point is None:
        return Cell(numbers.NONE, "dim", (None,) * 3)
    room = headroom(link.wire_ns(int(size)), point.ns)
    glyph, tone = naming.shown_as(word(room), permitted=permitted)
    hint = f"{word(room)}: {numbers.times(room.median)} ({numbers.bounds(room)}), {numbers.confidence(room)}"
    return Cell(f"{numbers.significant(room.median)} {glyph}", tone, (room.median, room.low, room.high), hint)
