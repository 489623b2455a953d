# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What limited a run: a sentence from where its time went."""

from __future__ import annotations

import contextlib
from pathlib import Path

from wirerate.wings.sum.files.engine import Usage

_MOSTLY = 0.5  # the share of all thread time from which on a thing is what limits


def storage_bytes() -> int | None:
    """Bytes that this process had fetched from storage so far; None where the kernel does not tell (proc(5))."""
    with contextlib.suppress(OSError, ValueError):
        for line in Path("/proc/self/io").read_text().splitlines():
            if line.startswith("read_bytes:"):
                return int(line.split()[1])
    return None


def limited_by(usage: Usage, seconds: float, threads: int, fetched: int | None) -> str:
    """`seconds` by the clock; `fetched`: bytes from storage meanwhile."""
    seconds = max(seconds, 1e-9)
    waited = max(0.0, usage.reading - usage.reading_cpu) / (seconds * threads)
    hashing = usage.hashing / seconds
    speed = rate(usage.bytes / seconds)
    from_storage = fetched is None or fetched > usage.bytes / 10
    if waited >= _MOSTLY and from_storage:
        return f"disk at {speed}; hashing used {hashing * 100:.0f} % of a core"
    if waited >= _MOSTLY:
        return f"waiting for data or for other programs, at {speed}; hashing used {hashing * 100:.0f} % of a core"
    reading = usage.reading_cpu / seconds
    shares = f"hashing used {hashing * 100:.0f} % of a core, reading from the page cache {reading * 100:.0f} %"
    if hashing + reading < _MOSTLY * threads and usage.files:
        return f"opening files, {usage.files / seconds:,.0f} a second; {shares}"
    return f"{'CPU' if threads == 1 else f'{threads} CPUs'} at {speed}; {shares}"


def rate(bytes_per_second: float) -> str:
    """Three digits and a unit, of powers of 1000 as for all rates."""
    return f"{size(bytes_per_second)}/s"


def size(count: float) -> str:
    """Bytes in the unit that leaves one to three digits before the point."""
    for unit in ("B", "kB", "MB", "GB"):
        if count < 999.5:
            return f"{count:.3g} {unit}" if unit != "B" else f"{count:.0f} B"
        count /= 1000
    return f"{count:.4g} TB"
