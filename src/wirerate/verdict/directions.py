# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Sending and receiving: one direction is judged by its slower end, both by their sum on one core."""

from __future__ import annotations

from typing import Final

from wirerate.authenticators.subjects import RECEIVING, algorithm
from wirerate.records import Interval, Measurement

ONE: Final = "one"
BOTH: Final = "both"


def same_at_both_ends(name: str) -> bool:
    """Whether the receiver of such a tag does what its sender did: nothing has a key."""
    return len(algorithm(name).operations) == 1


def is_receiving(measurement: Measurement) -> bool:
    return measurement.operation in RECEIVING


def one_after_the_other(first: Interval, second: Interval) -> Interval:
    """The sum of two costs. Both intervals hold with what their confidences leave together."""
    sure = None
    if first.confidence is not None and second.confidence is not None:
        sure = round(first.confidence + second.confidence - 1, 9)
    return Interval(
        median=first.median + second.median,
        low=first.low + second.low,
        high=first.high + second.high,
        confidence=sure,
        unknowns=tuple(dict.fromkeys((*first.unknowns, *second.unknowns))),
    )
