# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Any Thumb function of a linked program, whoever compiled it, on the path that the grid takes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wirerate.errors import EmulationError, UsageError
from wirerate.lab.mcu.build.image import Image
from wirerate.lab.mcu.emulate.machine import Call, Machine
from wirerate.lab.mcu.target import ALL_BUFFERS
from wirerate.lab.mcu.timing.cycles import without_timing
from wirerate.lab.mcu.timing.trace import Buffers

_MOST_ARGUMENTS, _MOST_BUFFER = 16, 1 << 19
_BUFFER = re.compile(r"buffer:(\d+)")
_BYTES = re.compile(r"hex:((?:[0-9a-fA-F]{2})*)")


@dataclass(frozen=True)
class Measured:
    """A call, what its program takes of a board's flash in all and by itself, and what it left in its buffers."""

    call: Call
    flash_bytes: int
    function_bytes: int
    buffers: tuple[bytes, ...]


def measure_function(
    elf: Path,
    function: str,
    core: str,
    arguments: Sequence[int | bytes] = (),
    buffers: Sequence[Buffers] = ALL_BUFFERS,
) -> Measured:
    """Calls a function once. Bytes are put into memory of their own, aligned to eight, and their address is passed.
    Static data is as the program's start-up code would leave it; none runs, and there are no peripherals."""
    image = Image(elf)
    machine = Machine(image, core, buffers)
    places = [machine.scratch(argument) if isinstance(argument, bytes) else None for argument in arguments]
    words = [a if isinstance(a, int) else place or 0 for a, place in zip(arguments, places, strict=True)]
    call = machine.call(function, *map(_word, words))
    left = [
        machine.read(place, len(argument))
        for argument, place in zip(arguments, places, strict=True)
        if place is not None and isinstance(argument, bytes)
    ]
    if foreign := without_timing(call.trace, machine.core.name):
        raise EmulationError(
            f"{function} runs instructions that the table of {machine.core.name} does not have: {', '.join(foreign)}",
            fix=f"compile it with {' '.join(machine.core.flags)}",
        )
    return Measured(call, image.stored_bytes, image.symbol(function).size, tuple(left))


def parse_arguments(text: str) -> list[int | bytes]:
    """`16,0x20000000,buffer:64,hex:00ff`: words, buffers of so many zero bytes, and buffers with content."""
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    if len(words) > _MOST_ARGUMENTS:
        raise UsageError(f"{len(words)} arguments", fix=f"pass up to {_MOST_ARGUMENTS}")
    return [_argument(word) for word in words]


def _argument(word: str) -> int | bytes:
    if found := _BUFFER.fullmatch(word):
        if int(found[1]) > _MOST_BUFFER:
            raise UsageError(f"a buffer of {found[1]} bytes", fix=f"pass up to {_MOST_BUFFER}")
        return bytes(int(found[1]))
    if found := _BYTES.fullmatch(word):
        return bytes.fromhex(found[1])
    try:
        return _word(int(word, 0))
    except ValueError:
        fix = "pass numbers, buffer:BYTES or hex:CONTENT, as in 'buffer:64,16,0x20'"
        raise UsageError(f"{word!r} is not an argument", fix=fix) from None


def _word(value: int) -> int:
    if not -(1 << 31) <= value < 1 << 32:
        raise UsageError(f"{value} does not fit into a register", fix="pass 32 bits; a longer number is two arguments")
    return value
