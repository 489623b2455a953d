"""When a measurement may be looked at, so that stopping early keeps the coverage.

Looking after every round and stopping when the answer pleases finds differences that are not there. The counts are
therefore fixed beforehand, and the permitted error is shared out over the looks and the comparisons (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wirerate.records import Interval
from wirerate.statistics.intervals import CONFIDENCE, median_interval, paired_ratio

LOOKS = (16, 32, 64, 128, 256)


def look_confidence(comparisons: int = 1, confidence: float = CONFIDENCE) -> float:
    """The confidence of one interval at one look, so that all of them at all looks hold together with `confidence`."""
    return 1 - (1 - confidence) / (len(LOOKS) * max(1, comparisons))


def median_at_look(values: Sequence[float], comparisons: int = 1) -> Interval:
    """The median's interval at a look, with the confidence that it has after its share of the error was taken."""
    return _shared(median_interval(values, look_confidence(comparisons)), comparisons)


def ratio_at_look(reference: Sequence[float], subject: Sequence[float], comparisons: int = 1) -> Interval:
    """The paired ratio's interval, likewise."""
    return _shared(paired_ratio(reference, subject, look_confidence(comparisons)), comparisons)


def _shared(interval: Interval, comparisons: int) -> Interval:
    """All intervals at all looks hold together with this: errors add (Bonferroni)."""
    error = 1 - (interval.confidence or 0)
    together = max(0.0, 1 - error * len(LOOKS) * max(1, comparisons))
    return msgspec.structs.replace(interval, confidence=round(together, 9))
