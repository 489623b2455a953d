# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Cleanup after killed runs, which cannot clean up themselves.

The kernel ends the children of a killed run. The names of temporary directories and network namespaces contain the ID
of the process that created them, and the next run removes those whose process has ended.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import signal
import stat
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

_PR_SET_PDEATHSIG = 1  # <linux/prctl.h>
_NAME = re.compile(r"wirerate-[a-z]+-(\d+)-(\d+)-(\d+)(?!\d)")
_START_TIME = 22  # number of the field in /proc/PID/stat (proc_pid_stat(5)); in clock ticks since boot
_libc = ctypes.CDLL(None)


def die_with_parent() -> None:
    """Let the kernel kill this process when its parent dies, even by SIGKILL. Call it in the child, or pass it to Popen
    as `preexec_fn`.
    """
    if hasattr(_libc, "prctl"):
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def spawn(command: Sequence[str], **streams: Any) -> subprocess.Popen[bytes]:
    """Start a child that ends with this process. The child has its own session, so that Ctrl-C in the terminal reaches
    only this process.
    """
    return subprocess.Popen(command, start_new_session=True, preexec_fn=die_with_parent, **streams)


def stop(child: subprocess.Popen[bytes]) -> None:
    """Kill the child and the other processes of its session."""
    if child.returncode is not None:
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        child.kill()
    child.wait()


def name_with_process(purpose: str) -> str:
    """Return a name that contains this process's ID, its start time (because IDs are reused) and its PID namespace."""
    return f"wirerate-{purpose}-{os.getpid()}-{_start_time(os.getpid()) or 0}-{_pid_namespace()}"


def is_abandoned(name: str) -> bool:
    """Return whether the process named in `name` has ended. Return False for a process in another PID namespace, which
    cannot be looked up.
    """
    match = _NAME.match(name)
    if not match or not _pid_namespace() or int(match[3]) != _pid_namespace():
        return False
    return _start_time(int(match[1])) != int(match[2])


@contextmanager
def temporary_folder(purpose: str) -> Iterator[Path]:
    """Create a temporary directory, and remove it when the `with` block ends."""
    path = make_folder(purpose)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def make_folder(purpose: str) -> Path:
    """Create a private temporary directory, and remove those that killed runs left behind."""
    parent = Path(tempfile.gettempdir())
    for path in parent.glob("wirerate-*"):
        if is_abandoned(path.name) and _is_our_folder(path):
            shutil.rmtree(path, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{name_with_process(purpose)}-", dir=parent))


def _is_our_folder(path: Path) -> bool:
    """Return whether the path is a directory of this user, not a link. Any user can create files in /tmp."""
    try:
        status = path.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid()


def _start_time(process: int) -> int | None:
    """Return the start time of a process, in clock ticks since boot; None if it has ended or is a zombie."""
    try:
        # The second field, the program's name in parentheses, may contain blanks and parentheses.
        fields = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return None
    return None if fields[0] in (b"Z", b"X") else int(fields[_START_TIME - 3])


def _pid_namespace() -> int:
    """Return the inode number of our PID namespace; 0 without /proc, where no process can be looked up."""
    try:
        return Path("/proc/self/ns/pid").stat().st_ino
    except OSError:
        return 0
