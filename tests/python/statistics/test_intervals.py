from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirerate.statistics import median_at_look, median_interval, paired_ratio, quotient, sign_rank

positive = st.floats(min_value=1e-3, max_value=1e9)


@given(st.lists(positive, min_size=1, max_size=300), st.floats(min_value=0.5, max_value=0.9999))
def test_the_interval_holds_the_median_and_says_what_it_reaches(values: list[float], confidence: float) -> None:
    interval = median_interval(values, confidence)
    assert min(values) <= interval.low <= interval.median <= interval.high <= max(values)
    assert interval.confidence is not None
    assert interval.confidence <= confidence


@pytest.mark.parametrize("count", [1, 2, 5, 6, 9, 16, 33, 64, 128, 256, 1023, 1024, 65536, 524288])
@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.99, 0.9999])
def test_ranks_are_those_of_the_binomial_law(count: int, confidence: float) -> None:
    binom = pytest.importorskip("scipy.stats").binom
    rank = sign_rank(count, confidence)
    alpha = 1 - confidence
    if rank:
        assert 2 * binom.cdf(rank, count, 0.5) <= alpha * (1 + 1e-9)
    if 2 * (rank + 1) < count:
        assert 2 * binom.cdf(rank + 1, count, 0.5) > alpha


@pytest.mark.parametrize("count", [16, 31, 100])
def test_the_interval_is_that_of_scipy(count: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    rng = random.Random(count)
    values = [rng.lognormvariate(0, 1) for _ in range(count)]
    theirs = stats.quantile_test(values, q=0, p=0.5).confidence_interval(0.95)
    ours = median_interval(values, 0.95)
    # scipy may round a rank so that one more value stays at an end; our interval is never wider by more than that.
    ordered = sorted(values)
    assert abs(ordered.index(ours.low) - ordered.index(theirs.low)) <= 1
    assert abs(ordered.index(ours.high) - ordered.index(theirs.high)) <= 1


def test_too_few_values_give_their_range_and_its_true_confidence() -> None:
    interval = median_interval([3.0, 1.0, 2.0], 0.99)
    assert (interval.low, interval.median, interval.high) == (1.0, 2.0, 3.0)
    assert interval.confidence == pytest.approx(0.75)  # all three above or all below: 2/8


def test_no_values_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one"):
        median_interval([])


@given(st.lists(positive, min_size=6, max_size=64), st.floats(min_value=0.01, max_value=100))
def test_a_common_disturbance_cancels_in_pairs(times: list[float], factor: float) -> None:
    ratio = paired_ratio([time * factor for time in times], times)
    assert ratio.median == pytest.approx(factor)
    assert ratio.low == pytest.approx(factor)
    assert ratio.high == pytest.approx(factor)


@given(st.lists(st.tuples(positive, positive), min_size=6, max_size=64))
def test_swapping_the_sides_inverts_the_ratio(pairs: list[tuple[float, float]]) -> None:
    there = paired_ratio([a for a, _ in pairs], [b for _, b in pairs])
    back = paired_ratio([b for _, b in pairs], [a for a, _ in pairs])
    assert there.median == pytest.approx(1 / back.median)
    assert there.low == pytest.approx(1 / back.high)


def test_a_quotient_encloses_every_quotient_of_what_its_sides_enclose() -> None:
    top, bottom = median_interval([1.0, 2.0, 4.0]), median_interval([2.0, 3.0, 5.0])
    result = quotient(top, bottom)
    assert (result.low, result.median, result.high) == (1 / 5, 2 / 3, 4 / 2)
    assert result.confidence == pytest.approx(0.5)


def test_an_interval_over_many_rounds_takes_no_time_and_says_what_it_reaches() -> None:
    interval = median_at_look([float(i % 1009) for i in range(300_000)])
    assert interval.confidence == pytest.approx(0.95)
    assert 504 - 6 < interval.low <= 504 <= interval.high < 504 + 6
