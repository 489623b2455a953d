# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a reader should know before trusting a run's figures: what happened, why it matters, what to type."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from msgspec.structs import replace

from wirerate.host import doctor, machine
from wirerate.records import AnyRun, Measurement, Problem
from wirerate.report.numbers import percent
from wirerate.verdict.change import all_told

STOLEN = 0.02  # of wall time: below it, the correction is smaller than the intervals
SHARE = 0.95  # of a CPU: below it, another program ran in the middle of rounds
WIDE = 0.10  # half an interval, relative: beyond it, neighbours in a table cannot be told apart

PLACED = 0.03  # standard deviation, relative: of where things lie in memory, beyond which it is news

DOCTOR = "type: wirerate doctor"


def longer(time: float | None) -> str:
    """What buys more rounds than so many seconds did."""
    return f"--time {max(60, 4 * math.ceil(time or 0))}s"


_BY_PROCESSES = ("check", "speed", "compare")  # whose subjects several processes measure
_ALONE = "no other process could measure: intervals do not cover what another run would say"

T = TypeVar("T", bound=AnyRun)


def finished(run: T, status: int, fixes: Mapping[str, str] | None = None, *, time: float | None = None) -> T:
    """A measured run as the reader gets it: with its exit status, and with what to know before trusting its figures.

    `fixes` say what to type, by the caution's code, where that is not what most commands take; `time` is what the
    reader had it take.
    """
    if run.environment:
        run.environment.core_hz = run.core_hz  # one clock for the whole run: the rounds' own
    decided = run.kind == "compare" and bool(run.comparisons) and all_told(run.comparisons)
    for caution in cautions(run.rows, longer(time)):
        if decided and caution.code == "wide":
            continue  # the rounds ended because no more of them were wanted
        run.problems.append(replace(caution, fix=(fixes or {}).get(caution.code, caution.fix)))
    if run.kind in _BY_PROCESSES and any(type(m) is Measurement and m.ns and m.processes == 1 for m in run.rows):
        run.problems.append(Problem(code="one-process", message=_ALONE, fix="allow child processes, or free memory"))
    run.exit = status
    return run


def cautions(measurements: Iterable[Measurement], more: str = longer(None)) -> list[Problem]:
    """One caution of a kind, with its worst case, rather than one for every row."""
    timed = [m for m in measurements if m.ns is not None and m.basis == "measured"]
    each_kind = (_confined, _stolen, _shared, _wide, _placed, _misread)
    return [found for caution in each_kind for found in caution(timed, more)]


def _confined(timed: list[Measurement], _more: str) -> Iterator[Problem]:
    if not timed:
        return
    if program := machine.emulator():
        what, why, fix = doctor.emulated(program)
        yield Problem(code="emulated", message=f"{what}: {why}", fix=fix)
    quota = machine.cpu_quota()
    if quota is not None and quota < max(m.threads for m in timed):
        what, why, fix = doctor.throttled(quota)
        yield Problem(code="quota", message=f"{what}: {why}", fix=fix)


def _stolen(timed: list[Measurement], more: str) -> Iterator[Problem]:
    most = max(timed, key=lambda m: m.stolen or 0.0, default=None)
    if most and (most.stolen or 0.0) > STOLEN:
        where = "CPU time has none of it" if _of_cpu(most) else "it is subtracted"
        message = (
            f"up to {percent(most.stolen or 0.0)} of the time was stolen by the hypervisor: {where}, but rounds that "
            "lost their CPU also lost their caches"
        )
        yield Problem(code="stolen", message=message, fix=f"measure when the host is quieter, or longer with {more}")


def _shared(timed: list[Measurement], _more: str) -> Iterator[Problem]:
    least = min(timed, key=lambda m: 1.0 if m.cpu_share is None else m.cpu_share, default=None)
    if least and least.cpu_share is not None and least.cpu_share < SHARE:
        cost = "CPU time, too, is longer where caches are shared" if _of_cpu(least) else "times are too long"
        had = f"a subject had only {percent(least.cpu_share)} of its CPU"
        message = f"{had}: something else is running here, and {cost}"
        yield Problem(code="shared-cpu", message=message, fix="stop other programs, or name a free CPU with --affinity")


def _wide(timed: list[Measurement], more: str) -> Iterator[Problem]:
    wide = [m for m in timed if _width(m) > WIDE and not m.widened]
    if wide:
        which = max(wide, key=_width)
        message = (
            f"{len(wide)} of {len(timed)} intervals are wider than ±{percent(WIDE)} ({which.subject} is the widest)"
        )
        yield Problem(code="wide", message=message, fix=f"measure longer with {more}, or {DOCTOR}")


def _misread(timed: list[Measurement], more: str) -> Iterator[Problem]:
    for worst in sorted((m for m in timed if m.misread), key=lambda m: (m.core_cycles or 0) / (m.misread or 1))[:1]:
        yield below_bound(worst.subject, worst.core_cycles or 0, worst.misread or 0, f"measure again with {more}")


def below_bound(subject: str, cycles: float, bound: float, fix: str) -> Problem:
    """A figure that no code can reach is an error of the instrument."""
    message = (
        f"{subject} took {cycles:.3f} cycles a byte, below its bound of {bound:.3f}: the clock was misread, or the "
        "model of this processor is wrong; do not use the figure"
    )
    return Problem(code="below-bound", message=message, fix=fix)


def _placed(timed: list[Measurement], _more: str) -> Iterator[Problem]:
    most = max(timed, key=lambda m: m.placed or 0.0, default=None)
    if most and (most.placed or 0.0) > PLACED:
        message = (
            f"{most.subject} is faster or slower by {percent(most.placed or 0.0)} with where its key, messages, tags "
            "and stack lie within their pages; the interval includes it"
        )
        fix = "use a larger threshold, or align the library's key state and tables to cache lines"
        yield Problem(code="placement", message=message, fix=fix)


def _of_cpu(m: Measurement) -> bool:
    """Whether CPU time is compared, which others on the CPU lengthen only by way of the caches."""
    return m.of_cpu


def _width(m: Measurement) -> float:
    """Half the interval of what is compared, relative; of a transfer that is its CPU time."""
    interval = m.compared
    return (interval.high - interval.low) / 2 / interval.median if interval else 0.0
