# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DTLS 1.3 records and handshake messages on the wire (RFC 9147): those in the clear by what they say, the others by
their order and their length, for what they carry is sealed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from wirerate.errors import EmulationError
from wirerate.wings.mcu.handshake.config import CLIENT, SERVER
from wirerate.wings.mcu.handshake.layout.carriage import DTLS13
from wirerate.wings.mcu.handshake.wire import HANDSHAKE_HEADER, RECORD_HEADER, Message

_UNIFIED, _UNIFIED_BITS = 0x20, 0xE0  # 001CSLEE: RFC 9147 section 4
_FIXED, _FIXED_BITS = 0x0C, 0x1C  # no connection identifier, two bytes of sequence number, a length
_EPOCH, _HANDSHAKE = 3, 2
_UNIFIED_HEADER = 5
_CLIENT_HELLO, _SERVER_HELLO = 1, 2
_RETRY = bytes.fromhex("cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c")  # RFC 8446, 4.1.3
_RANDOM = slice(HANDSHAKE_HEADER + 2, HANDSHAKE_HEADER + 34)
_PROOF = ("Certificate", "CertificateVerify", "Finished")
# What each end seals until the handshake is complete; afterwards the server acknowledges.
_SEALED = {SERVER: ("EncryptedExtensions", "CertificateRequest", *_PROOF), CLIENT: _PROOF}


@dataclass(frozen=True)
class Record:
    """One on the wire: its epoch's last two bits, its size, and what follows its header."""

    side: str
    epoch: int
    size: int
    body: bytes


def records(datagram: bytes, side: str) -> Iterator[Record]:
    """Those of one datagram; what does not parse is an EmulationError, for no library sends such a thing."""
    at = 0
    while at < len(datagram):
        sealed = datagram[at] & _UNIFIED_BITS == _UNIFIED
        if sealed and datagram[at] & _FIXED_BITS != _FIXED:
            raise EmulationError(f"the {side} sent a record with another header than is counted here", fix=_FIX)
        header = _UNIFIED_HEADER if sealed else RECORD_HEADER
        end = at + header + int.from_bytes(datagram[at + header - 2 : at + header])
        if at + header > len(datagram) or end > len(datagram):
            raise EmulationError(f"the {side} sent a datagram that is no whole DTLS record", fix=_FIX)
        yield Record(side, datagram[at] & _EPOCH if sealed else 0, end - at, datagram[at + header : end])
        at = end


def messages(wire: Sequence[tuple[str, bytes]], long: Mapping[tuple[str, str], int]) -> list[Message]:
    """All of a handshake with certificates at both ends, in the order of the wire, each with the headers of all its
    records. `long`: bytes, by side and name, of the sealed ones that may take more than one record."""
    found: list[Message] = []
    left = 0  # of the last one, which goes on in the next record
    sealed = {side: iter(names) for side, names in _SEALED.items()}
    for record in (each for side, datagram in wire for each in records(datagram, side)):
        if record.epoch == 0:
            name, whole, carried = _plain(record)
        else:
            name = next(sealed[record.side], "ACK") if not left else found[-1].name
            carried = record.size - DTLS13.sealed - DTLS13.header
            whole = long.get((record.side, name), carried)
        if left:
            last = found.pop()
            found.append(Message(last.name, last.side, last.bytes + record.size))
        else:
            found.append(Message(name, record.side, record.size))
            left = whole
        left -= carried
        if left < 0 or found[-1].side != record.side:
            raise EmulationError(f"the {record.side} sent a {name} of another length than it has", fix=_FIX)
    if left or any(next(names, None) for names in sealed.values()):
        raise EmulationError("the handshake ended before all its messages were sent", fix=_FIX)
    return found


def _plain(record: Record) -> tuple[str, int, int]:
    """Name, bytes of the whole message, and bytes of it in this record."""
    body = record.body
    whole, carried = int.from_bytes(body[1:4]), int.from_bytes(body[9:12])
    if HANDSHAKE_HEADER + carried != len(body) or body[0] not in (_CLIENT_HELLO, _SERVER_HELLO):
        raise EmulationError(f"the {record.side} sent something in the clear that is no single hello", fix=_FIX)
    if body[0] == _CLIENT_HELLO:
        return "ClientHello", whole, carried
    return "HelloRetryRequest" if body[_RANDOM] == _RETRY else "ServerHello", whole, carried


_FIX = "report it with the command that was run"
