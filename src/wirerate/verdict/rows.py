# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which of a subject's measurements decide: the best implementation present, per packet and batched, coldest first, and
of one direction the slower end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from wirerate.links import Load
from wirerate.records import Interval, LinkEnd, Measurement
from wirerate.verdict.ranking import Cost
from wirerate.verdict.rules import BOTH, ONE, headroom, inverse, is_receiving, one_after_the_other, same_at_both_ends

PER_PACKET = "per packet"  # one at a time with the keyed state kept, as stacks do it today
BATCHED = "batched"  # up to 256 packets per call

_MOST_BATCHED = 256
# The coldest that was measured decides, the others are shown.
COLDEST_FIRST: Final = ("cold", "llc", "warm")


@dataclass(frozen=True)
class Case:
    """An algorithm under a load, with all that was measured of it at the load's lengths. `duplex`: the load comes in
    both directions, and one core carries both."""

    load: Load
    rows: tuple[Measurement, ...]
    duplex: bool = False


@dataclass(frozen=True)
class Row:
    """One way of using one implementation, in every cache state measured."""

    load: Load
    role: str
    decides: Measurement  # the slower of two directions
    others: tuple[Measurement, ...] = ()  # in warmer caches
    beside: Measurement | None = None  # the other direction
    duplex: bool = False

    @property
    def ns(self) -> Interval | None:
        """The cost that is judged."""
        return self._judged(self.decides, self.beside) if self.decides.status == "ok" else None

    @property
    def both_ns(self) -> Interval | None:
        """What a packet in each direction costs one core."""
        return self._both(self.decides, self.beside)

    @property
    def note(self) -> str:
        """Why there is no cost."""
        if self.decides.status != "ok":
            return self.decides.note
        return f"Of {self.decides.subject} one direction was measured only: to {self.decides.operation}."

    @property
    def direction(self) -> str:
        """Empty where only one end was measured."""
        return BOTH if self.duplex else ONE if self.both_ns else ""

    @property
    def directions(self) -> tuple[LinkEnd, ...]:
        """Each by itself, the sender's first."""
        ends = sorted((m for m in (self.decides, self.beside) if m is not None), key=is_receiving)
        needs = self.load.needs_ns
        return tuple(LinkEnd(operation=m.operation, ns=m.ns, headroom=headroom(needs, m.ns)) for m in ends if m.ns)

    @property
    def operation(self) -> str:
        """What is judged: 'open', or 'seal and open'."""
        return " and ".join(each.operation for each in self.directions) if self.duplex else self.decides.operation

    @property
    def cost(self) -> Cost | None:
        """The cost that is judged, as a share of the time available, with its rounds."""
        if self.ns is None:
            return None
        needs, ends = self.load.needs_ns, [self.decides]
        if self.duplex:
            ends.append(self.beside or self.decides)
        share = inverse(headroom(needs, self.ns))
        if len({_rounds(end) for end in ends}) > 1:
            return Cost(share)
        samples = tuple(sum(pair) / needs for pair in zip(*(end.samples_ns for end in ends), strict=True))
        return Cost(share, samples, _rounds(self.decides), self.decides.samples_by)

    def in_cache(self, cache: str) -> Interval | None:
        """The cost in a warmer cache, to be shown beside the one that decides; of the other end where only that was
        measured there."""
        found = [m for m in self.others if m.cache == cache]
        found.sort(key=lambda m: m.operation != self.decides.operation)
        return self._judged(found[0], *found[1:2]) if found else None

    def _judged(self, one: Measurement, other: Measurement | None = None) -> Interval | None:
        return self._both(one, other) if self.duplex else one.ns

    def _both(self, one: Measurement, other: Measurement | None) -> Interval | None:
        if other is None and same_at_both_ends(self.load.algorithm):
            other = one
        return one_after_the_other(one.ns, other.ns) if other and one.ns and other.ns else None


def rows(case: Case) -> list[Row]:
    """The per-packet row and the batched row, as far as they were measured."""
    found = (_row(case, PER_PACKET), _row(case, BATCHED))
    return [row for row in found if row is not None]


def _row(case: Case, role: str) -> Row | None:
    batches = range(1, 2) if role == PER_PACKET else range(2, _MOST_BATCHED + 1)
    measured = [m for m in case.rows if m.batch in batches and m.cache in COLDEST_FIRST]
    measured = _as_keyed_by(case.load, measured)
    working = [m for m in measured if m.status == "ok" and m.ns is not None]
    if not working:
        return Row(case.load, role, measured[0], duplex=case.duplex) if measured and role == PER_PACKET else None
    coldest = min((m.cache for m in working), key=COLDEST_FIRST.index)
    ways = _ways(m for m in working if m.cache == coldest)
    complete = [way for way in ways if len(way) == max(map(len, ways))]  # one end alone may look fast
    decides, *beside = min(complete, key=lambda way: _cost(way, duplex=case.duplex))
    warmer = tuple(m for m in working if m.cache != coldest and _way(m) == _way(decides))
    return Row(case.load, role, decides, warmer, next(iter(beside), None), case.duplex)


def _ways(measurements: Iterable[Measurement]) -> list[list[Measurement]]:
    """Each way of use with its one or two directions, the slower one first."""
    found: dict[tuple[object, ...], list[Measurement]] = {}
    for m in measurements:
        found.setdefault(_way(m), []).append(m)
    return [sorted(way, key=_median, reverse=True) for way in found.values()]


def _way(m: Measurement) -> tuple[object, ...]:
    return m.subject, m.batch, m.keyed, m.threads


def _cost(way: Sequence[Measurement], *, duplex: bool) -> float:
    return sum(map(_median, way)) if duplex else _median(way[0])


def _as_keyed_by(load: Load, measurements: Sequence[Measurement]) -> list[Measurement]:
    """Those in the keyed mode that the protocol allows; when only others were asked for, these."""
    return [m for m in measurements if m.keyed in ("", load.keyed)] or list(measurements)


def _rounds(m: Measurement) -> tuple[object, ...]:
    """What identifies the rounds of a measurement: subjects that share all of it were interleaved in them."""
    return m.group, m.packets, m.bytes, m.cache, m.working_set, m.threads, len(m.samples_ns), m.samples_by


def _median(measurement: Measurement) -> float:
    return measurement.ns.median if measurement.ns else float("inf")


def fastest(candidates: Iterable[Row]) -> Row | None:
    """The row with the lowest median; None when none was measured."""
    timed = [(row.ns.median, row) for row in candidates if row.ns is not None]
    return min(timed, key=lambda each: each[0], default=(0.0, None))[1]
