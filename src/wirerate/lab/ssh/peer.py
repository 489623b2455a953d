# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The other end: a host of the user's, or the private sshd. One transfer is one ssh process, measured at both ends."""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import IO

from wirerate.errors import MissingError, UsageError
from wirerate.lab.ssh import failure, process
from wirerate.lab.ssh.algorithms import Candidate
from wirerate.lab.ssh.offer import Offer, read
from wirerate.lab.ssh.process import Usage
from wirerate.lab.ssh.server import HOST, PrivateServer

# The remote needs a POSIX shell, nothing of ours. Its parent is the sshd that serves this connection; what the kernel
# says about it comes back after the last byte has gone. Without /proc there only the word at the end comes.
_BOOT = "/proc/sys/kernel/random/boot_id"
_TOLD = f"/proc/$PPID/schedstat /proc/$PPID/stat {_BOOT}"
_SINK = f"exec sh -c 'cat >/dev/null; cat {_TOLD} 2>/dev/null; echo wirerate-done'"
_ECHO = "exec cat"
_ECHOES = 15
_DONE = "wirerate-done"

# What the user's configuration must not change between transfers.
_FIXED = (
    "BatchMode=yes",
    "ConnectTimeout=10",
    "ServerAliveInterval=15",
    "ControlMaster=no",
    "ControlPath=none",
    "Compression=no",
    "ClearAllForwardings=yes",
    "ForwardAgent=no",
    "ForwardX11=no",
    "PermitLocalCommand=no",
    "RemoteCommand=none",
    "RequestTTY=no",
    "RekeyLimit=default none",
)


@dataclass(frozen=True)
class Sent:
    """One transfer, an ssh process from start to end. The remote's usage is None where it does not tell."""

    size: int
    wall: float
    here: Usage
    there: Usage | None
    one_machine: bool = False  # the other end said that it runs on the kernel that runs here
    stolen: float | None = None  # of the time in which this machine had work, by the hypervisor; None: not told


class Peer:
    """`host` as the user wrote it, or None for the private sshd, which `server` then is."""

    def __init__(self, host: str | None = None, server: PrivateServer | None = None) -> None:
        if host is not None and (host.startswith("-") or not host.strip()):
            raise UsageError(f"{host!r} is not a host name", fix="type: wirerate ssh HOST")
        if not shutil.which("ssh"):
            raise MissingError("this machine has no ssh", fix="type: sudo apt-get install openssh-client")
        self.name = host or HOST
        self.private = server is not None
        self._server = server
        self._target = ["--", self.name]

    def meet(self, source: IO[bytes], size: int) -> tuple[Offer, Sent]:
        """A transfer during which both ends say who they are and what they offer."""
        transfer, log = self._send(None, source, size, ["-vv"])
        return read(log), transfer

    def transfer(self, candidate: Candidate | None, source: IO[bytes], size: int) -> Sent:
        """Sends the source, from its beginning, to the remote's /dev/null. It has `size` bytes."""
        return self._send(candidate, source, size, ["-o", "LogLevel=ERROR"])[0]

    def _send(
        self, candidate: Candidate | None, source: IO[bytes], size: int, options: Sequence[str]
    ) -> tuple[Sent, str]:
        os.lseek(source.fileno(), 0, os.SEEK_SET)
        before, began = process.processors(), time.monotonic()
        usage, answer, log = self._run(_SINK, source, candidate, options)
        wall, stolen = time.monotonic() - began, process.processors().stolen_since(before)
        if _DONE not in answer:
            raise failure.no_shell(self.name)
        there, one_machine = _remote_usage(answer), _boot() in answer.splitlines()
        return Sent(size, wall, usage, there, one_machine, stolen), log

    def round_trip(self) -> float:
        """Seconds from a byte's departure to its return through a standing connection: the median of some."""
        command = self._command(_ECHO, None, ["-o", "LogLevel=ERROR"])
        with tempfile.TemporaryFile() as errors:
            child = process.spawn(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, bufsize=0)
            try:
                self._serve(child)
                assert child.stdin
                assert child.stdout
                times = [_echo(child.stdin, child.stdout) for _ in range(_ECHOES + 1)]
                child.stdin.close()
            except OSError as error:
                raise self._failed(child, errors) from error
            finally:
                process.stop(child)
                self._drain()
        return median(times[1:])  # the first waited for the connection

    def _run(
        self, remote: str, source: IO[bytes], candidate: Candidate | None, options: Sequence[str]
    ) -> tuple[Usage, str, str]:
        """One ssh to its end: what it cost here, what the remote wrote, what ssh logged."""
        command = self._command(remote, candidate, options)
        with tempfile.TemporaryFile() as answer, tempfile.TemporaryFile() as log:
            child = process.spawn(command, stdin=source, stdout=answer, stderr=log)
            try:
                self._serve(child)
                usage = process.finish(child)
            finally:
                process.stop(child)
                self._drain()
            if child.returncode != 0:
                raise self._failed(child, log)
            return usage, _text(answer), _text(log)

    def _command(self, remote: str, candidate: Candidate | None, options: Sequence[str]) -> list[str]:
        chosen = (
            [f"Ciphers={candidate.cipher}", *([f"MACs={candidate.mac}"] if candidate.mac else [])] if candidate else []
        )
        settings = [word for setting in (*_FIXED, *chosen) for word in ("-o", setting)]
        own = self._server.options if self._server else []
        return ["ssh", *own, *settings, *options, *self._target, remote]

    def _serve(self, child: subprocess.Popen[bytes]) -> None:
        if self._server:
            self._server.accept()

    def _drain(self) -> None:
        if self._server:
            self._server.drain()

    def _failed(self, child: subprocess.Popen[bytes], log: IO[bytes]) -> MissingError:
        process.stop(child)
        told = _text(log)
        if self._server and self._server.complaint():
            told += f"\n{self._server.complaint()}"
        return failure.explain(self.name, child.returncode, told)


def zeros(size: int) -> IO[bytes]:
    """A file of that many zeros that takes no room, in memory where the system has such files."""
    if hasattr(os, "memfd_create"):
        file: IO[bytes] = os.fdopen(os.memfd_create("wirerate"), "w+b")
    else:
        file = tempfile.TemporaryFile()  # noqa: SIM115 (the caller closes it)
    file.truncate(size)
    return file


def supported(kind: str) -> tuple[str, ...]:
    """The `cipher` or `mac` names that this machine's ssh has."""
    try:
        found = subprocess.run(["ssh", "-Q", kind], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise MissingError(
            "this machine has no OpenSSH client", fix="type: sudo apt-get install openssh-client"
        ) from error
    return tuple(found.stdout.split())


def _echo(stdin: IO[bytes], stdout: IO[bytes]) -> float:
    began = time.monotonic()
    stdin.write(b"\n")
    ready, _, _ = select.select([stdout], [], [], 30)
    if not ready or not stdout.read(1):
        raise BrokenPipeError("no echo")
    return time.monotonic() - began


def _remote_usage(answer: str) -> Usage | None:
    """From its schedstat (nanoseconds) and stat (proc(5) fields 14 and 15, ticks, for their proportion only)."""
    lines = answer.splitlines()
    if len(lines) < 3:
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


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode(errors="replace")
