# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`speed`: how fast subjects are by length, cache state and key schedule, and how the answer is shown."""

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
from wirerate.running.drift import drift_of
from wirerate.running.session import Session, SubjectsQuestion
from wirerate.running.workloads import (
    SWEEP,
    Condition,
    Messages,
    ceiling_and_floor,
    mark_break_even,
    messages_of,
    modes,
    plain_md5,
    without_duplicates,
)
from wirerate.vocabulary import Cache, Keyed

# The default subjects: MD5, as in RFC 1810, and authenticators in use today.
DEFAULT = (
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
LENGTHS = (64, 576, 1500)  # three, so that the fit of fixed and per-byte cost has a residual
SWEPT = (1500,)  # one length, because a sweep varies the working set instead
SECONDS = 8.0
SECONDS_PER_CONDITION = 1.0
MODELLED = 1024  # bytes: the shortest message for which the model has bounds


@dataclass(frozen=True)
class Speed(SubjectsQuestion):
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
        self.check_subjects(self.subjects_or_all, self.keyed)
        for subject in self.named:
            operations_of(subject, self.operations)


@asks(Speed)
def speed(question: Speed) -> SpeedRun:
    """Measure the time per message of every subject by length (or over a mix), cache state and key schedule.

    `operations` are tag and verify for a MAC, seal and open for an AEAD; the default is the sender's. Reading memory
    and the Internet checksum are measured too, as ceiling and floor. `against` is the reference for all subjects:
    either one subject, or one implementation, whose version of each subject's algorithm is then the reference.
    """
    against, keyed, operations = question.against, question.keyed, question.operations
    named = question.named
    reference = parse_subject(against) if isinstance(against, str) and against not in IMPLEMENTATIONS else against
    session = Session(SpeedRun, question)
    default = [s for name in DEFAULT if session.implementations(s := Subject(name)) and _has_operation(s, operations)]
    wanted = named or default
    for subject in [*wanted, *([_reference_for(reference, wanted[0])] if reference else [])]:
        operations_of(subject, operations)
    conditions = [
        condition
        for cache in question.caches
        for messages in messages_of(question.packet, question.lengths, SWEPT if cache == "sweep" else LENGTHS)
        for condition in _conditions(messages, cache, question.batch, question.threads)
    ]
    requests = without_duplicates(
        [r for condition in conditions for r in _requests(condition, wanted, reference, keyed, operations)]
    )
    seconds = max(SECONDS, SECONDS_PER_CONDITION * len(conditions))
    references = [_reference_for(reference, subject) for subject in wanted] if reference else []
    comparisons = session.measure(requests, seconds, named=[*named, *references])
    session.run.findings = drift_of(session.run, widen=question.with_kept)
    mark_break_even(session.run.rows)
    compared = {subject.algorithm for subject in wanted} if reference else set()
    session.run.comparisons = [c for c in comparisons if parse_subject(c.subject).algorithm in compared]
    _mark_misread(session)
    return session.finish(EXIT_OK)


def _mark_misread(session: Session[SpeedRun]) -> None:
    core = session.complete_environment().core
    timed = [m for m in session.run.rows if m.core_cycles and m.cache == "warm" and (m.bytes or 0) >= MODELLED]
    if core and timed:
        from wirerate.graph.explanation import mark_misread  # loads all graphs
        from wirerate.graph.processors import processor

        mark_misread(timed, processor(core))


def _conditions(messages: Messages, cache: Cache, batch: int, threads: int) -> list[Condition]:
    if cache == "sweep":
        return [Condition(messages, cache, batch, threads, working_set) for working_set in SWEEP]
    return [Condition(messages, cache, batch, threads)]


def _has_operation(subject: Subject, operations: Sequence[str]) -> bool:
    return not operations or not set(operations).isdisjoint(subject.facts.operations)


def _reference_for(reference: Subject | str, subject: Subject) -> Subject:
    """Return the subject to compare with. Raise UsageError if the implementation lacks the algorithm."""
    return parse_subject(f"{subject.name}@{reference}") if isinstance(reference, str) else reference


def _requests(
    condition: Condition,
    subjects: Sequence[Subject],
    reference: Subject | str | None,
    keyed: Sequence[str],
    operations: Sequence[str],
) -> list[Request]:
    """Return the requests under a condition. The reference comes first, because comparisons are with a group's first
    request."""
    if reference and len(operations) > 1:  # a group for each operation, because only the same operation is compared
        able = {operation: [s for s in subjects if _has_operation(s, [operation])] for operation in operations}
        return [
            replace(request, group=f"{request.group}, {operation}") if request.role == "subject" else request
            for operation, group in able.items()
            for request in (_requests(condition, group, reference, keyed, [operation]) if group else [])
        ]
    if isinstance(reference, str):  # a group for each subject, because their references differ
        one_by_one = [
            _requests(condition, [subject], _reference_for(reference, subject), keyed, operations)
            for subject in subjects
        ]
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
    chained = plain_md5(condition, [*subjects, *([reference] if reference else [])])
    return [*first, *rows, *chained, *ceiling_and_floor(condition)]


def _row(condition: Condition, subject: Subject, mode: Keyed, operations: Sequence[str]) -> list[Request]:
    return [condition.request(subject, mode, operation=name) for name in operations_of(subject, operations)]


def text(run: SpeedRun, paper: Paper) -> str:
    """Return rates by message size, sweeps, and the comparison with a reference; with --explain the full tables."""
    rates = speeds.table(run) if paper.explain else speeds.rates(run)
    tables = [rates, *_sweeps(run, paper.width), *([comparisons.table(run)] if run.comparisons else [])]
    text = "\n".join(part for part in map(paper.table, tables) if part)
    return text if paper.explain else "\n".join(paper.with_more(text.splitlines())) + "\n"


def table(run: SpeedRun) -> Table:
    return speeds.whole_table(run)


def page(run: SpeedRun) -> Page:
    from wirerate.report import html, measured

    rates = html.tabled("rates", "Fastest first", "Rate by message size", speeds.rates(run))
    sections = [rates, measured.compared(run), *measured.sections(run)]
    return html.Page("wirerate speed", measured.head(run, "Speed"), sections)


def _sweeps(run: SpeedRun, width: int) -> list[Table]:
    """Return tables of rates with a row per working set and a column per subject, as many as fit the width."""
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
    rows = tuple(
        (Cell(numbers.size(size), "", (int(size),)), *(_rate(curve.get(size)) for curve in rates)) for size in sizes
    )
    return Table("sweep", columns, (Group(f"Gbit/s by working set · {part[0][1].condition}", rows),))


def _rate(rate: float | None) -> Cell:
    return Cell(numbers.NONE, "dim", (None,)) if rate is None else Cell(numbers.significant(rate), "", (rate,))
