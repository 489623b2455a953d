# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Where a user's files of this program lie (XDG Base Directory Specification: a relative value is to be ignored)."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder(part: str) -> Path:
    """What can be made again: downloads, builds, logs."""
    return _home("XDG_CACHE_HOME", ".cache") / part


def state_folder(part: str) -> Path:
    """What was measured and would have to be measured again."""
    return _home("XDG_STATE_HOME", ".local/state") / part


def _home(variable: str, usual: str) -> Path:
    given = os.environ.get(variable, "")
    return (Path(given) if given.startswith("/") else Path.home() / usual) / "wirerate"
