from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirerate.records import Interval
from wirerate.verdict import CANNOT_TELL, FALLS_SHORT, KEEPS_UP, TIGHT
from wirerate.verdict.rules import cores, headroom, word

positive = st.floats(1e-3, 1e9)
intervals = st.lists(positive, min_size=3, max_size=3).map(sorted).map(lambda v: Interval(v[1], v[0], v[2], 0.95))


def room(low: float, high: float) -> Interval:
    return Interval((low + high) / 2, low, high, 0.95)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (1.25, 1.25, KEEPS_UP),
        (1.25, 9.0, KEEPS_UP),
        (math.nextafter(1.25, 0), 9.0, TIGHT),
        (1.0, 1.0, TIGHT),
        (1.0, 2.0, TIGHT),
        (math.nextafter(1.0, 0), 1.0, CANNOT_TELL),
        (0.9, 1.1, CANNOT_TELL),
        (0.5, 5.0, CANNOT_TELL),
        (0.5, math.nextafter(1.0, 0), FALLS_SHORT),
        (0.1, 0.1, FALLS_SHORT),
    ],
)
def test_the_four_verdicts_at_their_boundaries(low: float, high: float, expected: str) -> None:
    assert word(room(low, high)) == expected


def test_without_a_measurement_the_verdict_is_undecided() -> None:
    assert word(None) == CANNOT_TELL


def test_the_slow_end_of_the_cost_is_the_low_end_of_the_headroom() -> None:
    cost = Interval(100.0, 80.0, 125.0, 0.99, ("memory",))
    assert headroom(100.0, cost) == Interval(1.0, 0.8, 1.25, 0.99, ("memory",))


@pytest.mark.parametrize(
    ("high", "threads", "expected"),
    [(79.0, 1, 1), (80.0, 1, 1), (80.1, 1, 2), (160.0, 1, 2), (350.0, 1, 5), (50.0, 4, 3), (10.0, 1, 1)],
)
def test_cores_keep_up(high: float, threads: int, expected: int) -> None:
    assert cores(100.0, Interval(high, high, high, 0.95), threads)[:2] == (expected, expected)
    assert cores(100.0, Interval(1.0, 1.0, high, 0.95), threads)[:2] == (1, expected)


def test_tight_on_fewer_cores_than_keep_up() -> None:
    assert cores(100.0, Interval(190.0, 180.0, 195.0, 0.95)) == (3, 3, 2)


@given(positive, intervals)
def test_headroom_is_ordered(needs: float, cost: Interval) -> None:
    found = headroom(needs, cost)
    assert found.low <= found.median <= found.high


@given(positive, intervals)
def test_cores_are_the_fewest_with_that_verdict(needs: float, cost: Interval) -> None:
    count = cores(needs, cost)
    assert (count.worst == 1) == (word(headroom(needs, cost)) == KEEPS_UP)
    assert (count.tight == 1) == (word(headroom(needs, cost)) in (KEEPS_UP, TIGHT))
    assert needs / cost.high * count.worst >= 1.25
    assert count.worst == 1 or needs / cost.high * (count.worst - 1) < 1.25


@given(positive, intervals, st.floats(1.0, 100.0))
def test_more_time_never_worsens_a_verdict(needs: float, cost: Interval, factor: float) -> None:
    before, after = headroom(needs, cost), headroom(needs * factor, cost)
    better = {FALLS_SHORT: 0, CANNOT_TELL: 1, TIGHT: 2, KEEPS_UP: 3}
    assert better[word(after)] >= better[word(before)]
    assert cores(needs * factor, cost) <= cores(needs, cost)
