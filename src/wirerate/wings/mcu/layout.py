# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Lengths of handshake messages, computed from the standards' fields, and the records, datagrams or TCP segments and
802.15.4 frames that carry them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import msgspec

from wirerate.catalogue.schemes import SIGNATURES, Exchange, Signature
from wirerate.wings.mcu.setups import AUTHORITY, CLIENT, NAMES, SERVER

RANDOM, VERSION, SUITE = 32, 2, 2
HASH = 32  # SHA-256, used by all suites of this module
_EXTENSION = 4  # type and length, RFC 8446 section 4.2


@dataclass(frozen=True)
class PlannedMessage:
    """A message: the length of its body, without the handshake header, and its flight's number."""

    name: str
    side: str
    flight: int
    body: int
    sealed: bool = False  # whether it is encrypted
    handshake: bool = True  # whether it has a handshake header


def extension(body: int) -> int:
    """Return the length in bytes of an extension whose body has `body` bytes."""
    return _EXTENSION + body


def code_points(count: int) -> int:
    """Return the length in bytes of an extension that lists `count` groups or signature algorithms."""
    return extension(2 + 2 * count)


def hello(side: str, extensions: Sequence[int], *, suites: int = 1, session: int = 0, cookie: int | None = None) -> int:
    """Return the length of a ClientHello or ServerHello from TLS 1.2 on; `cookie` is a field of DTLS, None in TLS."""
    fixed = VERSION + RANDOM + 1 + session
    if side == CLIENT:
        fixed += (0 if cookie is None else 1 + cookie) + 2 + SUITE * suites + 1 + 1
    else:
        fixed += SUITE + 1
    return fixed + 2 + sum(extensions)


def signed(signature: int) -> int:
    """Return the length in bytes of a CertificateVerify (RFC 5246 section 7.4.8, RFC 8446 section 4.4.3)."""
    return 2 + 2 + signature


MTU = 1280  # the minimum of IPv6: RFC 8200 section 5
IPV6, UDP, TCP = 40, 8, 20
LONGEST = 1 << 14  # the most bytes of content in a record: RFC 8446 section 5.1
_TAG = 8  # bytes of AES-CCM-8's tag, RFC 6655


RECORD_HEADER = 13  # type, version, epoch, sequence number, length: RFC 6347 section 4.1
HANDSHAKE_HEADER = 12  # type, length, message sequence, fragment offset and length: section 4.2.2
UDP_IPV4 = 28  # bytes of a datagram's UDP and IPv4 headers


class Message(msgspec.Struct, frozen=True):
    """A handshake message or ChangeCipherSpec; `bytes` includes all headers of its records."""

    name: str
    side: str
    bytes: int


@dataclass(frozen=True)
class RecordLayer:
    """A record layer. `plain` and `sealed` are the bytes that an unencrypted and an encrypted record add to their
    content."""

    title: str
    plain: int
    sealed: int
    header: int  # bytes of the header of a handshake message or fragment
    under: int  # bytes of the IP and UDP or TCP headers
    fragments: bool  # whether messages are split into fragments with their own headers, as in DTLS


TLS13 = RecordLayer("TLS 1.3", plain=5, sealed=5 + 1 + _TAG, header=4, under=IPV6 + TCP, fragments=False)
DTLS12 = RecordLayer("DTLS 1.2", plain=13, sealed=13 + 8 + _TAG, header=12, under=IPV6 + UDP, fragments=True)
# RFC 9147 section 4: one byte of flags, two of sequence number, two of length; no connection identifier.
DTLS13 = RecordLayer("DTLS 1.3", plain=13, sealed=5 + 1 + _TAG, header=12, under=IPV6 + UDP, fragments=True)


@dataclass(frozen=True)
class Part:
    """A message or a fragment of one, with its bytes on the wire including headers."""

    message: PlannedMessage
    bytes: int


Datagram = tuple[Part, ...]


def pack(messages: Sequence[PlannedMessage], layer: RecordLayer, mtu: int = MTU) -> list[Datagram]:
    """Return the datagrams (over TCP the segments) that carry the messages.

    A flight starts a new datagram. A message that does not fit in the rest of a datagram continues in the next one.
    """
    room = mtu - layer.under
    flights = (list(flight) for _, flight in groupby(messages, key=lambda message: message.flight))
    split = _datagrams if layer.fragments else _segments
    return [datagram for flight in flights for datagram in split(flight, layer, room)]


def _datagrams(flight: Sequence[PlannedMessage], layer: RecordLayer, room: int) -> Iterator[Datagram]:
    filling: list[Part] = []
    free = room
    for message in flight:
        cost, left = _overhead(message, layer), message.body
        while True:
            if filling and free < cost + min(left, 1):  # an empty datagram is assumed to have room
                yield tuple(filling)
                filling, free = [], room
            taken = min(left, free - cost)
            filling.append(Part(message, cost + taken))
            free -= cost + taken
            left -= taken
            if not left:
                break
    yield tuple(filling)


def _overhead(message: PlannedMessage, layer: RecordLayer) -> int:
    return (layer.sealed if message.sealed else layer.plain) + (layer.header if message.handshake else 0)


def _segments(flight: Sequence[PlannedMessage], layer: RecordLayer, room: int) -> Iterator[Datagram]:
    """Yield TCP segments. Records cross segment boundaries, and a message longer than a record takes several."""
    filling: list[Part] = []
    free = room
    for message in flight:
        content = message.body + layer.header
        left = content + (layer.sealed if message.sealed else layer.plain) * -(-content // LONGEST)
        while left:
            taken = min(left, free)
            filling.append(Part(message, taken))
            free -= taken
            left -= taken
            if not free:
                yield tuple(filling)
                filling, free = [], room
    if filling:
        yield tuple(filling)


def on_wire(datagrams: Sequence[Datagram]) -> int:
    """Return the bytes of all records, without IP, UDP and TCP headers."""
    return sum(part.bytes for datagram in datagrams for part in datagram)


# ---- 802.15.4 ----

FRAME = 127  # IEEE 802.15.4, aMaxPHYPacketSize
_MAC = 25  # the most bytes of a frame's header and checksum: RFC 4944 section 4
_FIRST, _NEXT = 4, 5  # bytes of the headers of the first and later fragments: RFC 4944 section 5.3
_COMPRESSED = 2 + 1 + 4 + 2  # compressed IPv6 header, UDP ports and checksum: RFC 6282
_PREAMBLE = 6  # bytes of synchronisation and length before a frame
_BYTE_US = 32  # at 250 kbit/s


@dataclass(frozen=True)
class Frames:
    count: int
    bytes: int  # includes MAC headers
    air_ms: float  # without acknowledgements, backoff and retransmissions


def frames(datagrams: Sequence[int]) -> Frames:
    """Return the 802.15.4 frames that carry datagrams over 6LoWPAN, from the bytes of records in each datagram."""
    sent = [size for records in datagrams for size in _frames(records)]
    air = sum(_PREAMBLE + size for size in sent) * _BYTE_US / 1e3
    return Frames(len(sent), sum(sent), air)


def _frames(records: int) -> Iterator[int]:
    """Yield the bytes of each frame. Fragments carry multiples of eight bytes, counted before header compression."""
    room = FRAME - _MAC
    if _COMPRESSED + records <= room:
        yield _MAC + _COMPRESSED + records
        return
    saved = IPV6 + UDP - _COMPRESSED
    left = IPV6 + UDP + records
    taken = (room - _FIRST + saved) // 8 * 8
    yield _MAC + _FIRST + taken - saved
    left -= taken
    while left:
        taken = min(left, (room - _NEXT) // 8 * 8)
        yield _MAC + _NEXT + taken
        left -= taken


_OID = 5  # bytes of an object identifier such as 2.5.4.3 or 2.5.29.19
_VERSION, _SERIAL = 5, 10  # bytes of the DER values [0] { 2 } and a 63-bit integer
_VALIDITY = 2 + 2 * 15  # two of UTCTime
_CONSTRAINTS = 2 + _OID + 3 + 2 + 2  # basicConstraints: critical, not an authority


@dataclass(frozen=True)
class Certificate:
    """The parts of a certificate in bytes: the subject's key, the authority's signature, and the rest (names, dates,
    DER)."""

    key: int
    signature: int
    rest: int

    @property
    def bytes(self) -> int:
        return self.key + self.signature + self.rest


def certificate(side: str, algorithm: Signature, signature: int | None = None) -> Certificate:
    """Return the size of the certificate that lab/credentials.py makes for one end, with a key of `algorithm`.

    `signature` is the length of the authority's signature; the default is the longest one.
    """
    signed = algorithm.signature if signature is None else signature
    alternative = _value(_value(len(NAMES[SERVER]))) if side == SERVER else 0
    extensions = _CONSTRAINTS + (_value(_OID + _value(alternative)) if alternative else 0)
    key = _value(algorithm.key_identifier + _value(1 + algorithm.public_key))
    to_be_signed = _value(
        _VERSION + _SERIAL + algorithm.identifier + name(AUTHORITY) + _VALIDITY + name(NAMES[side]) + key
        + _value(_value(extensions))
    )  # fmt: skip
    whole = _value(to_be_signed + algorithm.identifier + _value(1 + signed))
    return Certificate(algorithm.public_key, signed, whole - algorithm.public_key - signed)


def name(common: str) -> int:
    """Return the length in bytes of a distinguished name that consists of one common name in UTF-8."""
    return _value(_value(_value(_OID + _value(len(common)))))


def _value(content: int) -> int:
    """Return the length in bytes of a DER value, from the length of its content."""
    return 2 + content + (0 if content < 0x80 else (content.bit_length() + 7) // 8)


_COOKIE_13 = 2 * HASH  # the hash of the first ClientHello, for a stateless server, and a MAC: RFC 8446 section 4.2.2
_GROUP = 2
_RECORD_NUMBER = 16  # epoch and sequence number, RFC 9147 section 7


@dataclass(frozen=True)
class Handshake13:
    """The choices that determine the messages of a TLS 1.3 handshake."""

    exchange: Exchange
    signature: Signature
    mutual: bool = True  # whether the client has a certificate too
    cookie: bool = True  # whether the server first checks the client's address: RFC 9147 section 5.1
    datagrams: bool = True  # DTLS


def messages_13(handshake: Handshake13) -> list[PlannedMessage]:
    """Return the messages of a TLS 1.3 handshake in the order they are sent."""
    return list(_messages_13(handshake))


def _messages_13(handshake: Handshake13) -> Iterator[PlannedMessage]:
    retry = handshake.cookie and handshake.datagrams
    first = client_hello(handshake)
    if fits := not retry or first + DTLS13.plain + DTLS13.header <= MTU - DTLS13.under:
        yield PlannedMessage("ClientHello", CLIENT, 1, first)
    else:  # the key share follows with the cookie: a stateless server cannot reassemble a fragmented ClientHello
        yield PlannedMessage("ClientHello", CLIENT, 1, client_hello(handshake, share=False))
    if retry:
        group = [] if fits else [extension(_GROUP)]
        yield PlannedMessage("HelloRetryRequest", SERVER, 2, hello(SERVER, [_version(SERVER), _cookie(), *group]))
        yield PlannedMessage("ClientHello", CLIENT, 3, client_hello(handshake, cookie=True))
    flight = 4 if retry else 2
    share = extension(2 + 2 + handshake.exchange.server)
    yield PlannedMessage("ServerHello", SERVER, flight, hello(SERVER, [_version(SERVER), share]))
    yield PlannedMessage("EncryptedExtensions", SERVER, flight, 2, sealed=True)
    if handshake.mutual:
        yield PlannedMessage("CertificateRequest", SERVER, flight, 1 + 2 + code_points(1), sealed=True)
    yield from _proof(SERVER, flight, handshake.signature)
    if handshake.mutual:
        yield from _proof(CLIENT, flight + 1, handshake.signature)
    else:
        yield _finished(CLIENT, flight + 1)
    if handshake.datagrams:  # without an ACK the client would retransmit its last flight
        records = 3 if handshake.mutual else 1
        yield PlannedMessage("ACK", SERVER, flight + 2, 2 + _RECORD_NUMBER * records, sealed=True, handshake=False)


def client_hello(handshake: Handshake13, *, cookie: bool = False, share: bool = True) -> int:
    """Return the length in bytes of a ClientHello, with or without cookie and key share."""
    extensions = [
        _version(CLIENT),
        code_points(1),  # supported groups
        code_points(1),  # signature algorithms
        extension(2 + (_GROUP + 2 + handshake.exchange.client if share else 0)),
        *([_cookie()] if cookie else []),
    ]
    return hello(CLIENT, extensions, cookie=0 if handshake.datagrams else None)


def _version(side: str) -> int:
    return extension(VERSION + 1 if side == CLIENT else VERSION)


def _cookie() -> int:
    return extension(2 + _COOKIE_13)


def _proof(side: str, flight: int, signature: Signature) -> Iterator[PlannedMessage]:
    """Yield one end's Certificate, CertificateVerify and Finished. The authority's certificate is not sent."""
    body = 1 + 3 + 3 + certificate(side, signature).bytes + 2
    yield PlannedMessage("Certificate", side, flight, body, sealed=True)
    yield PlannedMessage("CertificateVerify", side, flight, signed(signature.signature), sealed=True)
    yield _finished(side, flight)


def _finished(side: str, flight: int) -> PlannedMessage:
    return PlannedMessage("Finished", side, flight, HASH, sealed=True)


_SIGNATURE = SIGNATURES["ecdsa-p256"]
_POINT = 1 + _SIGNATURE.public_key
_COOKIE_12, _SESSION = 32, 32
_VERIFY_DATA = 12  # RFC 5246 section 7.4.9
_RENEGOTIATION, _EXTENDED_SECRET, _POINT_FORMATS = extension(1), extension(0), extension(2)


def messages_12(mutual: bool = True, signature: int = _SIGNATURE.signature) -> list[PlannedMessage]:
    """Return the messages of a DTLS 1.2 handshake in the order they are sent; `signature` is a signature's length."""
    return list(_messages_12(mutual, signature))


def _messages_12(mutual: bool, signature: int) -> Iterator[PlannedMessage]:
    yield PlannedMessage("ClientHello", CLIENT, 1, _hello_12(0))
    yield PlannedMessage("HelloVerifyRequest", SERVER, 2, VERSION + 1 + _COOKIE_12)
    yield PlannedMessage("ClientHello", CLIENT, 3, _hello_12(_COOKIE_12))
    accepted = [_RENEGOTIATION, _EXTENDED_SECRET, _POINT_FORMATS]
    yield PlannedMessage("ServerHello", SERVER, 4, hello(SERVER, accepted, session=_SESSION))
    yield _certificate_12(SERVER, 4, signature)
    yield PlannedMessage("ServerKeyExchange", SERVER, 4, 1 + 2 + _POINT + signed(signature))
    if mutual:
        authorities = 2 + 2 + name(AUTHORITY)
        yield PlannedMessage("CertificateRequest", SERVER, 4, 1 + 1 + 2 + 2 + authorities)
    yield PlannedMessage("ServerHelloDone", SERVER, 4, 0)
    if mutual:
        yield _certificate_12(CLIENT, 5, signature)
    yield PlannedMessage("ClientKeyExchange", CLIENT, 5, _POINT)
    if mutual:
        yield PlannedMessage("CertificateVerify", CLIENT, 5, signed(signature))
    for side, flight in ((CLIENT, 5), (SERVER, 6)):
        yield PlannedMessage("ChangeCipherSpec", side, flight, 1, handshake=False)
        yield PlannedMessage("Finished", side, flight, _VERIFY_DATA, sealed=True)


def _hello_12(cookie: int) -> int:
    offered = [code_points(1), _POINT_FORMATS, code_points(1), _EXTENDED_SECRET]
    return hello(CLIENT, offered, suites=2, cookie=cookie)  # RFC 5746's signal counts as a suite


def _certificate_12(side: str, flight: int, signature: int) -> PlannedMessage:
    return PlannedMessage("Certificate", side, flight, 3 + 3 + certificate(side, _SIGNATURE, signature).bytes)
