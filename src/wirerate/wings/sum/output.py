# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The output of `wirerate sum`: md5sum's lines or JSON Lines on stdout; messages, progress and what limited the run on
stderr.

`wirerate.records.lines`, needed for -J, is imported on demand to keep the start fast.
"""

from __future__ import annotations

import base64
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wirerate.cli.streams import abandon_stdout
from wirerate.errors import EXIT_INTERRUPTED, OutputError
from wirerate.wings.sum.check_files import MISSING, OK, Style, Verdict
from wirerate.wings.sum.engine import Outcome, Outcomes, Usage
from wirerate.wings.sum.names import escape, quoted

if TYPE_CHECKING:
    from wirerate.records.lines import FailureLine, FileLine, FilesEnd, ObjectsEnd

_PROGRAM = b"wirerate sum: "
CHANGED = b": changed while it was read, so the checksum may match no version of it"
_PIPE_BUF = 4096
_REDRAW = 0.2  # seconds


class WriteError(OutputError):
    """An output error that exits with 1, as in GNU's tools."""

    exit_code = 1


class Printer:
    """Writes to stdout and stderr in order: pending output on one is flushed before the other is written."""

    def __init__(self, style: Style, *, json: bool, progress: bool) -> None:
        self._out, self._err = sys.stdout.buffer, sys.stderr.buffer
        self._style, self._json = style, json
        self._end = b"\0" if style.zero and not json else b"\n"
        self._bar = Bar() if progress and sys.stderr.isatty() else None
        self.failed = 0

    @property
    def watching(self) -> bool:
        """Return whether a progress bar is shown."""
        return self._bar is not None

    def outcomes(self, outcomes: Outcomes) -> None:
        """Print digests and errors of files in order."""
        begin = 0
        for index in outcomes.remarkable():
            self._digests(outcomes.part(begin, index))
            begin = index + 1
            self._special(*outcomes.part(index, begin))
        self._digests(outcomes.part(begin, len(outcomes)))
        self._flush()

    def verdict(self, result: Verdict, *, status: bool, quiet: bool) -> None:
        """Print the result for a listed file. A read error goes to stderr even with --status."""
        if result.outcome.error and result.verdict != MISSING:
            self.message(quoted(result.entry.path) + b": " + result.outcome.why.encode())
        if result.outcome.changed:
            self.message(quoted(result.entry.path) + CHANGED)
        if self._json:
            self._object(result.entry.path, verdict=result.verdict)
        elif not status and result.verdict != MISSING and not (quiet and result.verdict == OK):
            path = result.entry.path
            if b"\n" in path:  # GNU md5sum also escapes only names that contain a newline
                path = b"\\" + escape(path)
            self._write(b"%b: %b\n" % (path, result.verdict.encode()))

    def message(self, text: bytes) -> None:
        """Print a line on stderr."""
        self._flush()
        self._err.write(_PROGRAM + text + b"\n")
        self._err.flush()

    def say(self, text: str) -> None:
        self.message(text.encode("utf-8", "surrogateescape"))

    def interrupted(self, *, resumes: bool) -> int:
        """Report an interruption and return the exit status."""
        again = "; repeat the command to resume" if resumes else ""
        self.say(f"interrupted; the printed lines are valid{again}")
        return EXIT_INTERRUPTED

    def summary(self, end: Callable[[], FilesEnd], last: str) -> None:
        """Print what limited the run on stderr and, with -J, the summary object on stdout."""
        if self._json:
            self._line(end())
        if last:
            self.message(last.encode())
        self._flush()

    def watch(self, usage: Usage, total: int | None) -> None:
        """Redraw the progress bar, if there is one."""
        if self._bar:
            self._bar.draw(usage, total)

    def _digests(self, outcomes: Outcomes) -> None:
        if self._json:
            for outcome in outcomes:
                self._object(outcome.path, md5=outcome.digest.hex(), bytes=outcome.bytes)
        elif outcomes:
            self._write(self._style.lines(outcomes.hex_digests(), outcomes.paths))

    def _special(self, outcome: Outcome) -> None:
        if outcome.error:
            self.failed += 1
            self.message(quoted(outcome.path) + b": " + outcome.why.encode())
            if self._json:
                self._object(outcome.path, error=outcome.why)
            return
        self.message(quoted(outcome.path) + CHANGED)
        if self._json:
            self._object(outcome.path, md5=outcome.digest.hex(), bytes=outcome.bytes, changed=True)
        else:
            self._write(self._style.line(outcome.digest.hex(), outcome.path))

    def _object(self, path: bytes, **facts: Any) -> None:
        """Print an object about a file. If the path is not UTF-8, `path_base64` has its exact bytes."""
        from wirerate.records.lines import FileLine

        try:
            self._line(FileLine(path=path.decode("utf-8"), **facts))
        except UnicodeDecodeError:
            whole = base64.b64encode(path).decode()
            self._line(FileLine(path=path.decode("utf-8", "replace"), path_base64=whole, **facts))

    def _line(self, line: FileLine | FailureLine | FilesEnd | ObjectsEnd) -> None:
        from wirerate.records.lines import encode

        self._write(encode(line) + b"\n")

    def _write(self, text: bytes) -> None:
        """Write whole lines in pieces of at most PIPE_BUF bytes, which are atomic on pipes (pipe(7)), so that several
        programs can write to the same pipe."""
        with _writing():
            self._clear()
            begin = 0
            while begin < len(text):
                end = text.rfind(self._end, begin, begin + _PIPE_BUF) + 1
                end = end or text.find(self._end, begin) + 1 or len(text)
                self._out.write(text[begin:end])
                self._out.flush()
                begin = end

    def _flush(self) -> None:
        with _writing():
            self._clear()
            self._out.flush()

    def _clear(self) -> None:
        if self._bar:
            self._bar.clear()


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        abandon_stdout()
        raise WriteError(f"write error: {error.strerror}") from error


class Bar:
    """A progress line on the terminal: amount, speed and time left."""

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._drawn = self._begin
        self._visible = False

    def draw(self, usage: Usage, total: int | None) -> None:
        now = time.monotonic()
        if now - self._drawn < _REDRAW:
            return
        self._drawn = now
        speed = usage.bytes / (now - self._begin)
        text = f"{usage.files:,} files, {size(usage.bytes)}"
        if total:
            text += f" of {size(total)}"
        text += f", {rate(speed)}"
        if total and speed and total >= usage.bytes:
            text += f", {_duration((total - usage.bytes) / speed)} left"
        sys.stderr.write(f"\r{text[:79]}\x1b[K")
        sys.stderr.flush()
        self._visible = True

    def clear(self) -> None:
        if self._visible:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._visible = False


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


# ---- what limited a run ----

_MOSTLY = 0.5  # share of all thread time from which an activity counts as the limit


def storage_bytes() -> int | None:
    """Return the bytes that this process has read from storage so far, or None if unknown (proc(5))."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/self/io").read_text().splitlines():
            if line.startswith("read_bytes:"):
                return int(line.split()[1])
    return None


def limited_by(usage: Usage, seconds: float, threads: int, fetched: int | None) -> str:
    """Say what limited the run. `seconds` is wall time; `fetched` is the bytes read from storage, if known."""
    seconds = max(seconds, 1e-9)
    waited = max(0.0, usage.reading - usage.reading_cpu) / (seconds * threads)
    hashing = usage.hashing / seconds
    speed = rate(usage.bytes / seconds)
    from_storage = fetched is None or fetched > usage.bytes / 10
    if waited >= _MOSTLY and from_storage:
        return f"disk at {speed}; hashing used {hashing * 100:.0f} % of a core"
    if waited >= _MOSTLY:
        return f"waiting for data or other programs at {speed}; hashing used {hashing * 100:.0f} % of a core"
    reading = usage.reading_cpu / seconds
    shares = f"hashing used {hashing * 100:.0f} % of a core, reading from the page cache {reading * 100:.0f} %"
    if hashing + reading < _MOSTLY * threads and usage.files:
        return f"opening files, {usage.files / seconds:,.0f} a second; {shares}"
    return f"{'CPU' if threads == 1 else f'{threads} CPUs'} at {speed}; {shares}"


def rate(bytes_per_second: float) -> str:
    """Return a rate with three digits in decimal units."""
    return f"{size(bytes_per_second)}/s"


def size(count: float) -> str:
    """Return a size with three digits in decimal units."""
    for unit in ("B", "kB", "MB", "GB"):
        if count < 999.5:
            return f"{count:.3g} {unit}" if unit != "B" else f"{count:.0f} B"
        count /= 1000
    return f"{count:.4g} TB"
