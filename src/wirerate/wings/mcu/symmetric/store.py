# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Points on a target: a call for each record, from what is stored or from what was run just now."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from wirerate.catalogue.libraries import DEFAULT, library
from wirerate.catalogue.schemes import SYMMETRIC
from wirerate.vocabulary import Basis
from wirerate.wings.mcu.cycles import slope_and_rest
from wirerate.wings.mcu.on_board import MODELLED, STORED, library_call, warm_cycles
from wirerate.wings.mcu.rows import LibraryCall
from wirerate.wings.mcu.symmetric.points import Point, stored
from wirerate.wings.mcu.target import Target, built_for


def known(name: str, level: str, target: Target) -> list[LibraryCall]:
    """Nothing where it is not stored, or not with a flash like the target's."""
    point = stored().get((name, built_for(target.core), level))
    if point is None:
        return []
    buffers = target.flash.buffers
    if target.flash.wait_states and any(buffers not in part.trace.misses for part in point.records.values()):
        return []
    return list(calls(point, target, STORED))


def calls(point: Point, target: Target, basis: Basis = MODELLED) -> Iterator[LibraryCall]:
    """Of its records, with what a further byte costs by the two longest."""
    facts = SYMMETRIC[point.name]
    by_length = slope_and_rest({size: warm_cycles(part.trace, target) for size, part in point.records.items()})
    for size, part in point.records.items():
        row = library_call(
            f"{point.name}@mbedtls-{point.release}",
            part.trace,
            target,
            by_length,
            size=size,
            seals=facts.seals,
            basis=basis,
            level=point.level,
            stack_bytes=point.stack_bytes,
            flash_bytes=sum(point.blocks.values()),
            context_bytes=point.context_bytes,
        )
        yield replace(
            row,
            release=point.release,
            licence=library(DEFAULT).licence,
            compiler=point.compiler,
            command=point.command,
            date=point.date,
        )
