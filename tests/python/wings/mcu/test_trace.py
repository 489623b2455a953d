# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Sums of traces, and the caches that they have misses for."""

from __future__ import annotations

import msgspec

from wirerate.wings.mcu.cycles import Cache, Fetched, Trace, total, weighted

CACHE, OTHER = Cache(16384, 8, 2), Cache(8192, 8, 2)


def ran(instructions: int, **fetched: Fetched) -> Trace:
    caches = {"here": CACHE, "there": OTHER}
    return Trace(
        instructions, {"alu": instructions}, {}, 0, {caches[name].name: each for name, each in fetched.items()}
    )


def test_a_sum_was_followed_only_where_all_of_it_was() -> None:
    one, other = ran(1, here=Fetched(3, 4), there=Fetched(1, 1)), ran(2, here=Fetched(10, 20))
    assert total([one, other]).fetched == {CACHE.name: Fetched(13, 24)}
    assert total([one, ran(5)]).fetched == {}
    assert total([]).fetched == {}


def test_a_weighted_sum_too() -> None:
    found = weighted([(1, ran(10, here=Fetched(5, 7))), (2.5, ran(4, here=Fetched(0, 2)))])
    assert (found.instructions, found.fetched) == (20, {CACHE.name: Fetched(5, 12)})
    assert weighted([(1, ran(10, here=Fetched(5, 7))), (-1, ran(4))]).fetched == {}


def test_json_keeps_cache_misses() -> None:
    one = ran(1, here=Fetched(3, 4))
    line = msgspec.json.encode(one)
    assert line == b'{"instructions":1,"classes":{"alu":1},"fetched":{"16384:8:2":[3,4]}}'
    assert msgspec.json.decode(line, type=Trace) == one
