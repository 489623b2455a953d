# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tables for the terminal, Markdown, CSV and HTML, all made from the same rows.

A cell has a text and the exact figures behind it. CSV and `data-value` in HTML contain the figures; the other formats
contain the text.
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
_NAME = 16  # least width of the name column; if it does not fit, each row becomes a block of lines


@dataclass(frozen=True)
class Cell:
    text: str
    tone: Tone = ""
    figures: tuple[Figure, ...] = ()  # one for each of the column's `fields`; by default the text
    hint: str = ""  # tooltip on the page


@dataclass(frozen=True)
class Column:
    title: str
    fields: tuple[str, ...]  # names in CSV: an interval has three
    numeric: bool = True
    expendable: bool = False  # left out on a terminal that is too narrow
    means: str = ""  # a sentence for the legend


R = TypeVar("R")


Of = TypeVar("Of", contravariant=True)


@dataclass(frozen=True)
class Filled(Column, Generic[Of]):
    """A column with a function that makes its cells from records. `columns.py` has the usual ones."""

    cell: Callable[[Of], Cell] = field(kw_only=True)


@dataclass(frozen=True)
class Group:
    """Rows measured under the same condition. The heading names the condition; `figures` holds its parts for
    exports."""

    heading: str
    rows: tuple[tuple[Cell, ...], ...]
    figures: tuple[Figure, ...] = ()  # for the table's `group_fields` after the heading


def grouped(heading: str, columns: Sequence[Filled[R]], records: Iterable[R], *figures: Figure) -> Group:
    """Return a group with a row for each record."""
    return Group(heading, tuple(tuple(column.cell(record) for column in columns) for record in records), figures)


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
    """Return a table of one group with a row for each record."""
    return Table(name, tuple(columns), (grouped("", columns, records),), note)


def stacked(name: str, tables: Sequence[tuple[str, Table]]) -> Table:
    """Return several tables as one, with a group for each table and the columns of all. The first columns of all
    tables, which name the rows, become one column."""
    columns = {"": replace(tables[0][1].columns[0], title="", fields=("row",))}
    for _, table in tables:
        columns |= {column.title: column for column in table.columns[1:] if column.title not in columns}
    groups = []
    for heading, table in tables:
        titles = ["", *(column.title for column in table.columns[1:])]
        rows = [dict(zip(titles, row, strict=True)) for group in table.groups for row in group.rows]
        cells = tuple(tuple(row.get(t, _blank(c)) for t, c in columns.items()) for row in rows)
        groups.append(Group(heading, cells, next((group.figures for group in table.groups), ())))
    return Table(name, tuple(columns.values()), tuple(groups), group_fields=tables[0][1].group_fields)


def _blank(column: Column) -> Cell:
    return Cell("", figures=(None,) * len(column.fields))


def paint(text: str, tone: Tone, *, color: bool) -> str:
    return f"{_ANSI[tone]}{text}{_RESET}" if color and tone and text.strip() else text


def width_of(text: str) -> int:
    """Return the number of terminal columns of `text`: wide East Asian characters count two, colours none."""
    bare = _INK.sub("", text) if "\x1b" in text else text
    return len(bare) if bare.isascii() else sum(2 if unicodedata.east_asian_width(ch) in "WF" else 1 for ch in bare)


def _pad(text: str, width: int, numeric: bool) -> str:
    blank = " " * max(width - width_of(text), 0)
    return blank + text if numeric else text + blank


def _fitting(table: Table, width: int) -> list[int]:
    """Return the indices of the columns to show. Expendable columns are dropped from the right until the rest fits,
    with up to 24 characters for the name."""
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
    """Return the table for the terminal. A name too long for its column gets its own line; where even that does not
    fit, each row becomes a block with a line for each figure. Nothing is cut off."""
    if not table:
        return ""
    shown = _fitting(table, width)
    widths = {i: _column_width(table, i) for i in shown}
    rest = sum(len(_GAP) + widths[i] for i in shown[1:])
    if rest + min(widths[0], _NAME) > width:
        lines, shown = _as_blocks(table, width, color), list(range(len(table.columns)))
    else:
        widths[0] = min(widths[0], max(width - rest, _NAME))
        lines = _in_rows(table, shown, widths, width, color)
    lines += [paint(line, "dim", color=color) for line in wrap(legend(table, shown), width)]
    return "\n".join(lines) + "\n"


def legend(table: Table, shown: Sequence[int] | None = None) -> str:
    """Return the meanings of the columns and the table's note, without repetition."""
    columns = table.columns if shown is None else [table.columns[i] for i in shown]
    return " ".join(filter(None, dict.fromkeys([*(column.means for column in columns), table.note])))


def without_empty_columns(table: Table, nothing: str) -> Table:
    """Return the table without the expendable columns whose text is `nothing` in every row."""
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
    lines = [paint(line, "strong", color=color) for line in wrap(group.heading, width)]
    return ["", *lines] if lines and number else lines


def _as_blocks(table: Table, width: int, color: bool) -> list[str]:
    """Return a block for each row: its name, and below it every column that has a text, with its title."""
    label = max(width_of(column.title) for column in table.columns[1:])
    indent = " " * (len(_GAP) + label + len(_GAP))
    lines: list[str] = []
    for number, group in enumerate(table.groups):
        lines += _heading(group, number, width, color)
        for row in group.rows:
            lines += [paint(line, row[0].tone, color=color) for line in wrap(row[0].text, width)]
            for column, cell in zip(table.columns[1:], row[1:], strict=True):
                wrapped = wrap(cell.text, width, indent)
                for line, title in zip(wrapped, (column.title, *[""] * len(wrapped)), strict=False):
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
    """Break `text` at blanks into lines of `width` columns. Longer words (paths, commands) and '95 %' stay whole."""
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
    """Return GitHub's Markdown, with a table for each group below its heading in bold."""
    blocks: list[str] = []
    for group in table.groups:
        lines = [f"**{_markdown(group.heading)}**", ""] if group.heading else []
        lines.append("| " + " | ".join(_markdown(column.title) for column in table.columns) + " |")
        lines.append("|" + "|".join("---:" if column.numeric else ":---" for column in table.columns) + "|")
        lines += ["| " + " | ".join(_markdown(cell.text) for cell in row) + " |" for row in group.rows]
        blocks.append("\n".join(lines))
    if sentences := legend(table):
        blocks.append(_markdown(sentences))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def _markdown(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def to_csv(table: Table) -> str:
    """Return CSV (RFC 4180) with the exact figures. The first columns are the group's heading and its parts."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    grouped = any(group.heading for group in table.groups)
    names = [name for column in table.columns for name in column.fields]
    parts = table.group_fields[1:]
    writer.writerow([*(table.group_fields if grouped else parts), *names])
    for group in table.groups:
        heading = [*([group.heading] if grouped else []), *(group.figures or [None] * len(parts))]
        for row in group.rows:
            figures: list[Figure] = list(heading)
            for column, cell in zip(table.columns, row, strict=True):
                figures += cell.figures or (cell.text, *[None] * (len(column.fields) - 1))
            writer.writerow(["" if figure is None else figure for figure in figures])
    return out.getvalue()


def to_html(table: Table, *, name: str, kind: str = "") -> str:
    """Return HTML with escaped text. The first cell of each row is its header; exact figures are in `data-value`."""
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
    # A line may break before the @.
    name = "".join(f"<span>{html.escape(part)}</span>" for part in re.split("(?=@)", cell.text))
    return f'<th scope="row"{attributes}>{name}</th>'
