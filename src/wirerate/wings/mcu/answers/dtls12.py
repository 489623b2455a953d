# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DTLS 1.2 handshakes between two emulated ends: either end's time by operation, RAM, flash, and the messages."""

from __future__ import annotations

from collections.abc import Iterator

from wirerate.catalogue.libraries import version_named
from wirerate.vocabulary import Basis
from wirerate.wings.mcu.on_board import STORED, timed, warm_cycles
from wirerate.wings.mcu.points import Counted
from wirerate.wings.mcu.points import Handshake as Stored
from wirerate.wings.mcu.rows import AbsentExtension, Handshake, HandshakeMessage, HandshakePart, Options
from wirerate.wings.mcu.setups import ABSENT, FORWARD_SECRET, SETUPS, configuration
from wirerate.wings.mcu.store import known_handshake
from wirerate.wings.mcu.target import Target

FULL, ONE_SIDED = "ECDHE-ECDSA", "server certificate only"


def configurations(where: Target, version: str | None, level: str) -> Iterator[Handshake]:
    """Both ends of every full handshake, as something that a budget can hold: the board is one of them."""
    for name in SETUPS:
        found = known_handshake(name, where, version=version_named(version), level=level)
        if found is not None and not SETUPS[name].resumption:
            yield from sides(found, where, STORED)


def proposal(row: Handshake) -> str:
    """The configuration of that end."""
    return configuration(SETUPS[row.setup], row.side, int(row.release.partition(".")[0]))


def emulated(name: str, where: Target, level: str) -> Stored | None:
    """A stored handshake of the default version: what a composition is held against."""
    return known_handshake(name, where, level=level)


def sides(found: Stored, target: Target, basis: Basis) -> Iterator[Handshake]:
    for side, counts in found.sides.items():
        takes = timed(counts.whole, target, counts.stack_bytes, counts.flash_bytes, heap_bytes=counts.heap_bytes,
                      context_bytes=counts.context_bytes)  # fmt: skip
        setup = SETUPS[found.name]
        yield Handshake(
            **takes,
            subject=f"dtls-{setup.suite}-{side}@mbedtls-{found.made.release}/{target.core}",
            operation="handshake",
            basis=basis,
            bytes=float(found.bytes),
            setup=found.name,
            side=side,
            suite=setup.suite,
            version=found.version,
            release=found.made.release,
            level=found.level.removeprefix("-"),
            options=Options(nist=setup.nist, fixed_point=setup.fixed_point, window=setup.window),
            context_bytes=counts.context_bytes,
            content_length=setup.content_length,
            datagrams=found.datagrams,
            bytes_on_ipv4=found.bytes_on_ipv4,
            messages=tuple(HandshakeMessage(side=m.side, name=m.name, bytes=m.bytes) for m in found.messages),
            parts=tuple(_parts(counts, target)),
            absent=tuple(AbsentExtension(extension=name, reason=why) for name, why in ABSENT.items()),
            command=found.made.command,
            forward_secrecy=setup.suite in FORWARD_SECRET,
        )


def _parts(side: Counted, target: Target) -> Iterator[HandshakePart]:
    """Cycles of each operation, typical; what is left is the library's bookkeeping."""
    for name, trace in side.runs.items():
        yield HandshakePart(operation=name, cycles=warm_cycles(trace, target).typical)
