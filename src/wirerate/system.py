# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What of wirerate this system can have: all of it on Linux; elsewhere the library, models, stored answers and files.

Elsewhere the extension lacks what measures, and whoever asks for it is told so from here.
"""

from __future__ import annotations

import os
import platform
from typing import Any

from wirerate import _native
from wirerate.errors import MissingError

MEASURES = hasattr(_native.lib, "wrh_run")


def elsewhere() -> tuple[str, str, str]:
    """What is so, why it matters, and what to type, where nothing measures."""
    return (
        f"this is {platform.system()}, without the part that measures",
        "check, speed, compare, ssh, ah and path take Linux",
        "ask on the Linux machine in question: wirerate fleet check HOST; here: model, hw, mcu, report, sum",
    )


def check_measures() -> None:
    """A MissingError where nothing does."""
    if not MEASURES:
        what, why, fix = elsewhere()
        raise MissingError(f"{what}: {why}", fix=fix)


class _Elsewhere:
    """In place of what measures: its constants are there to be named."""

    def __getattr__(self, name: str) -> int:
        if not name.isupper():
            check_measures()
        return 0


host: Any = _native.lib if MEASURES else _Elsewhere()


def processors() -> set[int]:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return os.sched_getaffinity(0)
    return set(range(os.cpu_count() or 1))
