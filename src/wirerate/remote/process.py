# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Children that cannot outlive us, and what they cost.

A child dies with this process even when that is killed (prctl PR_SET_PDEATHSIG), is not reached by the terminal's
Ctrl-C before we are (a session of its own), and has its CPU time read before it is reaped.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from wirerate.leftovers import die_with_parent


@dataclass(frozen=True)
class Usage:
    """What a process cost, in seconds; waiting is time when it was ready to run and another program had the CPU."""

    user: float
    system: float
    waiting: float
    involuntary: int | None = None  # switches to another program; None: not told

    @property
    def cpu(self) -> float:
        return self.user + self.system


@dataclass(frozen=True)
class Processors:
    """Ticks of all CPUs since the system's start, by what became of them."""

    ran: int
    stolen: int | None  # by the hypervisor, while there was work; None: not told

    def stolen_since(self, before: Processors) -> float | None:
        """The share of the CPU time wanted since then that was stolen."""
        if self.stolen is None or before.stolen is None:
            return None
        stolen = self.stolen - before.stolen
        return max(0.0, stolen / max(1, stolen + self.ran - before.ran))


def processors() -> Processors:
    """From the first line of /proc/stat (proc_stat(5)): user, nice, system, idle, iowait, irq, softirq, steal."""
    try:
        fields = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
    except OSError:
        fields = []
    if len(fields) < 8:
        return Processors(0, None)
    return Processors(sum(fields[:3]) + sum(fields[5:7]), fields[7])


def spawn(command: Sequence[str], **streams: Any) -> subprocess.Popen[bytes]:
    """Starts a child that ends when we do."""
    return subprocess.Popen(command, start_new_session=True, preexec_fn=die_with_parent, **streams)


def finish(child: subprocess.Popen[bytes]) -> Usage:
    """Waits for the child's end and returns its usage."""
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    waiting = schedule(f"/proc/{child.pid}/schedstat")[1]
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return Usage(usage.ru_utime, usage.ru_stime, waiting, usage.ru_nivcsw)


def schedule(path: str) -> tuple[float, float]:
    """Seconds on a CPU and seconds waiting for one (Documentation/scheduler/sched-stats.rst); zeros if not told."""
    try:
        return parse_schedule(Path(path).read_text())
    except OSError:
        return 0.0, 0.0


def parse_schedule(text: str) -> tuple[float, float]:
    words = text.split()
    return (int(words[0]) / 1e9, int(words[1]) / 1e9) if len(words) >= 2 else (0.0, 0.0)


def stop(child: subprocess.Popen[bytes]) -> None:
    """Ends the child, and its session's other processes with it, whatever state they are in."""
    if child.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError):
        child.kill()
    child.wait()
