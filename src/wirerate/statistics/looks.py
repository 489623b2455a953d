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
