# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Packet captures, pcap and pcapng: the IP packets in them, why one is none, and what AH makes of each. Written as pcap
of bare IP packets.

A file that breaks off loses only what is behind the break: the packets before it are given, then the break is told.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from wirerate.authenticators.ah import Result, reason_text
from wirerate.errors import UsageError
from wirerate.records import write_file

RAW = 101  # LINKTYPE_RAW: the packet begins with its IP header

# Link type (tcpdump.org/linktypes.html): where the frame's EtherType is and its header ends; None: no EtherType.
_HEADERS: dict[int, tuple[int | None, int]] = {
    1: (12, 14),  # Ethernet
    RAW: (None, 0),
    229: (None, 0),  # IPv6 alone
    12: (None, 0),  # raw IP, as BSD numbers it
    14: (None, 0),
    0: (None, 4),  # BSD loopback
    108: (None, 4),
    113: (14, 16),  # Linux "any"
    276: (0, 20),  # Linux "any", second form
}
_VLAN_TAGS = (b"\x81\x00", b"\x88\xa8")
_IPV6 = b"\x86\xdd"
_PCAP_MAGIC = {
    b"\xd4\xc3\xb2\xa1": ("<", 1e-6),
    b"\xa1\xb2\xc3\xd4": (">", 1e-6),
    b"\x4d\x3c\xb2\xa1": ("<", 1e-9),
    b"\xa1\xb2\x3c\x4d": (">", 1e-9),
}
_PCAPNG = b"\x0a\x0d\x0d\x0a"
_SECTION, _INTERFACE, _SIMPLE, _ENHANCED = 0x0A0D0D0A, 1, 3, 6
_LARGEST = 1 << 24  # of one record: beyond it the length is not a length
_BATCH = 256  # packets that AH is given at a time

# Why a record of a capture holds no packet to ask about; beside the reasons of AH itself.
_NO_PACKET = {
    "not-ipv6": "not an IPv6 packet",
    "link-type": "of a link type that is not read here",
    "cut-short": "the capture breaks off here",
}


@dataclass(frozen=True)
class Captured:
    """One record of a capture. Without a packet, `problem` names why, as _NO_PACKET does."""

    number: int  # from 1, as other tools count
    time: float  # seconds since 1970; 0 where the file does not tell
    packet: bytes
    problem: str = ""


def read(path: str | Path) -> Iterator[Captured]:
    """The records of a capture in order. Raises UsageError at once for what is no capture."""
    try:
        with Path(path).open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is empty"
        raise UsageError(f"cannot read {path}: {reason}", fix="name a pcap or pcapng file") from error
    magic = data[:4]
    if magic == _PCAPNG:
        return _numbered(_pcapng(data))
    if magic in _PCAP_MAGIC:
        order, unit = _PCAP_MAGIC[magic]
        return _numbered(_pcap(data, path, order, unit))
    raise UsageError(f"{path} is no packet capture: it begins with {magic.hex()}", fix="name a pcap or pcapng file")


def write(path: str | Path, packets: Iterable[tuple[float, bytes]]) -> None:
    """A pcap of IP packets with their times, in microseconds; a file there before stays until this one is whole."""
    parts = [struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, RAW)]
    for time, packet in packets:
        microseconds = round(time * 1e6)
        parts.append(struct.pack("<IIII", *divmod(microseconds, 1_000_000), len(packet), len(packet)) + packet)
    write_file(path, b"".join(parts))


def explain(reason: str) -> str:
    """A line for people on any reason that an answer may have."""
    return _NO_PACKET.get(reason) or reason_text(reason)


def replay(records: Iterable[Captured], operation: Callable[[Sequence[bytes]], list[Result]]) -> Iterator[Answer]:
    """What became of each record in order; `operation` is a security association's `sign` or `verify`."""
    source = iter(records)
    while batch := list(islice(source, _BATCH)):
        results = iter(operation([record.packet for record in batch if not record.problem]))
        for record in batch:
            yield record, Result(record.problem) if record.problem else next(results)


Answer = tuple[Captured, Result]
_Record = tuple[float, int, bytes]  # time, link type, frame; link type -1: the file breaks off here


def _numbered(records: Iterator[_Record]) -> Iterator[Captured]:
    for number, (time, link_type, frame) in enumerate(records, start=1):
        if link_type < 0:
            yield Captured(number, time, b"", "cut-short")
        elif link_type not in _HEADERS:
            yield Captured(number, time, b"", "link-type")
        else:
            packet = _inside(frame, link_type)
            yield Captured(number, time, packet, "" if packet else "not-ipv6")


def _inside(frame: bytes, link_type: int) -> bytes:
    """The IPv6 packet in a frame, or nothing."""
    type_at, header = _HEADERS[link_type]
    if type_at is None:
        packet = frame[header:]
        return packet if packet[:1] and packet[0] >> 4 == 6 else b""
    while link_type == 1 and frame[type_at : type_at + 2] in _VLAN_TAGS:
        type_at, header = type_at + 4, header + 4
    return frame[header:] if frame[type_at : type_at + 2] == _IPV6 else b""


_BREAK: _Record = (0.0, -1, b"")


def _pcap(data: mmap.mmap, path: str | Path, order: str, unit: float) -> Iterator[_Record]:
    if len(data) < 24:
        yield _BREAK
        return
    link_type = struct.unpack_from(order + "I", data, 20)[0] & 0xFFFF
    if link_type not in _HEADERS:
        fix = "capture on an Ethernet interface, or with tcpdump -y EN10MB"
        raise UsageError(f"{path} has link type {link_type}, which is not read here", fix=fix)
    at = 24
    while at < len(data):
        if len(data) - at < 16:
            yield _BREAK
            return
        seconds, fraction, length, _ = struct.unpack_from(order + "IIII", data, at)
        at += 16
        if length > _LARGEST or len(data) - at < length:
            yield _BREAK
            return
        yield seconds + fraction * unit, link_type, data[at : at + length]
        at += length


def _pcapng(data: mmap.mmap) -> Iterator[_Record]:
    """Sections, interfaces and packets (draft-ietf-opsawg-pcapng, section 4); other blocks are stepped over."""
    order, interfaces, at = "<", list[tuple[int, float]](), 0
    while at < len(data):
        if len(data) - at < 12:
            yield _BREAK
            return
        kind = struct.unpack_from(order + "I", data, at)[0]
        if kind == _SECTION:
            order = "<" if data[at + 8 : at + 12] == b"\x4d\x3c\x2b\x1a" else ">"
            interfaces = []
        length = struct.unpack_from(order + "I", data, at + 4)[0]
        if length < 12 or length % 4 or length > _LARGEST or len(data) - at < length:
            yield _BREAK
            return
        body = data[at + 8 : at + length - 4]
        if kind == _INTERFACE and len(body) >= 8:
            interfaces.append((struct.unpack_from(order + "H", body)[0], _time_unit(body, order)))
        elif kind in (_ENHANCED, _SIMPLE):
            yield _block_packet(kind, body, order, interfaces)
        at += length


def _time_unit(body: bytes, order: str) -> float:
    """Option if_tsresol: a negative power of ten, or of two; microseconds when it is not there."""
    at = 8
    while at + 4 <= len(body):
        code, length = struct.unpack_from(order + "HH", body, at)
        if code == 9 and length == 1 and at + 4 < len(body):
            value = body[at + 4]
            return float(2.0 ** -(value & 0x7F) if value & 0x80 else 10.0**-value)
        if code == 0:
            break
        at += 4 + (length + 3) // 4 * 4
    return 1e-6


def _block_packet(kind: int, body: bytes, order: str, interfaces: list[tuple[int, float]]) -> _Record:
    fixed = 20 if kind == _ENHANCED else 4
    if len(body) < fixed:
        return _BREAK
    if kind == _SIMPLE:
        which, time, length = 0, 0, min(struct.unpack_from(order + "I", body)[0], len(body) - 4)
    else:
        which, high, low, length, _ = struct.unpack_from(order + "IIIII", body)
        time = high << 32 | low
    if which >= len(interfaces) or length > len(body) - fixed:
        return _BREAK
    link_type, unit = interfaces[which]
    return time * unit, link_type, body[fixed : fixed + length]
