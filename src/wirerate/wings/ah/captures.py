# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Read IPv6 packets from pcap and pcapng captures, run AH over them, and write packets as pcap.

If a capture is truncated, the packets before that point are returned, followed by a record with a problem.
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

# Link type (tcpdump.org/linktypes.html): offset of the EtherType (None if there is none), and length of the header.
_HEADERS: dict[int, tuple[int | None, int]] = {
    1: (12, 14),  # Ethernet
    RAW: (None, 0),
    229: (None, 0),  # IPv6 alone
    12: (None, 0),  # raw IP on BSD
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
_LARGEST = 1 << 24  # bytes; a record that claims to be longer is corrupt
_BATCH = 256  # packets per call of AH

# Why a record contains no packet for AH.
_NO_PACKET = {
    "not-ipv6": "not an IPv6 packet",
    "link-type": "unsupported link type",
    "cut-short": "the capture is truncated here",
}


@dataclass(frozen=True)
class Captured:
    """One record of a capture. If it has no packet for AH, `problem` is a key of `_NO_PACKET`."""

    number: int  # counted from 1
    time: float  # seconds since 1970; 0 if unknown
    packet: bytes
    problem: str = ""


def read(path: str | Path) -> Iterator[Captured]:
    """Return the records of a capture in order. Raise UsageError at once if the file is not a capture."""
    try:
        with Path(path).open("rb") as file:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "the file is empty"
        raise UsageError(f"cannot read {path}: {reason}", fix="name a pcap or pcapng file") from error
    magic = data[:4]
    if magic == _PCAPNG:
        return _numbered(_pcapng(data))
    if magic in _PCAP_MAGIC:
        order, unit = _PCAP_MAGIC[magic]
        return _numbered(_pcap(data, path, order, unit))
    raise UsageError(f"{path} is not a packet capture: it begins with {magic.hex()}", fix="name a pcap or pcapng file")


def write(path: str | Path, packets: Iterable[tuple[float, bytes]]) -> None:
    """Write a pcap file of IP packets with their times. An existing file is replaced only once this one is complete."""
    parts = [struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 262144, RAW)]
    for time, packet in packets:
        microseconds = round(time * 1e6)
        parts.append(struct.pack("<IIII", *divmod(microseconds, 1_000_000), len(packet), len(packet)) + packet)
    write_file(path, b"".join(parts))


def explain(reason: str) -> str:
    """Return the description of a reason code, such as "not-ipv6"."""
    return _NO_PACKET.get(reason) or reason_text(reason)


def replay(records: Iterable[Captured], operation: Callable[[Sequence[bytes]], list[Result]]) -> Iterator[Answer]:
    """Yield every record with its result, in order. `operation` is a security association's `sign` or `verify`."""
    source = iter(records)
    while batch := list(islice(source, _BATCH)):
        results = iter(operation([record.packet for record in batch if not record.problem]))
        for record in batch:
            yield record, Result(record.problem) if record.problem else next(results)


Answer = tuple[Captured, Result]
_Record = tuple[float, int, bytes]  # time, link type (-1: truncated), frame


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
    """Return the IPv6 packet in a frame, or b"" if it contains none."""
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
        raise UsageError(f"{path} has link type {link_type}, which is not supported", fix=fix)
    offset = 24
    while offset < len(data):
        if len(data) - offset < 16:
            yield _BREAK
            return
        seconds, fraction, length, _ = struct.unpack_from(order + "IIII", data, offset)
        offset += 16
        if length > _LARGEST or len(data) - offset < length:
            yield _BREAK
            return
        yield seconds + fraction * unit, link_type, data[offset : offset + length]
        offset += length


def _pcapng(data: mmap.mmap) -> Iterator[_Record]:
    """Yield the packets of all sections (draft-ietf-opsawg-pcapng, section 4)."""
    order, interfaces, offset = "<", list[tuple[int, float]](), 0
    while offset < len(data):
        if len(data) - offset < 12:
            yield _BREAK
            return
        kind = struct.unpack_from(order + "I", data, offset)[0]
        if kind == _SECTION:
            order = "<" if data[offset + 8 : offset + 12] == b"\x4d\x3c\x2b\x1a" else ">"
            interfaces = []
        length = struct.unpack_from(order + "I", data, offset + 4)[0]
        if length < 12 or length % 4 or length > _LARGEST or len(data) - offset < length:
            yield _BREAK
            return
        body = data[offset + 8 : offset + length - 4]
        if kind == _INTERFACE and len(body) >= 8:
            interfaces.append((struct.unpack_from(order + "H", body)[0], _time_unit(body, order)))
        elif kind in (_ENHANCED, _SIMPLE):
            yield _block_packet(kind, body, order, interfaces)
        offset += length


def _time_unit(body: bytes, order: str) -> float:
    """Return the unit of times in seconds, from the option if_tsresol; by default microseconds."""
    offset = 8
    while offset + 4 <= len(body):
        code, length = struct.unpack_from(order + "HH", body, offset)
        if code == 9 and length == 1 and offset + 4 < len(body):
            value = body[offset + 4]
            return float(2.0 ** -(value & 0x7F) if value & 0x80 else 10.0**-value)
        if code == 0:
            break
        offset += 4 + (length + 3) // 4 * 4
    return 1e-6


def _block_packet(kind: int, body: bytes, order: str, interfaces: list[tuple[int, float]]) -> _Record:
    fixed = 20 if kind == _ENHANCED else 4
    if len(body) < fixed:
        return _BREAK
    if kind == _SIMPLE:
        interface, time, length = 0, 0, min(struct.unpack_from(order + "I", body)[0], len(body) - 4)
    else:
        interface, high, low, length, _ = struct.unpack_from(order + "IIIII", body)
        time = high << 32 | low
    if interface >= len(interfaces) or length > len(body) - fixed:
        return _BREAK
    link_type, unit = interfaces[interface]
    return time * unit, link_type, body[fixed : fixed + length]
