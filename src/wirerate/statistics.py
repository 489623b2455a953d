# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Statistics of measurements: medians with exact intervals, paired ratios, fixed + per-byte fits, outliers.

Timings are skewed and share disturbances, so no method here assumes a distribution: every interval follows from the
binomial distribution of signs. Every round counts; none is trimmed.
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

# When to look at a measurement, and how much of the permitted error each look uses. Looking after every round and
# stopping at a pleasing result finds differences that do not exist. So the number of rounds at each look is fixed in
# advance, and the permitted error is divided among all looks and comparisons (Bonferroni). Whenever the rounds end, all
# intervals at all looks hold together.

CONFIDENCE = 0.95  # for all intervals of one question together


@dataclass(frozen=True)
class Looks:
    """The numbers of rounds at which to look. With `goes_on`, the last number is doubled again and again while time
    remains.

    Listed looks share the error equally. With `goes_on`, all further looks together get the share of one listed look:
    half of it goes to the first, a quarter to the second, and so on.
    """

    counts: tuple[int, ...]
    goes_on: bool = False

    def __iter__(self) -> Iterator[int]:
        yield from self.counts
        if self.goes_on:
            yield from (self.counts[-1] << step for step in count(1))

    @property
    def one(self) -> bool:
        """Return whether there is only one look."""
        return len(self.counts) == 1 and not self.goes_on

    def share(self, rounds: int) -> float:
        """Return the share of the error for the look at `rounds`, or for the next look if time ran out before it."""
        for look in self.counts:
            if rounds <= look:
                return 1 / (len(self.counts) + self.goes_on)
        if not self.goes_on:
            return 1 / len(self.counts)
        further = (-(-rounds // self.counts[-1]) - 1).bit_length()
        return 0.5**further / (len(self.counts) + 1)

    def confidence(self, rounds: int, comparisons: int = 1, of_all: float = CONFIDENCE) -> float:
        """Return the confidence of one interval at this look, so that all intervals at all looks hold together with
        confidence `of_all`."""
        return 1 - (1 - of_all) * self.share(rounds) / max(1, comparisons)


LOOKS: Final = Looks((16, 32, 64, 128, 256), goes_on=True)
ONE_LOOK: Final = Looks((1,))


# ---- intervals ----

# Why signs: nanobench compared intervals for the median of skewed timings. Of intervals meant to cover it in 95 % of
# cases, those by signs covered it in 96.7 %, but Wilcoxon's, which assume symmetry, only in 91.5 % (nanobench.h,
# `Bench::compare`).

_MOST = 700.0  # limit of logarithms before exp, because the interval of only two processes may be unbounded
_EXACT = 1000  # count up to which binomial probabilities are computed with exact integers


def median_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """Return the median, and the two order statistics that enclose the true median with at least `confidence`.

    With too few values for that, return their whole range and its lower confidence.
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
    """Return the median of reference / subject over pairs of values, in which disturbances of a round cancel.

    Above 1, the subject is faster.
    """
    return _exp(_of_units(paired_logs(reference, subject, processes), confidence))


def paired_logs(
    reference: Sequence[float], subject: Sequence[float], processes: Sequence[int] = ()
) -> list[list[float]]:
    """Return the logarithm of reference / subject for each pair of values, grouped by process."""
    return group_by_process(
        [math.log(old) - math.log(new) for old, new in zip(reference, subject, strict=True)], processes
    )


def _of_units(values: Sequence[Sequence[float]], confidence: float) -> Interval:
    """Return the interval over processes, or over rounds if there is only one process."""
    return interval_over_processes(values, confidence) if len(values) > 1 else median_interval(values[0], confidence)


def quotient(numerator: Interval, denominator: Interval) -> Interval:
    """Return the quotient of two positive intervals, dependent or not.

    The quotient holds if both intervals hold, so their errors add (Bonferroni).
    """
    both = (numerator.confidence, denominator.confidence)
    confidence = None if None in both else max(0.0, sum(known for known in both if known is not None) - 1)
    return Interval(
        numerator.median / denominator.median,
        numerator.low / denominator.high,
        numerator.high / denominator.low,
        confidence,
        numerator.unknowns + denominator.unknowns,
    )


def median_at_look(values: Sequence[float], *, looks: Looks = LOOKS) -> Interval:
    """Return the median's interval at a look. Its confidence takes all looks into account, which share the permitted
    error."""
    return at_look([values], looks=looks)


def at_look(values: Sequence[Sequence[float]], comparisons: int = 1, looks: Looks = LOOKS) -> Interval:
    """Return the median's interval at a look, for the values of several processes."""
    rounds = sum(map(len, values))
    interval = _of_units(values, looks.confidence(rounds, comparisons))
    return _shared(interval, max(1, comparisons) / looks.share(rounds))


def ratio_of(logs: Sequence[Sequence[float]], comparisons: int, looks: Looks) -> Interval:
    """Return the paired ratio from its logarithms, grouped by process."""
    return _exp(at_look(logs, comparisons, looks))


def ratio_at_look(
    reference: Sequence[float],
    subject: Sequence[float],
    comparisons: int = 1,
    *,
    looks: Looks = LOOKS,
    processes: Sequence[int] = (),
) -> Interval:
    """Return the interval of the paired ratio at a look."""
    return ratio_of(paired_logs(reference, subject, processes), comparisons, looks)


def _shared(interval: Interval, together: float) -> Interval:
    """Return the interval with its confidence lowered to that of `together` such intervals all holding: errors add
    (Bonferroni).
    """
    error = 1 - (interval.confidence or 0)
    return msgspec.structs.replace(interval, confidence=round(max(0.0, 1 - error * together), 9))


@lru_cache(maxsize=4096)
def sign_rank(count: int, confidence: float) -> int:
    """Return how many of `count` sorted values lie below the median's interval, and how many above it. This is the
    largest r >= 0 with 2 P(Binomial(count, 1/2) <= r) <= 1 - `confidence`, or 0 if there is none.
    """
    allowed, least, most = (1 - confidence) / 2, 0, max(0, (count - 1) // 2)
    while least < most:
        middle = (least + most + 1) // 2
        if _tail(count, middle) <= allowed:
            least = middle
        else:
            most = middle - 1
    return least


def _tail(count: int, rank: int) -> float:
    """Return P(Binomial(count, 1/2) <= rank), summed from the largest term until terms are negligible."""
    term = total = _probability(count, rank)
    for k in range(rank, 0, -1):
        term *= k / (count - k + 1)
        total += term
        if term <= total * 1e-17:
            break
    return total


def _probability(count: int, k: int) -> float:
    """Return P(Binomial(count, 1/2) = k). For large counts use logarithms, accurate to nine digits."""
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


# Iglewicz and Hoaglin, "How to Detect and Handle Outliers" (1993): a modified z-score beyond 3.5 is an outlier. 0.6745
# is the upper quartile of the normal distribution, which makes the MAD estimate its standard deviation.
_FAR = 3.5
_QUARTILE = 0.6745


def outliers(values: Sequence[float]) -> list[bool]:
    """Return for each value whether it is far from the median, in units of the median absolute deviation."""
    if not values:
        return []
    middle = median(values)
    distance = [abs(value - middle) for value in values]
    spread = median(distance)
    if spread == 0:
        return [deviation > 0 for deviation in distance]
    return [_QUARTILE * deviation / spread > _FAR for deviation in distance]


# ---- fixed cost and cost per byte ----

# Theil-Sen estimator: the median of all slopes, which no single length can distort.


@dataclass(frozen=True)
class Fit:
    """A line: fixed cost, cost per byte, and the largest relative distance of a measured point from it.

    A large residual means that the cost is not linear, for example because messages exceed a cache: use the points
    instead.
    """

    fixed: float
    per_byte: float
    residual: float


def fixed_and_per_byte(lengths: Sequence[float], costs: Sequence[float]) -> Fit | None:
    """Fit a line through one cost per length. Return None with fewer than three lengths, which a line always fits."""
    points = sorted(zip(lengths, costs, strict=True))
    slopes = [(y1 - y0) / (x1 - x0) for (x0, y0), (x1, y1) in combinations(points, 2) if x1 != x0]
    if len({x for x, _ in points}) < 3:
        return None
    per_byte = median(slopes)
    fixed = median(y - per_byte * x for x, y in points)
    return Fit(fixed, per_byte, max(abs(fixed + per_byte * x - y) / y for x, y in points))


def break_even(line: tuple[float, float], reference: tuple[float, float]) -> float | None:
    """Return the length from which a line (fixed, per byte) costs less than the reference; None if it never does."""
    (fixed, per_byte), (other_fixed, other_per_byte) = line, reference
    if per_byte >= other_per_byte:
        return None
    return max(0.0, (fixed - other_fixed) / (other_per_byte - per_byte))


# ---- processes ----

# The memory layout of code, keys and buffers differs between processes, and changes a result more than its rounds vary.
# So intervals are over processes (Kalibera and Jones, "Rigorous Benchmarking in Reasonable Time", ISMM 2013): each
# process contributes one number, the median over its rounds, and the spread of these numbers shows what another process
# would give. The interval of the median of these medians comes from the sign test again. A process that a neighbour
# disturbed throughout changes this median little, but would change a mean. Student's interval would then be wider and
# yet miss more often: of 120 intervals of `speed`, 78 % of Student's covered the mean of eight runs, but 95 % of those
# from the sign test.


@dataclass(frozen=True)
class Spread:
    """Standard deviations: `within` a process, and `between` processes after subtracting what `within` alone would
    cause."""

    processes: int
    within: float
    between: float


def group_by_process(values: Sequence[float], processes: Sequence[int]) -> list[list[float]]:
    """Group values by process. Without `processes`, all values belong to one process."""
    parts: dict[int, list[float]] = {}
    for value, process in zip(values, processes or [0] * len(values), strict=True):
        parts.setdefault(process, []).append(value)
    return list(parts.values())


def interval_over_processes(values: Sequence[Sequence[float]], confidence: float = CONFIDENCE) -> Interval:
    """Return the median of the processes' medians with its sign-test interval; `values[p]` has the values of process p.

    For a single process, return the range of its values with confidence 0.
    """
    if len(values) < 2:
        return Interval(median(values[0]), min(values[0]), max(values[0]), 0.0)
    return median_interval([median(draws) for draws in values], confidence)


_SPANS = 16  # number of time spans, equal to the rounds of the first look


def split_by_time(logs: Sequence[float]) -> list[list[float]]:
    """Split values into consecutive spans of time, because the load from other programs comes and goes."""
    count, spans = len(logs), min(_SPANS, len(logs))
    return [list(logs[i * count // spans : (i + 1) * count // spans]) for i in range(spans)]


def join_intervals(one: Interval, other: Interval) -> Interval:
    """Return an interval that covers both, with the median of the first."""
    sure = [known for known in (one.confidence, other.confidence) if known is not None]
    ends = min(one.low, other.low), max(one.high, other.high)
    return Interval(one.median, *ends, min(sure, default=None), one.unknowns)


def processes_for(comparisons: int = 1, looks: Looks = LOOKS) -> int:
    """Return the fewest processes whose whole range encloses the true median with the confidence of the first look."""
    error = 1 - looks.confidence(looks.counts[0], comparisons)
    return 1 + math.ceil(-math.log2(error))


def spread(values: Sequence[Sequence[float]]) -> Spread:
    """Return the spread within processes, and between them after subtracting what the spread within would cause."""
    within = math.sqrt(fmean([stdev(draws) ** 2 if len(draws) > 1 else 0.0 for draws in values]))
    if len(values) < 2:
        return Spread(len(values), within, 0.0)
    # The variance of a median of n values is about pi/2 times that of their mean.
    by_draws = fmean([within**2 * math.pi / 2 / len(draws) for draws in values])
    between = stdev([median(draws) for draws in values]) ** 2 - by_draws
    return Spread(len(values), within, math.sqrt(max(0.0, between)))


_SURE = 0.999  # required confidence that consecutive rounds differ more at different places than at the same place


def spread_by_place(values: Sequence[float], places: Sequence[object], least: int = 16) -> float | None:
    """Return the standard deviation caused by where data lie in memory, or 0 if it is not significant.

    Compares the distances of neighbouring rounds at different places with those at the same place. Uses medians, so
    that disturbed rounds do not count. Returns None with fewer than `least` pairs of either kind.
    """
    pairs = [(abs(values[i] - values[i - 1]), places[i] == places[i - 1]) for i in range(1, len(values))]
    same, moved = ([apart for apart, stays in pairs if stays is kind] for kind in (True, False))
    if min(len(same), len(moved)) < least:
        return None
    usual = median(same)
    if sum(apart <= usual for apart in moved) > sign_rank(len(moved), _SURE):
        return 0.0
    # The median difference of two values from a normal distribution is 0.954 of its standard deviation.
    return math.sqrt(median(moved) ** 2 - usual**2) / 0.954
