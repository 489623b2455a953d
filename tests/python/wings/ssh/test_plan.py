"""The stated limits of two minutes and 8 GiB hold at any speed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wirerate.wings.ssh.contest import (
    BUDGET_BYTES,
    BUDGET_S,
    FEWEST_ROUNDS,
    ROUNDS,
    Budget,
    Pace,
    most_cells,
    plan,
    trial_size,
)

paces = st.builds(Pace, st.floats(0.05, 1.5), st.floats(1e5, 2e9))
ANNOUNCED_S = 120.0


@given(paces, st.integers(1, 20), st.integers(1, 2))
def test_looks_at_all_candidates_leave_most_of_the_budget(pace: Pace, candidates: int, directions: int) -> None:
    size = trial_size(candidates, pace, Budget().share(directions))
    assert size * candidates <= BUDGET_BYTES // 8 // directions or size == 64 << 10
    assert size % (8 << 20) == 0 or size & (size - 1) == 0


@given(paces, st.integers(4, 8), st.floats(0, 40), st.integers(0, 1 << 30), st.integers(1, 2))
def test_rounds_stay_inside_time_and_bytes(pace: Pace, cells: int, spent: float, sent: int, directions: int) -> None:
    whole = Budget().share(directions)
    left = whole.less(spent, sent)
    planned = plan(cells, pace, left)
    assert FEWEST_ROUNDS <= planned.rounds <= ROUNDS
    assert sent + planned.rounds * cells * planned.size <= whole.bytes
    if cells <= most_cells(pace, left):
        assert spent + planned.rounds * cells * pace.seconds(planned.size) <= ANNOUNCED_S / directions


def test_a_fast_quiet_machine_gets_all_rounds_and_large_transfers() -> None:
    planned = plan(8, Pace(0.15, 4e8), Budget().less(10, 1 << 29))
    assert planned.rounds == ROUNDS
    assert planned.size >= 64 << 20


def test_a_slow_network_gets_small_ones() -> None:
    planned = plan(5, Pace(0.3, 1.25e5), Budget().less(20, 1 << 20))  # 1 Mbit/s
    assert planned.size <= 256 << 10
    assert planned.rounds * 5 * Pace(0.3, 1.25e5).seconds(planned.size) <= BUDGET_S - 20


def test_fewer_candidates_when_set_up_takes_the_time() -> None:
    left = Budget().less(30, 0)
    assert most_cells(Pace(1.5, 1e8), left) < most_cells(Pace(0.2, 1e8), left)
