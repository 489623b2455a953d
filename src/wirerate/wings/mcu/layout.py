# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The messages of a handshake on paper, each by the sum of its fields, and what carries them: records, datagrams or
segments, and frames of an 802.15.4 radio."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import msgspec

from wirerate.catalogue.schemes import SIGNATURES, Exchange, Signature
from wirerate.wings.mcu.setups import AUTHORITY, CLIENT, NAMES, SERVER

RANDOM, VERSION, SUITE = 32, 2, 2
HASH = 32  # SHA-256, of every suite here
_EXTENSION = 4  # type and length, RFC 8446 section 4.2


@dataclass(frozen=True)
class Said:
    """One message: its body, without the header that a handshake message has, and the flight it is of."""

    name: str
    side: str
    flight: int
    body: int
    sealed: bool = False  # encrypted
    handshake: bool = True  # and so with that header


def extension(body: int) -> int:
    return _EXTENSION + body


def numbers(count: int) -> int:
    """The extension that lists so many groups or signature algorithms."""
    return extension(2 + 2 * count)


def hello(side: str, extensions: Sequence[int], *, suites: int = 1, session: int = 0, cookie: int | None = None) -> int:
    """ClientHello or ServerHello of every version from TLS 1.2 on; `cookie` is DTLS's own field, None in TLS."""
    fixed = VERSION + RANDOM + 1 + session
    if side == CLIENT:
        fixed += (0 if cookie is None else 1 + cookie) + 2 + SUITE * suites + 1 + 1
    else:
        fixed += SUITE + 1
    return fixed + 2 + sum(extensions)


def signed(signature: int) -> int:
    """CertificateVerify: RFC 5246 section 7.4.8 and RFC 8446 section 4.4.3 alike."""
    return 2 + 2 + signature


MTU = 1280  # of IPv6 at least: RFC 8200 section 5
IPV6, UDP, TCP = 40, 8, 20
LONGEST = 1 << 14  # what a record carries: RFC 8446 section 5.1
_TAG = 8  # of AES-CCM-8, RFC 6655


RECORD_HEADER = 13  # type, version, epoch, sequence number, length: RFC 6347 section 4.1
HANDSHAKE_HEADER = 12  # type, length, message sequence, fragment offset and length: section 4.2.2
UDP_IPV4 = 28  # what a datagram costs beside its records


class Message(msgspec.Struct, frozen=True):
    """A handshake message (or ChangeCipherSpec) with what its records take, headers included."""

    name: str
    side: str
    bytes: int


@dataclass(frozen=True)
class Carriage:
    """A record layer. `plain` and `sealed`: what a record costs beside what it carries."""

    title: str
    plain: int
    sealed: int
    header: int  # of a handshake message, or of each of its fragments
    under: int  # headers of IP and of what is between it and the records
    fragments: bool  # a message is parted by the record layer, each part with a header of its own


TLS13 = Carriage("TLS 1.3", plain=5, sealed=5 + 1 + _TAG, header=4, under=IPV6 + TCP, fragments=False)
DTLS12 = Carriage("DTLS 1.2", plain=13, sealed=13 + 8 + _TAG, header=12, under=IPV6 + UDP, fragments=True)
# RFC 9147 section 4: one byte of flags, two each of sequence number and length; no connection identifier.
DTLS13 = Carriage("DTLS 1.3", plain=13, sealed=5 + 1 + _TAG, header=12, under=IPV6 + UDP, fragments=True)


@dataclass(frozen=True)
class Part:
    """A message, or the fragment of it that a record carries: on the wire, with its headers."""

    said: Said
    bytes: int


Datagram = tuple[Part, ...]


def carried(messages: Sequence[Said], by: Carriage, mtu: int = MTU) -> list[Datagram]:
    """The datagrams that the messages take, or, over TCP, the segments: each flight on its own, filled from the front;
    a message that does not fit the rest of one goes on in the next."""
    room = mtu - by.under
    flights = (list(flight) for _, flight in groupby(messages, key=lambda each: each.flight))
    parted = _datagrams if by.fragments else _segments
    return [datagram for flight in flights for datagram in parted(flight, by, room)]


def _datagrams(flight: Sequence[Said], by: Carriage, room: int) -> Iterator[Datagram]:
    filling: list[Part] = []
    free = room
    for said in flight:
        cost, left = _record(said, by), said.body
        while True:
            if filling and free < cost + min(left, 1):  # where an empty one would not fit either, the MTU is too small
                yield tuple(filling)
                filling, free = [], room
            taken = min(left, free - cost)
            filling.append(Part(said, cost + taken))
            free -= cost + taken
            left -= taken
            if not left:
                break
    yield tuple(filling)


def _record(said: Said, by: Carriage) -> int:
    return (by.sealed if said.sealed else by.plain) + (by.header if said.handshake else 0)


def _segments(flight: Sequence[Said], by: Carriage, room: int) -> Iterator[Datagram]:
    """A stream: records do not end where segments do. A message that is longer than a record
    takes several."""
    filling: list[Part] = []
    free = room
    for said in flight:
        content = said.body + by.header
        left = content + (by.sealed if said.sealed else by.plain) * -(-content // LONGEST)
        while left:
            taken = min(left, free)
            filling.append(Part(said, taken))
            free -= taken
            left -= taken
            if not free:
                yield tuple(filling)
                filling, free = [], room
    if filling:
        yield tuple(filling)


def on_wire(datagrams: Sequence[Datagram]) -> int:
    """Bytes of records."""
    return sum(part.bytes for datagram in datagrams for part in datagram)


# ---- 802.15.4 ----

FRAME = 127  # IEEE 802.15.4, aMaxPHYPacketSize
_MAC = 25  # the most that a frame's own header and checksum take: RFC 4944 section 4
_FIRST, _NEXT = 4, 5  # headers of fragments: RFC 4944 section 5.3
_COMPRESSED = 2 + 1 + 4 + 2  # IPv6 by contexts and the frame's addresses; UDP with ports and checksum: RFC 6282
_PREAMBLE = 6  # synchronisation and length before each frame, at 250 kbit/s
_BYTE_US = 32


@dataclass(frozen=True)
class Frames:
    count: int
    bytes: int  # with the headers of the MAC
    air_ms: float  # without acknowledgements, waiting and retransmission


def frames(datagrams: Sequence[int]) -> Frames:
    """What datagrams of so many bytes of records take over 6LoWPAN on an 802.15.4 radio."""
    sent = [size for each in datagrams for size in _frames(each)]
    air = sum(_PREAMBLE + size for size in sent) * _BYTE_US / 1e3
    return Frames(len(sent), sum(sent), air)


def _frames(records: int) -> Iterator[int]:
    """A fragment carries a multiple of eight bytes of the datagram as it was before its headers were compressed."""
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


_OID = 5  # of a name's or an extension's: 2.5.4.3, 2.5.29.19
_VERSION, _SERIAL = 5, 10  # [0] { 2 }; 63 bits
_VALIDITY = 2 + 2 * 15  # two of UTCTime
_CONSTRAINTS = 2 + _OID + 3 + 2 + 2  # critical, and no authority


@dataclass(frozen=True)
class Certificate:
    """Bytes: of the subject's key, of the authority's signature, and of all else (names, dates, extensions, DER)."""

    key: int
    signature: int
    rest: int

    @property
    def bytes(self) -> int:
        return self.key + self.signature + self.rest


def certificate(side: str, algorithm: Signature, signature: int | None = None) -> Certificate:
    """As credentials.py makes it for that end, with another algorithm's key and signature; `signature` in place of the
    longest that it can have."""
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
    """A distinguished name of one common name, in UTF-8."""
    return _value(_value(_value(_OID + _value(len(common)))))


def _value(content: int) -> int:
    """Tag, length and so many bytes."""
    return 2 + content + (0 if content < 0x80 else (content.bit_length() + 7) // 8)


_COOKIE_13 = 2 * HASH  # the first hello's hash, which the server keeps nowhere else, and a MAC: RFC 8446 section 4.2.2
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


def messages_13(asked: Handshake13) -> list[Said]:
    """In the order of the wire."""
    return list(_said_13(asked))


def _said_13(asked: Handshake13) -> Iterator[Said]:
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
    return extension(2 + _COOKIE_13)


def _proof(side: str, flight: int, signature: Signature) -> Iterator[Said]:
    """Certificate, CertificateVerify and Finished of one end; the authority's own certificate is with the peer."""
    shown = 1 + 3 + 3 + certificate(side, signature).bytes + 2
    yield Said("Certificate", side, flight, shown, sealed=True)
    yield Said("CertificateVerify", side, flight, signed(signature.signature), sealed=True)
    yield _finished(side, flight)


def _finished(side: str, flight: int) -> Said:
    return Said("Finished", side, flight, HASH, sealed=True)


_SIGNATURE = SIGNATURES["ecdsa-p256"]
_POINT = 1 + _SIGNATURE.public_key
_COOKIE_12, _SESSION = 32, 32
_VERIFY_DATA = 12  # RFC 5246 section 7.4.9
_RENEGOTIATION, _EXTENDED_SECRET, _POINT_FORMATS = extension(1), extension(0), extension(2)


def messages_12(mutual: bool = True, signature: int = _SIGNATURE.signature) -> list[Said]:
    """In the order of the wire; `signature`: bytes of each that is made."""
    return list(_said_12(mutual, signature))


def _said_12(mutual: bool, signature: int) -> Iterator[Said]:
    yield Said("ClientHello", CLIENT, 1, _hello_12(0))
    yield Said("HelloVerifyRequest", SERVER, 2, VERSION + 1 + _COOKIE_12)
    yield Said("ClientHello", CLIENT, 3, _hello_12(_COOKIE_12))
    accepted = [_RENEGOTIATION, _EXTENDED_SECRET, _POINT_FORMATS]
    yield Said("ServerHello", SERVER, 4, hello(SERVER, accepted, session=_SESSION))
    yield _certificate_12(SERVER, 4, signature)
    yield Said("ServerKeyExchange", SERVER, 4, 1 + 2 + _POINT + signed(signature))
    if mutual:
        authorities = 2 + 2 + name(AUTHORITY)
        yield Said("CertificateRequest", SERVER, 4, 1 + 1 + 2 + 2 + authorities)
    yield Said("ServerHelloDone", SERVER, 4, 0)
    if mutual:
        yield _certificate_12(CLIENT, 5, signature)
    yield Said("ClientKeyExchange", CLIENT, 5, _POINT)
    if mutual:
        yield Said("CertificateVerify", CLIENT, 5, signed(signature))
    for side, flight in ((CLIENT, 5), (SERVER, 6)):
        yield Said("ChangeCipherSpec", side, flight, 1, handshake=False)
        yield Said("Finished", side, flight, _VERIFY_DATA, sealed=True)


def _hello_12(cookie: int) -> int:
    offered = [numbers(1), _POINT_FORMATS, numbers(1), _EXTENDED_SECRET]
    return hello(CLIENT, offered, suites=2, cookie=cookie)  # the second suite is RFC 5746's signal


def _certificate_12(side: str, flight: int, signature: int) -> Said:
    return Said("Certificate", side, flight, 3 + 3 + certificate(side, _SIGNATURE, signature).bytes)
