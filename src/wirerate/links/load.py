# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Combine a link, a packet mix, a protocol and an algorithm: the bytes to authenticate, and the time available."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from wirerate.authenticators.subjects import Subject, algorithm, parse_subject
from wirerate.catalogue import Layout, Permission, Protocol, protocol
from wirerate.errors import UsageError
from wirerate.links.framing import Messages, frame_extra, ip_extra
from wirerate.links.link import Link
from wirerate.links.packets import MAX_TEMPLATES, TCP6_MINIMUM, Mix
from wirerate.vocabulary import Keyed

_IP_HEADER = {4: 20, 6: 40}  # RFC 791 section 3.1, RFC 8200 section 3, without options or extension headers
_PSEUDO_HEADER = {4: 12, 6: 40}  # RFC 9293 section 3.1, RFC 8200 section 8.1
_TCP_HEADER = 20  # RFC 9293 section 3.1, without options


@dataclass(frozen=True)
class Entry:
    """One packet size of the mix."""

    ip_bytes: int  # the packet before protection, as the mix names it
    sent_bytes: int  # the IP packet on the link, with protection and tunnels
    added_bytes: int  # bytes that protection and encapsulation add, in the frame or in the IP packet
    covered_bytes: int  # bytes that the authenticator reads
    wire_bytes: int  # bytes that the packet occupies on the link, framing included
    wire_ns: float  # how long the packet occupies the link: the time available to authenticate it
    weight: int


@dataclass(frozen=True)
class Load:
    """The work of one algorithm on a link at line rate. Build it with `load`."""

    link: Link
    mix: Mix
    protocol: Protocol
    algorithm: str
    tag_bytes: int
    ip_version: int
    entries: tuple[Entry, ...]
    over: tuple[str, ...] = ()  # encapsulations of the protected packet, from the link inward

    @cached_property
    def needs_ns(self) -> float:
        """Return the time available per packet at line rate, averaged over the mix."""
        return self._mean([entry.wire_ns for entry in self.entries])

    @cached_property
    def covered_bytes(self) -> float:
        """Return the bytes per packet that the authenticator reads, averaged over the mix."""
        return self._mean([entry.covered_bytes for entry in self.entries])

    @cached_property
    def added_bytes(self) -> float:
        """Return the bytes that protection and tunnels add per packet, averaged over the mix."""
        return self._mean([entry.added_bytes for entry in self.entries])

    @cached_property
    def wire_bytes(self) -> float:
        """Return the bytes per packet on the link, framing included, averaged over the mix."""
        return self._mean([entry.wire_bytes for entry in self.entries])

    @property
    def largest_sent(self) -> int:
        return max(entry.sent_bytes for entry in self.entries)

    @property
    def mtu(self) -> int:
        """Return the link's MTU in IP bytes; 0 if it has none.

        This is the standard MTU, or the largest packet of the mix if that is larger.
        """
        usual = self.link.framing.mtu
        return max(usual, *(entry.ip_bytes for entry in self.entries)) if usual else 0

    def largest_that_fits(self) -> int | None:
        """Return the largest packet that does not exceed the MTU once it is protected; None if there is none."""
        tag_bytes = self.tag_bytes if self.permission else 0
        sizes = range(self.mtu, TCP6_MINIMUM - 1, -1)
        return next((size for size in sizes if self._protected(size, tag_bytes) <= self.mtu), None)

    def _protected(self, ip_bytes: int, tag_bytes: int) -> int:
        layout = self.protocol.layout_for(self.algorithm)
        iv_bytes = self.permission.iv if self.permission else 0
        sent = protect(layout, ip_bytes, tag_bytes=tag_bytes, iv_bytes=iv_bytes, ip_version=self.ip_version)
        return sent.ip_bytes + ip_extra(self.over, _IP_HEADER[self.ip_version])

    @property
    def permission(self) -> Permission | None:
        """Return the protocol's entry for the algorithm; None without a protocol."""
        return self.protocol.algorithms.get(self.algorithm)

    @property
    def kind(self) -> str:
        """Return the algorithm's kind in this protocol. TCP-MD5, for example, uses a digest as a MAC."""
        permission = self.permission
        return (permission.kind if permission else "") or algorithm(self.algorithm).kind

    @property
    def keyed(self) -> Keyed:
        """Return the cheapest key schedule that the protocol allows: reuse, rekey or fresh; "" without a key."""
        modes = algorithm(self.algorithm).keyed
        if not self.protocol.keeps_state:
            modes = tuple(mode for mode in modes if mode != "reuse")
        return modes[0] if modes else ""

    def lengths(self) -> tuple[int, ...]:
        """Return the lengths of the messages to measure: one length, or the mix's, repeated to at most 256 messages."""
        if len(self.entries) == 1:
            return (self.entries[0].covered_bytes,)
        repeats = MAX_TEMPLATES // self.mix.total_weight
        one_mix = [entry.covered_bytes for entry in self.entries for _ in range(entry.weight)]
        return tuple(one_mix * repeats)

    def _mean(self, values: list[float] | list[int]) -> float:
        total = sum(value * entry.weight for value, entry in zip(values, self.entries, strict=True))
        return total / self.mix.total_weight


def load(
    link: Link,
    mix: Mix,
    subject: Subject | str,
    protocol_name: str | None = None,
    *,
    ip_version: int | None = None,
    over: Sequence[str] = (),
) -> Load:
    """Return the work of an algorithm on a link at line rate.

    Without a protocol, the whole IP packet is authenticated, and the link adds only its framing. `over` adds bytes on
    the link that the authenticator does not read, except in a frame protocol (MACsec), which covers the whole frame.
    Raises UsageError if the protocol lacks the algorithm or the tag length.
    """
    parsed = parse_subject(subject) if isinstance(subject, str) else subject
    carrier = protocol(protocol_name)
    permission = carrier.permission(parsed.algorithm)
    tag_bytes = _tag_bytes(parsed, carrier, permission)
    version = ip_version or (4 if isinstance(link.framing, Messages) else mix.ip_version)
    entries = []
    for ip_bytes, weight in mix.entries:
        layout = carrier.layout_for(parsed.algorithm)
        sent = protect(
            layout,
            ip_bytes,
            tag_bytes=tag_bytes if permission else 0,
            iv_bytes=permission.iv if permission else 0,
            ip_version=version,
        )
        outside, inside = ip_extra(over, _IP_HEADER[version]), frame_extra(over)
        covered = sent.covered_bytes + (outside + inside if layout.layer == "frame" else 0)
        sent_bytes = sent.ip_bytes + outside
        entries.append(
            Entry(
                ip_bytes=ip_bytes,
                sent_bytes=sent_bytes,
                added_bytes=sent_bytes - ip_bytes + sent.frame_extra + inside,
                covered_bytes=covered,
                wire_bytes=link.wire_bytes(sent_bytes, sent.frame_extra + inside),
                wire_ns=link.wire_ns(sent_bytes, sent.frame_extra + inside),
                weight=weight,
            )
        )
    return Load(link, mix, carrier, parsed.algorithm, tag_bytes, version, tuple(entries), tuple(over))


def _tag_bytes(subject: Subject, carrier: Protocol, permission: Permission | None) -> int:
    if permission is None:
        return subject.tag_bytes
    name, bits = subject.algorithm, permission.tag_bits
    if subject.tag_bits not in (None, bits):
        raise UsageError(
            f"{carrier.name} uses {bits}-bit tags of {name}, not {subject.tag_bits}-bit ones",
            fix=f"type {name}; with {carrier.name} that means {bits} bits",
        )
    return bits // 8


# ---- the bytes that a protocol adds and authenticates, by the formula in protocols.toml ----


@dataclass(frozen=True)
class Protected:
    """One packet after protection, in bytes."""

    ip_bytes: int  # the IP packet as sent
    frame_extra: int  # bytes added to the frame around the IP packet
    covered_bytes: int  # bytes that the authenticator reads


def protect(layout: Layout, ip_bytes: int, *, tag_bytes: int, iv_bytes: int, ip_version: int) -> Protected:
    """Return the sizes of a packet of the mix once the protocol has protected it."""
    stripped = layout.strips + (_IP_HEADER[ip_version] if layout.strips_ip else 0)
    _check_room(layout, ip_bytes, ip_version)
    payload = ip_bytes - stripped
    sealed = _round_up(payload + layout.inner_header + layout.inner_trailer, layout.inner_align)
    header_align = layout.header_align[0 if ip_version == 4 else 1]
    header = _round_up(layout.header + iv_bytes + tag_bytes, header_align)
    outer = layout.outer + (_IP_HEADER[ip_version] if layout.outer_ip else 0)
    added = outer + header + sealed - payload
    covered = sealed + layout.covered_extra
    covered += outer + header if layout.covers_header else 0
    covered += _PSEUDO_HEADER[ip_version] if layout.pseudo_header else 0
    if layout.layer == "frame":
        return Protected(ip_bytes, added, covered)
    return Protected(ip_bytes + added, 0, covered)


def _check_room(layout: Layout, ip_bytes: int, ip_version: int) -> None:
    """Raise UsageError if the packet is too small for the headers that the protocol needs: IP, TCP or UDP."""
    inner = _TCP_HEADER if layout.pseudo_header else layout.strips
    least = _IP_HEADER[ip_version] + inner
    if layout.strips_ip and ip_bytes < least:
        carried = "TCP over " if inner == _TCP_HEADER else "UDP over " if inner else ""
        raise UsageError(
            f"a {ip_bytes}-byte packet cannot carry {carried}IPv{ip_version}",
            fix=f"use packets of at least {least} bytes",
        )


def _round_up(size: int, multiple: int) -> int:
    return -(-size // multiple) * multiple
