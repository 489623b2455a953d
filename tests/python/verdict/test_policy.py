from __future__ import annotations

import pytest

from wirerate.authenticators.subjects import ALGORITHMS
from wirerate.catalogue import PROTOCOLS
from wirerate.verdict import POLICIES
from wirerate.verdict.policy import objection, proposable


@pytest.mark.parametrize(
    ("subject", "protocol", "modern", "fips", "anything"),
    [
        ("hmac-md5", "ah", "MUST NOT BE USED (RFC 8221)", "MUST NOT BE USED (RFC 8221)", "MUST NOT BE USED (RFC 8221)"),
        ("md5", "tcp-md5", "OBSOLETE (RFC 5925)", "OBSOLETE (RFC 5925)", "OBSOLETE (RFC 5925)"),
        ("hmac-md5", None, "NOT FOR NEW DESIGNS (RFC 6151)", "NOT FOR NEW DESIGNS (RFC 6151)", ""),
        ("hmac-md5", "ssh", "NOT FOR NEW DESIGNS (RFC 6151)", "NOT FOR NEW DESIGNS (RFC 6151)", ""),
        ("md5", None, "BROKEN (RFC 6151)", "BROKEN (RFC 6151)", ""),
        ("md5-x16", None, "BROKEN (RFC 1810)", "BROKEN (RFC 1810)", ""),
        ("umac-32", None, "FOR TESTS ONLY (RFC 4418)", "FOR TESTS ONLY (RFC 4418)", ""),
        ("poly1305", None, "NOT A MAC BY ITSELF (RFC 8439)", "NOT A MAC BY ITSELF (RFC 8439)", ""),
        ("umac-64", "ssh", "", "NOT FIPS-APPROVED", ""),
        ("chacha20-poly1305", "wireguard", "", "NOT FIPS-APPROVED", ""),
        ("hmac-sha1", "ah", "", "", ""),
        ("aes-128-gmac", None, "", "", ""),
        ("internet-checksum", None, "", "NOT FIPS-APPROVED", ""),
    ],
)
def test_objections(make_load, subject: str, protocol: str | None, modern: str, fips: str, anything: str) -> None:
    here = make_load(subject, protocol=protocol)
    assert [objection(here, policy) for policy in ("modern", "fips", "any")] == [modern, fips, anything]


@pytest.mark.parametrize(
    ("policy", "macs"),
    [
        ("modern", {"hmac-sha1", "hmac-sha256", "umac-64", "umac-96", "umac-128", "aes-128-gmac", "aes-128-cmac"}),
        ("fips", {"hmac-sha1", "hmac-sha256", "aes-128-gmac", "aes-128-cmac"}),
        ("any", {"hmac-sha1", "hmac-sha256", "umac-64", "umac-96", "umac-128", "aes-128-gmac", "aes-128-cmac"}),
    ],
)
def test_macs_that_may_be_proposed(make_load, policy: str, macs: set[str]) -> None:
    found = {name for name, facts in ALGORITHMS.items() if facts.kind == "mac" and proposable(make_load(name), policy)}
    assert found == macs


def test_gmac_in_ah_is_on_paper_only(make_load) -> None:
    assert not objection(make_load("aes-128-gmac", protocol="ah"), "modern")
    assert not proposable(make_load("aes-128-gmac", protocol="ah"), "modern")


def test_a_digest_may_stand_for_a_digest_but_not_for_a_mac(make_load) -> None:
    assert proposable(make_load("sha256"), "modern")
    assert not proposable(make_load("internet-checksum"), "modern")
    assert not proposable(make_load("read"), "modern")


@pytest.mark.parametrize("policy", POLICIES)
def test_nothing_that_is_objected_to_is_ever_proposed(make_load, policy: str) -> None:
    for name, row in PROTOCOLS.items():
        for algorithm in row.algorithms or ALGORITHMS:
            here = make_load(algorithm, protocol=name)
            if proposable(here, policy):
                assert not objection(here, policy)
                assert not objection(here, "modern")
