# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Marks on rounds far from the others. They are shown and kept: a disturbed round is part of what the machine does."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

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
