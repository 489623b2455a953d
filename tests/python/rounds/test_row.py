"""Rows and comparisons computed from simulated rounds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from wirerate.errors import MissingError
from wirerate.records import Measurement
from wirerate.rounds.round import Round
from wirerate.rounds.row import Rows, are_precise
from wirerate.rounds.scheduler import run
from wirerate.rounds.series import Group, Sample, Series
from wirerate.statistics import LOOKS, ONE_LOOK, Looks

ROUNDS = 16
US = 1_000


def row(walls: Sequence[float], *, stolen: float | None = 0.0, cpu: float = 1.0, **more: object) -> list[Sample[Round]]:
    """Return rounds of ten messages of 100 bytes. Every round is a block, so that stolen time is known per round."""
    rounds = [
        Round(wall, wall * cpu, 10, 1000, int(2 * wall), 1, block=i, stolen_ns=stolen, **more)  # type: ignore[arg-type]
        for i, wall in enumerate(walls)
    ]
    return [Sample(round_.wall_ns / round_.messages, i % 2, round_) for i, round_ in enumerate(rounds)]


def blanks(*names: str, **conditions: object) -> list[Measurement]:
    return [Measurement(subject=name, cache="cold", **conditions) for name in names]  # type: ignore[arg-type]


def test_a_row_has_all_that_the_rounds_tell() -> None:
    samples = row([1000.0 * US] * ROUNDS, core_hz=2_000_000_000)
    series = Series([samples], row([1010.0 * US] * ROUNDS), controlled=0, looks=LOOKS, settled=True)
    (result,) = Rows(series, blanks("md5", threads=1)).rows()
    assert (result.subject, result.status, result.rounds, result.settled) == ("md5", "ok", ROUNDS, True)
    assert result.ns is not None
    assert (result.ns.median, result.bytes) == (100 * US, 100)
    assert result.ns.confidence == pytest.approx(0.95)
    assert (result.cpu_share, result.stolen, result.involuntary) == (1.0, 0.0, ROUNDS)
    assert result.noise == pytest.approx(0.01)
    assert result.core_cycles == pytest.approx(1000 * 2)  # 1000 ns a byte at 2 GHz
    assert result.reference_cycles == pytest.approx(2000)
    assert result.samples_ns == (100.0 * US,) * ROUNDS
    assert result.samples_at == (0, 1) * (ROUNDS // 2)


def test_instructions_are_compared_where_every_round_has_counted_them() -> None:
    walls = [1000.0 * US] * ROUNDS
    old, new, silent = row(walls, instructions=5000), row(walls, instructions=5050), row(walls)
    counted, uncounted = Rows(Series([old, new, silent], looks=LOOKS), blanks("a", "b", "c")).comparisons()
    assert counted.instructions is not None
    assert counted.instructions.median == pytest.approx(5000 / 5050)
    assert uncounted.instructions is None


def test_stolen_time_is_subtracted_from_its_round() -> None:
    walls = [1000.0 * US] * (ROUNDS - 1) + [21000.0 * US]
    cells = [row(walls)]
    hit = cells[0][-1].record
    cells[0][-1] = Sample(cells[0][-1].cost, 0, Round(hit.wall_ns, hit.cpu_ns, 10, 1000, block=ROUNDS, stolen_ns=20e6))
    (result,) = Rows(Series(cells), blanks("md5")).rows()
    assert result.samples_ns == pytest.approx((100.0 * US,) * ROUNDS)
    assert result.stolen == pytest.approx(20 / 36)


def test_cpu_time_excludes_stolen_time_but_its_share_is_reported() -> None:
    cells = [row([1000.0 * US] * ROUNDS, stolen=500.0 * US)]
    (result,) = Rows(Series(cells), blanks("md5"), of_wall=False).rows()
    assert result.samples_ns == (100.0 * US,) * ROUNDS
    assert result.stolen == pytest.approx(0.5)


def test_time_stolen_from_several_processors_is_a_share_of_all() -> None:
    series = Series([row([1000.0 * US] * ROUNDS, stolen=500.0 * US, cpu=4.0)])
    (result,) = Rows(series, blanks("md5", threads=4)).rows()
    assert result.stolen == pytest.approx(0.125)
    assert result.cpu_share == pytest.approx(1.0)


def test_a_share_of_the_processor_is_never_more_than_the_whole() -> None:
    (result,) = Rows(Series([row([1000.0 * US] * ROUNDS, cpu=1.25)]), blanks("md5")).rows()
    assert result.cpu_share == 1.0


def test_unknown_values_stay_empty() -> None:
    series = Series([[Sample(5.0, 0, Round(50, messages=10)) for _ in range(ROUNDS)]])
    (result,) = Rows(series, blanks("md5")).rows()
    assert (result.stolen, result.cpu_share, result.involuntary, result.noise, result.settled) == (None,) * 5
    assert (result.core_cycles, result.reference_cycles, result.bytes) == (None, None, 0)


def test_comparisons_are_paired_and_under_the_subjects_conditions() -> None:
    drift = [1000.0 * US * 1.01**i for i in range(ROUNDS)]
    series = Series([row(drift), row([wall / 2 for wall in drift])], row(drift), controlled=0)
    named = blanks("old", "new", bytes=100, keyed="reuse", batch=3)
    (comparison,) = Rows(series, named).comparisons()
    assert (comparison.subject, comparison.reference, comparison.rounds) == ("new", "old", ROUNDS)
    assert (comparison.ratio.low, comparison.ratio.median, comparison.ratio.high) == pytest.approx((2, 2, 2))
    assert (
        comparison.conditions.bytes,
        comparison.conditions.cache,
        comparison.conditions.keyed,
        comparison.conditions.batch,
    ) == (
        100,
        "cold",
        "reuse",
        3,
    )
    assert comparison.noise == pytest.approx(0)
    assert [swapped.subject for swapped in Rows(series, named).comparisons([(1, 0)])] == ["old"]


def interrupted(work: float, waits: Sequence[float], **more: object) -> list[Sample[Round]]:
    """Return rounds with this work, whose wall time also includes the time that the thread waited for a CPU."""
    rounds = [Round(work + wait, work, 10, 1000, 0, int(wait > 0), block=i, **more) for i, wait in enumerate(waits)]  # type: ignore[arg-type]
    return [Sample(round_.wall_ns / round_.messages, 0, round_) for round_ in rounds]


WAITS = [0.0, 3000.0 * US] * (ROUNDS // 2)  # every other round


def test_comparisons_exclude_the_time_of_other_programs() -> None:
    one, other = interrupted(1000.0 * US, WAITS), interrupted(1030.0 * US, WAITS[::-1])
    series = Series([one, other], interrupted(1000.0 * US, WAITS[::-1]), controlled=0)
    rows = Rows(series, blanks("old", "new", threads=1))
    (comparison,) = rows.comparisons()
    assert (comparison.ratio.low, comparison.ratio.high) == pytest.approx((1 / 1.03, 1 / 1.03))
    assert rows.noise == pytest.approx(0)
    wall = rows.rows()[0].ns
    assert wall is not None
    assert wall.high == pytest.approx(400 * US)  # rates are by wall time, with the share of the CPU in addition


def test_sleeping_does_not_count_as_faster_and_threads_wait_for_each_other() -> None:
    sleeping = [Sample(s.cost, 0, replace(s.record, involuntary=0)) for s in interrupted(1000.0 * US, WAITS)]
    awake = interrupted(1000.0 * US, [0.0] * ROUNDS)
    (comparison,) = Rows(Series([awake, sleeping]), blanks("awake", "sleeping", threads=1)).comparisons()
    assert comparison.ratio.low == pytest.approx(1 / 4)
    several = [awake, interrupted(1000.0 * US, WAITS)]
    (comparison,) = Rows(Series(several), blanks("a", "b", threads=2)).comparisons()
    assert comparison.ratio.low == pytest.approx(1 / 4)


def test_one_look_keeps_the_error_for_itself_and_comparisons_share_it() -> None:
    walls = [1000.0 * US + i for i in range(ROUNDS)]
    one, several = (Rows(Series([row(walls)], looks=n), blanks("md5")).rows()[0].ns for n in (ONE_LOOK, LOOKS))
    assert one is not None
    assert several is not None
    assert one.high - one.low < several.high - several.low
    pair = Series([row(walls), row(walls[::-1])])
    asked = [Rows(pair, blanks("a", "b"), total_comparisons=n).comparisons()[0].ratio for n in (1, 20)]
    assert asked[0].high < asked[1].high


def test_void_rounds_give_no_row_and_no_comparison() -> None:
    good = row([1000.0 * US] * ROUNDS)
    crashed = [*row([1000.0 * US] * 8), *(Sample(math.nan, 0, Round(0, messages=0)) for _ in range(8))]
    refused = row([1000.0 * US] * ROUNDS, wrong=2)
    rows = Rows(Series([good, crashed, refused]), blanks("good", "crashed", "refused"), faults=("", "crashed", ""))
    assert [(m.status, m.note, m.ns is None) for m in rows.rows()] == [
        ("ok", "", False),
        ("wrong", "crashed", True),
        ("wrong", "32 messages gave wrong results", True),
    ]
    assert rows.comparisons() == []


def test_without_rounds_a_row_is_absent_with_the_reason() -> None:
    (interrupted,) = Rows(Series([[]]), blanks("md5")).rows()
    (failed,) = Rows(Series([[]], error=MissingError("no memory")), blanks("md5")).rows()
    assert (interrupted.status, interrupted.note) == ("absent", "interrupted before its first round")
    assert (failed.status, failed.note) == ("absent", "no memory")


@pytest.mark.parametrize(("decided_at", "budget", "settled"), [(32, None, True), (999, 0.0, False)])
def test_a_row_says_whether_it_was_decided_or_time_ran_out(
    decided_at: int, budget: float | None, settled: bool
) -> None:
    def block(order: Sequence[int]) -> list[tuple[float, Round]]:
        return [(1.0, Round(10, 10, 10)) for _ in order]

    group = Group(1, block, 16, lambda series: series.rounds >= decided_at)
    (series,), _ = run([group], budget_s=budget)
    assert Rows(series, blanks("md5")).rows()[0].settled is settled
    (once,), _ = run([Group(1, block, 2, lambda _: True)], looks=Looks((2,)))
    assert Rows(once, blanks("md5")).rows()[0].settled is None


def test_precise_is_about_the_wider_side() -> None:
    (result,) = Rows(Series([row([1000.0 * US + i * 3 * US for i in range(ROUNDS)])]), blanks("md5")).rows()
    assert result.ns is not None
    assert are_precise([result.ns], 0.05)
    assert not are_precise([result.ns], 0.005)
