# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Medians with exact intervals, paired ratios, fixed + per-byte fits, outlier marks, of anything that is measured.

Timings are skewed and share disturbances, so nothing assumes a distribution: every interval comes from the binomial law
of signs alone. Each round counts; none is trimmed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, count
from statistics import fmean, median, stdev
from typing import Final

import msgspec

from wirerate.records import Interval

# ---- looks ----

# When a measurement may be looked at, and how much of the permitted error each look spends. Looking after every round
# and stopping when the answer pleases finds differences that are not there. The counts are therefore fixed beforehand,
# and the error is shared out over the looks and over the comparisons (Bonferroni): whatever ends the rounds, all
# intervals at all looks hold together.

CONFIDENCE = 0.95  # of everything that one question asks, taken together


@dataclass(frozen=True)
class Looks:
    """Counts of rounds. With `goes_on` the last is doubled again and again for as long as there is time.

    The spending function: counts that end share the error evenly. Where it goes on, all that follows together has the
    share of one look more, of which the next has half, the one after it a quarter, and so on: any number of further
    looks costs the first ones no more than that.
    """

    counts: tuple[int, ...]
    goes_on: bool = False

    def __iter__(self) -> Iterator[int]:
        yield from self.counts
        if self.goes_on:
            yield from (self.counts[-1] << step for step in count(1))

    @property
    def one(self) -> bool:
        """Whether there is no choice of when to stop."""
        return len(self.counts) == 1 and not self.goes_on

    def share(self, rounds: int) -> float:
        """Of the error, for the look at so many rounds, or that on the way to which time ended them."""
        for look in self.counts:
            if rounds <= look:
                return 1 / (len(self.counts) + self.goes_on)
        if not self.goes_on:
            return 1 / len(self.counts)
        further = (-(-rounds // self.counts[-1]) - 1).bit_length()
        return 0.5**further / (len(self.counts) + 1)

    def confidence(self, rounds: int, comparisons: int = 1, of_all: float = CONFIDENCE) -> float:
        """Of one interval at the look at `rounds`, so that all of them at all looks hold together with `of_all`."""
        return 1 - (1 - of_all) * self.share(rounds) / max(1, comparisons)


LOOKS: Final = Looks((16, 32, 64, 128, 256), goes_on=True)
ONE_LOOK: Final = Looks((1,))


# ---- intervals ----

# Why signs: nanobench compared the ways to bound a median on skewed timings and measured 96.7 % coverage for the sign
# interval where 95 % was asked, but 91.5 % for Wilcoxon's, which assumes symmetry (nanobench.h, `Bench::compare`).

_MOST = 700.0  # of a logarithm: two processes alone may say nothing at all
_EXACT = 1000  # trials up to which the binomial law is worked out in whole numbers


def median_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """The median between two order statistics that enclose the true one with at least `confidence`.

    Too few values for that give their whole range, with the lower confidence that it has.
    """
    if not values:
        raise ValueError("no values: a median needs at least one")
    ordered = sorted(map(float, values))
    rank = sign_rank(len(ordered), confidence)
    reached = min(confidence, max(0.0, 1 - 2 * _tail(len(ordered), rank)))
    return Interval(median(ordered), ordered[rank], ordered[-1 - rank], reached)


def paired_ratio(
    reference: Sequence[float],
    subject: Sequence[float],
    confidence: float = CONFIDENCE,
    processes: Sequence[int] = (),
) -> Interval:
    """reference / subject, pair by pair: what the two met in the same round cancels. Above 1 the subject is faster."""
    return _exp(_of_units(paired_logs(reference, subject, processes), confidence))


def paired_logs(
    reference: Sequence[float], subject: Sequence[float], processes: Sequence[int] = ()
) -> list[list[float]]:
    """The logarithms of reference / subject, pair by pair, by the process that ran the pair."""
    return parted([math.log(old) - math.log(new) for old, new in zip(reference, subject, strict=True)], processes)


def _of_units(values: Sequence[Sequence[float]], confidence: float) -> Interval:
    """Of several processes' values: of one alone the rounds are the unit, else the processes."""
    return over_processes(values, confidence) if len(values) > 1 else median_interval(values[0], confidence)


def quotient(numerator: Interval, denominator: Interval) -> Interval:
    """One positive interval over another, independent or not: holds when both do (the errors add, Bonferroni)."""
    both = (numerator.confidence, denominator.confidence)
    confidence = None if None in both else max(0.0, sum(each for each in both if each is not None) - 1)
    return Interval(
        numerator.median / denominator.median,
        numerator.low / denominator.high,
        numerator.high / denominator.low,
        confidence,
        numerator.unknowns + denominator.unknowns,
    )


def median_at_look(values: Sequence[float], *, looks: Looks = LOOKS) -> Interval:
    """The median's interval at a look, with the confidence that it has after its share of the error was taken."""
    return at_look([values], looks=looks)


def at_look(values: Sequence[Sequence[float]], comparisons: int = 1, looks: Looks = LOOKS) -> Interval:
    """The same of several processes' values."""
    rounds = sum(map(len, values))
    interval = _of_units(values, looks.confidence(rounds, comparisons))
    return _shared(interval, max(1, comparisons) / looks.share(rounds))


def ratio_of(logs: Sequence[Sequence[float]], comparisons: int, looks: Looks) -> Interval:
    """The paired ratio whose logarithms these are, by process."""
    return _exp(at_look(logs, comparisons, looks))


def ratio_at_look(
    reference: Sequence[float],
    subject: Sequence[float],
    comparisons: int = 1,
    *,
    looks: Looks = LOOKS,
    processes: Sequence[int] = (),
) -> Interval:
    """The paired ratio's interval, likewise."""
    return ratio_of(paired_logs(reference, subject, processes), comparisons, looks)


def _shared(interval: Interval, together: float) -> Interval:
    """So many like it hold together with this: errors add (Bonferroni)."""
    error = 1 - (interval.confidence or 0)
    return msgspec.structs.replace(interval, confidence=round(max(0.0, 1 - error * together), 9))


@lru_cache(maxsize=4096)
def sign_rank(count: int, confidence: float) -> int:
    """Values to leave out at either end: the largest r with 2 P(Binomial(count, 1/2) <= r) <= alpha, at least 0."""
    allowed, least, most = (1 - confidence) / 2, 0, max(0, (count - 1) // 2)
    while least < most:
        middle = (least + most + 1) // 2
        if _tail(count, middle) <= allowed:
            least = middle
        else:
            most = middle - 1
    return least


def _tail(count: int, rank: int) -> float:
    """P(Binomial(count, 1/2) <= rank), summed from its largest term down until what is left no longer counts."""
    term = total = _probability(count, rank)
    for k in range(rank, 0, -1):
        term *= k / (count - k + 1)
        total += term
        if term <= total * 1e-17:
            break
    return total


def _probability(count: int, k: int) -> float:
    """P(Binomial(count, 1/2) = k); of many by logarithms, right to nine digits, as whole numbers grow too long."""
    if count <= _EXACT:
        return math.comb(count, k) / (1 << count)
    return math.exp(math.lgamma(count + 1) - math.lgamma(k + 1) - math.lgamma(count - k + 1) - count * math.log(2))


def _exp(interval: Interval) -> Interval:
    return Interval(
        math.exp(interval.median),
        math.exp(max(interval.low, -_MOST)),
        math.exp(min(interval.high, _MOST)),
        interval.confidence,
        interval.unknowns,
    )


# Iglewicz and Hoaglin, "How to Detect and Handle Outliers" (1993): modified z-score beyond 3.5, where 0.6745 is the
# upper quartile of the normal law, which makes the MAD estimate its standard deviation.
_FAR = 3.5
_QUARTILE = 0.6745


def outliers(values: Sequence[float]) -> list[bool]:
    """For each value, whether it lies far from the median in units of the median absolute deviation."""
    if not values:
        return []
    middle = median(values)
    distance = [abs(value - middle) for value in values]
    spread = median(distance)
    if spread == 0:
        return [each > 0 for each in distance]
    return [_QUARTILE * each / spread > _FAR for each in distance]


# ---- fixed cost and cost per byte ----

# By Theil and Sen: the median of slopes, which no one length can tilt.


@dataclass(frozen=True)
class Fit:
    """Fixed cost, cost per byte, and the largest relative distance of a measured point from that line.

    A large residual says that the cost is not a line (a cache was left, a batch filled up): then read the points.
    """

    fixed: float
    per_byte: float
    residual: float


def fixed_and_per_byte(lengths: Sequence[float], costs: Sequence[float]) -> Fit | None:
    """The fit through one cost per length; None where fewer than three lengths leave nothing to check it against."""
    points = sorted(zip(lengths, costs, strict=True))
    slopes = [(y1 - y0) / (x1 - x0) for (x0, y0), (x1, y1) in combinations(points, 2) if x1 != x0]
    if len({x for x, _ in points}) < 3:
        return None
    per_byte = median(slopes)
    fixed = median(y - per_byte * x for x, y in points)
    return Fit(fixed, per_byte, max(abs(fixed + per_byte * x - y) / y for x, y in points))


def break_even(line: tuple[float, float], reference: tuple[float, float]) -> float | None:
    """From which length a line (fixed, per byte) costs less than the reference; None where it never does."""
    (fixed, per_byte), (other_fixed, other_per_byte) = line, reference
    if per_byte >= other_per_byte:
        return None
    return max(0.0, (fixed - other_fixed) / (other_per_byte - per_byte))


# ---- processes ----

# Where code, keys and buffers land in memory is drawn anew by each process, and moves a figure by more than its rounds
# scatter. So the process is the unit (Kalibera and Jones, "Rigorous Benchmarking in Reasonable Time", ISMM 2013): each
# says one number, the median over its draws of places, and what another process would say is told by how far these
# numbers lie apart. The median of the processes' medians is known as any median is, by signs: a process that a
# neighbour disturbed throughout moves it little, where it moves a mean (and Student's interval, which is wider then and
# covers less: of 120 intervals of `speed` 78 % held the mean of eight runs, by signs 95 %).


@dataclass(frozen=True)
class Spread:
    """Standard deviations: of draws within a process, and of processes beyond what their draws explain."""

    processes: int
    within: float
    between: float


def parted(values: Sequence[float], processes: Sequence[int]) -> list[list[float]]:
    """By the process that each is of; no processes named: of one."""
    parts: dict[int, list[float]] = {}
    for value, process in zip(values, processes or [0] * len(values), strict=True):
        parts.setdefault(process, []).append(value)
    return list(parts.values())


def over_processes(values: Sequence[Sequence[float]], confidence: float = CONFIDENCE) -> Interval:
    """`values[p]` has the draws of process p. The median of the processes' medians, with its interval by signs; of one
    process alone there is none, and the interval has no confidence."""
    if len(values) < 2:
        return Interval(median(values[0]), min(values[0]), max(values[0]), 0.0)
    return median_interval([median(each) for each in values], confidence)


_SPANS = 16  # of time, as many as the first look has rounds


def over_time(logs: Sequence[float]) -> list[list[float]]:
    """In the order of time, as consecutive spans: a neighbour's load comes and goes within one."""
    count, spans = len(logs), min(_SPANS, len(logs))
    return [list(logs[i * count // spans : (i + 1) * count // spans]) for i in range(spans)]


def wider(one: Interval, other: Interval) -> Interval:
    """About the median of the first, as far as either reaches."""
    sure = [each for each in (one.confidence, other.confidence) if each is not None]
    ends = min(one.low, other.low), max(one.high, other.high)
    return Interval(one.median, *ends, min(sure, default=None), one.unknowns)


def processes_for(comparisons: int = 1, looks: Looks = LOOKS) -> int:
    """The fewest whose whole range encloses the true median with the confidence of the first look."""
    error = 1 - looks.confidence(looks.counts[0], comparisons)
    return 1 + math.ceil(-math.log2(error))


def spread(values: Sequence[Sequence[float]]) -> Spread:
    """How much of the difference between processes is theirs, and how much would be there by their draws alone."""
    within = math.sqrt(fmean([stdev(each) ** 2 if len(each) > 1 else 0.0 for each in values]))
    if len(values) < 2:
        return Spread(len(values), within, 0.0)
    # The variance of a median of n draws is about pi/2 times that of their mean.
    by_draws = fmean([within**2 * math.pi / 2 / len(each) for each in values])
    between = stdev([median(each) for each in values]) ** 2 - by_draws
    return Spread(len(values), within, math.sqrt(max(0.0, between)))


_SURE = 0.999  # that neighbours at different places lie further apart than those at the same place


def by_place(values: Sequence[float], places: Sequence[object], least: int = 16) -> float | None:
    """The standard deviation that places bring, 0 where none is sure: how far neighbours at different places lie apart,
    beyond how far those at the same place do. By medians, so that disturbed rounds do not count; None of fewer than
    `least` pairs of either kind."""
    pairs = [(abs(values[i] - values[i - 1]), places[i] == places[i - 1]) for i in range(1, len(values))]
    same, moved = ([apart for apart, stays in pairs if stays is kind] for kind in (True, False))
    if min(len(same), len(moved)) < least:
        return None
    usual = median(same)
    if sum(apart <= usual for apart in moved) > sign_rank(len(moved), _SURE):
        return 0.0
    # The median distance of two draws from a normal law is 0.954 of its standard deviation.
    return math.sqrt(median(moved) ** 2 - usual**2) / 0.954
