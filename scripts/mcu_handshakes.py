#!/usr/bin/env python3
"""Runs the handshakes of wings/mcu/setups.py on their cores and stores their counts; what is stored already is left as
it is. Those of DTLS 1.3 are wolfSSL's, which is fetched and built to be measured (GPL).

Usage: python scripts/mcu_handshakes.py        (needs the cross-compiler and the extra `mcu`)
"""

from __future__ import annotations

from pathlib import Path

from wirerate.catalogue.libraries import DEFAULT
from wirerate.wings.mcu.counted_runs import Handshake
from wirerate.wings.mcu.lab import mbedtls, wolfssl
from wirerate.wings.mcu.setups import PAIRS, SETUPS
from wirerate.wings.mcu.store import HANDSHAKES, HANDSHAKES_13, Table
from wirerate.wings.mcu.target import LEVEL

RESULTS = Path(__file__).parents[1] / "src" / "wirerate" / "catalogue" / "results"  # of this checkout
CORES = ("cortex-m4", "cortex-m3", "cortex-m0")
CORES_13 = ("cortex-m4", "cortex-m0")
COMMAND = "python scripts/mcu_handshakes.py"


def main() -> None:
    table, table_13 = (Table(name, Handshake, RESULTS) for name in (HANDSHAKES, HANDSHAKES_13))
    have = table.by_key()
    for core in CORES:
        for name in SETUPS:
            if (name, core, LEVEL, DEFAULT) not in have:
                store(table, mbedtls.run(name, core, command=COMMAND))
    have = table_13.by_key()
    for core in CORES_13:
        for pair in PAIRS:
            if ("+".join(pair), core, LEVEL, "") not in have:
                store(table_13, wolfssl.run(wolfssl.Pair(*pair), core, command=COMMAND))
    table.fold()
    table_13.fold()


def store(table: Table[Handshake], found: Handshake) -> None:
    table.add(found)
    print(f"{found.core}: {found.name}: {found.bytes} bytes in {found.datagrams} datagrams", flush=True)


if __name__ == "__main__":
    main()
