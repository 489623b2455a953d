# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Stored cache misses: they apply only to a run with equal instructions, and every row has a stored run."""

from __future__ import annotations

from msgspec.structs import replace

from wirerate.catalogue.libraries import DEFAULT
from wirerate.wings.mcu.counted_runs import Counted, Point
from wirerate.wings.mcu.cycles import Trace
from wirerate.wings.mcu.store import CACHES, SCHEMES, on_curves, stored, with_cache_misses
from wirerate.wings.mcu.target import target


def test_a_row_is_of_a_run_of_as_many_instructions() -> None:
    row = next(iter(stored(CACHES).values()))
    cached = target("rp2040")

    def beside(trace: Trace, name: str = "") -> Trace:
        return with_cache_misses(replace(row, counted=Counted(runs={name: trace})), cached).counted.runs[name]

    trace = Trace(row.counted.trace.instructions, {"alu": row.counted.trace.instructions})
    assert beside(trace).fetched == row.counted.trace.fetched != {}
    other = replace(trace, instructions=trace.instructions + 1)
    assert beside(other) is other
    assert beside(trace, "nothing ended it so") is trace
    elsewhere = replace(row, counted=Counted(runs={"": trace}))
    assert with_cache_misses(elsewhere, target("lpc1768")) is elsewhere


def test_every_row_is_of_a_stored_run() -> None:
    kept: dict[object, Point] = {**stored(SCHEMES), **stored(on_curves(DEFAULT))}
    rows = stored(CACHES).values()
    assert {ended for row in rows for ended in row.counted.runs} == {"", "z", "r0"}
    for row in rows:
        for ended, trace in row.counted.runs.items():
            assert trace.instructions == kept[row.key].counted.runs[ended].instructions, row.key
