#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Run Mbed TLS's hashes, MACs and ciphers on every board's core, at the usual optimisation levels; store their counts.

Stored results are kept.

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

RESULTS = Path(__file__).parents[1] / "src" / "wirerate" / "catalogue" / "results"
CORES = ("cortex-m4", "cortex-m3", "cortex-m0", "cortex-m33")
LEVELS = (LEVEL, "-Os")


def main() -> None:
    table = store.Table(store.SYMMETRIC, Point, RESULTS)
    stored_keys = table.by_key()
    for level, name, core in product(LEVELS, SYMMETRIC, CORES):
        if (name, core, level, "") not in stored_keys:
            table.add(point(name, core, level, command="python scripts/mcu_symmetric.py"))
            print(f"{level} {core}: {name}", flush=True)


if __name__ == "__main__":
    main()
