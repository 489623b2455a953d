#!/usr/bin/env python3
"""Runs the handshakes of lab/mcu/handshake/store.py on every core of the grid and stores their counts; what is stored
already is left as it is.

Usage: python scripts/mcu_handshakes.py        (needs the cross-compiler and the extra `mcu`)
"""

from __future__ import annotations

from pathlib import Path

from wirerate.catalogue.libraries import DEFAULT
from wirerate.lab.mcu.build.toolchain import toolchain
from wirerate.lab.mcu.handshake.run import run
from wirerate.lab.mcu.handshake.store import SETUPS, add, as_stored, stored_handshakes

TABLE = Path(__file__).parent.parent / "src" / "wirerate" / "catalogue" / "results" / "handshakes.jsonl"
CORES = ("cortex-m4", "cortex-m3", "cortex-m0")


def main() -> None:
    have = {(row.name, row.core, row.version) for row in stored_handshakes()}
    for core in CORES:
        for name, setup in SETUPS.items():
            if (name, core, DEFAULT) in have:
                continue
            found = run(core, setup, version=DEFAULT)
            add(TABLE, as_stored(name, DEFAULT, found, toolchain().version, "python scripts/mcu_handshakes.py"))
            print(f"{core}: {name}: {found.bytes} bytes in {found.datagrams} datagrams", flush=True)


if __name__ == "__main__":
    main()
