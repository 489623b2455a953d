# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One measuring command on each of many hosts, by plain ssh or by a Dask cluster's workers; their answers as one run.

On every host the command is a process of its own, which pins its threads: what else a worker does disturbs it no more
than any other program would, and the host's own noise is in its answer.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

from wirerate.errors import EXIT_INTERRUPTED, EXIT_MISSING, Error, MissingError, UsageError, install, worst
from wirerate.fleet.cluster import Scheduler, connect, need_workers
from wirerate.lab.ssh import failure, process
from wirerate.records import Problem, Run, from_json

_SSH = ("-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "-o", "ServerAliveInterval=15", "-o", "LogLevel=ERROR")
_AT_ONCE = 64
_NOT_FOUND = 127  # of a POSIX shell


@dataclass(frozen=True)
class Answer:
    """What a host said: the object of -J, or why there is none."""

    host: str
    output: bytes = b""
    failure: MissingError | None = None


def by_ssh(hosts: Sequence[str], command: Sequence[str], program: str) -> Iterator[Answer]:
    """The command on all hosts at once, each by an ssh of its own; answers as they come."""
    for host in hosts:
        if host.startswith("-") or not host.strip():
            raise UsageError(f"{host!r} is not a host name", fix="type: --hosts a,b,c")
    line = f"{program} {shlex.join(command)}"
    running: list[subprocess.Popen[bytes]] = []
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        try:
            asked = [pool.submit(_ask, host, line, running) for host in hosts]
            for answered in as_completed(asked):
                yield answered.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for child in running:
                process.stop(child)
            raise


def _ask(host: str, line: str, running: list[subprocess.Popen[bytes]]) -> Answer:
    pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    try:
        child = process.spawn(["ssh", *_SSH, "--", host, line], **pipes)
    except OSError:
        return Answer(
            host, failure=MissingError("this machine has no ssh", fix="type: sudo apt-get install openssh-client")
        )
    running.append(child)
    output, errors = child.communicate()
    if output.strip():
        return Answer(host, output)
    told = errors.decode(errors="replace")
    if child.returncode == _NOT_FOUND:
        program = shlex.split(line)[0]
        return Answer(
            host,
            failure=MissingError(
                f"{host} has no {program}", fix=f"say where it is: --program PATH; or install it there, {install()}"
            ),
        )
    return Answer(host, failure=failure.explain(host, child.returncode, told))


def by_cluster(scheduler: Scheduler, command: Sequence[str]) -> Iterator[Answer]:
    """The command once on each host of the cluster, whatever the number of its workers there."""
    with connect(scheduler) as client:
        need_workers(client)
        first: dict[str, str] = {}
        for address, facts in client.scheduler_info(n_workers=-1)["workers"].items():
            first.setdefault(facts["host"], address)
        answers: dict[str, Any] = client.run(run_here, list(command), workers=list(first.values()), on_error="return")
        for host, address in first.items():
            answer = answers.get(address)
            if isinstance(answer, bytes):
                yield Answer(host, answer)
            else:
                yield Answer(
                    host, failure=MissingError(f"the worker on {host} failed: {answer}", fix="look into its log")
                )


def run_here(command: list[str]) -> bytes:
    """On a worker: a child process, on the last CPU that this one may use unless the command names some."""
    pinned = [] if {"-A", "--affinity"} & set(command) else ["-A", str(max(os.sched_getaffinity(0)))]
    if _threads(command) != "1":
        pinned = []  # the meter gives each thread a CPU of its own
    done = subprocess.run(
        [sys.executable, "-m", "wirerate", *command, *pinned],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    if not done.stdout.strip():
        raise RuntimeError(done.stderr.decode(errors="replace").strip() or f"exit status {done.returncode}")
    return done.stdout


def _threads(command: Sequence[str]) -> str:
    for at, word in enumerate(command):
        if word in ("-j", "--threads"):
            return command[at + 1] if at + 1 < len(command) else ""
        if word.startswith(("-j", "--threads=")):
            return word.removeprefix("--threads=").removeprefix("-j")
    return "1"


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
