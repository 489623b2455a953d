from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirerate.rounds.stolen import TICK_NS, subtract_stolen

walls = st.lists(st.floats(1e5, 1e8), min_size=1, max_size=40)


def test_time_stolen_from_one_round_is_subtracted_from_that_round() -> None:
    assert subtract_stolen([1e6, 31e6, 1e6], [1e6, 1e6, 1e6], 30e6) == pytest.approx([1e6, 1e6, 1e6])


def test_no_more_is_subtracted_than_was_stolen() -> None:
    assert subtract_stolen([1e6, 31e6, 1e6], [1e6, 1e6, 1e6], 10e6) == pytest.approx([1e6, 21e6, 1e6])


def test_evenly_stolen_time_is_subtracted_evenly_except_for_the_uncertain_tick() -> None:
    shorter = subtract_stolen([10e6] * 10, [10e6] * 10, 30e6)
    assert shorter == pytest.approx([10e6 * (1 - (30e6 - TICK_NS) / 100e6)] * 10)


def test_a_stray_tick_changes_nothing_in_an_even_block() -> None:
    assert subtract_stolen([1e6] * 100, [1e6] * 100, TICK_NS) == pytest.approx([1e6] * 100)


@given(walls, st.floats(0, 1e9))
def test_rounds_get_shorter_only_and_stay_positive(block: list[float], stolen: float) -> None:
    usual = [sorted(block)[len(block) // 2]] * len(block)
    shorter = subtract_stolen(block, usual, stolen)
    assert all(0 < after <= before * (1 + 1e-12) for before, after in zip(block, shorter, strict=True))
    assert sum(block) - sum(shorter) <= stolen * (1 + 1e-9) + 1e-3
