"""Bytes that protocols add and cover: every figure was computed by hand from the document named next to it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wirerate.catalogue import PROTOCOLS
from wirerate.errors import UsageError
from wirerate.links import load, parse_link, parse_packets


def packet(protocol: str, subject: str, ip_bytes: int, version: int = 6) -> tuple[int, int]:
    """Return the bytes added to the IP packet and the bytes covered."""
    entry = load(parse_link("10G"), parse_packets(str(ip_bytes)), subject, protocol, ip_version=version).entries[0]
    return entry.sent_bytes - ip_bytes, entry.covered_bytes


@pytest.mark.parametrize(
    ("subject", "in_ipv4", "in_ipv6"),
    [  # RFC 4302 section 2.2: 12 fixed, the ICV, then padding to 4 bytes in IPv4 and 8 in IPv6
        ("hmac-md5", 24, 24),
        ("hmac-sha1", 24, 24),
        ("aes-128-cmac", 24, 24),
        ("hmac-sha256", 28, 32),
        ("aes-128-gmac", 36, 40),
    ],
)
def test_ah_sizes(subject: str, in_ipv4: int, in_ipv6: int) -> None:
    assert packet("ah", subject, 1500, 4) == (in_ipv4, 1500 + in_ipv4)
    assert packet("ah", subject, 1500, 6) == (in_ipv6, 1500 + in_ipv6)


def test_ah_on_the_wire_takes_its_share_of_ethernet() -> None:
    asked = load(parse_link("1G"), parse_packets("1476"), "hmac-md5-96", "ah")
    assert asked.needs_ns == pytest.approx((1500 + 38) * 8)
    assert asked.covered_bytes == 1500


def test_esp_tunnel() -> None:
    # Outer header 40, ESP 8, IV 8, payload + 2 padded to 4, ICV 16; covers 8 bytes of additional data and the payload.
    assert packet("esp-gcm", "aes-128-gcm", 1500) == (40 + 8 + 8 + 4 + 16, 8 + 1504)
    assert packet("esp-gcm", "aes-256-gcm", 1498, 4) == (20 + 8 + 8 + 2 + 16, 8 + 1500)
    assert packet("esp-gcm", "chacha20-poly1305", 1499, 4)[0] == 20 + 8 + 8 + 5 + 16


def test_macsec_counts_in_the_frame_and_covers_it() -> None:
    asked = load(parse_link("10G"), parse_packets("1500"), "aes-128-gcm", "macsec")
    entry = asked.entries[0]
    assert entry.sent_bytes == 1500
    assert entry.covered_bytes == 12 + 16 + 2 + 1500  # addresses, SecTAG, EtherType, packet
    assert asked.needs_ns == pytest.approx((1538 + 32) * 0.8)


def test_macsec_fills_the_minimum_frame_first() -> None:
    link = parse_link("10G")
    assert load(link, parse_packets("20"), "aes-128-gcm", "macsec").needs_ns == pytest.approx(
        (14 + 32 + 20 + 4 + 20) * 0.8
    )


def test_wireguard_pads_to_16_and_covers_the_padded_packet() -> None:
    assert packet("wireguard", "chacha20-poly1305", 1408, 4) == (60, 1408)  # 20 + 8 + 16 + 16
    assert packet("wireguard", "chacha20-poly1305", 1408, 6) == (80, 1408)
    assert packet("wireguard", "chacha20-poly1305", 1409, 4) == (60 + 15, 1424)


def test_tcp_md5_hashes_pseudo_header_header_data_and_key() -> None:
    assert packet("tcp-md5", "md5", 40, 4) == (20, 12 + 20 + 0 + 16)
    assert packet("tcp-md5", "md5", 1500, 4) == (20, 12 + 20 + 1460 + 16)
    assert packet("tcp-md5", "md5", 1500, 6) == (20, 40 + 20 + 1440 + 16)


def test_tcp_ao_covers_its_option_and_the_sequence_extension() -> None:
    assert packet("tcp-ao", "hmac-sha1", 1500, 4) == (16, 4 + 12 + 20 + 16 + 1460)
    assert packet("tcp-ao", "aes-128-cmac", 60, 6) == (16, 4 + 40 + 20 + 16)


def test_ssh_pads_to_the_cipher_block_and_macs_the_bytes_of_rfc_4253() -> None:
    # Payload 1460: 4 length + (1 + 1460 + 11 padding = 1472) + tag; HMAC also covers the sequence number (4) and length
    # (4).
    assert packet("ssh", "hmac-sha256", 1500, 4) == (4 + 12 + 32, 8 + 1472)
    assert packet("ssh", "umac-64", 1500, 4) == (4 + 12 + 8, 4 + 1472)
    assert packet("ssh", "aes-128-gcm", 1500, 4) == (4 + 12 + 16, 4 + 1472)
    # ChaCha20 pads to 8: 1 + 1460 + 11 = 1472 is a multiple of 8 and of 16; one byte less shows the difference.
    assert packet("ssh", "chacha20-poly1305", 1492, 4) == (4 + 12 + 16, 4 + 1464)
    assert packet("ssh", "aes-128-gcm", 1492, 4) == (4 + 20 + 16, 4 + 1472)


def test_no_protocol_adds_nothing() -> None:
    assert packet("none", "hmac-md5", 1500) == (0, 1500)
    assert packet("none", "umac-96", 20, 4) == (0, 20)


@pytest.mark.parametrize(("protocol", "subject"), [("tcp-md5", "md5"), ("tcp-ao", "hmac-sha1"), ("ssh", "umac-64")])
def test_a_packet_without_room_for_tcp_is_refused(protocol: str, subject: str) -> None:
    with pytest.raises(UsageError, match="59-byte packet cannot carry TCP over IPv6") as caught:
        packet(protocol, subject, 59)
    assert caught.value.fix == "use packets of at least 60 bytes"


def test_ah_in_tunnel_mode_covers_the_outer_header_and_esn_four_bytes_not_sent() -> None:
    assert packet("ah/tunnel", "hmac-sha256", 1500, 4) == (20 + 28, 1500 + 20 + 28)
    assert packet("ah/esn", "hmac-sha256", 1500, 4) == (28, 1500 + 28 + 4)


def test_macsec_without_the_sci_saves_8_bytes_and_xpn_none() -> None:
    link, mix = parse_link("10G"), parse_packets("1500")
    plain, short, xpn = (load(link, mix, "aes-128-gcm", f"macsec{form}").entries[0] for form in ("", "/no-sci", "/xpn"))
    assert (plain.wire_ns - short.wire_ns) / 0.8 == pytest.approx(8)
    assert plain.covered_bytes - short.covered_bytes == 8
    assert xpn == plain


def test_srtp_covers_the_roll_over_counter_which_is_not_sent() -> None:
    # RFC 3711 section 3.1: RTP header and payload, then the 32-bit ROC; an 80-bit tag. RFC 7714: a 128-bit tag, no ROC.
    assert packet("srtp", "aes-128-ctr-hmac-sha1", 200, 4) == (10, 200 - 28 + 4)
    assert packet("srtp", "aes-128-gcm", 200, 4) == (16, 200 - 28)


def test_dtls_records() -> None:
    # RFC 6347 section 4.1: 13 bytes of header, 8 of explicit nonce; RFC 9147 section 4: 5, and the inner type.
    assert packet("dtls-1.2", "aes-128-gcm", 1400, 4) == (13 + 8 + 16, 1400 - 28 + 13)
    assert packet("dtls-1.3", "aes-128-gcm", 1400, 4) == (5 + 1 + 16, 1400 - 28 + 1 + 5)


def test_quic_seals_as_its_appendix_does() -> None:
    """RFC 9001 appendix A.5: 1 byte of payload after a header of 4 becomes 21; the header assumed here has 11."""
    added, covered = packet("quic", "chacha20-poly1305", 28 + 1, 4)
    assert (1 + added, covered) == (21 - 4 + 11, 1 + 11)


@pytest.mark.parametrize(("protocol", "subject"), [("quic", "aes-128-gcm"), ("srtp", "aes-128-gcm")])
def test_a_packet_without_room_for_udp_is_refused(protocol: str, subject: str) -> None:
    with pytest.raises(UsageError, match="27-byte packet cannot carry UDP over IPv4"):
        packet(protocol, subject, 27, 4)


def test_transport_mode_takes_any_packet_with_a_header() -> None:
    assert packet("esp-gcm/transport", "aes-128-gcm", 20, 4) == (8 + 8 + 4 + 16, 8 + 4)


CARRIED = [(name, algorithm) for name, row in PROTOCOLS.items() for algorithm in row.algorithms]


@given(st.sampled_from(CARRIED), st.integers(60, 9000), st.sampled_from([4, 6]))
def test_protection_adds_something_bounded_and_covers_the_payload(
    carried: tuple[str, str], ip_bytes: int, version: int
) -> None:
    link = parse_link("10G")
    entry = load(link, parse_packets(str(ip_bytes)), carried[1], carried[0], ip_version=version).entries[0]
    assert entry.wire_ns > link.wire_ns(ip_bytes) or ip_bytes < 46
    assert 0 <= entry.sent_bytes - ip_bytes <= 120
    assert entry.covered_bytes >= ip_bytes - 60
