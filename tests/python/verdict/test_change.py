"""A change is reported only if the whole interval agrees; two runs are compared through a common reference."""

from __future__ import annotations

import random

import pytest

from wirerate.errors import UsageError
from wirerate.records import AnyRun, Comparison, Environment, Interval, Measurement, Peer, SpeedRun
from wirerate.statistics import median_interval, ratio_at_look
from wirerate.verdict import change


@pytest.mark.parametrize(
    ("low", "high", "word"),
    [
        (1.06, 1.10, change.IMPROVED),
        (1.04, 1.10, change.CANNOT_TELL),
        (0.96, 1.04, change.NO_CHANGE),
        (0.94, 1.04, change.CANNOT_TELL),
        (0.90, 0.95, change.REGRESSED),
        (0.90, 1.10, change.CANNOT_TELL),
    ],
)
def test_word(low: float, high: float, word: str) -> None:
    assert change.change(Interval(1.0, low, high, 0.95), 0.05) == word


@pytest.mark.parametrize(
    ("words", "unsure", "status"),
    [
        ((change.NO_CHANGE, change.IMPROVED), "fail", 0),
        ((change.NO_CHANGE, change.REGRESSED, change.CANNOT_TELL), "fail", 1),
        ((change.CANNOT_TELL,), "fail", 3),
        ((change.CANNOT_TELL,), "pass", 0),
    ],
)
def test_status(words: tuple[str, ...], unsure: str, status: int) -> None:
    ratio = Interval(1.0, 1.0, 1.0, 0.95)
    compared = [Comparison(subject="a", reference="b", ratio=ratio, change=word) for word in words]
    assert change.change_status(compared, unsure) == status


def test_more_instructions_are_a_regression_of_their_own() -> None:
    def compared(old: float, new: float) -> list[Comparison]:
        ratio = Interval(1.0, 0.99, 1.01, 0.95)
        counts = Interval(old / new, old / new, old / new, 0.95)
        return change.judged([Comparison(subject="b", reference="a", ratio=ratio, instructions=counts)], 0.05)

    (more,), (same,), (fewer,) = compared(1000, 1006), compared(1000, 1004), compared(1006, 1000)
    assert (more.change, more.instructions_change) == (change.NO_CHANGE, change.REGRESSED)
    assert (same.instructions_change, fewer.instructions_change) == (change.NO_CHANGE, change.IMPROVED)
    assert [change.change_status([each], "fail") for each in (more, same, fewer)] == [1, 0, 0]


def measured(subject: str, ns: float, drift: list[float], *, role: str = "subject") -> Measurement:
    samples = tuple(ns * each for each in drift)
    return Measurement(
        subject=subject, role=role, bytes=64, rounds=len(samples), ns=median_interval(samples), samples_ns=samples
    )


def run_of(*measurements: Measurement, cpu: str = "A CPU") -> AnyRun:
    environment = Environment(
        wirerate="0", date="", host="", cpu=cpu, cores=1, memory_bytes=0, caches=(), flags=(), hidden_flags=(),
        virtual="", os="", compiler="", kernel="portable", core_hz=0, tick_hz=0, peers=(),
    )  # fmt: skip
    return SpeedRun(command="speed", environment=environment, rows=list(measurements))


def drift(seed: int, rounds: int = 64) -> list[float]:
    """Return the disturbance of a busy host, which affects everything in a round alike."""
    dice = random.Random(seed)
    return [dice.uniform(1, 1.5) for _ in range(rounds)]


def two_runs(old_ns: float, new_ns: float) -> tuple[AnyRun, AnyRun]:
    before, after = drift(1), drift(2)
    old = run_of(measured("md5@wirerate", old_ns, before), measured("read@wirerate", 10, before, role="ceiling"))
    new = run_of(measured("md5@wirerate", new_ns, after), measured("read@wirerate", 10, after, role="ceiling"))
    return old, new


@pytest.mark.parametrize(
    ("new_ns", "word", "ratio"), [(100, change.NO_CHANGE, 1), (80, change.IMPROVED, 1.25), (125, change.REGRESSED, 0.8)]
)
def test_runs_meet_through_their_reference(new_ns: float, word: str, ratio: float) -> None:
    (found,) = change.runs(*two_runs(100, new_ns), threshold=0.05)
    assert found.change == word
    assert found.ratio.median == pytest.approx(ratio, rel=1e-6)
    assert found.relative_to == "read@wirerate"


def test_named_reference() -> None:
    old, new = two_runs(100, 100)
    for run, seed in ((old, 1), (new, 2)):
        run.rows.append(measured("sha1@openssl", 20, drift(seed)))
    found = {each.subject: each.relative_to for each in change.runs(old, new, 0.05, "sha1@openssl")}
    assert found["md5@wirerate"] == "sha1@openssl"


def test_runs_without_common_rows_are_an_error() -> None:
    old, new = two_runs(100, 100)
    with pytest.raises(UsageError, match="no md5x"):
        change.runs(old, new, 0.05, "md5x")
    new.rows[0].subject = "md5@openssl"
    with pytest.raises(UsageError, match="share no subject"):
        change.runs(old, new, 0.05)


def test_other_machine_is_refused() -> None:
    old, _ = two_runs(100, 100)
    with pytest.raises(UsageError, match="different machines"):
        change.runs(old, run_of(*old.rows, cpu="Another CPU"), 0.05)


def test_runs_name_the_implementation_in_each() -> None:
    old, new = two_runs(100, 100)
    for run, version in ((old, "OpenSSL 3.0.15"), (new, "OpenSSL 3.5.0")):
        run.rows[0].subject = "md5@openssl/evp"
        run.environment.peers = (Peer(name="wirerate", version="1"), Peer(name="openssl", version=version))
    (found,) = change.runs(old, new, 0.05)
    assert (found.before, found.after) == ("OpenSSL 3.0.15", "OpenSSL 3.5.0")


@pytest.mark.parametrize("rounds", [32, 256])
def test_a_comparison_detects_the_change_that_it_states(rounds: int) -> None:
    """The smallest detectable change is stated from a comparison of equals. A change of that size is then detected as
    often as stated, and one of half that size is not, so the figure is not just a bound.
    """
    dice = random.Random(rounds)
    found = {1.0: 0, 0.5: 0}
    for _ in range(200):
        finds = one(dice, rounds, 0.0).finds
        assert finds is not None
        assert finds > 0.02
        for share in found:
            slower = 1.02 * (1 + (finds - 0.02) / 1.02 * share) - 1
            found[share] += one(dice, rounds, slower).change == change.REGRESSED
    assert found[1.0] >= 0.9 * 200, found
    assert found[0.5] <= 0.6 * 200


def one(dice: random.Random, rounds: int, slower: float) -> Comparison:
    """Simulate a comparison at a threshold of 2 %, with a tenth of the rounds disturbed."""

    def times(cost: float) -> list[float]:
        return [cost * dice.gauss(1, 0.02) * (1.5 if dice.random() < 0.1 else 1) for _ in range(rounds)]

    ratio = ratio_at_look(times(100), times(100 * (1 + slower)))
    found = Comparison(subject="b", reference="a", ratio=ratio, change="", rounds=rounds)
    return change.judged([found], 0.02)[0]


def test_too_few_rounds_to_tell_their_noise_say_nothing_of_it() -> None:
    assert one(random.Random(1), 16, 0.0).finds is None
    assert one(random.Random(1), 32, 0.0).finds is not None
