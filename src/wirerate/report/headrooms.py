# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Verdicts as tables: all figures for exports, a matrix of subjects and questions, one question, and security."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.records import AnyRun, Security, Verdict
from wirerate.report import columns, labels, numbers, questions, verdicts
from wirerate.report.table import Cell, Column, Filled, Group, Table, grouped, listed
from wirerate.verdict import BATCHED, PER_PACKET

SIGNS = "✓ keeps up  ≈ tight  ✗ falls short  ? undecided  ⊘ must not be used"
_CONDITIONS = (
    "protocol",
    "over",
    "policy",
    "operation",
    "direction",
    "batch",
    "keyed",
    "threads",
    "ip_version",
    "ip_bytes",
    "covered_bytes",
    "added_bytes",
    "wire_bytes",
)
# Export fields on a verdict's alternatives, with the values of all alternatives joined by "; ": subject, headroom of
# one core, number of cores that keep up, headroom relative to the judged subject's (from paired rounds), and equally
# good subjects.
_INSTEAD = (
    "alternatives",
    "alternative_headrooms",
    "alternative_cores",
    "alternative_brings",
    "alternatives_equal_to",
)


def _instead(verdict: Verdict) -> Sequence[str]:
    """Return the values of the fields in _INSTEAD."""
    alternatives = verdict.alternatives
    subjects = (alternative.subject for alternative in alternatives)
    rooms = (f"{alternative.headroom.median:.4g}" if alternative.headroom else "" for alternative in alternatives)
    cores = ("" if alternative.cores is None else str(alternative.cores) for alternative in alternatives)
    gains = (f"{alternative.brings.median:.4g}" if alternative.brings else "" for alternative in alternatives)
    equals = (", ".join(alternative.equal_to) for alternative in alternatives)
    return ["; ".join(parts) for parts in (subjects, rooms, cores, gains, equals)]


def _judged(verdict: Verdict) -> Cell:
    """Return the verdict with its security standing and alternatives."""
    shown, security = labels.judged(verdict), verdict.security
    permitted = str(verdict.permitted).lower()
    values = (verdict.verdict, verdict.objection, permitted, security.standing, security.source)
    return Cell(f"{shown.glyph} {shown.words}", shown.tone, (*values, *_instead(verdict)))


def _measured(verdict: Verdict) -> Cell:
    ns = verdict.measured_ns
    figures = (*columns.ends(ns), ns.confidence if ns else None)
    return Cell(f"{numbers.significant(ns.median)} ({numbers.bounds(ns)})" if ns else numbers.NONE, "", figures)


def _headroom(verdict: Verdict) -> Cell:
    """Return the judged headroom; for an export, those in other cache states too."""
    room = verdict.headroom
    elsewhere: dict[str, float] = {other.cache: other.headroom for other in verdict.warmer}
    text = numbers.factor(room) if room else numbers.NONE
    figures = (*columns.ends(room), *map(elsewhere.get, verdicts.WARMEST_FIRST))
    return Cell(text, labels.judged(verdict).tone, figures)


def _duplex(verdict: Verdict) -> Cell:
    """Return the headroom of both directions on one core; for an export, the cost at each end too."""
    room = verdict.duplex
    costs = [end.ns.median for end in verdict.directions]
    both = costs * 2 if room and len(costs) == 1 else [*costs, None, None][:2]
    text = numbers.times(room.median) if room else numbers.NONE
    return Cell(text, "", (*columns.ends(room), *both), verdicts.directions(verdict))


def _cores(verdict: Verdict) -> Cell:
    figures = (verdict.cores, verdict.cores_worst, verdict.cores_tight)
    return Cell(str(verdict.cores_worst or verdict.cores or numbers.NONE), "", figures)


_COLUMNS: tuple[Filled[Verdict], ...] = (
    Filled(
        "subject", ("subject", "role", "cache"), numeric=False,
        cell=lambda v: Cell(v.subject, "strong", (v.subject, v.role, v.conditions.cache)),
    ),
    Filled(
        "as", _CONDITIONS, numeric=False,
        cell=lambda v: Cell(verdicts.manner(v), "", tuple(getattr(v.conditions, name) for name in _CONDITIONS)),
    ),
    columns.figure("ns needed", "needs_ns", lambda v: v.needs_ns, expendable=True),
    Filled("ns measured", ("measured_ns", "measured_low", "measured_high", "confidence"), cell=_measured),
    Filled(
        "headroom",
        ("headroom", "headroom_low", "headroom_high", "warm_headroom", "llc_headroom", "cold_headroom"),
        cell=_headroom,
    ),
    Filled(
        "full duplex", ("duplex_headroom", "duplex_low", "duplex_high", "send_ns", "receive_ns"), expendable=True,
        cell=_duplex,
    ),
    Filled("cores", ("cores", "cores_worst", "cores_tight"), cell=_cores),
    Filled(
        "verdict", ("verdict", "objection", "permitted", "security", "security_source", *_INSTEAD), numeric=False,
        cell=_judged,
    ),
)  # fmt: skip


def table(run: AnyRun) -> Table:
    """Return all verdicts, one group per link and mix, in the order of the question."""
    groups: dict[str, list[Verdict]] = {}
    for verdict in run.verdicts:
        groups.setdefault(questions.question(verdict), []).append(verdict)
    notes = (
        f"{verdicts.scope(run)} {verdicts.words(run)}",
        f"On {verdicts.processors(run)}. Host: {labels.hardware(run)}.",
        verdicts.how_chosen(run.verdicts),
    )
    shown = tuple(grouped(asked, _COLUMNS, rows, rows[0].link, rows[0].packets) for asked, rows in groups.items())
    return Table("headroom", _COLUMNS, shown, " ".join(filter(None, notes)), ("question", "link", "packets"))


def matrix(run: AnyRun) -> Table:
    """Return headroom and sign by subject (rows) and question (columns)."""
    across = list(dict.fromkeys(map(questions.question, run.verdicts)))
    name_of = labels.algorithm if _one_of_each(run.verdicts) else str
    cells: dict[tuple[str, str], dict[str, Verdict]] = {}
    for verdict in run.verdicts:
        cells.setdefault((name_of(verdict.subject), verdict.role), {})[questions.question(verdict)] = verdict
    heads = (
        Column("", ("subject", "role"), numeric=False),
        *(Column(title, (title,)) for title in questions.titles(across)),
    )
    rows = []
    for (name, role), by_question in cells.items():
        subjects = {verdict.subject for verdict in by_question.values()}
        shown = _named(subjects.pop() if len(subjects) == 1 else name, role)
        rows.append((shown, *(_sign(by_question.get(question)) for question in across)))
    return Table("verdicts", heads, (Group("", tuple(rows)),))


@dataclass(frozen=True)
class _Subject:
    """The verdicts on one subject: per packet, and in batches where it has them."""

    single: Verdict
    batched: Verdict | None = None


def by_subject(run: AnyRun, *, narrow: bool = False) -> Table:
    """Return the verdicts on one question, a row for each subject; `narrow` fits 40 columns."""
    subjects: list[_Subject] = []
    for verdict in run.verdicts:
        # A verdict in batches belongs to the per-packet verdict before it, which may be about another library.
        if verdict.role == BATCHED and subjects:
            subjects[-1] = _Subject(subjects[-1].single, verdict)
        else:
            subjects.append(_Subject(verdict))
    cache = run.verdicts[0].conditions.cache
    other = "cold" if cache == "llc" else "llc"
    name = labels.algorithm if narrow else labels.short
    verdict_column: Filled[_Subject] = Filled(
        "" if narrow else "verdict", ("verdict",), numeric=False, cell=lambda s: _word(s.single, sign_only=narrow)
    )
    shown: tuple[Filled[_Subject], ...] = (
        verdict_column,
        Filled("subject", ("subject",), numeric=False, cell=lambda s: Cell(name(s.single.subject), "strong")),
        Filled(_CACHE_TITLES.get(cache, "headroom"), ("headroom",), cell=lambda s: _times(s.single)),
        Filled(_CACHE_TITLES[other], ("other",), expendable=True, cell=lambda s: _elsewhere(s.single, other)),
        Filled("batched", ("batched",), expendable=True, cell=lambda s: _times(s.batched)),
        Filled("cores", ("cores",), cell=lambda s: _few_cores(s.single)),
    )
    return listed("verdicts", shown, subjects)


_CACHE_TITLES = {"cold": "memory", "llc": "LLC", "warm": "caches"}


def _times(verdict: Verdict | None) -> Cell:
    if verdict is None or verdict.headroom is None:
        return Cell(numbers.NONE, "dim")
    return Cell(numbers.times(verdict.headroom.median), labels.judged(verdict).tone)


def _elsewhere(verdict: Verdict, cache: str) -> Cell:
    room = next((other.headroom for other in verdict.warmer if other.cache == cache), None)
    return Cell(numbers.times(room) if room else numbers.NONE)


def _few_cores(verdict: Verdict) -> Cell:
    """Return the fewest cores on which a permitted subject KEEPS UP."""
    count = verdict.cores_worst or verdict.cores
    return Cell(str(count) if count and verdict.permitted else numbers.NONE)


def _word(verdict: Verdict, *, sign_only: bool) -> Cell:
    shown = labels.judged(verdict)
    words = verdict.verdict if verdict.permitted else "NOT TO BE USED"
    return Cell(shown.glyph if sign_only else f"{shown.glyph} {words}", shown.tone)


def security_table(run: AnyRun) -> Table:
    """Return the security claim, best known attack and standing of each judged or proposed algorithm."""
    known = {labels.algorithm(v.subject): v.security for v in run.verdicts}
    for verdict in run.verdicts:
        for alternative in verdict.alternatives:
            known.setdefault(labels.algorithm(alternative.subject), alternative.security)
    shown: tuple[Filled[tuple[str, Security]], ...] = (
        columns.words("algorithm", "algorithm", lambda pair: pair[0], "strong"),
        columns.words("standing", "standing", lambda pair: pair[1].standing),
        columns.words("attack", "attack", lambda pair: pair[1].attack),
        columns.words("claim", "claim", lambda pair: pair[1].claim),
        columns.words("source", "source", lambda pair: pair[1].source),
        columns.words("date", "date", lambda pair: pair[1].date),
    )
    return listed("security", shown, sorted(known.items()))


def _one_of_each(judged: Sequence[Verdict]) -> bool:
    """Return whether each algorithm has at most one verdict per question. An algorithm's implementation may differ
    between questions."""
    rows = [(questions.question(verdict), labels.algorithm(verdict.subject), verdict.role) for verdict in judged]
    return len(set(rows)) == len(rows)


def _named(subject: str, role: str) -> Cell:
    name = labels.short(subject)
    return Cell(f"{name}, {role}" if role not in ("", PER_PACKET) else name, "strong", (subject, role))


def _sign(verdict: Verdict | None) -> Cell:
    if verdict is None:
        return Cell(numbers.NONE, "dim", (None,))
    shown, room = labels.judged(verdict), verdict.headroom
    margin = f"{numbers.times(room.median)} " if room else ""
    return Cell(margin + shown.glyph, shown.tone, (room.median if room else None,), shown.words)
