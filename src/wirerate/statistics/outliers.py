"""Marks on rounds far from the others. They are shown and kept: a disturbed round is part of what the machine does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

# Iglewicz and Hoaglin, "How to Detect and Handle Outliers" (1993): modified z-score beyond 3.5, where 0.6745 is the
# upper quartile of the normal law, which makes the MAD estimate its standard deviation.
_FAR = 3.5
_QUARTILE = 0.6745


def outliers(values: Sequence[float]) -> list[bool]:
    """For each value, whether it lies far from the median in units of the median absolute deviation."""
    if not values:
        return []
    distance = np.abs(np.asarray(values, dtype=float) - np.median(values))
    spread = float(np.median(distance))
    if spread == 0:
        return [bool(each > 0) for each in distance]
    return [bool(each) for each in _QUARTILE * distance / spread > _FAR]
