# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Transfers by sftp (draft-ietf-secsh-filexfer-02, protocol version 3), for accounts that have no shell.

The other end's CPU time is unknown. Uploads go to its /dev/null if the account can see it, else to a file that is
removed after each transfer. As many bytes are in flight as with OpenSSH's sftp.
"""

from __future__ import annotations

import os
import stat
import struct
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import median
from typing import IO

from wirerate.errors import MissingError
from wirerate.remote.ssh import QUIET
from wirerate.wings.ssh.algorithms import Candidate
from wirerate.wings.ssh.connection import ECHOES, Connection, Sent

_INIT, _VERSION, _OPEN, _CLOSE, _READ, _WRITE = 1, 2, 3, 4, 5, 6
_REMOVE, _REALPATH, _STAT, _STATUS, _HANDLE, _DATA, _ATTRS = 13, 16, 17, 101, 102, 103, 105
_FOR_READING, _FOR_WRITING = 0x01, 0x02 | 0x08 | 0x10  # write, create, truncate
_DENIED = 3  # SSH_FX_PERMISSION_DENIED
_HAS_SIZE, _HAS_OWNER, _HAS_MODE = 1, 2, 4  # of attributes
_CHUNK = 32768  # sftp(1): -B
_IN_FLIGHT = 64  # requests; sftp(1): -R
FILE_THERE = "wirerate-transfer"  # followed by this process's id
_NULL, _ZERO = "/dev/null", "/dev/zero"


class Sftp:
    """Transfers through the sftp subsystem."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sink = ""
        self.writes_file = False

    def look(self) -> None:
        """Connect once and find out where uploads can go. Raises MissingError if there is no sftp."""
        with self._session(None, QUIET) as (session, _):
            self.writes_file = not session.is_device(_NULL)
            self._sink = f"{FILE_THERE}-{os.getpid()}" if self.writes_file else _NULL

    def upload(self, candidate: Candidate | None, source: IO[bytes], size: int, options: Sequence[str] = QUIET) -> Sent:
        """Send the whole source."""
        with self._session(candidate, options) as (session, sent):
            sent.size = size
            handle = session.open(self._sink, _FOR_WRITING)
            try:
                session.write(handle, source, size)
                session.close(handle)
            finally:
                if self.writes_file:
                    session.remove(self._sink)
        return sent

    def download(self, candidate: Candidate | None, size: int) -> Sent:
        """Receive `size` zeros. Raises MissingError if the account cannot see /dev/zero."""
        with self._session(candidate, QUIET) as (session, sent):
            if not session.is_device(_ZERO):
                raise MissingError(
                    f"{self._connection.name} allows this account only sftp, without a /dev/zero to read from",
                    fix="measure uploads: --direction up, or name an account with a shell",
                )
            sent.size = size
            session.read(session.open(_ZERO, _FOR_READING), size)
        return sent

    def round_trip(self) -> float:
        """Return the median time in seconds of a request and its answer."""
        with self._session(None, QUIET) as (session, _):
            times = [session.timed_question() for _ in range(ECHOES)]
        return median(times)

    @contextmanager
    def _session(self, candidate: Candidate | None, options: Sequence[str]) -> Iterator[tuple[_Session, Sent]]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with self._connection.open(["sftp"], candidate, [*options, "-s"], **pipes) as (child, sent):
            session = _Session(self._connection.name, child)
            session.greet()
            yield session, sent
            session.end()


class _Session:
    """The requests and answers of one sftp connection."""

    def __init__(self, host: str, child: subprocess.Popen[bytes]) -> None:
        assert child.stdin
        assert child.stdout
        self._host = host
        self._to, self._from = child.stdin, child.stdout
        self._number = 0

    def greet(self) -> None:
        self._to.write(struct.pack(">IBI", 5, _INIT, 3))
        self._to.flush()
        if self._answer()[0] != _VERSION:
            raise self._error("did not greet as an sftp server does; its login shell may print something")

    def end(self) -> None:
        self._to.close()
        self._from.read()

    def is_device(self, path: str) -> bool:
        kind, body = self._ask(_STAT, _text(path))
        if kind != _ATTRS:
            return False
        (flags,), offset = struct.unpack_from(">I", body), 4
        offset += 8 * bool(flags & _HAS_SIZE) + 8 * bool(flags & _HAS_OWNER)
        return bool(flags & _HAS_MODE) and stat.S_ISCHR(struct.unpack_from(">I", body, offset)[0])

    def timed_question(self) -> float:
        began = time.monotonic()
        self._ask(_REALPATH, _text("."))
        return time.monotonic() - began

    def open(self, path: str, purpose: int) -> bytes:
        kind, body = self._ask(_OPEN, _text(path) + struct.pack(">II", purpose, 0))
        if kind == _HANDLE:
            return body[4:]
        if kind == _STATUS and struct.unpack_from(">I", body)[0] == _DENIED:
            raise MissingError(
                f"{self._host} allows this account only sftp, and its start folder is not writable",
                fix="give it a writable start folder (internal-sftp -d /FOLDER), or name an account with a shell",
            )
        raise self._error(f"cannot open {path}")

    def close(self, handle: bytes) -> None:
        self._check_status(*self._ask(_CLOSE, _string(handle)))

    def remove(self, path: str) -> None:
        self._ask(_REMOVE, _text(path))

    def write(self, handle: bytes, source: IO[bytes], size: int) -> None:
        """Write the source with as many requests in flight as OpenSSH's sftp has."""
        in_flight = 0
        for offset in range(0, size, _CHUNK):
            data = os.pread(source.fileno(), min(_CHUNK, size - offset), offset)
            self._send(_WRITE, _string(handle) + struct.pack(">Q", offset) + _string(data))
            in_flight += 1
            if in_flight == _IN_FLIGHT:
                self._check_status(*self._answer())
                in_flight -= 1
        for _ in range(in_flight):
            self._check_status(*self._answer())

    def read(self, handle: bytes, size: int) -> None:
        requested = received = in_flight = 0
        while received < size:
            while requested < size and in_flight < _IN_FLIGHT:
                part = min(_CHUNK, size - requested)
                self._send(_READ, _string(handle) + struct.pack(">QI", requested, part))
                requested, in_flight = requested + part, in_flight + 1
            kind, body = self._answer()
            if kind != _DATA:
                raise self._error("ended /dev/zero early")
            received, in_flight = received + len(body) - 4, in_flight - 1
            if not in_flight and requested >= size > received:
                requested = received  # the server sent less than requested

    def _ask(self, kind: int, body: bytes) -> tuple[int, bytes]:
        self._send(kind, body)
        return self._answer()

    def _send(self, kind: int, body: bytes) -> None:
        self._number += 1
        self._to.write(struct.pack(">IBI", 5 + len(body), kind, self._number & 0xFFFFFFFF) + body)
        self._to.flush()

    def _answer(self) -> tuple[int, bytes]:
        """Return the kind of the next answer, and its body without the request number."""
        head = self._from.read(9)
        if len(head) < 9:
            raise BrokenPipeError("sftp ended")
        length, kind, _ = struct.unpack(">IBI", head)
        if not 5 <= length <= 1 << 20:
            raise self._error("sent something that is not an sftp packet; its login shell may print something")
        return kind, self._from.read(length - 5)

    def _check_status(self, kind: int, body: bytes) -> None:
        if kind != _STATUS or struct.unpack_from(">I", body)[0] != 0:
            raise self._error("refused data; its disk may be full")

    def _error(self, message: str) -> MissingError:
        return MissingError(f"the sftp server of {self._host} {message}", fix=f"check: sftp {self._host}")


def _text(text: str) -> bytes:
    return _string(text.encode())


def _string(data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + data
