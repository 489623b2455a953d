"""Drift is reported: a clock that changed during the run, stored runs with other results, and impossible figures.

The tests call the public functions with simulated clocks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

import wirerate
from wirerate.cli.main import run as command
from wirerate.host import bench
from wirerate.records import (
    AnyRun,
    CheckRun,
    Clock,
    CompareRun,
    Drift,
    Environment,
    Interval,
    KeptRun,
    Measurement,
    Peer,
    SpeedRun,
    store,
)
from wirerate.report import document, kinds, labels
from wirerate.rounds.round import Round, block
from wirerate.running.drift import drift_of

GHZ = 1_000_000_000
NOON, EVENING = "2026-11-23T12:00:00Z", "2026-11-23T22:11:05Z"


@pytest.fixture(autouse=True)
def _empty_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def environment_of(date: str = EVENING, **changes: Any) -> Environment:
    env = Environment(
        wirerate="1", date=date, host="h", cpu="c", cores=1, memory_bytes=1, caches=(), flags=(), hidden_flags=(),
        virtual="", os="", compiler="", kernel="avx2", core_hz=0, tick_hz=0, peers=(Peer(name="openssl", version="3"),),
    )  # fmt: skip
    return msgspec.structs.replace(env, **changes)


def row(ns: float, subject: str = "md5@wirerate/avx2", **fields: Any) -> Measurement:
    return Measurement(subject=subject, bytes=64, ns=Interval(ns, 0.99 * ns, 1.01 * ns, 0.95), **fields)


def speed(*rows: Measurement, date: str = EVENING, **changes: Any) -> SpeedRun:
    return SpeedRun(command="speed", environment=environment_of(date, **changes), rows=list(rows))


def kept(*rows: Measurement, date: str = NOON, **changes: Any) -> None:
    store.keep(speed(*rows, date=date, **changes))


def said(run: AnyRun) -> str:
    run.findings = drift_of(run)
    return labels.drift(run)


# ---- kept runs ----


def test_a_kept_run_of_the_same_question_is_reported_with_its_clock() -> None:
    kept(row(83, core_hz=4.4e9))
    run = speed(row(100, core_hz=3.5e9))
    assert said(run) == "17 % slower than the run at 12:00 UTC; the clock fell from 4.40 to 3.50 GHz."
    assert run.findings == Drift(
        kept=KeptRun(command="speed", date=NOON, compared=1, apart=1, speed=0.83, core_hz=3.5e9, core_hz_then=4.4e9)
    )
    assert "17 % slower than the run at 12:00 UTC" in " ".join(kinds.text(run).split())
    assert '"speed":0.83' in run.to_json()


def test_a_run_of_another_day_has_its_date_and_an_equal_clock_is_stated() -> None:
    kept(row(120, core_hz=3.69e9), date="2026-11-20T12:00:00Z")
    sentence = said(speed(row(100, core_hz=3.7e9)))
    assert sentence == "20 % faster than the run of 2026-11-20, 12:00 UTC; the clock was the same, 3.70 GHz."


def test_the_newest_run_that_disagrees_is_reported() -> None:
    for ns, date in ((50, "2026-11-23T10:00:00Z"), (80, "2026-11-23T11:00:00Z"), (100, NOON)):
        kept(row(ns), date=date)
    assert said(speed(row(100))) == "20 % slower than the run at 11:00 UTC."


@pytest.mark.parametrize(
    ("then", "machine"),
    [
        (row(83, subject="md5@wirerate/sse2"), {}),
        (row(83, cache="cold"), {}),
        (row(83, threads=2), {}),
        (row(83, batch=32), {}),
        (row(83, keyed="rekey"), {}),
        (row(83, operation="verify"), {}),
        (row(83), {"cpu": "another"}),
        (row(83), {"host": "another"}),
        (row(83), {"wirerate": "2"}),
        (row(99), {}),
    ],
)
def test_another_question_or_the_same_answer_is_no_drift(then: Measurement, machine: dict[str, Any]) -> None:
    kept(then, **machine)
    assert said(speed(row(100))) == ""


def test_another_version_of_a_peer_and_a_library_built_anew_are_other_questions() -> None:
    kept(row(83, "md5@openssl"), row(83, "md5@./own.so"), peers=(Peer(name="openssl", version="2"),))
    assert said(speed(row(100, "md5@openssl"), row(100, "md5@./own.so"))) == ""
    kept(row(83, "md5@openssl"))
    assert said(speed(row(100, "md5@openssl"))) != ""


def test_one_of_many_is_chance_and_some_are_counted() -> None:
    many = [row(100, f"hmac-md5-{bits}@wirerate/avx2") for bits in range(20)]
    kept(row(83, many[0].subject), *many[1:])
    assert said(speed(*many)) == ""
    kept(*(row(83, entry.subject) for entry in many[:5]), *many[5:])
    assert said(speed(*many)) == "5 of 20 figures are 17 % slower than in the run at 12:00 UTC."


def test_a_store_that_is_not_there_or_broken_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    kept(row(83))
    for file in store.newest_first():
        file.write_text("{")
    assert said(speed(row(100))) == ""
    monkeypatch.setenv("XDG_STATE_HOME", "/nowhere")
    assert said(speed(row(100))) == ""


def test_intervals_are_widened_only_if_asked() -> None:
    kept(row(83))
    kept(row(101))
    for widen, interval, runs in ((False, (99, 101), 0), (True, (0.99 * 83, 1.01 * 101), 2)):
        run = speed(row(100))
        run.findings = drift_of(run, widen=widen)
        (entry,) = run.rows
        assert entry.ns is not None
        assert (entry.ns.low, entry.ns.high, entry.widened) == pytest.approx((*interval, runs))
        assert "17 % slower" in labels.drift(run)
        assert ("intervals also cover 2 earlier runs" in labels.drift(run)) == widen


# ---- the clock, by the public functions ----


def clocked(monkeypatch: pytest.MonkeyPatch, hertz: Callable[[int], float], pace: float = 1.0) -> None:
    """Simulate the core's clock by round number, and rounds at that clock."""
    number = count()

    def timed(raw: Sequence[Any], stolen_ns: int, processes: Sequence[int] = ()) -> list[Round]:
        rounds = block(raw, stolen_ns, processes)
        return [replace(entry, wall_ns=entry.wall_ns * pace, core_hz=int(hertz(next(number)))) for entry in rounds]

    monkeypatch.setattr(bench, "block", timed)


def measured(command: str, **more: Any) -> AnyRun:
    if command == "check":
        return wirerate.check(["md5@wirerate"], links=["1G"], time=0.3, **more)
    if command == "speed":
        return wirerate.speed(["md5@wirerate"], lengths=[64], time=0.3, **more)
    return wirerate.compare("md5@wirerate", "md5@wirerate", lengths=[64], time=0.3)


@pytest.mark.machine
@pytest.mark.parametrize("command", ["check", "speed", "compare"])
def test_a_falling_clock_is_reported(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clocked(monkeypatch, lambda number: 4.4 * GHZ * 0.998**number)
    run = measured(command)
    assert isinstance(run.findings, Drift)
    assert run.findings.clock
    assert run.findings.clock.first > run.findings.clock.last
    text = " ".join(kinds.text(run).split())
    assert "the clock fell from " in text.lower()
    assert "during this run" in text
    assert run.environment
    assert run.environment.core_hz == run.core_hz < 4.4 * GHZ


@pytest.mark.machine
@pytest.mark.parametrize("command", ["check", "speed", "compare"])
def test_a_constant_clock_is_not_reported(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clocked(monkeypatch, lambda number: 4 * GHZ + number % 2 * GHZ // 100)
    run = measured(command)
    assert run.findings is None
    assert any(m.clock and m.clock.low < m.clock.high for m in run.rows)
    assert "during this run" not in kinds.text(run)


@pytest.mark.machine
@pytest.mark.parametrize("command", ["check", "speed"])
def test_a_second_run_knows_the_first(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    clocked(monkeypatch, lambda _: 4 * GHZ)
    store.keep(measured(command))
    clocked(monkeypatch, lambda _: 2 * GHZ, pace=100)
    plain, widened = measured(command), measured(command, with_kept=True)
    for run in (plain, widened):
        assert isinstance(run.findings, Drift)
        assert run.findings.kept
        assert run.findings.kept.speed < 0.5
        assert "the clock fell from 4.00 to 2.00 GHz" in " ".join(kinds.text(run).split())
        assert "than the run at" in document.document(run) or "figures are" in document.document(run)
    assert not any(m.widened for m in plain.rows)
    wider = [m for m in widened.rows if m.widened]
    assert wider
    assert all(m.ns and m.ns.low < m.ns.median / 2 for m in wider)
    if isinstance(widened, CheckRun):
        (verdict, *_) = widened.verdicts
        assert verdict.measured_ns
        assert verdict.measured_ns.low < verdict.measured_ns.median / 2


@pytest.mark.machine
def test_a_figure_below_its_bound_is_flagged(monkeypatch: pytest.MonkeyPatch) -> None:
    if not wirerate.speed(["md5@wirerate"], lengths=[64], time=0.05).environment.core:  # type: ignore[union-attr]
        pytest.skip("the unit costs of this processor are not known")
    clocked(monkeypatch, lambda _: GHZ // 10)
    run = wirerate.speed(["md5@wirerate"], lengths=[4096], time=0.3)
    (problem_below_bound,) = [problem for problem in run.problems if problem.code == "below-bound"]
    assert "below its lower bound" in problem_below_bound.message
    assert problem_below_bound.fix
    (md5,) = [m for m in run.rows if m.subject.startswith("md5")]
    assert md5.misread
    assert md5.core_cycles
    assert md5.core_cycles < md5.misread
    assert "misread" in kinds.text(run)
    assert "misread" in kinds.csv(run)


def test_the_option_is_in_the_help_of_those_that_have_it(capsys: pytest.CaptureFixture[str]) -> None:
    for name, has in (("check", True), ("speed", True), ("compare", False)):
        assert command([name, "--help"]) == 0
        assert ("--with-kept" in capsys.readouterr().out) == has


def test_a_comparison_tells_the_clock_only() -> None:
    clock = Clock(low=3.5e9, high=4.4e9, first=4e9, last=4e9)
    run = CompareRun(command="compare", environment=environment_of(), findings=Drift(clock=clock))
    assert labels.drift(run) == "The clock moved between 3.50 and 4.40 GHz during this run."
