# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One command's measuring from start to end: environment, kernel, requests and their results, what went wrong."""

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
class How(Question):
    """What every measuring command lets the reader choose about the how."""

    time: float | None = None  # seconds to measure for
    threads: int = 1
    affinity: Sequence[int] = ()  # CPUs; empty: wherever the process may run
    kernel: str | None = None

    def suits(self, subjects: Sequence[Subject], keyed: Sequence[str] = ()) -> None:
        """Refuses a kernel, or a keyed state, that means nothing to any of the subjects."""
        if not any(map(_takes_kernel, subjects)):
            self.refuses("kernel", because="no subject named is computed by wirerate with the kernel left open")
        if not {mode for each in subjects for mode in each.facts.keyed}.issuperset(keyed):
            fix = "leave it out, or name a MAC that has it: hmac-md5"
            self.refuses("keyed", because="no subject named has that keyed state", fix=fix)


def _takes_kernel(subject: Subject) -> bool:
    own = subject.implementation in (None, "wirerate") and "wirerate" in subject.facts.implementations
    return own and subject.kernel is None


@dataclass(frozen=True)
class OfSubjects(How):
    """A question about several subjects, or about those in use where none is named."""

    subjects: Sequence[Subject | str] = ()
    _: KW_ONLY
    with_kept: bool = False  # intervals cover what kept runs of the same question show

    @cached_property
    def named(self) -> list[Subject]:
        return [parse_subject(each) if isinstance(each, str) else each for each in self.subjects]

    @property
    def meant(self) -> list[Subject]:
        return self.named or [*map(Subject, ALGORITHMS)]


PROCESSES = processes_for()  # that take turns
T = TypeVar("T", bound=AnyRun)


class Session(Generic[T]):
    """Collects a `Run`. What an interruption leaves unmeasured is absent from `results`; the rest is used."""

    def __init__(self, kind: type[T], how: How) -> None:
        check_measures()
        # libwirerate ignores a kernel in the environment that it cannot have; a reader who typed it should be told.
        self._kernel = how.kernel or os.environ.get("WIRERATE_KERNEL", "")
        _check_threads(how)
        self.threads = how.threads
        self._how = how
        # The meter remembers the CPUs that it may use when it is first called.
        with self.as_asked():
            self.run = kind(command=str(kind.__struct_config__.tag), environment=quick_environment())
        self._complete = False
        self.results: dict[Request, Measurement] = {}
        self.seconds = 0.0  # spent on measuring
        self._status = EXIT_OK

    def complete_environment(self) -> Environment:
        """Once: after the rounds, which need not wait for it, unless something else does."""
        assert self.run.environment is not None
        if not self._complete:
            with self.as_asked():
                self.run.environment = complete_environment(self.run.environment)
            self._complete = True
        return self.run.environment

    @contextmanager
    def as_asked(self, threads: int = 1) -> Iterator[None]:
        """On the CPUs and with the kernel that the reader named: what is measured, on so many threads, is measured
        inside."""
        with _on(self._how.affinity), _by(self._kernel), _one_a_core() if threads > 1 else nullcontext():
            yield

    def implementations(self, subject: Subject) -> list[str]:
        """Those that the subject can mean and this machine has."""
        assert self.run.environment is not None
        present = {peer.name for peer in self.run.environment.peers if not peer.absent} | {"wirerate"}
        if subject.implementation and is_library_path(subject.implementation):
            return [subject.implementation]
        offered = [subject.implementation] if subject.implementation else list(subject.facts.implementations)
        return [each for each in offered if each in present]

    def open_libraries(self, subjects: Iterable[Subject]) -> None:
        """Those that subjects name by path stand beside the other peers, with their version. A MissingError where one
        cannot be had: for who has nothing to say without it."""
        assert self.run.environment is not None
        named = list(dict.fromkeys(each for each in subjects if is_library_path(each.implementation or "")))
        for subject in random.sample(named, len(named)):  # the order of loading says where a library lands
            found = meter.peer(subject.implementation or "")
            if found.absent:
                raise MissingError(f"{subject} is absent: {found.absent}", fix=_LIBRARY)
            if found not in self.run.environment.peers:
                self.run.environment.peers += (found,)

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
        """Measures each request once and returns the comparisons. Ctrl-C makes the run partial, not empty.

        A subject in `named` was asked for by the reader: without one good measurement it is a problem of its own.
        Rounds go on until all is `settled` (by itself: until all is precise) or the time is up.
        """
        wanted, began = list(dict.fromkeys(requests)), time.monotonic()
        try:
            with self.as_asked(max((request.threads for request in wanted), default=1)):
                measured, comparisons = measure(
                    wanted,
                    progress=self._how.progress,
                    budget_s=self._how.time or seconds,
                    settled=settled,
                    processes=processes,
                    counting=counting,
                )
        except Stopped as stopped:
            measured, comparisons = stopped.rows, stopped.comparisons
            self.run.partial = True
            self._status = EXIT_INTERRUPTED
        self.seconds += time.monotonic() - began
        found = dict(zip(wanted, measured, strict=True))
        new = {request: m for request, m in found.items() if m.status == "ok" or not self.run.partial}
        self.results.update(new)
        self.run.rows += new.values()
        self._report_faults(found, named)
        return comparisons

    def finish(self, status: int) -> T:
        self.complete_environment()
        return finished(self.run, worst((status, self._status)), time=self._how.time)

    def _report_faults(self, found: dict[Request, Measurement], named: Sequence[Subject]) -> None:
        """One problem per subject that is wrong, or that the reader named and no one here has."""
        good = {request.subject.algorithm for request, m in found.items() if m.status == "ok"}
        asked = {subject.algorithm for subject in named} - good
        asked_exactly = {str(subject) for subject in named if subject.implementation}
        told: dict[str, Measurement] = {}
        for request, m in found.items():
            absent = request.subject.algorithm in asked or str(request.subject) in asked_exactly
            if m.status == "wrong" or (m.status == "absent" and absent and not self.run.partial):
                told.setdefault(m.subject, m)
        for m in told.values():
            fix = _LIBRARY if is_library_path(m.subject.partition("@")[2]) else _DOCTOR
            self.run.problems.append(Problem(code=m.status, message=f"{m.subject} is {m.status}: {m.note}", fix=fix))
            self._status = worst((self._status, EXIT_MISSING))


def _check_threads(how: How) -> None:
    """Every thread needs a CPU of its own: shared ones would be timed while they wait."""
    cpus = len(how.affinity or processors())
    if how.threads > cpus:
        raise UsageError(f"{how.threads} threads need as many CPUs, and there are {cpus}", fix=f"type ‹threads={cpus}›")


@contextmanager
def _on(cpus: Sequence[int]) -> Iterator[None]:
    """Keeps the process on these CPUs while it measures; the meter pins its threads to some of them."""
    if not cpus:
        yield
        return
    before = os.sched_getaffinity(0)
    if not set(cpus) <= before:
        allowed = ", ".join(map(str, sorted(before)))
        raise UsageError(f"CPU {max(set(cpus) - before)} is not one this process may use", fix=f"one of: {allowed}")
    os.sched_setaffinity(0, cpus)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def _one_a_core() -> Iterator[None]:
    """Several threads take a physical core each, as long as there are, and siblings only then."""
    before = os.sched_getaffinity(0)
    meter.choose_cpus(physical_first(before)[0])
    try:
        yield
    finally:
        meter.choose_cpus(())
        os.sched_setaffinity(0, before)


@contextmanager
def _by(kernel: str) -> Iterator[None]:
    """Forces the library's kernel for one call; the process keeps its own choice."""
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
