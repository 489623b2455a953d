# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The laboratory: fetch, build and emulate firmware, count what it executes, and check its results.

Commands import this package only when a question needs a result that is not stored.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wirerate.wings.mcu.counted_runs import Handshake, Made, Point
from wirerate.wings.mcu.curve_options import LIBC, Case
from wirerate.wings.mcu.target import Target, built_for

if TYPE_CHECKING:
    from wirerate.wings.mcu.lab.user_tree import UserTree


def count_on_curve(case: Case, where: Target, tree: UserTree | None = None, allocator: str = LIBC) -> Point:
    """Build, run and check one operation on a curve, with the user's own Mbed TLS tree if one is named."""
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
        tree=tree.path if tree else None,
        config_h=tree.text if tree else None,
        config_key=tree.key if tree else "",
        allocator=allocator,
        draws_nonces=tree.draws_nonces if tree else False,
    )
    provenance = Made(release=tree.release if tree else release(fetch(case.version)), compiler=toolchain().version)
    timed, buffers = curves.timing_choice(choice, case.curve), (where.flash.buffers,)
    built = curves.image(timed)
    (point,) = curves.points(timed, built, case.curve, choice.operations, made=provenance, buffers=buffers)
    return replace(point, counted=replace(point.counted, blocks=curves.footprint(choice).counted.blocks))


def count_scheme(scheme: str, implementation: str, where: Target, level: str) -> Iterator[Point]:
    """Run every operation of a scheme in one implementation, and count its instructions."""
    from wirerate.wings.mcu.lab import schemes
    from wirerate.wings.mcu.lab.scheme_images import Choice

    choice = Choice(scheme, implementation, built_for(where.core), level)
    return schemes.points(choice, buffers=(where.flash.buffers,))


def count_symmetric(name: str, where: Target, level: str) -> Point:
    """Run a hash, MAC or cipher of Mbed TLS, and count its instructions."""
    from wirerate.wings.mcu.lab import library

    return library.point(name, built_for(where.core), level, buffers=(where.flash.buffers,))


def count_handshake(name: str, where: Target, version: str, level: str, tree: Path | None) -> Handshake:
    """Run a DTLS 1.2 handshake of Mbed TLS, one of SETUPS, with the user's own tree if one is named."""
    from wirerate.wings.mcu.lab import mbedtls

    buffers = (where.flash.buffers,)
    return mbedtls.run(name, where.core, version=version, tree=tree, level=level, buffers=buffers)


def count_handshake_13(pair: tuple[str, str], where: Target, level: str) -> Handshake:
    """Run a DTLS 1.3 handshake of wolfSSL; `pair` names the key exchange and the signature."""
    from wirerate.wings.mcu.lab import wolfssl

    return wolfssl.run(wolfssl.Pair(*pair), where.core, level=level, buffers=(where.flash.buffers,))
