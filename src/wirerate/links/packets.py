# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Packet mixes (IP packet sizes and how often each occurs) and TLS records.

There is no standard mix (RFC 6985 section 3), so each one has a name.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from wirerate.errors import UsageError, nearest
from wirerate.links.framing import ETHERNET_FCS, ETHERNET_HEADER, ETHERNET_MINIMUM
from wirerate.links.quantities import parse_size

IP_MINIMUM = 20  # RFC 791 section 3.1: an IPv4 header
IP_MAXIMUM = 65535  # RFC 791 section 3.1
TCP6_MINIMUM = 40 + 20  # headers of IPv6 (RFC 8200 section 3) and TCP (RFC 9293 section 3.1)
MAX_TEMPLATES = 256

# RFC 2544 section 9.1: Ethernet frames, including their check sequence.
RFC2544_FRAMES = (64, 128, 256, 512, 1024, 1280, 1518)
AROUND_IP = ETHERNET_HEADER + ETHERNET_FCS  # Ethernet bytes around the IP packet in an untagged frame

_NAMED: dict[str, tuple[tuple[int, int], ...]] = {
    "imix": ((40, 7), (576, 4), (1500, 1)),  # the industry's "simple IMIX"
    "imix6": ((60, 7), (576, 4), (1500, 1)),  # a 40-byte packet cannot carry TCP over IPv6
    "rfc2544": tuple((frame - AROUND_IP, 1) for frame in RFC2544_FRAMES),
}


@dataclass(frozen=True)
class Mix:
    """IP packet sizes with whole-number weights in lowest terms, smallest packet first."""

    name: str
    entries: tuple[tuple[int, int], ...]

    @cached_property
    def total_weight(self) -> int:
        return sum(weight for _, weight in self.entries)

    @property
    def mean_bytes(self) -> float:
        return self.mean(float)

    def mean(self, value: Callable[[int], float]) -> float:
        """Return the mean of `value(size)`, weighted by how often each size occurs."""
        return sum(value(size) * weight for size, weight in self.entries) / self.total_weight

    @property
    def ip_version(self) -> int:
        """Return the IP version: 4 if a packet is too small for TCP over IPv6, otherwise 6."""
        return 6 if self.entries[0][0] >= TCP6_MINIMUM else 4


def parse_packet_list(text: str) -> list[Mix]:
    """Parse a list of separate mixes: 64,512,1500 or imix,1500. A list with weights is a single mix."""
    return [parse_packets(text)] if ":" in text else [parse_packets(word) for word in text.split(",")]


def parse_frames(text: str) -> list[Mix]:
    """Parse sizes of untagged Ethernet frames with their check sequence, as in RFC 2544: 64,512,1518."""
    return [_frame(word) for word in text.split(",")]


def _frame(word: str) -> Mix:
    size = parse_size(word)
    most = IP_MAXIMUM + AROUND_IP
    if not ETHERNET_MINIMUM <= size <= most:
        raise UsageError(
            f"frame size {word}: an Ethernet frame has {ETHERNET_MINIMUM} to {most} bytes",
            fix=f"type a size from {ETHERNET_MINIMUM}, such as 1518; --packet counts IP bytes",
        )
    return Mix(f"{size}-byte frames", ((size - AROUND_IP, 1),))


def parse_packets(text: str) -> Mix:
    """Parse a size in IP bytes (1500), a named mix, or SIZE:WEIGHT,SIZE:WEIGHT,… (40:7,576:4,1500:1)."""
    word = text.strip()
    if "," in word and ":" not in word:
        weighted = ",".join(f"{size.strip()}:1" for size in word.split(","))
        raise UsageError(
            f"{word} is a list, but only one size or mix is allowed here", fix=f"type {weighted} for a mix of these"
        )
    if word in _NAMED:
        return _mix(word, _NAMED[word])
    if not word[:1].isdigit():
        near = nearest(word, _NAMED)
        fix = f"did you mean {near}?" if near else "type a size in IP bytes, imix, imix6, rfc2544 or 40:7,576:4,1500:1"
        raise UsageError(f"unknown packet mix {text!r}", fix=fix)
    mix = _mix(word, [_entry(part) for part in word.split(",")])
    if len(mix.entries) == 1:
        return Mix(str(mix.entries[0][0]), mix.entries)
    return mix


def packet_names() -> tuple[str, ...]:
    """Return the names of the named mixes."""
    return tuple(_NAMED)


def _entry(part: str) -> tuple[int, int]:
    size_text, colon, weight_text = part.strip().partition(":")
    size = parse_size(size_text)
    if not IP_MINIMUM <= size <= IP_MAXIMUM:
        raise UsageError(
            f"packet size {size_text}: an IP packet has {IP_MINIMUM} to {IP_MAXIMUM} bytes",
            fix=f"type a size from {IP_MINIMUM} to {IP_MAXIMUM}, such as 1500",
        )
    if not colon:
        return size, 1
    if not weight_text.isdecimal() or int(weight_text) == 0:
        raise UsageError(f"weight {weight_text!r} in {part!r} is not a whole number above 0", fix=f"type {size_text}:1")
    return size, int(weight_text)


def _mix(name: str, entries: list[tuple[int, int]] | tuple[tuple[int, int], ...]) -> Mix:
    weights: dict[int, int] = {}
    for size, weight in entries:
        weights[size] = weights.get(size, 0) + weight
    divisor = math.gcd(*weights.values())
    mix = Mix(name, tuple((size, weights[size] // divisor) for size in sorted(weights)))
    if mix.total_weight > MAX_TEMPLATES:
        raise UsageError(
            f"mix {name!r} needs {mix.total_weight} packets to match its weights exactly; the limit is {MAX_TEMPLATES}",
            fix=f"use weights that sum to at most {MAX_TEMPLATES}",
        )
    return mix


RECORD_MAXIMUM = 16384  # RFC 8446 section 5.1
_PACKET_BYTES = 1500  # IP bytes that an Ethernet frame holds
_HEADERS = 20 + 20  # IPv4 and TCP, without options


def parse_record_list(text: str) -> list[int]:
    """Parse a list of record sizes in bytes: 1400,16Ki."""
    return list(dict.fromkeys(_record_size(word) for word in text.split(",")))


def segments(stream_bytes: int) -> tuple[int, ...]:
    """Return the sizes of the IP packets that carry `stream_bytes` of a TCP stream, sent in one write."""
    most = _PACKET_BYTES - _HEADERS
    whole, rest = divmod(stream_bytes, most)
    return (_PACKET_BYTES,) * whole + ((rest + _HEADERS,) if rest else ())


def _record_size(word: str) -> int:
    size = parse_size(word)
    if not 1 <= size <= RECORD_MAXIMUM:
        raise UsageError(
            f"record size {word}: a TLS record holds 1 to {RECORD_MAXIMUM} bytes",
            fix=f"type a size from 1 to {RECORD_MAXIMUM}, such as 1400",
        )
    return size
