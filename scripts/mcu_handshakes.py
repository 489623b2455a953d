#!/usr/bin/env python3
"""Runs the handshakes of wings/mcu/handshake/store.py and store13.py on their cores and stores their counts; what is
stored already is left as it is. store13.py's are wolfSSL's, which is fetched and built to be measured (GPL).

Usage: python scripts/mcu_handshakes.py        (needs the cross-compiler and the extra `mcu`)
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from wirerate.catalogue.libraries import DEFAULT
from wirerate.wings.mcu.handshake import store13
from wirerate.wings.mcu.handshake.store import SETUPS, TABLE, as_stored, stored_handshakes
from wirerate.wings.mcu.lab import wolfssl
from wirerate.wings.mcu.lab.building import toolchain
from wirerate.wings.mcu.lab.mbedtls import run
from wirerate.wings.mcu.results import fold, table

RESULTS = Path(__file__).parents[1] / "src" / "wirerate" / "catalogue" / "results"  # of this checkout
CORES = ("cortex-m4", "cortex-m3", "cortex-m0")
COMMAND = "python scripts/mcu_handshakes.py"


def main() -> None:
    of_mbedtls()
    of_wolfssl()
    for name in (TABLE, store13.TABLE):
        fold(name, RESULTS)


def of_mbedtls() -> None:
    have = {(row.name, row.core, row.version) for row in stored_handshakes()}
    for core in CORES:
        for name, setup in SETUPS.items():
            if (name, core, DEFAULT) in have:
                continue
            found = run(core, setup, version=DEFAULT)
            table(TABLE, RESULTS).add(
                msgspec.json.encode(as_stored(name, DEFAULT, found, toolchain().version, COMMAND))
            )
            print(f"{core}: {name}: {found.bytes} bytes in {found.datagrams} datagrams", flush=True)


def of_wolfssl() -> None:
    have = {(row.exchange, row.signature, row.core) for row in store13.stored_handshakes()}
    for core in store13.CORES:
        for pair in store13.PAIRS:
            if (*pair, core) in have:
                continue
            found = wolfssl.run(wolfssl.Pair(*pair), core)
            table(store13.TABLE, RESULTS).add(
                msgspec.json.encode(store13.as_stored(found, toolchain().version, COMMAND))
            )
            print(f"{core}: {' + '.join(pair)}: {sum(found.datagrams)} bytes in {len(found.datagrams)} datagrams")


if __name__ == "__main__":
    main()
