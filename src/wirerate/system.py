# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The parts of wirerate that this operating system supports: all of them on Linux.

On other systems the extension cannot measure. The library, models, stored results and run files work there.
"""

from __future__ import annotations

import os
import platform
from typing import Any

from wirerate import _native
from wirerate.errors import MissingError

MEASURES = hasattr(_native.lib, "wrh_run")


def elsewhere() -> tuple[str, str, str]:
    """Return the problem, the reason and what to type, on a system other than Linux."""
    return (
        f"wirerate cannot measure on {platform.system()}",
        "check, speed, compare, ssh, ah and path need Linux",
        "measure on a Linux machine: wirerate fleet check HOST; this system runs model, hw, mcu, report and sum",
    )


def check_measures() -> None:
    """Raise a MissingError on a system that cannot measure."""
    if not MEASURES:
        problem, reason, fix = elsewhere()
        raise MissingError(f"{problem}: {reason}", fix=fix)


class _Elsewhere:
    """A stand-in for the measuring part of the extension: constants are 0, functions raise a MissingError."""

    def __getattr__(self, name: str) -> int:
        if not name.isupper():
            check_measures()
        return 0


host: Any = _native.lib if MEASURES else _Elsewhere()


def processors() -> set[int]:
    """Return the numbers of the CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return os.sched_getaffinity(0)
    return set(range(os.cpu_count() or 1))
