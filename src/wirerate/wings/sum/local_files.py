# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate sum` of local files: their digests, and check files held against them."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from wirerate.errors import EXIT_NO, EXIT_OK, UsageError
from wirerate.wings.sum.check_files import FAILED, MISSING, OK, UNREADABLE, Aside, Checker, Entry, Message, Style
from wirerate.wings.sum.engine import Engine
from wirerate.wings.sum.journal import Answers, FileJournal
from wirerate.wings.sum.names import Total, is_url, quoted
from wirerate.wings.sum.output import Printer, limited_by, storage_bytes
from wirerate.wings.sum.request import Request

if TYPE_CHECKING:
    from wirerate.records.lines import FilesEnd
    from wirerate.wings.sum.stores import Object


def run_local(request: Request) -> int:
    """The exit status."""
    told = request.telling
    journal = FileJournal(request.resume) if request.resume is not None else None
    printer = Printer(Style(request.binary, request.tag, request.zero), json=request.json, progress=told)
    begin, fetched = time.monotonic(), storage_bytes() if told or request.json else None
    objects = Objects(request, printer)
    with Engine(threads=request.threads, io=request.io) as engine:
        answers = Answers(engine, journal)
        try:
            good = _check(request, answers, printer, objects) if request.check else _hash(request, answers, printer)
            status = EXIT_OK if good else EXIT_NO
        except KeyboardInterrupt:  # what is printed is kept, and the journal
            status = printer.interrupted(resumes=bool(request.resume))
        usage, seconds = engine.usage(), time.monotonic() - begin
    if request.cluster and not objects.count:
        printer.message(b"the cluster was not asked: the lists name no objects")
    limit = ""
    if told or request.json:
        now = storage_bytes()
        limit = limited_by(usage, seconds, request.threads, None if fetched is None or now is None else now - fetched)

    def end() -> FilesEnd:
        from wirerate.records.lines import FilesEnd, FilesSummary

        return FilesEnd(summary=FilesSummary(
            files=usage.files + objects.count, bytes=usage.bytes + objects.bytes, seconds=round(seconds, 6),
            resumed=answers.resumed, failed=printer.failed, limited_by=limit, exit=status,
        ))  # fmt: skip

    printer.summary(end, limit if told else "")
    return status


class Objects:
    """What `Checker` calls elsewhere: objects that a check file lists by their URLs, as `wirerate sum s3://…` prints
    them. What reads them is loaded once a list names one."""

    def __init__(self, request: Request, printer: Printer) -> None:
        self._request, self._printer = request, printer
        self.count, self.bytes = 0, 0  # that were read

    def takes(self, path: bytes) -> bool:
        """A URL, unless there is a file of that name."""
        if b"://" not in path or not is_url(os.fsdecode(path)) or os.path.lexists(path):
            return False
        if self._request.resume is not None:
            raise UsageError(
                f"--resume with -c is for files, and a list names {os.fsdecode(path)}", fix="leave out --resume"
            )
        return True

    def check(self, entries: Aside[Entry]) -> Iterator[tuple[Entry, str, str]]:
        """In the order in which their results come."""
        from wirerate.wings.sum.objects import agreed, read
        from wirerate.wings.sum.stores import GONE, Object

        def objects() -> Iterator[Object]:
            return (Object(os.fsdecode(entry.path), None, entry.digest.hex()) for entry in entries)

        if not agreed(objects(), self._request, self._printer.say, self._printer.say):
            yield from ((entry, UNREADABLE, "") for entry in entries)
            return
        for each in chain.from_iterable(read(objects(), self._request)):
            self.count += 1
            self.bytes += each.object.size or 0
            word = OK if each.digest == each.object.etag else FAILED
            if each.error:
                word = MISSING if each.error == GONE else UNREADABLE
            told = f"{each.object.name}: {each.error}" if each.error else ""
            yield Entry(bytes.fromhex(each.object.etag), os.fsencode(each.object.name)), word, told


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
    status, quiet = request.said == "status", request.said == "quiet"
    checker = Checker(
        answers, request.said == "warn", request.strict, request.ignore_missing, summary=not status, elsewhere=objects
    )
    for name in request.files or ("-",):
        for said in checker.check(os.fsencode(name)):
            if isinstance(said, Message):
                printer.message(said.text)
            else:
                printer.verdict(said, status=status, quiet=quiet)
                printer.watch(answers.engine.usage(), None)
    return checker.good
