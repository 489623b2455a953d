# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The test packets: UDP of every size in a mix, their addresses, and the check that they arrive intact."""

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
    from wirerate.links import Mix  # keeps the helper process quick to start

LARGEST = 60000  # below the devices' MTU by more than any path adds
SMALLEST: dict[Family, int] = {"ip4": 20, "ip6": 40}
_UDP, _NO_NEXT_HEADER = 17, 59  # protocol numbers (RFC 8200 section 4.7)
_PORT = 9  # discard
_DONT_FRAGMENT = 0x4000
_HOPS = 64


@dataclass(frozen=True)
class Addresses:
    """The addresses for one IP version; packets use benchmarking networks (RFC 2544; for IPv6 compare RFC 5180)."""

    source: str
    destination: str
    sources: str  # the network of `source`
    destinations: str  # the network of `destination`
    lan: str  # gateway A, on the sender's side
    wan: tuple[str, str]  # gateways A and B, on the link between them
    beyond: str  # a tunnel end behind B, for packets that B only routes
    beyonds: str  # its network
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
    """Raise UsageError if the mix holds a size that packets of this IP version cannot have here."""
    least, most = SMALLEST[family], LARGEST
    for size, _ in mix.entries:
        if not least <= size <= most:
            version = "IPv6" if family == "ip6" else "IPv4"
            raise UsageError(
                f"{mix.name}: a packet of {size} bytes is out of range; over {version}, path takes {least} to {most}",
                fix="type ‹packet=imix6› for small packets over IPv6" if size < least else f"type at most {most}",
            )


def lap(mix: Mix) -> list[int]:
    """Return the packet sizes of one lap, a pass through the mix: repeated by weight and shuffled, in the same order in
    every run."""
    sizes = [size for size, weight in mix.entries for _ in range(weight)]
    random.Random(1810).shuffle(sizes)
    return sizes


def frame(family: Family, size: int) -> bytes:
    """Return a packet in an Ethernet frame to gateway A."""
    kind = b"\x86\xdd" if family == "ip6" else b"\x08\x00"
    return mac(LAN_MAC) + mac(SENDER_MAC) + kind + packet(family, size)


def packet(family: Family, size: int) -> bytes:
    """Return an IP packet of `size` bytes with valid checksums, holding UDP if there is room for its header."""
    addresses = ADDRESSES[family]
    source, destination = ip_address(addresses.source).packed, ip_address(addresses.destination).packed
    length = size - SMALLEST[family]
    payload = _udp(source, destination, length) if length >= 8 else bytes(length)
    protocol = _UDP if length >= 8 else _NO_NEXT_HEADER
    if family == "ip6":
        return struct.pack(">IHBB", 6 << 28, length, protocol, _HOPS) + source + destination + payload
    head = struct.pack(">BBHHHBBH", 0x45, 0, size, 0, _DONT_FRAGMENT, _HOPS, protocol, 0) + source + destination
    return head[:10] + struct.pack(">H", _checksum(head)) + head[12:] + payload


def is_intact(family: Family, size: int, received: bytes, hops: int) -> bool:
    """Return whether the packet is the one sent, except for its hop limit (or TTL and checksum) after `hops` hops."""
    sent = packet(family, size)
    if family == "ip6":
        return received == sent[:7] + bytes([_HOPS - hops]) + sent[8:]
    head = sent[:8] + bytes([_HOPS - hops]) + sent[9:10] + b"\0\0" + sent[12:20]
    return received == head[:10] + struct.pack(">H", _checksum(head)) + head[12:] + sent[20:]


def _udp(source: bytes, destination: bytes, length: int) -> bytes:
    payload = bytes(n % 251 for n in range(length - 8))
    head = struct.pack(">HHHH", _PORT, _PORT, length, 0)
    pseudo = source + destination + struct.pack(">II", length, _UDP)
    return head[:6] + struct.pack(">H", _checksum(pseudo + head + payload) or 0xFFFF) + payload


def _checksum(data: bytes) -> int:
    """Return the Internet checksum (RFC 1071)."""
    total: int = sum(struct.unpack(f">{len(data) // 2}H", data[: len(data) // 2 * 2]))
    total += data[-1] << 8 if len(data) % 2 else 0
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF
