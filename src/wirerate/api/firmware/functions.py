"""Code of the reader's own, and the library's own functions, on a core."""

from __future__ import annotations

from pathlib import Path

from wirerate.api.firmware.question import Asked
from wirerate.api.session import Progress
from wirerate.errors import EXIT_OK
from wirerate.lab.host import environment
from wirerate.lab.mcu.rows import MODELLED, timed
from wirerate.records import Run

_NOT_IN_FLASH = (".bss", ".noinit", ".heap", ".stack")


def timed_function(asked: Asked, elf: str, function: str) -> Run:
    """Any Thumb function of a linked program, called once without arguments."""
    from wirerate.lab.mcu.image import Image
    from wirerate.lab.mcu.machine import Machine

    image = Image(Path(elf))
    where = asked.target
    call = Machine(image, where.core, (where.flash.buffers,)).call(function)
    flash = sum(size for name, size in image.sections.items() if not name.startswith(_NOT_IN_FLASH))
    row = timed(call.trace, where, call.stack_bytes, 0, flash)
    row.subject, row.operation, row.basis = f"{function}@{elf}/{where.core}", "call", MODELLED
    row.extra |= {"function_bytes": image.symbol(function).size, "result": call.result}
    return Run(command="mcu", environment=environment(), exit=EXIT_OK, measurements=[row])


def own_library(asked: Asked, progress: Progress | None = None) -> Run:
    """MD5, HMAC-MD5, UMAC and the Internet checksum of this project, per message length on the core."""
    from wirerate.lab.mcu import library

    return library.measure(asked.target, progress)
