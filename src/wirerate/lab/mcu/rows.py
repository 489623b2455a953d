"""What this lab yields: counts as measurements on a target, each with its range and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.catalogue.curves import CURVES
from wirerate.lab.mcu.ecc_config import P256M
from wirerate.lab.mcu.points import Point
from wirerate.lab.mcu.target import Target
from wirerate.lab.mcu.timing import cycles
from wirerate.lab.mcu.trace import Trace
from wirerate.records import Interval, Measurement

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
    row = timed(point.trace, target, point.stack_bytes, point.heap_bytes, flash_bytes)
    kind = point.operation if point.operation.startswith("ecdh") else "ecdsa"
    row.subject = f"{kind}-{point.curve}@{_implementation(point.version, source.release)}/{point.core}"
    row.operation, row.basis = point.operation, source.basis
    row.extra |= {
        "curve": point.curve,
        "strength": CURVES[point.curve].strength,
        "version": point.version,
        "release": source.release,
        "level": point.level.removeprefix("-"),
        "nist": int(point.nist),
        "fixed_point": int(point.fixed_point),
        "window": point.window,
        "heap_kept": point.heap_kept,
        "compiler": source.compiler,
        "command": source.command,
        "date": source.date,
    }
    return row


def timed(trace: Trace, target: Target, stack_bytes: int, heap_bytes: int, flash_bytes: int) -> Measurement:
    """A trace on a target: cycles, time and energy as ranges, memories, and which of the board's own are exceeded."""
    flash = target.flash if target.flash.wait_states else None
    spent = cycles(trace, target.core, flash, target.multiply_cycles)
    per_cycle = 1e9 / target.clock_hz
    extra: Extra = {
        "board": target.name,
        "title": target.title,
        "core": target.core,
        "clock_hz": target.clock_hz,
        "wait_states": target.flash.wait_states,
        "instructions": trace.instructions,
        "cycles": spent.typical,
        "cycles_low": spent.low,
        "cycles_high": spent.high,
        "stack_bytes": stack_bytes,
        "heap_bytes": heap_bytes,
        "ram_bytes": stack_bytes + heap_bytes,
        "flash_bytes": flash_bytes,
    }
    if target.current is not None:
        extra["millijoules_low"] = target.current.millijoules(spent.low)[0]
        extra["millijoules_high"] = target.current.millijoules(spent.high)[1]
    beyond = [name for name, limit in target.limits.items() if float(extra[f"{name}_bytes"]) > limit]
    if beyond:
        extra["over"] = ",".join(beyond)
    typical, low, high = (each * per_cycle for each in (spent.typical, spent.low, spent.high))
    return Measurement(subject="", ns=Interval(typical, low, high, None, spent.unknowns), extra=extra)


def _implementation(version: str, release: str) -> str:
    return P256M if version == P256M else f"mbedtls-{release}"
