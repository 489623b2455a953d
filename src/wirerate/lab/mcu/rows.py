"""What this lab yields: counts as measurements on a target, each with its range and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import asdict

from wirerate.catalogue.curves import CURVES
from wirerate.catalogue.libraries import P256M
from wirerate.lab.mcu.ecc_config import Toggles
from wirerate.lab.mcu.points import Point
from wirerate.lab.mcu.target import Target
from wirerate.lab.mcu.timing import Range, cycles
from wirerate.lab.mcu.trace import Trace
from wirerate.records import Interval, Measurement
from wirerate.records.details import BoardOperation, CycleRange, Energy, OnBoard, Options

STORED, MODELLED = "stored", "modelled"
Extra = dict[str, float | int | str]


@dataclass(frozen=True)
class Source:
    """Where a count was made: the library's exact release, and for stored ones the command that made them."""

    basis: str
    release: str
    command: str = ""
    compiler: str = ""
    date: str = ""


def operation(point: Point, target: Target, flash_bytes: int, source: Source) -> Measurement:
    """One operation on one curve, on this target."""
    kind = point.operation if point.operation.startswith("ecdh") else "ecdsa"
    ns, placed = timed(point.trace, target, point.stack_bytes, flash_bytes, heap_bytes=point.heap_bytes)
    details = BoardOperation(
        **asdict(placed),
        curve=point.curve,
        strength=CURVES[point.curve].strength,
        version=point.version,
        release=source.release,
        level=point.level.removeprefix("-"),
        options=options(point.toggles),
        heap_kept=point.heap_kept,
        compiler=source.compiler,
        command=source.command,
        date=source.date,
    )
    return Measurement(
        subject=f"{kind}-{point.curve}@{_implementation(point.version, source.release)}/{point.core}",
        operation=point.operation,
        basis=source.basis,
        ns=ns,
        details=details,
        extra=untyped(details),
    )


def options(toggles: Toggles) -> Options:
    return Options(nist=toggles.nist, fixed_point=toggles.fixed_point, window=toggles.window)


def timed(
    trace: Trace, target: Target, stack_bytes: int, flash_bytes: int, *, heap_bytes: int = 0, context_bytes: int = 0
) -> tuple[Interval, OnBoard]:
    """A trace on a target: time, cycles and energy as ranges, memories, and which of the board's own are exceeded."""
    flash = target.flash if target.flash.wait_states else None
    spent = cycles(trace, target.core, flash, target.multiply_cycles)
    ram_bytes = stack_bytes + heap_bytes + context_bytes
    taken = {"ram": ram_bytes, "flash": flash_bytes}
    energy = None
    if target.current is not None:
        ends = target.current.millijoules(spent.low)[0], target.current.millijoules(spent.high)[1]
        energy = Energy(low=ends[0], high=ends[1])
    placed = OnBoard(
        board=target.name,
        title=target.title,
        core=target.core,
        clock_hz=target.clock_hz,
        wait_states=target.flash.wait_states,
        instructions=trace.instructions,
        cycles=cycle_range(spent),
        stack_bytes=stack_bytes,
        heap_bytes=heap_bytes,
        ram_bytes=ram_bytes,
        flash_bytes=flash_bytes,
        energy=energy,
        over=tuple(name for name, limit in target.limits.items() if taken[name] > limit),
    )
    per_cycle = 1e9 / target.clock_hz
    typical, low, high = (each * per_cycle for each in (spent.typical, spent.low, spent.high))
    return Interval(typical, low, high, None, spent.unknowns), placed


def cycle_range(spent: Range) -> CycleRange:
    return CycleRange(typical=spent.typical, low=spent.low, high=spent.high)


def untyped(details: OnBoard) -> Extra:
    """The same as a flat dictionary, for what still reads one."""
    found: Extra = {}
    for name, value in asdict(details).items():
        if isinstance(value, bool | int | float | str):
            found[name] = value
    found |= {"cycles": details.cycles.typical, "cycles_low": details.cycles.low, "cycles_high": details.cycles.high}
    if details.energy is not None:
        found |= {"millijoules_low": details.energy.low, "millijoules_high": details.energy.high}
    if details.over:
        found["over"] = ",".join(details.over)
    if isinstance(details, BoardOperation):
        found |= {name: int(value) for name, value in asdict(details.options).items()}
    return found


def board_operation(m: Measurement) -> BoardOperation:
    assert isinstance(m.details, BoardOperation)
    return m.details


def _implementation(version: str, release: str) -> str:
    return P256M if version == P256M else f"mbedtls-{release}"
