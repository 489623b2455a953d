#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Run stored operations with boards' flash caches emulated, and store the cache lines they fetch.

This covers all whole schemes, and Mbed TLS with its default options on P-256. Stored results are kept.

Usage: python scripts/mcu_caches.py                  (needs the cross-compiler and the extra `mcu`; half an hour)
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from datetime import UTC, datetime
from itertools import chain
from pathlib import Path

from msgspec.structs import replace

from wirerate.catalogue.boards import BOARDS
from wirerate.catalogue.libraries import DEFAULT, library
from wirerate.wings.mcu import store
from wirerate.wings.mcu.counted_runs import Counted, Key, Made, Point
from wirerate.wings.mcu.curve_options import Case, Toggles, case_of
from wirerate.wings.mcu.cycles import Trace
from wirerate.wings.mcu.lab import curves as on_curves
from wirerate.wings.mcu.lab.scheme_images import Choice
from wirerate.wings.mcu.lab.schemes import count
from wirerate.wings.mcu.target import built_for

RESULTS = Path(__file__).parents[1] / "src" / "wirerate" / "catalogue" / "results"
CURVE = "secp256r1"


def cores() -> list[str]:
    """Return the build cores of all boards with a flash cache."""
    return sorted({built_for(board.core) for board in BOARDS.values() if board.flash.cache_bytes})


def main() -> None:
    table = store.Table(store.CACHES, Point, RESULTS)
    stored_keys = table.by_key()
    for point, counted in chain(curves(stored_keys), schemes(stored_keys)):
        runs = {name: Trace(trace.instructions, fetched=trace.fetched) for name, trace in counted.runs.items()}
        date = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        made = Made(command="python scripts/mcu_caches.py", date=date)
        table.add(replace(point, counted=Counted(runs=runs), whole_bytes=0, made=made))
        print(*point.key, flush=True)


def schemes(stored_keys: Container[Key]) -> Iterator[tuple[Point, Counted]]:
    for point in store.stored(store.SCHEMES).values():
        if point.core in cores() and point.key not in stored_keys:
            name, _, implementation = point.code.partition("@")
            choice = Choice(name, implementation, point.core, point.level)
            for result in count(choice, (point.operation,), buffers=()):
                yield point, result.counted


def curves(stored_keys: Container[Key]) -> Iterator[tuple[Point, Counted]]:
    """Yield stored curve points with their new counts, at every stored optimisation level."""
    defaults = Toggles(window=library(DEFAULT).window)
    for point in store.stored(store.on_curves(DEFAULT)).values():
        case = case_of(point.code, point.level, point.operation)
        if not point.counted.runs or point.core not in cores() or case.curve != CURVE or point.key in stored_keys:
            continue
        if point.code == Case(DEFAULT, point.level, CURVE, point.operation, defaults).code:
            choice = on_curves.Choice(DEFAULT, point.core, point.level, (CURVE,), toggles=case.toggles)
            built = on_curves.image(on_curves.timing_choice(choice, CURVE))
            for measured in on_curves.points(choice, built, CURVE, (point.operation,), doubt=False, buffers=()):
                yield point, measured.counted


if __name__ == "__main__":
    main()
