# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`speed`: how fast subjects are, by length, cache state and keyed state, between a ceiling and a floor; and how the
answer is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import TYPE_CHECKING

from wirerate.authenticators.subjects import IMPLEMENTATIONS, Subject, operations_of, parse_subject
from wirerate.errors import EXIT_OK
from wirerate.host.request import Request
from wirerate.question import asks
from wirerate.records import SpeedRun
from wirerate.report import comparisons, labels, numbers, series, speeds
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.report.terminal import Paper
from wirerate.running.drift import look_back
from wirerate.running.session import OfSubjects, Session
from wirerate.running.workloads import (
    SWEEP,
    Condition,
    Messages,
    beside,
    each_once,
    mark_break_even,
    messages_of,
    modes,
    plain_beside,
)
from wirerate.vocabulary import Cache, Keyed

# Without subjects: RFC 1810's, its batch form's cousins, and what is in use.
USUAL = (
    "md5",
    "hmac-md5",
    "hmac-sha1",
    "hmac-sha256",
    "umac-64",
    "aes-128-gmac",
    "aes-128-cmac",
    "poly1305",
    "aes-128-gcm",
    "chacha20-poly1305",
)

if TYPE_CHECKING:
    from wirerate.report.html import Page
LENGTHS = (64, 576, 1500)  # three, so that the fixed + per-byte split has a residual
SWEPT = (1500,)  # a sweep is over working sets: one length
SECONDS = 8.0
SECONDS_A_CONDITION = 1.0
JUDGED = 1024  # bytes from which the model has bounds: graphs are not loaded for less


@dataclass(frozen=True)
class Speed(OfSubjects):
    _: KW_ONLY
    lengths: Sequence[int] = ()
    packet: str | None = None
    caches: Sequence[Cache] = ("warm",)
    keyed: Sequence[str] = ()
    operations: Sequence[str] = ()
    batch: int = 1
    against: Subject | str | None = None

    def __post_init__(self) -> None:
        self.excludes("lengths", "packet")
        self.suits(self.meant, self.keyed)
        for each in self.named:
            operations_of(each, self.operations)


@asks(Speed)
def speed(asked: Speed) -> SpeedRun:
    """Time per message of each subject at each length (or over a mix), cache state and keyed state.

    `operations` are tag and verify of a MAC, seal and open of an AEAD; without one, the sender's. `read` and
    `internet-checksum` are measured beside them as ceiling and floor. `against` is paired with each: a subject, or an
    implementation, which then stands for each subject's own algorithm by it.
    """
    against, keyed, operations = asked.against, asked.keyed, asked.operations
    named = asked.named
    reference = parse_subject(against) if isinstance(against, str) and against not in IMPLEMENTATIONS else against
    session = Session(SpeedRun, asked)
    usual = [s for name in USUAL if session.implementations(s := Subject(name)) and _does(s, operations)]
    wanted = named or usual
    for each in [*wanted, *([_by(reference, wanted[0])] if reference else [])]:
        operations_of(each, operations)
    conditions = [
        condition
        for cache in asked.caches
        for messages in messages_of(asked.packet, asked.lengths, SWEPT if cache == "sweep" else LENGTHS)
        for condition in _conditions(messages, cache, asked.batch, asked.threads)
    ]
    requests = each_once(
        [r for condition in conditions for r in _requests(condition, wanted, reference, keyed, operations)]
    )
    seconds = max(SECONDS, SECONDS_A_CONDITION * len(conditions))
    references = [_by(reference, each) for each in wanted] if reference else []
    comparisons = session.measure(requests, seconds, named=[*named, *references])
    session.run.findings = look_back(session.run, widen=asked.with_kept)
    mark_break_even(session.run.rows)
    compared = {subject.algorithm for subject in wanted} if reference else set()
    session.run.comparisons = [c for c in comparisons if parse_subject(c.subject).algorithm in compared]
    _mark_misread(session)
    return session.finish(EXIT_OK)


def _mark_misread(session: Session[SpeedRun]) -> None:
    about = session.complete_environment().core
    timed = [m for m in session.run.rows if m.core_cycles and m.cache == "warm" and (m.bytes or 0) >= JUDGED]
    if about and timed:
        from wirerate.graph.explanation import mark_misread  # with all graphs
        from wirerate.graph.processors import processor

        mark_misread(timed, processor(about))


def _conditions(messages: Messages, cache: Cache, batch: int, threads: int) -> list[Condition]:
    if cache == "sweep":
        return [Condition(messages, cache, batch, threads, working_set) for working_set in SWEEP]
    return [Condition(messages, cache, batch, threads)]


def _does(subject: Subject, operations: Sequence[str]) -> bool:
    return not operations or not set(operations).isdisjoint(subject.facts.operations)


def _by(reference: Subject | str, subject: Subject) -> Subject:
    """What the subject is held against; a UsageError where that implementation lacks its algorithm."""
    return parse_subject(f"{subject.name}@{reference}") if isinstance(reference, str) else reference


def _requests(
    condition: Condition,
    subjects: Sequence[Subject],
    reference: Subject | str | None,
    keyed: Sequence[str],
    operations: Sequence[str],
) -> list[Request]:
    """The reference first: the rounds' comparisons are with the first of each group."""
    if reference and len(operations) > 1:  # a group for each, as like is held against like
        able = {each: [s for s in subjects if _does(s, [each])] for each in operations}
        return [
            replace(request, group=f"{request.group}, {each}") if request.role == "subject" else request
            for each, those in able.items()
            for request in (_requests(condition, those, reference, keyed, [each]) if those else [])
        ]
    if isinstance(reference, str):  # a group for each subject, as each has a reference of its own
        one_by_one = [_requests(condition, [each], _by(reference, each), keyed, operations) for each in subjects]
        return [
            replace(request, group=f"{request.group} {subject}") if request.role == "subject" else request
            for subject, requests in zip(subjects, one_by_one, strict=True)
            for request in requests
        ]
    first = [_row(condition, reference, modes(reference, keyed)[0], operations)[0]] if reference else []
    rows = [
        row
        for subject in subjects
        for mode in modes(subject, keyed)
        for row in _row(condition, subject, mode, operations)
    ]
    chained = plain_beside(condition, [*subjects, *([reference] if reference else [])])
    return [*first, *rows, *chained, *beside(condition)]


def _row(condition: Condition, subject: Subject, mode: Keyed, operations: Sequence[str]) -> list[Request]:
    """One for each of its operations."""
    return [condition.request(subject, mode, operation=each) for each in operations_of(subject, operations)]


def text(run: SpeedRun, on: Paper) -> str:
    """Its tables, one after the other; a sweep's rates stand in a table of their own."""
    tables = [speeds.table(run), *_sweeps(run, on.width), *([comparisons.table(run)] if run.comparisons else [])]
    parts = [on.table(each) for each in tables]
    return "\n".join(part for part in parts if part)


def table(run: SpeedRun) -> Table:
    return speeds.whole_table(run)


def page(run: SpeedRun) -> Page:
    from wirerate.report import measured
    from wirerate.report.html import Page

    sections = [measured.compared(run), *measured.sections(run)]
    return Page("wirerate speed", measured.head(run, "Speed"), sections)


def _sweeps(run: SpeedRun, width: int) -> list[Table]:
    """Rate by working set: sizes down, subjects across, as many to a table as the width takes."""
    curves = series.sweep_curves(run)
    shortest = labels.shortest(c.subject for c in curves)
    named = [(shortest[c.subject] + labels.aside(c.operation, c.keyed), c) for c in curves]
    parts: list[list[tuple[str, series.Curve]]] = []
    for pair in named:
        room = width - 14 - sum(len(label) + 2 for label, _ in parts[-1]) if parts else 0
        if len(pair[0]) + 2 > room:
            parts.append([])
        parts[-1].append(pair)
    return [_swept(part) for part in parts]


def _swept(part: list[tuple[str, series.Curve]]) -> Table:
    sizes = sorted({p.x for _, curve in part for p in curve.points})
    columns = (Column("working set", ("working_set",), numeric=False), *(Column(label, (label,)) for label, _ in part))
    rates = [{p.x: p.gbits for p in curve.points} for _, curve in part]
    rows = tuple((Cell(numbers.size(size), "", (int(size),)), *(_rate(at.get(size)) for at in rates)) for size in sizes)
    return Table("sweep", columns, (Group(f"Gbit/s by working set · {part[0][1].condition}", rows),))


def _rate(rate: float | None) -> Cell:
    return Cell(numbers.NONE, "dim", (None,)) if rate is None else Cell(numbers.significant(rate), "", (rate,))
