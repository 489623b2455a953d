# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Check files: write lines as md5sum does, read them as GNU md5sum 9 does (its format and BSD's two), and verify the
files they list, in order."""

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
_SHORTEST = 34  # length of a digest, a space and a one-byte name


@dataclass(frozen=True)
class Style:
    """The format of a line: the mark before the name, or BSD's tags, and the terminator."""

    binary: bool = False
    tagged: bool = False
    zero: bool = False

    def line(self, digest: str, path: bytes) -> bytes:
        """Return one line. Names with special characters are escaped, except if lines end in NUL."""
        problematic = not self.zero and is_problematic(path)
        name = escape(path) if problematic else path
        text = b"MD5 (%b) = %b" % (name, digest.encode()) if self.tagged else self._untagged(digest, name)
        return (b"\\" if problematic else b"") + text + (b"\0" if self.zero else b"\n")

    def lines(self, digests: Sequence[bytes], paths: Sequence[bytes]) -> bytes:
        """Return many lines; `digests` are hexadecimal. The usual case, names that need no escapes, is fast."""
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
    """A line of a check file: the expected digest and the path."""

    digest: bytes
    path: bytes


@dataclass
class Reader:
    """Reads lines of any number of check files.

    The first line without a tag decides whether the name follows one space (BSD's reversed format) or two characters.
    Lines in the other format are then improper, because a name may begin with a space.
    """

    reversed: bool | None = None

    def entries(self, lines: Iterable[bytes]) -> Iterator[tuple[int, Entry | None]]:
        """Yield the number and the entry of every line except empty ones and comments; None for improper lines."""
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
        match = _DIGEST_AND_SPACE.match(text)
        if not match:
            return None
        rest = self._name(text[match.end() :])
        return _named(match[1], rest, escaped) if rest is not None else None

    def _name(self, rest: bytes) -> bytes | None:
        """Return the name without its mark, or None if the format differs from the first line's."""
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
    """Parse "MD5 (NAME) = DIGEST"; the name ends at the last parenthesis."""
    begin = _TAGGED.match(text)
    if not begin:
        return None
    name, closed, tail = text[begin.end() :].rpartition(b")")
    match = _TAIL.match(tail)
    if not closed or not match or not _HEX.fullmatch(match[1]):
        return None
    return _named(match[1], name, escaped)


def _named(digest: bytes, name: bytes, escaped: bool) -> Entry | None:
    """Return the entry. A NUL ends a name, as in C; an escaped name must not contain one."""
    path = unescape(name) if escaped else name.partition(b"\0")[0]
    return None if path is None else Entry(bytes.fromhex(digest.decode("ascii")), path)


# ---- verification ----


class DiskList(Generic[T]):
    """A list that moves to disk when it grows; it can be read repeatedly."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115
        self._end = 0

    def add(self, item: T) -> None:
        self._file.seek(self._end)
        pickle.dump(item, self._file, pickle.HIGHEST_PROTOCOL)
        self._end = self._file.tell()

    def __bool__(self) -> bool:
        return bool(self._end)

    def __iter__(self) -> Iterator[T]:
        position = 0
        while position < self._end:
            self._file.seek(position)
            item = pickle.load(self._file)
            position = self._file.tell()
            yield item


OK, FAILED, UNREADABLE, MISSING = "OK", "FAILED", "FAILED open or read", "missing"
_PROPER, _IMPROPER, _BROKEN_OFF = "proper", "improper", "broken off"  # kinds of lines of a check file, and a read error


class Verdict(NamedTuple):
    """The result for a line of a check file."""

    entry: Entry
    verdict: str
    outcome: Outcome


class Message(NamedTuple):
    """A message about a check file or one of its lines."""

    text: bytes


class RemoteChecker(Protocol):
    """Checks entries that are not local files."""

    def accepts(self, path: bytes) -> bool: ...

    def check(self, entries: DiskList[Entry]) -> Iterator[tuple[Entry, str, str]]:
        """Yield every entry, in any order, with OK, FAILED, UNREADABLE or MISSING, and a message or ""."""
        ...


@dataclass
class Checker:
    """Verifies check files one after another. At the end, `good` tells whether all of them passed.

    Entries that `remote` accepts are verified after the local files of the same check file.
    """

    answers: Answers
    warn: bool = False
    strict: bool = False
    ignore_missing: bool = False
    summary: bool = True  # whether to print a warning after every check file with failures
    remote: RemoteChecker | None = None
    good: bool = True
    _reader: Reader = field(default_factory=Reader)

    def check(self, name: bytes) -> Iterator[Verdict | Message]:
        """Verify one check file ("-" is standard input)."""
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
        """Yield verdicts and messages in the order of the lines. Read no more lines than the engine has room for."""
        pending: deque[Entry | Message] = deque()
        remote: DiskList[Entry] = DiskList()

        def paths() -> Iterator[bytes]:
            for number, entry in self._reader.entries(_lines(stream, count)):
                if entry is None or (is_stdin and entry.path == STDIN):
                    count[_IMPROPER] += 1
                    if self.warn:
                        pending.append(Message(b"%b: %d: improperly formatted MD5 checksum line" % (shown, number)))
                    continue
                count[_PROPER] += 1
                if self.remote and self.remote.accepts(entry.path):
                    remote.add(entry)
                else:
                    pending.append(entry)
                    yield entry.path

        for outcomes in self.answers.batches(paths()):
            for outcome in outcomes:
                while isinstance(item := pending.popleft(), Message):
                    yield item
                yield self._judged(item, outcome, count)
        yield from (message for message in pending if isinstance(message, Message))
        if remote and self.remote:
            for entry, word, message in self.remote.check(remote):
                verdict = UNREADABLE if word == MISSING and not self.ignore_missing else word
                if message and verdict != MISSING:
                    yield Message(message.encode("utf-8", "surrogateescape"))
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
            for kind, one, many in (
                (_IMPROPER, b"line is improperly formatted", b"lines are improperly formatted"),
                (UNREADABLE, b"listed file could not be read", b"listed files could not be read"),
                (FAILED, b"computed checksum did NOT match", b"computed checksums did NOT match"),
            ):
                if number := count[kind]:
                    yield Message(b"WARNING: %d %b" % (number, one if number == 1 else many))
            if self.ignore_missing and not count[OK]:
                yield Message(shown + b": no file was verified")


def _lines(stream: BinaryIO, count: Counter[str]) -> Iterator[bytes]:
    """Yield lines until the end or a read error, so that the lines before an error still get verdicts."""
    try:
        yield from stream
    except OSError:
        count[_BROKEN_OFF] += 1


def _because(error: OSError) -> bytes:
    """Return the reason as GNU words it: "read error" for a directory or a closed standard input."""
    return b": read error" if error.errno in (errno.EISDIR, errno.EBADF) else b": " + (error.strerror or "").encode()
