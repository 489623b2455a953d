# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs one ssh process per transfer and measures its cost; transfers use a POSIX shell at the other end."""

from __future__ import annotations

import os
import re
import select
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import IO, Any

from wirerate.cleanup import spawn, stop
from wirerate.errors import MissingError
from wirerate.remote import ssh
from wirerate.remote.ssh import BEGIN, QUIET, between, inside
from wirerate.wings.ssh.algorithms import Candidate
from wirerate.wings.ssh.server import PrivateServer

# These override the user's configuration, so that all transfers run under the same conditions.
_FIXED = (*ssh.PLAIN, "ControlPath=none", "Compression=no", "RekeyLimit=default none")
_OWN_FAILURE = 255  # ssh's exit status for its own errors; any other is the remote command's


@dataclass(frozen=True)
class Usage:
    """A process's CPU time in seconds; `waiting` is time it was ready to run while another program had the CPU."""

    user: float
    system: float
    waiting: float
    involuntary: int | None = None  # involuntary context switches; None: unknown

    @property
    def cpu(self) -> float:
        return self.user + self.system


@dataclass(frozen=True)
class Processors:
    """Ticks of all CPUs since boot: those that ran a program, and those that the hypervisor stole."""

    ran: int
    stolen: int | None  # None: unknown

    def stolen_since(self, before: Processors) -> float | None:
        """Return stolen time as a share of the CPU time that this machine needed since `before`; None if unknown."""
        if self.stolen is None or before.stolen is None:
            return None
        stolen = self.stolen - before.stolen
        return max(0.0, stolen / max(1, stolen + self.ran - before.ran))


def processors() -> Processors:
    """Read the ticks from the first line of /proc/stat (proc_stat(5))."""
    # Its fields are user, nice, system, idle, iowait, irq, softirq, steal.
    try:
        fields = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
    except OSError:
        fields = []
    if len(fields) < 8:
        return Processors(0, None)
    return Processors(sum(fields[:3]) + sum(fields[5:7]), fields[7])


def finish(child: subprocess.Popen[bytes]) -> Usage:
    """Wait for the child to end, and return its usage."""
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    waiting = _waiting(child.pid)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return Usage(usage.ru_utime, usage.ru_stime, waiting, usage.ru_nivcsw)


def _waiting(pid: int) -> float:
    """Return the seconds a process has waited for a CPU; 0 if unknown."""
    try:
        return _schedule(Path(f"/proc/{pid}/schedstat").read_text())[1]
    except OSError:
        return 0.0


def _schedule(text: str) -> tuple[float, float]:
    """Parse schedstat: seconds on a CPU and seconds waiting for one (Linux Documentation/scheduler/sched-stats.rst)."""
    words = text.split()
    return (int(words[0]) / 1e9, int(words[1]) / 1e9) if len(words) >= 2 else (0.0, 0.0)


@dataclass
class Sent:
    """One transfer: an ssh process from start to end. `there` is None if the remote's usage is unknown."""

    size: int = 0
    wall: float = 0.0
    here: Usage = Usage(0.0, 0.0, 0.0)
    there: Usage | None = None
    one_machine: bool = False  # both ends run on the same kernel
    stolen: float | None = None  # share of this machine's CPU time that the hypervisor stole; None: unknown
    log: str = ""  # ssh's standard error


@dataclass(frozen=True)
class Connection:
    """How ssh reaches the host `name`, or the private sshd if `server` is set."""

    name: str
    server: PrivateServer | None = None

    @contextmanager
    def open(
        self, words: Sequence[str], candidate: Candidate | None, options: Sequence[str], **streams: Any
    ) -> Iterator[tuple[subprocess.Popen[bytes], Sent]]:
        """Run ssh with `words` as the remote command until the block ends.

        Raises MissingError if ssh itself fails; it replaces the BrokenPipeError that such a failure causes.
        """
        sent = Sent()
        with tempfile.TemporaryFile() as log:
            before, began = processors(), time.monotonic()
            child = spawn(self._command(words, candidate, options), stderr=log, **streams)
            try:
                if self.server:
                    self.server.accept()
                yield child, sent
                sent.here = finish(child)
            except OSError as error:
                stop(child)
                raise self._failed(child.returncode, text_of(log)) from error
            finally:
                stop(child)
                if self.server:
                    self.server.drain()
            sent.wall, sent.stolen = time.monotonic() - began, processors().stolen_since(before)
            sent.log = text_of(log)
            if child.returncode == _OWN_FAILURE or child.returncode < 0:
                raise self._failed(child.returncode, sent.log)

    def _command(self, words: Sequence[str], candidate: Candidate | None, options: Sequence[str]) -> list[str]:
        chosen = (
            [f"Ciphers={candidate.cipher}", *([f"MACs={candidate.mac}"] if candidate.mac else [])] if candidate else []
        )
        server_options = self.server.options if self.server else []
        return ["ssh", *server_options, *ssh.words(*_FIXED, *chosen), *options, "--", self.name, *words]

    def _failed(self, status: int, log: str) -> MissingError:
        if self.server and self.server.complaint():
            log += f"\n{self.server.complaint()}"
        return ssh.explain(self.name, status, log)


def text_of(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")


# ---- through a shell ----


# The shell's parent is the sshd that serves the connection. Its usage in /proc is sent back after the last byte. On a
# system without /proc, only the two marker words come back.
_BOOT = "/proc/sys/kernel/random/boot_id"
_TELL = between(f"cat /proc/$PPID/schedstat /proc/$PPID/stat {_BOOT} 2>/dev/null")
_SINK = f"exec sh -c 'cat >/dev/null; {_TELL}'"
_SOURCE = f"exec sh -c 'echo {BEGIN}; head -c %d /dev/zero; cat >/dev/null; {_TELL}'"
_ECHO = f"echo {BEGIN}; exec cat"
ECHOES = 15
_PIPES: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "bufsize": 0}
_ROOM = 1 << 18


class Shell:
    """Transfers through a POSIX shell at the other end."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def upload(self, candidate: Candidate | None, source: IO[bytes], size: int, options: Sequence[str] = QUIET) -> Sent:
        """Send the whole source to the remote's /dev/null."""
        os.lseek(source.fileno(), 0, os.SEEK_SET)
        with tempfile.TemporaryFile() as answer:
            with self._connection.open([_SINK], candidate, options, stdin=source, stdout=answer) as (_, sent):
                sent.size = size
            return self._with_remote_usage(sent, text_of(answer))

    def download(self, candidate: Candidate | None, size: int) -> Sent:
        """Receive `size` zeros; closing standard input then asks the other end for its usage."""
        with self._connection.open([_SOURCE % size], candidate, QUIET, **_PIPES) as (child, sent):
            assert child.stdin
            assert child.stdout
            sent.size = size
            left = size - len(_read_until(child.stdout, f"{BEGIN}\n".encode()))
            room = memoryview(bytearray(_ROOM))
            while left > 0:
                count = os.readv(child.stdout.fileno(), [room[: min(left, _ROOM)]])
                if not count:
                    raise BrokenPipeError("it ended early")
                left -= count
            child.stdin.close()
            answer = child.stdout.read().decode(errors="replace")
        return self._with_remote_usage(sent, answer)

    def round_trip(self) -> float:
        """Return the median time in seconds for a byte to be echoed through an open connection."""
        with self._connection.open([_ECHO], None, QUIET, **_PIPES) as (child, _):
            assert child.stdin
            assert child.stdout
            _read_until(child.stdout, f"{BEGIN}\n".encode())
            times = [_echo(child.stdin, child.stdout) for _ in range(ECHOES)]
            child.stdin.close()
        return median(times)

    def _with_remote_usage(self, sent: Sent, answer: str) -> Sent:
        usage = inside(answer)
        if usage is None:
            raise ssh.no_shell(self._connection.name, f"{sent.log}\n{answer}")
        lines = usage.splitlines()
        sent.there, sent.one_machine = _remote_usage(lines), _boot() in lines
        return sent


def _read_until(stdout: IO[bytes], word: bytes) -> bytes:
    """Read up to the word, and return the bytes read after it."""
    data = b""
    while word not in data:
        data += _read(stdout, 4096)
    return data.partition(word)[2]


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
    """Parse the remote's schedstat, in nanoseconds, and the ratio of user to system ticks in its stat (proc(5))."""
    if len(lines) < 2:
        return None
    cpu, waiting = _schedule(lines[0])
    fields = re.sub(r"^.*\)", "", lines[1]).split()
    if not cpu or len(fields) < 13:
        return None
    user, system = int(fields[11]), int(fields[12])
    share = user / (user + system) if user + system else 0.5
    return Usage(cpu * share, cpu * (1 - share), waiting)


def _boot() -> str:
    """Return the kernel's boot id, or "unknown", which the other end never sends."""
    try:
        return Path(_BOOT).read_text().strip()
    except OSError:
        return "unknown"
