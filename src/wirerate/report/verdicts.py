# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Verdicts as rows: what the link needs, what was measured, the headroom between them, and what to use instead."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.authenticators.ah_algorithms import AH_OPERATIONS
from wirerate.catalogue import PROTOCOLS
from wirerate.errors import UsageError
from wirerate.links import parse_link
from wirerate.records import Alternative, Run, Verdict
from wirerate.records.details import BreakEven
from wirerate.report import naming, numbers
from wirerate.report.speeds import break_even_notes
from wirerate.report.table import Cell, Column, Group, Table
from wirerate.verdict import CANNOT_TELL, COLDEST_FIRST, PER_PACKET

SIGNS = "✓ keeps up, ≈ tight, ✗ falls short, ? cannot tell, ⊘ not to be used"

_ONE_FLOW = "One SA, tunnel or TCP flow stays on one core: more cores carry more flows, not a faster one."
_SPANS_LINE_RATE = (
    "The interval spans line rate: measure longer (--time), or ask wirerate doctor what disturbs this host."
)
_WARMEST_FIRST = tuple(reversed(COLDEST_FIRST[1:]))  # without the one that decides
_CONDITIONS = (
    "protocol",
    "policy",
    "operation",
    "batch",
    "keyed",
    "threads",
    "ip_version",
    "ip_bytes",
    "covered_bytes",
)

COLUMNS = (
    Column("subject", ("subject", "role", "cache"), numeric=False),
    Column("as", _CONDITIONS, numeric=False),
    Column("ns needed", ("needs_ns",), expendable=True),
    Column("ns measured", ("measured_ns", "measured_low", "measured_high", "confidence")),
    Column("headroom", ("headroom", "headroom_low", "headroom_high", "warm_headroom", "llc_headroom")),
    Column("cores", ("cores",)),
    Column("verdict", ("verdict", "objection", "permitted"), numeric=False),
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
    return f"{verdict.link}, {verdict.packets}{_under(verdict, ',')}"


def carried(verdict: Verdict) -> str:
    """The question in a sentence: '10G Ethernet carrying imix under ah'."""
    try:
        link = parse_link(verdict.link).title
    except UsageError:  # of a later version
        link = verdict.link
    return f"{link} carrying {verdict.packets}{_under(verdict, ' under')}"


def _under(verdict: Verdict, joint: str) -> str:
    """The protocol, and the operation where that is half of a question: signing or verifying."""
    given = verdict.conditions
    if given.protocol in ("", "none"):
        return ""
    operation = f" ({given.operation})" if given.operation in AH_OPERATIONS else ""
    return f"{joint} {given.protocol}{operation}"


def contested(judged: Sequence[Verdict]) -> Verdict:
    """One on the question that divides the subjects most; on the first one asked where none does."""
    words: dict[str, set[str]] = {}
    for verdict in judged:
        words.setdefault(question(verdict), set()).add(verdict.verdict)
    most = max(words, key=lambda asked: len(words[asked]))
    return next(verdict for verdict in judged if question(verdict) == most)


def needs(verdict: Verdict) -> str:
    return f"{numbers.time_ns(verdict.needs_ns)} or less per packet"


def mean(verdict: Verdict) -> str:
    """', 340 bytes on average', to stand behind the packets."""
    octets = verdict.conditions.ip_bytes
    return f", {octets:,.0f} bytes on average" if octets is not None else ""


def manner(verdict: Verdict) -> str:
    """How the subject was run: 'per packet, cold'."""
    cache = verdict.conditions.cache
    role = verdict.role or naming.batch(verdict.conditions.batch or 1)
    return f"{role}, {naming.CACHES.get(cache, cache)}" if cache else role


def certainty(run: Run, verdict: Verdict) -> str:
    """Of the measurement that it rests on: '95 %, 32 rounds'; empty where nothing was measured."""
    if verdict.measured_ns is None:
        return ""
    sure = numbers.confidence(verdict.measured_ns)
    same = (m for m in run.measurements if m.subject == verdict.subject and m.ns == verdict.measured_ns)
    measurement = next(same, None)
    return f"{sure}, {measurement.rounds} rounds" if measurement and measurement.rounds else sure


def cores(verdict: Verdict) -> str:
    """'13 cores would do', of what one core does not carry and may be used."""
    return f"{verdict.cores} cores would do" if verdict.permitted and (verdict.cores or 1) > 1 else ""


def told(run: Run, verdict: Verdict) -> list[str]:
    """What is to be known about it beside the figures, a sentence each."""
    found = [verdict.note] if verdict.note else []
    if verdict.measured_ns is None and not found:
        found.append(f"{verdict.subject} was not measured.")
    if verdict.measured_ns is not None and verdict.verdict == CANNOT_TELL:
        found.append(_SPANS_LINE_RATE)
    carrier = PROTOCOLS.get(verdict.conditions.protocol)
    if carrier is not None and not carrier.keeps_state:
        found.append(f"{carrier.name}: {carrier.state}.")
    if any((each or 1) > 1 for each in (verdict.cores, *(other.cores for other in verdict.alternatives))):
        found.append(_ONE_FLOW)
    name = naming.algorithm(verdict.subject)
    ways = (m for m in run.measurements if isinstance(m.details, BreakEven) and naming.algorithm(m.subject) == name)
    return [*found, *break_even_notes(ways)]


def warmer(verdict: Verdict) -> str:
    """The headrooms in warmer caches, which are shown and do not decide."""
    found = sorted(verdict.warmer, key=lambda each: _WARMEST_FIRST.index(each.cache))
    return ", ".join(f"{naming.CACHES[each.cache]} {numbers.times(each.headroom)}" for each in found)


def _row(verdict: Verdict) -> tuple[Cell, ...]:
    shown = naming.judged(verdict)
    measured, headroom, given = verdict.measured_ns, verdict.headroom, verdict.conditions
    elsewhere = {each.cache: each.headroom for each in verdict.warmer}
    return (
        Cell(verdict.subject, "strong", (verdict.subject, verdict.role, given.cache)),
        Cell(manner(verdict), "", tuple(getattr(given, name) for name in _CONDITIONS)),
        Cell(numbers.significant(verdict.needs_ns), "", (verdict.needs_ns,)),
        Cell(
            f"{numbers.significant(measured.median)} ({numbers.bounds(measured)})" if measured else numbers.NONE,
            "",
            (measured.median, measured.low, measured.high, measured.confidence) if measured else (None,) * 4,
        ),
        Cell(
            f"{numbers.times(headroom.median)} ({numbers.bounds(headroom)})" if headroom else numbers.NONE,
            shown.tone,
            (
                *((headroom.median, headroom.low, headroom.high) if headroom else (None,) * 3),
                *map(elsewhere.get, _WARMEST_FIRST),
            ),
        ),
        Cell(str(verdict.cores) if verdict.cores else numbers.NONE, "", (verdict.cores,)),
        Cell(
            f"{shown.glyph} {shown.words}",
            shown.tone,
            (verdict.verdict, verdict.objection, str(verdict.permitted).lower()),
        ),
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
