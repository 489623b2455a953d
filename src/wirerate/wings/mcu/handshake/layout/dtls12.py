# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DTLS 1.2 with RFC 7925's suite of certificates as Mbed TLS has it: what the emulated handshake is held against."""

from __future__ import annotations

from collections.abc import Iterator

from wirerate.catalogue.key_exchanges import SIGNATURES
from wirerate.wings.mcu.handshake.config import CLIENT, SERVER
from wirerate.wings.mcu.handshake.credentials import AUTHORITY
from wirerate.wings.mcu.handshake.layout.certificate import certificate, name
from wirerate.wings.mcu.handshake.layout.messages import VERSION, Said, extension, hello, numbers, signed

_SIGNATURE = SIGNATURES["ecdsa-p256"]
_POINT = 1 + _SIGNATURE.public_key
_COOKIE, _SESSION = 32, 32
_VERIFY_DATA = 12  # RFC 5246 section 7.4.9
_RENEGOTIATION, _EXTENDED_SECRET, _POINT_FORMATS = extension(1), extension(0), extension(2)


def messages(mutual: bool = True, signature: int = _SIGNATURE.signature) -> list[Said]:
    """In the order of the wire; `signature`: bytes of each that is made."""
    return list(_messages(mutual, signature))


def _messages(mutual: bool, signature: int) -> Iterator[Said]:
    yield Said("ClientHello", CLIENT, 1, _client_hello(0))
    yield Said("HelloVerifyRequest", SERVER, 2, VERSION + 1 + _COOKIE)
    yield Said("ClientHello", CLIENT, 3, _client_hello(_COOKIE))
    accepted = [_RENEGOTIATION, _EXTENDED_SECRET, _POINT_FORMATS]
    yield Said("ServerHello", SERVER, 4, hello(SERVER, accepted, session=_SESSION))
    yield _shown(SERVER, 4, signature)
    yield Said("ServerKeyExchange", SERVER, 4, 1 + 2 + _POINT + signed(signature))
    if mutual:
        authorities = 2 + 2 + name(AUTHORITY)
        yield Said("CertificateRequest", SERVER, 4, 1 + 1 + 2 + 2 + authorities)
    yield Said("ServerHelloDone", SERVER, 4, 0)
    if mutual:
        yield _shown(CLIENT, 5, signature)
    yield Said("ClientKeyExchange", CLIENT, 5, _POINT)
    if mutual:
        yield Said("CertificateVerify", CLIENT, 5, signed(signature))
    for side, flight in ((CLIENT, 5), (SERVER, 6)):
        yield Said("ChangeCipherSpec", side, flight, 1, handshake=False)
        yield Said("Finished", side, flight, _VERIFY_DATA, sealed=True)


def _client_hello(cookie: int) -> int:
    offered = [numbers(1), _POINT_FORMATS, numbers(1), _EXTENDED_SECRET]
    return hello(CLIENT, offered, suites=2, cookie=cookie)  # the second suite is RFC 5746's signal


def _shown(side: str, flight: int, signature: int) -> Said:
    return Said("Certificate", side, flight, 3 + 3 + certificate(side, _SIGNATURE, signature).bytes)
