# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What /proc says of all processes; those that end meanwhile are left out."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path


def of_each(name: str) -> Iterator[tuple[int, bytes]]:
    """Each process and what its file of that name holds. Not by Path.glob, which raises for one that has just ended."""
    for process in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if process.name.isdigit():
                yield int(process.name), (process / name).read_bytes()
