# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measure the figures that a page of `report` shows but its run does not have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wirerate import registry
from wirerate.authenticators.subjects import Subject, parse_subject
from wirerate.errors import EXIT_OK, UsageError
from wirerate.host.request import Request
from wirerate.question import Progress
from wirerate.records import AnyRun, CommandTime, Verdict
from wirerate.report import labels, questions
from wirerate.report.sizes import PACKET_SIZES, load_at
from wirerate.running.session import MeasuringQuestion, Session
from wirerate.running.workloads import (
    LARGEST_BATCH,
    SWEEP,
    Condition,
    Messages,
    ceiling_and_floor,
    judged,
    modes,
    takes_batches,
)
from wirerate.verdict import BOTH

_DRAWN = ("check", "speed", "compare")  # kinds of run whose pages draw curves
SIZES = PACKET_SIZES
SPLIT_SIZES = (64, 576, 1500)  # enough to separate fixed and per-byte cost
SWEPT_SIZE = 1500
MOST_SUBJECTS = 10
SECONDS = 50.0


def complete(
    run: AnyRun, *, time: float | None = None, affinity: Sequence[int] = (), progress: Progress | None = None
) -> AnyRun:
    """Add to the run the figures that its page shows and that it does not have yet. Most kinds of run need no
    additional figures.

    The exit status becomes that of these measurements, because the run's own command has already reported its verdicts.
    """
    if run.kind in _DRAWN:
        return _with_curves(run, MeasuringQuestion(time=time, affinity=affinity, progress=progress))
    if time or affinity:
        option = "--time" if time else "--affinity"
        raise UsageError(f"{option} has no effect: a page of {run.kind} needs no measurements",
                         fix=f"leave out {option}")  # fmt: skip
    completing = registry.completes(run.kind)
    return completing.complete(run) if completing else run


def _with_curves(run: AnyRun, how: MeasuringQuestion) -> AnyRun:
    """Measure rate by size, rate by working set, and cost by key schedule, unless the run compares two run files."""
    subjects = _shown(run)
    if not subjects:
        return run
    session = Session(type(run), how)
    session.measure(_curves(subjects, run), SECONDS)
    curves = session.finish(EXIT_OK)
    run.rows += curves.rows
    run.problems = list({problem.code: problem for problem in (*run.problems, *curves.problems)}.values())
    run.partial, run.exit = run.partial or curves.partial, curves.exit
    return run


def _shown(run: AnyRun) -> list[Subject]:
    """Return the distinct subjects of the run without their kernels, those with verdicts first."""
    names = [v.subject for v in run.verdicts] + [
        m.subject for m in run.rows if m.role == "subject" and not isinstance(m, CommandTime)
    ]
    subjects = dict.fromkeys(_without_kernel(parse_subject(name)) for name in names)
    return list(subjects)[:MOST_SUBJECTS]


def _without_kernel(subject: Subject) -> Subject:
    return Subject(subject.algorithm, subject.tag_bits, subject.implementation)


def _curves(subjects: list[Subject], run: AnyRun) -> Iterator[Request]:
    measured = [m for m in run.rows if m.ns is not None and not m.packets]
    at_sizes = list(_at_packet_sizes(run))
    yield from at_sizes
    sizes = {m.bytes for m in measured if m.cache == "cold"}
    for size in SIZES if not (at_sizes or sizes >= set(SIZES)) else ():
        single = Condition(Messages((size,)), "cold")
        batched = Condition(Messages((size,)), "cold", LARGEST_BATCH)
        yield from (single.request(subject, modes(subject)[0]) for subject in subjects)
        yield from (batched.request(s, modes(s)[0]) for s in subjects if takes_batches(s.implementation or ""))
        yield from ceiling_and_floor(single)
    for size in SPLIT_SIZES if not any(m.keyed in ("rekey", "fresh") for m in measured) else ():
        single = Condition(Messages((size,)), "cold")
        yield from (single.request(s, mode) for s in subjects for mode in s.facts.keyed[1:])
    for working_set in SWEEP if not any(m.cache == "sweep" for m in measured) else ():
        swept = Condition(Messages((SWEPT_SIZE,)), "sweep", working_set=working_set)
        yield from (swept.request(subject, modes(subject)[0]) for subject in subjects)
        yield from ceiling_and_floor(swept)


def _at_packet_sizes(run: AnyRun) -> Iterator[Request]:
    """Request what a check of each packet size would measure, in the cache state and the directions that were judged.
    Measurements that the run already has are not repeated."""
    timed = {(labels.short(m.subject), m.operation, m.bytes, m.cache, m.batch, m.keyed) for m in run.rows}
    by_subject = {verdict.subject: verdict for verdict in reversed(run.verdicts) if verdict.measured_ns}
    for name in list(reversed(by_subject))[:MOST_SUBJECTS]:
        for size in SIZES:
            for request in _as_judged(name, by_subject[name], size):
                subject = labels.short(str(request.subject))
                row = (subject, request.operation, request.lengths[0], request.cache, request.batch, request.keyed)
                if row not in timed:
                    yield request


def _as_judged(name: str, verdict: Verdict, size: int) -> list[Request]:
    load = None if questions.messages_of(verdict) else load_at(verdict, size)
    if load is None:
        return []
    subject, conditions = parse_subject(name), verdict.conditions
    cache, threads = conditions.cache or "cold", conditions.threads or 1
    duplex = conditions.direction == BOTH
    needed = judged(subject, load, [subject.implementation or ""], threads, duplex=duplex, cache=cache)
    return [request for request in needed if request.cache == cache]
