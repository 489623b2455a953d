# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Lines of a check file, written as md5sum prints them and read as GNU md5sum 9 does: its own format, and BSD's two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from wirerate.wings.sum.files.names import escape, is_problematic, unescape

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
