"""Compute the FPGA placements missing from the stored table, by core and seed: `make hw-table`.

The arguments are the cores to place; the default is all. Placements of older Verilog or options are dropped and
computed again. An interrupted run can be continued.
"""

from __future__ import annotations

import sys
from pathlib import Path

from wirerate.graph.verilog.cores import CORES, core
from wirerate.records import write_file
from wirerate.wings.hw.placements import SEEDS, Placement, Table, part, work_folder
from wirerate.wings.hw.toolchain import commands, place

ROOT = Path(__file__).resolve().parent.parent
PART = part("ecp5-85k")
TABLE = Table(ROOT / "src" / "wirerate" / "catalogue" / "results" / f"fpga-{PART.name}-{PART.speed}.jsonl")


def drop_stale() -> None:
    """Remove placements of outdated Verilog or options: a core's placements must differ in the seed only."""
    lines = TABLE.path.read_bytes().splitlines(keepends=True) if TABLE.path.exists() else []
    kept = [line for line, placed in zip(lines, TABLE.read(), strict=True) if _current(placed)]
    if len(kept) < len(lines):
        write_file(TABLE.path, b"".join(kept))


def _current(placed: Placement) -> bool:
    if placed.core not in CORES:
        return False
    current = core(placed.core)
    return (placed.verilog_sha256, placed.command) == (current.sha256, "; ".join(commands(current, PART, placed.seed)))


def main() -> int:
    drop_stale()
    for name in sys.argv[1:] or CORES:
        for placed in place(core(name), PART, SEEDS, TABLE.read(), TABLE, work_folder()):
            print(f"{placed.core:16} seed {placed.seed}: {placed.fmax_mhz:7.2f} MHz, {placed.luts} LUTs, "
                  f"{placed.ffs} registers, {placed.placing_s:.0f} s", flush=True)  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
