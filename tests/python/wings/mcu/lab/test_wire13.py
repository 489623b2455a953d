"""Parsing DTLS 1.3 messages: unencrypted ones by content, encrypted ones by order."""

from __future__ import annotations

import struct

import pytest

from wirerate.errors import EmulationError
from wirerate.wings.mcu.lab.wolfssl import messages, records
from wirerate.wings.mcu.layout import Message
from wirerate.wings.mcu.setups import CLIENT, SERVER

RETRY = bytes.fromhex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c")
LONG = {(SERVER, "Certificate"): 300, (CLIENT, "Certificate"): 50}


def hello(kind: int, whole: int, carried: int | None = None, random: bytes = bytes(32)) -> bytes:
    """Return an unencrypted record with a hello message or a fragment of it."""
    part = whole if carried is None else carried
    body = (b"\xfe\xfd" + random + bytes(whole))[:part]
    inner = bytes([kind]) + whole.to_bytes(3) + bytes(2 + 3) + part.to_bytes(3) + body
    return struct.pack("!BHHHIH", 22, 0xFEFD, 0, 0, 1, len(inner)) + inner


def sealed(body: int, epoch: int = 2) -> bytes:
    """Return an encrypted record with this many bytes of a message."""
    inside = 12 + body + 1 + 8
    return bytes([0x2C | epoch, 7, 7]) + inside.to_bytes(2) + bytes(inside)


def whole() -> list[tuple[str, bytes]]:
    return [
        (CLIENT, hello(1, 60, 40)),
        (CLIENT, hello(1, 60, 20)),
        (SERVER, hello(2, 80, random=RETRY)),
        (CLIENT, hello(1, 90)),
        (SERVER, hello(2, 100) + sealed(2) + sealed(9)),
        (SERVER, sealed(200)),
        (SERVER, sealed(100) + sealed(74) + sealed(32)),
        (CLIENT, sealed(50) + sealed(74) + sealed(32)),
        (SERVER, sealed(50, epoch=3)),
    ]


def test_every_message_of_a_handshake_has_its_name_and_the_headers_of_its_records() -> None:
    assert messages(whole(), LONG) == [
        Message("ClientHello", CLIENT, 60 + 2 * 25),
        Message("HelloRetryRequest", SERVER, 80 + 25),
        Message("ClientHello", CLIENT, 90 + 25),
        Message("ServerHello", SERVER, 100 + 25),
        Message("EncryptedExtensions", SERVER, 2 + 26),
        Message("CertificateRequest", SERVER, 9 + 26),
        Message("Certificate", SERVER, 300 + 2 * 26),
        Message("CertificateVerify", SERVER, 74 + 26),
        Message("Finished", SERVER, 32 + 26),
        Message("Certificate", CLIENT, 50 + 26),
        Message("CertificateVerify", CLIENT, 74 + 26),
        Message("Finished", CLIENT, 32 + 26),
        Message("ACK", SERVER, 50 + 26),
    ]
    assert sum(m.bytes for m in messages(whole(), LONG)) == sum(len(datagram) for _, datagram in whole())
    assert sum(1 for side, datagram in whole() for _ in records(datagram, side)) == 15


@pytest.mark.parametrize(
    ("wire", "message"),
    [
        (whole()[:-2], "before all its messages"),
        (
            [(side, sealed(99) if datagram == sealed(200) else datagram) for side, datagram in whole()],
            "unexpected length",
        ),
        ([(CLIENT, hello(1, 60)[:-1])], "incomplete DTLS record"),
        ([(CLIENT, sealed(5)[:3])], "incomplete DTLS record"),
        ([(CLIENT, b"\x3c" + sealed(5)[1:])], "unsupported header"),
        ([(CLIENT, hello(11, 60))], "not one hello"),
    ],
)
def test_an_invalid_handshake_is_an_error(wire: list[tuple[str, bytes]], message: str) -> None:
    with pytest.raises(EmulationError, match=message):
        messages(wire, LONG)
