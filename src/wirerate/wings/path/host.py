# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The kernel that answers, as it tells of itself."""

from __future__ import annotations

import os
from pathlib import Path as File

from wirerate.wings.path.found import Host


def this_host(cpu: int) -> Host:
    """`cpu` is the one that the sender is pinned to."""
    first = File("/proc/self/uid_map").read_text().split()[1:2] == ["0"]
    return Host(
        release=os.uname().release,
        mitigations=_mitigations(),
        cpu=cpu,
        cpus=os.cpu_count() or 1,
        as_root=first,
    )


def _mitigations() -> tuple[str, ...]:
    """Those that this kernel applies."""
    found = []
    for file in sorted(File("/sys/devices/system/cpu/vulnerabilities").glob("*")):
        try:
            told = file.read_text()
        except OSError:
            continue
        if told.startswith("Mitigation"):
            found.append(file.name)
    return tuple(found)
