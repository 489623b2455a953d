# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What nobody ran as a whole: put together from operations that were measured and messages on paper; and handshakes
that were run, told in the same words."""

from __future__ import annotations

import msgspec

from wirerate.records.details.firmware import Fit, HandshakeMessage, OnBoard
from wirerate.records.quantities import Bits, Bytes, Count, Cycles, Milliseconds


class ComposedPart(msgspec.Struct, frozen=True, kw_only=True):
    """One operation of an end."""

    scheme: str
    operation: str
    subject: str  # of the measurement that it is taken from; "" where it is a share of one
    cycles: Cycles  # typical
    working_bytes: Bytes = 0  # stack, heap and static memory
    held_bytes: Bytes = 0  # keys and messages meanwhile


class Composed(OnBoard, frozen=True, kw_only=True):
    """What both kinds have."""

    setup: str  # in words
    quantum: str  # classical | hybrid | safe
    strength: Bits  # of security against anyone without a quantum computer
    category: Count  # of NIST, the least of its parts; 0 where one has none
    wire_bytes: Bytes
    parts: tuple[ComposedPart, ...]  # in their order
    level: str
    packages: tuple[str, ...]  # that the code comes from
    code: str  # whose it is, where it is not whose is meant without a word
    commands: tuple[str, ...]  # that made the stored results it rests on
    fit: Fit | None = None


class ComposedScheme(Composed, frozen=True, kw_only=True, tag="composed-scheme"):
    """A key exchange or a signature, whichever end takes more of each resource."""

    name: str  # of the catalogue
    purpose: str  # kem | signature


class Handshake13(Composed, frozen=True, kw_only=True):
    """One end of a handshake of TLS 1.3 or DTLS 1.3, composed or run."""

    side: str
    protocol: str  # DTLS 1.3 | TLS 1.3
    exchange: str
    signature: str
    mutual: bool  # the client shows a certificate too
    cookie: bool  # the server asks for the hello again first
    messages: tuple[HandshakeMessage, ...]  # in the order of the wire; with the headers of all their records
    flights: Count
    records: Count
    datagrams: Count  # of at most 1,280 bytes with IPv6 and UDP; over TCP segments
    bytes_on_ipv6: Bytes  # with IPv6 and UDP or TCP
    frames: Count | None  # of 127 bytes on an 802.15.4 radio; None for TLS
    frame_bytes: Bytes | None
    air: Milliseconds | None  # of these frames at 250 kbit/s, without acknowledgements


class ComposedHandshake(Handshake13, frozen=True, kw_only=True, tag="composed-handshake"):
    """One that nobody ran."""

    kept_bytes: Bytes  # of RAM: record buffers, and what the emulated DTLS 1.2 keeps beside its operations


class WholeHandshake(Handshake13, frozen=True, kw_only=True, tag="whole-handshake"):
    """One that was run whole, and the same composed of its library's own operations. A signature of ML-DSA takes the
    mean time of its attempts in both."""

    library: str
    release: str
    licence: str  # of the library
    compiler: str
    composed_cycles: Cycles  # typical, of the composition
    composed_bytes: Bytes  # on the wire, by the standards' layouts
    composed_datagrams: Count
