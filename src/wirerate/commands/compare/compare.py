# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`compare`: which of two subjects is faster, measured now in alternating rounds or before in two run files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from wirerate.authenticators.subjects import Subject, operations_of, parse_subject, parse_subjects
from wirerate.errors import EXIT_CANNOT_TELL, UsageError
from wirerate.question import asks
from wirerate.records import CompareRun, Drift, Problem, read
from wirerate.report import comparisons
from wirerate.report.table import Table, wrap
from wirerate.report.terminal import Paper
from wirerate.running.cautions import longer
from wirerate.running.drift import clock_range
from wirerate.running.session import MeasuringQuestion, Session
from wirerate.running.workloads import Condition, messages_of, modes
from wirerate.statistics import processes_for
from wirerate.verdict import change
from wirerate.vocabulary import Cache, Role

if TYPE_CHECKING:
    from wirerate.report.html import Page

LENGTHS = (64, 1500)
SECONDS = 6.0
SECONDS_PER_GROUP = 1.5  # measuring time per group, for several subjects at several lengths

Side = Subject | str | Sequence[Subject | str]

ROLES: tuple[Role, Role] = ("reference", "subject")


@dataclass(frozen=True)
class Compare(MeasuringQuestion):
    a: Side
    b: Side
    _: KW_ONLY
    threshold: float = 0.05
    unsure: str = "fail"
    lengths: Sequence[int] = ()
    packet: str | None = None
    caches: Sequence[Cache] = ("warm",)
    keyed: Sequence[str] = ()
    operations: Sequence[str] = ()
    batch: int = 1
    instructions: bool = False

    def __post_init__(self) -> None:
        self.excludes("lengths", "packet")
        both = [subject for pair in self.pairs for subject in pair]
        self.check_subjects(both, self.keyed)
        if self.instructions and self.threads > 1:
            self.refuses(
                "instructions", because="instructions are counted on one thread only", fix="leave out ‹threads›"
            )
        for subject in both:
            operations_of(subject, self.operations)

    @cached_property
    def pairs(self) -> list[tuple[Subject, Subject]]:
        """Return the pairs of a subject of `a` and the subject of `b` that it is compared with."""
        old = _subjects(self.a)
        return _paired(old, _subjects(self.b, old))


@asks(Compare)
def compare(question: Compare) -> CompareRun:
    """Measure whether `b` is faster or slower than `a`, in shuffled rounds and pair by pair.

    Either side may be a list of subjects, which are compared in order: `md5,sha256@./old.so` names two subjects, and
    `@./new.so` names the same two algorithms in another library. `operations` are tag and verify for a MAC, seal and
    open for an AEAD; the default is the sender's.
    """
    pairs = question.pairs
    session = Session(CompareRun, question)
    session.open_libraries(subject for pair in pairs for subject in pair)
    requests = [
        replace(condition.request(subject, mode, role, operation), group=group)
        for number, pair in enumerate(pairs)
        for cache, messages in product(question.caches, messages_of(question.packet, question.lengths, LENGTHS))
        for mode in modes(pair[0], question.keyed)
        for operation in _operations(pair, question.operations)
        for condition in (Condition(messages, cache, question.batch, question.threads),)
        for group in (f"{condition.group}, {mode}, {operation}" + (f", {number + 1}" if number else ""),)
        for subject, role in zip(pair, ROLES, strict=True)
    ]
    seconds = max(SECONDS, SECONDS_PER_GROUP * len(requests) / 2)
    paired = session.measure(
        requests,
        seconds,
        named=[subject for pair in pairs for subject in pair],
        settled=lambda _, comparisons: change.is_decided(comparisons, question.threshold),
        processes=processes_for(len(requests) // 2),
        counting=question.instructions,
    )
    if clock := clock_range(session.run.rows):
        session.run.findings = Drift(clock=clock)
    session.run.comparisons = change.judged(paired, question.threshold)
    session.run.threshold, session.run.seconds = question.threshold, session.seconds
    session.run.problems += undecided(session.run, f"measure for longer: {longer(question.time)}")
    return session.finish(change.change_status(paired, question.unsure) if paired else EXIT_CANNOT_TELL)


def compare_runs(
    a: str | os.PathLike[str],
    b: str | os.PathLike[str],
    *,
    threshold: float = 0.05,
    unsure: str = "fail",
    against: Subject | str = "",
) -> CompareRun:
    """Compare the subjects of run file `b` with those of run file `a`, without measuring."""
    old, new = read(a), read(b)
    comparisons = change.runs(old, new, threshold, str(against))
    status = change.change_status(comparisons, unsure)
    run = CompareRun(
        command="compare", environment=new.environment, exit=status, comparisons=comparisons, threshold=threshold
    )
    run.problems += undecided(run, _AGAIN)
    return run


_AGAIN = "measure both again for longer, or in one run with paired rounds: wirerate compare A B"


def _operations(pair: tuple[Subject, Subject], requested: Sequence[str]) -> list[str]:
    """Return the operations that both subjects have. If they have none in common, return [""], which stands for each
    subject's sending operation."""
    old, new = (operations_of(subject, requested) for subject in pair)
    both = [operation for operation in old if operation in new]
    if requested and not both:
        raise UsageError(
            f"{pair[0].name} {old[0]} cannot be compared with {pair[1].name} {new[0]}",
            fix="leave out ‹operations›",
        )
    return both or [""]


def undecided(run: CompareRun, fix: str) -> list[Problem]:
    """Return a problem that says how many comparisons are undecided and what to do; return nothing after an
    interruption."""
    count = sum(comparison.change == change.CANNOT_TELL for comparison in run.comparisons)
    if not count or run.partial:
        return []
    message = f"{count} of {len(run.comparisons)} are undecided: the interval includes the threshold"
    return [Problem(code="undecided", message=message, fix=fix)]


def _subjects(side: Side, like: Sequence[Subject] = ()) -> tuple[Subject, ...]:
    if isinstance(side, str):
        return parse_subjects(side, like)
    subjects = [side] if isinstance(side, Subject) else side
    return tuple(parse_subject(word) if isinstance(word, str) else word for word in subjects)


def _paired(old: Sequence[Subject], new: Sequence[Subject]) -> list[tuple[Subject, Subject]]:
    if len(old) != len(new):
        raise UsageError(
            f"{len(old)} subjects cannot be paired with {len(new)}",
            fix="name as many subjects on both sides: wirerate compare md5,sha256@openssl md5,sha256@./libcrypto.so.3",
        )
    return list(zip(old, new, strict=True))


def text(run: CompareRun, paper: Paper) -> str:
    """Return the change and the speed of each pair, a row for each condition, and the caveats."""
    if paper.explain:
        return paper.table(table(run))
    lines = [paper.ink(line, tone) for text, tone in comparisons.headlines(run) for line in wrap(text, paper.width)]
    if len(run.comparisons) > 1 or any(c.instructions for c in run.comparisons):
        lines += paper.table(comparisons.short_table(run)).splitlines()
    lines += [line for sentence in comparisons.caveats(run) for line in wrap(sentence, paper.width)]
    return "\n".join(paper.with_more(lines)) + "\n"


def table(run: CompareRun) -> Table:
    return comparisons.table(run)


def page(run: CompareRun) -> Page:
    from wirerate.report import measured, whole_commands
    from wirerate.report.html import Page

    if whole_commands.are_in(run):
        return whole_commands.page(run)
    sections = measured.sections(run) if run.rows else []  # comparing run files measures nothing
    return Page("wirerate compare", measured.head(run, "Comparison"), [measured.compared(run), *sections])
