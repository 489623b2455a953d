"""A link, a packet mix, a protocol and an algorithm together: what must be authenticated, and how soon."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from wirerate.authenticators.subjects import Subject, algorithm, parse_subject
from wirerate.catalogue import Permission, Protocol, protocol
from wirerate.errors import UsageError
from wirerate.links.link import Link
from wirerate.links.packets import MAX_TEMPLATES, Mix
from wirerate.links.protocols import protect


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
    def keyed(self) -> str:
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
) -> Load:
    """Without a protocol the IP packet itself is authenticated, the wire counts the framing and nothing is added.
    A protocol that does not carry the algorithm, or not with that tag, is a UsageError."""
    what = parse_subject(subject) if isinstance(subject, str) else subject
    carrier = protocol(protocol_name)
    permission = carrier.permission(what.algorithm)
    tag_bytes = _tag_bytes(what, carrier, permission)
    version = ip_version or mix.ip_version
    entries = []
    for ip_bytes, weight in mix.entries:
        sent = protect(
            carrier.layout_for(what.algorithm),
            ip_bytes,
            tag_bytes=tag_bytes if permission else 0,
            iv_bytes=permission.iv if permission else 0,
            ip_version=version,
        )
        wire_ns = link.wire_ns(sent.ip_bytes, sent.frame_extra)
        entries.append(Entry(ip_bytes, sent.ip_bytes, sent.covered_bytes, wire_ns, weight))
    return Load(link, mix, carrier, what.algorithm, tag_bytes, version, tuple(entries))


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
