"""The project's own handshakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from wirerate.wings.mcu.curve_options import Case, Toggles
from wirerate.wings.mcu.lab.mbedtls import run
from wirerate.wings.mcu.setups import SETUPS, SIDES
from wirerate.wings.mcu.store import known_on_curve, stored_handshakes
from wirerate.wings.mcu.target import built_for, target


@pytest.mark.skipif(not stored_handshakes(), reason="no handshakes are stored in this checkout")
@pytest.mark.parametrize("core", ["cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m4"])
def test_handshakes_are_stored_for_every_core(core: str) -> None:
    for name in SETUPS:
        found = stored_handshakes()[name, built_for(core), "-O2", "3.6"]
        for side in found.sides.values():
            assert side.whole.instructions == sum(part.instructions for part in side.runs.values()) > 10_000


@pytest.mark.parametrize("board", ["f091rc", "lpc1768", "f401re"])
@pytest.mark.parametrize("side", SIDES)
def test_curves_cost_in_a_handshake_what_they_cost_alone(board: str, side: str) -> None:
    """The same library under the same options, with a heap that has seen more: the grid's points, operation by
    operation. Verified are the peer's certificate and its signature."""
    shaken = stored_handshakes()["ECDHE-ECDSA", built_for(target(board).core), "-O2", "3.6"]
    parts = {name: part.instructions for name, part in shaken.sides[side].runs.items()}

    def alone(operation: str) -> int:
        toggles = Toggles(window=SETUPS[shaken.name].window)
        point = known_on_curve(Case("3.6", "-O2", "secp256r1", operation, toggles), target(board))
        assert point is not None
        return point.counted.trace.instructions

    assert parts["ECDSA sign"] == pytest.approx(alone("sign"), rel=0.02)
    assert parts["ECDSA verify"] == pytest.approx(2 * alone("verify"), rel=0.02)
    assert parts["ECDHE key generation"] + parts["ECDHE shared secret"] == pytest.approx(alone("ecdhe"), rel=0.02)


def test_what_is_stored_is_what_is_run(mbedtls: Path) -> None:
    """The one without a curve, which takes a second."""
    kept, here = stored_handshakes()["PSK", "cortex-m4", "-O2", "3.6"], run("PSK")
    if (here.made.release, here.made.compiler) != (kept.made.release, kept.made.compiler):
        pytest.skip(f"stored by {kept.made.compiler} with {kept.made.release}, here is {here.made}")
    for side, then in kept.sides.items():
        now = here.sides[side]
        assert (now.stack_bytes, now.heap_bytes, now.context_bytes, now.flash_bytes) == (
            then.stack_bytes, then.heap_bytes, then.context_bytes, then.flash_bytes)  # fmt: skip
        assert now.whole.classes == then.whole.classes
    assert here.messages == kept.messages
