"""What `wirerate sum` prints about objects: digests as md5sum's lines, judgements, and the count of each at the end."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable

from wirerate.cli.sum_output import Printer
from wirerate.files.engine import Usage
from wirerate.files.lines import Style
from wirerate.files.names import escape, is_problematic, quoted
from wirerate.files.objects.copies import Compared, Computed
from wirerate.files.objects.listed import MISMATCH, NOT_COMPARABLE, VERIFIED
from wirerate.fleet.objects import Result

_UNREADABLE = "FAILED open or read"
_CHANGED = b": changed while it was read; the checksum is of no one state of it"


class ObjectPrinter(Printer):
    """`compared`: objects are held against ETags, so that a line is a judgement and not a digest."""

    def __init__(self, style: Style, *, json: bool, said: str | None, compared: bool, progress: bool) -> None:
        super().__init__(style, json=json, progress=progress)
        self.compared = compared
        self._said = said
        self._counts: Counter[str] = Counter()
        self._bytes, self._done = 0, 0

    def failure(self, line: str) -> None:
        """Something of which nothing else is known: a bucket, a list, a folder."""
        self._counts[_UNREADABLE] += 1
        self.message(line.encode("utf-8", "surrogateescape"))
        if self._json:
            self._line({"error": line})

    def improper(self, line: str) -> None:
        """A line of a list that is none."""
        self._counts["improper"] += 1
        if self._said == "warn":
            self.message(line.encode("utf-8", "surrogateescape"))

    def computed(self, file: Computed) -> None:
        """A local file's ETag."""
        error = os.strerror(file.error) if file.error else ""
        self._one(file.path, str(file.etag or ""), "", "", error, file.bytes, changed=file.changed)

    def copy(self, copy: Compared) -> None:
        """A local copy of an object."""
        word, why = (copy.judgement.word, copy.judgement.why) if copy.judgement else ("", "")
        error = os.strerror(copy.error) if copy.error else ""
        self._one(copy.path, "", word, why, error, copy.bytes, changed=copy.changed)

    def results(self, results: Iterable[Result]) -> None:
        """Objects, as their workers return them."""
        for each in results:
            name = each.object.name.encode("utf-8", "surrogateescape")
            read = 0 if each.error else each.object.size or 0
            self._one(name, each.digest, each.word, each.why, each.error, read, changed=each.changed)

    def conclude(self, *, strict: bool) -> None:
        """The count of each judgement on stderr, and with -J as the last line."""
        names = (VERIFIED, MISMATCH, NOT_COMPARABLE, _UNREADABLE, "improper")
        counts = {name: self._counts[name] for name in names}
        if self.compared and self._said != "status":
            told = [f"{count:,} {name}" for name, count in counts.items() if count]
            self.message((", ".join(told) or "no object was compared").encode())
        if self._json:
            status = 0 if self.good(strict=strict) else 1
            self._line({"summary": {"objects": self._done, "bytes": self._bytes, **counts, "exit": status}})
        self._flush()

    def good(self, *, strict: bool) -> bool:
        """All were read, and of those compared none was a mismatch and one at least verified."""
        bad = self._counts[MISMATCH] + self._counts[_UNREADABLE]
        if strict:
            bad += self._counts[NOT_COMPARABLE] + self._counts["improper"]
        return not bad and (not self.compared or bool(self._counts[VERIFIED]))

    def _one(self, name: bytes, digest: str, word: str, why: str, error: str, read: int, *, changed: bool) -> None:
        self._bytes += read
        self._done += 1
        self.watch(Usage(self._bytes, self._done, 0.0, 0.0, 0.0), None)
        self._counts[word or (_UNREADABLE if error else "")] += 1
        if changed:
            self.message(_shown(name) + _CHANGED)
            self._counts[_UNREADABLE] += 1
        if error:
            self.message(_shown(name) + f": {error}".encode())
        if self._json:
            facts = {"etag" if self.compared or "-" in digest else "md5": digest, "verdict": word, "why": why}
            facts["error"] = error
            self._object(name, **{key: value for key, value in facts.items() if value}, bytes=read)
        elif self.compared:
            self._judged(name, word or _UNREADABLE, why)
        elif digest:
            self._write(self._style.line(digest, name))

    def _judged(self, name: bytes, word: str, why: str) -> None:
        if self._said == "status" or (self._said == "quiet" and word == VERIFIED):
            return
        shown = b"\\" + escape(name) if is_problematic(name) and not self._style.zero else name
        reason = f" ({why})" if why else ""
        self._write(shown + f": {word}{reason}".encode() + self._end)


def _shown(name: bytes) -> bytes:
    """As GNU's tools show a file; a URL as it is, though it has a colon."""
    return escape(name) if b"://" in name else quoted(name)
