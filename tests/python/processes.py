# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Read files in /proc for all processes, ignoring processes that end meanwhile."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path


def of_each(name: str) -> Iterator[tuple[int, bytes]]:
    """Yield each process with the content of its file of that name. Path.glob raises if a process has just ended."""
    for process in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if process.name.isdigit():
                yield int(process.name), (process / name).read_bytes()
