#!/usr/bin/env python3
"""Run the handshakes of wings/mcu/setups.py on their cores and store their counts. Stored results are kept.

DTLS 1.3 handshakes need wolfSSL (GPL), which is fetched and built.

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

RESULTS = Path(__file__).parents[1] / "src" / "wirerate" / "catalogue" / "results"
CORES = ("cortex-m4", "cortex-m3", "cortex-m0")
CORES_13 = ("cortex-m4", "cortex-m0")
COMMAND = "python scripts/mcu_handshakes.py"


def main() -> None:
    table, table_13 = (Table(name, Handshake, RESULTS) for name in (HANDSHAKES, HANDSHAKES_13))
    stored_keys = table.by_key()
    for core in CORES:
        for name in SETUPS:
            if (name, core, LEVEL, DEFAULT) not in stored_keys:
                store(table, mbedtls.run(name, core, command=COMMAND))
    stored_keys = table_13.by_key()
    for core in CORES_13:
        for pair in PAIRS:
            if ("+".join(pair), core, LEVEL, "") not in stored_keys:
                store(table_13, wolfssl.run(wolfssl.Pair(*pair), core, command=COMMAND))
    table.fold()
    table_13.fold()


def store(table: Table[Handshake], handshake: Handshake) -> None:
    table.add(handshake)
    print(f"{handshake.core}: {handshake.name}: {handshake.bytes} bytes in {handshake.datagrams} datagrams", flush=True)


if __name__ == "__main__":
    main()
