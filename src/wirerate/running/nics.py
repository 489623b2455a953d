# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The speeds of this machine's network cards, as Linux tells them."""

from __future__ import annotations

import contextlib
from pathlib import Path

from wirerate.errors import UsageError
from wirerate.links import Link, format_rate, parse_link

# Where a machine tells no speed (most virtual ones): the three that a plan is most often made for.
USUAL = ("1G", "10G", "100G")


def links_of_this_machine(root: Path = Path("/sys/class/net")) -> list[Link]:
    """One link per speed of a card with hardware behind it, slowest first; the usual ones where none tells."""
    speeds = {speed for card in sorted(root.glob("*")) if (card / "device").exists() and (speed := _megabits(card)) > 0}
    return [_link(speed) for speed in sorted(speeds)] or [parse_link(word) for word in USUAL]


def _megabits(card: Path) -> int:
    """-1 where the driver does not know; reading it fails while the card is down."""
    with contextlib.suppress(OSError, ValueError):
        return int((card / "speed").read_text())
    return -1


def _link(megabits: int) -> Link:
    rate = format_rate(megabits * 1e6)
    try:
        return parse_link(rate)
    except UsageError:  # a bond of odd speed
        return parse_link(f"rate:{rate}")
