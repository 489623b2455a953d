"""Code of the reader's own, and the library's own functions, on a core."""

from __future__ import annotations

from pathlib import Path

from wirerate.api.firmware.question import Asked
from wirerate.api.session import Progress
from wirerate.errors import EXIT_OK
from wirerate.lab.host import environment
from wirerate.lab.mcu import library
from wirerate.lab.mcu.function import arguments, measure_function
from wirerate.lab.mcu.rows import MODELLED, timed
from wirerate.records import Run


def timed_function(asked: Asked, elf: str, function: str, given: str = "") -> Run:
    """Any Thumb function of a linked program, called once with these arguments."""
    where = asked.target
    found = measure_function(Path(elf), function, where.core, arguments(given), (where.flash.buffers,))
    row = timed(found.call.trace, where, found.call.stack_bytes, 0, found.flash_bytes)
    row.subject, row.operation, row.basis = f"{function}@{elf}/{where.core}", "call", MODELLED
    row.extra |= {"function": function, "function_bytes": found.function_bytes, "result": found.call.result}
    for number, content in enumerate(found.buffers):
        row.extra[f"buffer_{number}"] = content.hex()
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
            row = timed(trace, where, cost.stack_bytes, 0, cost.flash_bytes)
            row.subject, row.operation, row.basis = f"{name}@wirerate/{where.core}", "tag", MODELLED
            row.bytes, row.core_cycles = float(length), slope.typical
            row.fixed_ns, row.per_byte_ns = (each.typical * 1e9 / where.clock_hz for each in (fixed, slope))
            row.extra |= {"level": asked.level.removeprefix("-"), "per_byte_low": slope.low, "per_byte": slope.typical,
                          "per_byte_high": slope.high, "fixed_cycles": fixed.typical}  # fmt: skip
            run.measurements.append(row)
    return run
