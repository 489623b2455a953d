#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs stored operations again through the caches that boards run code from, and stores what they fetch: of whole
schemes all, of Mbed TLS the default options on P-256. What is stored already is left as it is.

Usage: python scripts/mcu_caches.py                  (needs the cross-compiler and the extra `mcu`; half an hour)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

import msgspec

from wirerate.catalogue.boards import BOARDS
from wirerate.catalogue.curves import OPERATIONS
from wirerate.catalogue.libraries import DEFAULT, library
from wirerate.wings.mcu.caches import TABLE, Followed
from wirerate.wings.mcu.curve_options import Toggles, effective
from wirerate.wings.mcu.ecc.points import Point
from wirerate.wings.mcu.ecc.points import stored as points_on_curves
from wirerate.wings.mcu.ecc.store import code
from wirerate.wings.mcu.lab import curves as harness
from wirerate.wings.mcu.lab.scheme_images import Choice
from wirerate.wings.mcu.lab.schemes import count
from wirerate.wings.mcu.results import now, rows, table
from wirerate.wings.mcu.schemes.points import stored as points_of_schemes
from wirerate.wings.mcu.target import built_for
from wirerate.wings.mcu.trace import Trace, fetch_counts_of

RESULTS = Path(__file__).parents[1] / "src" / "wirerate" / "catalogue" / "results"  # of this checkout
CURVE = "secp256r1"
Key = tuple[str, str, str, str, str]


def cores() -> list[str]:
    """Those that a board with a cache has, as code is built for them."""
    return sorted({built_for(each.core) for each in BOARDS.values() if each.flash.cache_bytes})


def main() -> None:
    read, file = msgspec.json.Decoder(Followed).decode, table(TABLE, RESULTS)
    have = {each.key for each in rows(TABLE, read, RESULTS)}
    for key, trace in chain(curves(have), schemes(have)):
        name, core, level, operation, ended = key
        row = Followed(
            code=name,
            core=core,
            level=level,
            operation=operation,
            ended=ended,
            instructions=trace.instructions,
            fetched=fetch_counts_of(trace.fetched),
            command="python scripts/mcu_caches.py",
            date=now(),
        )
        file.add(msgspec.json.encode(row))
        print(*key, flush=True)


def schemes(have: Iterable[Key]) -> Iterator[tuple[Key, Trace]]:
    for scheme, implementation, core, level, operation in points_of_schemes():
        which = core, level, operation
        if core in cores() and (f"{scheme}@{implementation}", *which, "") not in have:
            for found in count(Choice(scheme, implementation, core, level), (operation,), buffers=()):
                for ended, trace in {"": found.trace, **found.rejected}.items():
                    yield (f"{scheme}@{implementation}", *which, ended), trace


def curves(have: Iterable[Key]) -> Iterator[tuple[Key, Trace]]:
    """At every level that is stored."""
    toggles = Toggles(window=library(DEFAULT).window)
    for row in points_on_curves(DEFAULT):
        if not isinstance(row, Point) or row.core not in cores() or row.curve != CURVE:
            continue
        key = code(row), row.core, row.level, row.operation, ""
        if key not in have and row.toggles == effective(DEFAULT, CURVE, row.operation, toggles):
            assert row.operation in OPERATIONS
            choice = harness.Choice(DEFAULT, row.core, row.level, (CURVE,), toggles=row.toggles)
            built = harness.image(harness.timed_in(choice, CURVE))
            for found in harness.points(choice, built, CURVE, (row.operation,), doubt=False, buffers=()):
                yield key, found.trace


if __name__ == "__main__":
    main()
