# SPDX-License-Identifier: Apache-2.0 OR MIT
"""TLS 1.3 and DTLS 1.3 (RFC 8446, RFC 9147) with one cipher suite, one group and one signature algorithm: what a device
needs that knows its peer, and nothing else. No compatibility mode, no session tickets, no server name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wirerate.catalogue.key_exchanges import Exchange, Signature
from wirerate.wings.mcu.handshake.config import CLIENT, SERVER
from wirerate.wings.mcu.handshake.layout.carriage import DTLS13, MTU
from wirerate.wings.mcu.handshake.layout.certificate import certificate
from wirerate.wings.mcu.handshake.layout.messages import HASH, VERSION, Said, extension, hello, numbers, signed

_COOKIE = 2 * HASH  # the first hello's hash, which the server keeps nowhere else, and a MAC: RFC 8446 section 4.2.2
_GROUP = 2
_RECORD_NUMBER = 16  # epoch and sequence number, RFC 9147 section 7


@dataclass(frozen=True)
class Handshake13:
    """What a handshake of TLS 1.3 is made of."""

    exchange: Exchange
    signature: Signature
    mutual: bool = True  # the client shows a certificate too
    cookie: bool = True  # the server asks for the hello again before it keeps anything: RFC 9147 section 5.1
    datagrams: bool = True  # DTLS


def messages(asked: Handshake13) -> list[Said]:
    """In the order of the wire."""
    return list(_messages(asked))


def _messages(asked: Handshake13) -> Iterator[Said]:
    again = asked.cookie and asked.datagrams
    first = client_hello(asked)
    if early := not again or first + DTLS13.plain + DTLS13.header <= MTU - DTLS13.under:
        yield Said("ClientHello", CLIENT, 1, first)
    else:  # a server that keeps nothing takes no hello in pieces: the share comes with the cookie
        yield Said("ClientHello", CLIENT, 1, client_hello(asked, share=False))
    if again:
        named = [] if early else [extension(_GROUP)]
        yield Said("HelloRetryRequest", SERVER, 2, hello(SERVER, [_version(SERVER), _cookie(), *named]))
        yield Said("ClientHello", CLIENT, 3, client_hello(asked, again=True))
    answer = 4 if again else 2
    yield Said(
        "ServerHello", SERVER, answer, hello(SERVER, [_version(SERVER), extension(2 + 2 + asked.exchange.server)])
    )
    yield Said("EncryptedExtensions", SERVER, answer, 2, sealed=True)
    if asked.mutual:
        yield Said("CertificateRequest", SERVER, answer, 1 + 2 + numbers(1), sealed=True)
    yield from _proof(SERVER, answer, asked.signature)
    if asked.mutual:
        yield from _proof(CLIENT, answer + 1, asked.signature)
    else:
        yield _finished(CLIENT, answer + 1)
    if asked.datagrams:  # else the client would send its last flight again
        records = 3 if asked.mutual else 1
        yield Said("ACK", SERVER, answer + 2, 2 + _RECORD_NUMBER * records, sealed=True, handshake=False)


def client_hello(asked: Handshake13, *, again: bool = False, share: bool = True) -> int:
    extensions = [
        _version(CLIENT),
        numbers(1),  # supported groups
        numbers(1),  # signature algorithms
        extension(2 + (_GROUP + 2 + asked.exchange.client if share else 0)),
        *([_cookie()] if again else []),
    ]
    return hello(CLIENT, extensions, cookie=0 if asked.datagrams else None)


def _version(side: str) -> int:
    return extension(VERSION + 1 if side == CLIENT else VERSION)


def _cookie() -> int:
    return extension(2 + _COOKIE)


def _proof(side: str, flight: int, signature: Signature) -> Iterator[Said]:
    """Certificate, CertificateVerify and Finished of one end; the authority's own certificate is with the peer."""
    shown = 1 + 3 + 3 + certificate(side, signature).bytes + 2
    yield Said("Certificate", side, flight, shown, sealed=True)
    yield Said("CertificateVerify", side, flight, signed(signature.signature), sealed=True)
    yield _finished(side, flight)


def _finished(side: str, flight: int) -> Said:
    return Said("Finished", side, flight, HASH, sealed=True)
