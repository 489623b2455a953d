"""The stored DTLS 1.2 handshakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from wirerate.wings.mcu.curve_options import Case, Toggles
from wirerate.wings.mcu.lab.mbedtls import run
from wirerate.wings.mcu.setups import SETUPS, SIDES
from wirerate.wings.mcu.store import find_on_curve, stored_handshakes
from wirerate.wings.mcu.target import built_for, target


@pytest.mark.skipif(not stored_handshakes(), reason="no handshakes are stored in this checkout")
@pytest.mark.parametrize("core", ["cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m4"])
def test_handshakes_are_stored_for_every_core(core: str) -> None:
    for name in SETUPS:
        handshake = stored_handshakes()[name, built_for(core), "-O2", "3.6"]
        for side in handshake.sides.values():
            assert side.whole.instructions == sum(part.instructions for part in side.runs.values()) > 10_000


@pytest.mark.parametrize("board", ["f091rc", "lpc1768", "f401re"])
@pytest.mark.parametrize("side", SIDES)
def test_curves_cost_in_a_handshake_what_they_cost_alone(board: str, side: str) -> None:
    """Compare a handshake's operations with the grid's points: the same library and options, but a used heap.

    A handshake verifies two signatures: the one on the peer's certificate and the peer's own.
    """
    shaken = stored_handshakes()["ECDHE-ECDSA", built_for(target(board).core), "-O2", "3.6"]
    parts = {name: part.instructions for name, part in shaken.sides[side].runs.items()}

    def alone(operation: str) -> int:
        toggles = Toggles(window=SETUPS[shaken.name].window)
        point = find_on_curve(Case("3.6", "-O2", "secp256r1", operation, toggles), target(board))
        assert point is not None
        return point.counted.trace.instructions

    assert parts["ECDSA sign"] == pytest.approx(alone("sign"), rel=0.02)
    assert parts["ECDSA verify"] == pytest.approx(2 * alone("verify"), rel=0.02)
    assert parts["ECDHE key generation"] + parts["ECDHE shared secret"] == pytest.approx(alone("ecdhe"), rel=0.02)


def test_the_stored_handshake_equals_a_new_run(mbedtls: Path) -> None:
    """Use the PSK handshake, which takes only a second."""
    kept, measured = stored_handshakes()["PSK", "cortex-m4", "-O2", "3.6"], run("PSK")
    if (measured.made.release, measured.made.compiler) != (kept.made.release, kept.made.compiler):
        pytest.skip(f"stored by {kept.made.compiler} with {kept.made.release}, but measured by {measured.made}")
    for side, stored_side in kept.sides.items():
        measured_side = measured.sides[side]
        for field in ("stack_bytes", "heap_bytes", "context_bytes", "flash_bytes"):
            assert getattr(measured_side, field) == getattr(stored_side, field)
        assert measured_side.whole.classes == stored_side.whole.classes
    assert measured.messages == kept.messages
