# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The folders for a user's files, by the XDG Base Directory Specification, which says to ignore relative paths."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder(part: str) -> Path:
    """Return the folder for downloads, builds and logs, which can be created again."""
    return _home("XDG_CACHE_HOME", ".cache") / part


def state_folder(part: str) -> Path:
    """Return the folder for measured results, which can be replaced only by measuring again."""
    return _home("XDG_STATE_HOME", ".local/state") / part


def _home(variable: str, default: str) -> Path:
    value = os.environ.get(variable, "")
    return (Path(value) if value.startswith("/") else Path.home() / default) / "wirerate"
