from __future__ import annotations

import csv
import html.parser
import io

import pytest

from wirerate.report.table import (
    Cell,
    Column,
    Group,
    Table,
    legend,
    paint,
    to_csv,
    to_html,
    to_markdown,
    to_text,
    width_of,
    without_empty_columns,
    wrap,
)

NASTY = '<b>"x"|&\\'


@pytest.fixture
def table() -> Table:
    columns = (
        Column("subject", ("subject",), numeric=False),
        Column("ns", ("ns", "low", "high")),
        Column("extra", ("extra",), expendable=True),
    )
    rows = (
        (Cell(NASTY), Cell("1.23", "good", (1.2345678, 1.2, 1.3)), Cell("e")),
        (Cell("x" * 90), Cell("4", "", (4.0, 3.9, 4.2)), Cell("f")),
    )
    return Table("t", columns, (Group("cold", rows),), note="A note.")


def test_csv_gives_the_exact_figures_of_every_field(table: Table) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(table))))
    assert [row["condition"] for row in rows] == ["cold", "cold"]
    assert rows[0]["subject"] == NASTY
    assert (float(rows[0]["ns"]), float(rows[0]["low"]), float(rows[0]["high"])) == (1.2345678, 1.2, 1.3)


def test_text_keeps_to_the_width_and_cuts_nothing(table: Table) -> None:
    text = to_text(table, width=80)
    assert "x" * 90 in text
    assert all(width_of(line) <= 80 for line in text.splitlines() if "x" * 90 not in line)


def test_a_narrow_terminal_loses_expendable_columns_only(table: Table) -> None:
    assert "extra" in to_text(table, width=80)
    narrow = to_text(table, width=34)
    assert "extra" not in narrow
    assert "1.23" in narrow


def test_too_narrow_for_a_row_is_a_block_that_has_everything(table: Table) -> None:
    columns = (*table.columns, Column("a long title", ("long",)))
    rows = tuple((*row, Cell("12,345 Gbit/s")) for row in table.groups[0].rows)
    lines = to_text(Table("t", columns, (Group("cold", rows),), note=table.note), width=30).splitlines()
    assert lines[:6] == [
        "cold",
        NASTY,
        "  ns            1.23",
        "  extra         e",
        "  a long title  12,345 Gbit/s",
        "x" * 90,
    ]
    assert max(width_of(line) for line in lines if "x" not in line) <= 30


def test_a_figure_is_not_torn_from_its_percent_sign() -> None:
    assert wrap("it gains 95 % here", 12) == ["it gains", "95 % here"]
    assert wrap("  a % b  ", 3) == ["a %", "b"]


def test_colour_takes_no_columns() -> None:
    assert width_of(paint("four", "good", color=True)) == 4


def test_colour_changes_nothing_but_colour(table: Table) -> None:
    import re

    for width in (80, 20):
        colored = to_text(table, color=True, width=width)
        assert "\x1b[32m" in colored
        assert re.sub(r"\x1b\[\d+m", "", colored) == to_text(table, width=width)


def test_markdown_survives_pipes_and_markup(table: Table) -> None:
    line = next(line for line in to_markdown(table).splitlines() if "1.23" in line)
    assert line.startswith('| &lt;b>"x"\\|&\\\\ | 1.23 |')


def test_html_escapes_and_carries_the_figure(table: Table) -> None:
    seen: list[str] = []

    class Reader(html.parser.HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            seen.append(tag)
            values.extend(value for name, value in attrs if name == "data-value")

    values: list[str | None] = []
    Reader().feed(to_html(table, name="a <name>"))
    assert "b" not in seen
    assert "1.2345678" in values


def test_an_empty_table_is_false() -> None:
    assert not Table("t", (), (Group("", ()),))
    assert to_text(Table("t", (), ())) == to_markdown(Table("t", (), ())) == ""


def test_paint_leaves_blanks_alone() -> None:
    assert paint("   ", "good", color=True) == "   "


def test_the_legend_is_of_the_columns_that_are_shown() -> None:
    columns = (
        Column("name", ("name",), numeric=False, means="name: whose."),
        Column("a", ("a",), expendable=True, means="a: first."),
        Column("b", ("b",), expendable=True, means="b: second."),
    )
    table = Table("t", columns, (Group("", ((Cell("x" * 20), Cell("1" * 20), Cell("–")),)),), "And a note.")
    assert legend(table) == "name: whose. a: first. b: second. And a note."
    assert "b: second" in to_text(table, width=45)
    assert "a: first. And" in " ".join(to_text(table, width=44).split())
    assert "b: second" in to_markdown(table)
    assert [column.title for column in without_empty_columns(table, "–").columns] == ["name", "a"]
