# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Turn counted programs into rows for a target: time, cycles and energy as ranges, and memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypedDict, TypeVar

from msgspec.structs import replace

from wirerate.catalogue.curves import CURVES
from wirerate.catalogue.libraries import DEFAULT, P256M, library
from wirerate.catalogue.schemes import IMPLEMENTATIONS, KEM, SCHEMES, SIGNATURE, SYMMETRIC
from wirerate.records import Interval, Problem
from wirerate.vocabulary import Basis
from wirerate.wings.mcu.counted_runs import Counted, Point
from wirerate.wings.mcu.curve_options import LIBC, Case
from wirerate.wings.mcu.cycles import Range, Trace, beyond_manual, beyond_warm, cycles, in_cache, slope_and_rest
from wirerate.wings.mcu.rows import (
    BoardOperation,
    CycleRange,
    Energy,
    LibraryCall,
    OnBoard,
    Options,
    SchemeOperation,
    Signing,
    SigningEnd,
)
from wirerate.wings.mcu.scheme_numbers import SHARES, after, chances, hash_calls, held_bytes
from wirerate.wings.mcu.store import grid_points, on_curves, point_on_curve, stored, with_cache_misses
from wirerate.wings.mcu.target import Target

M = TypeVar("M", bound=OnBoard)

STORED: Basis = "stored"
MODELLED: Basis = "modelled"


class Timed(TypedDict):
    """Row fields with time, memory and energy."""

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
    """Return time, cycles and energy of a trace on a target as ranges, and the names of memories that the board does
    not have enough of.

    `as_linked` means that the program's functions were at the same addresses as on the device.
    """
    warm = warm_cycles(trace, target)
    warm += beyond_manual(warm, target.core)
    first = None
    fetched = trace.fetched.get(target.flash.cache.name) if target.flash.cache else None
    if fetched is not None:
        spent, first = in_cache(warm, target.flash, fetched, flash_bytes, as_linked=as_linked)
    else:
        spent = warm + beyond_warm(warm, target.flash, flash_bytes)
    ram_bytes = stack_bytes + heap_bytes + context_bytes
    needs = {"ram": ram_bytes, "flash": flash_bytes}
    energy = None
    if target.current is not None:
        ends = target.current.millijoules(spent.low)[0], target.current.millijoules(spent.high)[1]
        energy = Energy(low=ends[0], high=ends[1])
    per_cycle = 1e9 / target.clock_hz
    typical, low, high = (count * per_cycle for count in (spent.typical, spent.low, spent.high))
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
        over=tuple(name for name, limit in target.limits.items() if needs[name] > limit),
    )


def warm_cycles(trace: Trace, target: Target) -> Range:
    """Return the cycles by the core's timing table and the flash's line buffers, with all code in the cache."""
    flash = target.flash if target.flash.wait_states else None
    return cycles(trace, target.core, flash, target.multiply_cycles)


def operation_on_curve(
    point: Point, case: Case, target: Target, basis: Basis, *, configuration: str = "", allocator: str = LIBC
) -> BoardOperation:
    """Return the row of a curve operation with the options of `case`; the point may have been counted with equivalent
    options.

    `configuration` is the path of the user's configuration file for Mbed TLS.
    """
    counted, made = with_cache_misses(point, target).counted, point.made
    kind = case.operation if case.operation.startswith("ecdh") else "ecdsa"
    implementation = P256M if case.version == P256M else f"mbedtls-{made.release}"
    toggles = case.toggles
    return BoardOperation(
        **timed(counted.trace, target, counted.stack_bytes, counted.flash_bytes, heap_bytes=counted.heap_bytes),
        subject=f"{kind}-{case.curve}@{implementation}/{point.core}",
        operation=case.operation,
        basis=basis,
        curve=case.curve,
        strength=CURVES[case.curve].strength,
        version=case.version,
        release=made.release,
        level=point.level.removeprefix("-"),
        options=Options(nist=toggles.nist, fixed_point=toggles.fixed_point, window=toggles.window),
        heap_kept=counted.heap_kept,
        compiler=made.compiler,
        command=made.command,
        date=made.date,
        configuration=configuration,
        image=made.image,
        allocator=allocator,
    )


def find_operation(case: Case, target: Target) -> BoardOperation | None:
    """Return a curve operation's row; None if it is not stored, or was not counted with a flash like the target's."""
    for points, basis in ((stored(on_curves(case.version)), STORED), (grid_points(), MODELLED)):
        if point := point_on_curve(points, case, target):
            return operation_on_curve(point, case, target, basis)
    return None


def mean_trace(point: Point) -> Trace:
    """Return the trace of an operation; for a signature that may need several attempts, the mean over them."""
    counted = point.counted
    if not counted.rejected:
        return counted.trace
    odds = chances(SCHEMES[point.code.partition("@")[0]])
    return after(counted.trace, counted.rejected, odds, odds.mean)


def scheme_operation(point: Point, target: Target, basis: Basis = MODELLED) -> SchemeOperation:
    """Return the row of a scheme's operation; a signature's time is the mean over its attempts."""
    name, _, code = point.code.partition("@")
    scheme, implementation = SCHEMES[name], IMPLEMENTATIONS[code]
    point = with_cache_misses(point, target)
    counted, made = point.counted, point.made
    held = held_bytes(scheme, point.operation)

    def on_target(trace: Trace) -> Timed:
        context_bytes = counted.static_bytes + held
        return timed(trace, target, counted.stack_bytes, counted.flash_bytes, context_bytes=context_bytes)

    signing = None
    if counted.rejected:
        odds = chances(scheme)
        ends = tuple(
            SigningEnd(
                share=share,
                attempts=count,
                ns=on_target(after(counted.trace, counted.rejected, odds, count))["ns"],
            )
            for share, count in ((share, odds.attempts(share)) for share in SHARES)
        )
        at_once = on_target(counted.trace)["ns"]
        signing = Signing(accepted=odds.accepted, attempts=odds.mean, at_once=at_once, ends=ends)
    return SchemeOperation(
        **on_target(mean_trace(point)),
        subject=f"{point.code}/{point.core}",
        operation=point.operation,
        basis=basis,
        scheme=name,
        implementation=code,
        standard=scheme.standard,
        category=scheme.category,
        level=point.level.removeprefix("-"),
        packages=implementation.packages(name),
        licence=implementation.licence,
        static_bytes=counted.static_bytes,
        held_bytes=held,
        public_key_bytes=scheme.public_key,
        secret_key_bytes=scheme.secret_key,
        ciphertext_bytes=scheme.message if scheme.kind == KEM else None,
        signature_bytes=scheme.message if scheme.kind == SIGNATURE else None,
        whole_flash_bytes=point.whole_bytes,
        signing=signing,
        by_parts=counted.composed,
        hash_calls=hash_calls(scheme, point.operation),
        compiler=made.compiler,
        command=made.command,
        date=made.date,
    )


def record_calls(point: Point, target: Target, basis: Basis = MODELLED) -> Iterator[LibraryCall]:
    """Yield the rows of a hash, MAC or cipher of Mbed TLS, one for each record length."""
    counted, made = point.counted, point.made
    rows = library_calls(
        f"{point.code}@mbedtls-{made.release}", counted, target, point.level, basis, context_bytes=counted.context_bytes
    )
    for row in rows:
        yield replace(
            row,
            release=made.release,
            licence=library(DEFAULT).licence,
            compiler=made.compiler,
            command=made.command,
            date=made.date,
        )


def library_calls(
    subject: str, counted: Counted, target: Target, level: str, basis: Basis, *, context_bytes: int | None = None
) -> Iterator[LibraryCall]:
    """Yield a row for each message length; the cost per byte comes from the two longest messages.

    `context_bytes` is the RAM for the key, None if it was not counted.
    """
    traces = {int(size): trace for size, trace in counted.runs.items()}
    slope, fixed = slope_and_rest({size: warm_cycles(trace, target) for size, trace in traces.items()})
    algorithm = SYMMETRIC.get(subject.partition("@")[0])
    for size, trace in traces.items():
        yield LibraryCall(
            **timed(trace, target, counted.stack_bytes, counted.flash_bytes, context_bytes=context_bytes or 0),
            subject=f"{subject}/{target.core}",
            operation="seal" if algorithm and algorithm.seals else "tag",
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


def beyond_board(rows: Iterable[M], target: Target, name: Callable[[M], str], fix: str) -> list[Problem]:
    """Return a problem that lists the rows which need more memory than the board has; empty if there are none."""
    over = [m for m in rows if m.over]
    if not over or target.board is None:
        return []
    names = ", ".join(dict.fromkeys(f"{name(m)} ({','.join(m.over)})" for m in over))
    return [
        Problem(
            code="beyond-board",
            message=f"{target.title} has {target.board.ram_bytes:,} bytes of RAM and {target.board.flash_bytes:,} of "
            f"flash, too little for {names}",
            fix=fix,
        )
    ]
