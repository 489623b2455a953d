"""The counters of a round: packets that are lost, changed, duplicated or late make the row's time invalid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from wirerate.links import parse_packets
from wirerate.records import Measurement
from wirerate.rounds.row import Rows
from wirerate.rounds.scheduler import run
from wirerate.statistics import Looks
from wirerate.wings.path.carriers import Gateways
from wirerate.wings.path.catalogue import PLAIN, TCP, Cell, Family, cells, parse_path
from wirerate.wings.path.measure import MixRunner, Setup
from wirerate.wings.path.messages import Built, Proof, RoundCounts
from wirerate.wings.path.question import records_of
from wirerate.wings.path.stages import MixRounds

RIGHT = RoundCounts(2000.0, 1500.0, 10, 10, 0)
WIREGUARD = Cell("both", parse_path("wireguard"))
CELLS = cells([WIREGUARD.path], PLAIN)


class Answers(Gateways):
    """Replaces the process in the namespaces: returns each chain's rounds in turn, and repeats the last."""

    def __init__(self, told: dict[int, list[RoundCounts]]) -> None:
        self.told = told

    def run(self, family: Family, lap: Sequence[int], laps: int, order: Sequence[int]) -> tuple[list[RoundCounts], int]:
        found = []
        for number in order:
            queue = self.told.get(number, [RIGHT])
            found.append(queue.pop(0) if len(queue) > 1 else queue[0])
        return found, -1


def found(told: dict[int, list[RoundCounts]]) -> MixRounds:
    setup = Setup(Answers(told), PLAIN)
    setup.built = {cell: Built(number, Proof(inline=cell != WIREGUARD)) for number, cell in enumerate(CELLS)}
    return run_of(MixRunner(setup, parse_packets("100"), 10))


def run_of(course: MixRunner) -> MixRounds:
    (series,), _ = run([course.group(lambda _: False)], looks=Looks((4,)))
    return course.rounds(series)


def rows(seen: MixRounds) -> dict[Cell, Measurement]:
    faults = [seen.faults.get(cell, "") for cell in seen.cells]
    told = Rows(seen.series, [Measurement(subject=str(cell)) for cell in seen.cells], faults=faults).rows()
    return dict(zip(seen.cells, told, strict=True))


def test_correct_rounds_count_the_senders_time_or_also_other_cpus() -> None:
    seen = found({3: [replace(RIGHT, elsewhere_ns=4500.0)]})
    assert seen.stages(parse_path("wireguard")) == {
        "generate": [200.0] * 4, "hop": [200.0] * 4, "plain": [200.0] * 4, "both": [600.0] * 4,
    }  # fmt: skip
    assert seen.elsewhere == {WIREGUARD: [450.0] * 4}
    assert not seen.faults


@pytest.mark.parametrize(
    ("told", "lost", "changed", "duplicated"),
    [
        (replace(RIGHT, arrived=7), 3, 0, 0),
        (replace(RIGHT, arrived=12), 0, 0, 2),
        (replace(RIGHT, excess_bytes=-4), 0, 1, 0),
    ],
)
def test_one_bad_round_makes_its_row_wrong_and_no_other(
    told: RoundCounts, lost: int, changed: int, duplicated: int
) -> None:
    seen = found({1: [RIGHT, RIGHT, told, RIGHT]})
    hop = CELLS[1]
    assert list(seen.faults) == [hop]
    traffic = seen.traffic[hop]
    assert (traffic.lost, traffic.changed, traffic.duplicated) == (lost, changed, duplicated)
    status = {cell: row.status for cell, row in rows(seen).items()}
    assert status.pop(hop) == "wrong"
    assert set(status.values()) == {"ok"}
    assert "so its time is invalid" in rows(seen)[hop].note


def test_a_round_that_another_program_held_up_is_run_again() -> None:
    late = replace(RIGHT, late=True, wall_ns=1.0)
    seen = found({1: [RIGHT, late, late, RIGHT]})
    assert not seen.faults
    assert seen.stages(parse_path("plain"))["hop"] == [200.0] * 4


def test_a_stage_that_is_always_late_is_not_inline() -> None:
    seen = found({1: [replace(RIGHT, late=True)]})
    assert list(seen.faults) == [CELLS[1]]
    assert "while other programs ran" in seen.faults[CELLS[1]]
    assert rows(seen)[CELLS[1]].status == "wrong"


def test_changed_records_void_their_row_and_are_counted() -> None:
    tls = parse_path("tls")
    right = RoundCounts(2000.0, 1500.0, 10, 10, 0, octets=1220)
    setup = Setup(Answers({0: [replace(right, octets=1000)], 1: [right, replace(right, wrong=2)], 2: [right]}), TCP)
    setup.built = {cell: Built(number, Proof()) for number, cell in enumerate(cells([tls], TCP))}
    seen = run_of(MixRunner(setup, records_of(100), 10))
    record = Cell("record", tls)
    assert list(seen.faults) == [record]
    assert seen.faults[record].endswith("records came back changed, so its time is invalid")
    assert seen.faults[record].startswith(f"{seen.traffic[record].changed} ")
    assert seen.added == {tls: {100: 22}}
