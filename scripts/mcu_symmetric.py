#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs the hashes, MACs and ciphers of Mbed TLS on every core that a board has, at the levels that firmware is built
at, and stores their counts; what is stored already is left as it is.

Usage: python scripts/mcu_symmetric.py        (needs the cross-compiler and the extra `mcu`; 3 minutes)
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

from wirerate.catalogue.schemes import SYMMETRIC
from wirerate.wings.mcu import store
from wirerate.wings.mcu.counted_runs import Point
from wirerate.wings.mcu.lab.library import point
from wirerate.wings.mcu.target import LEVEL

RESULTS = Path(__file__).parents[1] / "src" / "wirerate" / "catalogue" / "results"  # of this checkout
CORES = ("cortex-m4", "cortex-m3", "cortex-m0", "cortex-m33")
LEVELS = (LEVEL, "-Os")


def main() -> None:
    table = store.Table(store.SYMMETRIC, Point, RESULTS)
    have = table.by_key()
    for level, name, core in product(LEVELS, SYMMETRIC, CORES):
        if (name, core, level, "") not in have:
            table.add(point(name, core, level, command="python scripts/mcu_symmetric.py"))
            print(f"{level} {core}: {name}", flush=True)


if __name__ == "__main__":
    main()
