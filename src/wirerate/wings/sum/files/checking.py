# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Check files held against the files they list, in the order of their lines."""

from __future__ import annotations

import errno
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, NamedTuple, Protocol

from wirerate.wings.sum.files.aside import Aside
from wirerate.wings.sum.files.checklist import Entry, Reader
from wirerate.wings.sum.files.engine import STDIN, Outcome
from wirerate.wings.sum.files.names import quoted
from wirerate.wings.sum.files.resume import Answers
from wirerate.wings.sum.files.stdin import standard_input

OK, FAILED, UNREADABLE, MISSING = "OK", "FAILED", "FAILED open or read", "missing"


class Verdict(NamedTuple):
    """What became of a line of a check file."""

    entry: Entry
    verdict: str
    outcome: Outcome


class Message(NamedTuple):
    """What is to be said about a check file as a whole, or a line of it."""

    text: bytes


@dataclass
class Count:
    """What one check file came to."""

    proper: int = 0
    improper: int = 0
    matched: int = 0
    mismatched: int = 0
    unreadable: int = 0
    failed: OSError | None = None  # the check file itself


class Elsewhere(Protocol):
    """Who checks what is no file of this machine."""

    def takes(self, path: bytes) -> bool: ...

    def check(self, entries: Aside[Entry]) -> Iterator[tuple[Entry, str, str]]:
        """Each entry with OK, FAILED, UNREADABLE or MISSING, and a message where there is one; in any order."""
        ...


@dataclass
class Checker:
    """Check files one after the other. `good` tells in the end whether all of them passed.

    What `elsewhere` takes comes after the files of the same list.
    """

    answers: Answers
    warn: bool = False
    strict: bool = False
    ignore_missing: bool = False
    summary: bool = True  # warn, after each file, of what did not pass
    elsewhere: Elsewhere | None = None
    good: bool = True
    _reader: Reader = field(default_factory=Reader)

    def check(self, name: bytes) -> Iterator[Verdict | Message]:
        """One check file ("-": standard input)."""
        shown = quoted(b"standard input" if name == STDIN else name)
        try:
            stream = standard_input() if name == STDIN else open(name, "rb")  # noqa: SIM115
        except OSError as error:
            self.good = False
            yield Message(shown + _because(error))
            return
        count = Count()
        try:
            yield from self._verdicts(stream, shown, name == STDIN, count)
        finally:
            if name != STDIN:
                stream.close()
        if count.failed:
            self.good = False
            yield Message(shown + b": read error")
        else:
            yield from self._sum_up(shown, count)

    def _verdicts(self, stream: BinaryIO, shown: bytes, is_stdin: bool, count: Count) -> Iterator[Verdict | Message]:
        """Lines are read as the engine has room; what is to be said of one waits until its turn."""
        said: deque[Entry | Message] = deque()
        aside: Aside[Entry] = Aside()

        def paths() -> Iterator[bytes]:
            for number, entry in self._reader.entries(_lines(stream, count)):
                if entry is None or (is_stdin and entry.path == STDIN):
                    count.improper += 1
                    if self.warn:
                        said.append(Message(b"%b: %d: improperly formatted MD5 checksum line" % (shown, number)))
                elif self.elsewhere and self.elsewhere.takes(entry.path):
                    count.proper += 1
                    aside.add(entry)
                else:
                    count.proper += 1
                    said.append(entry)
                    yield entry.path

        for outcomes in self.answers.batches(paths()):
            for outcome in outcomes:
                while isinstance(next_said := said.popleft(), Message):
                    yield next_said
                yield self._judged(next_said, outcome, count)
        yield from (message for message in said if isinstance(message, Message))
        if aside and self.elsewhere:
            yield from self._judged_elsewhere(self.elsewhere.check(aside), count)

    def _judged_elsewhere(self, found: Iterable[tuple[Entry, str, str]], count: Count) -> Iterator[Verdict | Message]:
        for entry, word, told in found:
            verdict = UNREADABLE if word == MISSING and not self.ignore_missing else word
            if told and verdict != MISSING:
                yield Message(told.encode("utf-8", "surrogateescape"))
            count.matched += verdict == OK
            count.mismatched += verdict == FAILED
            count.unreadable += verdict == UNREADABLE
            yield Verdict(entry, verdict, Outcome(entry.path, b"", 0, 0, 0, 0, 0))

    def _judged(self, entry: Entry, outcome: Outcome, count: Count) -> Verdict:
        if outcome.error == errno.ENOENT and self.ignore_missing:
            return Verdict(entry, MISSING, outcome)
        if outcome.error:
            count.unreadable += 1
            return Verdict(entry, UNREADABLE, outcome)
        if outcome.digest != entry.digest:
            count.mismatched += 1
            return Verdict(entry, FAILED, outcome)
        count.matched += 1
        return Verdict(entry, OK, outcome)

    def _sum_up(self, shown: bytes, count: Count) -> Iterator[Message]:
        passed = count.matched and not (count.mismatched or count.unreadable or (self.strict and count.improper))
        self.good = self.good and bool(passed)
        if not count.proper:
            yield Message(shown + b": no properly formatted checksum lines found")
        elif self.summary:
            for number, one, many in (
                (count.improper, b"line is improperly formatted", b"lines are improperly formatted"),
                (count.unreadable, b"listed file could not be read", b"listed files could not be read"),
                (count.mismatched, b"computed checksum did NOT match", b"computed checksums did NOT match"),
            ):
                if number:
                    yield Message(b"WARNING: %d %b" % (number, one if number == 1 else many))
            if self.ignore_missing and not count.matched:
                yield Message(shown + b": no file was verified")


def _lines(stream: BinaryIO, count: Count) -> Iterator[bytes]:
    """Where reading fails the lines end, so that those before it still get their verdicts."""
    try:
        yield from stream
    except OSError as error:
        count.failed = error


def _because(error: OSError) -> bytes:
    """GNU opens a directory as if it were a file, and only fails to read it; so with a closed standard input."""
    return b": read error" if error.errno in (errno.EISDIR, errno.EBADF) else b": " + (error.strerror or "").encode()
