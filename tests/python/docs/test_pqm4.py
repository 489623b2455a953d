"""The page about pqm4 keeps the accuracy it states, and its tables have all of pqm4's rows."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from wirerate.catalogue.schemes import IMPLEMENTATIONS, SCHEMES

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "reference" / "pqm4.md").read_text(encoding="utf-8")
BOARDS = runpy.run_path(str(ROOT / "scripts" / "pqm4" / "measured_boards.py"))
PQM4, RP2040 = BOARDS["PQM4"], BOARDS["RP2040"]
TITLES = {scheme.title: name for name, scheme in SCHEMES.items()}


def rows(cells: int) -> list[list[str]]:
    """Return the rows of the tables with this many columns, without headings."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines() if line[:1] == "|"]
    return [line for line in lines if len(line) == cells and line[0] in TITLES]


def number(cell: str) -> float:
    return float(cell.replace(",", ""))


def test_every_row_of_pqm4_that_can_be_built_is_on_the_page() -> None:
    listed = [(TITLES[row[0]], row[1].partition(",")[0]) for row in rows(9)]
    assert list(dict.fromkeys(listed)) == [(row.scheme, row.operation) for row in PQM4.rows]
    assert {row.scheme for row in PQM4.rows} == set(IMPLEMENTATIONS["pqclean"].schemes)
    timed = [(TITLES[row[0]], row[1], number(row[2])) for row in rows(5)]
    assert timed == [(row.scheme, row.operation, row.ms) for row in RP2040.rows]


@pytest.mark.parametrize("row", rows(9), ids=lambda row: f"{row[0]} {row[1]}")
def test_every_part_is_within_5_percent_and_every_stack_within_3(row: list[str]) -> None:
    published, predicted = number(row[2]), number(row[3])
    low, high = (number(end) for end in row[4].split(" to "))
    assert low <= published <= high
    assert 0.95 <= predicted / published <= 1.05
    assert number(row[5]) == round(predicted / published, 3)
    if row[6]:
        assert 0.97 <= number(row[7]) / number(row[6]) <= 1.03


@pytest.mark.parametrize("row", rows(5), ids=lambda row: f"{row[0]} {row[1]}")
def test_a_warm_rp2040_is_met_within_5_percent(row: list[str]) -> None:
    assert 0.95 <= number(row[3]) / number(row[2]) <= 1.05


def test_a_published_mean_of_signatures_is_a_sample_of_the_expected_attempts() -> None:
    signed = rows(5 - 1)
    assert {TITLES[row[0]] for row in signed} == {row.scheme for row in PQM4.rows if row.operation == "sign"}
    for _, published, expected, error in signed:
        assert abs(number(published) - number(expected)) < 2 * number(error)


def test_published_figures_are_those_without_hashing() -> None:
    row = next(row for row in PQM4.rows if row.operation == "keygen")
    shown = next(cells for cells in rows(9) if TITLES[cells[0]] == row.scheme and cells[1] == "keygen")
    assert number(shown[2]) == round(row.mean * (1 - row.hashing / 100))
    assert row.cycles[1] <= row.mean <= row.cycles[2]
