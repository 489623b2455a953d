# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Code of the reader's own, and the library's own functions, on a core."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from pathlib import Path
from statistics import fmean

from wirerate.errors import EXIT_OK, UsageError, unknown
from wirerate.host.machine import environment
from wirerate.progress import Progress
from wirerate.wings.mcu.cycles import slope_and_rest
from wirerate.wings.mcu.on_board import MODELLED, library_call, timed, warm_cycles
from wirerate.wings.mcu.rows import CallSpread, FunctionCall
from wirerate.wings.mcu.runs import FunctionRun, LibraryRun
from wirerate.wings.mcu.target import level_named, target

_MOST_CALLS = 100_000
WHOSE = ("wirerate", "mbedtls")


def mcu_function(
    elf: str,
    function: str,
    board: str | None = None,
    *,
    core: str | None = None,
    clock: float | None = None,
    flash: str | None = None,
    arguments: str = "",
    before: Sequence[str] = (),
    seed: str = "",
    repeat: int = 1,
) -> FunctionRun:
    """Any Thumb function of a linked program, called with these arguments (`16,0x20,key=buffer:64,hex:00ff`) after the
    calls `before` it (`keypair(key,buffer:32)`), `repeat` times. `seed` names a variable that is filled anew each time.

    The time is that of the median call."""
    from wirerate.wings.mcu.lab.function import Step, measure_function, parse_arguments, parse_call

    where = target(board, core=core, clock_hz=clock, flash=flash)
    if not 1 <= repeat <= _MOST_CALLS:
        raise UsageError(f"{repeat} calls", fix=f"--repeat takes 1 to {_MOST_CALLS}")
    found = measure_function(
        Path(elf),
        Step(function, parse_arguments(arguments)),
        where.core,
        (where.flash.buffers,),
        before=[Step(*parse_call(each)) for each in before],
        seed=seed,
        repeat=repeat,
    )
    stack = max(call.stack_bytes for call in found.calls)
    calls = [(timed(call.trace, where, stack, found.flash_bytes, as_linked=True), call) for call in found.calls]
    calls.sort(key=lambda each: each[0]["cycles"].typical)
    takes, median = calls[(len(calls) - 1) // 2]
    row = FunctionCall(
        **takes,
        subject=f"{function}@{elf}/{where.core}",
        operation="call",
        basis=MODELLED,
        function=function,
        function_bytes=found.function_bytes,
        result=median.result,
        buffers=tuple(content.hex() for content in found.buffers),
        before=tuple(before),
        seed=seed,
        spread=_spread([each["cycles"].typical for each, _ in calls]) if repeat > 1 else None,
    )
    return FunctionRun(command="mcu function", environment=environment(), exit=EXIT_OK, rows=[row])


def _spread(ordered: Sequence[float]) -> CallSpread:
    def below(share: float) -> float:
        """The least that so many are not above."""
        return ordered[ceil(share * len(ordered)) - 1]

    return CallSpread(
        calls=len(ordered),
        least=ordered[0],
        median=below(0.5),
        mean=fmean(ordered),
        of_ten_nine=below(0.9),
        of_hundred_ninety_nine=below(0.99),
        most=ordered[-1],
    )


def mcu_library(
    board: str | None = None,
    *,
    core: str | None = None,
    clock: float | None = None,
    flash: str | None = None,
    level: str | None = None,
    whose: str = "wirerate",
    progress: Progress | None = None,
) -> LibraryRun:
    """MD5, HMAC-MD5, UMAC and the Internet checksum of this project ("wirerate"), or SHA-256, SHA3-256, HMAC-SHA-256,
    AES-128-CCM, AES-128-GCM and ChaCha20-Poly1305 of Mbed TLS ("mbedtls"), per message length on the core."""
    from wirerate.wings.mcu.lab import library
    from wirerate.wings.mcu.lab.source import fetch, release

    if whose not in WHOSE:
        raise unknown("library", whose, WHOSE)
    names = library.OWN if whose == "wirerate" else library.SYMMETRIC
    code = whose if whose == "wirerate" else f"mbedtls-{release(fetch())}"
    where, built_at = target(board, core=core, clock_hz=clock, flash=flash), level_named(level)
    run = LibraryRun(command="mcu library", environment=environment(), exit=EXIT_OK)
    for number, name in enumerate(names):
        if progress:
            progress(number / len(names), name)
        counted = library.count(name, where.core, built_at, buffers=(where.flash.buffers,))
        by_length = slope_and_rest({length: warm_cycles(trace, where) for length, trace in counted.traces.items()})
        run.rows += [
            library_call(
                f"{name}@{code}",
                trace,
                where,
                by_length,
                size=length,
                seals=name in library.SEALING,
                basis=MODELLED,
                level=built_at,
                stack_bytes=counted.stack_bytes,
                flash_bytes=counted.flash_bytes,
            )
            for length, trace in counted.traces.items()
        ]
    return run
