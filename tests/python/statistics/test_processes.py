"""Intervals over processes cover, in simulations with known levels, the result of another process."""

from __future__ import annotations

import random

import pytest

from wirerate.statistics import (
    interval_over_processes,
    join_intervals,
    processes_for,
    split_by_time,
    spread,
    spread_by_place,
)


def test_so_many_processes_are_needed_that_their_range_is_sure() -> None:
    for comparisons, processes in ((1, 8), (2, 9), (4, 10), (10, 12)):
        assert processes_for(comparisons) == processes
        assert 2 * 0.5**processes <= 0.05 / 6 / comparisons < 2 * 0.5 ** (processes - 1)


def world(rng: random.Random, processes: int, draws: int, between: float, within: float) -> list[list[float]]:
    """Simulate measurements of a true 0 with random effects of the process and of the round."""
    processes_logs = []
    for _ in range(processes):
        level = rng.gauss(0, between)
        processes_logs.append([level + rng.gauss(0, within) for _ in range(draws)])
    return processes_logs


@pytest.mark.parametrize("processes", [6, 8, 12, 30])
@pytest.mark.parametrize(("between", "within"), [(0.03, 0.01), (0.0, 0.05), (0.03, 0.1)])
def test_the_interval_covers_the_result_of_another_hour(processes: int, between: float, within: float) -> None:
    rng = random.Random(1810)
    intervals = [interval_over_processes(world(rng, processes, 15, between, within)) for _ in range(600)]
    covered = sum(interval.low <= 0 <= interval.high for interval in intervals) / len(intervals)
    assert covered >= 0.94  # never less than required, except by chance


def test_spans_of_time_are_all_rounds_in_their_order() -> None:
    for rounds in (1, 8, 16, 40, 257):
        logs = [float(i) for i in range(rounds)]
        spans = split_by_time(logs)
        assert len(spans) == min(16, rounds)
        assert [log for span in spans for log in span] == logs
        assert max(map(len, spans)) - min(map(len, spans)) <= 1


def test_a_drift_in_time_is_in_the_interval_though_all_processes_met_it() -> None:
    rng = random.Random(3)
    drift = [0.05 * (i > 64) for i in range(128)]
    logs = [level + rng.gauss(0, 0.002) for level in drift]
    processes = interval_over_processes([logs[p::8] for p in range(8)])
    both = join_intervals(processes, interval_over_processes(split_by_time(logs)))
    assert processes.high - processes.low < 0.052
    assert (both.low, both.high) == (pytest.approx(0, abs=0.003), pytest.approx(0.05, abs=0.003))
    assert both.median == processes.median


def test_few_processes_say_how_little_they_know() -> None:
    assert interval_over_processes([[1.0], [2.0], [3.0]]).confidence == pytest.approx(0.75)


def test_a_process_that_was_disturbed_throughout_moves_little() -> None:
    quiet = [[100.0 + i] for i in range(8)]
    before, after = interval_over_processes(quiet), interval_over_processes([*quiet, [300.0]])
    assert after.median - before.median <= 0.5


def test_processes_that_fall_in_two_groups_are_covered() -> None:
    """Simulate times like umac-128's, near 61 and 64 ns."""
    rng, hits = random.Random(4418), 0
    for _ in range(600):
        values = [[rng.choice((61, 64)) + rng.gauss(0, 0.5)] for _ in range(8)]
        interval = interval_over_processes(values)
        hits += interval.low <= 62.5 <= interval.high
    assert hits / 600 >= 0.92


def test_the_spread_tells_the_levels_apart() -> None:
    rng = random.Random(7)
    spreads = spread(world(rng, 200, 40, 0.03, 0.05))
    assert (spreads.processes, spreads.within, spreads.between) == (
        200, pytest.approx(0.05, rel=0.05), pytest.approx(0.03, rel=0.2),
    )  # fmt: skip
    assert spread(world(rng, 200, 40, 0.0, 0.05)).between < 0.005


def test_one_process_has_no_confidence() -> None:
    alone = interval_over_processes([[3.0, 1.0, 2.0]])
    assert (alone.median, alone.low, alone.high, alone.confidence) == (2.0, 1.0, 3.0, 0.0)


@pytest.mark.parametrize("placed", [0.0, 0.04, 0.15])
def test_the_effect_of_memory_places_is_separated_from_noise(placed: float) -> None:
    """Simulate two rounds at every memory place, a tenth of them disturbed."""
    rng, estimates = random.Random(int(1000 * placed)), []
    for _ in range(50):
        values, places = [], []
        for place in range(64):
            level = rng.gauss(0, placed)
            values += [level + rng.gauss(0, 0.01) + (0.5 if rng.random() < 0.1 else 0) for _ in range(2)]
            places += [place] * 2
        estimates.append(spread_by_place(values, places))
    assert all(estimate is not None for estimate in estimates)
    known = sorted(estimate for estimate in estimates if estimate is not None)
    assert known[25] == pytest.approx(placed, rel=0.25)
    assert sum(estimate > 0 for estimate in known) >= 45 if placed else known[-1] <= 0.03


def test_few_rounds_give_no_effect_of_places() -> None:
    assert spread_by_place([0.0] * 30, [i // 2 for i in range(30)]) is None
