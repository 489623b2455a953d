"""Stored handshakes beside what runs now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from wirerate.wings.mcu.points import Handshake, Made


def _without(found: Any, name: str) -> Any:
    if isinstance(found, dict):
        return {key: _without(each, name) for key, each in found.items() if key != name}
    return found


@pytest.fixture
def counts() -> Callable[[Handshake], Handshake]:
    """A row's counts: what was fetched through a cache is not stored of handshakes."""

    def of(row: Handshake) -> Handshake:
        return msgspec.convert(_without(msgspec.to_builtins(replace(row, made=Made())), "fetched"), type=Handshake)

    return of
