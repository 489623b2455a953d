# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`compare`: two subjects measured now, interleaved, or two run files held against a reference that both measured."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from wirerate.api.session import How, Session
from wirerate.api.workloads import Condition, messages_of, modes
from wirerate.authenticators.subjects import Subject, parse_subject
from wirerate.errors import EXIT_CANNOT_TELL
from wirerate.progress import Progress
from wirerate.records import Comparison, Run, read
from wirerate.verdict import change

LENGTHS = (64, 1500)
SECONDS = 6.0


def compare(
    a: Subject | str,
    b: Subject | str,
    *,
    threshold: float = 0.05,
    unsure: str = "fail",
    lengths: Sequence[int] = (),
    packet: str | None = None,
    caches: Sequence[str] = ("warm",),
    keyed: Sequence[str] = (),
    batch: int = 1,
    time: float | None = None,
    threads: int = 1,
    affinity: Sequence[int] = (),
    kernel: str | None = None,
    progress: Progress | None = None,
) -> Run:
    """Whether `b` is faster or slower than `a`, measured in the same shuffled rounds and compared pair by pair."""
    old, new = (parse_subject(each) if isinstance(each, str) else each for each in (a, b))
    session = Session("compare", How(time, threads, affinity, kernel, progress))
    requests = [
        replace(condition.request(subject, mode, role), group=f"{condition.group}, {mode}")  # each with its like
        for cache, messages in product(caches, messages_of(packet, lengths, LENGTHS))
        for mode in modes(old, keyed)
        for condition in (Condition(messages, cache, batch, threads),)
        for subject, role in ((old, "reference"), (new, "subject"))
    ]
    found = session.measure(
        requests, SECONDS, named=[old, new],
        settled=lambda _, comparisons: change.is_decided(comparisons, threshold),
    )  # fmt: skip
    session.run.comparisons = [_judged(each, threshold) for each in found]
    return session.finish(change.change_status(found, unsure) if found else EXIT_CANNOT_TELL)


def compare_runs(
    a: str | os.PathLike[str],
    b: str | os.PathLike[str],
    *,
    threshold: float = 0.05,
    unsure: str = "fail",
    against: Subject | str = "",
) -> Run:
    """Whether the subjects of run file `b` are faster or slower than in run file `a`. Nothing is measured."""
    old, new = read(a), read(b)
    comparisons = change.runs(old, new, threshold, str(against))
    status = change.change_status(comparisons, unsure)
    return Run(command="compare", kind="compare", environment=new.environment, exit=status, comparisons=comparisons)


def _judged(comparison: Comparison, threshold: float) -> Comparison:
    comparison.change = change.change(comparison.ratio, threshold)
    return comparison
