from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import count

import pytest

from wirerate.errors import MissingError
from wirerate.rounds.scheduler import run
from wirerate.rounds.series import Group, Series
from wirerate.statistics import LOOKS, Looks


class Lab:
    """Records when rounds ran; a round takes its cell's number plus one."""

    def __init__(self, cells: int = 3, *, settled_at: int = 10_000, per_block: int = 4) -> None:
        self.ran: list[int] = []
        self.asked_at: list[int] = []
        self.group: Group[int] = Group(cells, self.block, per_block, self.settled, label="counting")
        self.settled_at = settled_at

    def block(self, order: Sequence[int]) -> list[tuple[float, int]]:
        first = len(self.ran)
        self.ran.extend(order)
        return [(float(cell + 1), first + at) for at, cell in enumerate(order)]

    def settled(self, series: Series[int]) -> bool:
        self.asked_at.append(series.rounds)
        return series.rounds >= self.settled_at


def test_every_round_runs_each_cell_once_and_the_control_twice_in_changing_order() -> None:
    lab = Lab(settled_at=16)
    (series,), interrupted = run([lab.group])
    rounds = [tuple(lab.ran[at : at + 4]) for at in range(0, len(lab.ran), 4)]
    assert not interrupted
    assert len(rounds) == 16
    assert all(sorted(order) == [0, 0, 1, 2] for order in rounds)
    assert len(set(rounds)) > 4
    assert [series.costs(cell) for cell in range(3)] == [[1.0] * 16, [2.0] * 16, [3.0] * 16]
    assert [sample.cost for sample in series.control] == [1.0] * 16


def test_samples_keep_their_round_and_their_place_in_it() -> None:
    lab = Lab(settled_at=16)
    (series,), _ = run([lab.group])
    for row in [*series.cells, series.control]:
        assert [sample.record for sample in row] == [4 * r + sample.position for r, sample in enumerate(row)]


def test_decisions_are_asked_for_at_the_predeclared_looks_only() -> None:
    lab = Lab()
    (series,), _ = run([lab.group])
    assert tuple(lab.asked_at) == LOOKS.counts
    assert series.rounds == LOOKS.counts[-1]


def test_more_time_is_more_rounds_at_doubled_looks_until_all_is_decided() -> None:
    lab = Lab(settled_at=3000)
    (series,), _ = run([lab.group], budget_s=1e9)
    assert lab.asked_at == [16, 32, 64, 128, 256, 512, 1024, 2048, 4096]
    assert (series.rounds, series.settled) == (4096, True)


@pytest.mark.parametrize("budget", [100.0, 300.0])
def test_undecided_cells_are_measured_until_the_time_is_up(budget: float) -> None:
    now, lab = count(), Lab()
    (series,), _ = run([lab.group], budget_s=budget, clock=lambda: float(next(now)))  # blocks of 4, two ticks each
    assert series.rounds == pytest.approx(2 * budget, rel=0.1)
    assert series.settled is False


def test_looks_that_end_do_not_go_on_whatever_the_time() -> None:
    lab = Lab()
    (series,), _ = run([lab.group], budget_s=1e9, looks=Looks((16, 32)))
    assert series.rounds == 32


def test_the_rounds_of_all_groups_together_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wirerate.rounds.scheduler._MOST_SAMPLES", 5000)
    labs = [Lab(), Lab()]
    series, _ = run([lab.group for lab in labs], budget_s=1e9)
    samples = sum(len(row) for group in series for row in group.cells)
    assert 5000 <= samples < 5000 + 3 * 4  # at most one more block


def test_a_settled_group_stops_and_the_others_go_on() -> None:
    quick, slow = Lab(settled_at=16), Lab(settled_at=64)
    (first, second), _ = run([quick.group, slow.group])
    assert (first.rounds, second.rounds) == (16, 64)


def test_the_budget_ends_the_run_after_the_first_look_of_all() -> None:
    ticks = count()
    labs = [Lab(), Lab()]
    series, interrupted = run([lab.group for lab in labs], budget_s=1, clock=lambda: next(ticks) / 4)
    assert [group.rounds for group in series] == [16, 16]
    assert not interrupted


def test_patience_ends_too_but_every_group_has_a_block() -> None:
    ticks = count()
    labs = [Lab(), Lab(), Lab()]
    series, _ = run([lab.group for lab in labs], budget_s=1, clock=lambda: next(ticks) * 10.0)
    assert [group.rounds for group in series] == [4, 4, 4]


@pytest.mark.parametrize("stop_after", [1, 2, 5])
def test_an_interrupt_keeps_the_finished_rounds_whole(stop_after: int) -> None:
    lab = Lab()
    blocks = count(1)

    def block(order: Sequence[int]) -> list[tuple[float, int]]:
        if next(blocks) > stop_after:
            raise KeyboardInterrupt
        return lab.block(order)

    group: Group[int] = Group(3, block, 4, lab.settled)
    (series,), interrupted = run([group])
    assert interrupted
    assert {len(row) for row in [*series.cells, series.control]} == {4 * stop_after}


def test_an_interrupt_between_two_cells_leaves_no_half_round() -> None:
    lab = Lab(per_block=1)

    class Results(list[tuple[float, int]]):
        def __iter__(self):  # type: ignore[no-untyped-def]
            yield self[0]
            yield self[1]
            if len(lab.ran) > 8:
                raise KeyboardInterrupt
            yield from self[2:]

    group: Group[int] = Group(3, lambda order: Results(lab.block(order)), 1, lab.settled)
    (series,), interrupted = run([group])
    assert interrupted
    assert {len(row) for row in [*series.cells, series.control]} == {2}


def test_a_failing_group_keeps_its_rounds_and_its_reason_and_the_rest_goes_on() -> None:
    good, bad = Lab(settled_at=32), Lab()
    blocks = count(1)

    def block(order: Sequence[int]) -> list[tuple[float, int]]:
        if next(blocks) > 2:
            raise MissingError("the peer crashed")
        return bad.block(order)

    (first, second), interrupted = run([Group(2, block, 4, bad.settled), good.group])
    assert not interrupted
    assert isinstance(first.error, MissingError)
    assert first.rounds == 8
    assert second.rounds == 32


def test_progress_grows_to_at_most_one_and_names_the_group() -> None:
    seen: list[tuple[float, str]] = []
    run([Lab().group, Lab().group], progress=lambda share, label: seen.append((share, label)))
    shares = [share for share, _ in seen]
    assert shares == sorted(shares)
    assert 0.9 < shares[-1] <= 1
    assert {label for _, label in seen} == {"counting"}


def test_a_drift_that_would_bias_a_fixed_order_does_not_bias_the_pairs() -> None:
    """Every round is 1 % slower than the previous one; shuffling favours neither cell."""
    rng, now = random.Random(3), count()

    def block(order: Sequence[int]) -> list[tuple[float, None]]:
        return [(1.01 ** next(now) * (1 + rng.random() / 100), None) for _ in order]

    group: Group[None] = Group(2, block, lambda: 16, lambda series: series.rounds >= 256, control=None)
    (series,), _ = run([group])
    first = sum(a < b for a, b in zip(series.costs(0), series.costs(1), strict=True))
    assert abs(first - 128) < 3 * 8  # three standard deviations of a fair coin


def test_nothing_to_run_is_nothing() -> None:
    assert run([]) == ([], False)
