# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What `wirerate sum` prints: md5sum's lines or JSON Lines on stdout; messages, progress and what limited the run on
stderr.

The lines of -J are `wirerate.records.lines`, which loads where they are asked for: md5sum starts in a millisecond.
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
CHANGED = b": changed while it was read; the checksum is of no one state of it"
_PIPE_BUF = 4096
_REDRAW = 0.2  # seconds


class WriteError(OutputError):
    """GNU's tools end with 1 when their output cannot be written."""

    exit_code = 1


class Printer:
    """Both streams, in step: what was said before on one is out before the other is written."""

    def __init__(self, style: Style, *, json: bool, progress: bool) -> None:
        self._out, self._err = sys.stdout.buffer, sys.stderr.buffer
        self._style, self._json = style, json
        self._end = b"\0" if style.zero and not json else b"\n"
        self._bar = Bar() if progress and sys.stderr.isatty() else None
        self.failed = 0

    @property
    def watching(self) -> bool:
        """Whether there is a bar to draw."""
        return self._bar is not None

    def outcomes(self, outcomes: Outcomes) -> None:
        """Digests of files, in order; errors where they belong among them."""
        begin = 0
        for at in outcomes.remarkable():
            self._digests(outcomes.part(begin, at))
            begin = at + 1
            self._special(*outcomes.part(at, begin))
        self._digests(outcomes.part(begin, len(outcomes)))
        self._flush()

    def verdict(self, said: Verdict, *, status: bool, quiet: bool) -> None:
        """What became of a listed file. The system's reason goes to stderr even where nothing else is said."""
        if said.outcome.error and said.verdict != MISSING:
            self.message(quoted(said.entry.path) + b": " + said.outcome.why.encode())
        if said.outcome.changed:
            self.message(quoted(said.entry.path) + CHANGED)
        if self._json:
            self._object(said.entry.path, verdict=said.verdict)
        elif not status and said.verdict != MISSING and not (quiet and said.verdict == OK):
            path = said.entry.path
            if b"\n" in path:  # only then would a line become two
                path = b"\\" + escape(path)
            self._write(b"%b: %b\n" % (path, said.verdict.encode()))

    def message(self, text: bytes) -> None:
        """A line on stderr."""
        self._flush()
        self._err.write(_PROGRAM + text + b"\n")
        self._err.flush()

    def say(self, text: str) -> None:
        self.message(text.encode("utf-8", "surrogateescape"))

    def interrupted(self, *, resumes: bool) -> int:
        """Ctrl-C came: the exit status."""
        again = "; the same command goes on where it stopped" if resumes else ""
        self.say(f"interrupted: what is printed holds{again}")
        return EXIT_INTERRUPTED

    def summary(self, end: Callable[[], FilesEnd], last: str) -> None:
        """The end: what limited the run, on stderr; with JSON Lines an object on stdout too."""
        if self._json:
            self._line(end())
        if last:
            self.message(last.encode())
        self._flush()

    def watch(self, usage: Usage, total: int | None) -> None:
        """Draws the bar anew, on a terminal."""
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
        """A path that is not UTF-8 stands in full in path_base64; `path` is then for people."""
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
        """By whole lines, and no more at a time than a pipe takes in one piece (PIPE_BUF, pipe(7)): of several
        programs that write to the same pipe none breaks another's lines."""
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
    """One line on the terminal: how much, how fast, how long still."""

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

_MOSTLY = 0.5  # the share of all thread time from which on a thing is what limits


def storage_bytes() -> int | None:
    """Bytes that this process had fetched from storage so far; None where the kernel does not tell (proc(5))."""
    with suppress(OSError, ValueError):
        for line in Path("/proc/self/io").read_text().splitlines():
            if line.startswith("read_bytes:"):
                return int(line.split()[1])
    return None


def limited_by(usage: Usage, seconds: float, threads: int, fetched: int | None) -> str:
    """`seconds` by the clock; `fetched`: bytes from storage meanwhile."""
    seconds = max(seconds, 1e-9)
    waited = max(0.0, usage.reading - usage.reading_cpu) / (seconds * threads)
    hashing = usage.hashing / seconds
    speed = rate(usage.bytes / seconds)
    from_storage = fetched is None or fetched > usage.bytes / 10
    if waited >= _MOSTLY and from_storage:
        return f"disk at {speed}; hashing used {hashing * 100:.0f} % of a core"
    if waited >= _MOSTLY:
        return f"waiting for data or for other programs, at {speed}; hashing used {hashing * 100:.0f} % of a core"
    reading = usage.reading_cpu / seconds
    shares = f"hashing used {hashing * 100:.0f} % of a core, reading from the page cache {reading * 100:.0f} %"
    if hashing + reading < _MOSTLY * threads and usage.files:
        return f"opening files, {usage.files / seconds:,.0f} a second; {shares}"
    return f"{'CPU' if threads == 1 else f'{threads} CPUs'} at {speed}; {shares}"


def rate(bytes_per_second: float) -> str:
    """Three digits and a unit, of powers of 1000 as for all rates."""
    return f"{size(bytes_per_second)}/s"


def size(count: float) -> str:
    """Bytes in the unit that leaves one to three digits before the point."""
    for unit in ("B", "kB", "MB", "GB"):
        if count < 999.5:
            return f"{count:.3g} {unit}" if unit != "B" else f"{count:.0f} B"
        count /= 1000
    return f"{count:.4g} TB"
