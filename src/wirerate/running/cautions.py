# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Cautions: warnings about what makes a run's figures less reliable, each with its reason and a fix."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from msgspec.structs import replace

from wirerate.host import doctor, machine
from wirerate.records import AnyRun, Measurement, Problem
from wirerate.report.numbers import percent
from wirerate.verdict.change import all_decided

STOLEN = 0.02  # stolen share of wall time, above which it is reported; intervals cover smaller corrections
SHARE = 0.95  # CPU time / wall time; a lower share means that another program interrupted rounds
WIDE = 0.10  # relative half-width of an interval, above which it cannot rank similar subjects

PLACED = 0.03  # relative standard deviation due to placement in memory, above which it is reported

DOCTOR = "type: wirerate doctor"


def longer(time: float | None) -> str:
    """Return the option that measures for longer than `time` seconds."""
    return f"--time {max(60, 4 * math.ceil(time or 0))}s"


_BY_PROCESSES = ("check", "speed", "compare")  # commands that measure in several processes
_ALONE = "only one process could measure, so the result of another run may lie outside the intervals"

T = TypeVar("T", bound=AnyRun)


def finished(run: T, status: int, fixes: Mapping[str, str] | None = None, *, time: float | None = None) -> T:
    """Set the run's exit status and add its cautions; return the run.

    `fixes` maps the code of a caution to advice that replaces its own; `time` is the value of --time in seconds.
    """
    if run.environment:
        run.environment.core_hz = run.core_hz  # replaces the clock rate read before the run
    decided = run.kind == "compare" and bool(run.comparisons) and all_decided(run.comparisons)
    for caution in cautions(run.rows, longer(time)):
        if decided and caution.code == "wide":
            continue  # every comparison was decided before the rounds ran out
        run.problems.append(replace(caution, fix=(fixes or {}).get(caution.code, caution.fix)))
    if run.kind in _BY_PROCESSES and any(type(m) is Measurement and m.ns and m.processes == 1 for m in run.rows):
        run.problems.append(Problem(code="one-process", message=_ALONE, fix="allow child processes, or free memory"))
    run.exit = status
    return run


def cautions(measurements: Iterable[Measurement], more: str = longer(None)) -> list[Problem]:
    """Return at most one caution of each kind, about its worst row."""
    timed = [m for m in measurements if m.ns is not None and m.basis == "measured"]
    kinds = (_confined, _stolen, _shared, _wide, _placed, _misread)
    return [problem for caution in kinds for problem in caution(timed, more)]


def _confined(timed: list[Measurement], _more: str) -> Iterator[Problem]:
    if not timed:
        return
    if program := machine.emulator():
        problem, reason, fix = doctor.emulated(program)
        yield Problem(code="emulated", message=f"{problem}: {reason}", fix=fix)
    quota = machine.cpu_quota()
    if quota is not None and quota < max(m.threads for m in timed):
        problem, reason, fix = doctor.throttled(quota)
        yield Problem(code="quota", message=f"{problem}: {reason}", fix=fix)


def _stolen(timed: list[Measurement], more: str) -> Iterator[Problem]:
    most = max(timed, key=lambda m: m.stolen or 0.0, default=None)
    if most and (most.stolen or 0.0) > STOLEN:
        where = "CPU time excludes it" if _of_cpu(most) else "that time is subtracted"
        message = (
            f"the hypervisor stole up to {percent(most.stolen or 0.0)} of the time: {where}, but interrupted rounds "
            "resumed with cold caches"
        )
        yield Problem(code="stolen", message=message, fix=f"measure when the host is quieter, or for longer: {more}")


def _shared(timed: list[Measurement], _more: str) -> Iterator[Problem]:
    least = min(timed, key=lambda m: 1.0 if m.cpu_share is None else m.cpu_share, default=None)
    if least and least.cpu_share is not None and least.cpu_share < SHARE:
        effect = (
            "its CPU time is too long as well, because caches were shared"
            if _of_cpu(least)
            else "its times are too long"
        )
        share = percent(least.cpu_share)
        message = f"other programs used the CPU: one subject had only {share} of it, and {effect}"
        yield Problem(
            code="shared-cpu", message=message, fix="stop other programs, or choose a free CPU with --affinity"
        )


def _wide(timed: list[Measurement], more: str) -> Iterator[Problem]:
    wide = [m for m in timed if _width(m) > WIDE and not m.widened]
    if wide:
        widest = max(wide, key=_width).subject
        message = f"{len(wide)} of {len(timed)} intervals are wider than ±{percent(WIDE)} ({widest} is the widest)"
        yield Problem(code="wide", message=message, fix=f"measure for longer: {more}, or {DOCTOR}")


def _misread(timed: list[Measurement], more: str) -> Iterator[Problem]:
    for worst in sorted((m for m in timed if m.misread), key=lambda m: (m.core_cycles or 0) / (m.misread or 1))[:1]:
        yield below_bound(worst.subject, worst.core_cycles or 0, worst.misread or 0, f"measure again: {more}")


def below_bound(subject: str, cycles: float, bound: float, fix: str) -> Problem:
    """Return the problem to report for a time below the lower bound, which must be an error."""
    message = (
        f"{subject} took {cycles:.3f} cycles a byte, below its lower bound of {bound:.3f}: the clock was misread, or "
        "the model of this processor is wrong; do not use the figure"
    )
    return Problem(code="below-bound", message=message, fix=fix)


def _placed(timed: list[Measurement], _more: str) -> Iterator[Problem]:
    most = max(timed, key=lambda m: m.placed or 0.0, default=None)
    if most and (most.placed or 0.0) > PLACED:
        message = (
            f"the time of {most.subject} varies by {percent(most.placed or 0.0)} with the position of key, messages, "
            "tags and stack within their pages; the interval includes that"
        )
        fix = "use a larger threshold, or align the library's key state and tables to cache lines"
        yield Problem(code="placement", message=message, fix=fix)


def _of_cpu(m: Measurement) -> bool:
    """Return whether the measurement compares CPU time, which other programs affect only through the caches."""
    return m.of_cpu


def _width(m: Measurement) -> float:
    """Return the half-width of the compared interval relative to its median."""
    interval = m.compared
    return (interval.high - interval.low) / 2 / interval.median if interval else 0.0
