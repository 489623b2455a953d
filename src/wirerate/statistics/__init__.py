# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Medians with exact intervals, paired ratios, fixed + per-byte fits, outlier marks, of anything that is measured.

Timings are skewed and share disturbances, so nothing assumes a distribution: every interval comes from the binomial law
of signs alone. Each round counts; none is trimmed.
"""

from __future__ import annotations

from wirerate.statistics.fit import Fit, break_even, fixed_and_per_byte
from wirerate.statistics.intervals import (
    median_at_look,
    median_interval,
    outliers,
    paired_ratio,
    quotient,
    ratio_at_look,
)
from wirerate.statistics.looks import CONFIDENCE, LOOKS, ONE_LOOK, Looks

__all__ = [
    "CONFIDENCE",
    "LOOKS",
    "ONE_LOOK",
    "Fit",
    "Looks",
    "break_even",
    "fixed_and_per_byte",
    "median_at_look",
    "median_interval",
    "outliers",
    "paired_ratio",
    "quotient",
    "ratio_at_look",
]
