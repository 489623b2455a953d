# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Cost = fixed per message + per byte, by Theil and Sen: the median of slopes, which no one length can tilt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median


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
