# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where the library gets memory: the C library's malloc, or a buffer of its own (MBEDTLS_MEMORY_BUFFER_ALLOC_C), which
is what firmware without malloc uses. The buffer's blocks have headers of their own, and holes between them: what is
told of it is how long it must be."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # stored answers need neither an emulator nor the library in C
    from wirerate.wings.mcu.emulate.machine import Machine

LIBC, BUFFER, VERIFYING = "libc", "buffer", "buffer-verify"
ALLOCATORS = (LIBC, BUFFER, VERIFYING)
_LINES = (
    "#define MBEDTLS_PLATFORM_C",
    "#define MBEDTLS_PLATFORM_MEMORY",
    "#define MBEDTLS_MEMORY_BUFFER_ALLOC_C",
    "#define MBEDTLS_PLATFORM_EXIT_MACRO(status) __builtin_trap()",  # what a broken heap ends in
)
_BYTES = 1 << 16  # of the buffer: several times what any curve takes
_HEADER, _SIZE, _ALLOCATED, _NEXT = 32, 4, 8, 16  # memory_buffer_alloc.c: struct _memory_header
_PAINT = b"\xa5"


def config_lines(allocator: str) -> list[str]:
    """In the words of config.h."""
    return [] if allocator == LIBC else list(_LINES)


def defines(allocator: str) -> tuple[str, ...]:
    """For the harness, which makes the buffer."""
    if allocator == LIBC:
        return ()
    return (f"ECC_HEAP={_BYTES}", *(("ECC_HEAP_VERIFIES",) if allocator == VERIFYING else ()))


def begin(machine: Machine, allocator: str) -> int:
    """From now on the most counts; the bytes that are kept already."""
    if allocator == LIBC:
        machine.call("heap_reset", counted=False)
        return machine.word("heap_live")
    kept = 0
    for address, size, allocated in _blocks(machine):
        if allocated:
            kept = address + _HEADER + size - machine.image.symbol("ecc_heap").address
        else:
            machine.write(address + _HEADER, _PAINT * size)
    return kept


def most(machine: Machine, allocator: str) -> int:
    """The most bytes that were requested at once or, of the buffer, those up to the last that was written."""
    if allocator == LIBC:
        return machine.word("heap_peak")
    return len(machine.read("ecc_heap", _BYTES).rstrip(_PAINT))


def _blocks(machine: Machine) -> Iterator[tuple[int, int, bool]]:
    """Address, bytes, and whether it is in use."""
    at = machine.image.symbol("ecc_heap").address
    while at:
        yield at, machine.word(at + _SIZE), bool(machine.word(at + _ALLOCATED))
        at = machine.word(at + _NEXT)
