# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Transfers through a POSIX shell at the other end, which needs nothing of ours."""

from __future__ import annotations

import os
import re
import select
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import IO, Any

from wirerate.remote import failure, process
from wirerate.remote.frame import BEGIN, between, inside
from wirerate.remote.line import QUIET
from wirerate.remote.process import Usage
from wirerate.wings.ssh.algorithms import Candidate
from wirerate.wings.ssh.connection import Connection, Ended, Sent, text_of

# The shell's parent is the sshd that serves this connection; what the kernel says about it comes back after the last
# byte has gone. Without /proc there only our two words come.
_BOOT = "/proc/sys/kernel/random/boot_id"
_TELL = between(f"cat /proc/$PPID/schedstat /proc/$PPID/stat {_BOOT} 2>/dev/null")
_SINK = f"exec sh -c 'cat >/dev/null; {_TELL}'"
_SOURCE = f"exec sh -c 'echo {BEGIN}; head -c %d /dev/zero; cat >/dev/null; {_TELL}'"
_ECHO = f"echo {BEGIN}; exec cat"
ECHOES = 15
_PIPES: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "bufsize": 0}
_ROOM = 1 << 18


class Shell:
    """The way through a shell."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def upload(
        self, candidate: Candidate | None, source: IO[bytes], size: int, options: Sequence[str] = QUIET
    ) -> tuple[Sent, str]:
        """Sends the source, from its beginning, to the remote's /dev/null; what ssh logged comes beside it."""
        os.lseek(source.fileno(), 0, os.SEEK_SET)
        with tempfile.TemporaryFile() as answer:
            with self._connection.open([_SINK], candidate, options, stdin=source, stdout=answer) as (_, ended):
                pass
            return self._sent(ended, size, text_of(answer)), ended.log

    def download(self, candidate: Candidate | None, size: int) -> Sent:
        """Takes so many zeros from there. Once all have come the other end is told, and tells what they cost it."""
        with self._connection.open([_SOURCE % size], candidate, QUIET, **_PIPES) as (child, ended):
            assert child.stdin
            assert child.stdout
            left = size - len(_read_until(child.stdout, f"{BEGIN}\n".encode()))
            room = memoryview(bytearray(_ROOM))
            while left > 0:
                came = os.readv(child.stdout.fileno(), [room[: min(left, _ROOM)]])
                if not came:
                    raise BrokenPipeError("it ended early")
                left -= came
            child.stdin.close()
            answer = child.stdout.read().decode(errors="replace")
        return self._sent(ended, size, answer)

    def round_trip(self) -> float:
        """Seconds from a byte's departure to its return through a standing connection: the median of some."""
        with self._connection.open([_ECHO], None, QUIET, **_PIPES) as (child, _):
            assert child.stdin
            assert child.stdout
            _read_until(child.stdout, f"{BEGIN}\n".encode())
            times = [_echo(child.stdin, child.stdout) for _ in range(ECHOES)]
            child.stdin.close()
        return median(times)

    def _sent(self, ended: Ended, size: int, answer: str) -> Sent:
        told = inside(answer)
        if told is None:
            raise failure.no_shell(self._connection.name, f"{ended.log}\n{answer}")
        lines = told.splitlines()
        return ended.sent(size, _remote_usage(lines), one_machine=_boot() in lines)


def _read_until(stdout: IO[bytes], word: bytes) -> bytes:
    """Reads to the word, and returns what came behind it."""
    seen = b""
    while word not in seen:
        seen += _read(stdout, 4096)
    return seen.partition(word)[2]


def _read(stdout: IO[bytes], most: int) -> bytes:
    ready, _, _ = select.select([stdout], [], [], 30)
    data = stdout.read(most) if ready else b""
    if not data:
        raise BrokenPipeError("no echo")
    return data


def _echo(stdin: IO[bytes], stdout: IO[bytes]) -> float:
    began = time.monotonic()
    stdin.write(b"\n")
    _read(stdout, 1)
    return time.monotonic() - began


def _remote_usage(lines: Sequence[str]) -> Usage | None:
    """From its schedstat (nanoseconds) and stat (proc(5) fields 14 and 15, ticks, for their proportion only)."""
    if len(lines) < 2:
        return None
    cpu, waiting = process.parse_schedule(lines[0])
    fields = re.sub(r"^.*\)", "", lines[1]).split()
    if not cpu or len(fields) < 13:
        return None
    user, system = int(fields[11]), int(fields[12])
    share = user / (user + system) if user + system else 0.5
    return Usage(cpu * share, cpu * (1 - share), waiting)


def _boot() -> str:
    """What tells one start of one kernel from all others; a word that nobody says, where there is none."""
    try:
        return Path(_BOOT).read_text().strip()
    except OSError:
        return "unknown"
