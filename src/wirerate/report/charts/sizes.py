# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Headroom by packet size: the smallest size from which one core keeps up with the link."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from wirerate.report import numbers, sizes
from wirerate.report.charts import theme
from wirerate.report.charts.lines import SOLID, Axes, Line, Name, Spot, line_chart, padded_domain
from wirerate.report.charts.theme import Chart, Spec
from wirerate.report.sizes import SizeVerdicts
from wirerate.verdict import FALLS_SHORT, KEEPS_UP, TIGHT
from wirerate.verdict.rules import MARGIN

_LINES = 8  # more lines cannot be distinguished; the table has all of them
_DASHES = (SOLID, (6, 3), (2, 3), (8, 3, 2, 3), (1, 3))  # by link


def chart(rows: Sequence[SizeVerdicts], lead: SizeVerdicts) -> Chart | None:
    """Draw a line for each permitted subject and link. If there are too many lines, draw only those for the leading
    row's link. Return None if no row has two sizes."""
    several = [row for row in rows if len(row.by_size) > 1]
    lines = [row for row in several if row.permitted == lead.permitted]
    if len(lines) > _LINES:
        lines = [row for row in lines if row.link == lead.link]
    if not lines:
        return None
    lines = sorted(lines, key=_last_headroom, reverse=True)[:_LINES]
    return Chart("headroom-by-size", _finding(rows, lead), _reads(lines), sizes.table(rows), partial(_spec, lines))


def _last_headroom(row: SizeVerdicts) -> float:
    room = row.by_size[max(row.by_size)].headroom
    return room.median if room else 0.0


def _finding(rows: Sequence[SizeVerdicts], lead: SizeVerdicts) -> str:
    """Return the title: from which packet size on the leading subject keeps up with each link."""
    by_phrase: dict[tuple[str, str], list[str]] = {}
    for row in rows:
        if (row.name, row.role) == (lead.name, lead.role):
            by_phrase.setdefault(_reached(row), []).append(row.link.name)
    name = f"{sizes.row_name(lead)}{'' if lead.permitted else ', which must not be used,'}"
    parts = [f"{verb} {numbers.joined(links)} {where}".rstrip() for (verb, where), links in by_phrase.items()]
    return f"{name} {', and '.join(parts)}"


def _reached(row: SizeVerdicts) -> tuple[str, str]:
    """Return the words before and after the link's name, such as ('keeps up with', 'from 1,280-byte packets on') or
    ('falls short of', 'at every size')."""
    smallest, largest = min(row.by_size), max(row.by_size)
    for words, verb in (((KEEPS_UP,), "keeps up with"), ((KEEPS_UP, TIGHT), "is tight with")):
        if (start := row.keeps_up_from(*words)) is not None:
            reached = f"at {start:,} bytes" if start == largest else f"from {start:,}-byte packets on"
            return verb, "at every size" if start == smallest else reached
    if some := [f"{size:,}" for size, verdict in row.by_size.items() if verdict.verdict == KEEPS_UP]:
        return "keeps up with", f"at {numbers.joined(some)} bytes"
    if all(verdict.verdict == FALLS_SHORT for verdict in row.by_size.values()):
        return "falls short of", "at every size"
    return "is not certain to keep up with", "at any size"


def _reads(lines: Sequence[SizeVerdicts]) -> str:
    conditions = next(iter(lines[0].by_size.values())).conditions
    protocol = conditions.protocol if conditions.protocol not in ("", "none") else ""
    carrier = f" in {protocol}, bytes added counted" if protocol else ""
    return (
        f"Headroom: time available per packet ÷ time needed, at the slower end{carrier}. Red line: ×1, line rate. "
        f"Dotted: ×{MARGIN}, keeps up. Pale bars: intervals wider than 2 %."
    )


def _spec(rows: Sequence[SizeVerdicts], width: int) -> Spec:
    marks = sorted({size for row in rows for size in row.by_size})
    links = list(dict.fromkeys(row.link for row in rows))
    one_subject = len({(row.name, row.role) for row in rows}) == 1
    lines = [_line(row, _label(row, one_subject, len(links)), _DASHES[links.index(row.link) % 5]) for row in rows]
    rooms = [end for line in lines for spot in line.spots for end in (spot.low, spot.high)]
    axes = Axes(
        (marks[0] / 1.06, marks[-1] * 1.06),
        padded_domain([*rooms, 1.0, MARGIN]),
        _apart(marks, 1.3 if width >= 600 else 1.9),
        "IP packet, bytes (log)",
        "format(datum.value, ',')",
        _doublings(*padded_domain([*rooms, 1.0, MARGIN])),
        y_title="headroom (log)",
        y_format="'×' + format(datum.value, '.3~r')",
    )
    return line_chart(lines, axes, width, _line_rate(), [Name("line rate", 1.0, theme.LINK)])


def _apart(marks: Sequence[int], factor: float) -> tuple[float, ...]:
    """Return the sizes to print at the axis: 1,500, the smallest, the largest, and others with enough room between
    them."""
    shown = [size for size in (1500, marks[0], marks[-1]) if size in marks]
    for size in marks:
        if all(max(size, other) / min(size, other) >= factor for other in shown):
            shown.append(size)
    return tuple(sorted(set(shown)))


def _doublings(low: float, high: float) -> tuple[float, ...]:
    """Return the powers of two between the ends, or the powers of four if there are many."""
    step = 2 if math.log2(high / low) > 9 else 1
    first, last = math.ceil(math.log2(low) / step), math.floor(math.log2(high) / step)
    return tuple(2.0 ** (step * power) for power in range(first, last + 1))


def _label(row: SizeVerdicts, one_subject: bool, links: int) -> str:
    if one_subject:
        return row.link.name if links > 1 else sizes.row_name(row)
    return f"{sizes.row_name(row)}, {row.link.name}" if links > 1 else sizes.row_name(row)


def _line(row: SizeVerdicts, label: str, dash: Sequence[int]) -> Line:
    color, shape = theme.look(row.name.partition("@")[0])
    spots = tuple(
        Spot(size, room.median, room.low, room.high,
             f"{sizes.row_name(row)}, {row.link.name}, {size:,} bytes: {numbers.times(room.median)}, {verdict.verdict}")
        for size, verdict in row.by_size.items()
        if (room := verdict.headroom)
    )  # fmt: skip
    return Line(label, spots, color, shape, tuple(dash), strong=row.permitted)


def _line_rate() -> list[Spec]:
    whole = {"x": {"value": 0}, "x2": {"value": "width"}, "y": theme.number("y")}
    rule = {"type": "rule", "color": theme.LINK, "aria": False}
    return [
        theme.layer({**rule, "strokeWidth": 1.4}, whole, [{"y": 1}]),
        theme.layer({**rule, "strokeDash": [2, 3]}, whole, [{"y": MARGIN}]),
    ]
