"""Taking the hypervisor's share out of the wall time: rate = bytes / (wall - stolen).

The system tells how much of a block of rounds was stolen, in ticks of usually 10 ms, not which round lost it. A theft
shows in the round that it hit, so it is taken from the rounds that stand out from their subject's median, up to what
they stand out by. What remains was spread over all rounds; of that only as much is taken as is certain, because the
count may be one tick too high. Spreading all of it evenly would make the many rounds that lost nothing look faster
than they were.
"""

from __future__ import annotations

from collections.abc import Sequence

TICK_NS = 10_000_000  # of /proc/stat: USER_HZ is 100 on every Linux that matters here


def without_theft(walls: Sequence[float], usual: Sequence[float], stolen: float) -> list[float]:
    """The walls of one block's rounds, corrected; `usual` is what each would take at its subject's median."""
    excess = [max(0.0, wall - normal) for wall, normal in zip(walls, usual, strict=True)]
    visible = sum(excess)
    taken = min(stolen, visible)
    corrected = (
        [wall - part * taken / visible for wall, part in zip(walls, excess, strict=True)] if taken else list(walls)
    )
    spread = max(0.0, stolen - taken - TICK_NS) / sum(corrected)
    return [wall * (1 - min(spread, 0.99)) for wall in corrected]
