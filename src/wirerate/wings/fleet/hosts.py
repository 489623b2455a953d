# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What many hosts answered to one measuring command, as one run.

On every host the command is a process of its own, which pins its threads: what else a worker does disturbs it no more
than any other program would, and the host's own noise is in its answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wirerate._version import __version__
from wirerate.errors import EXIT_INTERRUPTED, EXIT_USAGE, Error, Interrupted, MissingError, worst
from wirerate.records import Comparison, Measurement, Problem, Run, Verdict, from_json

_SAME = "install the same version there"


class FleetRun(Run[Measurement, None, Comparison, Verdict], kw_only=True, tag="fleet"):
    """`fleet`: the rows of all hosts, each with its host."""


RUNS = (FleetRun,)


@dataclass(frozen=True)
class Answer:
    """What a host said: the object of -J, or why there is none."""

    host: str
    output: bytes = b""
    failure: Error | None = None


def stopped(host: str) -> Answer:
    return Answer(host, failure=Interrupted(f"{host} was stopped before it had answered"))


def merge(answers: Iterable[Answer]) -> FleetRun:
    """One run with the rows of all hosts; a host without an answer is a problem of that host's."""
    merged = FleetRun(command="fleet", environment=None)
    merged.exit = worst([_add(merged, answer) for answer in answers])
    return merged


def _add(merged: FleetRun, answer: Answer) -> int:
    if answer.failure:
        return _failed(merged, answer.host, answer.failure)
    try:
        run = from_json(answer.output, answer.host)
    except Error as error:
        message = f"{answer.host} did not answer as wirerate does: {error}"
        return _failed(merged, answer.host, MissingError(message, fix=_SAME))
    if run.environment:
        run.environment.host = answer.host
        merged.hosts.append(run.environment)
        if run.environment.wirerate != __version__:
            merged.problems.append(_other_version(answer.host, run.environment.wirerate))
    rows: tuple[Measurement | Comparison | Verdict, ...] = (*run.rows, *run.comparisons, *run.verdicts)
    for row in rows:
        row.host = answer.host
    merged.rows += run.rows
    merged.comparisons += run.comparisons
    merged.verdicts += run.verdicts
    for problem in run.problems:
        problem.message = f"{answer.host}: {problem.message}"
        if run.exit == EXIT_USAGE:  # what is typed has been looked at here
            problem.fix = _SAME
        problem.host = answer.host
        merged.problems.append(problem)
    merged.partial |= run.partial
    return run.exit


def _other_version(host: str, version: str) -> Problem:
    message = f"{host} has wirerate {version}, and here is {__version__}: they may measure and judge otherwise"
    return Problem(code="version", message=message, fix=_SAME, host=host)


def _failed(merged: FleetRun, host: str, error: Error) -> int:
    interrupted = error.exit_code == EXIT_INTERRUPTED
    code = "interrupted" if interrupted else "missing"  # by which a script tells why a host has no rows
    merged.problems.append(Problem(code=code, message=str(error), fix=error.fix, host=host))
    merged.partial |= interrupted
    return error.exit_code
