"""`wirerate sum --etag` and `wirerate sum URL`: objects of stores, and local files by the ETags that stores give."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from wirerate.cli.sum_objects_output import ObjectPrinter
from wirerate.errors import EXIT_INTERRUPTED, EXIT_NO, EXIT_OK, Error
from wirerate.files.lines import Style
from wirerate.fleet.names import is_url

if TYPE_CHECKING:
    from wirerate.cli.sum import Request
    from wirerate.files.objects.listed import Listed
    from wirerate.fleet.objects import Object

_AUTO = 0
Failed = Callable[[str], object]
Names = Callable[[Callable[[bytes, OSError], object]], Iterator[bytes]]


def complaint(request: Request) -> str | None:
    """What contradicts itself on a command line that is about objects."""
    far = bool(request.cluster) or any(map(is_url, request.files)) or is_url(request.root or "")
    for wrong, words in (
        (request.tag, "the --tag option has no form for ETags and objects"),
        (request.root is not None and not (request.check and request.etag is not None), "--root goes with --etag -c"),
        (
            request.prefix is not None and not (request.check and request.etag is not None),
            "--prefix goes with --etag -c",
        ),
        (request.check and any(map(is_url, request.files)), "-c reads lists from files; --root says where objects are"),
        (request.check and request.etag is None, "objects are checked by their ETags: --etag auto -c LIST"),
        (request.etag == _AUTO and not request.check and not far, "--etag auto needs ETags to compare with: -c LIST"),
        (request.resume is not None and not far, "the --resume option with --etag is for URLs"),
        (far and (request.files_from or request.exclude), "--files-from and --exclude are for local files"),
        (far and not request.files, "name what is to be read: s3://BUCKET/PREFIX, or with -c a list"),
    ):
        if wrong:
            return words
    return None


def run_objects(request: Request, names: Names) -> int:
    """The exit status. `names` are the operands as files, folders walked."""
    printer = ObjectPrinter(
        Style(request.binary, zero=request.zero),
        json=request.json,
        said=request.said,
        progress=sys.stderr.isatty() if request.progress is None else request.progress,
        compared=request.etag is not None,
    )
    try:
        if request.cluster or any(map(is_url, request.files)) or is_url(request.root or ""):
            _far(request, printer)
        elif request.check:
            _copies(request, printer)
        else:
            _etags(request, printer, names)
    except KeyboardInterrupt:
        again = "; the same command goes on where it stopped" if request.resume else ""
        printer.message(f"interrupted: what is printed holds{again}".encode())
        return EXIT_INTERRUPTED
    except Error as error:
        printer.failure(f"{error}; {error.fix}" if error.fix else str(error))
    printer.conclude(strict=request.strict)
    return EXIT_OK if printer.good(strict=request.strict) else EXIT_NO


def _etags(request: Request, printer: ObjectPrinter, names: Names) -> None:
    from wirerate.files.objects.copies import etags

    printer.compared = False
    paths = names(lambda folder, error: printer.failure(f"{os.fsdecode(folder)}: {error.strerror}"))
    for computed in etags(paths, request.etag or 1, threads=request.threads, io=request.io):
        printer.computed(computed)


def _copies(request: Request, printer: ObjectPrinter) -> None:
    """Local copies held against lists."""
    from wirerate.files.objects.copies import compare

    root = Path(request.root or "")

    def locate(each: Listed) -> bytes:
        return os.fsencode(root / _relative(each.key, request))

    found = compare(
        _lists(request, printer.failure, printer.improper),
        locate,
        part=request.etag or None,
        threads=request.threads,
        io=request.io,
    )
    for copy in found:
        if not (request.ignore_missing and copy.error == errno.ENOENT):
            printer.copy(copy)


def _lists(request: Request, failed: Failed, improper: Failed) -> Iterator[Listed]:
    """All lists' objects; one that cannot be read is told, and the others go on."""
    from wirerate.files.objects.lists import read_list

    for name in request.files or ("/dev/stdin",):
        try:
            yield from read_list(name, report=improper)
        except Error as error:
            failed(f"{error}; {error.fix}" if error.fix else str(error))


def _relative(key: str, request: Request) -> str:
    return key.removeprefix(request.prefix or "").lstrip("/")


def _far(request: Request, printer: ObjectPrinter) -> None:
    from wirerate.fleet import job
    from wirerate.fleet.journal import Journal

    mode = "md5" if request.etag is None else f"etag {request.etag or 'auto'}"
    journal = Journal(request.resume, mode) if request.resume else None

    def objects(printer: ObjectPrinter | None) -> Iterator[Object]:
        failed = printer.failure if printer else _silent
        return _of_lists(request, printer) if request.check else job.listed(request.files, failed)

    if not request.yes and not _agreed(objects(None), request, printer):
        return
    for results in job.run(
        objects(printer),
        scheduler=request.cluster,
        processes=request.threads if {"-j", "--threads"} & set(request.order) else None,
        part=request.etag,
        journal=journal,
    ):
        printer.results(results)


def _of_lists(request: Request, printer: ObjectPrinter | None) -> Iterator[Object]:
    """The objects of lists that are worth reading, at --root or else in the bucket that the list names.

    What the list itself says cannot be compared is printed here. Without a printer nothing is said: they are counted.
    """
    from wirerate.files.objects.listed import Judgement, comparable
    from wirerate.fleet.objects import Object, Result

    failed, improper = (printer.failure, printer.improper) if printer else (_silent, _silent)
    for each in _lists(request, failed, improper):
        root = request.root or (f"s3://{each.bucket}" if each.bucket else "")
        if not is_url(root):
            failed(f"{each.key}: the list does not say in which bucket; --root s3://BUCKET")
            continue
        found = Object(f"{root.rstrip('/')}/{_relative(each.key, request)}", each.size, each.etag)
        told = comparable(each)
        if not isinstance(told, Judgement):
            yield found
        elif printer:
            printer.results([Result(found, word=told.word, why=told.why)])


def _silent(line: str) -> None:
    """Said already, or said later."""


def _agreed(objects: Iterable[Object], request: Request, printer: ObjectPrinter) -> bool:
    """What takes many requests is told first, and on a terminal asked for."""
    from wirerate.fleet.cost import ASK_FROM, count

    cost = count(objects, compared=request.etag is not None)
    if cost.requests <= ASK_FROM:
        return True
    printer.message(f"this takes {cost}".encode())
    if sys.stdin.isatty() and sys.stderr.isatty() and click.confirm("Go on?", err=True):
        return True
    printer.failure("nothing was read; to go on without being asked, type --yes")
    return False
