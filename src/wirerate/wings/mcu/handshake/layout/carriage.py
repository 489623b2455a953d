# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What carries a handshake's messages: records, datagrams or segments, and frames of an 802.15.4 radio."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from wirerate.wings.mcu.handshake.layout.messages import Said

MTU = 1280  # of IPv6 at least: RFC 8200 section 5
IPV6, UDP, TCP = 40, 8, 20
LONGEST = 1 << 14  # what a record carries: RFC 8446 section 5.1
_TAG = 8  # of AES-CCM-8, RFC 6655


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
