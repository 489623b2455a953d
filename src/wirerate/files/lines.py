"""Digests as md5sum prints them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wirerate.files.engine import Outcome
from wirerate.files.names import escape, is_problematic


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

    def lines(self, outcomes: Iterable[Outcome]) -> bytes:
        """Many at once, all of which have digests; quicker where no name needs escapes, as is usual."""
        known = [outcome[:2] for outcome in outcomes]
        if self.tagged or self.zero or is_problematic(b"".join([path for path, _ in known])):
            return b"".join([self.line(digest.hex(), path) for path, digest in known])
        mark, end = (b" *" if self.binary else b"  "), b"\n"
        return b"".join([digest.hex().encode() + mark + path + end for path, digest in known])

    def _untagged(self, digest: str, name: bytes) -> bytes:
        return b"%b %b%b" % (digest.encode(), b"*" if self.binary else b" ", name)
