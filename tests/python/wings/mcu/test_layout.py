"""Computed message lengths compared with real ones: certificates with DER, TLS 1.3 with OpenSSL to the byte, DTLS 1.2
with emulated boards, DTLS 1.3 with published sums."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from wirerate.catalogue.schemes import EXCHANGES, SIGNATURES
from wirerate.wings.mcu.layout import (
    DTLS12,
    DTLS13,
    FRAME,
    IPV6,
    MTU,
    TLS13,
    UDP,
    Handshake13,
    PlannedMessage,
    certificate,
    code_points,
    extension,
    frames,
    hello,
    messages_12,
    messages_13,
    on_wire,
    pack,
    signed,
)
from wirerate.wings.mcu.setups import CLIENT, SERVER, SIDES
from wirerate.wings.mcu.store import stored_handshakes

ECDSA = SIGNATURES["ecdsa-p256"]
PAIRS = [(exchange, signature) for exchange in EXCHANGES for signature in SIGNATURES]


def dtls(exchange: str, signature: str, *, mutual: bool = True, cookie: bool = False) -> list[PlannedMessage]:
    return messages_13(Handshake13(EXCHANGES[exchange], SIGNATURES[signature], mutual, cookie))


# ---- certificates ----


def real(side: str, algorithm: str) -> tuple[bytes, bytes]:
    """Return a certificate of credentials.py's shape with an algorithm's key, as DER, and the key as PEM."""
    pytest.importorskip("cryptography")
    from cryptography.hazmat.primitives.asymmetric import ec, ed25519
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    from wirerate.wings.mcu.lab import credentials

    def made() -> Any:
        if algorithm == "ecdsa-p256":
            return ec.generate_private_key(ec.SECP256R1())
        if algorithm == "ed25519":
            return ed25519.Ed25519PrivateKey.generate()
        module = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.mldsa")
        return getattr(module, f"MLDSA{algorithm[-2:]}PrivateKey").generate()

    key = made()
    der = credentials.sign_certificate(credentials.NAMES[side], key, made())
    return der, key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def signature_of(der: bytes) -> int:
    from cryptography import x509

    return len(x509.load_der_x509_certificate(der).signature)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("algorithm", ["ecdsa-p256", "ed25519", "ml-dsa-44", "ml-dsa-65", "ml-dsa-87"])
def test_a_certificate_by_its_parts_is_as_long_as_a_real_one(side: str, algorithm: str) -> None:
    der, _ = real(side, algorithm)
    parts = certificate(side, SIGNATURES[algorithm], signature_of(der))
    assert parts.bytes == len(der)
    assert parts.key == SIGNATURES[algorithm].public_key
    assert SIGNATURES[algorithm].signature_least <= parts.signature <= SIGNATURES[algorithm].signature


# ---- TLS 1.3 against OpenSSL ----

_REAL = {"secp256r1": "P-256", "ml-kem-512": "MLKEM512", "x25519mlkem768": "X25519MLKEM768"}
_CLIENT_HELLO, _CERTIFICATE_REQUEST, _CERTIFICATE_VERIFY, _TICKET = 1, 13, 15, 4
_TYPES = {
    **{1: "ClientHello", 2: "ServerHello", 8: "EncryptedExtensions", 11: "Certificate", 13: "CertificateRequest"},
    **{15: "CertificateVerify", 20: "Finished"},
}
_COMPATIBLE_SESSION = 32  # RFC 8446 appendix D.4: a fake session identifier, and a record of 6 bytes without effect
_CHANGE_CIPHER_SPEC = 6


def extensions(message: bytes, at: int) -> dict[int, bytes]:
    """Return the extensions of a message whose list starts at that offset."""
    end = at + 2 + int.from_bytes(message[at : at + 2])
    at += 2
    found = {}
    while at < end:
        size = int.from_bytes(message[at + 2 : at + 4])
        found[int.from_bytes(message[at : at + 2])] = message[at + 4 : at + 4 + size]
        at += 4 + size
    return found


@pytest.mark.parametrize(
    ("exchange", "algorithm"),
    [("secp256r1", "ecdsa-p256"), ("x25519mlkem768", "ecdsa-p256"), ("ml-kem-512", "ml-dsa-44")],
)
def test_tls_1_3_equals_openssl_to_the_byte(exchange: str, algorithm: str) -> None:
    """Leave out OpenSSL's additions: older extensions, other algorithms, middlebox compatibility, tickets."""
    from tests.python.wings.mcu.openssl_tls13 import handshake

    der, key = real(SERVER, algorithm)
    told = handshake(_REAL[exchange], der, key)
    said = [(side, message) for side, message in told.messages if message[0] != _TICKET]
    asked = Handshake13(EXCHANGES[exchange], SIGNATURES[algorithm], datagrams=False)
    ours = messages_13(asked)
    assert [(side, _TYPES[message[0]]) for side, message in said] == [(each.side, each.name) for each in ours]
    expected = []
    for own, (side, message) in zip(ours, said, strict=True):
        body = own.body
        if message[0] == _CLIENT_HELLO:
            offered = extensions(message, 4 + 2 + 32 + 1 + 32 + 2 + 2 * _suites(message) + 2)
            groups, algorithms = (len(offered[each]) // 2 - 1 for each in (10, 13))
            kept = {10: code_points(groups), 13: code_points(algorithms), 43: 4 + len(offered[43])}
            kept[51] = extension(2 + 2 + 2 + EXCHANGES[exchange].client)
            assert kept == {number: 4 + len(offered[number]) for number in kept}
            more = [4 + len(each) for number, each in offered.items() if number not in kept]
            body = hello(CLIENT, [*kept.values(), *more], suites=_suites(message), session=_COMPATIBLE_SESSION)
        elif own.name == "ServerHello":
            body += _COMPATIBLE_SESSION
        elif message[0] == _CERTIFICATE_REQUEST:
            body = 1 + 2 + sum(extension(len(each)) for each in extensions(message, 5).values())
        elif own.name == "Certificate":
            body += len(der) - certificate(side, asked.signature).bytes  # both ends show the server's
        elif message[0] == _CERTIFICATE_VERIFY:
            body = signed(int.from_bytes(message[6:8]))
            assert asked.signature.signature_least <= body - signed(0) <= asked.signature.signature
        assert len(message) == TLS13.header + body, own.name
        expected.append(replace(own, body=body))
    tickets = sum(TLS13.sealed + len(message) for _, message in told.messages if message[0] == _TICKET)
    records = on_wire(pack(expected, TLS13))
    assert sum(told.sent.values()) == records + 2 * _CHANGE_CIPHER_SPEC + tickets


def _suites(client_hello: bytes) -> int:
    return int.from_bytes(client_hello[4 + 2 + 32 + 1 + 32 :][:2]) // 2


# ---- DTLS ----


@pytest.mark.parametrize(("name", "mutual"), [("ECDHE-ECDSA", True), ("server certificate only", False)])
def test_dtls_1_2_equals_the_emulated_boards(name: str, mutual: bool) -> None:
    emulated = stored_handshakes()[name, "cortex-m4", "-O2", "3.6"]
    composed = pack(messages_12(mutual), DTLS12)
    assert [(part.message.side, part.message.name) for each in composed for part in each] == [
        (message.side, message.name) for message in emulated.messages
    ]
    longest = {
        (part.message.side, part.message.name, part.message.flight): part.bytes for each in composed for part in each
    }
    spread = ECDSA.signature - ECDSA.signature_least  # variation of three signatures
    for (key, own), message in zip(longest.items(), emulated.messages, strict=True):
        assert message.bytes <= own <= message.bytes + spread, key
    assert emulated.datagrams == len(composed)
    assert on_wire(composed) == pytest.approx(emulated.bytes, rel=0.005)


@pytest.mark.parametrize(
    ("exchange", "signature", "server", "both"),
    [
        ("secp256r1", "ecdsa-p256", 934, 1450),
        ("ml-kem-512", "ecdsa-p256", 2372, 2888),
        ("x25519mlkem768", "ecdsa-p256", 3165, 3681),
        ("ml-kem-512", "ml-dsa-44", 8445, 15034),
        ("ml-kem-768", "ml-dsa-65", 11618, 20651),
        ("ml-kem-768", "slh-dsa-sha2-128s", 18948, 35311),
    ],
)
def test_dtls_1_3_beside_sums_that_another_made(exchange: str, signature: str, server: int, both: int) -> None:
    """The published sums have no ACK, and another form of certificate without an alternative name."""
    for mutual, sum_of_another in ((False, server), (True, both)):
        said = [each for each in dtls(exchange, signature, mutual=mutual) if each.name != "ACK"]
        assert on_wire(pack(said, DTLS13)) == pytest.approx(sum_of_another, rel=0.02)


def test_a_cookie_round_repeats_the_hello() -> None:
    bare, asked = dtls("ml-kem-512", "ml-dsa-44"), dtls("ml-kem-512", "ml-dsa-44", cookie=True)
    assert [each.name for each in asked][:3] == ["ClientHello", "HelloRetryRequest", "ClientHello"]
    assert asked[2].body - asked[0].body == asked[1].body - hello(SERVER, [extension(2)])  # sent both ways
    assert on_wire(pack(asked, DTLS13)) > on_wire(pack(bare, DTLS13)) + asked[0].body


@pytest.mark.parametrize(("exchange", "signature"), PAIRS)
@pytest.mark.parametrize("mtu", [200, 1280, 9000])
def test_no_datagram_is_too_long_and_every_message_is_carried_whole(exchange: str, signature: str, mtu: int) -> None:
    said = dtls(exchange, signature, cookie=True)
    sent = pack(said, DTLS13, mtu)
    assert max(sum(part.bytes for part in each) for each in sent) <= mtu - IPV6 - UDP
    assert {part.message.flight for part in sent[0]} == {1}
    for message in said:
        parts = [part for each in sent for part in each if part.message is message]
        headers = (DTLS13.sealed if message.sealed else DTLS13.plain) + (DTLS13.header if message.handshake else 0)
        assert sum(part.bytes - headers for part in parts) == message.body
    assert all(len({part.message.flight for part in each}) == 1 for each in sent)


@pytest.mark.parametrize(("exchange", "signature"), PAIRS)
def test_tls_over_tcp_needs_no_more_bytes_than_datagrams(exchange: str, signature: str) -> None:
    stream = messages_13(Handshake13(EXCHANGES[exchange], SIGNATURES[signature], datagrams=False))
    assert not {"ACK", "HelloRetryRequest"} & {each.name for each in stream}
    assert on_wire(pack(stream, TLS13)) < on_wire(pack(dtls(exchange, signature), DTLS13))


# ---- 802.15.4 ----


def test_a_datagram_that_fits_one_frame_is_not_fragmented() -> None:
    assert frames([68]).count == 1
    assert frames([93]).bytes == FRAME
    assert frames([94]).count == 2


@pytest.mark.parametrize("records", [94, 95, 200, 500, 1000, MTU - IPV6 - UDP])
def test_frames_carry_a_datagram_whole(records: int) -> None:
    """Frames without their headers, with IPv6 and UDP compressed in the first."""
    found = frames([records])
    assert found.bytes <= found.count * FRAME
    assert found.bytes == records + 9 + 25 * found.count + 4 + 5 * (found.count - 1)
    assert found.air_ms == pytest.approx((found.bytes + 6 * found.count) * 8 / 250)


def test_the_radio_decides() -> None:
    """Today's handshake needs about 20 frames; post-quantum signatures at both ends need ten times as many."""
    today, later = (
        frames([sum(part.bytes for part in each) for each in pack(dtls(*pair), DTLS13)])
        for pair in (("secp256r1", "ecdsa-p256"), ("ml-kem-512", "ml-dsa-44"))
    )
    assert today.count < 25
    assert 8 < later.count / today.count < 12
