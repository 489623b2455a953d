"""What the host lab is asked to measure, and where in the memory hierarchy its messages are to lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wirerate.authenticators.subjects import Subject
from wirerate.errors import unknown

CACHES = ("warm", "llc", "cold", "sweep")
_COLD_AT_LEAST = 256 << 20  # the design's "cold": max(4 x last-level cache, 256 MiB)
_LINE = 64
_TEMPLATES = 256  # so many expected tags check every message of a ring


@dataclass(frozen=True)
class Request:
    """One subject under one condition. Requests of one group share lengths, cache and threads; they are interleaved."""

    subject: Subject
    lengths: tuple[int, ...]  # of the template messages: one length, or a mix's in its proportions, up to 256
    packets: str = ""  # the mix's name; "" for one length
    batch: int = 1
    cache: str = "warm"
    working_set: int | None = None  # bytes, for a sweep
    keyed: str = ""
    threads: int = 1
    role: str = "subject"
    group: str = ""

    def templates(self, working_set: int) -> list[int]:
        """The lengths repeated up to 256 times as the working set has room: distinct contents, proportions kept."""
        one_lap = sum(max(_LINE, -(-length // _LINE) * _LINE) for length in self.lengths)
        laps = min(_TEMPLATES // len(self.lengths), working_set // one_lap)
        return list(self.lengths) * max(1, laps)


def working_set(request: Request, caches: Mapping[str, int]) -> int:
    """Bytes for the messages: warm is half of L2, llc lies well between L2 and the last level, cold well beyond it.

    With several threads warm is each thread's half, as every core has its own L2.
    """
    l2 = caches.get("L2", 256 << 10)
    last = max(caches.values(), default=l2)
    sizes = {
        "warm": l2 // 2 * request.threads,
        "llc": min(max(last // 4, 2 * l2 * request.threads), last // 2),
        "cold": max(4 * last, _COLD_AT_LEAST),
        "sweep": request.working_set or l2 // 2,
    }
    if request.cache not in sizes:
        raise unknown("cache state", request.cache, CACHES)
    return sizes[request.cache]
