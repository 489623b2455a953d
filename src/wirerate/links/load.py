# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A link, a packet mix, a protocol and an algorithm together: what must be authenticated, and how soon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from wirerate.authenticators.subjects import Subject, algorithm, parse_subject
from wirerate.catalogue import Layout, Permission, Protocol, protocol
from wirerate.errors import UsageError
from wirerate.links.framing import Messages, frame_extra, ip_extra
from wirerate.links.link import Link
from wirerate.links.packets import MAX_TEMPLATES, Mix
from wirerate.vocabulary import Keyed

_IP_HEADER = {4: 20, 6: 40}  # RFC 791 section 3.1, RFC 8200 section 3, without options or extension headers
_PSEUDO_HEADER = {4: 12, 6: 40}  # RFC 9293 section 3.1, RFC 8200 section 8.1
_TCP_HEADER = 20  # RFC 9293 section 3.1, without options


@dataclass(frozen=True)
class Entry:
    """One packet size of the mix."""

    ip_bytes: int  # the packet before protection, as the mix names it
    sent_bytes: int  # the IP packet that is sent
    covered_bytes: int  # what the authenticator reads
    wire_ns: float  # how long it occupies the link: the time there is for it
    weight: int


@dataclass(frozen=True)
class Load:
    """What a link at line rate asks of one algorithm. Build it with `load`."""

    link: Link
    mix: Mix
    protocol: Protocol
    algorithm: str
    tag_bytes: int
    ip_version: int
    entries: tuple[Entry, ...]
    over: tuple[str, ...] = ()  # what carries the protected packet

    @cached_property
    def needs_ns(self) -> float:
        """Time available per packet at line rate, mean over the mix."""
        return self._mean([entry.wire_ns for entry in self.entries])

    @cached_property
    def covered_bytes(self) -> float:
        """Bytes under the authenticator per packet, mean over the mix."""
        return self._mean([entry.covered_bytes for entry in self.entries])

    @property
    def permission(self) -> Permission | None:
        """What the protocol says of the algorithm; None without a protocol."""
        return self.protocol.algorithms.get(self.algorithm)

    @property
    def kind(self) -> str:
        """What the algorithm is used as here: TCP-MD5 makes a MAC of a digest."""
        permission = self.permission
        return (permission.kind if permission else "") or algorithm(self.algorithm).kind

    @property
    def keyed(self) -> Keyed:
        """The keyed mode that the protocol allows at best; "" where there is no keyed state at all."""
        modes = algorithm(self.algorithm).keyed
        if not self.protocol.keeps_state:
            modes = tuple(mode for mode in modes if mode != "reuse")
        return modes[0] if modes else ""

    def lengths(self) -> tuple[int, ...]:
        """Message lengths for the meter in exact proportion: one for one size, else as many whole mixes as 256 hold."""
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
    """Without a protocol the IP packet itself is authenticated, the wire counts the framing and nothing is added.
    A protocol that does not carry the algorithm, or not with that tag, is a UsageError. What the packet goes over is
    on the wire and not under the authenticator, but for a protocol of the frame, which covers all that is in it."""
    what = parse_subject(subject) if isinstance(subject, str) else subject
    carrier = protocol(protocol_name)
    permission = carrier.permission(what.algorithm)
    tag_bytes = _tag_bytes(what, carrier, permission)
    version = ip_version or (4 if isinstance(link.framing, Messages) else mix.ip_version)
    entries = []
    for ip_bytes, weight in mix.entries:
        layout = carrier.layout_for(what.algorithm)
        sent = protect(
            layout,
            ip_bytes,
            tag_bytes=tag_bytes if permission else 0,
            iv_bytes=permission.iv if permission else 0,
            ip_version=version,
        )
        outside, inside = ip_extra(over, _IP_HEADER[version]), frame_extra(over)
        wire_ns = link.wire_ns(sent.ip_bytes + outside, sent.frame_extra + inside)
        covered = sent.covered_bytes + (outside + inside if layout.layer == "frame" else 0)
        entries.append(Entry(ip_bytes, sent.ip_bytes, covered, wire_ns, weight))
    return Load(link, mix, carrier, what.algorithm, tag_bytes, version, tuple(entries), tuple(over))


def _tag_bytes(subject: Subject, carrier: Protocol, permission: Permission | None) -> int:
    if permission is None:
        return subject.tag_bytes
    name, bits = subject.algorithm, permission.tag_bits
    if subject.tag_bits not in (None, bits):
        raise UsageError(
            f"{carrier.name} carries {bits}-bit tags of {name}, not {subject.tag_bits}-bit ones",
            fix=f"type {name}; with {carrier.name} that means {bits} bits",
        )
    return bits // 8


# ---- what a protocol puts on the wire and under its authenticator, by the formula of protocols.toml ----


@dataclass(frozen=True)
class Protected:
    """One packet after protection, in bytes."""

    ip_bytes: int  # the IP packet that is sent
    frame_extra: int  # what is added to the frame around it
    covered_bytes: int  # what the authenticator reads


def protect(layout: Layout, ip_bytes: int, *, tag_bytes: int, iv_bytes: int, ip_version: int) -> Protected:
    """A packet of the mix (before protection) as the protocol sends and authenticates it."""
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
    """What a protocol takes off or looks at must be there: the IP header, and TCP's or UDP's."""
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
