# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Functions that make the usual columns of tables: text, a number, an interval."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from wirerate.records import Interval
from wirerate.report import numbers
from wirerate.report.table import Cell, Filled, Tone

R = TypeVar("R")


def words(
    title: str, field: str, get: Callable[[R], str], tone: Tone = "", *, expendable: bool = False, means: str = ""
) -> Filled[R]:
    """Return a column of texts."""
    return Filled(title, (field,), False, expendable, means, cell=lambda record: Cell(get(record), tone))


def figure(
    title: str,
    field: str,
    get: Callable[[R], float | None],
    show: Callable[[float], str] = numbers.significant,
    tone: Tone = "",
    *,
    expendable: bool = False,
    means: str = "",
) -> Filled[R]:
    """Return a column of numbers, with a dash where a record has none."""

    def cell(record: R) -> Cell:
        value = get(record)
        return Cell(numbers.NONE, "dim", (None,)) if value is None else Cell(show(value), tone, (value,))

    return Filled(title, (field,), True, expendable, means, cell=cell)


def interval(
    title: str,
    field: str,
    get: Callable[[R], Interval | None],
    show: Callable[[float], str] = numbers.significant,
    tone: Tone = "",
    *,
    expendable: bool = False,
    means: str = "",
) -> Filled[R]:
    """Return a column of medians. Exports have the interval's ends too, as FIELD_low and FIELD_high."""

    def cell(record: R) -> Cell:
        value = get(record)
        return Cell(numbers.NONE if value is None else show(value.median), tone, ends(value))

    return Filled(title, (field, f"{field}_low", f"{field}_high"), True, expendable, means, cell=cell)


def ends(value: Interval | None) -> tuple[float | None, float | None, float | None]:
    """Return median, low and high for an export."""
    return (value.median, value.low, value.high) if value else (None, None, None)
