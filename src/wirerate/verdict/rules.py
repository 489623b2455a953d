# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The four words and the arithmetic behind them: headroom, the two directions of a link, and how many cores."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from wirerate.authenticators.subjects import RECEIVING, algorithm
from wirerate.records import Interval, Measurement, Scaled, Verdict
from wirerate.vocabulary import Outcome

KEEPS_UP: Final = "KEEPS UP"
TIGHT: Final = "TIGHT"
FALLS_SHORT: Final = "FALLS SHORT"
CANNOT_TELL: Final = "CANNOT TELL"


class Cores(NamedTuple):
    """Of the median, and of the slow end of its interval."""

    likely: int
    worst: int


MARGIN = 1.25  # a fifth of the time is left for everything else that a packet costs


def headroom(needs_ns: float, measured_ns: Interval) -> Interval:
    """Time available / time needed: the slow end of the measured interval is the low end of the headroom."""
    return Interval(
        median=needs_ns / measured_ns.median,
        low=needs_ns / measured_ns.high,
        high=needs_ns / measured_ns.low,
        confidence=measured_ns.confidence,
        unknowns=measured_ns.unknowns,
    )


def inverse(room: Interval) -> Interval:
    """Time needed / time available."""
    return Interval(1 / room.median, 1 / room.high, 1 / room.low, room.confidence, room.unknowns)


def word(room: Interval | None) -> Outcome:
    """The verdict on a headroom; without one nothing can be told."""
    if room is None:
        return CANNOT_TELL
    if room.low >= MARGIN:
        return KEEPS_UP
    if room.low >= 1:
        return TIGHT
    return FALLS_SHORT if room.high < 1 else CANNOT_TELL


def is_decided(room: Interval) -> bool:
    """Whether more rounds could not change the word: the whole interval lies between two bounds."""
    return room.low >= MARGIN or room.high < 1 or (room.low >= 1 and room.high < MARGIN)


def cores(needs_ns: float, measured_ns: Interval, threads: int = 1) -> Cores:
    """Cores that reach line rate, by division of what was measured on `threads` of them."""
    return Cores(*(math.ceil(threads * ns / needs_ns) for ns in (measured_ns.median, measured_ns.high)))


def vague(room: Interval | None) -> bool:
    """Whether an interval is too wide to choose by: its ends are further apart than the margin, and not both beyond."""
    return room is not None and room.low < MARGIN and room.high > MARGIN * room.low


ONE: Final = "one"
BOTH: Final = "both"


def same_at_both_ends(name: str) -> bool:
    """Whether the receiver of such a tag does what its sender did: nothing has a key."""
    return len(algorithm(name).operations) == 1


def is_receiving(measurement: Measurement) -> bool:
    return measurement.operation in RECEIVING


def one_after_the_other(first: Interval, second: Interval) -> Interval:
    """The sum of two costs. Both intervals hold with what their confidences leave together."""
    sure = None
    if first.confidence is not None and second.confidence is not None:
        sure = round(first.confidence + second.confidence - 1, 9)
    return Interval(
        median=first.median + second.median,
        low=first.low + second.low,
        high=first.high + second.high,
        confidence=sure,
        unknowns=tuple(dict.fromkeys((*first.unknowns, *second.unknowns))),
    )


def scaled(verdict: Verdict, measured: Sequence[Measurement], physical: int) -> Verdict:
    """The verdict with its curve and the cores that it tells; as it was where nothing more was measured. `physical`
    cores are taken first, each by one thread."""
    curve = tuple(
        Scaled(threads=threads, ns=ns, headroom=headroom(verdict.needs_ns, ns), siblings=threads > physical)
        for threads, ns in _costs_by_threads(verdict, measured)
    )
    if not curve or verdict.measured_ns is None:
        return verdict
    found = _cores_of_curve(verdict.needs_ns, [(verdict.conditions.threads or 1, verdict.measured_ns),
                                      *((each.threads, each.ns) for each in curve)])  # fmt: skip
    itself = tuple(
        replace(each, cores=found.likely, cores_worst=found.worst) if each.subject == verdict.subject else each
        for each in verdict.alternatives
    )
    return replace(verdict, scaling=curve, cores=found.likely, cores_worst=found.worst, alternatives=itself)


def _costs_by_threads(verdict: Verdict, measured: Sequence[Measurement]) -> Iterator[tuple[int, Interval]]:
    """By threads: what was measured of one direction; of cores that carry both, the two one after the other."""
    found: dict[int, list[Interval]] = {}
    for m in measured:
        if m.status == "ok" and m.ns is not None:
            found.setdefault(m.threads, []).append(m.ns)
    for threads, ns in sorted(found.items()):
        if verdict.conditions.direction != BOTH:
            yield threads, ns[0]
        elif len(ns) == len(verdict.directions):  # one, where the receiver does what the sender did
            yield threads, one_after_the_other(ns[0], ns[-1])


def steps(cpus: int, threads: int = 1) -> list[int]:
    """The numbers of threads to measure beyond those of the verdict: doubled, and all."""
    doubled = [threads * 2**n for n in range(1, 12) if threads * 2**n < cpus]
    return [*doubled, cpus] if cpus > threads else []


def _cores_of_curve(needs_ns: float, curve: Sequence[tuple[int, Interval]]) -> Cores:
    likely, worst = (
        _needed(needs_ns, [(threads, getattr(ns, end)) for threads, ns in curve]) for end in ("median", "high")
    )
    return Cores(likely, max(likely, worst))


def _needed(needs_ns: float, curve: Sequence[tuple[int, float]]) -> int:
    """The least threads whose throughput suffices: on the straight line between two that were measured, and beyond the
    last by what a thread brings there."""
    wanted = 1 / needs_ns
    before, reached = 0, 0.0
    for threads, ns in curve:
        if 1 / ns >= wanted:
            part = (wanted - reached) / (1 / ns - reached)
            return max(1, before + math.ceil(part * (threads - before) - 1e-9))
        before, reached = threads, max(reached, 1 / ns)
    return math.ceil(before * wanted / reached)
