# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Calls of a scheme's operations in the emulator, each result held against the host's."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from wirerate.catalogue.schemes import SLH_DSA, Scheme
from wirerate.errors import EmulationError
from wirerate.wings.mcu.build.image import Image
from wirerate.wings.mcu.emulate.machine import Call, Machine
from wirerate.wings.mcu.schemes.images import Choice
from wirerate.wings.mcu.timing.trace import Trace

SEED = hashlib.shake_256(b"wirerate").digest(96)  # of the keys
DRAWN = hashlib.sha256(b"wirerate").digest()  # what encapsulation draws; signing is the deterministic variant
FIX = "the implementation, the compiler or the emulator errs: try another --level"
_APART = ("harness", "instrument")


def text(number: int) -> bytes:
    """What is signed: 32 bytes, as a digest has."""
    return hashlib.sha256(f"wirerate {number}".encode()).digest()


def drawn(scheme: Scheme, secret: bytes) -> bytes:
    """What the deterministic variant of signing has for randomness: of SLH-DSA the public seed."""
    n = len(secret) // 4
    return secret[2 * n : 3 * n] if scheme.family == SLH_DSA else bytes(32)


@dataclass(frozen=True)
class Counted:
    """What one operation ran on a core; its result was the host's. `rejected`: what an attempt at a signature adds that
    ends without one, by the condition that it broke. `composed`: the trace is put together of runs with lower trees."""

    operation: str
    trace: Trace
    stack_bytes: int
    static_bytes: int
    flash: dict[str, int]  # by building block; the harness left out
    rejected: dict[str, Trace] = field(default_factory=dict)
    calls: tuple[Call, ...] = ()  # of the emulator; signing: one that ends at once, and one of each of `rejected`
    composed: bool = False


def counted(
    operation: str,
    calls: Sequence[Call],
    built: Image,
    rejected: dict[str, Trace] | None = None,
    composed: Trace | None = None,
) -> Counted:
    """Of the first call's trace, or of the `composed` one."""
    static = sum(size for block, size in built.static_bytes.items() if block not in _APART)
    flash = {block: size for block, size in built.flash_bytes.items() if block not in _APART}
    return Counted(
        operation,
        composed or calls[0].trace,
        max(call.stack_bytes for call in calls),
        static,
        flash,
        rejected or {},
        tuple(calls),
        composed is not None,
    )


def succeed(machine: Machine, choice: Choice, operation: str, *args: int, is_counted: bool = True) -> Call:
    call = machine.call(f"scheme_{operation}", *args, counted=is_counted)
    if call.result:
        raise EmulationError(f"{who(choice)}: {operation} returned {call.result}", fix=FIX)
    return call


def same(machine: Machine, choice: Choice, operation: str, **expected: bytes) -> None:
    for name, value in expected.items():
        if machine.read(name, len(value)) != value:
            what = f"{who(choice)}: {operation} gave another {name.removeprefix('scheme_')} than the host"
            raise EmulationError(f"{what}: there is no time for it", fix=FIX)


def who(choice: Choice) -> str:
    return f"{choice.scheme}@{choice.implementation} on {choice.core}"
