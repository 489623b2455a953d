#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Run the post-quantum schemes on every board's core, at the usual optimisation levels, and store their counts.

Stored results are kept, and their sources are not fetched.

Usage: python scripts/mcu_schemes.py [IMPLEMENTATION]        (needs the cross-compiler and the extra `mcu`; an hour)
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from itertools import product
from pathlib import Path

from wirerate.catalogue.schemes import IMPLEMENTATIONS
from wirerate.wings.mcu import store
from wirerate.wings.mcu.counted_runs import Point
from wirerate.wings.mcu.lab.scheme_images import Choice
from wirerate.wings.mcu.lab.schemes import points
from wirerate.wings.mcu.target import LEVEL

RESULTS = Path(__file__).parents[1] / "src" / "wirerate" / "catalogue" / "results"
CORES = ("cortex-m4", "cortex-m3", "cortex-m0", "cortex-m33")
LEVELS = (LEVEL, "-Os", "-O3")


def main(implementations: Iterable[str]) -> None:
    table = store.Table(store.SCHEMES, Point, RESULTS)
    stored_keys = table.by_key()
    for level, name, core in product(LEVELS, implementations, CORES):
        for scheme in IMPLEMENTATIONS[name].schemes:
            choice = Choice(scheme, name, core, level)
            missing = [op for op in choice.facts.operations if (f"{scheme}@{name}", core, level, op) not in stored_keys]
            for point in points(choice, missing, command="python scripts/mcu_schemes.py") if missing else ():
                table.add(point)
                print(f"{level} {core}: {point.code} {point.operation}", flush=True)
    table.fold()


if __name__ == "__main__":
    main(sys.argv[1:] or IMPLEMENTATIONS)
