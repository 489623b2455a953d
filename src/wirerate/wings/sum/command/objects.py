# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate sum --etag` and `wirerate sum URL`: objects of stores, and local files by the ETags that stores give."""

from __future__ import annotations

import errno
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from wirerate.errors import EXIT_INTERRUPTED, EXIT_NO, EXIT_OK, Error, UsageError
from wirerate.leftovers import temporary_folder
from wirerate.records.lines import FailureLine, ObjectsEnd, ObjectsSummary
from wirerate.wings.sum.command.asking import agreed
from wirerate.wings.sum.command.printing import CHANGED, Printer
from wirerate.wings.sum.command.request import Request
from wirerate.wings.sum.files.aside import Aside
from wirerate.wings.sum.files.checklist import Style
from wirerate.wings.sum.files.engine import Usage
from wirerate.wings.sum.files.names import escape, is_problematic, quoted
from wirerate.wings.sum.files.objects.copies import Compared, Computed, compare, etags
from wirerate.wings.sum.files.objects.etag import EMPTY
from wirerate.wings.sum.files.objects.listed import MISMATCH, NOT_COMPARABLE, VERIFIED, Judgement, Listed, comparable
from wirerate.wings.sum.files.objects.lists import read_list
from wirerate.wings.sum.files.stdin import standard_input
from wirerate.wings.sum.jobs import job
from wirerate.wings.sum.jobs.journal import Journal
from wirerate.wings.sum.jobs.objects import Object, Result, is_url

_UNREADABLE = "FAILED open or read"
_IMPROPER = "improper"
_PASSED = "passed over"


def run_objects(request: Request) -> int:
    """The exit status."""
    printer = ObjectPrinter(
        Style(request.binary, zero=request.zero),
        json=request.json,
        said=request.said,
        progress=request.telling,
        compared=request.etag is not None,
    )
    try:
        if request.far:
            _far(request, printer)
        elif request.check:
            _copies(request, printer)
        else:
            _etags(request, printer)
    except KeyboardInterrupt:
        again = "; the same command goes on where it stopped" if request.resume else ""
        printer.message(f"interrupted: what is printed holds{again}".encode())
        return EXIT_INTERRUPTED
    except Error as error:
        printer.failure(f"{error}; {error.fix}" if error.fix else str(error))
    printer.conclude(strict=request.strict)
    return EXIT_OK if printer.good(strict=request.strict) else EXIT_NO


def _etags(request: Request, printer: ObjectPrinter) -> None:
    printer.compared = False
    paths = request.names(lambda folder, error: printer.failure(f"{os.fsdecode(folder)}: {error.strerror}"))
    for computed in etags(paths, request.etag or 1, threads=request.threads, io=request.io):
        printer.computed(computed)


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

    found = compare(
        copies(),
        locate,
        part=request.etag or None,
        threads=request.threads,
        io=request.io,
    )
    for copy in found:
        if not (request.ignore_missing and copy.error == errno.ENOENT):
            printer.copy(copy)
    if objects and _agreed(objects, request, printer):
        _read(objects, request, printer, None)


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
            teller.failure(f"{error}; {error.fix}" if error.fix else str(error))


def _relative(key: str, request: Request) -> str:
    """The key as it is below the root; a URL that is the prefix's is no URL any more."""
    return key.removeprefix(request.prefix or "").lstrip("/")


def _far(request: Request, printer: ObjectPrinter) -> None:
    mode = "md5" if request.etag is None else f"etag {request.etag or 'auto'}"
    journal = Journal(request.resume, mode) if request.resume else None
    with _read_twice(request) as request:

        def objects(teller: Teller) -> Iterator[Object]:
            if request.check:
                return (found for each in _lists(request, teller) if (found := _to_read(each, request, teller)))
            return job.listed(request.files, teller.failure, teller.passed, request.unwanted)

        if _agreed(objects(Silent()), request, printer):
            _read(objects(printer), request, printer, journal)


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


def _read(objects: Iterable[Object], request: Request, printer: ObjectPrinter, journal: Journal | None) -> None:
    for results in job.run(
        objects,
        scheduler=request.scheduler,
        processes=request.threads if request.has("-j", "--threads") else None,
        part=request.etag,
        journal=journal,
    ):
        printer.results(results)


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


def _agreed(objects: Iterable[Object], request: Request, printer: ObjectPrinter) -> bool:
    """Not even counted where --yes was typed."""
    if request.yes:
        return True
    cost = job.count(objects, compared=request.etag is not None)
    return agreed(cost, request, lambda line: printer.message(line.encode()), printer.failure)


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

    def __init__(self, style: Style, *, json: bool, said: str | None, compared: bool, progress: bool) -> None:
        super().__init__(style, json=json, progress=progress)
        self.compared = compared
        self._said = said
        self._counts: Counter[str] = Counter()
        self._bytes, self._done = 0, 0
        self._passed: list[str] = []  # the first of them

    def failure(self, line: str) -> None:
        """Something of which nothing else is known: a bucket, a list, a folder."""
        self._counts[_UNREADABLE] += 1
        self.message(line.encode("utf-8", "surrogateescape"))
        if self._json:
            self._line(FailureLine(error=line.encode("utf-8", "surrogateescape").decode("utf-8", "replace")))

    def improper(self, line: str) -> None:
        """A line of a list that is none."""
        self._counts[_IMPROPER] += 1
        if self._said == "warn":
            self.message(line.encode("utf-8", "surrogateescape"))

    def passed(self, name: str) -> None:
        """A key that only marks a folder."""
        self._passed = self._passed or [name]
        self._counts[_PASSED] += 1

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
        counts = self._counts
        if self._passed and self._said != "status":
            many = "a folder marker" if counts[_PASSED] == 1 else f"{counts[_PASSED]:,} folder markers, the first"
            line = f"passed over {many} {self._passed[0]}: a key that ends in a slash, of no bytes"
            self.message(line.encode("utf-8", "surrogateescape"))
        if self.compared and self._said != "status":
            words = (VERIFIED, MISMATCH, NOT_COMPARABLE, _UNREADABLE, _IMPROPER)
            told = [f"{counts[word]:,} {word}" for word in words if counts[word]]
            self.message((", ".join(told) or "no object was compared").encode())
        if self._json:
            self._line(ObjectsEnd(summary=ObjectsSummary(
                objects=self._done, bytes=self._bytes, verified=counts[VERIFIED], mismatched=counts[MISMATCH],
                not_comparable=counts[NOT_COMPARABLE], unreadable=counts[_UNREADABLE], improper=counts[_IMPROPER],
                exit=EXIT_OK if self.good(strict=strict) else EXIT_NO,
            )))  # fmt: skip
        self._flush()

    def good(self, *, strict: bool) -> bool:
        """All were read, and of those compared none was a mismatch and one at least verified."""
        bad = self._counts[MISMATCH] + self._counts[_UNREADABLE]
        if strict:
            bad += self._counts[NOT_COMPARABLE] + self._counts[_IMPROPER]
        nothing_else = bool(self._passed) and not self._done
        return not bad and (not self.compared or bool(self._counts[VERIFIED]) or nothing_else)

    def _one(self, name: bytes, digest: str, word: str, why: str, error: str, read: int, *, changed: bool) -> None:
        self._bytes += read
        self._done += 1
        self.watch(Usage(self._bytes, self._done, 0.0, 0.0, 0.0), None)
        self._counts[word or (_UNREADABLE if error else "")] += 1
        if changed:
            self.message(_shown(name) + CHANGED)
            self._counts[_UNREADABLE] += 1
        if error:
            self.message(_shown(name) + f": {error}".encode())
        if self._json:
            kind = "etag" if self.compared or "-" in digest else "md5"
            facts = {kind: digest, "verdict": word, "why": why, "error": error, "changed": changed}
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
