# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A trace as a line of JSON keeps it."""

from __future__ import annotations

import msgspec

from wirerate.wings.mcu.timing.trace import (
    Counts,
    FetchCounts,
    Trace,
    counts_of,
    fetch_counts_of,
    fetched_of,
    misses_of,
)


class Part(msgspec.Struct, frozen=True, omit_defaults=True):
    """What ran, or a part of it."""

    instructions: int
    classes: dict[str, int]
    misses: Counts
    unmetered: int = 0
    fetched: FetchCounts = {}

    @property
    def trace(self) -> Trace:
        return Trace(self.instructions, self.classes, misses_of(self.misses), self.unmetered, fetched_of(self.fetched))


def part_of(trace: Trace) -> Part:
    return Part(
        trace.instructions,
        dict(trace.classes),
        counts_of(trace.misses),
        trace.unmetered,
        fetch_counts_of(trace.fetched),
    )
