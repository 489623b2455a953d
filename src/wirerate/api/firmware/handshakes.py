# SPDX-License-Identifier: Apache-2.0 OR MIT
"""DTLS handshakes between two emulated ends: either end's time by operation, RAM, flash, and the messages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import asdict

from wirerate.catalogue.libraries import DEFAULT, P256M, version_named
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK, UsageError, unknown
from wirerate.lab.host.machine import environment
from wirerate.lab.mcu.build.source import own_tree, release
from wirerate.lab.mcu.build.toolchain import level_named
from wirerate.lab.mcu.handshake.config import ABSENT, ECDHE, FORWARD_SECRET, configuration
from wirerate.lab.mcu.handshake.parts import SYMMETRIC
from wirerate.lab.mcu.handshake.store import SETUPS, Stored, StoredSide, as_stored, stored_handshake, stored_handshakes
from wirerate.lab.mcu.on_board import MODELLED, STORED, timed, warm_cycles
from wirerate.lab.mcu.target import Target, target
from wirerate.progress import Progress
from wirerate.records import Measurement, Run
from wirerate.records.details import AbsentExtension, Handshake, HandshakeMessage, HandshakePart, Options

HANDSHAKE = "handshake"
WHOLE = ("wolfssl",)  # libraries whose handshake of DTLS 1.3 is run
COMPOSED_OF = f"it is composed of what Mbed TLS {DEFAULT} and the schemes' own code take"
FULL, ONE_SIDED = "ECDHE-ECDSA", "server certificate only"


def mcu_handshake(
    board: str | None = None,
    *,
    core: str | None = None,
    clock: float | None = None,
    flash: str | None = None,
    level: str | None = None,
    version: str | None = None,
    mbedtls: str | None = None,
    quantum: str | None = None,
    protocol: str | None = None,
    whose: str | None = None,
    measure: bool = False,
    progress: Progress | None = None,
) -> Run:
    """Every DTLS handshake that is known, both ends on the same board: stored ones at once, unless `measure` is set or
    `mbedtls` names a tree of one's own.

    `quantum` ("classical", "hybrid", "safe") asks for handshakes of that kind beside today's instead, of `protocol`
    ("dtls-1.3", "tls-1.3"): composed of operations and of the standards' messages. `whose`: of that library ("wolfssl")
    those that were run whole."""
    if mbedtls and version:
        raise UsageError("--mbedtls is a version of its own", fix="leave out --version")
    where = target(board, core=core, clock_hz=clock, flash=flash)
    if quantum:
        from wirerate.api.firmware.quantum import composed_handshakes

        if version or mbedtls:
            what = "--version" if version else "--mbedtls"
            raise UsageError(f"{what} has no meaning there: {COMPOSED_OF}", fix=f"leave out {what}")
        if whose:
            return _whole(where, quantum, protocol, whose, level_named(level), measure=measure, progress=progress)
        return composed_handshakes(where, quantum, protocol, level_named(level), measure=measure, progress=progress)
    if whose:
        raise UsageError("--of has no meaning without --quantum", fix="add --quantum safe")
    if protocol:
        raise UsageError("--protocol has no meaning without --quantum", fix="add --quantum safe")
    tree = own_tree(Path(mbedtls)) if mbedtls else None
    named = ".".join(release(tree).split(".")[:2]) if tree else tls_version(version)
    built_at = level_named(level)
    run = Run(command="mcu handshake", kind="handshake", environment=environment(), exit=EXIT_OK)
    try:
        for number, name in enumerate(SETUPS):
            found = None if measure or mbedtls else _stored(name, where, named, built_at)
            basis = STORED if found else MODELLED
            if found is None:
                if progress:
                    progress(number / len(SETUPS), name)
                found = _run_now(name, where, named, built_at, tree)
            run.measurements += _sides(found, where, basis)
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
    return run


def _whole(
    where: Target,
    quantum: str,
    protocol: str | None,
    whose: str,
    level: str,
    *,
    measure: bool,
    progress: Progress | None,
) -> Run:
    from wirerate.api.firmware.emulating import emulated_handshakes

    if whose not in WHOLE:
        raise unknown("library whose handshake is run whole", whose, WHOLE)
    if protocol not in (None, "dtls-1.3"):
        raise UsageError(f"of {whose} DTLS 1.3 is run, not {protocol}", fix="leave out --protocol, or --of")
    return emulated_handshakes(where, quantum, level, measure=measure, progress=progress)


def configurations(where: Target, version: str | None, level: str | None) -> Iterator[Measurement]:
    """Both ends of every full handshake, as something that a budget can hold: the board is one of them."""
    for name in SETUPS:
        found = _stored(name, where, tls_version(version), level_named(level))
        if found is not None and not found.setup.resumption:
            yield from _sides(found, where, STORED)


def tls_version(word: str | None) -> str:
    if word == P256M:
        raise UsageError("p256-m is a curve and no TLS", fix="take another --version")
    return version_named(word)


def proposal(row: Handshake) -> str:
    """The configuration of that end."""
    return configuration(SETUPS[row.setup], row.side, int(row.release.partition(".")[0]))


def symmetric_shares(version: str) -> list[float]:
    """What AES-CCM, SHA-256 and the PRF take of the cycles of each stored full ECDHE handshake, either end."""
    shares = []
    for found in stored_handshakes():
        if found.version == version and found.setup.suite == ECDHE and not found.setup.resumption:
            for side in found.sides.values():
                own = sum(part.instructions for name, part in side.operations.items() if name in SYMMETRIC)
                shares.append(own / side.trace.instructions)
    return shares


def emulated(name: str, where: Target, level: str) -> Stored | None:
    """A stored handshake of the default version: what a composition is held against."""
    return _stored(name, where, DEFAULT, level)


def _stored(name: str, where: Target, version: str, level: str) -> Stored | None:
    found = stored_handshake(name, where.core, version, level)
    return found if found is not None and _timed_for(found, where) else None


def _timed_for(found: Stored, target: Target) -> bool:
    """Whether the lines were counted that a flash with these buffers fetches."""
    return not target.flash.wait_states or all(
        target.flash.buffers in part.trace.misses for side in found.sides.values() for part in side.operations.values()
    )


def _run_now(name: str, where: Target, version: str, level: str, tree: Path | None) -> Stored:
    from wirerate.lab.mcu.build.toolchain import toolchain
    from wirerate.lab.mcu.handshake import run as lab

    found = lab.run(where.core, SETUPS[name], version=version, tree=tree, level=level, buffers=(where.flash.buffers,))
    return as_stored(name, version, found, toolchain().version)


def _sides(found: Stored, target: Target, basis: str) -> Iterator[Measurement]:
    for side, counts in found.sides.items():
        ns, placed = timed(counts.trace, target, counts.stack_bytes, counts.flash_bytes, heap_bytes=counts.heap_peak,
                           context_bytes=counts.context_bytes)  # fmt: skip
        setup = found.setup
        details = Handshake(
            **asdict(placed),
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
        yield Measurement(
            subject=f"dtls-{setup.suite}-{side}@mbedtls-{found.release}/{target.core}",
            operation=HANDSHAKE,
            basis=basis,
            bytes=float(found.bytes),
            ns=ns,
            details=details,
        )


def _parts(side: StoredSide, target: Target) -> Iterator[HandshakePart]:
    """Cycles of each operation, typical; what is left is the library's bookkeeping."""
    for name, part in side.operations.items():
        yield HandshakePart(operation=name, cycles=warm_cycles(part.trace, target).typical)
