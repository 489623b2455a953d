"""A row of `mcu`, for tests that change one of its fields."""

from __future__ import annotations

from wirerate.records import Interval
from wirerate.wings.mcu.rows import BoardOperation, CycleRange, Options

OPERATION = BoardOperation(
    subject="ecdsa", ns=Interval(1e6, 1e6, 1e6, None),
    board="lpc1768", title="mbed NXP LPC1768", core="cortex-m3", clock_hz=96e6, wait_states=4, instructions=5_000_000,
    cycles=CycleRange(typical=8e6, low=7e6, high=9e6), stack_bytes=1000, heap_bytes=2000, ram_bytes=3000,
    flash_bytes=20_000, curve="secp256r1", strength=128, version="2.28", release="2.28.10", level="O2",
    options=Options(nist=True, fixed_point=True, window=6), heap_kept=0, compiler="", command="", date="",
)  # fmt: skip
