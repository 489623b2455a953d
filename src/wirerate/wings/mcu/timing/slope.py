# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a message costs by its bytes, and beside them."""

from __future__ import annotations

from collections.abc import Mapping

from wirerate.wings.mcu.timing.cycles import Range


def slope_and_rest(spent: Mapping[int, Range]) -> tuple[Range, Range]:
    """Of each further byte by the two longest messages, and what a message costs beside; more than that where it is
    shorter than a block."""
    start, end = sorted(spent)[-2:]
    short, long, share = spent[start], spent[end], 1 / (end - start)
    slope = Range(
        (long.low - short.low) * share,
        (long.typical - short.typical) * share,
        (long.high - short.high) * share,
        long.unknowns,
    )
    low, typical, high = (
        max(0.0, one - start * each)
        for one, each in ((short.low, slope.low), (short.typical, slope.typical), (short.high, slope.high))
    )
    return slope, Range(low, typical, high, short.unknowns)
