# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The four words and the arithmetic behind them."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from wirerate.records import Interval
from wirerate.vocabulary import Outcome

KEEPS_UP: Final = "KEEPS UP"
TIGHT: Final = "TIGHT"
FALLS_SHORT: Final = "FALLS SHORT"
CANNOT_TELL: Final = "CANNOT TELL"


class Cores(NamedTuple):
    """Of the median, and of the slow end of its interval."""

    likely: int
    worst: int


MARGIN = 1.25  # a fifth of the time is left for everything else that a packet costs


def headroom(needs_ns: float, measured_ns: Interval) -> Interval:
    """Time available / time needed: the slow end of the measured interval is the low end of the headroom."""
    return Interval(
        median=needs_ns / measured_ns.median,
        low=needs_ns / measured_ns.high,
        high=needs_ns / measured_ns.low,
        confidence=measured_ns.confidence,
        unknowns=measured_ns.unknowns,
    )


def word(room: Interval | None) -> Outcome:
    """The verdict on a headroom; without one nothing can be told."""
    if room is None:
        return CANNOT_TELL
    if room.low >= MARGIN:
        return KEEPS_UP
    if room.low >= 1:
        return TIGHT
    return FALLS_SHORT if room.high < 1 else CANNOT_TELL


def is_decided(room: Interval) -> bool:
    """Whether more rounds could not change the word: the whole interval lies between two bounds."""
    return room.low >= MARGIN or room.high < 1 or (room.low >= 1 and room.high < MARGIN)


def cores(needs_ns: float, measured_ns: Interval, threads: int = 1) -> Cores:
    """Cores that reach line rate, by division of what was measured on `threads` of them."""
    return Cores(*(math.ceil(threads * ns / needs_ns) for ns in (measured_ns.median, measured_ns.high)))


def vague(room: Interval | None) -> bool:
    """Whether an interval is too wide to choose by: its ends are further apart than the margin, and not both beyond."""
    return room is not None and room.low < MARGIN and room.high > MARGIN * room.low
