# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Verdicts at every packet size for the links of a check, by the same rule and under the same conditions as the check's
own verdicts. The chart and the table by packet size show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from msgspec.structs import replace

from wirerate.authenticators.subjects import parse_subject
from wirerate.errors import UsageError
from wirerate.links import Link, Load, Mix, load, parse_link, parse_packets
from wirerate.records import AnyRun, Interval, Measurement, Verdict
from wirerate.report import labels, numbers, questions
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.verdict import BOTH, COLDEST_FIRST, Case, judge_all

# IP bytes: sizes common in networks, roughly evenly spaced on a log axis.
PACKET_SIZES = (64, 128, 256, 576, 1280, 1500, 4096, 9000)
_BEYOND = 128  # the most bytes that a protocol may add to the largest size measured


@dataclass(frozen=True)
class SizeVerdicts:
    """The verdicts on one subject and link, by IP packet size in bytes."""

    name: str
    role: str
    link: Link
    by_size: dict[int, Verdict]

    @property
    def permitted(self) -> bool:
        return all(verdict.permitted for verdict in self.by_size.values())

    def keeps_up_from(self, *words: str) -> int | None:
        """Return the smallest size from which on every verdict is one of `words`."""
        start = None
        for size in sorted(self.by_size, reverse=True):
            if self.by_size[size].verdict not in words:
                break
            start = size
        return start


def subject_names(verdicts: Sequence[Verdict]) -> dict[str, str]:
    """Return a name for each subject: its algorithm, with the implementation where a question has several of them."""
    subjects: dict[tuple[str, str, str], set[str]] = {}
    for v in verdicts:
        subjects.setdefault((questions.question(v), v.role, labels.algorithm(v.subject)), set()).add(v.subject)
    several = {algorithm for (_, _, algorithm), names in subjects.items() if len(names) > 1}
    return {
        v.subject: labels.short(v.subject) if (name := labels.algorithm(v.subject)) in several else name
        for v in verdicts
    }


def packet_size(verdict: Verdict) -> int | None:
    """Return the IP bytes of a verdict on packets of one size, or None for a mix or for messages."""
    octets = verdict.conditions.ip_bytes
    one_size = verdict.packets.isdecimal() or verdict.packets.endswith("-byte frames")
    return round(octets) if octets and one_size and not questions.messages_of(verdict) else None


def load_at(verdict: Verdict, size: int) -> Load | None:
    """Return the load that packets of another size put on the verdict's link, None where the protocol cannot carry
    them or this version does not know the link."""
    conditions = verdict.conditions
    try:
        return load(
            parse_link(verdict.link),
            Mix(str(size), ((size, 1),)),
            parse_subject(labels.algorithm(verdict.subject)),
            conditions.protocol or None,
            ip_version=_ip_version(verdict),
            over=tuple(filter(None, conditions.over.split(","))),
        )
    except UsageError:
        return None


def _ip_version(verdict: Verdict) -> int | None:
    """Return the IP version that was chosen for the verdict, None where its packets imply it."""
    try:
        implied = parse_packets(verdict.packets).ip_version
    except UsageError:  # Ethernet frames
        return verdict.conditions.ip_version
    return None if implied == verdict.conditions.ip_version else verdict.conditions.ip_version


def size_verdicts(run: AnyRun, links: Sequence[str] = ()) -> list[SizeVerdicts]:
    """Judge every subject, role and link of the run at every packet size whose cost is known: the run's own verdict if
    it has one, otherwise a verdict by the same rule from the measured sizes. A run without verdicts is judged on
    `links`."""
    verdicts = run.verdicts or [verdict for link in links for verdict in _verdicts_on(link, run)]
    names = subject_names(verdicts)
    by_subject: dict[tuple[str, str], list[Verdict]] = {}
    for verdict in verdicts:
        if not questions.messages_of(verdict) and verdict.measured_ns:
            by_subject.setdefault((names[verdict.subject], verdict.link), []).append(verdict)
    return [row for some in by_subject.values() for row in _rows(run, some, names[some[0].subject])]


def _verdicts_on(link: str, run: AnyRun) -> Iterator[Verdict]:
    """Judge each subject at the first size that was measured in the coldest cache state, without a protocol."""
    measured = [m for m in run.rows if isinstance(m, Measurement) and m.role == "subject" and m.ns and m.bytes]
    single = [m for m in measured if not m.packets and m.cache in COLDEST_FIRST]
    first: dict[tuple[str, int], Measurement] = {}
    for m in sorted(single, key=lambda m: COLDEST_FIRST.index(m.cache)):
        first.setdefault((m.subject, min(m.batch, 2)), m)
    for m in first.values():
        size = round(m.bytes or 0)
        with suppress(UsageError):  # an algorithm that only a later version knows
            wanted = load(parse_link(link), Mix(str(size), ((size, 1),)), labels.algorithm(m.subject))
            yield from judge_all([Case(wanted, (m,))], policy="modern")


def _rows(run: AnyRun, verdicts: Sequence[Verdict], name: str) -> Iterator[SizeVerdicts]:
    judged = {(v.role, size): v for v in verdicts if (size := packet_size(v)) is not None}
    timed = _timed(run, verdicts)
    by_role: dict[str, dict[int, Verdict]] = {}
    for size in sorted({*PACKET_SIZES, *(size for _, size in judged)}):
        for verdict in _judged(verdicts[0], size, timed):
            by_role.setdefault(verdict.role, {})[size] = verdict
    for (role, size), verdict in judged.items():
        by_role.setdefault(role, {})[size] = verdict
    roles = {verdict.role for verdict in verdicts}
    for role, by_size in by_role.items():
        if role in roles:
            yield SizeVerdicts(name, role, parse_link(verdicts[0].link), dict(sorted(by_size.items())))


def _timed(run: AnyRun, verdicts: Sequence[Verdict]) -> list[dict[float, Measurement]]:
    """Return measurements by message length, one dictionary for each combination of implementation, operation, batch
    size and key schedule."""
    subjects = {_untruncated(verdict.subject) for verdict in verdicts}
    conditions = verdicts[0].conditions
    ways: dict[tuple[str, str, int, str], dict[float, Measurement]] = {}
    for m in run.rows:
        timed = isinstance(m, Measurement) and m.status == "ok" and m.ns and m.basis == "measured" and not m.packets
        same = timed and m.role == "subject" and (m.cache, m.threads) == (conditions.cache, conditions.threads or 1)
        if same and m.bytes and _untruncated(m.subject) in subjects:
            ways.setdefault((labels.short(m.subject), m.operation, m.batch, m.keyed), {}).setdefault(m.bytes, m)
    return list(ways.values())


def _untruncated(subject: str) -> tuple[str, str]:
    """Return algorithm and implementation without tag length and kernel."""
    short = labels.short(subject)
    try:
        return parse_subject(labels.algorithm(subject)).algorithm, short.partition("@")[2]
    except UsageError:  # known only to a later version
        return labels.algorithm(subject), short.partition("@")[2]


def _judged(verdict: Verdict, size: int, timed: Iterable[dict[float, Measurement]]) -> list[Verdict]:
    wanted = load_at(verdict, size)
    if wanted is None:
        return []
    rows = tuple(m for by_length in timed if (m := _at_length(by_length, wanted.covered_bytes)))
    duplex = verdict.conditions.direction == BOTH
    policy = verdict.conditions.policy or "modern"
    return judge_all([Case(wanted, rows, duplex)], policy=policy) if rows else []


def _at_length(by_length: dict[float, Measurement], octets: float) -> Measurement | None:
    """Return the measurement at that length, or one interpolated between the nearest two. Return None outside the
    measured range."""
    if octets in by_length:
        return by_length[octets]
    lengths = sorted(by_length)
    if len(lengths) < 2 or not lengths[0] <= octets <= lengths[-1] + _BEYOND:
        return None
    above = next((i for i, length in enumerate(lengths) if length > octets), len(lengths) - 1)
    first, second = by_length[lengths[above - 1]], by_length[lengths[above]]
    part = (octets - lengths[above - 1]) / (lengths[above] - lengths[above - 1])
    assert first.ns is not None
    assert second.ns is not None
    median, low, high = (
        getattr(first.ns, end) + part * (getattr(second.ns, end) - getattr(first.ns, end))
        for end in ("median", "low", "high")
    )
    between = Interval(median=median, low=low, high=high, confidence=first.ns.confidence)
    return replace(first, bytes=octets, ns=between, samples_ns=())


def table(rows: Sequence[SizeVerdicts]) -> Table:
    """Return the headrooms: a group for each link, subjects down, packet sizes across."""
    sizes = sorted({size for row in rows for size in row.by_size})
    columns = (
        Column("subject", ("subject", "role"), numeric=False),
        *(Column(f"{size:,} B", tuple(f"{end}_{size}" for end in ("headroom", "low", "high"))) for size in sizes),
    )
    groups: dict[str, list[tuple[Cell, ...]]] = {}
    for row in rows:
        name = Cell(row_name(row), "strong", (row.name, row.role))
        cells = (_cell(row.by_size.get(size)) for size in sizes)
        groups.setdefault(row.link.title, []).append((name, *cells))
    grouped = tuple(Group(link, tuple(cells), (link,)) for link, cells in groups.items())
    return Table("headroom_by_size", columns, grouped, group_fields=("link",))


def row_name(row: SizeVerdicts) -> str:
    return numbers.with_role(row.name, row.role)


def _cell(verdict: Verdict | None) -> Cell:
    if verdict is None or verdict.headroom is None:
        return Cell(numbers.NONE, "dim", (None,) * 3)
    room, shown = verdict.headroom, labels.judged(verdict)
    hint = f"{shown.words}: {numbers.factor(room)}, {numbers.confidence(room)}, {verdict.conditions.operation}"
    return Cell(f"{numbers.times(room.median)} {shown.glyph}", shown.tone, (room.median, room.low, room.high), hint)
