# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The words that figures rest on, each explained where it first stands: in an answer, a table's note, a page."""

from __future__ import annotations

from collections.abc import Iterable

from wirerate.verdict.rules import MARGIN

HEADROOM = f"Headroom: the time that there is, divided by the time that it takes; ×1 is line rate, ×{MARGIN} keeps up."
UNIT = "A unit of time is what one operation takes."
SCHEDULE = (
    "in each unit of time those operations start whose operands are there, the ones with the longest way to the end "
    "first"
)
_FROM = {
    "warm": "Warm: the bytes come from the core's nearest caches",
    "llc": "in last-level cache: from there, where network cards put packets",
    "cold": "cold: from memory",
}


def caches(names: Iterable[str]) -> str:
    """Where the bytes come from, of the cache states that are shown; empty where there is none of them."""
    shown = set(names)
    told = "; ".join(text for name, text in _FROM.items() if name in shown)
    return f"{told[0].upper()}{told[1:]}." if told else ""
