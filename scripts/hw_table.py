"""Places what the stored table of placements lacks, core by core and seed by seed: `make hw-table`.

Arguments: the cores to place, all of them by default. A placement that is there already is not made again, one of
Verilog or options that have changed since is dropped, and an interrupted run goes on where it stopped.
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
    """Removes the lines of Verilog that the graph no longer gives, or of another target or router than a core has now:
    a core's seeds must differ in nothing else."""
    lines = TABLE.path.read_bytes().splitlines(keepends=True) if TABLE.path.exists() else []
    kept = [line for line, placed in zip(lines, TABLE.read(), strict=True) if _current(placed)]
    if len(kept) < len(lines):
        write_file(TABLE.path, b"".join(kept))


def _current(placed: Placement) -> bool:
    if placed.core not in CORES:
        return False
    wanted = core(placed.core)
    return (placed.verilog_sha256, placed.command) == (wanted.sha256, "; ".join(commands(wanted, PART, placed.seed)))


def main() -> int:
    drop_stale()
    for name in sys.argv[1:] or CORES:
        for placed in place(core(name), PART, SEEDS, TABLE.read(), TABLE, work_folder()):
            print(f"{placed.core:16} seed {placed.seed}: {placed.fmax_mhz:7.2f} MHz, {placed.luts} LUTs, "
                  f"{placed.ffs} registers, {placed.placing_s:.0f} s", flush=True)  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
