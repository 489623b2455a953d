# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu handshake`: DTLS 1.2's as they were run; those that withstand a quantum computer, composed or run whole."""

from __future__ import annotations

from pathlib import Path

from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK, UsageError, unknown
from wirerate.host.machine import environment
from wirerate.progress import Progress
from wirerate.wings.mcu.answers import dtls12
from wirerate.wings.mcu.handshake.store import SETUPS
from wirerate.wings.mcu.on_board import MODELLED, STORED
from wirerate.wings.mcu.runs import ComposedRun, HandshakeRun, WholeRun
from wirerate.wings.mcu.target import Target, level_named, target

WHOLE = ("wolfssl",)  # libraries whose handshake of DTLS 1.3 is run


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
) -> HandshakeRun | ComposedRun | WholeRun:
    """Every DTLS handshake that is known, both ends on the same board: stored ones at once, unless `measure` is set or
    `mbedtls` names a tree of one's own.

    `quantum` ("classical", "hybrid", "safe") asks for handshakes of that kind beside today's instead, of `protocol`
    ("dtls-1.3", "tls-1.3"): composed of operations and of the standards' messages. `whose`: of that library ("wolfssl")
    those that were run whole."""
    if mbedtls and version:
        raise UsageError("--mbedtls is a version of its own", fix="leave out --version")
    where = target(board, core=core, clock_hz=clock, flash=flash)
    if quantum:
        from wirerate.wings.mcu.answers.quantum import composed_handshakes

        if version or mbedtls:
            what = "--version" if version else "--mbedtls"
            raise UsageError(f"{what} has no meaning there: {dtls12.COMPOSED_OF}", fix=f"leave out {what}")
        if whose:
            return _whole(where, quantum, protocol, whose, level_named(level), measure=measure, progress=progress)
        return composed_handshakes(where, quantum, protocol, level_named(level), measure=measure, progress=progress)
    if whose:
        raise UsageError("--of has no meaning without --quantum", fix="add --quantum safe")
    if protocol:
        raise UsageError("--protocol has no meaning without --quantum", fix="add --quantum safe")
    tree, named = _own(mbedtls) if mbedtls else (None, dtls12.tls_version(version))
    built_at = level_named(level)
    run = HandshakeRun(command="mcu handshake", environment=environment(), exit=EXIT_OK)
    try:
        for number, name in enumerate(SETUPS):
            found = None if measure or mbedtls else dtls12.stored(name, where, named, built_at)
            basis = STORED if found else MODELLED
            if found is None:
                if progress:
                    progress(number / len(SETUPS), name)
                found = dtls12.run_now(name, where, named, built_at, tree)
            run.rows += dtls12.sides(found, where, basis)
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
    return run


def _own(mbedtls: str) -> tuple[Path, str]:
    """A tree of the reader's, and the version that it is of."""
    from wirerate.wings.mcu.lab.source import own_tree, release

    tree = own_tree(Path(mbedtls))
    return tree, ".".join(release(tree).split(".")[:2])


def _whole(
    where: Target,
    quantum: str,
    protocol: str | None,
    whose: str,
    level: str,
    *,
    measure: bool,
    progress: Progress | None,
) -> WholeRun:
    from wirerate.wings.mcu.answers.emulating import emulated_handshakes

    if whose not in WHOLE:
        raise unknown("library whose handshake is run whole", whose, WHOLE)
    if protocol not in (None, "dtls-1.3"):
        raise UsageError(f"of {whose} DTLS 1.3 is run, not {protocol}", fix="leave out --protocol, or --of")
    return emulated_handshakes(where, quantum, level, measure=measure, progress=progress)
