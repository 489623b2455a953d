# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What ran, on a target: time, cycles and energy as ranges, and memory."""

from __future__ import annotations

from typing import TypedDict

from wirerate.records import Interval
from wirerate.vocabulary import Basis
from wirerate.wings.mcu.cycles import Range, beyond_manual, beyond_warm, cycles, in_cache
from wirerate.wings.mcu.rows import CycleRange, Energy, LibraryCall
from wirerate.wings.mcu.target import Target
from wirerate.wings.mcu.trace import Trace

STORED: Basis = "stored"
MODELLED: Basis = "modelled"


class Timed(TypedDict):
    """What a trace takes on a target, by the names that a row has for it."""

    ns: Interval
    board: str
    title: str
    core: str
    clock_hz: float
    wait_states: int
    instructions: int
    cycles: CycleRange
    first_run: CycleRange | None
    stack_bytes: int
    heap_bytes: int
    ram_bytes: int
    flash_bytes: int
    energy: Energy | None
    over: tuple[str, ...]


def timed(
    trace: Trace,
    target: Target,
    stack_bytes: int,
    flash_bytes: int,
    *,
    heap_bytes: int = 0,
    context_bytes: int = 0,
    as_linked: bool = False,
) -> Timed:
    """A trace on a target: time, cycles and energy as ranges, memories, and which of the board's own are exceeded.
    `as_linked`: the program is the device's own, function for function where it will lie."""
    warm = warm_cycles(trace, target)
    warm += beyond_manual(warm, target.core)
    first = None
    fetched = trace.fetched.get(target.flash.cache) if target.flash.cache else None
    if fetched is not None:
        spent, first = in_cache(warm, target.flash, fetched, flash_bytes, as_linked=as_linked)
    else:
        spent = warm + beyond_warm(warm, target.flash, flash_bytes)
    ram_bytes = stack_bytes + heap_bytes + context_bytes
    taken = {"ram": ram_bytes, "flash": flash_bytes}
    energy = None
    if target.current is not None:
        ends = target.current.millijoules(spent.low)[0], target.current.millijoules(spent.high)[1]
        energy = Energy(low=ends[0], high=ends[1])
    per_cycle = 1e9 / target.clock_hz
    typical, low, high = (each * per_cycle for each in (spent.typical, spent.low, spent.high))
    return Timed(
        ns=Interval(typical, low, high, None, spent.unknowns),
        board=target.name,
        title=target.title,
        core=target.core,
        clock_hz=target.clock_hz,
        wait_states=target.flash.wait_states,
        instructions=trace.instructions,
        cycles=cycle_range(spent),
        first_run=cycle_range(first) if first else None,
        stack_bytes=stack_bytes,
        heap_bytes=heap_bytes,
        ram_bytes=ram_bytes,
        flash_bytes=flash_bytes,
        energy=energy,
        over=tuple(name for name, limit in target.limits.items() if taken[name] > limit),
    )


def warm_cycles(trace: Trace, target: Target) -> Range:
    """By the core's table and the flash's buffers; where code runs from a cache, as if that held it all."""
    flash = target.flash if target.flash.wait_states else None
    return cycles(trace, target.core, flash, target.multiply_cycles)


def library_call(
    subject: str,
    trace: Trace,
    target: Target,
    by_length: tuple[Range, Range],
    *,
    size: int,
    seals: bool,
    basis: Basis,
    level: str,
    stack_bytes: int,
    flash_bytes: int,
    context_bytes: int | None = None,
) -> LibraryCall:
    """A message of that size; `by_length`: what each further byte costs, and what a message costs besides. Where nobody
    counted the key's context it is None."""
    slope, fixed = by_length
    return LibraryCall(
        **timed(trace, target, stack_bytes, flash_bytes, context_bytes=context_bytes or 0),
        subject=f"{subject}/{target.core}",
        operation="seal" if seals else "tag",
        basis=basis,
        bytes=float(size),
        level=level.removeprefix("-"),
        per_byte=cycle_range(slope),
        fixed_cycles=fixed.typical,
        per_byte_ns=slope.typical * 1e9 / target.clock_hz,
        fixed_ns=fixed.typical * 1e9 / target.clock_hz,
        context_bytes=context_bytes,
    )


def cycle_range(spent: Range) -> CycleRange:
    return CycleRange(typical=spent.typical, low=spent.low, high=spent.high)
