"""The project's own handshakes."""

from __future__ import annotations

import pytest

from wirerate.lab.mcu.handshake.store import SETUPS, stored_handshake, stored_handshakes


@pytest.mark.skipif(not stored_handshakes(), reason="no handshakes are stored in this checkout")
@pytest.mark.parametrize("core", ["cortex-m0", "cortex-m0plus", "cortex-m3", "cortex-m4"])
def test_handshakes_are_stored_for_every_core(core: str) -> None:
    for name in SETUPS:
        found = stored_handshake(name, core)
        assert found is not None, name
        assert found.bytes == sum(message.bytes for message in found.messages)
        for side in found.sides.values():
            assert side.trace.instructions == sum(part.instructions for part in side.operations.values()) > 10_000
