# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where in the memory hierarchy messages lie: how many bytes of them there are to be."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.records import CpuCache

_L2 = 256 << 10  # of a machine that does not tell
_COLD_AT_LEAST = 256 << 20  # the design's "cold": max(4 x last-level cache, 256 MiB)


def second_level(caches: Sequence[CpuCache]) -> int:
    """Bytes of the cache that every core has for itself."""
    return next((cache.bytes for cache in caches if cache.name == "L2"), _L2)


def last_level_set(caches: Sequence[CpuCache], threads: int) -> int:
    """Well between the second level and the last."""
    last = _last(caches)
    return min(max(last // 4, 2 * second_level(caches) * threads), last // 2)


def cold_set(caches: Sequence[CpuCache]) -> int:
    """Well beyond the last level."""
    return max(4 * _last(caches), _COLD_AT_LEAST)


def _last(caches: Sequence[CpuCache]) -> int:
    return max((cache.bytes for cache in caches), default=second_level(caches))
