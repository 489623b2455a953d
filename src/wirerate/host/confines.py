# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What this process runs in, and cannot see by its CPUs: a share of their time, memory it may not pass, an emulator."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

_GROUPS = Path("/sys/fs/cgroup")


def cpu_quota(groups: Path = _GROUPS, own: str | None = None) -> float | None:
    """How many CPUs' time the control groups allow (0.5: a half of one), whatever their number; None without a limit.

    The least of the group's own and those above it counts. `own` is /proc/self/cgroup's text; in a container its paths
    may be those of the machine, and the group is then the root of what is mounted.
    """
    limits = []
    for folder in _folders(groups, "cpu", own):
        quota, _, period = _read(folder / "cpu.max").partition(" ")
        if not quota:
            quota, period = _read(folder / "cpu.cfs_quota_us"), _read(folder / "cpu.cfs_period_us")
        if quota.isdigit() and period.isdigit() and int(period):
            limits.append(int(quota) / int(period))
    return min(limits, default=None)


def memory_limit(groups: Path = _GROUPS, own: str | None = None) -> int | None:
    """Bytes that the control groups allow; None without a limit."""
    folders = list(_folders(groups, "memory", own))
    limits = [_read(folder / name) for folder in folders for name in ("memory.max", "memory.limit_in_bytes")]
    return min((int(limit) for limit in limits if limit.isdigit()), default=None)


def emulator() -> str:
    """The program that interprets this process's instructions, "qemu-aarch64"; "" where a processor executes them.

    It answers for itself under /proc/self, but not for the thread, which is the same process under another name. An
    emulated machine, by contrast, tells by the name of its processor.
    """
    with contextlib.suppress(OSError):
        name = Path("/proc/thread-self/exe").readlink().name
        if name.startswith("qemu-"):
            return name
    return "QEMU" if "QEMU TCG CPU" in _read(Path("/proc/cpuinfo")) else ""


def _folders(groups: Path, controller: str, own: str | None) -> Iterator[Path]:
    """Folders that may hold a controller's limits: of both versions of the interface, from the own group up."""
    text = _read(Path("/proc/self/cgroup")) if own is None else own
    found = re.findall(r"^\d+:([^:\n]*):(/.*)$", text, re.MULTILINE)
    for names, path in [*found, ("", "/"), (controller, "/")]:
        if names and controller not in names.split(","):
            continue
        mounts = [groups / names, groups / controller] if names else [groups, groups / "unified"]
        inner = Path(path.lstrip("/"))
        for mount in mounts:
            yield from (mount / level for level in (inner, *inner.parents))


def _read(path: Path) -> str:
    with contextlib.suppress(OSError):
        return path.read_text(errors="replace").strip()
    return ""
