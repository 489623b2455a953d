# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`compare -- CMD_A CMD_B`: two command lines, timed as whole processes in shuffled rounds."""

from __future__ import annotations

import math
import os
import shlex
import shutil
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from pathlib import Path

from msgspec.structs import replace

from wirerate.commands.compare.compare import ROLES, undecided
from wirerate.errors import EXIT_CANNOT_TELL, EXIT_INTERRUPTED, MissingError, UsageError, worst
from wirerate.question import Question, asks
from wirerate.records import CommandTime, CompareRun, Comparison, Problem
from wirerate.rounds.round import Round
from wirerate.rounds.row import Rows
from wirerate.rounds.scheduler import run as run_rounds
from wirerate.rounds.series import Group, Series
from wirerate.running.cautions import longer
from wirerate.running.session import MeasuringQuestion, Session
from wirerate.statistics import LOOKS, at_look
from wirerate.verdict import change

# Limits of the default measuring time, which otherwise lasts until the first look at the results.
SECONDS = (10.0, 60.0)
# With this many rounds, their whole range has the confidence required at one look.
LEAST_ROUNDS = math.ceil(math.log2(2 / (1 - LOOKS.confidence(1))))

_SHELL = {"|", "||", "&&", "&", ";", ">", ">>", "<", "2>", "2>&1"}
_PLAIN = "run it alone; if failing is normal, type: sh -c 'COMMAND || true'"
_NO_SHELL = "no shell reads the command; if it needs one, type: sh -c 'COMMAND'"
_UNSTARTED = "name a program for this machine; run a script without #! with its shell: sh SCRIPT"
_IGNORED_BY_PYTHON = (signal.SIGPIPE, signal.SIGXFSZ)  # child processes would ignore these signals too
_ENDING = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True)
class CommandLine:
    name: str  # as typed
    path: str  # the path of its program
    words: tuple[str, ...]


@dataclass(frozen=True)
class CompareCommands(Question):
    a: str | Sequence[str]
    b: str | Sequence[str]
    _: KW_ONLY
    threshold: float = 0.05
    unsure: str = "fail"
    time: float | None = None  # seconds to measure for
    affinity: Sequence[int] = ()  # CPU numbers; empty: all that the process may use

    @cached_property
    def commands(self) -> tuple[CommandLine, CommandLine]:
        return _parsed(self.a), _parsed(self.b)

    def __post_init__(self) -> None:
        assert self.commands


@asks(CompareCommands)
def compare_commands(question: CompareCommands) -> CompareRun:
    """Measure whether command line `b` is faster or slower than `a`, by the wall time of whole processes.

    A command line is a list of words, or a string that is split by the quoting rules of a shell; no shell runs. Both
    run once untimed, then in shuffled rounds, and are compared pair by pair. Standard input and output are /dev/null.
    A MissingError is raised if a command cannot be started or fails.
    """
    session = Session(
        CompareRun, MeasuringQuestion(time=question.time, affinity=question.affinity, progress=question.progress)
    )
    with session.options_applied(), _Runner(question.commands) as runner:
        a_s, b_s = (runner.execute(i).wall_ns / 1e9 for i in (0, 1))
        first_look_s = LOOKS.counts[0] * (2 * a_s + b_s)  # A also runs as its own control
        began = time.monotonic()
        series, session.run.partial = _measure(runner, question, min(max(first_look_s, SECONDS[0]), SECONDS[1]))
        session.run.threshold, session.run.seconds = question.threshold, time.monotonic() - began
    rows = _rows(question.commands, series)
    comparisons = session.run.comparisons = [_judged(row, question.threshold) for row in rows.comparisons()]
    session.run.rows += [_with_cpu(row, series, i) for i, row in enumerate(rows.rows()) if row.ns]
    fix = f"measure for longer: {longer(max(question.time or 0.0, first_look_s / 4))}"
    session.run.problems += _too_few(session.run, fix) or undecided(session.run, fix)
    status = change.change_status(comparisons, question.unsure) if comparisons else EXIT_CANNOT_TELL
    return session.finish(worst((status, EXIT_INTERRUPTED)) if session.run.partial else status)


class _Runner:
    """Runs command lines as process groups, and keeps the standard error of the last execution."""

    def __init__(self, commands: Sequence[CommandLine]) -> None:
        self._commands = commands

    def __enter__(self) -> _Runner:
        self._stderr = os.memfd_create("stderr")
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._stderr)

    def run_block(self, order: Sequence[int]) -> list[tuple[float, Round]]:
        return [(round.wall_ns, round) for round in map(self.execute, order)]

    def execute(self, number: int) -> Round:
        """Execute a command once. Ctrl-C kills the command's process group before it ends this program."""
        command = self._commands[number]
        os.ftruncate(self._stderr, 0)
        os.lseek(self._stderr, 0, os.SEEK_SET)
        files = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_DUP2, self._stderr, 2),
        ]
        before = signal.pthread_sigmask(
            signal.SIG_BLOCK, _ENDING
        )  # blocked until the process number is known, so that the process can be killed
        began, pid = time.perf_counter_ns(), 0
        try:
            pid = os.posix_spawn(
                command.path, command.words, os.environ, file_actions=files, setpgroup=0, setsigmask=before,
                setsigdef=_IGNORED_BY_PYTHON,
            )  # fmt: skip
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            _, status, used = os.wait4(pid, 0)
            wall_ns = time.perf_counter_ns() - began
        except OSError as error:
            raise MissingError(f"{command.name}: cannot be started: {error.strerror}", fix=_UNSTARTED) from error
        except KeyboardInterrupt:
            with suppress(ProcessLookupError, ChildProcessError):  # the process may have ended already
                if pid:
                    os.killpg(pid, signal.SIGKILL)
                    os.wait4(pid, 0)
            raise
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if status:
            raise self._failure(command, os.waitstatus_to_exitcode(status))
        return Round(wall_ns, round((used.ru_utime + used.ru_stime) * 1e9))

    def _failure(self, command: CommandLine, status: int) -> MissingError:
        how = f"exited with {status}" if status > 0 else f"was killed by {signal.Signals(-status).name}"
        end = max(0, os.lseek(self._stderr, 0, os.SEEK_END) - 4096)
        lines = os.pread(self._stderr, 4096, end).decode(errors="replace").split("\n")
        last = next((line for line in map(str.strip, reversed(lines)) if line), "nothing on standard error")
        return MissingError(f"{command.name} {how}: {last}", fix=_NO_SHELL if _SHELL & set(command.words) else _PLAIN)


def _parsed(command: str | Sequence[str]) -> CommandLine:
    """Parse a command line. Raise UsageError for wrong quoting and MissingError for an absent program."""
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise UsageError(f"{command}: {str(error).lower()}", fix="close the quotation") from error
    if not words:
        raise UsageError("a command is empty", fix="type: wirerate compare -- 'md5sum FILE' 'cksum FILE'")
    name = " ".join((command if isinstance(command, str) else shlex.join(words)).split())
    path = shutil.which(words[0])
    if path is None:
        how = "is not executable" if Path(words[0]).exists() else "was not found"
        raise MissingError(f"{words[0]} {how}", fix="name a program or its path, and quote the whole command")
    return CommandLine(name, path, tuple(words))


def _measure(runner: _Runner, question: CompareCommands, seconds: float) -> tuple[Series[Round], bool]:
    """Return the rounds, and whether Ctrl-C interrupted them."""

    def settled(series: Series[Round]) -> bool:
        return change.is_decided(_rows(question.commands, series).comparisons(), question.threshold)

    group = Group(2, runner.run_block, 1, settled, "two commands")
    (series,), interrupted = run_rounds([group], progress=question.progress, budget_s=question.time or seconds)
    if series.error:
        raise series.error
    return series, interrupted


def _rows(commands: Sequence[CommandLine], series: Series[Round]) -> Rows[CommandTime]:
    blanks = [CommandTime(subject=command.name, role=role) for command, role in zip(commands, ROLES, strict=True)]
    return Rows(series, blanks)


def _with_cpu(row: CommandTime, series: Series[Round], cell: int) -> CommandTime:
    """Return the row with its CPU time instead of its CPU share, because a command may also wait for other things than
    the CPU."""
    cpu = [sample.record.cpu_ns or 0.0 for sample in series.cells[cell]]
    return replace(row, bytes=None, cpu_share=None, cpu=at_look([cpu], 1, series.looks))


def _judged(comparison: Comparison, threshold: float) -> Comparison:
    """Return the judged comparison; CANNOT TELL if the rounds are too few for the usual confidence."""
    (judged,) = change.judged([comparison], threshold)
    return judged if judged.rounds >= LEAST_ROUNDS else replace(judged, change=change.CANNOT_TELL)


def _too_few(run: CompareRun, fix: str) -> list[Problem]:
    few = [row.rounds for row in run.comparisons if row.rounds < LEAST_ROUNDS]
    message = f"a verdict needs at least {LEAST_ROUNDS} rounds, and there was time for {max(few, default=0)}"
    return [Problem(code="undecided", message=message, fix=fix)] if few and not run.partial else []
