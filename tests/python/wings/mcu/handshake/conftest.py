"""Stored handshakes beside what runs now."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest


def _without(found: Any, name: str) -> Any:
    if isinstance(found, dict):
        return {key: _without(each, name) for key, each in found.items() if key != name}
    return found


@pytest.fixture
def counts() -> Callable[[msgspec.Struct], Any]:
    """A row's counts: what was fetched through a cache is not stored of handshakes."""
    return lambda row: _without(msgspec.to_builtins(row), "fetched")
