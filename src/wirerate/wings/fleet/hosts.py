# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Merge the answers of many hosts to one measuring command into a single run.

On every host the command runs in its own process with pinned threads; the answer includes the host's measurement
noise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wirerate._version import __version__
from wirerate.errors import EXIT_INTERRUPTED, EXIT_USAGE, Error, Interrupted, MissingError, worst
from wirerate.records import Comparison, Measurement, Problem, Run, Verdict, from_json

_SAME = "install the same version there"


class FleetRun(Run[Measurement, None, Comparison, Verdict], kw_only=True, tag="fleet"):
    """A run of `wirerate fleet`: the rows of all hosts, with the name of the host in every row."""


RUNS = (FleetRun,)


@dataclass(frozen=True)
class Answer:
    """A host's answer: its JSON object, or the reason why there is none."""

    host: str
    output: bytes = b""
    failure: Error | None = None


def stopped(host: str) -> Answer:
    return Answer(host, failure=Interrupted(f"{host} was stopped before it answered"))


def merge(answers: Iterable[Answer]) -> FleetRun:
    """Return one run with the rows of all hosts. A host without an answer becomes a problem of the run."""
    merged = FleetRun(command="fleet", environment=None)
    merged.exit = worst([_add(merged, answer) for answer in answers])
    return merged


def _add(merged: FleetRun, answer: Answer) -> int:
    if answer.failure:
        return _failed(merged, answer.host, answer.failure)
    try:
        run = from_json(answer.output, answer.host)
    except Error as error:
        message = f"{answer.host} did not send a wirerate run: {error}"
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
        if run.exit == EXIT_USAGE:  # the arguments were checked locally, so the versions differ
            problem.fix = _SAME
        problem.host = answer.host
        merged.problems.append(problem)
    merged.partial |= run.partial
    return run.exit


def _other_version(host: str, version: str) -> Problem:
    message = f"{host} has wirerate {version}, this machine {__version__}; their results may differ"
    return Problem(code="version", message=message, fix=_SAME, host=host)


def _failed(merged: FleetRun, host: str, error: Error) -> int:
    interrupted = error.exit_code == EXIT_INTERRUPTED
    code = "interrupted" if interrupted else "missing"  # tells scripts why a host has no rows
    merged.problems.append(Problem(code=code, message=str(error), fix=error.fix, host=host))
    merged.partial |= interrupted
    return error.exit_code
