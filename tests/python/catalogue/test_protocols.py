from __future__ import annotations

import msgspec
import pytest

from wirerate.authenticators.subjects import ALGORITHMS
from wirerate.catalogue import PROTOCOLS, Layout, Permission, Protocol, protocol
from wirerate.errors import UsageError

CONTROL = "tcp-ao tcp-md5 ldp ospf isis rip bfd radius snmpv3 ntp".split()
HASHES = ("sha1", "sha256", "sha384", "sha512")
ROWS = [(name, algorithm) for name, row in PROTOCOLS.items() for algorithm in row.algorithms]


def test_the_protocols_that_can_be_asked_for() -> None:
    assert set(PROTOCOLS) == {
        *"none ah esp-gcm esp-null-gmac macsec wireguard ssh".split(),
        *(f"esp-{cipher}-hmac-{hashed}" for cipher in ("cbc", "ctr", "null") for hashed in HASHES),
        "esp-null-hmac-md5",
        *"tls-1.2 tls-1.3 dtls-1.2 dtls-1.3 quic srtp".split(),
        *CONTROL,
    }
    assert protocol(None) is protocol("none")


@pytest.mark.parametrize("name", PROTOCOLS)
def test_every_protocol_cites_where_its_bytes_come_from(name: str) -> None:
    row = protocol(name)
    assert row.name == name
    assert row.title
    assert row.source
    assert row.state
    assert row.any_algorithm == (name == "none")
    assert {row.elsewhere, row.beside} <= {"", *PROTOCOLS}


@pytest.mark.parametrize(("name", "algorithm"), ROWS)
def test_every_row_is_complete(name: str, algorithm: str) -> None:
    row = PROTOCOLS[name].algorithms[algorithm]
    facts = ALGORITHMS[algorithm]
    assert row.source
    assert len(row.date) == 7
    assert row.tag_bits % 8 == 0
    assert row.tag_bits == facts.tag_bytes * 8 or (facts.truncatable and row.tag_bits < facts.tag_bytes * 8)
    assert set(row.layout) <= set(Layout.__struct_fields__)
    assert row.kind in ("", "mac")


@pytest.mark.parametrize(("name", "algorithm"), ROWS)
def test_every_choice_has_its_configuration(name: str, algorithm: str) -> None:
    row = PROTOCOLS[name].algorithms[algorithm]
    legacy = row.forbidden or row.unavailable or (algorithm == "hmac-md5" and name != "radius")
    assert bool(row.config) != bool(legacy)


def test_forbidden_means_must_not_or_obsolete() -> None:
    forbidden = {(name, algorithm) for name, algorithm in ROWS if PROTOCOLS[name].algorithms[algorithm].forbidden}
    esp = ("esp-null-hmac-md5", "hmac-md5")
    assert forbidden == {("ah", "hmac-md5"), esp, ("tcp-md5", "md5"), ("ldp", "md5"), ("ntp", "md5")}


def test_only_keyed_digests_keep_no_keyed_state() -> None:
    assert [name for name, row in PROTOCOLS.items() if not row.keeps_state] == ["tcp-md5", "ldp", "bfd"]
    assert "last" in protocol("tcp-md5").state


def test_layouts_of_one_algorithm_override_the_protocol() -> None:
    ssh = protocol("ssh")
    assert ssh.layout_for("hmac-sha256").covered_extra == 8
    assert ssh.layout_for("umac-64").covered_extra == 4
    assert ssh.layout_for("hmac-sha256").inner_align == ssh.layout.inner_align


def test_an_unknown_protocol_names_the_nearest() -> None:
    with pytest.raises(UsageError) as caught:
        protocol("mac-sec")
    assert caught.value.fix == "did you mean macsec?"


@pytest.mark.parametrize("kind", [Protocol, Permission, Layout])
def test_a_misspelt_field_in_the_catalogue_is_an_error(kind: type) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"unknown field|missing required"):
        msgspec.toml.decode(b"levle = 'MUST'", type=kind)


@pytest.mark.parametrize("hashed", HASHES)
def test_a_pair_of_esp_has_the_weaker_requirement_of_its_two(hashed: str) -> None:
    """RFC 8221 section 5 requires CBC with 128 and 256 bits, permits 192, and lacks CTR; section 6 has the MACs."""
    mac = {"sha1": "MUST-", "sha256": "MUST", "sha384": "NOT LISTED", "sha512": "SHOULD"}[hashed]
    cbc = PROTOCOLS[f"esp-cbc-hmac-{hashed}"].algorithms
    assert cbc[f"aes-128-cbc-hmac-{hashed}"].level == cbc[f"aes-256-cbc-hmac-{hashed}"].level == mac
    assert cbc[f"aes-192-cbc-hmac-{hashed}"].level == ("NOT LISTED" if mac == "NOT LISTED" else "MAY")
    assert {facts.level for facts in PROTOCOLS[f"esp-ctr-hmac-{hashed}"].algorithms.values()} == {"NOT LISTED"}
    assert PROTOCOLS[f"esp-null-hmac-{hashed}"].algorithms[f"hmac-{hashed}"].level == mac


def test_variants_are_named_behind_slashes_and_change_layout_title_and_line() -> None:
    plain, both = protocol("esp-gcm"), protocol("esp-gcm/esn/transport")
    assert both.name == "esp-gcm/transport/esn"  # in a fixed order, whatever the user typed
    assert "transport mode" in both.title
    assert "RFC 3948" not in both.source
    assert "RFC 4303 section 3.1.1" in both.source
    assert both.layout_for("aes-128-gcm").strips_ip
    assert not plain.layout_for("aes-128-gcm").strips_ip
    assert both.algorithms["aes-128-gcm"].config.endswith("mode = transport; -esn added to the proposal")
    assert protocol("macsec/xpn").algorithms["aes-256-gcm"].config.endswith("cipher gcm-aes-xpn-256 encrypt on")


@pytest.mark.parametrize(
    ("name", "message", "fix"),
    [
        ("esp-gcm/transprt", "unknown variant of esp-gcm 'transprt'", "did you mean transport?"),
        ("esp-gcm/esn/esn", "variant esn is typed twice", "name esn once"),
        ("wireguard/tunnel", "wireguard has no variants", "type --protocol wireguard"),
        ("", "the protocol's name is empty", "type --protocol none"),
        (" ", "the protocol's name is empty", "wirerate list protocols"),
    ],
)
def test_an_unknown_variant_is_an_error(name: str, message: str, fix: str) -> None:
    with pytest.raises(UsageError, match=message) as caught:
        protocol(name)
    assert fix in caught.value.fix


def test_the_control_plane_is_judged_by_messages_with_a_rate_and_its_source() -> None:
    assert {name for name, row in PROTOCOLS.items() if row.messages} == set(CONTROL)
    for name in CONTROL:
        usual = PROTOCOLS[name].messages
        assert usual is not None
        assert usual.rate > 0
        assert usual.what
        assert usual.usual
        assert usual.source
