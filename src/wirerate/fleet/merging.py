"""The answers of many hosts as one run: every row says whose it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wirerate.errors import EXIT_INTERRUPTED, EXIT_MISSING, Error, worst
from wirerate.fleet.hosts import Answer
from wirerate.records import Problem, Run, from_json


def merge(answers: Iterable[Answer], came: Callable[[str], object] = lambda host: None) -> Run:
    """One run with the rows of all hosts. A host that did not answer is a problem; Ctrl-C keeps those that did."""
    merged = Run(command="fleet", kind="fleet", environment=None)
    statuses = [0]
    try:
        for answer in answers:
            statuses.append(_add(merged, answer))
            came(answer.host)
    except KeyboardInterrupt:
        merged.partial = True
        statuses.append(EXIT_INTERRUPTED)
    merged.exit = worst(statuses)
    return merged


def _add(merged: Run, answer: Answer) -> int:
    if answer.failure:
        return _problem(merged, "missing", answer.failure)
    try:
        run = from_json(answer.output, answer.host)
    except Error as error:
        message = f"{answer.host} did not answer as wirerate does: {error}"
        return _problem(merged, "missing", type(error)(message, fix="install the same version there"))
    if run.environment:
        run.environment.host = answer.host
        merged.hosts.append(run.environment)
    for measurement in run.measurements:
        measurement.host = answer.host
    for comparison in run.comparisons:
        comparison.host = answer.host
    for verdict in run.verdicts:
        verdict.host = answer.host
    merged.measurements += run.measurements
    merged.comparisons += run.comparisons
    merged.verdicts += run.verdicts
    for problem in run.problems:
        merged.problems.append(Problem(code=problem.code, message=f"{answer.host}: {problem.message}", fix=problem.fix))
    merged.partial = merged.partial or run.partial
    return run.exit


def _problem(merged: Run, code: str, error: Error) -> int:
    merged.problems.append(Problem(code=code, message=str(error), fix=error.fix))
    return EXIT_MISSING
