from __future__ import annotations

import pytest

from wirerate.authenticators.subjects import ALGORITHMS
from wirerate.catalogue import PROTOCOLS, standing
from wirerate.links import load, parse_link, parse_packets
from wirerate.verdict import BATCHED, PER_PACKET, POLICIES, Case, judge_all, suggestions
from wirerate.verdict.alternatives import MOST, alternatives
from wirerate.verdict.policy import proposable
from wirerate.verdict.rows import Row, rows


def per_packet(case: Case) -> Row:
    return next(row for row in rows(case) if row.role == PER_PACKET)


def names(found) -> list[str]:
    return [alternative.subject for alternative in found]


def test_security_first_headroom_second(make_case) -> None:
    slow = per_packet(make_case("hmac-md5", 0.5))
    pool = [
        make_case("umac-64", 20.0),
        make_case("aes-128-gmac", 8.0),
        make_case("hmac-sha256", 1.3),
        make_case("aes-128-cmac", 1.4),
    ]
    found = alternatives(slow, pool, "modern")
    # The two without a nonce to repeat lead, the faster one first; then GMAC; UMAC-64's short tag comes last.
    assert names(found) == ["aes-128-cmac", "hmac-sha256", "aes-128-gmac"]
    assert len(found) == MOST
    assert [alternative.cores for alternative in found] == [1, 1, 1]


def test_only_alternatives_that_keep_up_are_named_if_there_are_any(make_case) -> None:
    found = alternatives(
        per_packet(make_case("hmac-md5", 0.5)), [make_case("hmac-sha256", 1.2), make_case("umac-64", 1.25)], "modern"
    )
    assert names(found) == ["umac-64"]
    assert found[0].headroom.low == pytest.approx(1.25)


def test_cores_when_none_keeps_up(make_case) -> None:
    found = alternatives(
        per_packet(make_case("hmac-sha256", 0.3)),
        [make_case("aes-128-gmac", 0.5), make_case("umac-96", 50.0), make_case("hmac-sha1", 50.0)],
        "modern",
    )
    # UMAC-96 and HMAC-SHA1 keep up but are weaker than the subject, so more cores are the alternative.
    assert [(other.subject, other.cores, other.cores_tight) for other in found] == [("aes-128-gmac", 3, 2)]


def test_a_subject_that_needs_as_many_cores_is_no_alternative(make_case) -> None:
    slow = per_packet(make_case("aes-128-gcm", 0.30, protocol="esp-gcm"))
    pool = [
        make_case(name, room, protocol="esp-gcm") for name, room in (("aes-256-gcm", 0.29), ("chacha20-poly1305", 0.2))
    ]
    found = alternatives(slow, pool, "modern")
    assert [(other.subject, other.cores) for other in found] == [("aes-128-gcm", 5)]  # the subject itself


def test_noise_decides_neither_the_order_nor_the_number_of_cores(make_case) -> None:
    slow = per_packet(make_case("hmac-md5", 0.1))
    found = alternatives(slow, [make_case("aes-128-cmac", 0.60, spread=2.5), make_case("hmac-sha256", 0.40)], "modern")
    assert [(each.subject, each.cores, each.cores_worst, each.vague) for each in found] == [
        ("aes-128-cmac", 3, 6, True),  # the median needs fewer cores, and the interval is marked
        ("hmac-sha256", 4, 4, False),
    ]


def test_a_tight_subject_gets_a_second_core(make_case) -> None:
    found = alternatives(per_packet(make_case("hmac-sha256", 1.1)), [], "modern")
    assert [(other.subject, other.cores) for other in found] == [("hmac-sha256", 2)]


def test_a_weaker_alternative_is_allowed_if_the_subject_is_unsound(make_case) -> None:
    found = alternatives(per_packet(make_case("hmac-md5", 0.5)), [make_case("umac-64", 9.0)], "modern")
    assert names(found) == ["umac-64"]


def test_the_policy_in_force_narrows(make_case) -> None:
    slow = per_packet(make_case("hmac-md5", 0.5))
    pool = [make_case("umac-128", 9.0), make_case("aes-128-gmac", 0.9)]
    assert names(alternatives(slow, pool, "modern")) == ["umac-128"]
    assert [(other.subject, other.cores) for other in alternatives(slow, pool, "fips")] == [("aes-128-gmac", 2)]


def test_the_policy_any_allows_no_more_proposals(make_case) -> None:
    slow = per_packet(make_case("hmac-sha256", 0.5))
    found = alternatives(slow, [make_case("hmac-md5", 99.0), make_case("poly1305", 99.0)], "any")
    assert names(found) == ["hmac-sha256"]


def test_the_same_kind_only(make_case) -> None:
    pool = [make_case("aes-128-gcm", 9.0), make_case("sha256", 9.0), make_case("internet-checksum", 99.0)]
    assert names(alternatives(per_packet(make_case("hmac-sha256", 0.5)), pool, "modern")) == ["hmac-sha256"]
    assert names(alternatives(per_packet(make_case("md5", 0.5)), pool, "modern")) == ["sha256"]
    assert names(alternatives(per_packet(make_case("aes-256-gcm", 0.5)), pool, "modern")) == ["aes-128-gcm"]


def test_a_checksum_gets_cores(make_case) -> None:
    found = alternatives(per_packet(make_case("internet-checksum", 0.4)), [make_case("hmac-sha256", 9.0)], "modern")
    assert [(other.subject, other.cores) for other in found] == [("internet-checksum", 4)]


def test_nothing_measured_still_names_the_best(make_case) -> None:
    found = alternatives(per_packet(make_case("hmac-md5", 9.0, "ah")), [], "modern")
    assert names(found) == ["hmac-sha256", "aes-128-cmac", "hmac-sha1"]
    assert all(other.headroom is None and other.cores is None for other in found)
    assert found[0].config == "swanctl.conf: ah_proposals = sha256"
    assert found[0].security.standing.startswith("MUST in ah.")


def test_an_unsound_subject_is_never_its_own_alternative(make_case) -> None:
    found = alternatives(per_packet(make_case("hmac-md5", 0.1)), [], "modern")
    assert "hmac-md5" not in names(found)
    assert found


def test_a_batched_row_uses_the_faster_row_of_an_alternative(make_load, measurement) -> None:
    here = make_load("hmac-md5")
    row = Row(here, BATCHED, measurement("hmac-md5@wirerate", here.needs_ns * 2, batch=256))
    gmac = Case(
        make_load("aes-128-gmac"),
        (
            measurement("aes-128-gmac@openssl", here.needs_ns),
            measurement("aes-128-gmac@ipsec-mb", here.needs_ns / 3, batch=32),
        ),
    )
    (found,) = alternatives(row, [gmac], "modern")
    assert (found.subject, found.role) == ("aes-128-gmac@ipsec-mb", BATCHED)
    alone = Row(here, PER_PACKET, measurement("hmac-md5@openssl", here.needs_ns * 2))
    assert [(o.subject, o.cores) for o in alternatives(alone, [gmac], "modern")] == [("aes-128-gmac@openssl", 2)]


def test_an_absent_candidate_is_no_option(make_load, make_case, measurement) -> None:
    gone = Case(make_load("umac-64"), (measurement("umac-64@nettle", 0, status="absent"),))
    found = alternatives(per_packet(make_case("hmac-md5", 0.5)), [gone, make_case("aes-128-gmac", 2.0)], "modern")
    assert names(found) == ["aes-128-gmac"]


def test_another_link_s_cases_are_no_alternatives(make_case) -> None:
    slow = per_packet(make_case("hmac-md5", 0.5, link="100G"))
    found = alternatives(
        slow, [make_case("hmac-sha256", 9.0, link="1G"), make_case("umac-64", 2.0, link="100G")], "modern"
    )
    assert names(found) == ["umac-64"]


def test_each_algorithm_is_named_once_by_its_fastest_implementation(make_case) -> None:
    pool = [make_case("hmac-sha256@nettle", 2.0), make_case("hmac-sha256@openssl", 3.0), make_case("hmac-sha256", 1.5)]
    found = alternatives(per_packet(make_case("hmac-md5", 0.5)), pool, "modern")
    assert names(found) == ["hmac-sha256@openssl"]


def test_suggestions_come_best_standing_first(make_load) -> None:
    found = [other.algorithm for other in suggestions(make_load("hmac-md5"))]
    assert found == ["hmac-sha256", "aes-128-cmac", "umac-128", "aes-128-gmac", "umac-96", "hmac-sha1", "umac-64"]


def test_tcp_md5_is_left_for_tcp_ao_and_wireguard_for_esp_under_fips(make_load) -> None:
    found = suggestions(make_load("md5", protocol="tcp-md5"))
    assert [(other.protocol.name, other.algorithm) for other in found] == [
        ("tcp-ao", "aes-128-cmac"),
        ("tcp-ao", "hmac-sha256"),
        ("tcp-ao", "hmac-sha1"),
    ]
    wireguard = make_load("chacha20-poly1305", protocol="wireguard")
    assert suggestions(wireguard) == []
    assert {other.algorithm for other in suggestions(wireguard, "fips")} == {"aes-128-gcm", "aes-256-gcm"}


EVERYTHING = [(name, algorithm) for name, row in PROTOCOLS.items() for algorithm in row.algorithms or ALGORITHMS]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("room", [0.2, 1.1])
def test_never_empty_never_unsound_never_weaker(make_case, policy: str, room: float) -> None:
    for protocol, algorithm in EVERYTHING:
        case = make_case(algorithm, room, protocol)
        row = rows(case)[0]
        pool = [make_case(other.algorithm, 0.9, other.protocol.name) for other in suggestions(row.load, policy)]
        for candidates in ([], pool):
            found = alternatives(row, candidates, policy)
            assert found
            for other in found:
                facts = standing(other.subject)
                if row.load.kind in ("checksum", "ceiling"):
                    assert other.subject == algorithm
                    continue
                assert facts.sound
                assert facts.fips or policy != "fips"
                if proposable(row.load, policy):
                    assert facts.strength >= standing(algorithm).strength


def test_a_cipher_with_a_mac_is_left_for_an_aead_in_the_same_form(make_load, make_case) -> None:
    """RFC 8221 section 5. A pair is never proposed as an alternative, not even to another pair."""
    for form in ("", "/transport/esn"):
        here = make_load("aes-128-cbc-hmac-sha256", protocol=f"esp-cbc-hmac-sha256{form}")
        found = suggestions(here)
        assert {each.protocol.name for each in found} == {f"esp-gcm{form}"}
        assert "aes-128-gcm" in {each.algorithm for each in found}
    slow = make_case("aes-128-cbc-hmac-sha256", 0.3, "esp-cbc-hmac-sha256")
    fast = make_case("aes-128-gcm", 0.9, "esp-gcm")
    (verdict,) = judge_all([slow], candidates=[fast])
    assert [each.subject for each in verdict.alternatives] == ["aes-128-gcm"]


def test_without_encryption_the_alternative_does_not_encrypt(make_load) -> None:
    proposed = {each.algorithm for each in suggestions(make_load("hmac-sha256", protocol="esp-null-hmac-sha256"))}
    assert proposed == {"aes-128-gmac"}


def test_relatives_that_differ_only_in_key_length_are_not_measured_needlessly(make_load) -> None:
    proposed = {each.algorithm for each in suggestions(make_load("hmac-sha256"))}
    assert not proposed & {"hmac-sha384", "hmac-sha512", "aes-256-gmac", "aes-256-cmac"}
    assert "aes-192-gcm" not in {each.algorithm for each in suggestions(make_load("aes-128-gcm"))}


def test_an_unproposed_subject_does_not_allow_a_weaker_alternative(make_load) -> None:
    proposed = {each.algorithm for each in suggestions(make_load("hmac-sha512"))}
    assert "hmac-sha256" in proposed
    assert not proposed & {"hmac-sha1", "umac-64"}


def test_alternatives_use_the_same_encapsulation() -> None:
    here = load(parse_link("10G"), parse_packets("1500"), "hmac-sha1", over=("vlan", "vxlan"))
    assert {each.over for each in suggestions(here)} == {("vlan", "vxlan")}


def test_an_aead_stands_in_for_a_mac_only_where_the_protocol_is_to_be_left_for_it(make_load) -> None:
    radius = suggestions(make_load("hmac-md5", protocol="radius"))
    assert {each.protocol.name for each in radius} == {"tls-1.3"}
    assert {each.kind for each in suggestions(make_load("hmac-sha256"))} == {"mac"}
