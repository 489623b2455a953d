from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirerate.errors import UsageError
from wirerate.links import load, parse_link, parse_packets
from wirerate.links.link import ETHERNET_RATES
from wirerate.records import Interval, Measurement
from wirerate.verdict import (
    BATCHED,
    CANNOT_TELL,
    FALLS_SHORT,
    KEEPS_UP,
    PER_PACKET,
    TIGHT,
    exit_status,
    judge,
    judge_all,
)


def only(case, **options):
    (verdict,) = judge(case.load, case.rows, **options)
    return verdict


def test_the_whole_record(make_load, measurement) -> None:
    here = make_load("aes-128-gmac", packets="imix")
    measured = [
        measurement("aes-128-gmac@openssl", 150, 170),
        measurement("aes-128-gmac@openssl", 100, cache="warm"),
        measurement("aes-128-gmac@openssl", 120, cache="llc"),
        measurement("aes-128-gmac@ipsec-mb", 60, 70, batch=32),
    ]
    single, batched = judge(here, measured)
    assert (single.role, batched.role) == (PER_PACKET, BATCHED)
    assert single.subject == "aes-128-gmac@openssl"
    assert (single.link, single.packets) == ("10G", "imix")
    assert single.needs_ns == pytest.approx(305.467, abs=0.001)
    assert single.measured_ns == Interval(160, 150, 170, 0.95)
    assert single.headroom.low == pytest.approx(305.467 / 170, abs=1e-3)
    assert (single.verdict, single.cores, single.permitted, single.alternatives) == (KEEPS_UP, 1, True, ())
    assert single.note == ""
    assert (single.conditions.cache, single.conditions.keyed, single.conditions.protocol) == ("cold", "reuse", "none")
    assert single.conditions.ip_version == 4
    warmer = {each.cache: each for each in single.warmer}
    assert warmer["warm"].ns == 100
    assert warmer["llc"].headroom == pytest.approx(305.467 / 120, abs=1e-3)
    assert single.security.source.startswith("NIST SP 800-38D")
    assert batched.conditions.batch == 32
    assert batched.warmer == ()


@pytest.mark.parametrize(
    ("low", "high", "verdict", "cores"),
    [
        (100.0, 984.32, KEEPS_UP, 1),  # 1230.4 ns per 1500-byte packet at 10G; 984.32 is the margin of 1.25
        (984.32, 984.4, TIGHT, 2),
        (1000.0, 1230.4, TIGHT, 2),
        (1200.0, 1230.5, CANNOT_TELL, 2),
        (1230.4, 1300.0, CANNOT_TELL, 2),
        (1230.5, 1300.0, FALLS_SHORT, 2),
        (5000.0, 6000.0, FALLS_SHORT, 6),
    ],
)
def test_verdicts_on_ten_gigabits(make_load, measurement, low, high, verdict, cores) -> None:
    (found,) = judge(make_load("hmac-sha256"), [measurement("hmac-sha256@openssl", low, high)])
    assert (found.verdict, found.cores) == (verdict, cores)
    assert bool(found.alternatives) == (verdict != KEEPS_UP)


def test_a_forbidden_subject_is_never_green(make_case) -> None:
    verdict = only(make_case("hmac-md5", 5.0, "ah"))
    assert verdict.verdict == KEEPS_UP
    assert verdict.objection == "MUST NOT BE USED (RFC 8221)"
    assert not verdict.permitted
    assert verdict.alternatives[0].subject == "hmac-sha256"
    assert exit_status([verdict]) == 1


def test_must_not_is_not_green_under_any_policy_but_fails_only_where_one_rules(make_case) -> None:
    verdict = only(make_case("hmac-md5", 5.0, "ah"), policy="any")
    assert not verdict.permitted
    assert verdict.objection == "MUST NOT BE USED (RFC 8221)"
    assert verdict.alternatives
    assert exit_status([verdict]) == 0


def test_hmac_md5_where_no_protocol_forbids_it(make_case) -> None:
    plain = only(make_case("hmac-md5", 5.0))
    assert (plain.verdict, plain.objection) == (KEEPS_UP, "NOT FOR NEW DESIGNS (RFC 6151)")
    radius = only(make_case("hmac-md5", 5.0), policy="any")
    assert (radius.verdict, radius.objection) == (KEEPS_UP, "")
    assert radius.permitted
    assert radius.alternatives == ()


def test_a_sound_subject_that_keeps_up_is_the_plain_word(make_case) -> None:
    verdict = only(make_case("hmac-sha256", 5.0))
    assert (verdict.verdict, verdict.objection) == (KEEPS_UP, "")


def test_an_interval_across_line_rate_is_undecided(make_load, measurement) -> None:
    (verdict,) = judge(make_load("hmac-sha256"), [measurement("hmac-sha256", 1000, 1500)])
    assert verdict.verdict == CANNOT_TELL
    assert exit_status([verdict]) == 3


def test_an_absent_subject_is_undecided_with_the_reason(make_load, measurement) -> None:
    gone = measurement("umac-64@nettle", 0, status="absent", note="libnettle is not installed")
    (verdict,) = judge(make_load("umac-64"), [gone])
    assert (verdict.verdict, verdict.headroom, verdict.cores) == (CANNOT_TELL, None, None)
    assert verdict.note == "libnettle is not installed"
    assert verdict.alternatives


def test_tcp_md5_is_obsolete(make_case) -> None:
    verdict = only(make_case("md5", 5.0, "tcp-md5"))
    assert (verdict.verdict, verdict.objection) == (KEEPS_UP, "OBSOLETE (RFC 5925)")
    assert verdict.alternatives[0].subject == "aes-128-cmac"


def test_measured_on_several_threads_counts_their_cores(make_load, measurement) -> None:
    here = make_load("hmac-sha256")
    (verdict,) = judge(here, [measurement("hmac-sha256", here.needs_ns / 2, threads=4)])
    assert (verdict.verdict, verdict.cores, verdict.conditions.threads) == (KEEPS_UP, 3, 4)


def test_unknown_policy_and_nothing_measured_are_usage_errors(make_load, make_case) -> None:
    case = make_case("hmac-md5", 1.0)
    with pytest.raises(UsageError) as caught:
        judge(case.load, case.rows, policy="fip")
    assert caught.value.fix == "did you mean fips?"
    with pytest.raises(UsageError, match="hmac-md5 was not measured"):
        judge(make_load("hmac-md5"), [])


def test_cases_are_each_others_alternatives(make_case) -> None:
    cases = [make_case("hmac-md5", 0.5), make_case("aes-128-gmac", 3.0)]
    slow, quick = judge_all(cases, candidates=[make_case("hmac-sha256", 1.5)])
    assert [other.subject for other in slow.alternatives] == ["hmac-sha256", "aes-128-gmac"]
    assert quick.alternatives == ()


@pytest.mark.parametrize(
    ("rooms", "status"), [([], 0), ([2.0, 1.1], 0), ([2.0, 0.5], 1), ([1.0], 0), ([0.99], 1), ([1.0001, 2.0], 0)]
)
def test_exit_status(make_case, rooms: list[float], status: int) -> None:
    assert exit_status([only(make_case("hmac-sha256", room)) for room in rooms]) == status


def test_falling_short_is_worse_than_not_knowing(make_load, make_case, measurement) -> None:
    unsure = judge(make_load("hmac-sha256"), [measurement("hmac-sha256", 1000, 1500)])
    assert exit_status([*unsure, only(make_case("hmac-sha256", 0.5))]) == 1
    assert exit_status([*unsure, only(make_case("hmac-sha256", 5.0))]) == 3


@given(st.floats(0.1, 1e6), st.floats(1.0, 3.0), st.sampled_from(["40", "1500", "imix", "9000"]))
def test_a_faster_link_never_improves_the_verdict(low: float, spread: float, packets: str) -> None:
    better = {FALLS_SHORT: 0, CANNOT_TELL: 1, TIGHT: 2, KEEPS_UP: 3}
    cost = Interval(low, low, low * spread, 0.95)
    measured = Measurement(subject="hmac-sha256@openssl", cache="cold", keyed="reuse", ns=cost)
    found = [
        judge(load(parse_link(rate), parse_packets(packets), "hmac-sha256"), [measured])[0] for rate in ETHERNET_RATES
    ]
    for slower, faster in itertools.pairwise(found):
        assert better[faster.verdict] <= better[slower.verdict]
        assert faster.cores >= slower.cores
        assert faster.cores <= faster.cores_worst
        assert faster.cores_tight <= faster.cores_worst
