# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Code of the reader's own, and the library's own functions, on a core."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import asdict

from wirerate.errors import EXIT_OK
from wirerate.lab.host.machine import environment
from wirerate.lab.mcu.build.toolchain import level_named
from wirerate.lab.mcu.on_board import MODELLED, cycle_range, timed
from wirerate.lab.mcu.target import target
from wirerate.progress import Progress
from wirerate.records import Measurement, Run
from wirerate.records.details import FunctionCall, LibraryCall


def mcu_function(
    elf: str,
    function: str,
    board: str | None = None,
    *,
    core: str | None = None,
    clock: float | None = None,
    flash: str | None = None,
    arguments: str = "",
) -> Run:
    """Any Thumb function of a linked program, called once with these arguments (`16,0x20,buffer:64,hex:00ff`)."""
    from wirerate.lab.mcu.function import measure_function, parse_arguments

    where = target(board, core=core, clock_hz=clock, flash=flash)
    found = measure_function(Path(elf), function, where.core, parse_arguments(arguments), (where.flash.buffers,))
    ns, placed = timed(found.call.trace, where, found.call.stack_bytes, found.flash_bytes)
    details = FunctionCall(
        **asdict(placed),
        function=function,
        function_bytes=found.function_bytes,
        result=found.call.result,
        buffers=tuple(content.hex() for content in found.buffers),
    )
    row = Measurement(
        subject=f"{function}@{elf}/{where.core}",
        operation="call",
        basis=MODELLED,
        ns=ns,
        details=details,
    )
    return Run(command="mcu function", kind="function", environment=environment(), exit=EXIT_OK, measurements=[row])


def mcu_library(
    board: str | None = None,
    *,
    core: str | None = None,
    clock: float | None = None,
    flash: str | None = None,
    level: str | None = None,
    progress: Progress | None = None,
) -> Run:
    """MD5, HMAC-MD5, UMAC and the Internet checksum of this project, per message length on the core."""
    from wirerate.lab.mcu import library

    where, built_at = target(board, core=core, clock_hz=clock, flash=flash), level_named(level)
    run = Run(command="mcu library", kind="library", environment=environment(), exit=EXIT_OK)
    waits = where.flash if where.flash.wait_states else None
    for number, name in enumerate(library.SUBJECTS):
        if progress:
            progress(number / len(library.SUBJECTS), name)
        counted = library.count(name, where.core, built_at, buffers=(where.flash.buffers,))
        slope, fixed = (each(waits, where.multiply_cycles) for each in (counted.per_byte, counted.fixed))
        for length, trace in counted.traces.items():
            ns, placed = timed(trace, where, counted.stack_bytes, counted.flash_bytes)
            details = LibraryCall(
                **asdict(placed),
                level=built_at.removeprefix("-"),
                per_byte=cycle_range(slope),
                fixed_cycles=fixed.typical,
            )
            run.measurements.append(
                Measurement(
                    subject=f"{name}@wirerate/{where.core}",
                    operation="tag",
                    basis=MODELLED,
                    bytes=float(length),
                    ns=ns,
                    fixed_ns=fixed.typical * 1e9 / where.clock_hz,
                    per_byte_ns=slope.typical * 1e9 / where.clock_hz,
                    core_cycles=slope.typical,
                    details=details,
                )
            )
    return run
