# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Points on a target: a measurement for each record, from what is stored or from what was run just now."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict

from wirerate.catalogue.libraries import DEFAULT, library
from wirerate.catalogue.symmetric import SYMMETRIC
from wirerate.lab.mcu.on_board import MODELLED, STORED, cycle_range, timed
from wirerate.lab.mcu.symmetric.points import Point, stored
from wirerate.lab.mcu.target import Target, built_for
from wirerate.lab.mcu.timing.cycles import cycles
from wirerate.lab.mcu.timing.slope import slope_and_rest
from wirerate.records import Measurement
from wirerate.records.details import LibraryCall


def known(name: str, level: str, target: Target) -> list[Measurement]:
    """Nothing where it is not stored, or not with a flash like the target's."""
    point = stored().get((name, built_for(target.core), level))
    if point is None:
        return []
    buffers = target.flash.buffers
    if target.flash.wait_states and any(buffers not in part.trace.misses for part in point.records.values()):
        return []
    return list(measurements(point, target, STORED))


def measurements(point: Point, target: Target, basis: str = MODELLED) -> Iterator[Measurement]:
    """Of its records, with what a further byte costs by the two longest."""
    facts, waits = SYMMETRIC[point.name], target.flash if target.flash.wait_states else None
    spent = {n: cycles(part.trace, target.core, waits, target.multiply_cycles) for n, part in point.records.items()}
    slope, fixed = slope_and_rest(spent)
    flash = sum(point.blocks.values())
    for size, part in point.records.items():
        ns, placed = timed(part.trace, target, point.stack_bytes, flash, context_bytes=point.context_bytes)
        details = LibraryCall(
            **asdict(placed),
            level=point.level.removeprefix("-"),
            per_byte=cycle_range(slope),
            fixed_cycles=fixed.typical,
            context_bytes=point.context_bytes,
            release=point.release,
            licence=library(DEFAULT).licence,
            compiler=point.compiler,
            command=point.command,
            date=point.date,
        )
        yield Measurement(
            subject=f"{point.name}@mbedtls-{point.release}/{target.core}",
            operation="seal" if facts.seals else "tag",
            basis=basis,
            bytes=float(size),
            ns=ns,
            fixed_ns=fixed.typical * 1e9 / target.clock_hz,
            per_byte_ns=slope.typical * 1e9 / target.clock_hz,
            core_cycles=slope.typical,
            details=details,
        )
