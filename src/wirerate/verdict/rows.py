# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Choose the measurements that a verdict rests on: the fastest implementation present, per packet and batched, in the
cache state that is judged, at the slower end of a link."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from wirerate.links import Load
from wirerate.records import Interval, LinkEnd, Measurement
from wirerate.verdict.ranking import Cost
from wirerate.verdict.rules import BOTH, ONE, headroom, inverse, is_receiving, one_after_the_other, same_at_both_ends

PER_PACKET = "per packet"  # one packet at a time with the key schedule reused, as stacks do it today
BATCHED = "batched"  # up to 256 packets per call

_MOST_BATCHED = 256
COLDEST_FIRST: Final = ("cold", "llc", "warm")


@dataclass(frozen=True)
class Case:
    """An algorithm under a load, with its measurements at the load's lengths."""

    load: Load
    rows: tuple[Measurement, ...]
    duplex: bool = False  # one core carries the load in both directions
    cache: str = COLDEST_FIRST[0]  # the cache state that is judged; without measurements there, the coldest measured


@dataclass(frozen=True)
class Row:
    """One implementation, per packet or batched, in every cache state measured."""

    load: Load
    role: str
    decides: Measurement  # the slower of two directions
    other_caches: tuple[Measurement, ...] = ()
    faster_end: Measurement | None = None  # the other direction
    duplex: bool = False

    @property
    def ns(self) -> Interval | None:
        """The cost that is judged."""
        return self._judged(self.decides, self.faster_end) if self.decides.status == "ok" else None

    @property
    def both_ns(self) -> Interval | None:
        """The cost to one core of one packet in each direction."""
        return self._both(self.decides, self.faster_end)

    @property
    def note(self) -> str:
        """The reason why no cost is known."""
        if self.decides.status != "ok":
            return self.decides.note
        return f"Only one direction of {self.decides.subject} was measured: {self.decides.operation}."

    @property
    def direction(self) -> str:
        """The direction that is judged; empty if only one end was measured."""
        return BOTH if self.duplex else ONE if self.both_ns else ""

    @property
    def directions(self) -> tuple[LinkEnd, ...]:
        """The cost at each end, the sender's first."""
        ends = sorted((m for m in (self.decides, self.faster_end) if m is not None), key=is_receiving)
        needs = self.load.needs_ns
        return tuple(LinkEnd(operation=m.operation, ns=m.ns, headroom=headroom(needs, m.ns)) for m in ends if m.ns)

    @property
    def operation(self) -> str:
        """The operation that is judged: 'open', or 'seal and open'."""
        return " and ".join(end.operation for end in self.directions) if self.duplex else self.decides.operation

    @property
    def cost(self) -> Cost | None:
        """The judged cost as a share of the time available, with its rounds."""
        if self.ns is None:
            return None
        needs, ends = self.load.needs_ns, [self.decides]
        if self.duplex:
            ends.append(self.faster_end or self.decides)
        share = inverse(headroom(needs, self.ns))
        if len({_rounds(end) for end in ends}) > 1:
            return Cost(share)
        samples = tuple(sum(pair) / needs for pair in zip(*(end.samples_ns for end in ends), strict=True))
        return Cost(share, samples, _rounds(self.decides), self.decides.samples_by)

    def in_cache(self, cache: str) -> Interval | None:
        """Return the cost in another cache state, at the judged end, or at the other end if only that end was measured
        in this state."""
        there = [m for m in self.other_caches if m.cache == cache]
        there.sort(key=lambda m: m.operation != self.decides.operation)
        return self._judged(there[0], *there[1:2]) if there else None

    def _judged(self, one: Measurement, other: Measurement | None = None) -> Interval | None:
        return self._both(one, other) if self.duplex else one.ns

    def _both(self, one: Measurement, other: Measurement | None) -> Interval | None:
        if other is None and same_at_both_ends(self.load.algorithm):
            other = one
        return one_after_the_other(one.ns, other.ns) if other and one.ns and other.ns else None


def rows(case: Case) -> list[Row]:
    """Return the per-packet row and the batched row, as far as they were measured."""
    both = (_row(case, PER_PACKET), _row(case, BATCHED))
    return [row for row in both if row is not None]


def _row(case: Case, role: str) -> Row | None:
    batches = range(1, 2) if role == PER_PACKET else range(2, _MOST_BATCHED + 1)
    measured = [m for m in case.rows if m.batch in batches and m.cache in COLDEST_FIRST]
    measured = _as_keyed_by(case.load, measured)
    working = [m for m in measured if m.status == "ok" and m.ns is not None]
    if not working:
        return Row(case.load, role, measured[0], duplex=case.duplex) if measured and role == PER_PACKET else None
    caches = {m.cache for m in working}
    cache = case.cache if case.cache in caches else min(caches, key=COLDEST_FIRST.index)
    by_use = _group_by_use(m for m in working if m.cache == cache)
    complete = [ends for ends in by_use if len(ends) == max(map(len, by_use))]  # a missing end may be the slower one
    decides, *faster_end = min(complete, key=lambda ends: _cost(ends, duplex=case.duplex))
    elsewhere = tuple(m for m in working if m.cache != cache and _use(m) == _use(decides))
    return Row(case.load, role, decides, elsewhere, next(iter(faster_end), None), case.duplex)


def _group_by_use(measurements: Iterable[Measurement]) -> list[list[Measurement]]:
    """Group measurements by subject, batch size, key schedule and threads. A group has one or two directions, the
    slower first."""
    groups: dict[tuple[object, ...], list[Measurement]] = {}
    for m in measurements:
        groups.setdefault(_use(m), []).append(m)
    return [sorted(ends, key=_median, reverse=True) for ends in groups.values()]


def _use(m: Measurement) -> tuple[object, ...]:
    return m.subject, m.batch, m.keyed, m.threads


def _cost(ends: Sequence[Measurement], *, duplex: bool) -> float:
    return sum(map(_median, ends)) if duplex else _median(ends[0])


def _as_keyed_by(load: Load, measurements: Sequence[Measurement]) -> list[Measurement]:
    """Return the measurements with the key schedule that the protocol prescribes, or all measurements if none has
    it."""
    return [m for m in measurements if m.keyed in ("", load.keyed)] or list(measurements)


def _rounds(m: Measurement) -> tuple[object, ...]:
    """Return a key that is equal for measurements interleaved in the same rounds."""
    return m.group, m.packets, m.bytes, m.cache, m.working_set, m.threads, len(m.samples_ns), m.samples_by


def _median(measurement: Measurement) -> float:
    return measurement.ns.median if measurement.ns else float("inf")


def fastest(candidates: Iterable[Row]) -> Row | None:
    """Return the row with the lowest median, or None."""
    timed = [(row.ns.median, row) for row in candidates if row.ns is not None]
    return min(timed, key=lambda pair: pair[0], default=(0.0, None))[1]
