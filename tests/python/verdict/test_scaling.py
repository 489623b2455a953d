"""The number of cores from a curve over threads: measurements decide, and beyond them the last step continues."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from wirerate.host import machine
from wirerate.records import Interval, Measurement, Verdict
from wirerate.verdict import judge
from wirerate.verdict.rules import scaled, steps


def on(threads: int, ns: float, high: float | None = None) -> Measurement:
    return Measurement(subject="hmac-sha256", threads=threads, ns=Interval(ns, ns, high or ns, 0.95))


@pytest.fixture
def short(make_load, measurement) -> Verdict:
    """Return a subject with 1230.4 ns available per 1500-byte packet, and three times that cost on one core."""
    (verdict,) = judge(make_load("hmac-sha256"), [measurement("hmac-sha256", 3 * 1230.4)])
    assert (verdict.cores, verdict.cores_tight, verdict.scaling) == (4, 3, ())
    return verdict


def test_a_perfect_curve_agrees_with_division(short: Verdict) -> None:
    found = scaled(short, [on(2, 1.5 * 1230.4), on(4, 0.75 * 1230.4)], physical=4)
    assert (found.cores, found.cores_worst, found.cores_tight) == (4, 4, 3)
    assert [(each.threads, each.siblings) for each in found.scaling] == [(2, False), (4, False)]
    assert found.scaling[1].headroom.median == pytest.approx(4 / 3)


def test_a_curve_with_diminishing_returns_needs_more_cores(short: Verdict) -> None:
    found = scaled(short, [on(2, 2.0 * 1230.4), on(4, 1.2 * 1230.4), on(8, 0.8 * 1230.4)], physical=4)
    assert found.cores == 8, "8 threads reach x1.25"
    assert found.cores_tight == 6, "4 threads reach x0.83, 8 reach x1.25: interpolated"
    assert [each.siblings for each in found.scaling] == [False, False, True]


def test_beyond_the_measured_cores_the_last_step_continues(short: Verdict) -> None:
    found = scaled(short, [on(2, 2.4 * 1230.4, high=3.0 * 1230.4)], physical=2)
    assert (found.cores, found.cores_worst) == (6, 8)
    assert found.alternatives[0].cores == 6  # the subject itself on more cores


def test_cores_that_carry_both_directions_have_a_curve_of_both(make_load, measurement) -> None:
    ends = [measurement("hmac-sha256", ns * 1230.4, operation=each) for each, ns in (("tag", 1), ("verify", 2))]
    (verdict,) = judge(make_load("hmac-sha256"), ends, duplex=True)
    assert verdict.cores == 4
    tag, verify = on(2, 0.6 * 1230.4), on(2, 1.2 * 1230.4)
    found = scaled(verdict, [tag, verify], physical=2)
    assert [(each.threads, each.ns.median) for each in found.scaling] == [(2, pytest.approx(1.8 * 1230.4))]
    assert found.cores_tight == 4, "2 threads reach 1 / 1.8 of line rate"
    assert scaled(verdict, [tag], physical=2) == verdict, "one end alone is no cost of both"


def test_without_a_key_both_ends_cost_the_same(make_load, measurement) -> None:
    (verdict,) = judge(make_load("sha256"), [measurement("sha256", 1230.4, operation="hash")], duplex=True)
    found = scaled(verdict, [on(2, 615.2)], physical=2)
    assert found.scaling[0].ns.median == pytest.approx(1230.4)
    assert (found.cores, found.cores_tight) == (3, 2)


def test_without_a_curve_nothing_changes(short: Verdict) -> None:
    failed = replace(on(2, 1.0), status="wrong")
    assert scaled(short, [], physical=1) == short == scaled(short, [failed], physical=1)


@pytest.mark.parametrize(
    ("cpus", "threads", "expected"), [(1, 1, []), (2, 1, [2]), (6, 1, [2, 4, 6]), (8, 1, [2, 4, 8]), (8, 2, [4, 8])]
)
def test_threads_double_up_to_all(cpus: int, threads: int, expected: list[int]) -> None:
    assert steps(cpus, threads) == expected


def test_physical_cores_come_before_their_siblings(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = {0: "0-1", 1: "0-1", 2: "2-3", 3: "2-3", 6: ""}
    monkeypatch.setattr(machine, "setting", lambda path: pairs[int(path.split("/cpu")[2].split("/")[0])])
    assert machine.physical_first({3, 1, 0, 2, 6}) == ((0, 2, 6, 1, 3), 3)
