#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Makes the stored results of one version of Mbed TLS again: those of its points and images that FILE has not from
today's compiler, and no more than are stored, and stores them. What FILE has of them is kept, so that it goes on where
it was stopped.

Usage: python scripts/mcu_results.py VERSION FILE      (needs the cross-compiler and the extra `mcu`; hours)
"""

from __future__ import annotations

import sys
from pathlib import Path

from wirerate.wings.mcu.ecc.points import Footprint, Point, Table, pack, stored
from wirerate.wings.mcu.lab import grid

RESULTS = Path(__file__).parents[1] / "src" / "wirerate" / "catalogue" / "results"  # of this checkout


class Stored(grid.Grid):
    """As much of a version's grid as the project has stored."""

    def points(self) -> list[Point]:
        return [row for row in stored(self.version) if isinstance(row, Point)]

    def footprints(self) -> list[Footprint]:
        return [row for row in stored(self.version) if isinstance(row, Footprint)]


def main(version: str, file: str) -> None:
    command = f"wirerate mcu grid --version {version}"

    def progress(share: float, label: str) -> None:
        print(f"{share:6.1%} {label}", flush=True)

    table = Table(Path(file))
    for _ in grid.run(Stored(version=version), table, command=command, progress=progress):
        pass
    pack(table, version, RESULTS)


if __name__ == "__main__":
    main(*sys.argv[1:])
