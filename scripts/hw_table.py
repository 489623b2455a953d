"""Places what the stored table of placements lacks, core by core and seed by seed: `make hw-table`.

Arguments: the cores to place, all of them by default. A placement that is there already is not made again; an
interrupted run goes on where it stopped.
"""

from __future__ import annotations

import sys
from pathlib import Path

from wirerate.graph.verilog.cores import CORES, core
from wirerate.lab.fpga.parts import part
from wirerate.lab.fpga.placement import Table, work_folder
from wirerate.lab.fpga.placing import SEEDS, place

ROOT = Path(__file__).resolve().parent.parent
PART = part("ecp5-85k")
TABLE = Table(ROOT / "src" / "wirerate" / "catalogue" / "results" / f"fpga-{PART.name}-{PART.speed}.jsonl")


def main() -> int:
    for name in sys.argv[1:] or CORES:
        for placed in place(core(name), PART, SEEDS, TABLE.read(), TABLE, work_folder()):
            print(f"{placed.core:16} seed {placed.seed}: {placed.fmax_mhz:7.2f} MHz, {placed.luts} LUTs, "
                  f"{placed.ffs} registers, {placed.placing_s:.0f} s", flush=True)  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
