# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Code of the reader's own, and the library's own functions, on a core."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from pathlib import Path
from statistics import fmean

from wirerate.errors import EXIT_OK
from wirerate.host.machine import environment
from wirerate.question import asks
from wirerate.wings.mcu.cycles import slope_and_rest
from wirerate.wings.mcu.on_board import MODELLED, library_call, timed, warm_cycles
from wirerate.wings.mcu.questions import McuFunction, McuLibrary
from wirerate.wings.mcu.rows import CallSpread, FunctionCall
from wirerate.wings.mcu.runs import FunctionRun, LibraryRun


@asks(McuFunction)
def mcu_function(asked: McuFunction) -> FunctionRun:
    """Any Thumb function of a linked program, called with these arguments (`16,0x20,key=buffer:64,hex:00ff`) after the
    calls `before` it (`keypair(key,buffer:32)`), `repeat` times. `seed` names a variable that is filled anew each time.

    The time is that of the median call."""
    from wirerate.wings.mcu.lab.function import Step, measure_function, parse_arguments, parse_call

    where = asked.where
    found = measure_function(
        Path(asked.elf),
        Step(asked.function, parse_arguments(asked.arguments)),
        where.core,
        (where.flash.buffers,),
        before=[Step(*parse_call(each)) for each in asked.before],
        seed=asked.seed,
        repeat=asked.repeat,
    )
    stack = max(call.stack_bytes for call in found.calls)
    calls = [(timed(call.trace, where, stack, found.flash_bytes, as_linked=True), call) for call in found.calls]
    calls.sort(key=lambda each: each[0]["cycles"].typical)
    takes, median = calls[(len(calls) - 1) // 2]
    row = FunctionCall(
        **takes,
        subject=f"{asked.function}@{asked.elf}/{where.core}",
        operation="call",
        basis=MODELLED,
        function=asked.function,
        function_bytes=found.function_bytes,
        result=median.result,
        buffers=tuple(content.hex() for content in found.buffers),
        before=tuple(asked.before),
        seed=asked.seed,
        spread=_spread([each["cycles"].typical for each, _ in calls]) if asked.repeat > 1 else None,
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


@asks(McuLibrary)
def mcu_library(asked: McuLibrary) -> LibraryRun:
    """MD5, HMAC-MD5, UMAC and the Internet checksum of this project ("wirerate"), or SHA-256, SHA3-256, HMAC-SHA-256,
    AES-128-CCM, AES-128-GCM and ChaCha20-Poly1305 of Mbed TLS ("mbedtls"), per message length on the core."""
    from wirerate.wings.mcu.lab import library
    from wirerate.wings.mcu.lab.source import fetch, release

    own = asked.whose == "wirerate"
    names = library.OWN if own else library.SYMMETRIC
    code = asked.whose if own else f"mbedtls-{release(fetch())}"
    where, built_at = asked.where, asked.built_at
    run = LibraryRun(command="mcu library", environment=environment(), exit=EXIT_OK)
    for number, name in enumerate(names):
        if asked.progress:
            asked.progress(number / len(names), name)
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
