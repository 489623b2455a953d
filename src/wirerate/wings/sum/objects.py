# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate sum --etag` and `wirerate sum URL`: hash objects in stores, and compare files and objects with ETags."""

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
from wirerate.wings.sum.check_files import UNREADABLE, DiskList, Style
from wirerate.wings.sum.engine import Usage
from wirerate.wings.sum.etag import EMPTY, MISMATCH, NOT_COMPARABLE, VERIFIED, Judgement, Listed, comparable
from wirerate.wings.sum.etag_files import Hashed, compare, etags
from wirerate.wings.sum.lists import read_list
from wirerate.wings.sum.names import escape, is_problematic, is_url, quoted, standard_input
from wirerate.wings.sum.output import CHANGED, Printer
from wirerate.wings.sum.request import Request
from wirerate.wings.sum.stores import Object, Result

_IMPROPER = "improper"
_SKIPPED = "skipped"


def run_objects(request: Request) -> int:
    """Run the command and return its exit status."""
    printer = ObjectPrinter(
        Style(request.binary, zero=request.zero),
        json=request.json,
        output=request.output,
        strict=request.strict,
        progress=request.verbose,
        compared=request.etag is not None and (request.remote or request.check),
    )
    try:
        if request.remote:
            _remote(request, printer)
        elif request.check:
            _copies(request, printer)
        else:
            _etags(request, printer)
    except KeyboardInterrupt:
        return printer.interrupted(resumes=bool(request.resume))
    except Error as error:
        printer.failure(_message(error))
    return printer.conclude()


def _etags(request: Request, printer: ObjectPrinter) -> None:
    paths = request.names(lambda folder, error: printer.failure(f"{os.fsdecode(folder)}: {error.strerror}"))
    for computed in etags(paths, request.etag or 1, threads=request.threads, io=request.io):
        printer.file(computed)


def _copies(request: Request, printer: ObjectPrinter) -> None:
    """Compare local copies with lists of objects. Objects listed by URL are read from their stores."""
    root = Path(request.root or "")
    objects: DiskList[Object] = DiskList()

    def copies() -> Iterator[Listed]:
        for item in _lists(request, printer):
            if not is_url(_relative(item.key, request)):
                yield item
            elif item_object := _to_read(item, request, printer):
                objects.add(item_object)

    def locate(item: Listed) -> bytes:
        return os.fsencode(root / _relative(item.key, request))

    for copy in compare(copies(), locate, part=request.etag or None, threads=request.threads, io=request.io):
        if not (request.ignore_missing and copy.error == errno.ENOENT):
            printer.file(copy)
    if objects:
        _read(lambda reporter: objects, request, printer, None)


def _lists(request: Request, reporter: Reporter) -> Iterator[Listed]:
    """Yield the objects of all lists. If a list cannot be read, report it and continue."""
    for name in request.files or ("-",):
        try:
            for item in read_list(name, report=reporter.improper):
                if item.key.endswith("/") and not item.size and item.etag in ("", EMPTY):
                    reporter.skipped(item.key)
                else:
                    yield item
        except Error as error:
            reporter.failure(_message(error))


def _message(error: Error) -> str:
    return f"{error}; {error.fix}" if error.fix else str(error)


def _relative(key: str, request: Request) -> str:
    """Return the key without --prefix, relative to the root."""
    return key.removeprefix(request.prefix or "").lstrip("/")


def _remote(request: Request, printer: ObjectPrinter) -> None:
    mode = "md5" if request.etag is None else f"etag {request.etag or 'auto'}"
    journal = jobs.ObjectJournal(request.resume, mode) if request.resume else None
    with _read_twice(request) as request:

        def objects(reporter: Reporter) -> Iterable[Object]:
            if request.check:
                read = (_to_read(item, request, reporter) for item in _lists(request, reporter))
                return (item for item in read if item)
            return jobs.listed(request.files, reporter.failure, reporter.skipped, request.unwanted)

        _read(objects, request, printer, journal)


def _read(
    objects: Callable[[Reporter], Iterable[Object]],
    request: Request,
    printer: ObjectPrinter,
    journal: jobs.ObjectJournal | None,
) -> None:
    """List all objects once to calculate the cost and, if confirmed, again to read them."""
    if confirmed(objects(SilentReporter()), request, printer.say, printer.failure):
        for results in read(objects(printer), request, journal):
            printer.results(results)


@contextmanager
def _read_twice(request: Request) -> Iterator[Request]:
    """Store standard input in a file if it is a list, because lists are read twice."""
    if not request.check or (request.files and "-" not in request.files):
        yield request
        return
    with temporary_folder("sum") as folder:
        copy = folder / "standard input"
        try:
            with copy.open("wb") as file:
                shutil.copyfileobj(standard_input(), file)
        except OSError as error:
            raise UsageError(f"cannot read standard input: {error.strerror}", fix="name a list") from error
        files = tuple(str(copy) if name == "-" else name for name in request.files or ("-",))
        yield replace(request, files=files)


def read(
    objects: Iterable[Object], request: Request, journal: jobs.ObjectJournal | None = None
) -> Iterator[list[Result]]:
    """Hash objects on the cluster if one is named, else by local processes."""
    processes = request.threads if request.has("-j", "--threads") else None
    return jobs.run(objects, scheduler=request.scheduler, processes=processes, part=request.etag, journal=journal)


def _to_read(item: Listed, request: Request, reporter: Reporter) -> Object | None:
    """Return the object with its URL: the key if it is a URL, otherwise the key below --root or the list's bucket. If
    there is no URL, or the list shows that the ETag cannot be compared, report that and return None."""
    name = _relative(item.key, request)
    root = request.root or (f"s3://{item.bucket}" if item.bucket else "")
    if is_url(name) and request.root:
        reporter.failure(f"{item.key}: --root does not apply to URLs; leave it out, or remove the start by --prefix")
        return None
    if not is_url(name) and not is_url(root):
        reporter.failure(f"{item.key}: the list does not name the bucket; --root s3://BUCKET")
        return None
    item_object = Object(name if is_url(name) else f"{root.rstrip('/')}/{name}", item.size, item.etag)
    expected = comparable(item)
    if not isinstance(expected, Judgement):
        return item_object
    reporter.results([Result(item_object, word=expected.word, why=expected.why)])
    return None


def confirmed(
    objects: Iterable[Object], request: Request, report: Callable[[str], object], refuse: Callable[[str], object]
) -> bool:
    """Return whether to read the objects. If reading takes many requests, report the cost and, on a terminal, ask the
    user; without consent, call `refuse`. With --yes, return True without counting requests."""
    if request.yes:
        return True
    cost = jobs.count(objects, compared=request.etag is not None)
    if cost.requests <= jobs.ASK_FROM:
        return True
    report(f"this takes {cost}")
    if sys.stdin and sys.stdin.isatty() and sys.stderr.isatty() and click.confirm("Go on?", err=True):
        return True
    refuse("nothing was read; --yes skips this question")
    return False


class Reporter(Protocol):
    """Receives problems found while objects are listed."""

    def failure(self, line: str) -> None: ...
    def improper(self, line: str) -> None: ...
    def skipped(self, name: str) -> None: ...
    def results(self, results: Iterable[Result]) -> None: ...


class SilentReporter:
    """Ignores problems while objects are counted; they are reported when the objects are read."""

    def failure(self, line: str) -> None:
        pass

    improper = skipped = failure

    def results(self, results: Iterable[Result]) -> None:
        pass


class ObjectPrinter(Printer):
    """Prints results for objects and ETags. With `compared`, a line has a judgement instead of a digest."""

    def __init__(
        self, style: Style, *, json: bool, output: str | None, strict: bool, compared: bool, progress: bool
    ) -> None:
        super().__init__(style, json=json, progress=progress)
        self._compared, self._output, self._strict = compared, output, strict
        self._counts: Counter[str] = Counter()
        self._bytes, self._done = 0, 0
        self._first_skipped = ""

    def failure(self, line: str) -> None:
        """Report a bucket, list or folder that cannot be read."""
        self._counts[UNREADABLE] += 1
        self.say(line)
        if self._json:
            self._line(FailureLine(error=line.encode("utf-8", "surrogateescape").decode("utf-8", "replace")))

    def improper(self, line: str) -> None:
        """Report an improper line of a list."""
        self._counts[_IMPROPER] += 1
        if self._output == "warn":
            self.say(line)

    def skipped(self, name: str) -> None:
        """Count a key that only marks a folder."""
        self._first_skipped = self._first_skipped or name
        self._counts[_SKIPPED] += 1

    def file(self, file: Hashed) -> None:
        """Print a local file's ETag, or the judgement on a local copy."""
        judged, error = file.judgement, os.strerror(file.error) if file.error else ""
        word, why, digest = (judged.word, judged.why, "") if judged else ("", "", str(file.etag or ""))
        self._print(file.path, digest, word, why, error, file.bytes, changed=file.changed)

    def results(self, results: Iterable[Result]) -> None:
        """Print the results of objects."""
        for result in results:
            name = result.object.name.encode("utf-8", "surrogateescape")
            read = 0 if result.error else result.object.size or 0
            self._print(name, result.digest, result.word, result.why, result.error, read, changed=result.changed)

    def conclude(self) -> int:
        """Print how often each judgement occurred on stderr and, with -J, in a last line; return the exit status."""
        counts, status = self._counts, EXIT_OK if self._good() else EXIT_NO
        if self._first_skipped and self._output != "status":
            markers = "a folder marker" if counts[_SKIPPED] == 1 else f"{counts[_SKIPPED]:,} folder markers, the first"
            self.say(f"skipped {markers} {self._first_skipped}: an empty object whose key ends in a slash")
        if self._compared and self._output != "status":
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
        """Return whether all objects were read and, if compared, none mismatched and at least one was verified."""
        bad = self._counts[MISMATCH] + self._counts[UNREADABLE]
        if self._strict:
            bad += self._counts[NOT_COMPARABLE] + self._counts[_IMPROPER]
        only_markers = bool(self._first_skipped) and not self._done
        return not bad and (not self._compared or bool(self._counts[VERIFIED]) or only_markers)

    def _print(self, name: bytes, digest: str, word: str, why: str, error: str, read: int, *, changed: bool) -> None:
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
        if self._output == "status" or (self._output == "quiet" and word == VERIFIED):
            return
        shown = b"\\" + escape(name) if is_problematic(name) and not self._style.zero else name
        reason = f" ({why})" if why else ""
        self._write(shown + f": {word}{reason}".encode() + self._end)


def _shown(name: bytes) -> bytes:
    """Return a file name as GNU's tools quote it; a URL keeps its colon unquoted."""
    return escape(name) if b"://" in name else quoted(name)
