"""DTLS handshakes between two emulated ends: either end's time by operation, RAM, flash, and the messages."""

from __future__ import annotations

from collections.abc import Iterator

from wirerate.api.firmware.question import Asked
from wirerate.api.session import Progress
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK
from wirerate.lab.host import environment
from wirerate.lab.mcu.handshake_config import ABSENT, ECDHE, Setup, configuration
from wirerate.lab.mcu.handshake_operations import SYMMETRIC
from wirerate.lab.mcu.handshake_store import SETUPS, Stored, StoredSide, as_stored, stored_handshake, stored_handshakes
from wirerate.lab.mcu.rows import MODELLED, STORED, Extra, timed
from wirerate.lab.mcu.target import Target
from wirerate.lab.mcu.timing import cycles
from wirerate.records import Measurement, Run

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
    for row in rows:
        setup = SETUPS[str(row.extra["setup"])]
        row.extra["proposal"] = configuration(setup, str(row.extra["side"]), _major(str(row.extra["release"])))
    return rows


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
        row = timed(counts.trace, target, counts.stack_bytes, counts.heap_peak, counts.flash_bytes)
        row.subject = f"dtls-{found.setup.suite}-{side}@mbedtls-{found.release}/{target.core}"
        row.operation, row.basis, row.bytes = HANDSHAKE, basis, float(found.bytes)
        row.extra |= {
            "setup": found.name,
            "side": side,
            "suite": found.setup.suite,
            "version": found.version,
            "release": found.release,
            "level": found.level.removeprefix("-"),
            "context_bytes": counts.context_bytes,
            "ram_bytes": counts.stack_bytes + counts.heap_peak + counts.context_bytes,
            "content_length": found.setup.content_length,
            "datagrams": found.datagrams,
            "bytes_on_ipv4": found.bytes_on_ipv4,
            "messages": "; ".join(f"{m.side} {m.name} {m.bytes}" for m in found.messages),
            "command": found.command,
            "absent": "; ".join(f"{extension}: {why}" for extension, why in ABSENT.items()),
            **_options(found.setup),
            **_parts(counts, target),
        }
        yield row


def _options(setup: Setup) -> Extra:
    return {"nist": int(setup.nist), "fixed_point": int(setup.fixed_point), "window": setup.window}


def _parts(side: StoredSide, target: Target) -> Extra:
    """Cycles of each operation, typical; what is left is the library's bookkeeping."""
    flash = target.flash if target.flash.wait_states else None
    return {f"cycles of {name}": cycles(part.trace, target.core, flash, target.multiply_cycles).typical
            for name, part in side.operations.items()}  # fmt: skip


def _major(release: str) -> int:
    return int(release.partition(".")[0])
