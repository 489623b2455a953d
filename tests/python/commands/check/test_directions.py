"""Both ends of a link are measured, and options select one of them."""

from __future__ import annotations

import pytest

import wirerate
from wirerate.authenticators.subjects import Subject, operations_of, parse_subject
from wirerate.errors import UsageError
from wirerate.host import meter
from wirerate.records import AnyRun
from wirerate.report import kinds

BRIEF = 0.05


def needs_openssl() -> None:
    absent = next(peer.absent for peer in meter.peers() if peer.name == "openssl")
    if absent:
        pytest.skip(f"no OpenSSL: {absent}")


def done(run: AnyRun, name: str) -> set[tuple[str, str]]:
    return {(m.operation, m.cache) for m in run.rows if m.subject.startswith(name) and m.status == "ok"}


def test_check_measures_both_ends_of_a_mac_where_that_decides() -> None:
    run = wirerate.check(["hmac-md5@wirerate"], links=["1G"], packet="1500", time=BRIEF)
    assert done(run, "hmac-md5@") == {("tag", "cold"), ("tag", "llc"), ("tag", "warm"), ("verify", "cold")}
    assert all([end.operation for end in verdict.directions] == ["tag", "verify"] for verdict in run.verdicts)
    assert all(v.conditions.direction == "one" and v.duplex is not None for v in run.verdicts)


def test_check_of_both_directions_is_of_an_aead_sealed_and_opened() -> None:
    needs_openssl()
    asked = {"links": ["800G"], "packet": "1500", "protocol": "esp-gcm", "time": BRIEF}
    run = wirerate.check(["aes-128-gcm@openssl"], duplex=True, **asked)  # type: ignore[arg-type]
    assert done(run, "aes-128-gcm@") == {(end, cache) for end in ("seal", "open") for cache in ("cold", "llc", "warm")}
    (found,) = run.verdicts
    assert (found.conditions.operation, found.conditions.direction) == ("seal and open", "both")
    assert found.headroom == found.duplex
    assert found.measured_ns is not None
    assert found.measured_ns.median == pytest.approx(sum(end.ns.median for end in found.directions))


def test_speed_measures_the_operations_asked_for() -> None:
    run = wirerate.speed(["umac-64@wirerate"], lengths=[64], operations=["verify", "tag"], time=BRIEF)
    assert done(run, "umac-64") == {("tag", "warm"), ("verify", "warm")}
    run = wirerate.speed(["umac-64@wirerate"], lengths=[64], time=BRIEF)
    assert done(run, "umac-64") == {("tag", "warm")}


def test_a_comparison_is_between_equal_operations() -> None:
    needs_openssl()
    run = wirerate.speed(
        ["hmac-md5@wirerate"], lengths=[64], operations=["tag", "verify"], against="openssl", time=BRIEF
    )
    assert [(c.conditions.operation, c.reference) for c in run.comparisons] == [
        ("tag", "hmac-md5@openssl"),
        ("verify", "hmac-md5@openssl"),
    ]
    assert done(run, "hmac-md5@openssl") == {("tag", "warm"), ("verify", "warm")}


def test_compare_says_which_end_it_compared_and_takes_the_other() -> None:
    needs_openssl()
    sent = wirerate.compare("hmac-md5@wirerate", "hmac-md5@openssl", lengths=[64], time=BRIEF)
    assert [c.conditions.operation for c in sent.comparisons] == ["tag"]
    told = " ".join(kinds.text(sent).split())
    assert "The comparison is of the sender (tag); for the receiver, type --operation verify." in told
    both = wirerate.compare(
        "hmac-md5@wirerate", "hmac-md5@openssl", lengths=[64], operations=["tag", "verify"], time=BRIEF
    )
    assert [c.conditions.operation for c in both.comparisons] == ["tag", "verify"]
    assert "The comparison is of" not in " ".join(kinds.text(both).split())


def test_without_subjects_all_that_support_the_operation_are_measured() -> None:
    needs_openssl()
    run = wirerate.speed(lengths=[64], operations=["open"], time=BRIEF)
    subjects = {m.subject.partition("@")[0] for m in run.rows if m.role == "subject"}
    assert subjects == {"aes-128-gcm", "chacha20-poly1305"}


@pytest.mark.parametrize(
    ("name", "asked", "found"),
    [("hmac-md5", (), ("tag",)), ("hmac-md5", ("verify", "open"), ("verify",)), ("aes-128-gcm", (), ("seal",)),
     ("aes-128-gcm", ("open", "seal"), ("seal", "open")), ("sha256", (), ("hash",))],
)  # fmt: skip
def test_the_default_operation_suits_the_subject(name: str, asked: tuple[str, ...], found: tuple[str, ...]) -> None:
    assert operations_of(Subject(name), asked) == found


@pytest.mark.parametrize(
    ("name", "asked", "message", "fix"),
    [
        (
            "hmac-md5",
            "open",
            "hmac-md5 cannot open: its operations are tag and verify",
            'type operations=["tag", "verify"]',
        ),
        ("aes-128-gcm@openssl", "tag", "aes-128-gcm cannot tag", 'type operations=["seal", "open"]'),
        ("sha256", "verify", "sha256 has no key, so it cannot verify", "leave out operations"),
    ],
)
def test_an_operation_that_a_subject_lacks_is_refused(name: str, asked: str, message: str, fix: str) -> None:
    with pytest.raises(UsageError, match=message) as error:
        operations_of(parse_subject(name), [asked])
    assert fix in error.value.fix
    with pytest.raises(UsageError, match=message):
        wirerate.speed([name], operations=[asked], time=BRIEF)
