# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What ran, on a target: time, cycles and energy as ranges, and memory."""

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
from wirerate.wings.mcu.store import followed, on_curve, on_curves, own, stored
from wirerate.wings.mcu.target import Target

M = TypeVar("M", bound=OnBoard)

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
    fetched = trace.fetched.get(target.flash.cache.name) if target.flash.cache else None
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


def operation_on_curve(
    point: Point, case: Case, target: Target, basis: Basis, *, configuration: str = "", allocator: str = LIBC
) -> BoardOperation:
    """One operation on one curve; a point may stand for several options that do the same, and `case` names those that
    were asked for. `configuration`: the file of it, for a tree of the reader's."""
    counted, made = followed(point, target).counted, point.made
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


def known_operation(case: Case, target: Target) -> BoardOperation | None:
    """None where that case has not been run, or not with a flash like the target's, or its images were not weighed."""
    for points, basis in ((stored(on_curves(case.version)), STORED), (own(), MODELLED)):
        if point := on_curve(points, case, target):
            return operation_on_curve(point, case, target, basis)
    return None


def mean_trace(point: Point) -> Trace:
    """What it runs, of signing over the attempts that it may take."""
    counted = point.counted
    if not counted.rejected:
        return counted.trace
    of = chances(SCHEMES[point.code.partition("@")[0]])
    return after(counted.trace, counted.rejected, of, of.mean)


def scheme_operation(point: Point, target: Target, basis: Basis = MODELLED) -> SchemeOperation:
    """An operation of a scheme. A signature's time is the mean over the attempts that it may take."""
    name, _, who = point.code.partition("@")
    scheme, implementation = SCHEMES[name], IMPLEMENTATIONS[who]
    point = followed(point, target)
    counted, made = point.counted, point.made
    held = held_bytes(scheme, point.operation)

    def on_target(trace: Trace) -> Timed:
        beside = counted.static_bytes + held
        return timed(trace, target, counted.stack_bytes, counted.flash_bytes, context_bytes=beside)

    signing = None
    if counted.rejected:
        of = chances(scheme)
        ends = tuple(
            SigningEnd(
                share=share,
                attempts=count,
                ns=on_target(after(counted.trace, counted.rejected, of, count))["ns"],
            )
            for share, count in ((share, of.attempts(share)) for share in SHARES)
        )
        at_once = on_target(counted.trace)["ns"]
        signing = Signing(accepted=of.accepted, attempts=of.mean, at_once=at_once, ends=ends)
    return SchemeOperation(
        **on_target(mean_trace(point)),
        subject=f"{point.code}/{point.core}",
        operation=point.operation,
        basis=basis,
        scheme=name,
        implementation=who,
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
    """A hash, MAC or cipher of Mbed TLS by the record."""
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
    """A message of each length that was run, with what a further byte costs by the two longest. Where nobody counted
    the key's context it is None."""
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


def beyond_board(rows: Iterable[M], target: Target, called: Callable[[M], str], fix: str) -> list[Problem]:
    """Which of them the board has too little memory for, where there are any."""
    over = [m for m in rows if m.over]
    if not over or target.board is None:
        return []
    names = ", ".join(dict.fromkeys(f"{called(m)} ({','.join(m.over)})" for m in over))
    return [
        Problem(
            code="beyond-board",
            message=f"{target.title} has {target.board.ram_bytes:,} bytes of RAM and {target.board.flash_bytes:,} of "
            f"flash, which is too little for {names}",
            fix=fix,
        )
    ]
