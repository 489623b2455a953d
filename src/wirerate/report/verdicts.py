"""Verdicts as rows: what the link needs, what was measured, the headroom between them, and what to use instead."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.errors import UsageError
from wirerate.links import parse_link
from wirerate.records import Alternative, Measurement, Run, Verdict
from wirerate.report import naming, numbers
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.verdict import PER_PACKET

SIGNS = "✓ keeps up, ≈ tight, ✗ falls short, ? cannot tell, ⊘ not to be used"

COLUMNS = (
    Column("subject", ("subject", "role", "cache"), numeric=False),
    Column("as", ("conditions",), numeric=False),
    Column("ns needed", ("needs_ns",), expendable=True),
    Column("ns measured", ("measured_ns", "measured_low", "measured_high", "confidence")),
    Column("headroom", ("headroom", "headroom_low", "headroom_high")),
    Column("cores", ("cores",)),
    Column("verdict", ("verdict", "permitted"), numeric=False),
)


def table(run: Run) -> Table:
    """All verdicts, one group per link and mix, in the order in which they were asked."""
    groups: dict[str, list[tuple[Cell, ...]]] = {}
    for verdict in run.verdicts:
        groups.setdefault(question(verdict), []).append(_row(verdict))
    return Table(
        "headroom",
        COLUMNS,
        tuple(Group(heading, tuple(rows)) for heading, rows in groups.items()),
        f"Authenticator only, on one core unless more are named. Host: {naming.hardware(run)}.",
        group_fields=("question",),
    )


def question(verdict: Verdict) -> str:
    protocol = verdict.conditions.get("protocol", "")
    under = f", {protocol}{_operation(verdict)}" if protocol not in ("", "none") else ""
    return f"{verdict.link}, {verdict.packets}{under}"


def _operation(verdict: Verdict) -> str:
    """Signing and verifying are two questions where both were measured."""
    operation = verdict.conditions.get("operation", "")
    return f" ({operation})" if operation else ""


def carried(verdict: Verdict) -> str:
    """The question in a sentence: '10G Ethernet carrying imix under ah'."""
    protocol = verdict.conditions.get("protocol")
    under = f" under {protocol}{_operation(verdict)}" if protocol not in (None, "", "none") else ""
    try:
        link = parse_link(verdict.link).title
    except UsageError:  # of a later version
        link = verdict.link
    return f"{link} carrying {verdict.packets}{under}"


def manner(verdict: Verdict) -> str:
    """How the subject was run: '(cold) per packet'; what decides is named first."""
    cache = str(verdict.conditions.get("cache", ""))
    role = verdict.role or naming.batch(int(verdict.conditions.get("batch", 1)))
    return f"{role}, {naming.CACHES.get(cache, cache)}" if cache else role


def decided_by(run: Run, verdict: Verdict) -> Measurement | None:
    """The measurement that a verdict rests on, for its rounds."""
    if verdict.measured_ns is None:
        return None
    same = (m for m in run.measurements if m.subject == verdict.subject and m.ns == verdict.measured_ns)
    return next(same, None)


def warmer(verdict: Verdict) -> str:
    """The headrooms in warmer caches, which are shown and do not decide."""
    named = (("warm_headroom", "warm"), ("llc_headroom", "in last-level cache"))
    found = [(label, verdict.conditions.get(key)) for key, label in named]
    return ", ".join(f"{label} {numbers.times(value)}" for label, value in found if isinstance(value, float | int))


def _row(verdict: Verdict) -> tuple[Cell, ...]:
    shown = naming.judged(verdict)
    measured, headroom = verdict.measured_ns, verdict.headroom
    return (
        Cell(verdict.subject, "strong", (verdict.subject, verdict.role, verdict.conditions.get("cache", ""))),
        Cell(manner(verdict), "", (" ".join(f"{k}={v}" for k, v in verdict.conditions.items()),)),
        Cell(numbers.significant(verdict.needs_ns), "", (verdict.needs_ns,)),
        Cell(
            f"{numbers.significant(measured.median)} ({numbers.bounds(measured)})" if measured else numbers.NONE,
            "",
            (measured.median, measured.low, measured.high, measured.confidence) if measured else (None,) * 4,
        ),
        Cell(
            f"{numbers.times(headroom.median)} ({numbers.bounds(headroom)})" if headroom else numbers.NONE,
            shown.tone,
            (headroom.median, headroom.low, headroom.high) if headroom else (None,) * 3,
        ),
        Cell(str(verdict.cores) if verdict.cores else numbers.NONE, "", (verdict.cores,)),
        Cell(f"{shown.glyph} {shown.words}", shown.tone, (verdict.verdict, str(verdict.permitted).lower())),
    )


def matrix(run: Run) -> Table:
    """Subjects down, questions across: the headroom and the verdict's sign in each cell."""
    questions = list(dict.fromkeys(map(question, run.verdicts)))
    asked: dict[tuple[str, str], dict[str, Verdict]] = {}
    for verdict in run.verdicts:
        asked.setdefault((verdict.subject, verdict.role), {})[question(verdict)] = verdict
    columns = (
        Column("", ("subject", "role"), numeric=False),
        *(Column(title, (title,)) for title in _titles(questions)),
    )
    rows = [(_named(*key), *(_sign(by_question.get(q)) for q in questions)) for key, by_question in asked.items()]
    return Table("verdicts", columns, (Group("", tuple(rows)),))


def _titles(questions: Sequence[str]) -> list[str]:
    """The links alone where that tells the questions apart."""
    links = [asked.partition(",")[0] for asked in questions]
    return links if len(set(links)) == len(links) else list(questions)


def _named(subject: str, role: str) -> Cell:
    name = naming.short(subject)
    return Cell(f"{name}, {role}" if role not in ("", PER_PACKET) else name, "strong", (subject, role))


def _sign(verdict: Verdict | None) -> Cell:
    if verdict is None:
        return Cell(numbers.NONE, "dim", (None,))
    shown, room = naming.judged(verdict), verdict.headroom
    margin = f"{numbers.times(room.median)} " if room else ""
    return Cell(margin + shown.glyph, shown.tone, (room.median if room else None,), shown.words)


def in_words(run: Run) -> Table:
    """The verdicts on one question, a word each; the document that objects is named where the standing is told."""
    columns = (
        Column("", ("subject", "role"), numeric=False),
        Column("ns", ("measured_ns",)),
        Column("headroom", ("headroom",)),
        Column("verdict", ("verdict",), numeric=False),
    )
    rows = []
    for verdict in run.verdicts:
        shown, measured, room = naming.judged(verdict), verdict.measured_ns, verdict.headroom
        rows.append(
            (
                _named(verdict.subject, verdict.role),
                Cell(numbers.significant(measured.median) if measured else numbers.NONE),
                Cell(numbers.times(room.median) if room else numbers.NONE, shown.tone),
                Cell(f"{shown.glyph} {shown.words.partition(' (')[0]}", shown.tone),
            )
        )
    return Table("verdicts", columns, (Group("", tuple(rows)),))


def security_table(run: Run) -> Table:
    """What each judged or proposed subject promises, the best attack known, and what the standards say."""
    known = {naming.algorithm(v.subject): v.security for v in run.verdicts}
    for verdict in run.verdicts:
        for alternative in verdict.alternatives:
            known.setdefault(naming.algorithm(alternative.subject), alternative.security)
    columns = tuple(
        Column(n, (n,), numeric=False) for n in ("algorithm", "standing", "attack", "claim", "source", "date")
    )
    rows = tuple(
        (Cell(name, "strong"), Cell(s.standing), Cell(s.attack), Cell(s.claim), Cell(s.source), Cell(s.date))
        for name, s in sorted(known.items())
    )
    return Table("security", columns, (Group("", rows),))


def instead(alternative: Alternative) -> str:
    """One line: subject, headroom, and how many cores where one does not do."""
    parts = [alternative.subject]
    if alternative.headroom:
        parts.append(numbers.times(alternative.headroom.median))
    if alternative.cores and alternative.cores > 1:
        parts.append(f"on {alternative.cores} cores")
    return " ".join(parts)
