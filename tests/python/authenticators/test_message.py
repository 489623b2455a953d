"""The state of a message in pieces is wiped when the object is deleted."""

from __future__ import annotations

import pytest

from wirerate._native import ffi
from wirerate.authenticators import message


def test_memory_is_wiped_when_it_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    wipe = message._wipe

    def wipe_and_look(memory: object) -> None:
        wipe(memory)
        seen.append(bytes(ffi.buffer(memory)))

    monkeypatch.setattr(message, "_wipe", wipe_and_look)
    state = message.wiped("wr_hmac_md5_state *")
    size = ffi.sizeof(state[0])
    ffi.buffer(state)[:] = b"\xa5" * size
    ffi.release(state)
    assert seen == [bytes(size)]
