"""Budgets: limits as typed, the Pareto-optimal and the cheapest configuration, and the closest miss."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tests.python.wings.mcu.made import OPERATION

from wirerate.errors import UsageError
from wirerate.records import Interval
from wirerate.wings.mcu.budget import FITS, MAY_FIT, MISSES, Budget, judge_budget, parse_budget
from wirerate.wings.mcu.rows import BoardOperation, Energy

Figures = tuple[float, float, float, int, int]  # ms low, typical, high; RAM; flash


def measured(name: str, figures: Figures, energy: tuple[float, float] | None = None) -> BoardOperation:
    low, typical, high, ram, flash = figures
    return replace(
        OPERATION,
        subject=name,
        ns=Interval(typical * 1e6, low * 1e6, high * 1e6, None),
        ram_bytes=ram,
        flash_bytes=flash,
        energy=Energy(low=energy[0], high=energy[1]) if energy else None,
    )


SMALL = measured("small", (280, 300, 330, 2000, 16000))
MIDDLE = measured("middle", (140, 150, 165, 3000, 20000))
FAST = measured("fast", (75, 80, 88, 6000, 40000))
WORSE = measured("worse", (150, 160, 170, 3000, 20000))  # than the middle one, in everything
ALL = (SMALL, MIDDLE, FAST, WORSE)


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("time=1s,ram=8Ki,flash=40Ki,energy=50mJ", {"time": 1e9, "ram": 8192, "flash": 40960, "energy": 50}),
        ("energy=0.5J", {"energy": 500}),
        ("time=250ms", {"time": 250e6}),
        ("ram=8KiB, time=2.5s", {"ram": 8192, "time": 2.5e9}),
        ("time=90us,energy=700uJ", {"time": 90e3, "energy": 0.7}),
        ("wire=4Ki", {"wire": 4096}),
    ],
)
def test_limits_as_typed(text: str, limits: dict[str, float]) -> None:
    assert parse_budget(text) == pytest.approx(limits)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("tim=1s", "did you mean time"), ("time", "time=1s"), ("time=", "time=1s"), ("time=1", "units s, ms"),
        ("time=0s", "positive"), ("time=-1s", "positive"), ("ram=8Kb", "did you mean 8K"), ("energy=5", "mJ"),
        ("time=1s,time=2s", "two limits"), ("", "unknown resource"), ("time=1.2.3s", "positive"),
    ],
)  # fmt: skip
def test_impossible_limits(text: str, says: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse_budget(text)
    assert says in f"{raised.value} {raised.value.fix}"


def test_pareto_optimal_configurations_are_found() -> None:
    outcome = judge_budget(ALL, Budget())
    assert {h.row.subject for h in outcome.optimal} == {"small", "middle", "fast"}


def test_the_cheapest_takes_least_of_all_limits_together() -> None:
    outcome = judge_budget(ALL, Budget(parse_budget("time=400ms,ram=4Ki,flash=64Ki")))
    assert outcome.cheapest is not None
    assert outcome.cheapest.row is MIDDLE
    assert (outcome.cheapest.worst, outcome.cheapest.word) == ("ram", FITS)
    assert outcome.cheapest.share == pytest.approx(3000 / 4096)
    assert outcome.status == 0


def test_a_range_that_crosses_the_limit_is_undecided() -> None:
    outcome = judge_budget(ALL, Budget(parse_budget("time=150ms,ram=4Ki")))
    words = {h.row.subject: h.word for h in outcome.judged}
    assert words == {"small": MISSES, "middle": MAY_FIT, "fast": MISSES, "worse": MAY_FIT}
    assert outcome.cheapest is not None
    assert outcome.cheapest.row is MIDDLE
    assert outcome.status == 3


def test_where_nothing_fits_the_nearest_miss_is_named() -> None:
    outcome = judge_budget(ALL, Budget(parse_budget("time=100ms,ram=4Ki")))
    assert outcome.cheapest is None
    assert outcome.status == 1
    assert outcome.nearest is not None
    assert outcome.nearest.row is FAST
    assert outcome.nearest.worst == "ram"
    assert outcome.nearest.share == pytest.approx(6000 / 4096)


def test_the_board_limits_too() -> None:
    board = {"ram": 2500.0, "flash": 131072.0}
    assert judge_budget(ALL, Budget({"time": 1e9}, board)).cheapest is not None
    outcome = judge_budget((MIDDLE, FAST), Budget({"time": 1e9, "ram": 1e6}, board))
    assert outcome.budget.limits == {"time": 1e9, "ram": 2500.0, "flash": 131072.0}
    assert outcome.status == 1


def test_both_ends_of_an_energy_range_are_compared() -> None:
    known = [measured("known", (100, 110, 120, 2000, 20000), (4.0, 6.0))]
    assert judge_budget(known, Budget({"energy": 6.0})).status == 0
    assert judge_budget(known, Budget({"energy": 5.0})).status == 3
    assert judge_budget(known, Budget({"energy": 3.0})).status == 1


def test_bytes_on_the_wire_are_an_axis_and_a_limit() -> None:
    """The configuration that sends least is Pareto-optimal however slow; one above the limit misses."""
    short, long = measured("short", (140, 150, 165, 3000, 20000)), measured("long", (75, 80, 88, 2000, 16000))
    short.bytes, long.bytes = 100.0, 5000.0
    open_ = judge_budget([short, long], Budget())
    assert len(open_.optimal) == 2
    outcome = judge_budget([short, long], Budget({"wire": 4096}))
    assert [held.word for held in outcome.judged] == [FITS, MISSES]
    assert outcome.cheapest is not None
    assert outcome.cheapest.row is short
