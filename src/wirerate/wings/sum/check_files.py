# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Lines of a check file, written as md5sum prints them and read as GNU md5sum 9 does (its own format, and BSD's two),
and check files held against the files they list, in the order of their lines."""

from __future__ import annotations

import errno
import pickle
import re
import tempfile
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO, Generic, NamedTuple, Protocol, TypeVar

from wirerate.wings.sum.engine import STDIN, Outcome
from wirerate.wings.sum.journal import Answers
from wirerate.wings.sum.names import escape, is_problematic, quoted, standard_input, unescape

T = TypeVar("T")

_IN_MEMORY = 1 << 20


_HEX = re.compile(rb"[0-9A-Fa-f]{32}")
_TAGGED = re.compile(rb"MD5 ?\(")
_DIGEST_AND_SPACE = re.compile(rb"([0-9A-Fa-f]{32})[ \t]")
_TAIL = re.compile(rb"[ \t]*=[ \t]*([^\0]*)")
_SHORTEST = 34  # digest, a blank, a name of one byte


@dataclass(frozen=True)
class Style:
    """How a line looks: the mark before the name, BSD's tags instead, and what ends it."""

    binary: bool = False
    tagged: bool = False
    zero: bool = False

    def line(self, digest: str, path: bytes) -> bytes:
        """One line. With NULs at the end names are as they are; else those that a line cannot hold are escaped."""
        problematic = not self.zero and is_problematic(path)
        name = escape(path) if problematic else path
        text = b"MD5 (%b) = %b" % (name, digest.encode()) if self.tagged else self._untagged(digest, name)
        return (b"\\" if problematic else b"") + text + (b"\0" if self.zero else b"\n")

    def lines(self, digests: Sequence[bytes], paths: Sequence[bytes]) -> bytes:
        """Many at once, digests in hexadecimal; quicker where no name needs escapes, as is usual."""
        if not paths:
            return b""
        if self.tagged or self.zero or is_problematic(b"".join(paths)):
            pairs = zip(digests, paths, strict=True)
            return b"".join([self.line(digest.decode(), path) for digest, path in pairs])
        mark, end = (b" *" if self.binary else b"  "), b"\n"
        return end.join(map(mark.join, zip(digests, paths, strict=True))) + end

    def _untagged(self, digest: str, name: bytes) -> bytes:
        return b"%b %b%b" % (digest.encode(), b"*" if self.binary else b" ", name)


class Entry(NamedTuple):
    """A line that says what the digest of a file should be."""

    digest: bytes
    path: bytes


@dataclass
class Reader:
    """Reads lines of any number of check files.

    The first line without a tag decides whether lines have one blank before the name (BSD's reversed format) or two
    characters; the other kind is improper from then on, so that a name that begins with a blank is not mistaken.
    """

    reversed: bool | None = None

    def entries(self, lines: Iterable[bytes]) -> Iterator[tuple[int, Entry | None]]:
        """The number and the entry of each line that is neither empty nor a comment; None: improperly formatted."""
        for number, line in enumerate(lines, 1):
            if line[:1] == b"#":
                continue
            line = line.removesuffix(b"\n").removesuffix(b"\r")
            if line:
                yield number, self._entry(line)

    def _entry(self, line: bytes) -> Entry | None:
        text = line.lstrip(b" \t")
        escaped = text[:1] == b"\\"
        text = text[escaped:]
        if text[:3] == b"MD5":
            return _tagged(text, escaped)
        if len(text) < _SHORTEST + (text[:1] == b"\\"):
            return None
        found = _DIGEST_AND_SPACE.match(text)
        if not found:
            return None
        rest = self._name(text[found.end() :])
        return _named(found[1], rest, escaped) if rest is not None else None

    def _name(self, rest: bytes) -> bytes | None:
        """What follows digest and blank, without the mark."""
        if len(rest) == 1 or rest[:1] not in (b" ", b"*"):
            if self.reversed is False:
                return None
            self.reversed = True
            return rest
        if self.reversed:
            return rest
        self.reversed = False
        return rest[1:]


def _tagged(text: bytes, escaped: bool) -> Entry | None:
    """MD5 (NAME) = DIGEST; the name ends at the last parenthesis."""
    begin = _TAGGED.match(text)
    if not begin:
        return None
    name, closed, tail = text[begin.end() :].rpartition(b")")
    found = _TAIL.match(tail)
    if not closed or not found or not _HEX.fullmatch(found[1]):
        return None
    return _named(found[1], name, escaped)


def _named(digest: bytes, name: bytes, escaped: bool) -> Entry | None:
    """A NUL ends a name, as it does everywhere in C; among escapes it makes the line improper."""
    path = unescape(name) if escaped else name.partition(b"\0")[0]
    return None if path is None else Entry(bytes.fromhex(digest.decode("ascii")), path)


# ---- against the files ----


class Aside(Generic[T]):
    """Any number of things, added one by one; then read in order, as often as one likes."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115
        self._end = 0

    def add(self, thing: T) -> None:
        self._file.seek(self._end)
        pickle.dump(thing, self._file, pickle.HIGHEST_PROTOCOL)
        self._end = self._file.tell()

    def __bool__(self) -> bool:
        return bool(self._end)

    def __iter__(self) -> Iterator[T]:
        at = 0
        while at < self._end:
            self._file.seek(at)
            thing = pickle.load(self._file)
            at = self._file.tell()
            yield thing


OK, FAILED, UNREADABLE, MISSING = "OK", "FAILED", "FAILED open or read", "missing"
_PROPER, _IMPROPER, _BROKEN_OFF = "proper", "improper", "broken off"  # lines of a check file, and its end


class Verdict(NamedTuple):
    """What became of a line of a check file."""

    entry: Entry
    verdict: str
    outcome: Outcome


class Message(NamedTuple):
    """What is to be said about a check file as a whole, or a line of it."""

    text: bytes


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
        count: Counter[str] = Counter()
        try:
            yield from self._verdicts(stream, shown, name == STDIN, count)
        finally:
            if name != STDIN:
                stream.close()
        if count[_BROKEN_OFF]:
            self.good = False
            yield Message(shown + b": read error")
        else:
            yield from self._sum_up(shown, count)

    def _verdicts(
        self, stream: BinaryIO, shown: bytes, is_stdin: bool, count: Counter[str]
    ) -> Iterator[Verdict | Message]:
        """Lines are read as the engine has room; what is to be said of one waits until its turn."""
        said: deque[Entry | Message] = deque()
        aside: Aside[Entry] = Aside()

        def paths() -> Iterator[bytes]:
            for number, entry in self._reader.entries(_lines(stream, count)):
                if entry is None or (is_stdin and entry.path == STDIN):
                    count[_IMPROPER] += 1
                    if self.warn:
                        said.append(Message(b"%b: %d: improperly formatted MD5 checksum line" % (shown, number)))
                    continue
                count[_PROPER] += 1
                if self.elsewhere and self.elsewhere.takes(entry.path):
                    aside.add(entry)
                else:
                    said.append(entry)
                    yield entry.path

        for outcomes in self.answers.batches(paths()):
            for outcome in outcomes:
                while isinstance(next_said := said.popleft(), Message):
                    yield next_said
                yield self._judged(next_said, outcome, count)
        yield from (message for message in said if isinstance(message, Message))
        if aside and self.elsewhere:
            for entry, word, told in self.elsewhere.check(aside):
                verdict = UNREADABLE if word == MISSING and not self.ignore_missing else word
                if told and verdict != MISSING:
                    yield Message(told.encode("utf-8", "surrogateescape"))
                count[verdict] += 1
                yield Verdict(entry, verdict, Outcome(entry.path, b"", 0, 0, 0, 0, 0))

    def _judged(self, entry: Entry, outcome: Outcome, count: Counter[str]) -> Verdict:
        if outcome.error:
            verdict = MISSING if outcome.error == errno.ENOENT and self.ignore_missing else UNREADABLE
        else:
            verdict = OK if outcome.digest == entry.digest else FAILED
        count[verdict] += 1
        return Verdict(entry, verdict, outcome)

    def _sum_up(self, shown: bytes, count: Counter[str]) -> Iterator[Message]:
        bad = count[FAILED] or count[UNREADABLE] or (self.strict and count[_IMPROPER])
        self.good = self.good and bool(count[OK]) and not bad
        if not count[_PROPER]:
            yield Message(shown + b": no properly formatted checksum lines found")
        elif self.summary:
            for what, one, many in (
                (_IMPROPER, b"line is improperly formatted", b"lines are improperly formatted"),
                (UNREADABLE, b"listed file could not be read", b"listed files could not be read"),
                (FAILED, b"computed checksum did NOT match", b"computed checksums did NOT match"),
            ):
                if number := count[what]:
                    yield Message(b"WARNING: %d %b" % (number, one if number == 1 else many))
            if self.ignore_missing and not count[OK]:
                yield Message(shown + b": no file was verified")


def _lines(stream: BinaryIO, count: Counter[str]) -> Iterator[bytes]:
    """Where reading fails the lines end, so that those before it still get their verdicts."""
    try:
        yield from stream
    except OSError:
        count[_BROKEN_OFF] += 1


def _because(error: OSError) -> bytes:
    """GNU opens a directory as if it were a file, and only fails to read it; so with a closed standard input."""
    return b": read error" if error.errno in (errno.EISDIR, errno.EBADF) else b": " + (error.strerror or "").encode()
