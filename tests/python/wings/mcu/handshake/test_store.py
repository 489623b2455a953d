"""The project's own handshakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from wirerate.wings.mcu.curve_options import Toggles
from wirerate.wings.mcu.ecc.store import Case, project
from wirerate.wings.mcu.handshake.store import SETUPS, as_stored, stored_handshake, stored_handshakes
from wirerate.wings.mcu.lab.building import toolchain
from wirerate.wings.mcu.lab.mbedtls import run
from wirerate.wings.mcu.setups import SIDES
from wirerate.wings.mcu.target import target


@pytest.mark.skipif(not stored_handshakes(), reason="no handshakes are stored in this checkout")
@pytest.mark.parametrize("core", ["cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m4"])
def test_handshakes_are_stored_for_every_core(core: str) -> None:
    for name in SETUPS:
        found = stored_handshake(name, core)
        assert found is not None, name
        assert found.bytes == sum(message.bytes for message in found.messages)
        for side in found.sides.values():
            assert side.trace.instructions == sum(part.instructions for part in side.operations.values()) > 10_000


@pytest.mark.parametrize("board", ["f091rc", "lpc1768", "f401re"])
@pytest.mark.parametrize("side", SIDES)
def test_curves_cost_in_a_handshake_what_they_cost_alone(board: str, side: str) -> None:
    """The same library under the same options, with a heap that has seen more: the grid's points, operation by
    operation. Verified are the peer's certificate and its signature."""
    shaken, grid = stored_handshake("ECDHE-ECDSA", target(board).core), project("3.6")
    assert shaken is not None
    parts = {name: part.instructions for name, part in shaken.sides[side].operations.items()}

    def alone(operation: str) -> int:
        point = grid.known(
            Case("3.6", "-O2", "secp256r1", operation, Toggles(window=shaken.setup.window)), target(board)
        )
        assert point is not None
        return point.instructions

    assert parts["ECDSA sign"] == pytest.approx(alone("sign"), rel=0.02)
    assert parts["ECDSA verify"] == pytest.approx(2 * alone("verify"), rel=0.02)
    assert parts["ECDHE key generation"] + parts["ECDHE shared secret"] == pytest.approx(alone("ecdhe"), rel=0.02)


def test_what_is_stored_is_what_is_run(mbedtls: Path) -> None:
    """The one without a curve, which takes a second."""
    kept = stored_handshake("PSK", "cortex-m4")
    assert kept is not None
    here = as_stored("PSK", "3.6", run("cortex-m4", SETUPS["PSK"]), toolchain().version, kept.command)
    if (here.release, here.compiler) != (kept.release, kept.compiler):
        pytest.skip(f"stored by {kept.compiler} with {kept.release}, here are {here.compiler} and {here.release}")
    for side, then in kept.sides.items():
        now = here.sides[side]
        assert (now.stack_bytes, now.heap_peak, now.context_bytes, now.flash_bytes) == (
            then.stack_bytes, then.heap_peak, then.context_bytes, then.flash_bytes)  # fmt: skip
        assert now.trace.classes == then.trace.classes
    assert here.messages == kept.messages
