# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Verdicts as tables: every figure of them, a matrix of subjects and questions, a word each, and their security."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.records import AnyRun, Interval, Security, Verdict
from wirerate.report import columns, labels, numbers, questions, verdicts
from wirerate.report.table import Cell, Column, Filled, Group, Table, Tone, grouped, listed
from wirerate.verdict import PER_PACKET

SIGNS = "✓ keeps up, ≈ tight, ✗ falls short, ? cannot tell, ⊘ not to be used"
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
)
# Of each alternative in turn, with "; " between them: what it is, one core's headroom, how many carry the link, its
# paired headroom / the subject's, and which others are equal to it.
_INSTEAD = (
    "alternatives",
    "alternative_headrooms",
    "alternative_cores",
    "alternative_brings",
    "alternatives_equal_to",
)


def _instead(verdict: Verdict) -> Sequence[str]:
    """Of _INSTEAD, from each alternative in turn."""
    found = verdict.alternatives
    subjects = (each.subject for each in found)
    rooms = (f"{each.headroom.median:.4g}" if each.headroom else "" for each in found)
    cores = ("" if each.cores is None else str(each.cores) for each in found)
    gains = (f"{each.brings.median:.4g}" if each.brings else "" for each in found)
    equals = (", ".join(each.equal_to) for each in found)
    return ["; ".join(parts) for parts in (subjects, rooms, cores, gains, equals)]


def _judged(verdict: Verdict) -> Cell:
    """The word, how its subject stands, and what to use instead."""
    shown, stands = labels.judged(verdict), verdict.security
    permitted = str(verdict.permitted).lower()
    told = (verdict.verdict, verdict.objection, permitted, stands.standing, stands.source)
    return Cell(f"{shown.glyph} {shown.words}", shown.tone, (*told, *_instead(verdict)))


def _measured(verdict: Verdict) -> Cell:
    found = verdict.measured_ns
    figures = (*columns.ends(found), found.confidence if found else None)
    return Cell(
        f"{numbers.significant(found.median)} ({numbers.bounds(found)})" if found else numbers.NONE, "", figures
    )


def _headroom(verdict: Verdict) -> Cell:
    """That which decides; for an export, those in warmer caches too."""
    room, elsewhere = verdict.headroom, {each.cache: each.headroom for each in verdict.warmer}
    text = numbers.factor(room) if room else numbers.NONE
    figures = (*columns.ends(room), *map(elsewhere.get, verdicts.WARMEST_FIRST))
    return Cell(text, labels.judged(verdict).tone, figures)


def _duplex(verdict: Verdict) -> Cell:
    """The headroom of both directions on one core, and for an export what each end takes."""
    room = verdict.duplex
    told = [end.ns.median for end in verdict.directions]
    taken = told * 2 if room and len(told) == 1 else [*told, None, None][:2]
    text = numbers.times(room.median) if room else numbers.NONE
    return Cell(text, "", (*columns.ends(room), *taken), verdicts.directions(verdict))


def _cores(verdict: Verdict) -> Cell:
    return Cell(str(verdict.cores) if verdict.cores else numbers.NONE, "", (verdict.cores, verdict.cores_worst))


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
        "headroom", ("headroom", "headroom_low", "headroom_high", "warm_headroom", "llc_headroom"), cell=_headroom
    ),
    Filled(
        "full duplex", ("duplex_headroom", "duplex_low", "duplex_high", "send_ns", "receive_ns"), expendable=True,
        cell=_duplex,
    ),
    Filled("cores", ("cores", "cores_worst"), cell=_cores),
    Filled(
        "verdict", ("verdict", "objection", "permitted", "security", "security_source", *_INSTEAD), numeric=False,
        cell=_judged,
    ),
)  # fmt: skip


def table(run: AnyRun) -> Table:
    """All verdicts, one group per link and mix, in the order in which they were asked."""
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
    """Subjects down, questions across: the headroom and the verdict's sign in each cell."""
    across = list(dict.fromkeys(map(questions.question, run.verdicts)))
    name_of = labels.algorithm if _one_of_each(run.verdicts) else str
    asked: dict[tuple[str, str], dict[str, Verdict]] = {}
    for verdict in run.verdicts:
        asked.setdefault((name_of(verdict.subject), verdict.role), {})[questions.question(verdict)] = verdict
    heads = (
        Column("", ("subject", "role"), numeric=False),
        *(Column(title, (title,)) for title in questions.titles(across)),
    )
    leaves = {questions.question(verdict): verdict.needs_ns for verdict in run.verdicts}
    needed = (numbers.time_ns(leaves[q]) for q in across)
    rows = [(Cell("time per packet", "dim"), *(Cell(text, "dim") for text in needed))]
    for (named, role), by_question in asked.items():
        subjects = {verdict.subject for verdict in by_question.values()}
        name = _named(subjects.pop() if len(subjects) == 1 else named, role)
        rows.append((name, *(_sign(by_question.get(q)) for q in across)))
    return Table("verdicts", heads, (Group("", tuple(rows)),))


def in_words(run: AnyRun) -> Table:
    """The verdicts on one question, a word each; the document that objects is named where the standing is told."""
    shown: tuple[Filled[Verdict], ...] = (
        Filled("", ("subject", "role"), numeric=False, cell=lambda v: _named(v.subject, v.role)),
        columns.figure("ns", "measured_ns", lambda v: v.measured_ns.median if v.measured_ns else None),
        Filled("headroom", ("headroom",), cell=lambda v: _times(v.headroom, labels.judged(v).tone)),
        Filled("full duplex", ("duplex_headroom",), expendable=True, cell=lambda v: _times(v.duplex)),
        Filled("verdict", ("verdict",), numeric=False, cell=_word),
    )
    return listed("verdicts", shown, run.verdicts)


def _times(room: Interval | None, tone: Tone = "") -> Cell:
    return Cell(numbers.times(room.median) if room else numbers.NONE, tone)


def _word(verdict: Verdict) -> Cell:
    shown = labels.judged(verdict)
    return Cell(f"{shown.glyph} {shown.words.partition(' (')[0]}", shown.tone)


def security_table(run: AnyRun) -> Table:
    """What each judged or proposed subject promises, the best attack known, and what the standards say."""
    known = {labels.algorithm(v.subject): v.security for v in run.verdicts}
    for verdict in run.verdicts:
        for alternative in verdict.alternatives:
            known.setdefault(labels.algorithm(alternative.subject), alternative.security)
    shown: tuple[Filled[tuple[str, Security]], ...] = (
        columns.words("algorithm", "algorithm", lambda each: each[0], "strong"),
        columns.words("standing", "standing", lambda each: each[1].standing),
        columns.words("attack", "attack", lambda each: each[1].attack),
        columns.words("claim", "claim", lambda each: each[1].claim),
        columns.words("source", "source", lambda each: each[1].source),
        columns.words("date", "date", lambda each: each[1].date),
    )
    return listed("security", shown, sorted(known.items()))


def _one_of_each(judged: Sequence[Verdict]) -> bool:
    """Whether algorithms were asked about, not several implementations of one: the best may be another each time."""
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
