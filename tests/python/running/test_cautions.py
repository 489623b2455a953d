"""Results from a busy host carry warnings, for every kind of run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from wirerate.commands.check import check
from wirerate.commands.compare import compare
from wirerate.commands.speed import speed
from wirerate.host import bench
from wirerate.records import AnyRun, CompareRun, Comparison, Interval, Measurement
from wirerate.rounds.round import Round, block
from wirerate.running.cautions import cautions, finished
from wirerate.wings.ah import speed as ah_speed
from wirerate.wings.ssh import mill

BRIEF = 0.05
ASKED: dict[str, Callable[[], AnyRun]] = {
    "check": lambda: check.check(["hmac-md5@wirerate"], links=["1G"], time=BRIEF),
    "speed": lambda: speed.speed(["md5@wirerate"], lengths=[64], time=BRIEF),
    "compare": lambda: compare.compare("md5@wirerate", "md5@wirerate", lengths=[64], time=BRIEF),
    "ah": lambda: ah_speed.ah_speed(["hmac-md5-96"], caches=["warm"], operations=["sign"], time=BRIEF),
    "mill": lambda: mill.mill(["umac-64"], payloads=[64], time=BRIEF),
}
METERS = (bench, ah_speed, mill)


@pytest.mark.machine
@pytest.mark.parametrize("command", ASKED)
def test_a_busy_host_gets_warnings(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for meter in METERS:
        monkeypatch.setattr(meter, "block", busy())
    run = ASKED[command]()
    wide = set() if command == "mill" else {"wide"}  # other programs do not increase CPU time
    assert {problem.code for problem in run.problems} >= {"stolen", "shared-cpu"} | wide
    timed = [m for m in run.rows if m.ns]
    assert timed
    assert all(m.stolen == pytest.approx(0.1) and m.cpu_share and m.cpu_share < 0.9 for m in timed)
    assert len({problem.code for problem in run.problems}) == len(run.problems)  # one caution of a kind


def busy() -> Callable[..., list[Round]]:
    """Simulate a busy host: every other round takes five times as long, and a tenth of all time is stolen."""
    number = count()

    def stolen_rounds(raw: Sequence[Any], _stolen_ns: int, ran: Sequence[tuple[int, int]] = ()) -> list[Round]:
        rounds = [replace(r, wall_ns=max(r.wall_ns, r.cpu_ns or 0) * (2 + 4 * (next(number) % 2)))
                  for r in block(raw, -1, ran)]  # fmt: skip
        return [replace(r, stolen_ns=sum(entry.wall_ns for entry in rounds) / 10) for r in rounds]

    return stolen_rounds


def row(**fields: Any) -> Measurement:
    return Measurement(subject="md5", ns=fields.pop("ns", Interval(100, 99, 101, 0.95)), **fields)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"stolen": 0.03}, "stolen"),
        ({"cpu_share": 0.9}, "shared-cpu"),
        ({"ns": Interval(671, 661, 1902, 0.95)}, "wide"),
    ],
)
def test_each_caution_has_its_cause(fields: dict[str, Any], code: str) -> None:
    assert [problem.code for problem in cautions([row(), row(**fields)])] == [code]
    assert cautions([row(**fields, basis="stored")]) == []


def test_a_quiet_host_gets_no_warning() -> None:
    assert cautions([row(stolen=0.01, cpu_share=0.99), row()]) == []


@pytest.mark.parametrize(("change", "warned"), [("CANNOT TELL", True), ("NO CHANGE", False), ("REGRESSED", False)])
def test_a_comparison_that_is_decided_asks_for_no_more_time(change: str, warned: bool) -> None:
    run = CompareRun(command="compare", environment=None)
    run.rows = [row(ns=Interval(100, 50, 200, 0.95))]
    run.comparisons = [Comparison(subject="b", reference="a", ratio=Interval(1, 1, 1, 0.95), change=change)]
    assert ("wide" in {problem.code for problem in finished(run, 0).problems}) == warned
