#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measure the stored results of one Mbed TLS version again with the current compiler, and store them.

FILE collects the results; results already in it are kept, so that an interrupted run can be continued.

Usage: python scripts/mcu_results.py VERSION FILE.jsonl      (needs the cross-compiler and the extra `mcu`; hours)
"""

from __future__ import annotations

import sys
from pathlib import Path

from wirerate.wings.mcu.counted_runs import Point
from wirerate.wings.mcu.curve_options import case_of
from wirerate.wings.mcu.lab import grid
from wirerate.wings.mcu.store import Table, on_curves, stored

RESULTS = Path(__file__).parents[1] / "src" / "wirerate" / "catalogue" / "results"


class Stored(grid.Grid):
    """The part of a version's grid that is stored."""

    def points(self) -> list[grid.Wanted]:
        return [wanted(row) for row in stored(on_curves(self.version)).values() if row.counted.runs]

    def footprints(self) -> list[grid.Wanted]:
        return [wanted(row) for row in stored(on_curves(self.version)).values() if not row.counted.runs]


def wanted(row: Point) -> grid.Wanted:
    case = case_of(row.code, row.level, row.operation)
    return grid.Wanted(row.core, case, flash=not row.counted.runs)


def main(version: str, file: str) -> None:
    command = f"wirerate mcu grid --version {version}"

    def progress(share: float, label: str) -> None:
        print(f"{share:6.1%} {label}", flush=True)

    path = Path(file)
    table = Table(path.stem, Point, path.parent)
    for _ in grid.run(Stored(version=version), table, command=command, progress=progress):
        pass
    Table(on_curves(version), Point, RESULTS).replace(table.path)


if __name__ == "__main__":
    main(*sys.argv[1:])
