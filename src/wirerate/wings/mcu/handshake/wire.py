# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DTLS 1.2 records and handshake messages, named and counted from the bytes on the wire (RFC 6347)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from wirerate.errors import EmulationError

RECORD_HEADER = 13  # type, version, epoch, sequence number, length: RFC 6347 section 4.1
HANDSHAKE_HEADER = 12  # type, length, message sequence, fragment offset and length: section 4.2.2
UDP_IPV4 = 28  # what a datagram costs beside its records

_CHANGE_CIPHER_SPEC, _ALERT, _HANDSHAKE, _APPLICATION_DATA = 20, 21, 22, 23
_KINDS = {_CHANGE_CIPHER_SPEC: "ChangeCipherSpec", _ALERT: "Alert", _APPLICATION_DATA: "ApplicationData"}
_HANDSHAKES = {
    0: "HelloRequest",
    1: "ClientHello",
    2: "ServerHello",
    3: "HelloVerifyRequest",
    4: "NewSessionTicket",
    11: "Certificate",
    12: "ServerKeyExchange",
    13: "CertificateRequest",
    14: "ServerHelloDone",
    15: "CertificateVerify",
    16: "ClientKeyExchange",
    20: "Finished",
}


class Message(msgspec.Struct, frozen=True):
    """A handshake message (or ChangeCipherSpec) with what its records take, headers included."""

    name: str
    side: str
    bytes: int


def messages(datagram: bytes, side: str) -> Iterator[Message]:
    """The messages of one datagram; what does not parse is an EmulationError, for no library sends such a thing."""
    at = 0
    while at < len(datagram):
        header = datagram[at : at + RECORD_HEADER]
        length = int.from_bytes(header[11:13])
        if len(header) < RECORD_HEADER or at + RECORD_HEADER + length > len(datagram):
            raise EmulationError(f"the {side} sent a datagram that is no whole DTLS record", fix=_FIX)
        body = datagram[at + RECORD_HEADER : at + RECORD_HEADER + length]
        yield from _record(header[0], int.from_bytes(header[3:5]), body, side)
        at += RECORD_HEADER + length


def _record(kind: int, epoch: int, body: bytes, side: str) -> Iterator[Message]:
    if kind != _HANDSHAKE:
        yield Message(_KINDS.get(kind, f"record type {kind}"), side, RECORD_HEADER + len(body))
        return
    if epoch:  # encrypted: in a handshake without renegotiation only Finished is
        yield Message("Finished", side, RECORD_HEADER + len(body))
        return
    at, header = 0, RECORD_HEADER
    while at < len(body):
        size = HANDSHAKE_HEADER + int.from_bytes(body[at + 9 : at + 12])  # of this fragment
        if at + size > len(body):
            raise EmulationError(f"the {side} sent a handshake message longer than its record", fix=_FIX)
        yield Message(_HANDSHAKES.get(body[at], f"handshake type {body[at]}"), side, header + size)
        at, header = at + size, 0  # a record's header counts with its first message


_FIX = "give another version with --mbedtls, or report it with the command that was run"
