"""DTLS handshakes between two emulated ends: either end's time by operation, RAM, flash, and the messages."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import asdict

from wirerate.api.firmware.question import Asked
from wirerate.api.session import Progress
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK
from wirerate.lab.host import environment
from wirerate.lab.mcu.handshake_config import ABSENT, ECDHE, configuration
from wirerate.lab.mcu.handshake_operations import SYMMETRIC
from wirerate.lab.mcu.handshake_store import SETUPS, Stored, StoredSide, as_stored, stored_handshake, stored_handshakes
from wirerate.lab.mcu.rows import MODELLED, STORED, Extra, timed, untyped
from wirerate.lab.mcu.target import Target
from wirerate.lab.mcu.timing import cycles
from wirerate.records import Measurement, Run
from wirerate.records.details import AbsentExtension, Handshake, HandshakeMessage, HandshakePart, Options

HANDSHAKE = "handshake"


def handshake(asked: Asked, progress: Progress | None = None) -> Run:
    """Every setup, stored ones at once; with a tree of the reader's own, run now."""
    run = Run(command="mcu handshake", kind="handshake", environment=environment(), exit=EXIT_OK)
    try:
        for number, name in enumerate(SETUPS):
            found = None if asked.question.measure else _stored(name, asked)
            basis = STORED if found else MODELLED
            if found is None:
                if progress:
                    progress(number / len(SETUPS), name)
                found = _run_now(name, asked)
            run.measurements += _sides(found, asked.target, basis)
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
    return run


def configurations(asked: Asked, progress: Progress | None = None) -> list[Measurement]:
    """Both ends of every full handshake, as something that a budget can hold: the board is one of them."""
    rows = []
    for name in SETUPS:
        found = _stored(name, asked)
        if found is not None and not found.setup.resumption:
            rows += list(_sides(found, asked.target, STORED))
    return rows


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


def _stored(name: str, asked: Asked) -> Stored | None:
    if asked.question.mbedtls is not None:
        return None
    found = stored_handshake(name, asked.target.core, asked.version, asked.level)
    return found if found is not None and _timed_for(found, asked.target) else None


def _timed_for(found: Stored, target: Target) -> bool:
    """Whether the lines were counted that a flash with these buffers fetches."""
    return not target.flash.wait_states or all(
        target.flash.buffers in part.trace.misses for side in found.sides.values() for part in side.operations.values()
    )


def _run_now(name: str, asked: Asked) -> Stored:
    from pathlib import Path

    from wirerate.lab.mcu import handshake as lab
    from wirerate.lab.mcu.toolchain import toolchain

    tree = Path(asked.question.mbedtls) if asked.question.mbedtls else None
    found = lab.run(asked.target.core, SETUPS[name], version=asked.version, tree=tree, level=asked.level,
                    buffers=(asked.target.flash.buffers,))  # fmt: skip
    return as_stored(name, asked.version, found, toolchain().version)


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
        )
        yield Measurement(
            subject=f"dtls-{setup.suite}-{side}@mbedtls-{found.release}/{target.core}",
            operation=HANDSHAKE,
            basis=basis,
            bytes=float(found.bytes),
            ns=ns,
            details=details,
            extra=_untyped(details),
        )


def _untyped(details: Handshake) -> Extra:
    return untyped(details) | {
        "messages": "; ".join(f"{m.side} {m.name} {m.bytes}" for m in details.messages),
        "absent": "; ".join(f"{each.extension}: {each.reason}" for each in details.absent),
        **{name: int(value) for name, value in asdict(details.options).items()},
        **{f"cycles of {part.operation}": part.cycles for part in details.parts},
    }


def _parts(side: StoredSide, target: Target) -> Iterator[HandshakePart]:
    """Cycles of each operation, typical; what is left is the library's bookkeeping."""
    flash = target.flash if target.flash.wait_states else None
    for name, part in side.operations.items():
        spent = cycles(part.trace, target.core, flash, target.multiply_cycles)
        yield HandshakePart(operation=name, cycles=spent.typical)
