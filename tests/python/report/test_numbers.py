from __future__ import annotations

import pytest

from wirerate.records import Interval
from wirerate.report import numbers


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0041349, "0.00413"), (0.9996, "1.00"), (9.996, "10.0"), (63.21, "63.2"), (999.6, "1,000"), (123456, "123,456")],
)
def test_three_significant_digits_and_no_exponent(value: float, text: str) -> None:
    assert numbers.significant(value) == text


def test_numbers_that_are_not_finite_are_a_dash() -> None:
    assert numbers.significant(float("nan")) == numbers.significant(float("inf")) == numbers.NONE


@pytest.mark.parametrize(
    ("ns", "text"), [(63.2, "63.2 ns"), (9999, "9,999 ns"), (12_300, "12.3 µs"), (4.2e6, "4.20 ms"), (2e9, "2.00 s")]
)
def test_packet_times_stay_in_nanoseconds(ns: float, text: str) -> None:
    assert numbers.time_ns(ns) == text


@pytest.mark.parametrize(
    ("octets", "text"), [(1500, "1,500 B"), (65536, "64 KiB"), (1 << 20, "1 MiB"), (340.3, "340 B")]
)
def test_binary_units_only_where_exact(octets: float, text: str) -> None:
    assert numbers.size(octets) == text


def test_ends_of_an_interval_differ_in_print_when_they_differ() -> None:
    assert numbers.bounds(Interval(100.0, 99.96, 100.04, 0.95)) == "99.96 – 100.0"
    assert numbers.bounds(Interval(2.0, 2.0, 2.0, 0.95)) == "2.00"


def test_a_models_range_names_its_unknowns() -> None:
    assert numbers.confidence(Interval(1, 1, 2, None, ("cache hits",))) == "range over cache hits"


def test_spread_is_the_wider_side() -> None:
    assert numbers.spread(Interval(100, 99, 104, 0.95)) == "±4.0%"
