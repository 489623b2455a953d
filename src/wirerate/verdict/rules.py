# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The four verdicts and their arithmetic: headroom, the two directions of a link, and the number of cores."""

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
    """The fewest cores that KEEP UP, and the fewest that are at least TIGHT."""

    likely: int  # KEEPS UP by the median
    worst: int  # KEEPS UP by the slow end of the interval, as the verdict does
    tight: int  # TIGHT or better by the slow end


MARGIN = 1.25  # leaves a fifth of the time for everything else that a packet costs


def headroom(needs_ns: float, measured_ns: Interval) -> Interval:
    """Return time available / time needed. The slow end of the measured interval is the low end of the headroom."""
    return Interval(
        median=needs_ns / measured_ns.median,
        low=needs_ns / measured_ns.high,
        high=needs_ns / measured_ns.low,
        confidence=measured_ns.confidence,
        unknowns=measured_ns.unknowns,
    )


def inverse(room: Interval) -> Interval:
    """Return time needed / time available."""
    return Interval(1 / room.median, 1 / room.high, 1 / room.low, room.confidence, room.unknowns)


def word(room: Interval | None) -> Outcome:
    """Return the verdict on a headroom; CANNOT TELL without one."""
    if room is None:
        return CANNOT_TELL
    if room.low >= MARGIN:
        return KEEPS_UP
    if room.low >= 1:
        return TIGHT
    return FALLS_SHORT if room.high < 1 else CANNOT_TELL


def is_decided(room: Interval) -> bool:
    """Return whether the whole interval gives the same verdict, so that more rounds cannot change it."""
    return room.low >= MARGIN or room.high < 1 or (room.low >= 1 and room.high < MARGIN)


def cores(needs_ns: float, measured_ns: Interval, threads: int = 1) -> Cores:
    """Return how many cores the link takes, assuming that throughput grows in proportion to the `threads` measured."""

    def fewest(ns: float, margin: float) -> int:
        count = max(1, math.ceil(margin * threads * ns / needs_ns))
        while count > 1 and needs_ns / ns * (count - 1) / threads >= margin:
            count -= 1  # rounding
        return count if needs_ns / ns * count / threads >= margin else count + 1

    low, high = measured_ns.median, measured_ns.high
    return Cores(fewest(low, MARGIN), fewest(high, MARGIN), fewest(high, 1.0))


def vague(room: Interval | None) -> bool:
    """Return whether an interval is too wide for a choice: its ends differ by more than a factor of MARGIN, and it does
    not lie wholly above MARGIN."""
    return room is not None and room.low < MARGIN and room.high > MARGIN * room.low


ONE: Final = "one"
BOTH: Final = "both"


def same_at_both_ends(name: str) -> bool:
    """Return whether sender and receiver do the same work, as with an unkeyed checksum."""
    return len(algorithm(name).operations) == 1


def is_receiving(measurement: Measurement) -> bool:
    return measurement.operation in RECEIVING


def one_after_the_other(first: Interval, second: Interval) -> Interval:
    """Return the sum of two costs; its confidence is a lower bound on the probability that both intervals hold
    (Bonferroni)."""
    confidence = None
    if first.confidence is not None and second.confidence is not None:
        confidence = round(first.confidence + second.confidence - 1, 9)
    return Interval(
        median=first.median + second.median,
        low=first.low + second.low,
        high=first.high + second.high,
        confidence=confidence,
        unknowns=tuple(dict.fromkeys((*first.unknowns, *second.unknowns))),
    )


def scaled(verdict: Verdict, measured: Sequence[Measurement], physical: int) -> Verdict:
    """Return the verdict with its measured scaling curve and the cores read from it; unchanged without a curve. The
    first `physical` threads run on a physical core each."""
    curve = tuple(
        Scaled(threads=threads, ns=ns, headroom=headroom(verdict.needs_ns, ns), siblings=threads > physical)
        for threads, ns in _costs_by_threads(verdict, measured)
    )
    if not curve or verdict.measured_ns is None:
        return verdict
    first_point = (verdict.conditions.threads or 1, verdict.measured_ns)
    count = _cores_of_curve(verdict.needs_ns, [first_point, *((point.threads, point.ns) for point in curve)])
    fields = {"cores": count.likely, "cores_worst": count.worst, "cores_tight": count.tight}
    alternatives = tuple(
        replace(alternative, **fields) if alternative.subject == verdict.subject else alternative
        for alternative in verdict.alternatives
    )
    return replace(verdict, scaling=curve, alternatives=alternatives, **fields)


def _costs_by_threads(verdict: Verdict, measured: Sequence[Measurement]) -> Iterator[tuple[int, Interval]]:
    """Yield the cost per packet by number of threads; for cores that carry both directions, the sum of the two."""
    costs: dict[int, list[Interval]] = {}
    for m in measured:
        if m.status == "ok" and m.ns is not None:
            costs.setdefault(m.threads, []).append(m.ns)
    for threads, ns in sorted(costs.items()):
        if verdict.conditions.direction != BOTH:
            yield threads, ns[0]
        elif len(ns) == len(verdict.directions):  # 1 where sender and receiver do the same work
            yield threads, one_after_the_other(ns[0], ns[-1])


def steps(cpus: int, threads: int = 1) -> list[int]:
    """Return the numbers of threads to measure beyond the verdict's: doubling, then all CPUs."""
    doubled = [threads * 2**n for n in range(1, 12) if threads * 2**n < cpus]
    return [*doubled, cpus] if cpus > threads else []


def _cores_of_curve(needs_ns: float, curve: Sequence[tuple[int, Interval]]) -> Cores:
    medians = [(threads, ns.median) for threads, ns in curve]
    slow_ends = [(threads, ns.high) for threads, ns in curve]
    likely = _fewest_on_curve(MARGIN / needs_ns, medians)
    return Cores(
        likely, max(likely, _fewest_on_curve(MARGIN / needs_ns, slow_ends)), _fewest_on_curve(1 / needs_ns, slow_ends)
    )


def _fewest_on_curve(wanted: float, curve: Sequence[tuple[int, float]]) -> int:
    """Return the fewest threads that process `wanted` packets per nanosecond: interpolated between measured points,
    extrapolated past the last one by its throughput per thread."""
    before, reached = 0, 0.0
    for threads, ns in curve:
        if 1 / ns >= wanted:
            part = (wanted - reached) / (1 / ns - reached)
            return max(1, before + math.ceil(part * (threads - before) - 1e-9))
        before, reached = threads, max(reached, 1 / ns)
    return math.ceil(before * wanted / reached)
