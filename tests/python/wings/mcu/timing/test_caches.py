# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What stored runs fetch through a cache: of the same run or of none, and every row stands beside a stored run."""

from __future__ import annotations

from dataclasses import replace

from wirerate.catalogue.libraries import DEFAULT
from wirerate.wings.mcu import caches
from wirerate.wings.mcu.ecc import store
from wirerate.wings.mcu.schemes import points
from wirerate.wings.mcu.trace import Trace, fetched_of


def test_a_row_is_of_a_run_of_as_many_instructions() -> None:
    key, row = next(iter(caches.stored().items()))
    trace = Trace(row.instructions, {"alu": row.instructions})
    assert caches.followed(trace, key).fetched == fetched_of(row.fetched)
    other = replace(trace, instructions=row.instructions + 1)
    assert caches.followed(other, key) is other
    assert caches.followed(trace, (*key[:4], "nothing ended it so")) is trace


def test_every_row_is_of_a_stored_run() -> None:
    schemes = {
        (f"{each.scheme}@{each.implementation}", each.core, each.level, each.operation, why): part
        for each in points.stored().values()
        for why, part in {"": each.ran, **each.rejected}.items()
    }
    curves = {
        (store.code(each), each.core, each.level, each.operation, ""): each for each in store.project(DEFAULT).points
    }
    assert {row.ended for row in caches.stored().values()} == {"", "z", "r0"}
    for row in caches.stored().values():
        assert row.key in schemes or row.key in curves, row.key
        found = schemes.get(row.key) or curves[row.key]
        assert row.instructions == found.instructions
