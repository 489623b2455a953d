#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs stored operations again through the caches that boards run code from, and stores what they fetch: of whole
schemes all, of Mbed TLS the default options on P-256. What is stored already is left as it is.

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

RESULTS = Path(__file__).parents[1] / "src" / "wirerate" / "catalogue" / "results"  # of this checkout
CURVE = "secp256r1"


def cores() -> list[str]:
    """Those that a board with a cache has, as code is built for them."""
    return sorted({built_for(each.core) for each in BOARDS.values() if each.flash.cache_bytes})


def main() -> None:
    table = store.Table(store.CACHES, Point, RESULTS)
    have = table.by_key()
    for point, counted in chain(curves(have), schemes(have)):
        runs = {name: Trace(each.instructions, fetched=each.fetched) for name, each in counted.runs.items()}
        date = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        made = Made(command="python scripts/mcu_caches.py", date=date)
        table.add(replace(point, counted=Counted(runs=runs), whole_bytes=0, made=made))
        print(*point.key, flush=True)


def schemes(have: Container[Key]) -> Iterator[tuple[Point, Counted]]:
    for point in store.stored(store.SCHEMES).values():
        if point.core in cores() and point.key not in have:
            name, _, who = point.code.partition("@")
            choice = Choice(name, who, point.core, point.level)
            for found in count(choice, (point.operation,), buffers=()):
                yield point, found.counted


def curves(have: Container[Key]) -> Iterator[tuple[Point, Counted]]:
    """At every level that is stored."""
    usual = Toggles(window=library(DEFAULT).window)
    for point in store.stored(store.on_curves(DEFAULT)).values():
        case = case_of(point.code, point.level, point.operation)
        if not point.counted.runs or point.core not in cores() or case.curve != CURVE or point.key in have:
            continue
        if point.code == Case(DEFAULT, point.level, CURVE, point.operation, usual).code:
            choice = on_curves.Choice(DEFAULT, point.core, point.level, (CURVE,), toggles=case.toggles)
            built = on_curves.image(on_curves.timed_in(choice, CURVE))
            for found in on_curves.points(choice, built, CURVE, (point.operation,), doubt=False, buffers=()):
                yield point, found.counted


if __name__ == "__main__":
    main()
