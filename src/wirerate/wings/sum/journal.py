# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A journal of finished digests, with which a stopped job resumes, even after kill -9.

A line is appended as soon as a digest is known. It identifies the file by size, inode and modification time. A
truncated last line is ignored.
"""

from __future__ import annotations

import os
import re
import stat
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import ClassVar, NamedTuple

from wirerate.errors import OutputError, UsageError
from wirerate.wings.sum.engine import Engine, Job, Outcome, Outcomes
from wirerate.wings.sum.names import escape, unescape

_LINE = re.compile(rb"([0-9a-f]{32}) (\d+) (\d+) (-?\d+) (.*)\n", re.DOTALL)
_CHUNK = 4096  # files whose journal entries are looked up at a time


class Journal(ABC):
    """A file with a title line and entries, opened to read its entries and to append."""

    called: ClassVar[str]

    def __init__(self, path: str, title: bytes) -> None:
        try:
            self._file = open(path, "a+b")  # noqa: SIM115
            self._file.seek(0)
            first = self._file.readline()
            if first:
                self._check(path, first)
                self._read(self._file.tell())
            else:
                self._append(title)
        except OSError as error:
            raise UsageError(
                f"cannot use {path} as a {self.called}: {error.strerror}",
                fix="name a file in a folder you may write to",
            ) from error

    def _read(self, offset: int) -> None:
        for line in self._file:
            if not line.endswith(b"\n"):  # the line was cut off when the job was killed
                self._file.truncate(offset)
                break
            self._note(offset, line)
            offset += len(line)

    @abstractmethod
    def _check(self, path: str, title: bytes) -> None:
        """Raise UsageError if the title belongs to another kind of file."""

    @abstractmethod
    def _note(self, offset: int, line: bytes) -> None:
        """Record an existing line of the file, or its offset."""

    def _append(self, lines: bytes) -> None:
        """Append lines and hand them to the operating system, so that they survive this process."""
        try:
            self._file.write(lines)
            self._file.flush()
        except OSError as error:
            raise OutputError(
                f"cannot write the {self.called}: {error.strerror}", fix="free some space, then resume"
            ) from error

    def close(self) -> None:
        self._file.close()


class Known(NamedTuple):
    """The journal's entry for a file."""

    digest: bytes
    bytes: int
    inode: int
    modified_ns: int


class FileJournal(Journal):
    """The journal of local files."""

    called = "journal"
    _TITLE = b"# wirerate sum journal 1: digest size inode modified name\n"

    def __init__(self, path: str) -> None:
        self._known: dict[bytes, Known] = {}
        super().__init__(path, self._TITLE)

    def _check(self, path: str, title: bytes) -> None:
        if title != self._TITLE:
            raise UsageError(f"{path} is not a journal", fix="name a new file for --resume")

    def _note(self, offset: int, line: bytes) -> None:
        match = _LINE.fullmatch(line)
        name = unescape(match[5]) if match else None
        if match and name is not None:
            self._known[name] = Known(bytes.fromhex(match[1].decode()), int(match[2]), int(match[3]), int(match[4]))

    def find(self, path: bytes) -> Outcome | None:
        """Return the file's stored outcome if the file has not changed since, else None."""
        known = self._known.get(path)
        if known is None:
            return None
        try:
            now = os.stat(path)
        except OSError:
            return None
        if not stat.S_ISREG(now.st_mode) or (now.st_size, now.st_ino, now.st_mtime_ns) != known[1:]:
            return None
        return Outcome(path, *known, 0, 0)

    def add(self, outcomes: Iterable[Outcome]) -> None:
        lines = [
            b"%b %d %d %d %b\n" % (o.digest.hex().encode(), o.bytes, o.inode, o.modified_ns, escape(o.path))
            for o in outcomes
            if o.inode and not o.error and not o.changed
        ]
        self._append(b"".join(lines))


class Answers:
    """Yields outcomes from the journal if it has them, otherwise from the engine; `resumed` counts the former."""

    def __init__(self, engine: Engine, journal: FileJournal | None = None) -> None:
        self.engine = engine
        self.resumed = 0
        self._journal = journal

    def batches(self, jobs: Iterable[Job | bytes]) -> Iterator[Outcomes]:
        """Yield batches of outcomes in the order of the jobs, as `Engine.batches` does."""
        if self._journal is None:
            yield from self.engine.batches(jobs)
            return
        source = iter(jobs)
        while chunk := list(islice(source, _CHUNK)):
            yield from self._chunk(chunk, self._journal)

    def _chunk(self, jobs: list[Job | bytes], journal: FileJournal) -> Iterator[Outcomes]:
        known = deque(journal.find(job if isinstance(job, bytes) else job.path) for job in jobs)
        self.resumed += len(known) - known.count(None)
        missing = [job for job, outcome in zip(jobs, known, strict=True) if outcome is None]
        for outcomes in self.engine.batches(missing):
            journal.add(outcomes)
            fresh = iter(outcomes)
            batch: list[Outcome] = []
            while known:
                outcome = known[0] or next(fresh, None)
                if outcome is None:
                    break
                batch.append(outcome)
                known.popleft()
            yield Outcomes.pack(batch)
