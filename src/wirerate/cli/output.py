# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Output of all commands: a progress bar on stderr, then the stored run, the exports and the answer."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

import click

from wirerate.cli.streams import abandon_stdout
from wirerate.errors import EXIT_INTERRUPTED, Error, OutputError, worst
from wirerate.question import Progress
from wirerate.records import store

if TYPE_CHECKING:  # not imported at run time, because --help needs no records
    from wirerate.records import AnyRun


@dataclass(frozen=True)
class Outputs:
    """The form of the answer, and the files to export it to."""

    json: bool
    export_json: str | None = None
    export_csv: str | None = None
    export_markdown: str | None = None
    page: str | None = None
    explain: bool = False

    def check(self) -> None:
        """Raise OutputError if a file cannot be written. Call this before measuring."""
        paths = list(filter(None, (self.export_json, self.export_csv, self.export_markdown, self.page)))
        if paths:
            from wirerate.records import check_writable

            for path in paths:
                check_writable(path)


def finish(
    run: AnyRun,
    outputs: Outputs,
    answer: Callable[[AnyRun], str] | None = None,
    *,
    keep: bool = True,
    warnings: bool = True,
) -> int:
    """Store the run, write the exports and print the answer; return the exit status.

    A failed export becomes a problem of the run. The other exports are still written, and the answer is still printed.
    """
    from wirerate.records import Problem
    from wirerate.report import kinds

    with _interrupts_delayed() as interrupted:
        kept = _keep(run) if keep else None
        for error in _write_all(run, outputs, kept):
            run.problems.append(Problem(code="output", message=str(error), fix=error.fix))
            run.exit = worst((run.exit, error.exit_code))
        if interrupted():
            run.exit, run.partial = EXIT_INTERRUPTED, True
        if warnings and not outputs.json:
            warn(run)
        _print(
            run.to_json() + "\n"
            if outputs.json
            else answer(run)
            if answer
            else kinds.text(run, explain=outputs.explain)
        )
    return run.exit


@contextmanager
def _interrupts_delayed() -> Iterator[Callable[[], bool]]:
    """Delay the first Ctrl-C until the results are written; a second one interrupts at once."""
    seen: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        if seen:
            raise KeyboardInterrupt
        seen.append(number)

    if threading.current_thread() is not threading.main_thread():  # only the main thread may set signal handlers
        yield lambda: False
        return
    before = [(number, signal.signal(number, note)) for number in (signal.SIGINT, signal.SIGTERM)]
    try:
        yield lambda: bool(seen)
    finally:
        for number, handler in before:
            signal.signal(number, handler or signal.SIG_DFL)


def warn(run: AnyRun) -> None:
    """Print the run's problems on stderr; stdout has only the answer."""
    from wirerate.records import ERRORS

    for problem in run.problems:
        fix = f"; {problem.fix}" if problem.fix else ""
        kind = "error" if problem.code in ERRORS else "warning"
        click.echo(f"{kind}: {problem.message}{fix}", err=True)
    if run.exit == EXIT_INTERRUPTED:
        click.echo("interrupted; finished rounds are kept, and the run is partial", err=True)


def _write_all(run: AnyRun, outputs: Outputs, kept: Path | None) -> list[OutputError]:
    from wirerate.records import write, write_file
    from wirerate.report import kinds

    errors = []
    writers: list[tuple[str | None, Callable[[str], object]]] = [
        (outputs.export_json, lambda path: write(run, path)),
        (outputs.export_csv, lambda path: write_file(path, kinds.csv(run).encode())),
        (outputs.export_markdown, lambda path: write_file(path, kinds.markdown(run).encode())),
        (outputs.page, lambda path: _write_page(run, path, kept)),
    ]
    for path, writer in writers:
        try:
            if path:
                writer(path)
        except OutputError as error:
            errors.append(error)
    return errors


def _write_page(run: AnyRun, path: str, kept: Path | None) -> None:
    """Write the HTML page. A run that is too large to embed is linked as a file."""
    from wirerate.report import document

    document.write(run, path, source=os.path.relpath(kept, Path(path).resolve().parent) if kept else "")


def _keep(run: AnyRun) -> Path | None:
    """Store the run for `report last`. A failure becomes a problem of the run, because the user did not ask for it."""
    from wirerate.records import Problem

    if not (run.rows or run.comparisons):
        return None
    try:
        kept = store.keep(run)
    except Error as error:
        run.problems.append(Problem(code="not-kept", message=f"this run was not stored: {error}", fix=error.fix))
        return None
    try:
        store.prune()
    except Error as error:
        run.problems.append(Problem(code="not-pruned", message=str(error), fix=error.fix))
    return kept


def _print(text: str) -> None:
    try:
        click.echo(text, nl=False)
        sys.stdout.flush()
    except BrokenPipeError:  # the reading program, such as head or less, has ended
        abandon_stdout()
    except OSError as error:
        abandon_stdout()
        raise OutputError(
            f"cannot write standard output: {error.strerror}", fix="send it to a disk with free space"
        ) from error


@contextmanager
def live(description: str) -> Iterator[Progress | None]:
    """Show a progress bar on a terminal; yield the function that updates it, or None without a terminal."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    console = Console(stderr=True, no_color=bool(os.environ.get("NO_COLOR")))
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        TimeElapsedColumn(),
        TextColumn("{task.fields[now]}"),
    )
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task(description, total=1.0, now="")

        def report(share: float, label: str) -> None:
            bar.update(task, completed=share, now=label)

        yield report
