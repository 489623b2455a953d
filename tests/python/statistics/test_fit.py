from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirerate.statistics import break_even, fixed_and_per_byte, outliers

LENGTHS = (64, 576, 1280, 1500, 9000)


@given(st.floats(min_value=0, max_value=1000), st.floats(min_value=0.01, max_value=10))
def test_a_line_is_found_exactly(fixed: float, per_byte: float) -> None:
    fit = fixed_and_per_byte(LENGTHS, [fixed + per_byte * length for length in LENGTHS])
    assert fit is not None
    assert fit.fixed == pytest.approx(fixed, abs=1e-6)
    assert fit.per_byte == pytest.approx(per_byte)
    assert fit.residual < 1e-6


def test_the_slope_is_scipys_theil_sen() -> None:
    stats = pytest.importorskip("scipy.stats")
    costs = [130.0, 700.0, 1500.0, 1640.0, 10100.0]
    fit = fixed_and_per_byte(LENGTHS, costs)
    assert fit is not None
    assert fit.per_byte == pytest.approx(stats.theilslopes(costs, LENGTHS).slope)


def test_one_disturbed_length_does_not_tilt_the_line_and_shows_in_the_residual() -> None:
    costs = [100 + 2.0 * length for length in LENGTHS]
    costs[2] *= 3
    fit = fixed_and_per_byte(LENGTHS, costs)
    assert fit is not None
    assert fit.per_byte == pytest.approx(2, rel=0.1)
    assert fit.residual > 0.5


@pytest.mark.parametrize("lengths", [(), (64,), (64, 128), (64, 64, 128)])
def test_no_fit_without_a_third_length_to_check_it(lengths: tuple[int, ...]) -> None:
    assert fixed_and_per_byte(lengths, [float(length) for length in lengths]) is None


def test_a_far_round_is_marked_and_near_ones_are_not() -> None:
    assert outliers([10.0, 10.1, 9.9, 10.05, 30.0, 9.95]) == [False, False, False, False, True, False]
    assert outliers([5.0, 5.0, 5.0, 6.0]) == [False, False, False, True]
    assert outliers([]) == []


@given(st.lists(st.floats(min_value=1, max_value=1e6), min_size=1, max_size=50))
def test_at_most_half_are_marked(values: list[float]) -> None:
    marks = outliers(values)
    assert len(marks) == len(values)
    assert 2 * sum(marks) <= len(values)


def test_lines_cross_where_the_dearer_start_has_paid_off() -> None:
    assert break_even((700.0, 0.2), (100.0, 1.2)) == pytest.approx(600)
    assert break_even((50.0, 0.2), (100.0, 1.2)) == 0  # cheaper from the first byte
    assert break_even((700.0, 1.2), (100.0, 1.2)) is None
