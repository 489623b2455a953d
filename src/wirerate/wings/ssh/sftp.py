# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Transfers by sftp (draft-ietf-secsh-filexfer-02, protocol version 3), for accounts that have no shell.

The other end's CPU time is not told there. Uploads go to its /dev/null where that is in sight, else into a file that is
removed after each transfer; as many bytes are under way as with OpenSSH's sftp.
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
_UNDER_WAY = 64  # requests; sftp(1): -R
FILE_THERE = "wirerate-transfer"  # with our process number behind it
_NULL, _ZERO = "/dev/null", "/dev/zero"


class Sftp:
    """The way through the sftp subsystem."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._sink = ""
        self.writes_file = False

    def look(self) -> None:
        """Whether it answers, and where uploads can go."""
        with self._session(None, QUIET) as (session, _):
            self.writes_file = not session.is_device(_NULL)
            self._sink = f"{FILE_THERE}-{os.getpid()}" if self.writes_file else _NULL

    def upload(self, candidate: Candidate | None, source: IO[bytes], size: int, options: Sequence[str] = QUIET) -> Sent:
        """Sends the source, from its beginning."""
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
        """Takes so many zeros from there."""
        with self._session(candidate, QUIET) as (session, sent):
            if not session.is_device(_ZERO):
                raise MissingError(
                    f"{self._connection.name} has sftp only for this account, and no /dev/zero to read from",
                    fix="measure uploads: --direction up, or name an account with a shell",
                )
            sent.size = size
            session.read(session.open(_ZERO, _FOR_READING), size)
        return sent

    def round_trip(self) -> float:
        """Seconds from a question to its answer: the median of some."""
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
    """Questions and answers of one sftp subsystem."""

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
            raise self._strange("is no sftp server's greeting: does the login shell print something?")

    def end(self) -> None:
        self._to.close()
        self._from.read()

    def is_device(self, path: str) -> bool:
        kind, body = self._ask(_STAT, _text(path))
        if kind != _ATTRS:
            return False
        (flags,), at = struct.unpack_from(">I", body), 4
        at += 8 * bool(flags & _HAS_SIZE) + 8 * bool(flags & _HAS_OWNER)
        return bool(flags & _HAS_MODE) and stat.S_ISCHR(struct.unpack_from(">I", body, at)[0])

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
                f"{self._host} has sftp only for this account, which may write nothing where it begins",
                fix="give it a folder there (internal-sftp -d /FOLDER), or name an account with a shell",
            )
        raise self._strange(f"opens no {path}")

    def close(self, handle: bytes) -> None:
        self._well(*self._ask(_CLOSE, _string(handle)))

    def remove(self, path: str) -> None:
        self._ask(_REMOVE, _text(path))

    def write(self, handle: bytes, source: IO[bytes], size: int) -> None:
        """Requests ahead of their answers, as many as sftp has under way."""
        under_way = 0
        for at in range(0, size, _CHUNK):
            data = os.pread(source.fileno(), min(_CHUNK, size - at), at)
            self._send(_WRITE, _string(handle) + struct.pack(">Q", at) + _string(data))
            under_way += 1
            if under_way == _UNDER_WAY:
                self._well(*self._answer())
                under_way -= 1
        for _ in range(under_way):
            self._well(*self._answer())

    def read(self, handle: bytes, size: int) -> None:
        asked = came = under_way = 0
        while came < size:
            while asked < size and under_way < _UNDER_WAY:
                part = min(_CHUNK, size - asked)
                self._send(_READ, _string(handle) + struct.pack(">QI", asked, part))
                asked, under_way = asked + part, under_way + 1
            kind, body = self._answer()
            if kind != _DATA:
                raise self._strange("ends /dev/zero early")
            came, under_way = came + len(body) - 4, under_way - 1
            if not under_way and asked >= size > came:
                asked = came  # it gave less than it was asked for

    def _ask(self, kind: int, body: bytes) -> tuple[int, bytes]:
        self._send(kind, body)
        return self._answer()

    def _send(self, kind: int, body: bytes) -> None:
        self._number += 1
        self._to.write(struct.pack(">IBI", 5 + len(body), kind, self._number & 0xFFFFFFFF) + body)
        self._to.flush()

    def _answer(self) -> tuple[int, bytes]:
        """Its kind, and what stands behind its number."""
        head = self._from.read(9)
        if len(head) < 9:
            raise BrokenPipeError("sftp ended")
        length, kind, _ = struct.unpack(">IBI", head)
        if not 5 <= length <= 1 << 20:
            raise self._strange("is no sftp packet: does the login shell print something?")
        return kind, self._from.read(length - 5)

    def _well(self, kind: int, body: bytes) -> None:
        if kind != _STATUS or struct.unpack_from(">I", body)[0] != 0:
            raise self._strange("did not take what was written: is its disk full?")

    def _strange(self, what: str) -> MissingError:
        return MissingError(f"the sftp of {self._host} {what}", fix=f"check: sftp {self._host}")


def _text(text: str) -> bytes:
    return _string(text.encode())


def _string(data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + data
