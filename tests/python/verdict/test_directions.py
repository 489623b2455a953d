from __future__ import annotations

import pytest

from wirerate.records import Interval
from wirerate.verdict import BOTH, CANNOT_TELL, ONE, Case, judge, judge_all
from wirerate.verdict.rows import rows
from wirerate.verdict.rules import one_after_the_other


def ends(measurement, subject: str, *ns: float, cache: str = "cold"):
    """Return the measured costs of sending and of receiving."""
    names = ("seal", "open") if "gcm" in subject else ("tag", "verify")
    return [measurement(subject, each, operation=name, cache=cache) for name, each in zip(names, ns, strict=False)]


@pytest.mark.parametrize(("tag", "verify", "slower"), [(90, 100, "verify"), (100, 90, "tag")])
def test_one_direction_is_judged_by_its_slower_end(make_load, measurement, tag, verify, slower) -> None:
    here = make_load("hmac-sha256")
    (found,) = judge(here, ends(measurement, "hmac-sha256@openssl", tag, verify))
    assert found.measured_ns is not None
    assert found.measured_ns.median == 100
    assert (found.conditions.operation, found.conditions.direction) == (slower, ONE)
    assert [(each.operation, each.ns.median) for each in found.directions] == [("tag", tag), ("verify", verify)]
    assert found.directions[0].headroom.median == pytest.approx(here.needs_ns / tag)
    assert found.duplex is not None
    assert found.duplex.median == pytest.approx(here.needs_ns / 190)


def test_a_core_that_carries_both_is_judged_by_their_sum(make_load, measurement) -> None:
    here = make_load("aes-128-gcm", "10G", "1500", "esp-gcm")
    (found,) = judge(here, ends(measurement, "aes-128-gcm@openssl", 700, 800), duplex=True)
    assert found.measured_ns is not None
    assert found.measured_ns.median == 1500
    assert found.headroom == found.duplex
    assert (found.conditions.operation, found.conditions.direction) == ("seal and open", BOTH)
    assert found.cores == 2
    (alone,) = judge(here, ends(measurement, "aes-128-gcm@openssl", 700, 800))
    assert alone.verdict == "KEEPS UP" != found.verdict


def test_the_best_implementation_is_the_fastest_in_the_judged_operation(make_load, measurement) -> None:
    quick, even = (
        ends(measurement, "hmac-sha1@nettle", 50, 200),
        ends(measurement, "hmac-sha1@openssl", 130, 130),
    )
    here = make_load("hmac-sha1")
    assert judge(here, [*quick, *even])[0].subject == "hmac-sha1@openssl"
    assert judge(here, [*quick, *even], duplex=True)[0].subject == "hmac-sha1@nettle"


def test_a_subject_measured_at_one_end_only_is_not_the_fastest(make_load, measurement) -> None:
    found = rows(
        Case(
            make_load("hmac-sha1"),
            (*ends(measurement, "hmac-sha1@nettle", 50), *ends(measurement, "hmac-sha1@openssl", 90, 100)),
        )
    )
    assert [row.decides.subject for row in found] == ["hmac-sha1@openssl"]


def test_one_measured_end_gives_no_verdict_on_both(make_load, measurement) -> None:
    measured = ends(measurement, "hmac-sha1@nettle", 50)
    (found,) = judge(make_load("hmac-sha1"), measured)
    assert (found.duplex, found.conditions.direction, len(found.directions)) == (None, "", 1)
    (found,) = judge(make_load("hmac-sha1"), measured, duplex=True)
    assert (found.verdict, found.measured_ns) == (CANNOT_TELL, None)
    assert found.note == "Only one direction of hmac-sha1@nettle was measured: tag."


def test_where_nothing_has_a_key_both_ends_do_the_same(make_load, measurement) -> None:
    here = make_load("md5")
    (found,) = judge(here, [measurement("md5@openssl", 100)])
    assert [each.operation for each in found.directions] == ["hash"]
    assert found.duplex is not None
    assert found.duplex.median == pytest.approx(here.needs_ns / 200)
    (found,) = judge(here, [measurement("md5@openssl", 100)], duplex=True)
    assert found.measured_ns is not None
    assert (found.measured_ns.median, found.conditions.operation) == (200, "hash")


def test_warmer_caches_are_of_the_same_end_where_it_was_measured_there(make_load, measurement) -> None:
    here = make_load("hmac-sha1")
    cold = ends(measurement, "hmac-sha1@nettle", 90, 100)
    warm = ends(measurement, "hmac-sha1@nettle", 70, 75, cache="warm")
    llc = ends(measurement, "hmac-sha1@nettle", 80, cache="llc")
    (row,) = rows(Case(here, (*cold, *warm, *llc)))
    assert (row.in_cache("warm").median, row.in_cache("llc").median) == (75, 80)
    (row,) = rows(Case(here, (*cold, *warm, *llc), duplex=True))
    assert (row.in_cache("warm").median, row.in_cache("llc")) == (145, None)


def test_alternatives_are_asked_for_both_directions_too(make_load, measurement) -> None:
    cases = [
        Case(make_load(name), tuple(ends(measurement, f"{name}@openssl", *ns)), duplex=True)
        for name, ns in (("hmac-sha256", (900, 900)), ("aes-128-cmac", (400, 420)))
    ]
    first = judge_all(cases)[0]
    assert [each.subject for each in first.alternatives] == ["aes-128-cmac@openssl"]
    assert first.alternatives[0].headroom.median == pytest.approx(cases[0].load.needs_ns / 820)


def test_the_costs_and_uncertainties_of_both_ends_add_up() -> None:
    found = one_after_the_other(Interval(10, 8, 13, 0.95), Interval(20, 19, 25, 0.95))
    assert (found.median, found.low, found.high, found.confidence) == (30, 27, 38, 0.9)
    assert one_after_the_other(Interval(1, 1, 1, None, ("a",)), Interval(1, 1, 1, 0.95, ("a",))).unknowns == ("a",)
