# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`wirerate sum` of local files: their digests, and check files held against them."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from wirerate.errors import EXIT_INTERRUPTED, EXIT_NO, EXIT_OK
from wirerate.wings.sum.command.printing import Printer
from wirerate.wings.sum.command.request import Request
from wirerate.wings.sum.files.checklist import Style
from wirerate.wings.sum.files.engine import Engine
from wirerate.wings.sum.files.limits import limited_by, storage_bytes
from wirerate.wings.sum.files.names import quoted
from wirerate.wings.sum.files.resume import Answers, Journal
from wirerate.wings.sum.files.walking import Total

if TYPE_CHECKING:
    from wirerate.records.lines import FilesEnd
    from wirerate.wings.sum.files.aside import Aside
    from wirerate.wings.sum.files.checklist import Entry
    from wirerate.wings.sum.jobs.checking import Objects


def run_local(request: Request) -> int:
    """The exit status."""
    told = request.telling
    journal = Journal(request.resume) if request.resume is not None else None
    printer = Printer(Style(request.binary, request.tag, request.zero), json=request.json, progress=told)
    begin, fetched = time.monotonic(), storage_bytes() if told or request.json else None
    objects = _Objects(request, printer)
    with Engine(threads=request.threads, io=request.io) as engine:
        answers = Answers(engine, journal)
        work = partial(_check, objects=objects) if request.check else _hash
        status = _uninterrupted(lambda: work(request, answers, printer), request, printer)
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


class _Objects:
    """What reads objects, loaded once a check file names one."""

    def __init__(self, request: Request, printer: Printer) -> None:
        self._request, self._printer = request, printer
        self._loaded: Objects | None = None

    def takes(self, path: bytes) -> bool:
        return b"://" in path and self._objects().takes(path)

    def check(self, entries: Aside[Entry]) -> Iterator[tuple[Entry, str, str]]:
        return self._objects().check(entries)

    @property
    def count(self) -> int:
        return self._loaded.count if self._loaded else 0

    @property
    def bytes(self) -> int:
        return self._loaded.bytes if self._loaded else 0

    def _objects(self) -> Objects:
        if self._loaded is None:
            from wirerate.wings.sum.command.asking import agreed
            from wirerate.wings.sum.jobs.checking import Objects

            request, tell = self._request, lambda line: self._printer.message(line.encode())
            self._loaded = Objects(
                lambda cost: agreed(cost, request, tell, tell),
                scheduler=request.scheduler,
                processes=request.threads if request.has("-j", "--threads") else None,
                resumes=request.resume is not None,
            )
        return self._loaded


def _uninterrupted(work: Callable[[], bool], request: Request, printer: Printer) -> int:
    """Ctrl-C keeps what is printed, and the journal."""
    try:
        return EXIT_OK if work() else EXIT_NO
    except KeyboardInterrupt:
        again = "; the same command goes on where it stopped" if request.resume else ""
        printer.message(f"interrupted: what is printed holds{again}".encode())
        return EXIT_INTERRUPTED


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


def _check(request: Request, answers: Answers, printer: Printer, objects: _Objects) -> bool:
    from wirerate.wings.sum.files.checking import Checker, Message

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
