# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Other commands, called by name."""

from __future__ import annotations

from typing import Any

from wirerate import registry
from wirerate.errors import MissingError


def call(name: str) -> Any:
    """Return `wirerate.NAME`; a MissingError where this installation has no such command."""
    function = registry.call(name)
    if function is None:
        raise MissingError(f"this installation of wirerate has no `{name}`", fix="install all of wirerate")
    return function
