# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The laboratory: firmware fetched, built, run on an emulated core, counted and held against the host. An answer from
the store loads nothing of it; what is not stored comes in by this door."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wirerate.wings.mcu.counted_runs import Handshake, Made, Point
from wirerate.wings.mcu.curve_options import LIBC, Case
from wirerate.wings.mcu.target import Target, built_for

if TYPE_CHECKING:
    from wirerate.wings.mcu.lab.user_tree import OwnTree


def count_on_curve(case: Case, where: Target, own: OwnTree | None = None, allocator: str = LIBC) -> Point:
    """Builds, runs and checks an operation on a curve, in the reader's own tree where there is one."""
    from wirerate.wings.mcu.lab import curves
    from wirerate.wings.mcu.lab.firmware import toolchain
    from wirerate.wings.mcu.lab.source import fetch, release

    choice = curves.Choice(
        version=case.version,
        core=built_for(where.core),
        level=case.level,
        curves=(case.curve,),
        operations=(case.operation,),
        toggles=case.toggles,
        tree=own.path if own else None,
        config_h=own.text if own else None,
        config_key=own.key if own else "",
        allocator=allocator,
        draws_nonces=own.draws_nonces if own else False,
    )
    made = Made(release=own.release if own else release(fetch(case.version)), compiler=toolchain().version)
    timed, buffers = curves.timed_in(choice, case.curve), (where.flash.buffers,)
    built = curves.image(timed)
    (point,) = curves.points(timed, built, case.curve, choice.operations, made=made, buffers=buffers)
    return replace(point, counted=replace(point.counted, blocks=curves.footprint(choice).counted.blocks))


def count_scheme(scheme: str, implementation: str, where: Target, level: str) -> Iterator[Point]:
    """All operations of a scheme."""
    from wirerate.wings.mcu.lab import schemes
    from wirerate.wings.mcu.lab.scheme_images import Choice

    choice = Choice(scheme, implementation, built_for(where.core), level)
    return schemes.points(choice, buffers=(where.flash.buffers,))


def count_symmetric(name: str, where: Target, level: str) -> Point:
    """A hash, MAC or cipher of Mbed TLS."""
    from wirerate.wings.mcu.lab import library

    return library.point(name, built_for(where.core), level, buffers=(where.flash.buffers,))


def count_handshake(name: str, where: Target, version: str, level: str, tree: Path | None) -> Handshake:
    """One of SETUPS, in the reader's own tree where there is one."""
    from wirerate.wings.mcu.lab import mbedtls

    buffers = (where.flash.buffers,)
    return mbedtls.run(name, where.core, version=version, tree=tree, level=level, buffers=buffers)


def count_handshake_13(pair: tuple[str, str], where: Target, level: str) -> Handshake:
    """wolfSSL's, by what keys are agreed on and signed with."""
    from wirerate.wings.mcu.lab import wolfssl

    return wolfssl.run(wolfssl.Pair(*pair), where.core, level=level, buffers=(where.flash.buffers,))
