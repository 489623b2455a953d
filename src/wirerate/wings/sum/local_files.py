# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate sum` for local files: print digests and verify check files."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from wirerate.errors import EXIT_NO, EXIT_OK, UsageError
from wirerate.wings.sum.check_files import FAILED, MISSING, OK, UNREADABLE, Checker, DiskList, Entry, Message, Style
from wirerate.wings.sum.engine import Engine
from wirerate.wings.sum.journal import Answers, FileJournal
from wirerate.wings.sum.names import Total, is_url, quoted
from wirerate.wings.sum.output import Printer, limited_by, storage_bytes
from wirerate.wings.sum.request import Request

if TYPE_CHECKING:
    from wirerate.records.lines import FilesEnd
    from wirerate.wings.sum.stores import Object


def run_local(request: Request) -> int:
    """Run the command and return its exit status."""
    verbose = request.verbose
    journal = FileJournal(request.resume) if request.resume is not None else None
    printer = Printer(Style(request.binary, request.tag, request.zero), json=request.json, progress=verbose)
    begin, fetched = time.monotonic(), storage_bytes() if verbose or request.json else None
    objects = Objects(request, printer)
    with Engine(threads=request.threads, io=request.io) as engine:
        answers = Answers(engine, journal)
        try:
            good = _check(request, answers, printer, objects) if request.check else _hash(request, answers, printer)
            status = EXIT_OK if good else EXIT_NO
        except KeyboardInterrupt:  # the printed lines and the journal stay valid
            status = printer.interrupted(resumes=bool(request.resume))
        usage, seconds = engine.usage(), time.monotonic() - begin
    if request.cluster and not objects.count:
        printer.message(b"the cluster was not used: the lists name no objects")
    limit = ""
    if verbose or request.json:
        now = storage_bytes()
        limit = limited_by(usage, seconds, request.threads, None if fetched is None or now is None else now - fetched)

    def end() -> FilesEnd:
        from wirerate.records.lines import FilesEnd, FilesSummary

        return FilesEnd(summary=FilesSummary(
            files=usage.files + objects.count, bytes=usage.bytes + objects.bytes, seconds=round(seconds, 6),
            resumed=answers.resumed, failed=printer.failed, limited_by=limit, exit=status,
        ))  # fmt: skip

    printer.summary(end, limit if verbose else "")
    return status


class Objects:
    """Checks objects that a check file lists by URL, as `wirerate sum s3://…` prints them. The modules for objects are
    imported on the first such line."""

    def __init__(self, request: Request, printer: Printer) -> None:
        self._request, self._printer = request, printer
        self.count, self.bytes = 0, 0  # objects and bytes read

    def accepts(self, path: bytes) -> bool:
        """Return whether the path is a URL and no file has that name."""
        if b"://" not in path or not is_url(os.fsdecode(path)) or os.path.lexists(path):
            return False
        if self._request.resume is not None:
            raise UsageError(
                f"--resume with -c is only for files; a list names {os.fsdecode(path)}", fix="leave out --resume"
            )
        return True

    def check(self, entries: DiskList[Entry]) -> Iterator[tuple[Entry, str, str]]:
        """Yield the results as they arrive."""
        from wirerate.wings.sum.objects import confirmed, read
        from wirerate.wings.sum.stores import GONE, Object

        def objects() -> Iterator[Object]:
            return (Object(os.fsdecode(entry.path), None, entry.digest.hex()) for entry in entries)

        if not confirmed(objects(), self._request, self._printer.say, self._printer.say):
            yield from ((entry, UNREADABLE, "") for entry in entries)
            return
        for result in chain.from_iterable(read(objects(), self._request)):
            self.count += 1
            self.bytes += result.object.size or 0
            word = OK if result.digest == result.object.etag else FAILED
            if result.error:
                word = MISSING if result.error == GONE else UNREADABLE
            message = f"{result.object.name}: {result.error}" if result.error else ""
            yield Entry(bytes.fromhex(result.object.etag), os.fsencode(result.object.name)), word, message


def _hash(request: Request, answers: Answers, printer: Printer) -> bool:
    failed: list[bytes] = []

    def cannot_enter(folder: bytes, error: OSError) -> None:
        failed.append(folder)
        printer.message(quoted(folder) + b": " + os.strerror(error.errno or 0).encode())

    total = Total(request.names(lambda *_: None)) if printer.watching and request.files_from is None else None
    for outcomes in answers.batches(request.names(cannot_enter)):
        printer.outcomes(outcomes)
        printer.watch(answers.engine.usage(), total.bytes if total else None)
    return not failed and not printer.failed


def _check(request: Request, answers: Answers, printer: Printer, objects: Objects) -> bool:
    status, quiet = request.output == "status", request.output == "quiet"
    checker = Checker(
        answers, request.output == "warn", request.strict, request.ignore_missing, summary=not status, remote=objects
    )
    for name in request.files or ("-",):
        for item in checker.check(os.fsencode(name)):
            if isinstance(item, Message):
                printer.message(item.text)
            else:
                printer.verdict(item, status=status, quiet=quiet)
                printer.watch(answers.engine.usage(), None)
    return checker.good
