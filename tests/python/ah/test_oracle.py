"""Signed packets equal the oracle's, its packets verify, and only flips of mutable bits are accepted."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wirerate.authenticators.ah import Mac, SecurityAssociation
from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS

from . import oracle, packets

SPI = 0x1000
every_algorithm = pytest.mark.parametrize("algorithm", AH_ALGORITHMS)


def association(algorithm: str, **how: object) -> SecurityAssociation:
    return SecurityAssociation(SPI, Mac(algorithm, oracle.key_for(algorithm)), **how)  # type: ignore[arg-type]


@every_algorithm
@settings(max_examples=60, deadline=None)
@given(found=st.lists(packets.unsigned_packets(), min_size=1, max_size=6))
def test_sign_and_verify_are_the_oracles(algorithm: str, found: list[tuple[bytes, int, int]]) -> None:
    generation = AH_ALGORITHMS[algorithm].generation
    sender, receiver = (association(algorithm, generation=generation) for _ in range(2))
    signed = sender.sign([packet for packet, _, _ in found])
    for n, ((packet, at, next_at), result) in enumerate(zip(found, signed, strict=True), start=1):
        expected = oracle.sign(
            packet, algorithm, oracle.key_for(algorithm), spi=SPI, sequence=n, at=at, next_at=next_at,
            generation=generation,
        )  # fmt: skip
        assert result.packet == expected
    verified = receiver.verify([result.packet or b"" for result in signed])
    assert [result.packet for result in verified] == [packet for packet, _, _ in found]


@pytest.mark.parametrize("generation", ["4302", "1826"])
@given(packet=packets.unsigned_packets(), data=st.data())
@settings(max_examples=200, deadline=None)
def test_a_flipped_bit_is_accepted_only_where_the_oracle_takes_zero(
    generation: str, packet: tuple[bytes, int, int], data: st.DataObject
) -> None:
    original, at, _ = packet
    algorithm = "keyed-md5" if generation == "1826" else "hmac-md5-96"
    signed = association(algorithm, generation=generation).sign([original])[0].packet or b""
    bit = data.draw(st.integers(0, 8 * len(signed) - 1))
    changed = bytearray(signed)
    changed[bit // 8] ^= 1 << bit % 8
    result = association(algorithm, generation=generation).verify([bytes(changed)])[0]
    fixed = 8 if generation == "1826" else 12
    if at + fixed <= bit // 8 < at + fixed + oracle.ICV_BYTES[algorithm]:
        assert result.reason == "bad-icv"  # the oracle zeroes the ICV
        return
    if result.ok:
        assert oracle.covered(bytes(changed), algorithm, generation) == oracle.covered(signed, algorithm, generation)
    elif result.reason == "bad-icv":
        assert oracle.covered(bytes(changed), algorithm, generation) != oracle.covered(signed, algorithm, generation)


@pytest.mark.parametrize(
    ("algorithm", "ah"),
    [
        ("hmac-md5-96", "110400000000100000000001212b485ed04fccfdb704fcc4"),
        ("hmac-sha1-96", "110400000000100000000001b92ada1ecd0a6df56932857b"),
        ("hmac-sha2-256-128", "110600000000100000000001923c22173d2deff2a97228da6044e57500000000"),
    ],
)
def test_worked_example(algorithm: str, ah: str) -> None:
    signed = association(algorithm).sign([packets.WORKED])[0].packet or b""
    assert signed[40 : 40 + len(ah) // 2].hex() == ah
    assert signed[:8].hex() == f"6b812345{40 + len(ah) // 2:04x}3340"


@pytest.mark.parametrize("length", [1, 16, 55, 56, 63, 64, 65, 119, 120, 128, 256])
@pytest.mark.parametrize("implementation", ["wirerate", "openssl"])
def test_keyed_md5_takes_keys_of_any_length(length: int, implementation: str) -> None:
    key = bytes(range(length % 251)) + bytes(length - length % 251)
    sa = SecurityAssociation(SPI, Mac("keyed-md5", key, implementation), generation="1826")
    signed = sa.sign([packets.WORKED])[0].packet or b""
    zeroed = bytearray(signed[:48] + bytes(16) + signed[64:])
    zeroed[7] = 0
    fill = b"\x80" + bytes((55 - length) % 64) + (8 * length).to_bytes(8, "little")
    assert signed[48:64] == hashlib.md5(key + fill + bytes(zeroed) + key).digest()
    assert signed[40:48].hex() == "1104000000001000"


@pytest.mark.parametrize("algorithm", ["keyed-md5", "hmac-md5-96"])
@given(lengths=st.lists(st.integers(1, 3000), min_size=1, max_size=300))
@settings(max_examples=20, deadline=None)
def test_a_batch_is_its_packets_one_by_one(algorithm: str, lengths: list[int]) -> None:
    generation = AH_ALGORITHMS[algorithm].generation
    plain = [packets.ipv6(bytes((n + i) % 256 for i in range(length))) for n, length in enumerate(lengths)]
    together = association(algorithm, generation=generation).sign(plain)
    other = SecurityAssociation(SPI, Mac(algorithm, oracle.key_for(algorithm), "openssl"), generation=generation)
    assert together == [other.sign([packet])[0] for packet in plain]


def test_explicit_padding_is_covered_as_received() -> None:
    algorithm = "hmac-sha2-512-256"  # 12 + 32 bytes, padded to 48
    key = oracle.key_for(algorithm)
    signed = bytearray(oracle.sign(packets.WORKED, algorithm, key, spi=SPI, sequence=1, at=40, next_at=6))
    signed[84:88] = b"\xde\xad\xbe\xef"
    assert association(algorithm).verify([bytes(signed)])[0].reason == "bad-icv"
    signed[52:84] = oracle.tag(algorithm, key, oracle.covered(bytes(signed), algorithm, "4302"))
    assert association(algorithm).verify([bytes(signed)])[0].ok


def test_reserved_field_is_covered_and_otherwise_ignored() -> None:
    key = oracle.key_for("hmac-md5-96")
    signed = bytearray(association("hmac-md5-96").sign([packets.WORKED])[0].packet or b"")
    signed[42:44] = b"\xbe\xef"
    assert association("hmac-md5-96").verify([bytes(signed)])[0].reason == "bad-icv"
    signed[52:64] = oracle.tag("hmac-md5-96", key, oracle.covered(bytes(signed), "hmac-md5-96", "4302"))
    assert association("hmac-md5-96").verify([bytes(signed)])[0].ok


def test_left_over_fragment_header_is_skipped_or_covered() -> None:
    key = oracle.key_for("hmac-md5-96")
    plain = packets.chain([(44, packets.ATOMIC_FRAGMENT)], 17, b"payload of a packet")
    header = bytes.fromhex("1104000000001000000000010000000000000000000000000000")[:24]
    with_ah = bytearray(plain[:48] + header + plain[48:])
    with_ah[40] = 51
    with_ah[4:6] = (len(with_ah) - 40).to_bytes(2, "big")
    for skip in (True, False):
        data = oracle.covered(bytes(with_ah), "hmac-md5-96", "4302", skip_fragment=skip)
        with_ah[60:72] = oracle.tag("hmac-md5-96", key, data)
        for cover in (True, False):
            result = association("hmac-md5-96", cover_fragment=cover).verify([bytes(with_ah)])[0]
            assert result.reason == ("ok" if cover != skip else "bad-icv")


@every_algorithm
def test_tunnel(algorithm: str) -> None:
    key, ends = oracle.key_for(algorithm), ("fd00::1", "fd00::2")
    generation = AH_ALGORITHMS[algorithm].generation
    signed = association(algorithm, tunnel=ends, generation=generation).sign([packets.WORKED])[0].packet or b""
    outer = packets.ipv6(packets.WORKED, 41, first=0x6B800000)
    outer = outer[:8] + bytes.fromhex("fd000000000000000000000000000001fd000000000000000000000000000002") + outer[40:]
    assert signed == oracle.sign(outer, algorithm, key, spi=SPI, sequence=1, at=40, next_at=6, generation=generation)
    receiver = association(algorithm, tunnel=ends, generation=generation)
    assert receiver.verify([signed])[0].packet == packets.WORKED


@pytest.mark.parametrize("algorithm", ["hmac-md5-96", "hmac-sha2-256-128", "aes-xcbc-96", "aes-cmac-96"])
def test_extended_sequence_numbers_over_the_wrap(algorithm: str) -> None:
    start = 0x2_FFFF_FFFD
    sender = association(algorithm, esn=True, sequence=start)
    receiver = association(algorithm, esn=True)
    receiver.highest = start
    signed = sender.sign([packets.WORKED] * 6)
    for n, result in enumerate(signed, start=1):
        assert result.packet == oracle.sign(
            packets.WORKED,
            algorithm,
            oracle.key_for(algorithm),
            spi=SPI,
            sequence=start + n,
            at=40,
            next_at=6,
            esn=True,
        )
    assert [r.sequence for r in receiver.verify([r.packet or b"" for r in signed])] == [start + n for n in range(1, 7)]
