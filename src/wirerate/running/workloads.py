# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The measurements that a question needs: implementations, batches, messages and cache states."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from wirerate.authenticators.subjects import Subject, is_library_path, is_ways
from wirerate.host import meter
from wirerate.host.request import Request
from wirerate.links import Load, Mix, parse_packet_list
from wirerate.records import BreakEven, Measurement
from wirerate.statistics import break_even
from wirerate.verdict import COLDEST_FIRST
from wirerate.vocabulary import Cache, Keyed, Role

LARGEST_BATCH = 256  # messages per call; a network stack can collect this many without waiting
CEILING, FLOOR = Subject("read"), Subject("internet-checksum")
SWEEP = tuple(4096 << step for step in range(17))  # 4 KiB to 256 MiB


@dataclass(frozen=True)
class Messages:
    """The messages of a row: a single length, or the lengths of a mix in exact proportion."""

    lengths: tuple[int, ...]
    name: str = ""  # the name of the mix; "" for one length


@dataclass(frozen=True)
class Condition:
    """Everything about a measurement except its subject. Subjects under the same condition are compared in pairs."""

    messages: Messages
    cache: Cache
    batch: int = 1
    threads: int = 1
    working_set: int | None = None

    @property
    def group(self) -> str:
        """Return the condition's name. It has the mean length of a mix, which differs by protocol."""
        lengths = self.messages.lengths
        messages = (
            f"{self.messages.name} of {sum(lengths) / len(lengths):.0f} bytes"
            if self.messages.name
            else f"{lengths[0]} bytes"
        )
        return f"{messages}, {self.working_set or self.cache}"

    def request(self, subject: Subject, keyed: Keyed, role: Role = "subject", operation: str = "") -> Request:
        return Request(
            subject=subject,
            lengths=self.messages.lengths,
            packets=self.messages.name,
            operation=operation or subject.facts.operation,
            batch=self.batch,
            cache=self.cache,
            working_set=self.working_set,
            keyed=keyed,
            threads=self.threads,
            role=role,
            group=self.group,
        )


def messages_of(packet: str | None, lengths: Sequence[int], default: Sequence[int]) -> list[Messages]:
    """Return a workload for every mix in `packet`; without `packet`, for every length in `lengths` or `default`."""
    return (
        [_mixed(mix) for mix in parse_packet_list(packet)]
        if packet
        else [Messages((length,)) for length in lengths or default]
    )


def judged(
    subject: Subject, load: Load, implementations: Iterable[str], threads: int, *, duplex: bool, cache: str
) -> list[Request]:
    """Return the measurements for a verdict with data in `cache`, and for the other cache states shown beside it.

    Every implementation is measured per packet, and in batches if it supports them; the verdict takes the fastest.
    Sending and receiving are both measured in `cache`; with `duplex`, in all cache states.
    Control-plane messages are processed singly. A request for an absent implementation gives a row that says so.
    """
    truncated = load.tag_bytes != subject.facts.tag_bytes
    exact = replace(subject, tag_bits=load.tag_bytes * 8 if truncated else None)
    named = [subject.implementation] if subject.implementation else list(implementations)
    messages = Messages(load.lengths(), load.mix.name)
    return [
        Condition(messages, state, batch, threads).request(
            replace(exact, implementation=implementation), load.keyed, operation=operation
        )
        for implementation in named or [subject.facts.implementations[0]]
        for batch in ((1, LARGEST_BATCH) if takes_batches(implementation) and not load.protocol.messages else (1,))
        for state in COLDEST_FIRST
        for operation in _ends(subject, both=duplex or state == cache)
    ]


def _ends(subject: Subject, *, both: bool) -> tuple[str, ...]:
    """Return the operations to measure: the sender's and, for an AEAD or with `both`, the receiver's."""
    facts = subject.facts
    return facts.operations if both or facts.kind == "aead" else (facts.operation,)


def ceiling_and_floor(condition: Condition) -> list[Request]:
    """Return the requests for the ceiling and the floor, which every table has."""
    return [condition.request(CEILING, "", "ceiling"), condition.request(FLOOR, "", "floor")]


def without_duplicates(requests: Sequence[Request]) -> list[Request]:
    """Leave out the ceiling or the floor if it is a subject itself, so that it is not measured twice."""
    subjects = {r.subject.algorithm for r in requests if r.role == "subject" and not r.subject.kernel}
    return [r for r in requests if r.role == "subject" or r.subject.algorithm not in subjects or r.role == "reference"]


def ceilings_and_floors(load: Load, threads: int) -> list[Request]:
    """Return the requests for the ceiling and the floor of a verdict, in every cache state."""
    messages = Messages(load.lengths(), load.mix.name)
    return [r for cache in COLDEST_FIRST for r in ceiling_and_floor(Condition(messages, cache, 1, threads))]


def modes(subject: Subject, requested: Sequence[str] = ()) -> list[Keyed]:
    """Return the requested key-schedule modes that the subject has, or its default one; [""] without a key."""
    offered = subject.facts.keyed
    return [mode for name in requested for mode in offered if mode == name] or list(offered[:1]) or [""]


def takes_batches(implementation: str) -> bool:
    """Return whether an implementation accepts several messages per call: a library unless it is OpenSSL or Nettle."""
    if is_library_path(implementation):
        return not meter.peer(implementation).version.startswith(("OpenSSL", "nettle"))
    return implementation in ("wirerate", "ipsec-mb")


def _mixed(mix: Mix) -> Messages:
    repeats = max(1, 256 // mix.total_weight)
    return Messages(tuple(size for size, weight in mix.entries for _ in range(weight)) * repeats, mix.name)


PLAIN = "md5"
FITTED_LENGTHS = (64, 576, 1500)  # for fitting fixed and per-byte costs if the question has only a mix


def plain_md5(condition: Condition, subjects: Sequence[Subject]) -> list[Request]:
    """Return a request for plain MD5 as a reference if K-way MD5 is measured without it."""
    names = {subject.algorithm for subject in subjects}
    wanted = any(map(is_ways, names)) and PLAIN not in names and condition.cache != "sweep"
    return [condition.request(Subject(PLAIN), "", "reference")] if wanted else []


def at_lengths(subjects: Sequence[Subject], threads: int) -> list[Request]:
    """Return requests for the K-way subjects and plain MD5 at a few lengths."""
    ways = [subject for subject in subjects if is_ways(subject.algorithm)]
    conditions = [Condition(Messages((length,)), "cold", 1, threads) for length in FITTED_LENGTHS if ways]
    return [
        request
        for condition in conditions
        for request in (condition.request(Subject(PLAIN), "", "reference"), *(condition.request(s, "") for s in ways))
    ]


def mark_break_even(measurements: Iterable[Measurement]) -> None:
    """In every K-way row with known fixed and per-byte costs, set the length from which it is faster than plain MD5."""
    fitted = [m for m in measurements if m.fixed_ns is not None and m.per_byte_ns is not None]
    plain = [m for m in fitted if m.subject.partition("@")[0] == PLAIN]
    for row in fitted:
        if not is_ways(row.subject.partition("@")[0]):
            continue
        alike = [m for m in plain if (m.cache, m.batch, m.threads) == (row.cache, row.batch, row.threads)]
        alike.sort(key=lambda m: m.subject.partition("@")[2] != row.subject.partition("@")[2])  # same kernel first
        if alike:
            row.break_even = BreakEven(over=alike[0].subject, bytes=break_even(_line(row), _line(alike[0])))


def _line(m: Measurement) -> tuple[float, float]:
    assert m.fixed_ns is not None
    assert m.per_byte_ns is not None
    return m.fixed_ns, m.per_byte_ns
