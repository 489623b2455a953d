# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The median and its exact interval, of values and of paired ratios.

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

CONFIDENCE = 0.95  # of everything that one question asks, taken together
LOOKS = (16, 32, 64, 128, 256)  # rounds at which a measurement may be looked at


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


# ---- Looks ----
# Looking after every round and stopping when the answer pleases finds differences that are not there. The counts are
# therefore fixed beforehand, and the permitted error is shared out over the looks and the comparisons (Bonferroni).


def look_confidence(comparisons: int = 1, confidence: float = CONFIDENCE, looks: int = len(LOOKS)) -> float:
    """The confidence of one interval at one look, so that all of them at all looks hold together with `confidence`."""
    return 1 - (1 - confidence) / (looks * max(1, comparisons))


def median_at_look(values: Sequence[float], comparisons: int = 1, *, looks: int = len(LOOKS)) -> Interval:
    """The median's interval at a look, with the confidence that it has after its share of the error was taken."""
    shared = look_confidence(comparisons, looks=looks)
    return _shared(median_interval(values, shared), max(1, comparisons) * looks)


def ratio_at_look(
    reference: Sequence[float], subject: Sequence[float], comparisons: int = 1, *, looks: int = len(LOOKS)
) -> Interval:
    """The paired ratio's interval, likewise."""
    shared = look_confidence(comparisons, looks=looks)
    return _shared(paired_ratio(reference, subject, shared), max(1, comparisons) * looks)


def _shared(interval: Interval, together: int) -> Interval:
    """So many intervals hold together with this: errors add (Bonferroni)."""
    error = 1 - (interval.confidence or 0)
    return msgspec.structs.replace(interval, confidence=round(max(0.0, 1 - error * together), 9))


@lru_cache(maxsize=4096)
def sign_rank(count: int, confidence: float) -> int:
    """Values to leave out at either end: the largest r with 2 P(Binomial(count, 1/2) <= r) <= alpha, at least 0."""
    allowed = (1 - confidence) / 2 * 2**count
    rank, tail = 0, 1 + count
    while tail <= allowed and 2 * (rank + 1) < count:
        rank += 1
        tail += math.comb(count, rank + 1)
    return rank


def _coverage(count: int, rank: int) -> float:
    outside = 2 * sum(math.comb(count, k) for k in range(rank + 1))
    return max(0.0, 1 - outside / float(2**count))


def _exp(interval: Interval) -> Interval:
    return Interval(
        math.exp(interval.median),
        math.exp(interval.low),
        math.exp(interval.high),
        interval.confidence,
        interval.unknowns,
    )
