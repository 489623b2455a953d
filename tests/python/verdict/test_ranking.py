"""Alternatives ranked by paired rounds: which are faster, which are equal, and what noise must not decide."""

from __future__ import annotations

import random
from collections.abc import Sequence
from statistics import median

import pytest

from wirerate.authenticators.subjects import parse_subject
from wirerate.links import load, parse_link, parse_packets
from wirerate.records import Interval, Measurement
from wirerate.verdict import PER_PACKET, Case, judge_all
from wirerate.verdict.alternatives import alternatives
from wirerate.verdict.policy import has_longer_key
from wirerate.verdict.ranking import Cost, gain, paired_gain, ranked
from wirerate.verdict.rows import rows

PROCESSES, ROUNDS = 8, 8
LINK, MIX = parse_link("10G"), parse_packets("1500")


def shared_disturbance(seed: int, size: float = 0.3) -> list[float]:
    """Return disturbances that all subjects of a round share: a slow process, a slow minute."""
    rng = random.Random(seed)
    of_process = [1 + size * rng.random() for _ in range(PROCESSES)]
    return [each * (1 + size * rng.random()) for each in of_process for _ in range(ROUNDS)]


def noisy(seed: int, size: float = 0.02) -> list[float]:
    """Return disturbances of one subject: each process places it elsewhere in memory."""
    rng = random.Random(seed)
    of_process = [1 + size * rng.uniform(-1, 1) for _ in range(PROCESSES)]
    return [each * (1 + size * rng.uniform(-1, 1)) for each in of_process for _ in range(ROUNDS)]


def case(
    name: str,
    share: float,
    factors: Sequence[float],
    *,
    protocol: str = "",
    group: str = "1500 bytes, cold",
    duplex: Sequence[float] = (),
) -> Case:
    """Return a subject that needs this share of the time available, times each round's factor."""
    here = load(LINK, MIX, name, protocol or None)
    facts = parse_subject(name).facts
    by = tuple(process for process in range(PROCESSES) for _ in range(ROUNDS))

    def measured(operation: str, share: float) -> Measurement:
        samples = [here.needs_ns * share * factor for factor in factors]
        ns = Interval(median(samples), min(samples), max(samples), 0.95)
        return Measurement(
            subject=name, operation=operation, cache="cold", keyed=facts.keyed[0], bytes=here.covered_bytes, ns=ns,
            group=group, rounds=len(samples), processes=PROCESSES, samples_ns=tuple(samples), samples_by=by,
        )  # fmt: skip

    ends = [measured(op, each) for op, each in zip(facts.operations, duplex or (share,), strict=False)]
    return Case(here, tuple(ends), bool(duplex))


def each_times(one: Sequence[float], other: Sequence[float]) -> list[float]:
    return [a * b for a, b in zip(one, other, strict=True)]


def instead(here: Case, pool: Sequence[Case]) -> list[tuple[str, tuple[str, ...]]]:
    row = next(row for row in rows(here) if row.role == PER_PACKET)
    return [(each.subject, each.equal_to) for each in alternatives(row, pool, "modern")]


def test_noise_in_either_order_gives_the_same_answer() -> None:
    answers, orders = set(), set()
    for seed in range(20):
        together = shared_disturbance(seed)
        slow = case("hmac-md5", 9.0, together)
        cmac = case("aes-128-cmac", 0.2, each_times(together, noisy(100 + seed)))
        sha256 = case("hmac-sha256", 0.2, each_times(together, noisy(200 + seed)))
        orders.add(median(cmac.rows[0].samples_ns) < median(sha256.rows[0].samples_ns))
        for pool in ([cmac, sha256], [sha256, cmac]):
            answers.add(tuple(instead(slow, pool)))
    assert orders == {True, False}
    assert answers == {(("aes-128-cmac", ("hmac-sha256",)), ("hmac-sha256", ("aes-128-cmac",)))}


def test_paired_rounds_separate_subjects_with_overlapping_intervals() -> None:
    together = shared_disturbance(1)
    slow = case("hmac-md5", 9.0, together)
    cmac, sha256 = case("aes-128-cmac", 0.52, together), case("hmac-sha256", 0.5, together)
    ends = [each.rows[0].ns for each in (cmac, sha256)]
    assert ends[0].low < ends[1].high
    assert ends[1].low < ends[0].high
    assert instead(slow, [cmac, sha256]) == [("hmac-sha256", ()), ("aes-128-cmac", ())]
    elsewhere = case("hmac-sha256", 0.5, together, group="another")  # without pairs, only the intervals can be compared
    assert instead(slow, [cmac, elsewhere])[0] == ("aes-128-cmac", ("hmac-sha256",))


@pytest.mark.parametrize("seed", range(8))
def test_noise_does_not_replace_a_sound_subject(seed: int) -> None:
    together = shared_disturbance(seed)
    middle = median(together)
    chacha = case("chacha20-poly1305", 2.0 / middle, each_times(together, noisy(seed)), protocol="esp-gcm")
    gcm = case("aes-128-gcm", 1.98 / middle, each_times(together, noisy(300 + seed)), protocol="esp-gcm")
    for here, other in ((chacha, gcm), (gcm, chacha)):  # by division, noise would give one of them a core less
        assert instead(here, [other]) == [(here.rows[0].subject, ())]
    twice = case("aes-128-gcm", 0.5, each_times(together, noisy(300 + seed)), protocol="esp-gcm")
    assert instead(chacha, [twice]) == [("aes-128-gcm", ())]


def test_a_subject_that_keeps_up_is_proposed_only_if_it_is_faster() -> None:
    """A subject that is tight is kept unless an alternative is certainly faster."""
    tight = case("chacha20-poly1305", 0.79, noisy(1), protocol="esp-gcm")
    comfortable = case("aes-128-gcm", 0.785, noisy(2, 0.005), protocol="esp-gcm")
    assert [verdict.verdict for verdict in judge_all([tight, comfortable])] == ["TIGHT", "KEEPS UP"]
    assert instead(tight, [comfortable]) == [("chacha20-poly1305", ())]


def test_a_longer_key_is_no_remedy_for_speed() -> None:
    together = shared_disturbance(3)
    short, longer = (
        case(f"aes-{bits}-gcm", share, together, protocol="esp-gcm") for bits, share in ((128, 2.0), (256, 0.5))
    )
    assert instead(short, [longer]) == [("aes-128-gcm", ())]
    assert instead(longer, [case("aes-128-gcm", 0.4, together, protocol="esp-gcm")]) == [("aes-128-gcm", ())]
    assert has_longer_key("aes-256-cbc-hmac-sha256", "aes-128-cbc-hmac-sha256")
    assert not has_longer_key("aes-256-cbc-hmac-sha512", "aes-128-cbc-hmac-sha256")
    assert not has_longer_key("aes-128-gcm", "aes-256-gcm")
    assert not has_longer_key("hmac-sha512", "hmac-sha256")


def test_ties_include_subjects_that_are_not_proposed() -> None:
    """AES-128-GCM has noise that the subject lacks, so it is not certainly faster, and AES-256-GCM is equal to it."""
    together = shared_disturbance(4)
    lost = each_times(together, noisy(5, 0.8))
    chacha = case("chacha20-poly1305", 2.9, together, protocol="esp-gcm")
    short = case("aes-128-gcm", 2.0, lost, protocol="esp-gcm")
    longer = case("aes-256-gcm", 2.0, together, protocol="esp-gcm")
    assert instead(chacha, [short, longer]) == [("aes-256-gcm", ("aes-128-gcm",))]


def test_equal_means_tied_with_the_fastest() -> None:
    """Ties are not transitive: the third ties with the second and the second with the fastest, but not the third."""
    costs = {name: Cost(Interval(at, 0.9 * at, 1.1 * at, 0.95)) for name, at in (("c", 1.0), ("b", 1.15), ("a", 1.3))}
    assert gain(costs["a"], costs["b"]).low < 1 < gain(costs["a"], costs["c"]).low
    found = ranked(costs, standing=lambda _: (0,), cost=lambda name: costs[name], name=str)
    assert found == [("b", ("c",)), ("c", ("b",)), ("a", ())]
    found = ranked(costs, standing=lambda name: (name != "a",), cost=lambda name: costs[name], name=str)
    assert found == [("a", ()), ("b", ("c",)), ("c", ("b",))]  # ties only within one security standing


def test_each_brings_its_paired_gain() -> None:
    together = shared_disturbance(5)
    slow, fast = case("hmac-sha256", 3.0, together), case("aes-128-cmac", 1.5, together)
    (verdict,) = (v for v in judge_all([slow, fast]) if v.subject == "hmac-sha256")
    (found,) = verdict.alternatives
    assert (found.brings.low, found.brings.median, found.brings.high) == pytest.approx((2, 2, 2))
    (verdict,) = judge_all([slow], candidates=[case("aes-128-cmac", 0.1, together, group="another")])
    assert verdict.alternatives[0].subject == "aes-128-cmac"
    assert verdict.alternatives[0].brings is None


def test_both_directions_on_one_core_are_paired_as_their_sum() -> None:
    together = shared_disturbance(6)
    chacha, gcm = (
        case(name, 0, together, protocol="esp-gcm", duplex=ends)
        for name, ends in (("chacha20-poly1305", (1.0, 3.0)), ("aes-128-gcm", (1.9, 1.9)))
    )
    (row,), (other,) = rows(chacha), rows(gcm)
    assert paired_gain(row.cost, other.cost).median == pytest.approx(4 / 3.8)
    assert sum(other.cost.samples) == pytest.approx(3.8 * sum(together))
