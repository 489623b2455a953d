# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a killed run leaves, and that it is removed. Children end with it; directories wait for the next start.

A program that is killed cleans up nothing. So the name of a directory or network namespace tells whose it is, and the
next start removes those whose process is no more.
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
_STARTED = 22  # the field of /proc/PID/stat (proc_pid_stat(5)), in clock ticks since the system's start
_libc = ctypes.CDLL(None)


def die_with_parent() -> None:
    """For the child itself, or for Popen's `preexec_fn`: it is killed when its parent is, even by SIGKILL."""
    if hasattr(_libc, "prctl"):
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def spawn(command: Sequence[str], **streams: Any) -> subprocess.Popen[bytes]:
    """Starts a child that ends when we do, and that the terminal's Ctrl-C does not reach before us: it has a session of
    its own."""
    return subprocess.Popen(command, start_new_session=True, preexec_fn=die_with_parent, **streams)


def stop(child: subprocess.Popen[bytes]) -> None:
    """Ends the child, and its session's other processes with it, whatever state they are in."""
    if child.returncode is not None:
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    with suppress(ProcessLookupError):
        child.kill()
    child.wait()


def own_name(purpose: str) -> str:
    """A name that says that this process made it: its number, its start (numbers are used again), its PID namespace."""
    return f"wirerate-{purpose}-{os.getpid()}-{_started(os.getpid()) or 0}-{_numbering()}"


def is_left(name: str) -> bool:
    """Whether `name` is of a process that is no more. Of another container's processes we cannot tell: then not."""
    found = _NAME.match(name)
    if not found or not _numbering() or int(found[3]) != _numbering():
        return False
    return _started(int(found[1])) != int(found[2])


@contextmanager
def temporary_folder(purpose: str) -> Iterator[Path]:
    """`make_folder`, and its end."""
    path = make_folder(purpose)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


def make_folder(purpose: str) -> Path:
    """A new directory for us alone, below the one for temporary files; those that killed runs left are removed."""
    above = Path(tempfile.gettempdir())
    for path in above.glob("wirerate-*"):
        if is_left(path.name) and _own_folder(path):
            shutil.rmtree(path, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{own_name(purpose)}-", dir=above))


def _own_folder(path: Path) -> bool:
    """Not a link, and not another user's: the directory for temporary files is everyone's."""
    try:
        found = path.lstat()
    except OSError:
        return False
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid()


def _started(process: int) -> int | None:
    """When a process started; None if it is no more, which a zombie is."""
    try:
        # The second field is the program's name in parentheses, with anything in it.
        fields = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
    except OSError:
        return None
    return None if fields[0] in (b"Z", b"X") else int(fields[_STARTED - 3])


def _numbering() -> int:
    """The PID namespace in which our numbers hold; 0 where there is no /proc, so that nobody's end can be told."""
    try:
        return Path("/proc/self/ns/pid").stat().st_ino
    except OSError:
        return 0
