# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Points on a target: operations, from what is stored or from what was run just now."""

from __future__ import annotations

from msgspec.structs import replace

from wirerate.catalogue.schemes import IMPLEMENTATIONS, KEM, SCHEMES, SIGNATURE
from wirerate.vocabulary import Basis
from wirerate.wings.mcu.caches import followed
from wirerate.wings.mcu.on_board import MODELLED, STORED, Timed, timed
from wirerate.wings.mcu.rows import SchemeOperation, Signing, SigningEnd
from wirerate.wings.mcu.scheme_numbers import SHARES, after, chances, hash_calls, held_bytes
from wirerate.wings.mcu.schemes.points import Point, stored
from wirerate.wings.mcu.target import Target, built_for
from wirerate.wings.mcu.trace import Part, Trace, part_of


def known(scheme: str, implementation: str, operation: str, level: str, target: Target) -> SchemeOperation | None:
    """None where it is not stored, or not with a flash like the target's."""
    point = stored().get((scheme, implementation, built_for(target.core), level, operation))
    if point is None or (target.flash.wait_states and target.flash.buffers not in point.ran.trace.misses):
        return None
    return scheme_operation(_followed(point) if target.flash.cache else point, target, STORED)


def _followed(point: Point) -> Point:
    """With what it fetches through a cache, where that is stored."""

    def part(counted: Part, ended: str) -> Part:
        key = f"{point.scheme}@{point.implementation}", point.core, point.level, point.operation, ended
        return part_of(followed(counted.trace, key))

    rejected = {why: part(counted, why) for why, counted in point.rejected.items()}
    return replace(point, ran=part(point.ran, ""), rejected=rejected)


def mean_trace(point: Point) -> Trace:
    """What it runs, of signing over the attempts that it may take."""
    if not point.rejected:
        return point.ran.trace
    of = chances(SCHEMES[point.scheme])
    return after(point.ran.trace, {why: part.trace for why, part in point.rejected.items()}, of, of.mean)


def scheme_operation(point: Point, target: Target, basis: Basis = MODELLED) -> SchemeOperation:
    """On this target. A signature's time is the mean over the attempts that it may take."""
    scheme, implementation = SCHEMES[point.scheme], IMPLEMENTATIONS[point.implementation]
    held, flash = held_bytes(scheme, point.operation), sum(point.blocks.values())

    def on_target(trace: Trace) -> Timed:
        return timed(trace, target, point.stack_bytes, flash, context_bytes=point.static_bytes + held)

    signing, trace = None, point.ran.trace
    if point.rejected:
        rejected, of = {why: part.trace for why, part in point.rejected.items()}, chances(scheme)
        ends = tuple(
            SigningEnd(share=share, attempts=count, ns=on_target(after(trace, rejected, of, count))["ns"])
            for share, count in ((share, of.attempts(share)) for share in SHARES)
        )
        signing = Signing(accepted=of.accepted, attempts=of.mean, at_once=on_target(trace)["ns"], ends=ends)
    return SchemeOperation(
        **on_target(mean_trace(point)),
        subject=f"{scheme.name}@{implementation.name}/{point.core}",
        operation=point.operation,
        basis=basis,
        scheme=scheme.name,
        implementation=implementation.name,
        standard=scheme.standard,
        category=scheme.category,
        level=point.level.removeprefix("-"),
        packages=implementation.packages(scheme.name),
        licence=implementation.licence,
        static_bytes=point.static_bytes,
        held_bytes=held,
        public_key_bytes=scheme.public_key,
        secret_key_bytes=scheme.secret_key,
        ciphertext_bytes=scheme.message if scheme.kind == KEM else None,
        signature_bytes=scheme.message if scheme.kind == SIGNATURE else None,
        whole_flash_bytes=point.whole_bytes,
        signing=signing,
        by_parts=point.composed,
        hash_calls=hash_calls(scheme, point.operation),
        compiler=point.compiler,
        command=point.command,
        date=point.date,
    )
