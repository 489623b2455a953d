# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One table, five dresses: terminal, plain text, Markdown, CSV and HTML come from the same rows.

A cell carries what is shown and the exact figures behind it. CSV and the page's `data-value` give the figures as the
run has them; the other dresses give the text.
"""

from __future__ import annotations

import csv
import html
import io
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Generic, Literal, TypeVar

Tone = Literal["", "good", "warn", "bad", "unsure", "dim", "strong"]
Figure = float | int | str | None

_ANSI: dict[Tone, str] = {
    "good": "\x1b[32m",
    "warn": "\x1b[33m",
    "bad": "\x1b[31m",
    "unsure": "\x1b[36m",
    "dim": "\x1b[2m",
    "strong": "\x1b[1m",
}
_RESET = "\x1b[0m"
_INK = re.compile(r"\x1b\[\d*m")
_BLANKS = re.compile(r"(?<!\d) | (?!%)")
_GAP = "  "
_NAME = 16  # columns that a name may be pressed into before the table is stood on end


@dataclass(frozen=True)
class Cell:
    text: str
    tone: Tone = ""
    figures: tuple[Figure, ...] = ()  # one for each of the column's `fields`; empty: the text is the figure
    hint: str = ""  # the page's tooltip


@dataclass(frozen=True)
class Column:
    title: str
    fields: tuple[str, ...]  # the column's names in CSV; an interval has three
    numeric: bool = True
    expendable: bool = False  # left out of a terminal that is too narrow; every other dress has it
    means: str = ""  # a sentence of the legend, where it is shown


R = TypeVar("R")


Of = TypeVar("Of", contravariant=True)


@dataclass(frozen=True)
class Filled(Column, Generic[Of]):
    """A column that makes its own cells, of records; `columns.py` has the usual ones. One of a base's records is one
    of what derives from it."""

    cell: Callable[[Of], Cell] = field(kw_only=True)


@dataclass(frozen=True)
class Group:
    """Rows measured under the same condition, which the heading names; for an export, each part of it by itself."""

    heading: str
    rows: tuple[tuple[Cell, ...], ...]
    figures: tuple[Figure, ...] = ()  # of the table's `group_fields`, the heading's own left out


def grouped(heading: str, columns: Sequence[Filled[R]], records: Iterable[R], *figures: Figure) -> Group:
    """A row for each record."""
    return Group(heading, tuple(tuple(column.cell(each) for column in columns) for each in records), figures)


@dataclass(frozen=True)
class Table:
    name: str
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]
    note: str = ""
    group_fields: tuple[str, ...] = field(default=("condition",))

    def __bool__(self) -> bool:
        return any(group.rows for group in self.groups)


def listed(name: str, columns: Sequence[Filled[R]], records: Iterable[R], note: str = "") -> Table:
    """A table of one group: a row for each record."""
    return Table(name, tuple(columns), (grouped("", columns, records),), note)


def stacked(name: str, tables: Sequence[tuple[str, Table]]) -> Table:
    """Several tables as one: a group for each under its heading, with the columns of them all. The first columns name
    the rows, and are one."""
    columns = {"": replace(tables[0][1].columns[0], title="", fields=("row",))}
    for _, table in tables:
        columns |= {column.title: column for column in table.columns[1:] if column.title not in columns}
    groups = []
    for heading, table in tables:
        titles = ["", *(column.title for column in table.columns[1:])]
        rows = [dict(zip(titles, row, strict=True)) for group in table.groups for row in group.rows]
        found = tuple(tuple(row.get(t, _blank(c)) for t, c in columns.items()) for row in rows)
        groups.append(Group(heading, found, next((group.figures for group in table.groups), ())))
    return Table(name, tuple(columns.values()), tuple(groups), group_fields=tables[0][1].group_fields)


def _blank(column: Column) -> Cell:
    return Cell("", figures=(None,) * len(column.fields))


def paint(text: str, tone: Tone, *, color: bool) -> str:
    return f"{_ANSI[tone]}{text}{_RESET}" if color and tone and text.strip() else text


def width_of(text: str) -> int:
    """Terminal columns that `text` takes: East Asian wide characters take two, colours none."""
    bare = _INK.sub("", text) if "\x1b" in text else text
    return len(bare) if bare.isascii() else sum(2 if unicodedata.east_asian_width(ch) in "WF" else 1 for ch in bare)


def _pad(text: str, width: int, numeric: bool) -> str:
    blank = " " * max(width - width_of(text), 0)
    return blank + text if numeric else text + blank


def _fitting(table: Table, width: int) -> list[int]:
    """Indices of the columns shown: expendable ones go, last first, until the table fits beside a 24-column name."""
    shown = list(range(len(table.columns)))
    name = min(24, _column_width(table, 0))
    for index in reversed(range(1, len(table.columns))):
        needed = name + sum(len(_GAP) + _column_width(table, i) for i in shown[1:])
        if needed <= width:
            break
        if table.columns[index].expendable:
            shown.remove(index)
    return shown


def _column_width(table: Table, index: int) -> int:
    cells = [row[index].text for group in table.groups for row in group.rows]
    return max([width_of(table.columns[index].title), *map(width_of, cells)])


def to_text(table: Table, *, width: int = 80, color: bool = False) -> str:
    """The terminal's dress. A name too long for its column stands on a line of its own; where even that does not fit,
    each row is a block with a line for each figure. Nothing is cut off."""
    if not table:
        return ""
    shown = _fitting(table, width)
    widths = {i: _column_width(table, i) for i in shown}
    rest = sum(len(_GAP) + widths[i] for i in shown[1:])
    if rest + min(widths[0], _NAME) > width:
        lines, shown = _on_end(table, width, color), list(range(len(table.columns)))
    else:
        widths[0] = min(widths[0], max(width - rest, _NAME))
        lines = _in_rows(table, shown, widths, width, color)
    lines += [paint(line, "dim", color=color) for line in wrap(legend(table, shown), width)]
    return "\n".join(lines) + "\n"


def legend(table: Table, shown: Sequence[int] | None = None) -> str:
    """What the columns mean, each sentence once, and the table's own note."""
    columns = table.columns if shown is None else [table.columns[i] for i in shown]
    return " ".join(filter(None, dict.fromkeys([*(column.means for column in columns), table.note])))


def speaking(table: Table, nothing: str) -> Table:
    """Without the columns that have `nothing` to say in any row, which a terminal need not make room for."""
    rows = [row for group in table.groups for row in group.rows]
    kept = [i for i, c in enumerate(table.columns) if not c.expendable or any(row[i].text != nothing for row in rows)]
    groups = tuple(replace(g, rows=tuple(tuple(row[i] for i in kept) for row in g.rows)) for g in table.groups)
    return replace(table, columns=tuple(table.columns[i] for i in kept), groups=groups)


def _in_rows(table: Table, shown: Sequence[int], widths: dict[int, int], width: int, color: bool) -> list[str]:
    lines: list[str] = []
    head = _GAP.join(_pad(table.columns[i].title, widths[i], table.columns[i].numeric) for i in shown).rstrip()
    for number, group in enumerate(table.groups):
        lines += _heading(group, number, width, color)
        if number == 0 or group.heading:
            lines.append(paint(head, "dim", color=color))
        for row in group.rows:
            lines += _row_lines(table, row, shown, widths, color)
    return lines


def _heading(group: Group, number: int, width: int, color: bool) -> list[str]:
    told = [paint(line, "strong", color=color) for line in wrap(group.heading, width)]
    return ["", *told] if told and number else told


def _on_end(table: Table, width: int, color: bool) -> list[str]:
    """A block for each row: its name, and under it every column with its title. What has no figure is left out."""
    label = max(width_of(column.title) for column in table.columns[1:])
    indent = " " * (len(_GAP) + label + len(_GAP))
    lines: list[str] = []
    for number, group in enumerate(table.groups):
        lines += _heading(group, number, width, color)
        for row in group.rows:
            lines += [paint(line, row[0].tone, color=color) for line in wrap(row[0].text, width)]
            for column, cell in zip(table.columns[1:], row[1:], strict=True):
                told = wrap(cell.text, width, indent)
                for line, title in zip(told, (column.title, *[""] * len(told)), strict=False):
                    words = paint(line[len(indent) :], cell.tone, color=color)
                    lines.append(f"{_GAP}{paint(_pad(title, label, False), 'dim', color=color)}{_GAP}{words}")
    return lines


def _row_lines(
    table: Table, row: Sequence[Cell], shown: Sequence[int], widths: dict[int, int], color: bool
) -> list[str]:
    name, lines = row[0], []
    first = _pad(name.text, widths[0], False)
    if width_of(name.text) > widths[0]:
        lines.append(paint(name.text, name.tone, color=color))
        first = " " * widths[0]
    cells = [paint(first, name.tone, color=color)]
    for i in shown[1:]:
        cells.append(paint(_pad(row[i].text, widths[i], table.columns[i].numeric), row[i].tone, color=color))
    return [*lines, _GAP.join(cells).rstrip()]


def wrap(text: str, width: int, indent: str = "") -> list[str]:
    """`text` broken at blanks to `width` columns; words longer than a line stay whole (they are paths or commands), and
    95 % is a word."""
    lines, line = [], ""
    for word in filter(None, _BLANKS.split(" ".join(text.split()))):
        longer = f"{line} {word}" if line else word
        if line and width_of(indent + longer) > width:
            lines.append(indent + line)
            line = word
        else:
            line = longer
    return [*lines, indent + line] if line else lines


def to_markdown(table: Table) -> str:
    """GitHub's Markdown; one table per group, headings in bold."""
    blocks: list[str] = []
    for group in table.groups:
        lines = [f"**{_markdown(group.heading)}**", ""] if group.heading else []
        lines.append("| " + " | ".join(_markdown(column.title) for column in table.columns) + " |")
        lines.append("|" + "|".join("---:" if column.numeric else ":---" for column in table.columns) + "|")
        lines += ["| " + " | ".join(_markdown(cell.text) for cell in row) + " |" for row in group.rows]
        blocks.append("\n".join(lines))
    if told := legend(table):
        blocks.append(_markdown(told))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _markdown(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def to_csv(table: Table) -> str:
    """RFC 4180 with the run's exact figures; the group's heading is the first column, its parts are the next."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    grouped = any(group.heading for group in table.groups)
    names = [name for column in table.columns for name in column.fields]
    parts = table.group_fields[1:]
    writer.writerow([*(table.group_fields if grouped else parts), *names])
    for group in table.groups:
        under = [*([group.heading] if grouped else []), *(group.figures or [None] * len(parts))]
        for row in group.rows:
            figures: list[Figure] = list(under)
            for column, cell in zip(table.columns, row, strict=True):
                figures += cell.figures or (cell.text, *[None] * (len(column.fields) - 1))
            writer.writerow(["" if figure is None else figure for figure in figures])
    return out.getvalue()


def to_html(table: Table, *, name: str, kind: str = "") -> str:
    """The page's dress: the first column heads its row, exact figures in `data-value`, every text escaped."""
    heads = "".join(map(_th, table.columns))
    classes = f' class="{kind}"' if kind else ""
    label = html.escape(name)
    parts = [f'<table{classes} aria-label="{label}"><thead><tr>{heads}</tr></thead>']
    for group in table.groups:
        parts.append("<tbody>")
        if group.heading:
            span = f'<th scope="rowgroup" colspan="{len(table.columns)}">{html.escape(group.heading)}</th>'
            parts.append(f'<tr class="group">{span}</tr>')
        parts += ["<tr>" + "".join(map(_td, table.columns, row, range(len(row)))) + "</tr>" for row in group.rows]
        parts.append("</tbody>")
    return "".join(parts) + "</table>"


def _th(column: Column) -> str:
    kind = ' class="num"' if column.numeric else ""
    return f'<th scope="col"{kind}>{html.escape(column.title)}</th>' if column.title else f"<td{kind}></td>"


def _td(column: Column, cell: Cell, index: int) -> str:
    classes = [name for name in ("num" if column.numeric else "", cell.tone) if name]
    attributes = f' class="{" ".join(classes)}"' if classes else ""
    if cell.figures and cell.figures[0] is not None:
        attributes += f' data-value="{html.escape(str(cell.figures[0]))}"'
    if cell.hint:
        attributes += f' title="{html.escape(cell.hint)}"'
    if index:
        return f"<td{attributes}>{html.escape(cell.text)}</td>"
    name = "".join(f"<span>{html.escape(part)}</span>" for part in re.split("(?=@)", cell.text))  # may break at the @
    return f'<th scope="row"{attributes}>{name}</th>'
