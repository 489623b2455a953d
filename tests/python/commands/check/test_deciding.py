"""With more time, rounds continue until the question is decided: simulated rounds, so that the tests do not wait."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import wirerate
from wirerate.authenticators.subjects import Subject
from wirerate.commands.check.check import verdicts_known
from wirerate.host import bench, measure
from wirerate.host.request import Request
from wirerate.links import load, parse_link, parse_packets
from wirerate.records import Interval, Measurement
from wirerate.rounds import scheduler
from wirerate.rounds.round import Round

NOISE = 0.04  # relative noise of one round
MS = 1e-3


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """Simulate rounds of 1 ms and their clock, with the costs per message that a test sets by subject."""
    costs: dict[str, float] = {}
    now, dice = [0.0], random.Random(15)

    def run_block(self: bench.Bench, order: Sequence[int]) -> list[tuple[float, Round]]:
        now[0] += len(order) * MS
        cells = [*self.cells, self.cells[0]]  # the last cell is the control
        return [_round(costs.get(str(cells[i].request.subject), 100.0) * dice.gauss(1, NOISE)) for i in order]

    def run(groups, **how):  # type: ignore[no-untyped-def]
        return scheduler.run(groups, clock=lambda: now[0], **how)

    monkeypatch.setattr(bench.Bench, "run_block", run_block)
    monkeypatch.setattr(bench.Bench, "rounds_per_block", lambda self: 16)
    monkeypatch.setattr(measure, "run", run)
    monkeypatch.setattr(measure.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(bench.Crew, "renew", lambda self: None)
    return costs


def _round(cost: float) -> tuple[float, Round]:
    return cost, Round(cost * 1e4, cost * 1e4, 10_000, 640_000)


def compare(seconds: float, threshold: float = 0.015) -> wirerate.records.Run:
    return wirerate.compare("md5@wirerate", "md5@openssl", lengths=[64], threshold=threshold, time=seconds)


def test_a_comparison_ends_at_the_look_that_decides_it(made_up: dict[str, float]) -> None:
    made_up.update({"md5@wirerate": 100.0, "md5@openssl": 200.0})
    (found,) = compare(600.0, threshold=0.05).comparisons
    assert (found.change, found.rounds) == ("REGRESSED", 16)


@pytest.mark.parametrize(("seconds", "word"), [(0.2, "CANNOT TELL"), (30.0, "REGRESSED")])
def test_more_time_decides_what_less_time_could_not(made_up: dict[str, float], seconds: float, word: str) -> None:
    made_up.update({"md5@wirerate": 100.0, "md5@openssl": 102.2})
    (found,) = compare(seconds).comparisons
    assert found.change == word
    assert (found.rounds > 256) == (word != "CANNOT TELL")


def test_an_undecided_question_is_measured_until_the_time_is_up(made_up: dict[str, float]) -> None:
    made_up.update({"md5@wirerate": 100.0, "md5@openssl": 101.5})  # on the threshold itself
    rounds = [compare(seconds).comparisons[0].rounds for seconds in (2.0, 8.0)]
    assert rounds == [pytest.approx(2 / 3 / MS, rel=0.1), pytest.approx(8 / 3 / MS, rel=0.1)]


def test_a_speed_is_measured_until_it_is_precise_or_the_time_is_up(made_up: dict[str, float]) -> None:
    short, long = (wirerate.speed(["md5@wirerate"], lengths=[64], time=seconds).rows[0] for seconds in (0.5, 60.0))
    assert (short.settled, long.settled) == (False, True)
    assert short.rounds < 256 <= long.rounds


def test_a_check_is_measured_until_every_verdict_is_known(made_up: dict[str, float]) -> None:
    """The link leaves hmac-sha256 1.26 times the time needed; deciding that takes many rounds."""
    mix = parse_packets("1500")
    needs = load(parse_link("1G"), mix, Subject("hmac-sha256"), None).needs_ns
    for name in ("openssl", "nettle", "ipsec-mb"):
        made_up[f"hmac-sha256@{name}"] = needs / 1.25 / 1.01
    runs = [
        wirerate.check(["hmac-sha256"], links=["1G"], packet="1500", policy="fips", time=seconds)
        for seconds in (1.0, 60.0)
    ]
    words = [{v.verdict for v in run.verdicts if v.role == "per packet"} for run in runs]
    assert words == [{"TIGHT"}, {"KEEPS UP"}]
    assert max(m.rounds for m in runs[1].rows) > 256


def judged(low: float, high: float, *, cache: str = "cold", gbit: str = "1G") -> bool:
    mix = parse_packets("1500")
    asked = load(parse_link(gbit), mix, Subject("hmac-sha256"), None)
    request = Request(Subject("hmac-sha256"), asked.lengths(), cache=cache)
    ns = Interval(asked.needs_ns * (low + high) / 2, asked.needs_ns * low, asked.needs_ns * high, 0.95)
    mean = sum(request.lengths) / len(request.lengths)
    found = Measurement(subject="hmac-sha256@openssl", cache=cache, bytes=mean, ns=ns)
    return verdicts_known([(asked, [request])])([found], [])


def test_only_deciding_intervals_must_lie_on_one_side_of_each_bound() -> None:
    assert judged(1.01, 1.1)  # falls short
    assert not judged(0.95, 1.05)
    assert judged(0.85, 0.95)  # tight
    assert not judged(0.78, 0.85)  # tight, or it keeps up
    assert judged(0.7, 0.78)  # keeps up
    assert judged(0.95, 1.05, cache="warm")
    assert not judged(0.4, 0.6)  # keeps up, but the interval is too wide to compare


@pytest.mark.parametrize(("seconds", "more"), [(0.2, "60s"), (20.0, "80s"), (100.0, "400s")])
def test_an_undecided_check_suggests_more_time_than_it_had(
    made_up: dict[str, float], seconds: float, more: str
) -> None:
    made_up.update({"md5@wirerate": 100.0, "md5@openssl": 101.5})
    problems = {problem.code: problem for problem in compare(seconds).problems}
    assert problems["undecided"].fix == f"measure for longer: --time {more}"
    made_up["md5@openssl"] = 200.0
    assert "undecided" not in {problem.code for problem in compare(seconds).problems}
