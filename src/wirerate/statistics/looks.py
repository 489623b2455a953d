"""When a measurement may be looked at, so that stopping early keeps the coverage.

Looking after every round and stopping when the answer pleases finds differences that are not there. The counts are
therefore fixed beforehand, and the permitted error is shared out over the looks and the comparisons (Bonferroni).
"""

from __future__ import annotations

from wirerate.statistics.intervals import CONFIDENCE

LOOKS = (16, 32, 64, 128, 256)


def look_confidence(comparisons: int = 1, confidence: float = CONFIDENCE) -> float:
    """The confidence of one interval at one look, so that all of them at all looks hold together with `confidence`."""
    return 1 - (1 - confidence) / (len(LOOKS) * max(1, comparisons))
