# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DTLS 1.2 handshakes between two emulated ends: either end's time by operation, RAM, flash, and the messages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from wirerate.catalogue.libraries import DEFAULT, version_named
from wirerate.vocabulary import Basis
from wirerate.wings.mcu.handshake.store import (
    SETUPS,
    Stored,
    StoredSide,
    as_stored,
    stored_handshake,
)
from wirerate.wings.mcu.on_board import STORED, timed, warm_cycles
from wirerate.wings.mcu.rows import AbsentExtension, Handshake, HandshakeMessage, HandshakePart, Options
from wirerate.wings.mcu.setups import ABSENT, FORWARD_SECRET, configuration
from wirerate.wings.mcu.target import Target

FULL, ONE_SIDED = "ECDHE-ECDSA", "server certificate only"


def configurations(where: Target, version: str | None, level: str) -> Iterator[Handshake]:
    """Both ends of every full handshake, as something that a budget can hold: the board is one of them."""
    for name in SETUPS:
        found = stored(name, where, version_named(version), level)
        if found is not None and not found.setup.resumption:
            yield from sides(found, where, STORED)


def proposal(row: Handshake) -> str:
    """The configuration of that end."""
    return configuration(SETUPS[row.setup], row.side, int(row.release.partition(".")[0]))


def emulated(name: str, where: Target, level: str) -> Stored | None:
    """A stored handshake of the default version: what a composition is held against."""
    return stored(name, where, DEFAULT, level)


def stored(name: str, where: Target, version: str, level: str) -> Stored | None:
    found = stored_handshake(name, where.core, version, level)
    return found if found is not None and _timed_for(found, where) else None


def _timed_for(found: Stored, target: Target) -> bool:
    """Whether the lines were counted that a flash with these buffers fetches."""
    return not target.flash.wait_states or all(
        target.flash.buffers in part.trace.misses for side in found.sides.values() for part in side.operations.values()
    )


def run_now(name: str, where: Target, version: str, level: str, tree: Path | None) -> Stored:
    from wirerate.wings.mcu.lab import mbedtls
    from wirerate.wings.mcu.lab.building import toolchain

    found = mbedtls.run(
        where.core, SETUPS[name], version=version, tree=tree, level=level, buffers=(where.flash.buffers,)
    )
    return as_stored(name, version, found, toolchain().version)


def sides(found: Stored, target: Target, basis: Basis) -> Iterator[Handshake]:
    for side, counts in found.sides.items():
        takes = timed(counts.trace, target, counts.stack_bytes, counts.flash_bytes, heap_bytes=counts.heap_peak,
                      context_bytes=counts.context_bytes)  # fmt: skip
        setup = found.setup
        yield Handshake(
            **takes,
            subject=f"dtls-{setup.suite}-{side}@mbedtls-{found.release}/{target.core}",
            operation="handshake",
            basis=basis,
            bytes=float(found.bytes),
            setup=found.name,
            side=side,
            suite=setup.suite,
            version=found.version,
            release=found.release,
            level=found.level.removeprefix("-"),
            options=Options(nist=setup.nist, fixed_point=setup.fixed_point, window=setup.window),
            context_bytes=counts.context_bytes,
            content_length=setup.content_length,
            datagrams=found.datagrams,
            bytes_on_ipv4=found.bytes_on_ipv4,
            messages=tuple(HandshakeMessage(side=m.side, name=m.name, bytes=m.bytes) for m in found.messages),
            parts=tuple(_parts(counts, target)),
            absent=tuple(AbsentExtension(extension=name, reason=why) for name, why in ABSENT.items()),
            command=found.command,
            forward_secrecy=setup.suite in FORWARD_SECRET,
        )


def _parts(side: StoredSide, target: Target) -> Iterator[HandshakePart]:
    """Cycles of each operation, typical; what is left is the library's bookkeeping."""
    for name, part in side.operations.items():
        yield HandshakePart(operation=name, cycles=warm_cycles(part.trace, target).typical)
