# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu handshake`: DTLS 1.2's as they were run; those that withstand a quantum computer, composed or run whole."""

from __future__ import annotations

from pathlib import Path

from wirerate.catalogue.libraries import version_named
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK
from wirerate.host.machine import environment
from wirerate.question import asks
from wirerate.wings.mcu.answers import dtls12
from wirerate.wings.mcu.handshake.store import SETUPS
from wirerate.wings.mcu.on_board import MODELLED, STORED
from wirerate.wings.mcu.questions import McuHandshake
from wirerate.wings.mcu.runs import ComposedRun, HandshakeRun, WholeRun


@asks(McuHandshake)
def mcu_handshake(asked: McuHandshake) -> HandshakeRun | ComposedRun | WholeRun:
    """Every DTLS handshake that is known, both ends on the same board: stored ones at once, unless `measure` is set or
    `mbedtls` names a tree of one's own.

    `quantum` ("classical", "hybrid", "safe") asks for handshakes of that kind beside today's instead, of `protocol`
    ("dtls-1.3", "tls-1.3"): composed of operations and of the standards' messages. `whose`: of that library ("wolfssl")
    those that were run whole."""
    if asked.quantum and asked.whose:
        from wirerate.wings.mcu.answers.emulating import emulated_handshakes

        return emulated_handshakes(asked, asked.quantum)
    if asked.quantum:
        from wirerate.wings.mcu.answers.quantum import composed_handshakes

        return composed_handshakes(asked, asked.quantum)
    tree, version = _tree_and_version(asked)
    run = HandshakeRun(command="mcu handshake", environment=environment(), exit=EXIT_OK)
    try:
        for number, name in enumerate(SETUPS):
            found = None if asked.measure or tree else dtls12.stored(name, asked.where, version, asked.built_at)
            basis = STORED if found else MODELLED
            if found is None:
                if asked.progress:
                    asked.progress(number / len(SETUPS), name)
                found = dtls12.run_now(name, asked.where, version, asked.built_at, tree)
            run.rows += dtls12.sides(found, asked.where, basis)
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
    return run


def _tree_and_version(asked: McuHandshake) -> tuple[Path | None, str]:
    if not asked.mbedtls:
        return None, version_named(asked.version)
    from wirerate.wings.mcu.lab.source import own_tree, release

    tree = own_tree(Path(asked.mbedtls))
    return tree, ".".join(release(tree).split(".")[:2])
