# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which measurements a question needs: implementations, batches, messages, cache states; and plain MD5 beside K
ways."""

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

LARGEST_BATCH = 256  # per call: what a stack can gather without waiting for packets that have not arrived
CEILING, FLOOR = Subject("read"), Subject("internet-checksum")
SWEEP = tuple(4096 << step for step in range(17))  # 4 KiB to 256 MiB


@dataclass(frozen=True)
class Messages:
    """What one row is measured over: messages of one length, or a mix's in exact proportion."""

    lengths: tuple[int, ...]
    name: str = ""  # of the mix; "" for one length


@dataclass(frozen=True)
class Condition:
    """Everything but the subject. Subjects under one condition are interleaved and paired."""

    messages: Messages
    cache: Cache
    batch: int = 1
    threads: int = 1
    working_set: int | None = None

    @property
    def group(self) -> str:
        """What interleaved subjects share. A protocol may cover other lengths of the same mix: their mean tells."""
        lengths = self.messages.lengths
        what = (
            f"{self.messages.name} of {sum(lengths) / len(lengths):.0f} bytes"
            if self.messages.name
            else f"{lengths[0]} bytes"
        )
        return f"{what}, {self.working_set or self.cache}"

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


def messages_of(packet: str | None, lengths: Sequence[int], usual: Sequence[int]) -> list[Messages]:
    """A mix is one workload; each length is one of its own; the usual lengths where neither is asked for."""
    return (
        [_mixed(mix) for mix in parse_packet_list(packet)]
        if packet
        else [Messages((length,)) for length in lengths or usual]
    )


def judged(
    subject: Subject, load: Load, implementations: Iterable[str], threads: int, *, duplex: bool, cache: str
) -> list[Request]:
    """Return the measurements that a verdict needs, for data in `cache` and the headrooms shown beside it.

    Every implementation is measured per packet, and in batches where it has them; the verdict takes the fastest. Both
    ends of the link are measured where they decide. Messages of the control plane are processed singly. A subject that
    names an absent implementation still gets its request, whose row says that it is absent.
    """
    cut = load.tag_bytes != subject.facts.tag_bytes
    exact = replace(subject, tag_bits=load.tag_bytes * 8 if cut else None)
    named = [subject.implementation] if subject.implementation else list(implementations)
    messages = Messages(load.lengths(), load.mix.name)
    return [
        Condition(messages, state, batch, threads).request(
            replace(exact, implementation=whose), load.keyed, operation=operation
        )
        for whose in named or [subject.facts.implementations[0]]
        for batch in ((1, LARGEST_BATCH) if takes_batches(whose) and not load.protocol.messages else (1,))
        for state in COLDEST_FIRST
        for operation in _ends(subject, both=duplex or state == cache)
    ]


def _ends(subject: Subject, *, both: bool) -> tuple[str, ...]:
    """Return the operations to measure. Verifying is tagging and comparing: it is measured only where it decides."""
    facts = subject.facts
    return facts.operations if both or facts.kind == "aead" else (facts.operation,)


def beside(condition: Condition) -> list[Request]:
    """The ceiling and the floor that every table has."""
    return [condition.request(CEILING, "", "ceiling"), condition.request(FLOOR, "", "floor")]


def each_once(requests: Sequence[Request]) -> list[Request]:
    """Leave out the ceiling or the floor where it was asked about itself: it would be measured and listed twice."""
    asked = {r.subject.algorithm for r in requests if r.role == "subject" and not r.subject.kernel}
    return [r for r in requests if r.role == "subject" or r.subject.algorithm not in asked or r.role == "reference"]


def beside_judged(load: Load, threads: int) -> list[Request]:
    """The same for what a verdict is about."""
    messages = Messages(load.lengths(), load.mix.name)
    return [r for cache in COLDEST_FIRST for r in beside(Condition(messages, cache, 1, threads))]


def modes(subject: Subject, asked: Sequence[str] = ()) -> list[Keyed]:
    """The keyed modes asked for that the subject has; its usual one when none is asked for; one "" for the unkeyed."""
    offered = subject.facts.keyed
    return [mode for name in asked for mode in offered if mode == name] or list(offered[:1]) or [""]


def takes_batches(implementation: str) -> bool:
    """Whether it takes more than one message per call. Of a library by its path, its version says whose it is."""
    if is_library_path(implementation):
        return not meter.peer(implementation).version.startswith(("OpenSSL", "nettle"))
    return implementation in ("wirerate", "ipsec-mb")


def _mixed(mix: Mix) -> Messages:
    repeats = max(1, 256 // mix.total_weight)
    return Messages(tuple(size for size, weight in mix.entries for _ in range(weight)) * repeats, mix.name)


PLAIN = "md5"
FITTED_LENGTHS = (64, 576, 1500)  # for the two lines, where the question itself has only a mix


def plain_beside(condition: Condition, subjects: Sequence[Subject]) -> list[Request]:
    """Plain MD5 as a reference, where K ways are measured without it."""
    names = {subject.algorithm for subject in subjects}
    wanted = any(map(is_ways, names)) and PLAIN not in names and condition.cache != "sweep"
    return [condition.request(Subject(PLAIN), "", "reference")] if wanted else []


def at_lengths(subjects: Sequence[Subject], threads: int) -> list[Request]:
    """The K-way subjects and plain MD5 at a few lengths."""
    ways = [subject for subject in subjects if is_ways(subject.algorithm)]
    conditions = [Condition(Messages((length,)), "cold", 1, threads) for length in FITTED_LENGTHS if ways]
    return [
        request
        for condition in conditions
        for request in (condition.request(Subject(PLAIN), "", "reference"), *(condition.request(s, "") for s in ways))
    ]


def mark_break_even(measurements: Iterable[Measurement]) -> None:
    """Tells every K-way row that has a line of fixed + per-byte cost where it crosses that of plain MD5."""
    fitted = [m for m in measurements if m.fixed_ns is not None and m.per_byte_ns is not None]
    plain = [m for m in fitted if m.subject.partition("@")[0] == PLAIN]
    for row in fitted:
        if not is_ways(row.subject.partition("@")[0]):
            continue
        here = [m for m in plain if (m.cache, m.batch, m.threads) == (row.cache, row.batch, row.threads)]
        here.sort(key=lambda m: m.subject.partition("@")[2] != row.subject.partition("@")[2])  # its own kernel first
        if here:
            row.break_even = BreakEven(over=here[0].subject, bytes=break_even(_line(row), _line(here[0])))


def _line(m: Measurement) -> tuple[float, float]:
    assert m.fixed_ns is not None
    assert m.per_byte_ns is not None
    return m.fixed_ns, m.per_byte_ns
