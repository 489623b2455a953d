# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Requests to measure, and the place of their messages in the memory hierarchy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.authenticators.subjects import Subject
from wirerate.errors import unknown
from wirerate.records import CpuCache
from wirerate.vocabulary import Cache, Keyed, Role

CACHES = ("warm", "llc", "cold", "sweep")
_LINE = 64
_TEMPLATES = 256  # at most 256 different messages, so that 256 expected tags check a whole ring


@dataclass(frozen=True)
class Request:
    """One subject under one condition. Requests with equal group, lengths, cache and threads are interleaved."""

    subject: Subject
    lengths: tuple[int, ...]  # lengths of the template messages: one, or up to 256 in the proportions of a mix
    packets: str = ""  # name of the mix; "" for one length
    operation: str = ""  # one of the algorithm's operations; "": the sender's
    batch: int = 1
    cache: Cache = "warm"
    working_set: int | None = None  # working set in bytes, for a sweep
    keyed: Keyed = ""
    threads: int = 1
    role: Role = "subject"
    group: str = ""

    @property
    def does(self) -> str:
        return self.operation or self.subject.facts.operation

    def templates(self, working_set: int) -> list[int]:
        """Return the lengths of the template messages: `lengths`, repeated while the working set has room, up to 256
        templates.
        """
        one_lap = sum(max(_LINE, -(-length // _LINE) * _LINE) for length in self.lengths)
        laps = min(_TEMPLATES // len(self.lengths), working_set // one_lap)
        return list(self.lengths) * max(1, laps)


def working_set(request: Request, caches: Sequence[CpuCache]) -> int:
    """Return the size of all messages in bytes.

    Warm is a quarter of L2, llc clearly more than L2 but less than the last level, and cold clearly more than the last
    level. More than a quarter of L2 would not reliably fit, because physical pages, and so cache sets, are random. With
    several threads, warm is a quarter per thread, since every core has its own L2.
    """
    quarter = second_level(caches) // 4
    sizes = {
        "warm": quarter * request.threads,
        "llc": last_level_set(caches, request.threads),
        "cold": cold_set(caches),
        "sweep": request.working_set or quarter,
    }
    if request.cache not in sizes:
        raise unknown("cache state", request.cache, CACHES)
    return sizes[request.cache]


_L2 = 256 << 10  # assumed if the machine does not report its caches
_COLD_AT_LEAST = 256 << 20  # cold is max(4 × last-level cache, 256 MiB)


def second_level(caches: Sequence[CpuCache]) -> int:
    """Return the size in bytes of the cache that belongs to a single core."""
    return next((cache.bytes for cache in caches if cache.name == "L2"), _L2)


def last_level_set(caches: Sequence[CpuCache], threads: int) -> int:
    """Return a size clearly larger than the second-level cache and smaller than the last."""
    last = _last_level(caches)
    return min(max(last // 4, 2 * second_level(caches) * threads), last // 2)


def cold_set(caches: Sequence[CpuCache]) -> int:
    """Return a size clearly larger than the last-level cache."""
    return max(4 * _last_level(caches), _COLD_AT_LEAST)


def _last_level(caches: Sequence[CpuCache]) -> int:
    return max((cache.bytes for cache in caches), default=second_level(caches))
