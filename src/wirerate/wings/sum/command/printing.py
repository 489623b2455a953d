# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What `wirerate sum` prints: md5sum's lines or JSON Lines on stdout, messages and progress on stderr.

The lines of -J are `wirerate.records.lines`, which loads where they are asked for: md5sum starts in a millisecond.
"""

from __future__ import annotations

import base64
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from wirerate.cli.streams import abandon_stdout
from wirerate.errors import OutputError
from wirerate.wings.sum.files.checking import MISSING, OK, Verdict
from wirerate.wings.sum.files.checklist import Style
from wirerate.wings.sum.files.engine import Outcome, Outcomes, Usage
from wirerate.wings.sum.files.limits import rate, size
from wirerate.wings.sum.files.names import escape, quoted

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
