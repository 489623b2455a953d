"""`wirerate sum`: md5sum's output and check mode, with many files in the lanes of the kernel at a time."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from wirerate._version import __version__
from wirerate.cli.gnu import GnuCommand
from wirerate.cli.types import PartType
from wirerate.errors import EXIT_INTERRUPTED, EXIT_NO, EXIT_OK, UsageError

if TYPE_CHECKING:
    from wirerate.cli.sum_output import Printer
    from wirerate.files.resume import Answers


@click.command(
    "sum", cls=GnuCommand, options_metavar="[OPTION]... [FILE]...",
    short_help="md5sum at the speed of the memory.",
    headline="MD5 finds accidents, not attackers.",
)  # fmt: skip
@click.option("-b", "--binary", "mark", flag_value="*", help="Mark names with an asterisk; files are read alike.")
@click.option("-c", "--check", is_flag=True, help="Read checksums from the FILEs and check them.")
@click.option("--tag", is_flag=True, help="BSD-style lines.")
@click.option("-t", "--text", "mark", flag_value=" ", help="Mark names with a space (the default).")
@click.option("-z", "--zero", is_flag=True, help="End lines with NUL, and escape no names.")
@click.option("--ignore-missing", is_flag=True, help="With -c: pass over missing files in silence.")
@click.option("--quiet", "said", flag_value="quiet", help="With -c: no OK for each file that passes.")
@click.option("--status", "said", flag_value="status", help="With -c: no output, the exit status tells.")
@click.option("--strict", is_flag=True, help="With -c: fail on improperly formatted lines.")
@click.option("-w", "--warn", "said", flag_value="warn", help="With -c: name improperly formatted lines.")
@click.option("-r", "--recursive", is_flag=True, help="Regular files of folders, links not followed.")
@click.option("--files-from", metavar="LIST", help="Names from LIST (-: stdin), by line or NUL.")
@click.option("--exclude", metavar="GLOB", multiple=True, help="Leave out of folders and lists; repeatable.")
@click.option("--resume", metavar="FILE", help="Journal: run again, only the rest is hashed.")
@click.option(
    "-j", "--threads", type=click.IntRange(1, 1024), default=1, metavar="N", help="Threads that read and hash."
)
@click.option(
    "--io",
    type=click.Choice(["auto", "parallel", "sequential"]),
    default="auto",
    show_default=True,
    help="sequential: a file at a time, for rotating disks; auto finds them.",
)
@click.option("--progress/--no-progress", default=None, help="Progress, and what limited the run.  [default: on a tty]")
@click.option("--etag", type=PartType(), help="S3's ETag, in parts of that size; auto: of whatever size fits.")
@click.option("--root", metavar="WHERE", help="With --etag -c: folder or URL that the list's keys are below.")
@click.option("--prefix", metavar="TEXT", help="With --etag -c: left off the keys of the list.")
@click.option("--cluster", metavar="SCHEDULER", help="Hash there, by Dask: tcp://HOST:8786. Without: here.")
@click.option("--yes", is_flag=True, help="Read objects without asking what it costs.")
@click.option("-J", "--json", is_flag=True, help="JSON Lines: an object per file, then the summary.")
@click.version_option(__version__, prog_name="wirerate sum")
@click.pass_context
def command(ctx: click.Context, /, **given: Any) -> int:
    """Print or check MD5 checksums as GNU md5sum does, faster.

    Output, check mode and exit status are those of GNU md5sum; without FILE,
    or when FILE is -, standard input is read. Many files are hashed at a time;
    one alone is no faster than its chain of blocks allows.

    \b
    wirerate sum *.iso > MD5SUMS          wirerate sum -c MD5SUMS
    wirerate sum -rj2 --resume job.md5 /data > MD5SUMS
    wirerate sum s3://bucket/prefix       wirerate sum --etag auto -c list.json

    \b
    Exit: 0 all read and all matched, 1 not so, or wrong usage (as GNU).
    """
    request = Request(order=ctx.meta["wirerate.given"], **given)
    complaint = request.complaint()
    if complaint:
        click.echo(f"wirerate sum: {complaint}\nTry 'wirerate sum --help' for more information.", err=True)
        return EXIT_NO
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # when nobody reads on, end as GNU's tools do
    if request.about_objects:
        from wirerate.cli.sum_objects import run_objects

        return run_objects(request, lambda failed: _names(request, failed))
    return _run(request)


@dataclass(frozen=True)
class Request:
    """The command line, and what contradicts itself in it."""

    order: list[str]
    files: tuple[str, ...]
    mark: str | None
    check: bool
    tag: bool
    zero: bool
    ignore_missing: bool
    said: str | None
    strict: bool
    recursive: bool
    files_from: str | None
    exclude: tuple[str, ...]
    resume: str | None
    threads: int
    io: str
    progress: bool | None
    etag: int | None
    root: str | None
    prefix: str | None
    cluster: str | None
    yes: bool
    json: bool

    @property
    def about_objects(self) -> bool:
        """Objects of a store are named, or what a store calls a file's checksum."""
        return any((self.etag is not None, self.root, self.prefix, self.cluster)) or any(map(_is_url, self.files))

    @property
    def binary(self) -> bool:
        """--tag and -b say so, -t not: the last one holds."""
        marks = [name in ("-b", "--binary", "--tag") for name in self.order if name in _MARKS]
        return bool(marks) and marks[-1]

    def complaint(self) -> str | None:
        """GNU's words, in the order in which it looks."""
        marked = any(name in _MARKS for name in self.order)
        judging = self.check or self.etag is not None
        for wrong, words in (
            (self.tag and not self.binary, "--tag does not support --text mode"),
            (self.zero and self.check, "the --zero option is not supported when verifying checksums"),
            (self.tag and self.check, f"the --tag option is {_MEANINGLESS}"),
            (marked and self.check, f"the --binary and --text options are {_MEANINGLESS}"),
            (self.ignore_missing and not self.check, f"the --ignore-missing option is {_MEANINGFUL}"),
            (self.said is not None and not judging, f"the --{self.said} option is {_MEANINGFUL}"),
            (self.strict and not judging, f"the --strict option is {_MEANINGFUL}"),
            (self.recursive and self.check, f"the --recursive option is {_MEANINGLESS}"),
            (self.files_from is not None and self.check, f"the --files-from option is {_MEANINGLESS}"),
            (self.files_from is not None and self.files, "name files, or a list of them by --files-from, not both"),
        ):
            if wrong:
                return words
        if self.about_objects:
            from wirerate.cli.sum_objects import complaint

            return complaint(self)
        return None


def _is_url(word: str) -> bool:
    return "://" in word and not Path(word).exists()


_MARKS = ("-b", "--binary", "-t", "--text", "--tag")
_MEANINGLESS = "meaningless when verifying checksums"
_MEANINGFUL = "meaningful only when verifying checksums"


def _run(request: Request) -> int:
    from wirerate.cli.sum_output import Printer
    from wirerate.files.engine import Engine
    from wirerate.files.limits import limited_by, storage_bytes
    from wirerate.files.lines import Style
    from wirerate.files.resume import Answers, Journal

    told = sys.stderr.isatty() if request.progress is None else request.progress
    journal = Journal(request.resume) if request.resume is not None else None
    printer = Printer(Style(request.binary, request.tag, request.zero), json=request.json, progress=told)
    begin, fetched = time.monotonic(), storage_bytes() if told or request.json else None
    with Engine(threads=request.threads, io=request.io) as engine:
        answers = Answers(engine, journal)
        status = _uninterrupted(
            lambda: (_check if request.check else _hash)(request, answers, printer), request, printer
        )
        usage, seconds = engine.usage(), time.monotonic() - begin
    limit = ""
    if told or request.json:
        now = storage_bytes()
        limit = limited_by(usage, seconds, request.threads, None if fetched is None or now is None else now - fetched)
    facts: dict[str, object] = {"files": usage.files, "bytes": usage.bytes, "seconds": round(seconds, 6)}
    facts |= {"resumed": answers.resumed, "failed": printer.failed, "limited_by": limit, "exit": status}
    printer.summary(facts, limit if told else "")
    return status


def _uninterrupted(work: Callable[[], bool], request: Request, printer: Printer) -> int:
    """Ctrl-C keeps what is printed, and the journal."""
    try:
        return EXIT_OK if work() else EXIT_NO
    except KeyboardInterrupt:
        again = "; the same command goes on where it stopped" if request.resume else ""
        printer.message(f"interrupted: what is printed holds{again}".encode())
        return EXIT_INTERRUPTED


def _hash(request: Request, answers: Answers, printer: Printer) -> bool:
    from wirerate.files.engine import Job
    from wirerate.files.names import quoted
    from wirerate.files.walking import Total

    failed: list[bytes] = []

    def cannot_enter(folder: bytes, error: OSError) -> None:
        failed.append(folder)
        printer.message(quoted(folder) + b": " + os.strerror(error.errno or 0).encode())

    total = Total(_names(request, lambda *_: None)) if printer.watching and request.files_from is None else None
    for outcomes in answers.batches(Job(path) for path in _names(request, cannot_enter)):
        printer.outcomes(outcomes)
        printer.watch(answers.engine.usage(), total.bytes if total else None)
    return not failed and not printer.failed


def _check(request: Request, answers: Answers, printer: Printer) -> bool:
    from wirerate.files.checking import Checker, Message

    status, quiet = request.said == "status", request.said == "quiet"
    checker = Checker(answers, request.said == "warn", request.strict, request.ignore_missing, summary=not status)
    for name in request.files or ("-",):
        for said in checker.check(os.fsencode(name)):
            if isinstance(said, Message):
                printer.message(said.text)
            else:
                printer.verdict(said, status=status, quiet=quiet)
                printer.watch(answers.engine.usage(), None)
    return checker.good


def _names(request: Request, failed: Callable[[bytes, OSError], object]) -> Iterator[bytes]:
    """The operands, or what the list names; with -r the files of their trees."""
    from wirerate.files.walking import Unwanted, walk

    unwanted = Unwanted(os.fsencode(glob) for glob in request.exclude)
    if request.files_from is not None:
        paths: Iterable[bytes] = (path for path in _listed(request.files_from) if not unwanted(path))
    else:
        paths = map(os.fsencode, request.files or ((".",) if request.recursive else ("-",)))
    if not request.recursive:
        yield from paths
        return
    for path in paths:
        yield from walk(path, unwanted, failed)


def _listed(name: str) -> Iterator[bytes]:
    from wirerate.files.walking import listed

    try:
        stream: BinaryIO = sys.stdin.buffer if name == "-" else Path(name).open("rb")  # noqa: SIM115
    except OSError as error:
        raise UsageError(f"cannot read the list {name}: {error.strerror}", fix="name a file of names") from error
    with stream:
        yield from listed(stream)
