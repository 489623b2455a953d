"""Code of the reader's own, and the library's own functions, on a core."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import asdict

from wirerate.api.firmware.question import Asked
from wirerate.api.session import Progress
from wirerate.errors import EXIT_OK
from wirerate.lab.host import environment
from wirerate.lab.mcu import library
from wirerate.lab.mcu.function import arguments, measure_function
from wirerate.lab.mcu.rows import MODELLED, cycle_range, timed, untyped
from wirerate.records import Measurement, Run
from wirerate.records.details import FunctionCall, LibraryCall


def timed_function(asked: Asked, elf: str, function: str, given: str = "") -> Run:
    """Any Thumb function of a linked program, called once with these arguments."""
    where = asked.target
    found = measure_function(Path(elf), function, where.core, arguments(given), (where.flash.buffers,))
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
        extra=untyped(details),
    )
    return Run(command="mcu function", kind="function", environment=environment(), exit=EXIT_OK, measurements=[row])


def own_library(asked: Asked, progress: Progress | None = None) -> Run:
    """MD5, HMAC-MD5, UMAC and the Internet checksum of this project, per message length on the core."""
    where = asked.target
    run = Run(command="mcu library", kind="library", environment=environment(), exit=EXIT_OK)
    flash = where.flash if where.flash.wait_states else None
    for number, name in enumerate(library.SUBJECTS):
        if progress:
            progress(number / len(library.SUBJECTS), name)
        cost = library.cost(name, where.core, asked.level, buffers=(where.flash.buffers,))
        slope, fixed = (each(flash, where.multiply_cycles) for each in (cost.per_byte, cost.fixed))
        for length, trace in cost.traces.items():
            ns, placed = timed(trace, where, cost.stack_bytes, cost.flash_bytes)
            details = LibraryCall(
                **asdict(placed),
                level=asked.level.removeprefix("-"),
                per_byte=cycle_range(slope),
                fixed_cycles=fixed.typical,
            )
            extra = {"per_byte_low": slope.low, "per_byte": slope.typical, "per_byte_high": slope.high}
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
                    extra={**untyped(details), **extra},
                )
            )
    return run
