"""The AH algorithms of the C code and of the catalogue agree."""

from __future__ import annotations

import pytest

from wirerate._native import ffi, lib
from wirerate.authenticators.ah import Mac
from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS, ah_algorithm
from wirerate.catalogue import protocol
from wirerate.errors import MissingError, UsageError

from . import oracle

every_algorithm = pytest.mark.parametrize("name", AH_ALGORITHMS)


def opened(name: str, implementation: str) -> Mac | None:
    """Open a MAC. Return None if it is refused; skip the test if OpenSSL is missing."""
    try:
        return Mac(name, oracle.key_for(name), implementation)
    except MissingError as error:
        if "AH runs on" in str(error) or "of its own" in str(error):
            return None
        pytest.skip(str(error))


@every_algorithm
def test_c_takes_keys_of_the_same_length(name: str) -> None:
    assert (int(lib.wrh_ah_key_bytes(name.encode())) or None) == AH_ALGORITHMS[name].key_bytes


@every_algorithm
@pytest.mark.parametrize("implementation", ["wirerate", "openssl"])
def test_c_has_the_same_implementations_and_icvs(name: str, implementation: str) -> None:
    facts, mac = AH_ALGORITHMS[name], opened(name, implementation)
    assert (mac is not None) == (implementation in facts.implementations)
    if mac is not None:
        assert mac.icv_bytes == facts.icv_bytes == oracle.ICV_BYTES[name]
        assert ffi.string(lib.wrh_keyed_mac_table(mac.handle).name).decode() == name


def test_algorithms_unknown_to_c_are_not_in_the_table() -> None:
    assert set(AH_ALGORITHMS) == set(oracle.ICV_BYTES)
    assert lib.wrh_ah_key_bytes(b"hmac-md5-128") < 0
    with pytest.raises(UsageError, match="hmac-md5-95") as caught:
        ah_algorithm("hmac-md5-95")
    assert caught.value.fix == "did you mean hmac-md5-96?"


@every_algorithm
def test_the_catalogue_judges_by_its_row(name: str) -> None:
    facts = AH_ALGORITHMS[name]
    if not facts.judged_as:
        return
    row = protocol("ah").permission(facts.judged_as)
    assert row is not None
    assert row.forbidden == facts.forbidden
    if facts.stands_in:  # the same length in the packet, since AH is padded to 8 bytes in IPv6
        fixed = 8 if facts.generation == "1826" else 12
        assert -(-(fixed + facts.icv_bytes) // 8) == -(-(12 + row.tag_bits // 8) // 8)
    else:
        assert (row.level, row.tag_bits) == (facts.level, 8 * facts.icv_bytes)


@pytest.mark.parametrize(
    ("name", "standing"),
    [
        ("keyed-md5", "MUST NOT (RFC 8221)"),
        ("hmac-sha1-96", "MUST- (RFC 8221: being phased out)"),
        ("aes-xcbc-96", "MAY, SHOULD for the Internet of things (RFC 8221)"),
        ("aes-cmac-96", "not listed by RFC 8221"),
    ],
)
def test_the_standing_for_people(name: str, standing: str) -> None:
    assert AH_ALGORITHMS[name].standing == standing
