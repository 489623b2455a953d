"""The schedule of interim analyses and the error each may spend: coverage holds whenever the rounds end."""

from __future__ import annotations

import math
import random
from itertools import islice

import pytest

from wirerate.statistics import CONFIDENCE, LOOKS, Looks, median_at_look, median_interval


def test_the_looks_are_doubled_without_end() -> None:
    assert list(islice(LOOKS, 9)) == [16, 32, 64, 128, 256, 512, 1024, 2048, 4096]
    assert list(Looks((16, 32))) == [16, 32]


@pytest.mark.parametrize("looks", [LOOKS, Looks((16,)), Looks((16, 32, 64)), Looks((4, 8), goes_on=True)])
def test_all_looks_together_spend_the_error_and_no_more(looks: Looks) -> None:
    shares = [looks.share(count) for count in islice(looks, 40)]
    assert sum(shares) == pytest.approx(1)
    assert sum(shares) <= 1 + 1e-12
    assert shares == sorted(shares, reverse=True)


def test_time_ends_the_rounds_on_the_way_to_a_look_and_spends_its_share() -> None:
    assert {LOOKS.share(rounds) for rounds in (1, 17, 200, 256)} == {1 / 6}
    assert {LOOKS.share(rounds) for rounds in (257, 300, 512)} == {1 / 12}
    assert {LOOKS.share(rounds) for rounds in (513, 1024)} == {1 / 24}


def test_comparisons_share_what_a_look_may_spend() -> None:
    assert Looks((16,)).confidence(16, 1, 0.95) == pytest.approx(0.95)
    assert LOOKS.confidence(16, 1, 0.94) == pytest.approx(0.99)
    assert LOOKS.confidence(16, 10, 0.94) == pytest.approx(0.999)
    assert LOOKS.confidence(512, 10, 0.94) == pytest.approx(0.9995)


@pytest.mark.parametrize("asked", [0.9, 0.95])
def test_coverage_of_skewed_timings_at_every_look_together(asked: float) -> None:
    """Simulate 400 measurements with heavy tails: the intervals of all looks together contain the true median as often
    as required, for looks up to 1024 rounds and for a count at which time ran out."""
    rng = random.Random(1810)
    trials, covered = 400, 0
    for _ in range(trials):
        signs = [_draw(rng) - _TRUE_MEDIAN for _ in range(1024)]
        counts = [*islice(LOOKS, 7), rng.randrange(513, 1024)]
        covered += all(
            interval.low <= 0 <= interval.high
            for count in counts
            for interval in [median_interval(signs[:count], LOOKS.confidence(count, 1, asked))]
        )
    assert covered / trials >= asked - 3 * math.sqrt(asked * (1 - asked) / trials)


def test_optional_stopping_of_equal_measurements_is_rarely_wrong() -> None:
    """Test the worst case: look at every permitted count up to 4096 and stop at the first difference."""
    rng = random.Random(2607)
    trials, wrong = 200, 0
    for _ in range(trials):
        walk = [rng.gauss(0, 1) for _ in range(4096)]
        wrong += any(not _holds_zero(walk[:count]) for count in islice(LOOKS, 9))
    assert wrong / trials <= (1 - CONFIDENCE) + 3 * math.sqrt(0.05 * 0.95 / trials)


def _holds_zero(values: list[float]) -> bool:
    interval = median_at_look(values)
    return interval.low <= 0 <= interval.high


def _draw(rng: random.Random) -> float:
    return math.exp(rng.gauss(0, 0.1)) + (rng.expovariate(1) if rng.random() < 0.1 else 0)


def _true_median() -> float:
    rng = random.Random(7)
    return sorted(_draw(rng) for _ in range(200_000))[100_000]


_TRUE_MEDIAN = _true_median()
