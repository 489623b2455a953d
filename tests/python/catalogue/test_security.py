from __future__ import annotations

import re

import pytest

from wirerate.authenticators.subjects import ALGORITHMS
from wirerate.catalogue import PROTOCOLS, SECURITY, security, standing
from wirerate.errors import UsageError


def test_every_algorithm_has_its_standing_and_no_other() -> None:
    assert set(SECURITY) == set(ALGORITHMS)


@pytest.mark.parametrize("name", SECURITY)
def test_every_standing_is_complete(name: str) -> None:
    facts = SECURITY[name]
    assert facts.claim
    assert facts.attack
    assert facts.standing.endswith(".")
    assert re.fullmatch(r"\d{4}-\d{2}", facts.date)
    assert facts.source
    assert 0 <= facts.strength <= 4


@pytest.mark.parametrize("name", SECURITY)
def test_flags_agree_with_the_kind_of_algorithm(name: str) -> None:
    facts, algorithm = SECURITY[name], ALGORITHMS[name]
    assert facts.unkeyed == (algorithm.key_bytes == 0)
    # Repeating CBC's IV only reveals that two packets begin with the same bytes.
    assert facts.nonce == ((algorithm.nonce_bytes > 0 and "-cbc-" not in name) or name == "poly1305")
    if facts.broken:
        assert facts.strength == 0
        assert not facts.fips
    if facts.fips:
        assert facts.sound


def test_md5_hmac_md5_and_nonce_based_macs_have_different_standings() -> None:
    assert "accidents only" in standing("md5").standing
    assert "collisions in under a second" in standing("md5").attack
    hmac = standing("hmac-md5").standing
    assert "No practical forgery" in hmac
    assert "MUST NOT in IPsec (RFC 8221" in hmac
    assert "RADIUS" in hmac
    assert security("hmac-md5").source.startswith("RFC 6151")
    for name in ("umac-64", "umac-128", "aes-128-gmac", "poly1305", "aes-128-gcm", "chacha20-poly1305"):
        assert "ne repeated nonce breaks the key" in standing(name).standing


def test_algorithms_that_may_not_be_proposed() -> None:
    unsound = {name for name, facts in SECURITY.items() if not facts.sound}
    assert unsound == {"md5", "md5-x16", "sha1", "hmac-md5", "umac-32", "poly1305"}


def test_every_number_of_ways_has_the_standing_of_k_way_md5() -> None:
    assert standing("md5-x4") is standing("md5-x64") is standing("md5-x16")


def test_within_a_protocol_its_requirement_comes_first() -> None:
    within = security("hmac-md5", "ah")
    assert within.standing.startswith("MUST NOT in ah. ")
    assert within.source.startswith("RFC 8221 section 6; ")
    assert within.date == "2017-10"
    assert within.attack == security("hmac-md5").attack
    assert security("hmac-md5", "none") == security("hmac-md5")


@pytest.mark.parametrize(("name", "protocol"), [("sha-256", None), ("hmac-md5", "ipsec")])
def test_unknown_words_are_usage_errors(name: str, protocol: str | None) -> None:
    with pytest.raises(UsageError):
        security(name, protocol)


def test_every_protocol_and_algorithm_has_a_security_record() -> None:
    for name, row in PROTOCOLS.items():
        for algorithm in row.algorithms:
            assert security(algorithm, name).standing.startswith(row.algorithms[algorithm].level)
