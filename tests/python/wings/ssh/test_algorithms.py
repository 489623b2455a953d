"""The pairs of cipher and MAC that are measured, and those that may be proposed."""

from __future__ import annotations

import pytest

from wirerate.errors import MissingError, UsageError
from wirerate.wings.ssh.algorithms import (
    CHACHA,
    MAC_OF_2007,
    USUAL_CIPHERS,
    USUAL_MACS,
    Candidate,
    candidates,
    dropped,
    need_use,
    parse_names,
)
from wirerate.wings.ssh.verdict import objection

GCM, UMAC, SHA = "aes128-gcm@openssh.com", "umac-64-etm@openssh.com", "hmac-sha2-256-etm@openssh.com"


def test_an_aead_stands_alone_and_once() -> None:
    found = candidates(USUAL_CIPHERS, USUAL_MACS, (), ())
    assert [str(c) for c in found if not c.mac] == ["aes128-gcm", "aes256-gcm", "chacha20-poly1305"]
    assert len(found) == 3 + 2 * len(USUAL_MACS) == len(set(found))


def test_only_what_both_ends_have() -> None:
    assert candidates(("aes256-ctr", "3des-cbc"), (SHA, "hmac-md5"), (), ()) == [Candidate("aes256-ctr", SHA)]


def test_the_mac_of_2007_has_one_cipher_and_is_left_out_where_macs_are_named() -> None:
    offered = (*USUAL_MACS, MAC_OF_2007)
    found = candidates(USUAL_CIPHERS, offered, (), ())
    assert [str(c) for c in found if c.mac == MAC_OF_2007] == ["aes128-ctr+hmac-md5-etm"]
    assert candidates(("aes256-ctr",), offered, (), (UMAC,)) == [Candidate("aes256-ctr", UMAC)]


def test_names_asked_for_are_measured_also_where_they_may_not_be_proposed() -> None:
    found = candidates(("aes128-cbc", "aes128-ctr"), ("hmac-md5", UMAC), ("aes128-cbc",), ("hmac-md5",))
    assert found == [Candidate("aes128-cbc", "hmac-md5")]


def test_if_no_requested_name_is_offered_the_error_lists_the_offered_ones() -> None:
    with pytest.raises(MissingError, match=r"offers no cipher named aes128-cbc") as raised:
        candidates(("aes128-ctr",), (UMAC,), ("aes128-cbc",), ())
    assert raised.value.fix == "choose from aes128-ctr"
    with pytest.raises(MissingError, match="offers no MAC"):
        candidates(("aes128-ctr",), (UMAC,), (), ("hmac-md5",))
    with pytest.raises(MissingError, match="share no algorithm"):
        candidates(("3des-cbc",), ("hmac-md5",), (), ())


def test_every_name_that_is_not_offered_is_reported() -> None:
    named = ("aes128-ctr", "aes128-cbc"), ("hmac-md5", UMAC)
    found = candidates(("aes128-ctr",), (UMAC,), *named)
    assert dropped(found, (*named[0], *named[1])) == ["aes128-cbc", "hmac-md5"]
    assert dropped(found, ()) == []
    assert dropped([Candidate(GCM)], (GCM, "aes128-ctr", UMAC)) == ["aes128-ctr", "umac-64-etm"]


def test_macs_with_ciphers_that_need_none_are_refused() -> None:
    with pytest.raises(UsageError, match="no MAC can be chosen with aes128-gcm"):
        need_use((GCM,), (UMAC,))
    need_use((GCM, "aes128-ctr"), (UMAC,))
    need_use((GCM,), ())
    need_use((), (UMAC,))


def test_names_with_and_without_their_vendor() -> None:
    assert parse_names("MAC", "umac-64-etm,hmac-sha2-256", (UMAC, "hmac-sha2-256")) == (UMAC, "hmac-sha2-256")
    assert parse_names("MAC", UMAC, (UMAC,)) == (UMAC,)
    with pytest.raises(UsageError) as raised:
        parse_names("MAC", "umac-46-etm", (UMAC, SHA))
    assert raised.value.fix == "did you mean umac-64-etm?"
    with pytest.raises(UsageError, match="no MAC is named"):
        parse_names("MAC", ",", (UMAC,))


@pytest.mark.parametrize(
    ("cipher", "mac", "allowed"),
    [
        (GCM, "", True),
        ("aes128-ctr", UMAC, True),
        ("aes128-ctr", SHA, True),
        ("aes256-ctr", "hmac-sha2-512-etm@openssh.com", True),
        ("aes128-ctr", "umac-64@openssh.com", False),  # encrypt-and-MAC
        ("aes128-ctr", "hmac-sha2-256", False),
        ("aes128-cbc", SHA, False),
        ("aes256-cbc", "hmac-sha2-512-etm@openssh.com", False),
        ("aes128-ctr", "hmac-md5-etm@openssh.com", False),  # deprecated in the catalogue
        ("arcfour", "hmac-md5", False),
    ],
)
def test_pairs_that_may_be_proposed(cipher: str, mac: str, allowed: bool) -> None:
    assert (not objection(Candidate(cipher, mac), strict_kex=True)) is allowed
    assert (not objection(Candidate(cipher, mac), strict_kex=False)) is allowed


def test_chacha_only_under_strict_key_exchange() -> None:
    assert not objection(Candidate(CHACHA), strict_kex=True)
    assert "CVE-2023-48795" in objection(Candidate(CHACHA), strict_kex=False)
