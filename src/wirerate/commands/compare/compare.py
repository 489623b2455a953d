# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`compare`: two subjects measured now, interleaved, or two run files held against a reference that both measured;
and how the answer is shown."""

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
from wirerate.report.table import Table
from wirerate.report.terminal import Paper
from wirerate.running.cautions import longer
from wirerate.running.drift import moved
from wirerate.running.session import How, Session
from wirerate.running.workloads import Condition, messages_of, modes
from wirerate.statistics import processes_for
from wirerate.verdict import change
from wirerate.vocabulary import Cache, Role

if TYPE_CHECKING:
    from wirerate.report.html import Page

LENGTHS = (64, 1500)
SECONDS = 6.0
SECONDS_A_GROUP = 1.5  # of several subjects at several lengths

Side = Subject | str | Sequence[Subject | str]

ROLES: tuple[Role, Role] = ("reference", "subject")


@dataclass(frozen=True)
class Compare(How):
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
        both = [each for pair in self.pairs for each in pair]
        self.suits(both, self.keyed)
        if self.instructions and self.threads > 1:
            self.refuses("instructions", because="they are counted on one thread", fix="leave out ‹threads›")
        for each in both:
            operations_of(each, self.operations)

    @cached_property
    def pairs(self) -> list[tuple[Subject, Subject]]:
        """Each subject with its opposite number."""
        old = _subjects(self.a)
        return _paired(old, _subjects(self.b, old))


@asks(Compare)
def compare(asked: Compare) -> CompareRun:
    """Whether `b` is faster or slower than `a`, measured in the same shuffled rounds and compared pair by pair.

    Either side may be several subjects, each held against its opposite number: `md5,sha256@./old.so` is two, and
    `@./new.so` the same two by another library. `operations` are tag and verify of a MAC, seal and open of an AEAD;
    without one, the sender's.
    """
    pairs = asked.pairs
    session = Session(CompareRun, asked)
    session.open_libraries(subject for pair in pairs for subject in pair)
    requests = [
        replace(condition.request(subject, mode, role, operation), group=group)  # each with its like
        for number, pair in enumerate(pairs)
        for cache, messages in product(asked.caches, messages_of(asked.packet, asked.lengths, LENGTHS))
        for mode in modes(pair[0], asked.keyed)
        for operation in _operations(pair, asked.operations)
        for condition in (Condition(messages, cache, asked.batch, asked.threads),)
        for group in (f"{condition.group}, {mode}, {operation}" + (f", {number + 1}" if number else ""),)
        for subject, role in zip(pair, ROLES, strict=True)
    ]
    seconds = max(SECONDS, SECONDS_A_GROUP * len(requests) / 2)
    found = session.measure(
        requests,
        seconds,
        named=[subject for pair in pairs for subject in pair],
        settled=lambda _, comparisons: change.is_decided(comparisons, asked.threshold),
        processes=processes_for(len(requests) // 2),
        counting=asked.instructions,
    )
    if clock := moved(session.run.rows):
        session.run.findings = Drift(clock=clock)
    session.run.comparisons = change.judged(found, asked.threshold)
    session.run.threshold, session.run.seconds = asked.threshold, session.seconds
    session.run.problems += undecided(session.run, f"measure longer with {longer(asked.time)}")
    return session.finish(change.change_status(found, asked.unsure) if found else EXIT_CANNOT_TELL)


def compare_runs(
    a: str | os.PathLike[str],
    b: str | os.PathLike[str],
    *,
    threshold: float = 0.05,
    unsure: str = "fail",
    against: Subject | str = "",
) -> CompareRun:
    """Whether the subjects of run file `b` are faster or slower than in run file `a`. Nothing is measured."""
    old, new = read(a), read(b)
    comparisons = change.runs(old, new, threshold, str(against))
    status = change.change_status(comparisons, unsure)
    run = CompareRun(
        command="compare", environment=new.environment, exit=status, comparisons=comparisons, threshold=threshold
    )
    run.problems += undecided(run, _AGAIN)
    return run


_AGAIN = "measure both anew and longer, or both in one run, where rounds are paired: wirerate compare A B"


def _operations(pair: tuple[Subject, Subject], asked: Sequence[str]) -> list[str]:
    """What both do; where nothing was asked for, of two that have nothing in common what each one's sender does."""
    old, new = (operations_of(each, asked) for each in pair)
    both = [each for each in old if each in new]
    if asked and not both:
        raise UsageError(
            f"{pair[0].name} is to {old[0]} and {pair[1].name} to {new[0]}: like is held against like",
            fix="leave out ‹operations›",
        )
    return both or [""]


def undecided(run: CompareRun, fix: str) -> list[Problem]:
    """What to do about what cannot be told; an interruption says what it is."""
    open_ones = sum(each.change == change.CANNOT_TELL for each in run.comparisons)
    if not open_ones or run.partial:
        return []
    which = f"{open_ones} of {len(run.comparisons)} cannot be told: the interval spans the threshold"
    return [Problem(code="undecided", message=which, fix=fix)]


def _subjects(side: Side, like: Sequence[Subject] = ()) -> tuple[Subject, ...]:
    if isinstance(side, str):
        return parse_subjects(side, like)
    several = [side] if isinstance(side, Subject) else side
    return tuple(parse_subject(each) if isinstance(each, str) else each for each in several)


def _paired(old: Sequence[Subject], new: Sequence[Subject]) -> list[tuple[Subject, Subject]]:
    if len(old) != len(new):
        raise UsageError(
            f"{len(old)} of the one side and {len(new)} of the other: each is held against its opposite number",
            fix="name as many on both sides, as in: wirerate compare md5,sha256@openssl md5,sha256@./libcrypto.so.3",
        )
    return list(zip(old, new, strict=True))


def text(run: CompareRun, on: Paper) -> str:
    return on.table(table(run))


def table(run: CompareRun) -> Table:
    return comparisons.table(run)


def page(run: CompareRun) -> Page:
    from wirerate.report import measured, whole_commands
    from wirerate.report.html import Page

    if whole_commands.are_in(run):
        return whole_commands.page(run)
    sections = measured.sections(run) if run.rows else []  # of two run files nothing was measured here
    return Page("wirerate compare", measured.head(run, "Comparison"), [measured.compared(run), *sections])
