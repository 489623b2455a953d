# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The packets that are sent: UDP of each size of a mix, and where they come from and go to."""

from __future__ import annotations

import random
import struct
from dataclasses import dataclass
from ipaddress import ip_address
from typing import TYPE_CHECKING

from wirerate.errors import UsageError
from wirerate.wings.path.catalogue import Family
from wirerate.wings.path.devices import mac

if TYPE_CHECKING:
    from wirerate.links import Mix  # the measuring process starts without what links load

LARGEST = 60000  # leaves room below the devices' MTU for what any path adds
SMALLEST: dict[Family, int] = {"ip4": 20, "ip6": 40}
_UDP, _NOTHING = 17, 59  # protocol numbers; the second: no next header (RFC 8200 section 4.7)
_PORT = 9  # discard
_DONT_FRAGMENT = 0x4000
_HOPS = 64


@dataclass(frozen=True)
class Addresses:
    """Of one IP version: benchmarking networks for the packets (RFC 2544, RFC 5180 in spirit), others for the wires."""

    source: str
    destination: str
    sources: str  # the networks of these two
    destinations: str
    lan: str  # gateway A's, towards the sender
    wan: tuple[str, str]  # of A and of B, on the wire between them
    beyond: str  # a gateway behind B, for what B only passes on
    beyonds: str
    host_bits: int
    net_bits: int


IP4 = Addresses(
    "198.18.0.2", "198.19.0.2", "198.18.0.0/16", "198.19.0.0/16", "198.18.0.1",
    ("192.0.2.1", "192.0.2.2"), "203.0.113.2", "203.0.113.0/24", 32, 24,
)  # fmt: skip
IP6 = Addresses(
    "fd18::2", "fd19::2", "fd18::/64", "fd19::/64", "fd18::1",
    ("fd20::1", "fd20::2"), "fd21::2", "fd21::/64", 128, 64,
)  # fmt: skip
ADDRESSES: dict[Family, Addresses] = {"ip4": IP4, "ip6": IP6}

SENDER_MAC, LAN_MAC = "02:00:00:00:00:01", "02:00:00:00:00:02"
WAN_MACS = ("02:00:00:00:00:0a", "02:00:00:00:00:0b")


def check(mix: Mix, family: Family) -> None:
    """Raises UsageError for sizes that no packet of that IP version has."""
    least, most = SMALLEST[family], LARGEST
    for size, _ in mix.entries:
        if not least <= size <= most:
            version = "IPv6" if family == "ip6" else "IPv4"
            raise UsageError(
                f"{mix.name}: a packet of {size} bytes; over {version} a path takes {least} to {most}",
                fix="type ‹packet=imix6› for small packets over IPv6" if size < least else f"type at most {most}",
            )


def lap(mix: Mix) -> list[int]:
    """Sizes of IP packets in the order in which they are sent: each by its weight, shuffled, the same in every run."""
    sizes = [size for size, weight in mix.entries for _ in range(weight)]
    random.Random(1810).shuffle(sizes)
    return sizes


def frame(family: Family, size: int) -> bytes:
    """With the header of Ethernet, to gateway A."""
    kind = b"\x86\xdd" if family == "ip6" else b"\x08\x00"
    return mac(LAN_MAC) + mac(SENDER_MAC) + kind + packet(family, size)


def packet(family: Family, size: int) -> bytes:
    """UDP where there is room for its header, all checksums right."""
    here = ADDRESSES[family]
    source, destination = ip_address(here.source).packed, ip_address(here.destination).packed
    body = size - SMALLEST[family]
    above = _udp(source, destination, body) if body >= 8 else bytes(body)
    protocol = _UDP if body >= 8 else _NOTHING
    if family == "ip6":
        return struct.pack(">IHBB", 6 << 28, body, protocol, _HOPS) + source + destination + above
    head = struct.pack(">BBHHHBBH", 0x45, 0, size, 0, _DONT_FRAGMENT, _HOPS, protocol, 0) + source + destination
    return head[:10] + struct.pack(">H", _checksum(head)) + head[12:] + above


def arrived_right(family: Family, size: int, seen: bytes, hops: int) -> bool:
    """Whether a packet came through so many gateways with nothing changed but what a gateway must change."""
    sent = packet(family, size)
    if family == "ip6":
        return seen == sent[:7] + bytes([_HOPS - hops]) + sent[8:]
    head = sent[:8] + bytes([_HOPS - hops]) + sent[9:10] + b"\0\0" + sent[12:20]
    return seen == head[:10] + struct.pack(">H", _checksum(head)) + head[12:] + sent[20:]


def _udp(source: bytes, destination: bytes, length: int) -> bytes:
    payload = bytes(n % 251 for n in range(length - 8))
    head = struct.pack(">HHHH", _PORT, _PORT, length, 0)
    pseudo = source + destination + struct.pack(">II", length, _UDP)
    return head[:6] + struct.pack(">H", _checksum(pseudo + head + payload) or 0xFFFF) + payload


def _checksum(data: bytes) -> int:
    """RFC 1071; Python's is enough for a packet of each size."""
    total: int = sum(struct.unpack(f">{len(data) // 2}H", data[: len(data) // 2 * 2]))
    total += data[-1] << 8 if len(data) % 2 else 0
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF
