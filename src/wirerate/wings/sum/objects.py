# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate sum --etag` and `wirerate sum URL`: objects of stores, and local files by the ETags that stores give."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import click

from wirerate.cleanup import temporary_folder
from wirerate.errors import EXIT_NO, EXIT_OK, Error, UsageError
from wirerate.records.lines import FailureLine, ObjectsEnd, ObjectsSummary
from wirerate.wings.sum import jobs
from wirerate.wings.sum.check_files import UNREADABLE, Aside, Style
from wirerate.wings.sum.engine import Usage
from wirerate.wings.sum.etag import EMPTY, MISMATCH, NOT_COMPARABLE, VERIFIED, Judgement, Listed, comparable
from wirerate.wings.sum.etag_files import Hashed, compare, etags
from wirerate.wings.sum.lists import read_list
from wirerate.wings.sum.names import escape, is_problematic, is_url, quoted, standard_input
from wirerate.wings.sum.output import CHANGED, Printer
from wirerate.wings.sum.request import Request
from wirerate.wings.sum.stores import Object, Result

_IMPROPER = "improper"
_PASSED = "passed over"


def run_objects(request: Request) -> int:
    """The exit status."""
    printer = ObjectPrinter(
        Style(request.binary, zero=request.zero),
        json=request.json,
        said=request.said,
        strict=request.strict,
        progress=request.telling,
        compared=request.etag is not None and (request.far or request.check),
    )
    try:
        if request.far:
            _far(request, printer)
        elif request.check:
            _copies(request, printer)
        else:
            _etags(request, printer)
    except KeyboardInterrupt:
        return printer.interrupted(resumes=bool(request.resume))
    except Error as error:
        printer.failure(_told(error))
    return printer.conclude()


def _etags(request: Request, printer: ObjectPrinter) -> None:
    paths = request.names(lambda folder, error: printer.failure(f"{os.fsdecode(folder)}: {error.strerror}"))
    for computed in etags(paths, request.etag or 1, threads=request.threads, io=request.io):
        printer.file(computed)


def _copies(request: Request, printer: ObjectPrinter) -> None:
    """Local copies held against lists. Objects that these name by their URLs are read where they are."""
    root = Path(request.root or "")
    objects: Aside[Object] = Aside()

    def copies() -> Iterator[Listed]:
        for each in _lists(request, printer):
            if not is_url(_relative(each.key, request)):
                yield each
            elif found := _to_read(each, request, printer):
                objects.add(found)

    def locate(each: Listed) -> bytes:
        return os.fsencode(root / _relative(each.key, request))

    for copy in compare(copies(), locate, part=request.etag or None, threads=request.threads, io=request.io):
        if not (request.ignore_missing and copy.error == errno.ENOENT):
            printer.file(copy)
    if objects:
        _read(lambda teller: objects, request, printer, None)


def _lists(request: Request, teller: Teller) -> Iterator[Listed]:
    """All lists' objects; a list that cannot be read is told, and the others go on."""
    for name in request.files or ("-",):
        try:
            for each in read_list(name, report=teller.improper):
                if each.key.endswith("/") and not each.size and each.etag in ("", EMPTY):
                    teller.passed(each.key)
                else:
                    yield each
        except Error as error:
            teller.failure(_told(error))


def _told(error: Error) -> str:
    return f"{error}; {error.fix}" if error.fix else str(error)


def _relative(key: str, request: Request) -> str:
    """The key as it is below the root; a URL that is the prefix's is no URL any more."""
    return key.removeprefix(request.prefix or "").lstrip("/")


def _far(request: Request, printer: ObjectPrinter) -> None:
    mode = "md5" if request.etag is None else f"etag {request.etag or 'auto'}"
    journal = jobs.ObjectJournal(request.resume, mode) if request.resume else None
    with _read_twice(request) as request:

        def objects(teller: Teller) -> Iterable[Object]:
            if request.check:
                return (found for each in _lists(request, teller) if (found := _to_read(each, request, teller)))
            return jobs.listed(request.files, teller.failure, teller.passed, request.unwanted)

        _read(objects, request, printer, journal)


def _read(
    objects: Callable[[Teller], Iterable[Object]],
    request: Request,
    printer: ObjectPrinter,
    journal: jobs.ObjectJournal | None,
) -> None:
    """All of them, which are listed once to be counted and once to be read."""
    if agreed(objects(Silent()), request, printer.say, printer.failure):
        for results in read(objects(printer), request, journal):
            printer.results(results)


@contextmanager
def _read_twice(request: Request) -> Iterator[Request]:
    """Lists are counted before they are read; one that comes through standard input is kept for that."""
    if not request.check or (request.files and "-" not in request.files):
        yield request
        return
    with temporary_folder("sum") as folder:
        kept = folder / "standard input"
        try:
            with kept.open("wb") as file:
                shutil.copyfileobj(standard_input(), file)
        except OSError as error:
            raise UsageError(f"cannot read standard input: {error.strerror}", fix="name a list") from error
        files = tuple(str(kept) if name == "-" else name for name in request.files or ("-",))
        yield replace(request, files=files)


def read(
    objects: Iterable[Object], request: Request, journal: jobs.ObjectJournal | None = None
) -> Iterator[list[Result]]:
    """On the cluster that is named, else by processes of our own."""
    processes = request.threads if request.has("-j", "--threads") else None
    return jobs.run(objects, scheduler=request.scheduler, processes=processes, part=request.etag, journal=journal)


def _to_read(each: Listed, request: Request, teller: Teller) -> Object | None:
    """The object if it is worth reading, at its own URL, at --root, or in the bucket that the list names.

    What the list itself says cannot be compared is told here.
    """
    name = _relative(each.key, request)
    root = request.root or (f"s3://{each.bucket}" if each.bucket else "")
    if is_url(name) and request.root:
        teller.failure(f"{each.key}: a URL is below no --root; leave off its beginning: --prefix, or leave out --root")
        return None
    if not is_url(name) and not is_url(root):
        teller.failure(f"{each.key}: the list does not say in which bucket; --root s3://BUCKET")
        return None
    found = Object(name if is_url(name) else f"{root.rstrip('/')}/{name}", each.size, each.etag)
    told = comparable(each)
    if not isinstance(told, Judgement):
        return found
    teller.results([Result(found, word=told.word, why=told.why)])
    return None


def agreed(
    objects: Iterable[Object], request: Request, tell: Callable[[str], object], refuse: Callable[[str], object]
) -> bool:
    """Whether to go on: what takes many requests of a store is told first, and on a terminal asked for; `refuse` is
    told where nobody says so. With --yes the objects are not even counted."""
    if request.yes:
        return True
    cost = jobs.count(objects, compared=request.etag is not None)
    if cost.requests <= jobs.ASK_FROM:
        return True
    tell(f"this takes {cost}")
    if sys.stdin and sys.stdin.isatty() and sys.stderr.isatty() and click.confirm("Go on?", err=True):
        return True
    refuse("nothing was read; to go on without being asked, type --yes")
    return False


class Teller(Protocol):
    """Who is told what goes wrong on the way to the objects."""

    def failure(self, line: str) -> None: ...
    def improper(self, line: str) -> None: ...
    def passed(self, name: str) -> None: ...
    def results(self, results: Iterable[Result]) -> None: ...


class Silent:
    """While objects are counted: all of it is said when they are read."""

    def failure(self, line: str) -> None:
        pass

    improper = passed = failure

    def results(self, results: Iterable[Result]) -> None:
        pass


class ObjectPrinter(Printer):
    """`compared`: objects are held against ETags, so that a line is a judgement and not a digest."""

    def __init__(
        self, style: Style, *, json: bool, said: str | None, strict: bool, compared: bool, progress: bool
    ) -> None:
        super().__init__(style, json=json, progress=progress)
        self._compared, self._said, self._strict = compared, said, strict
        self._counts: Counter[str] = Counter()
        self._bytes, self._done = 0, 0
        self._passed: list[str] = []  # the first of them

    def failure(self, line: str) -> None:
        """Something of which nothing else is known: a bucket, a list, a folder."""
        self._counts[UNREADABLE] += 1
        self.say(line)
        if self._json:
            self._line(FailureLine(error=line.encode("utf-8", "surrogateescape").decode("utf-8", "replace")))

    def improper(self, line: str) -> None:
        """A line of a list that is none."""
        self._counts[_IMPROPER] += 1
        if self._said == "warn":
            self.say(line)

    def passed(self, name: str) -> None:
        """A key that only marks a folder."""
        self._passed = self._passed or [name]
        self._counts[_PASSED] += 1

    def file(self, file: Hashed) -> None:
        """A local file's ETag, or what a copy of an object came to."""
        judged, error = file.judgement, os.strerror(file.error) if file.error else ""
        word, why, digest = (judged.word, judged.why, "") if judged else ("", "", str(file.etag or ""))
        self._one(file.path, digest, word, why, error, file.bytes, changed=file.changed)

    def results(self, results: Iterable[Result]) -> None:
        """Objects, as their workers return them."""
        for each in results:
            name = each.object.name.encode("utf-8", "surrogateescape")
            read = 0 if each.error else each.object.size or 0
            self._one(name, each.digest, each.word, each.why, each.error, read, changed=each.changed)

    def conclude(self) -> int:
        """The count of each judgement on stderr, and with -J as the last line; the exit status."""
        counts, status = self._counts, EXIT_OK if self._good() else EXIT_NO
        if self._passed and self._said != "status":
            many = "a folder marker" if counts[_PASSED] == 1 else f"{counts[_PASSED]:,} folder markers, the first"
            self.say(f"passed over {many} {self._passed[0]}: a key that ends in a slash, of no bytes")
        if self._compared and self._said != "status":
            words = (VERIFIED, MISMATCH, NOT_COMPARABLE, UNREADABLE, _IMPROPER)
            self.say(
                ", ".join(f"{counts[word]:,} {word}" for word in words if counts[word]) or "no object was compared"
            )
        if self._json:
            self._line(ObjectsEnd(summary=ObjectsSummary(
                objects=self._done, bytes=self._bytes, verified=counts[VERIFIED], mismatched=counts[MISMATCH],
                not_comparable=counts[NOT_COMPARABLE], unreadable=counts[UNREADABLE], improper=counts[_IMPROPER],
                exit=status,
            )))  # fmt: skip
        self._flush()
        return status

    def _good(self) -> bool:
        """All were read, and of those compared none was a mismatch and one at least verified."""
        bad = self._counts[MISMATCH] + self._counts[UNREADABLE]
        if self._strict:
            bad += self._counts[NOT_COMPARABLE] + self._counts[_IMPROPER]
        nothing_else = bool(self._passed) and not self._done
        return not bad and (not self._compared or bool(self._counts[VERIFIED]) or nothing_else)

    def _one(self, name: bytes, digest: str, word: str, why: str, error: str, read: int, *, changed: bool) -> None:
        self._bytes += read
        self._done += 1
        self.watch(Usage(self._bytes, self._done, 0.0, 0.0, 0.0), None)
        self._counts[word or (UNREADABLE if error else "")] += 1
        if changed:
            self.message(_shown(name) + CHANGED)
            self._counts[UNREADABLE] += 1
        if error:
            self.message(_shown(name) + f": {error}".encode())
        if self._json:
            kind = "etag" if self._compared or "-" in digest else "md5"
            facts = {kind: digest, "verdict": word, "why": why, "error": error, "changed": changed}
            self._object(name, **{key: value for key, value in facts.items() if value}, bytes=read)
        elif self._compared:
            self._judged(name, word or UNREADABLE, why)
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
