# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The median and its exact interval, of values and of paired ratios; and the marks on values far from the others, which
are shown and kept: a disturbed round is part of what the machine does.

Why signs: nanobench compared the ways to bound a median on skewed timings and measured 96.7 % coverage for the sign
interval where 95 % was asked, but 91.5 % for Wilcoxon's, which assumes symmetry (nanobench.h, `Bench::compare`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from statistics import median

import msgspec

from wirerate.records import Interval
from wirerate.statistics.looks import CONFIDENCE, LOOKS, Looks

_EXACT = 1000  # trials up to which the binomial law is worked out in whole numbers


def median_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """The median between two order statistics that enclose the true one with at least `confidence`.

    Too few values for that give their whole range, with the lower confidence that it has.
    """
    if not values:
        raise ValueError("no values: a median needs at least one")
    ordered = sorted(map(float, values))
    rank = sign_rank(len(ordered), confidence)
    reached = min(confidence, _coverage(len(ordered), rank))
    return Interval(median(ordered), ordered[rank], ordered[-1 - rank], reached)


def paired_ratio(reference: Sequence[float], subject: Sequence[float], confidence: float = CONFIDENCE) -> Interval:
    """reference / subject, pair by pair: what the two met in the same round cancels. Above 1 the subject is faster."""
    logs = [math.log(old) - math.log(new) for old, new in zip(reference, subject, strict=True)]
    return _exp(median_interval(logs, confidence))


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


def median_at_look(values: Sequence[float], comparisons: int = 1, *, looks: Looks = LOOKS) -> Interval:
    """The median's interval at a look, with the confidence that it has after its share of the error was taken."""
    interval = median_interval(values, looks.confidence(len(values), comparisons))
    return _shared(interval, max(1, comparisons) / looks.share(len(values)))


def ratio_at_look(
    reference: Sequence[float], subject: Sequence[float], comparisons: int = 1, *, looks: Looks = LOOKS
) -> Interval:
    """The paired ratio's interval, likewise."""
    interval = paired_ratio(reference, subject, looks.confidence(len(subject), comparisons))
    return _shared(interval, max(1, comparisons) / looks.share(len(subject)))


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


def _coverage(count: int, rank: int) -> float:
    return max(0.0, 1 - 2 * _tail(count, rank))


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
        math.exp(interval.low),
        math.exp(interval.high),
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
