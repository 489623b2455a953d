"""Refused packets get a reason, the same alone and in a batch, and nothing is changed."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wirerate.authenticators.ah import REASONS, Mac, SecurityAssociation, reason_text
from wirerate.errors import MissingError, UsageError

from . import oracle, packets

SPI = 0x1000
KEY = bytes(range(16))
ROUTING_LEFT = bytes([0, 1]) + packets.ROUTING_DONE[2:]
SEGMENT_ROUTING = bytes([4, 0]) + packets.ROUTING_DONE[2:]
TUNNEL = ("fd00::1", "fd00::2")


def association(**how: object) -> SecurityAssociation:
    return SecurityAssociation(SPI, Mac("hmac-md5-96", KEY), **how)  # type: ignore[arg-type]


def signed(packet: bytes = packets.WORKED, **how: object) -> bytes:
    found = association(**how).sign([packet])[0].packet
    assert found is not None
    return found


def ah_in(headers: list[tuple[int, bytes]], ah: bytes = b"") -> bytes:
    """Return a packet with AH after these headers; its ICV is wrong."""
    return packets.chain(headers, 51, ah or bytes.fromhex("110400000000100000000001") + bytes(12) + b"payload")


LONG = packets.options(*[packets.option(1, bytes(253))] * 7)

VERIFIED = {
    "empty": (b"", "truncated"),
    "one byte": (b"\x60", "truncated"),
    "IPv4": (b"\x45" + bytes(39), "not-ipv6"),
    "no headers at all": (packets.ipv6(b"", 59), "no-ah"),
    "Payload Length 0 before TCP": (packets.ipv6(b"", 6) + b"more", "no-payload"),
    "Payload Length 0 before AH": (packets.ipv6(b"", 51) + bytes(24), "no-payload"),
    "jumbogram": (packets.ipv6(b"", 0) + bytes.fromhex("3300c20400020000") + bytes(100), "jumbogram"),
    "Payload Length beyond the packet": (packets.ipv6(bytes(24), 51)[:4] + b"\xff\xff" + signed()[6:], "truncated"),
    "upper layer without AH": (packets.WORKED, "no-ah"),
    "ESP": (packets.ipv6(bytes(40), 50), "no-ah"),
    "an unknown header": (packets.ipv6(bytes(40), 253), "no-ah"),
    "hop-by-hop behind another": (ah_in([(60, packets.options()), (0, packets.options())]), "misplaced-header"),
    "hop-by-hop twice": (ah_in([(0, packets.options())] * 2), "misplaced-header"),
    "a header cut by its packet": (packets.ipv6(b"\x33\x00\x01\x02", 60), "truncated"),
    "a header longer than its packet": (packets.ipv6(bytes([51, 200]) + bytes(62), 60), "truncated"),
    "an option past its header": (ah_in([(60, bytes([0x1E, 5, 0, 0, 0, 0]))]), "bad-option"),
    "an option without length": (ah_in([(60, bytes([0, 0, 0, 0, 0, 0x1E]))]), "bad-option"),
    "routing with segments left": (ah_in([(43, ROUTING_LEFT)]), "routing-unfinished"),
    "segment routing": (ah_in([(43, SEGMENT_ROUTING)]), "routing-unfinished"),
    "a fragment with offset": (ah_in([(44, b"\0\x08" + bytes(4))]), "fragment"),
    "a first fragment": (ah_in([(44, b"\0\x01" + bytes(4))]), "fragment"),
    "two fragment headers": (ah_in([(44, packets.ATOMIC_FRAGMENT)] * 2), "fragment"),
    "AH cut by its packet": (packets.ipv6(bytes.fromhex("1104000000001000") + bytes(8), 51), "truncated"),
    "AH of less than 8 bytes": (packets.ipv6(bytes.fromhex("110400000000"), 51), "truncated"),
    "AH too short for the ICV": (packets.ipv6(bytes.fromhex("1102000000001000") + bytes(40), 51), "bad-ah-length"),
    "AH of length 0": (packets.ipv6(bytes.fromhex("1100000000001000") + bytes(40), 51), "bad-ah-length"),
    "AH of 28 bytes": (packets.ipv6(bytes.fromhex("1105000000001000") + bytes(40), 51), "bad-ah-length"),
    "AH of 1028 bytes in 60": (packets.ipv6(bytes.fromhex("11fe000000001000") + bytes(40), 51), "truncated"),
    "another SPI": (packets.ipv6(bytes.fromhex("110400000000100100000001") + bytes(40), 51), "wrong-spi"),
    "sequence number 0": (packets.ipv6(bytes.fromhex("110400000000100000000000") + bytes(40), 51), "replayed"),
    "a zero ICV": (packets.ipv6(bytes.fromhex("110400000000100000000002") + bytes(40), 51), "bad-icv"),
    "headers beyond what is taken": (ah_in([(60, LONG)] * 3), "headers-too-long"),
}  # fmt: skip


@pytest.mark.parametrize("name", VERIFIED)
def test_verify_refuses(name: str) -> None:
    packet, reason = VERIFIED[name]
    receiver = association()
    good = signed()
    results = receiver.verify([packet, good, packet])
    assert [result.reason for result in results] == [reason, "ok", reason]
    assert (receiver.highest, results[0].packet) == (1, None)


SIGNED = {
    "fragment": (packets.chain([(44, b"\0\x08" + bytes(4))], 17, b"part"), "fragment", {}),
    "atomic fragment": (packets.chain([(44, packets.ATOMIC_FRAGMENT)], 17, b"part"), "fragment", {}),
    "routing with segments left": (packets.chain([(43, ROUTING_LEFT)], 17, b"data"), "routing-unfinished", {}),
    "IPv4": (b"\x45" + bytes(60), "not-ipv6", {}),
    "cut short": (packets.WORKED[:-1], "truncated", {}),
    "too big with AH": (packets.ipv6(bytes(65535 - 23)), "too-big", {}),
    "too big in a tunnel": (packets.ipv6(bytes(65535 - 63)), "too-big", {"tunnel": TUNNEL}),
    "IPv4 in a tunnel": (b"\x45" + bytes(60), "not-ipv6", {"tunnel": TUNNEL}),
    "the last sequence number sent": (packets.WORKED, "sequence-used-up", {"sequence": 0xFFFFFFFF}),
    "the last extended one sent": (packets.WORKED, "sequence-used-up", {"sequence": (1 << 64) - 1, "esn": True}),
}  # fmt: skip


@pytest.mark.parametrize("name", SIGNED)
def test_sign_refuses(name: str) -> None:
    packet, reason, how = SIGNED[name]
    sender = association(**how)
    before = sender.sequence
    assert [result.reason for result in sender.sign([packet])] == [reason]
    assert sender.sequence == before


@pytest.mark.parametrize("size", [65535 - 24, 1, 0])
def test_sign_takes_the_largest_and_the_smallest(size: int) -> None:
    packet = packets.ipv6(bytes(size), 17 if size else 59)
    assert association().verify([signed(packet)])[0].packet == packet


@pytest.mark.parametrize("how", [{}, {"esn": True}, {"tunnel": TUNNEL}])
def test_truncation_at_every_byte(how: dict[str, object]) -> None:
    packet = packets.chain(
        [(0, packets.options(packets.option(0x3E, b"abc"))), (43, packets.ROUTING_DONE)], 17, b"some payload"
    )
    whole = signed(packet, **how)
    receiver = association(**how)
    for length in range(len(whole)):
        assert receiver.verify([whole[:length]])[0].reason == "truncated"
        cut = bytearray(whole[:length])
        if length > 40:  # the same with a Payload Length that agrees
            cut[4:6] = struct.pack(">H", length - 40)
            assert not receiver.verify([bytes(cut)])[0].ok
    assert receiver.verify([whole])[0].ok


def test_a_hundred_headers() -> None:
    headers = [(60, packets.options(packets.option(0x3E, b"xy")))] * 100
    plain = packets.chain(headers, 17, b"payload")
    ready = oracle.sign(plain, "hmac-md5-96", KEY, spi=SPI, sequence=1, at=840, next_at=832)
    assert association().verify([ready])[0].packet == plain
    assert association().verify([signed(plain)])[0].packet == plain


@settings(max_examples=400, deadline=None)
@given(data=st.binary(max_size=200), first=st.sampled_from([b"", packets.WORKED[:40], signed()[:56]]))
def test_random_bytes_get_a_reason(data: bytes, first: bytes) -> None:
    for how in ({}, {"tunnel": TUNNEL}, {"esn": True}, {"generation": "1826"}):
        result = association(**how).verify([first + data])[0]
        assert result.reason in REASONS[1:]
        assert result.packet is None


def test_a_link_s_padding_is_ignored() -> None:
    assert association().verify([signed() + bytes(6)])[0].packet == packets.WORKED


def test_inner_packet_of_a_tunnel() -> None:
    whole = signed(tunnel=TUNNEL)
    lying = bytearray(whole)
    lying[64 + 5] += 1  # the inner Payload Length
    assert association(tunnel=TUNNEL).verify([bytes(lying)])[0].reason == "bad-inner"
    assert association(tunnel=TUNNEL).verify([signed()])[0].reason == "bad-inner"  # transport mode


def test_generations_are_not_compatible() -> None:
    old = SecurityAssociation(SPI, Mac("keyed-md5", KEY), generation="1826").sign([packets.WORKED])[0].packet
    assert old is not None
    assert association().verify([old])[0].reason == "bad-icv"  # same length byte, other layout
    first = SecurityAssociation(SPI, Mac("keyed-md5", KEY), generation="1826")
    assert first.verify([signed()])[0].reason == "bad-icv"


def test_whole_option_zeroed_is_the_first_generation_only() -> None:
    plain = packets.chain([(0, packets.options(packets.option(0x3E, b"abc")))], 17, b"payload")
    old = SecurityAssociation(SPI, Mac("keyed-md5", KEY), generation="1826").sign([plain])[0].packet
    assert old is not None
    changed = bytearray(old)
    changed[44] ^= 1  # in the option's data
    receiver = SecurityAssociation(SPI, Mac("keyed-md5", KEY), generation="1826")
    assert receiver.verify([bytes(changed)])[0].ok
    changed[42] ^= 0x81  # its type, still mutable
    assert receiver.verify([bytes(changed)])[0].ok
    mine = bytearray(signed(plain))
    mine[42] ^= 0x81
    assert association().verify([bytes(mine)])[0].reason == "bad-icv"


@pytest.mark.parametrize(("algorithm", "exact"), [(a, n) for a, n in oracle.KEY_BYTES.items() if a != "keyed-md5"])
def test_keys_of_another_length(algorithm: str, exact: int) -> None:
    for length in (0, exact - 1, exact + 1):
        with pytest.raises(UsageError, match=f"exactly {exact} bytes"):
            Mac(algorithm, bytes(length))
    with pytest.raises(MissingError, match="1 to 256"):
        Mac("keyed-md5", bytes(257))


def test_contradictions() -> None:
    for spi in (0, 255):
        with pytest.raises(UsageError, match="reserved"):
            SecurityAssociation(spi, Mac("hmac-md5-96", KEY))
    with pytest.raises(UsageError, match="no sequence numbers"):
        association(generation="1826", window=64)
    with pytest.raises(UsageError, match="at least 64"):
        association(window=63)
    with pytest.raises(UsageError, match="4303") as caught:
        association(generation="4303")
    assert caught.value.fix == "did you mean 4302?"


def test_every_reason_has_a_line() -> None:
    assert len(set(REASONS)) == len({reason_text(reason) for reason in REASONS}) == len(REASONS)
