# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A session: one command's measurements, with their environment, requests, results and problems."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import KW_ONLY, dataclass
from functools import cached_property
from typing import Generic, TypeVar

from wirerate.authenticators.kernels import forced_kernel, use_kernel
from wirerate.authenticators.subjects import ALGORITHMS, Subject, is_library_path, parse_subject
from wirerate.errors import EXIT_INTERRUPTED, EXIT_MISSING, EXIT_OK, MissingError, UsageError, worst
from wirerate.host import meter
from wirerate.host.machine import complete_environment, physical_first, quick_environment
from wirerate.host.measure import Settled, Stopped, measure
from wirerate.host.request import Request
from wirerate.question import Question
from wirerate.records import AnyRun, Comparison, Environment, Measurement, Problem
from wirerate.running.cautions import finished
from wirerate.statistics import processes_for
from wirerate.system import check_measures, processors


@dataclass(frozen=True, kw_only=True)
class MeasuringQuestion(Question):
    """The options of all measuring commands."""

    time: float | None = None  # seconds to measure for
    threads: int = 1
    affinity: Sequence[int] = ()  # CPU numbers; empty: all that the process may use
    kernel: str | None = None

    def check_subjects(self, subjects: Sequence[Subject], keyed: Sequence[str] = ()) -> None:
        """Refuse a kernel or a key-schedule mode that applies to none of the subjects."""
        if not any(map(_takes_kernel, subjects)):
            self.refuses("kernel", because="every subject names its kernel or is not computed by wirerate")
        if not {mode for subject in subjects for mode in subject.facts.keyed}.issuperset(keyed):
            fix = "leave it out, or name a MAC that has it: hmac-md5"
            self.refuses("keyed", because="no subject has that key-schedule mode", fix=fix)


def _takes_kernel(subject: Subject) -> bool:
    ours = subject.implementation in (None, "wirerate") and "wirerate" in subject.facts.implementations
    return ours and subject.kernel is None


@dataclass(frozen=True)
class SubjectsQuestion(MeasuringQuestion):
    """A question about several subjects; if none is named, the command chooses them."""

    subjects: Sequence[Subject | str] = ()
    _: KW_ONLY
    with_kept: bool = False  # whether intervals are widened to cover earlier runs

    @cached_property
    def named(self) -> list[Subject]:
        return [parse_subject(word) if isinstance(word, str) else word for word in self.subjects]

    @property
    def subjects_or_all(self) -> list[Subject]:
        return self.named or [*map(Subject, ALGORITHMS)]


PROCESSES = processes_for()  # number of processes that take turns measuring
T = TypeVar("T", bound=AnyRun)


class Session(Generic[T]):
    """Measure requests and collect the results in a `Run`. After Ctrl-C, `results` has the finished ones."""

    def __init__(self, kind: type[T], question: MeasuringQuestion) -> None:
        check_measures()
        # libwirerate silently ignores an unavailable kernel in WIRERATE_KERNEL; forcing it here raises an error.
        self._kernel = question.kernel or os.environ.get("WIRERATE_KERNEL", "")
        _check_threads(question)
        self.threads = question.threads
        self._question = question
        # On its first call, the meter stores which CPUs it may use.
        with self.options_applied():
            self.run = kind(command=str(kind.__struct_config__.tag), environment=quick_environment())
        self._complete = False
        self.results: dict[Request, Measurement] = {}
        self.seconds = 0.0  # time spent measuring
        self._status = EXIT_OK

    def complete_environment(self) -> Environment:
        """Complete the environment on the first call and return it. Call it after the rounds, which do not need it."""
        assert self.run.environment is not None
        if not self._complete:
            with self.options_applied():
                self.run.environment = complete_environment(self.run.environment)
            self._complete = True
        return self.run.environment

    @contextmanager
    def options_applied(self, threads: int = 1) -> Iterator[None]:
        """Measure inside this context with the CPUs and the kernel that the user chose, on this many threads."""
        with _on(self._question.affinity), _by(self._kernel), _one_a_core() if threads > 1 else nullcontext():
            yield

    def implementations(self, subject: Subject) -> list[str]:
        """Return the implementations that the subject allows and this machine has."""
        assert self.run.environment is not None
        present = {peer.name for peer in self.run.environment.peers if not peer.absent} | {"wirerate"}
        if subject.implementation and is_library_path(subject.implementation):
            return [subject.implementation]
        offered = [subject.implementation] if subject.implementation else list(subject.facts.implementations)
        return [name for name in offered if name in present]

    def open_libraries(self, subjects: Iterable[Subject]) -> None:
        """Load the libraries that subjects name by path, and add them to the peers; raise MissingError if one fails."""
        assert self.run.environment is not None
        named = list(dict.fromkeys(subject for subject in subjects if is_library_path(subject.implementation or "")))
        for subject in random.sample(named, len(named)):  # the order of loading determines their positions in memory
            library = meter.peer(subject.implementation or "")
            if library.absent:
                raise MissingError(f"{subject} is absent: {library.absent}", fix=_LIBRARY)
            if library not in self.run.environment.peers:
                self.run.environment.peers += (library,)

    def measure(
        self,
        requests: Iterable[Request],
        seconds: float,
        *,
        named: Sequence[Subject] = (),
        settled: Settled | None = None,
        processes: int = PROCESSES,
        counting: bool = False,
    ) -> list[Comparison]:
        """Measure the requests, each once, and return the comparisons. After Ctrl-C the run is partial.

        `named` are the subjects that the reader named: one without a good measurement becomes a problem of the run.
        Rounds end when `settled` returns true (by default when all intervals are narrow) or when the time is up.
        """
        wanted, began = list(dict.fromkeys(requests)), time.monotonic()
        try:
            with self.options_applied(max((request.threads for request in wanted), default=1)):
                measured, comparisons = measure(
                    wanted,
                    progress=self._question.progress,
                    budget_s=self._question.time or seconds,
                    settled=settled,
                    processes=processes,
                    counting=counting,
                )
        except Stopped as stopped:
            measured, comparisons = stopped.rows, stopped.comparisons
            self.run.partial = True
            self._status = EXIT_INTERRUPTED
        self.seconds += time.monotonic() - began
        rows = dict(zip(wanted, measured, strict=True))
        new = {request: m for request, m in rows.items() if m.status == "ok" or not self.run.partial}
        self.results.update(new)
        self.run.rows += new.values()
        self._report_faults(rows, named)
        return comparisons

    def finish(self, status: int) -> T:
        self.complete_environment()
        return finished(self.run, worst((status, self._status)), time=self._question.time)

    def _report_faults(self, rows: dict[Request, Measurement], named: Sequence[Subject]) -> None:
        """Add a problem for every subject that computes wrong results, or that the reader named and is absent."""
        good = {request.subject.algorithm for request, m in rows.items() if m.status == "ok"}
        missing = {subject.algorithm for subject in named} - good
        named_exactly = {str(subject) for subject in named if subject.implementation}
        faulty: dict[str, Measurement] = {}
        for request, m in rows.items():
            required = request.subject.algorithm in missing or str(request.subject) in named_exactly
            if m.status == "wrong" or (m.status == "absent" and required and not self.run.partial):
                faulty.setdefault(m.subject, m)
        for m in faulty.values():
            fix = _LIBRARY if is_library_path(m.subject.partition("@")[2]) else _DOCTOR
            self.run.problems.append(Problem(code=m.status, message=f"{m.subject} is {m.status}: {m.note}", fix=fix))
            self._status = worst((self._status, EXIT_MISSING))


def _check_threads(question: MeasuringQuestion) -> None:
    """Require a CPU for every thread: threads that share a CPU would be timed while they wait for it."""
    cpus = len(question.affinity or processors())
    if question.threads > cpus:
        raise UsageError(
            f"{question.threads} threads need {question.threads} CPUs, but only {cpus} can be used",
            fix=f"type ‹threads={cpus}›",
        )


@contextmanager
def _on(cpus: Sequence[int]) -> Iterator[None]:
    """Restrict the process to these CPUs while it measures; the meter pins its threads to some of them."""
    if not cpus:
        yield
        return
    before = os.sched_getaffinity(0)
    if not set(cpus) <= before:
        allowed = ", ".join(map(str, sorted(before)))
        raise UsageError(f"this process may not use CPU {max(set(cpus) - before)}", fix=f"one of: {allowed}")
    os.sched_setaffinity(0, cpus)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def _one_a_core() -> Iterator[None]:
    """Give every thread a physical core; use sibling CPUs only if there are not enough cores."""
    before = os.sched_getaffinity(0)
    meter.choose_cpus(physical_first(before)[0])
    try:
        yield
    finally:
        meter.choose_cpus(())
        os.sched_setaffinity(0, before)


@contextmanager
def _by(kernel: str) -> Iterator[None]:
    """Force a kernel of the library, and restore the previous choice at the end."""
    before = forced_kernel()
    if kernel:
        use_kernel(kernel)
    try:
        yield
    finally:
        if kernel:
            use_kernel(before or "auto")


_DOCTOR = "type: wirerate doctor"
_LIBRARY = "name one built for this machine, as in md5@./libwirerate.so or sha256@./libcrypto.so.3"
