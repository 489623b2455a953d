# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What all hosts were asked, with each one's figure: of `check` headrooms, of `speed` rates."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from wirerate.records import Interval, Measurement, Verdict
from wirerate.report import headrooms, naming, numbers, verdicts
from wirerate.report import questions as wording
from wirerate.report.table import Cell
from wirerate.verdict import PER_PACKET
from wirerate.wings.fleet.rows import FleetRun

_FORMS: tuple[Callable[[str], str], ...] = (naming.algorithm, naming.short, str)
_JOINT = " · "  # of a condition's parts
_SMALL = 0.1  # below it a third digit tells nothing
_RATE, _RANGE = "Gbit/s", "its interval in parentheses"


@dataclass(frozen=True)
class Figure:
    """One host's."""

    subject: str
    ns: Interval | None
    cell: Cell
    verdict: Verdict | None = None


@dataclass(frozen=True)
class Question:
    """One row of the answer: a subject, how it was run, and what it was held against."""

    name: str
    about: str  # the link and packets, or the condition; "" where it is the same for all
    counts: bool  # a host may be called slow by it
    work: Hashable  # what was timed, whatever link it is held against
    figures: dict[str, Figure] = field(default_factory=dict)  # by host

    @property
    def title(self) -> str:
        return f"{self.name}, {self.about}" if self.about else self.name


def questions(run: FleetRun) -> list[Question]:
    """In the order in which they were asked; those by which hosts may be compared are told from the others."""
    return _judged(run.verdicts) if run.verdicts else _timed(run)


def legend(run: FleetRun) -> list[str]:
    """What the signs and figures in the cells are."""
    if run.verdicts:
        return [headrooms.SIGNS, f"headroom, {_RANGE}. {verdicts.words(run)}"]
    cached = naming.caches_explained(m.cache for m in run.rows)
    return [f"{_RATE}, {_RANGE}. {cached}" if cached else f"{_RATE}, {_RANGE}"]


def heading(run: FleetRun) -> str:
    """What was asked; of what all rows have in common."""
    if run.verdicts:
        return f"Does it keep up {wording.all_carried(run.verdicts)}?"
    common = _common(filter(_has_rate, run.rows))
    return f"{_RATE}: {_JOINT.join(common)}" if common else _RATE


def _judged(asked: Sequence[Verdict]) -> list[Question]:
    form = _form((v.subject, (v.host, v.role, verdicts.way(v), wording.question(v))) for v in asked)
    about = list(dict.fromkeys(map(wording.question, asked)))
    titles = dict(zip(about, wording.titles(about) if len(about) > 1 else [""], strict=True))
    found: dict[Hashable, Question] = {}
    for v in asked:
        name = _run_as(form(v.subject), v)
        question = Question(name, titles[wording.question(v)], v.permitted, (name, *_work(v)))
        key = (question.name, wording.question(v))
        if not v.permitted:
            found[key] = replace(found.get(key, question), counts=False)
        found.setdefault(key, question).figures[v.host] = Figure(v.subject, v.measured_ns, _room(v), v)
    return list(found.values())


def _work(verdict: Verdict) -> tuple[str, ...]:
    """What is done to which packets."""
    given = verdict.conditions
    return verdicts.way(verdict), verdict.packets, given.protocol, given.over, given.direction


def _run_as(name: str, verdict: Verdict) -> str:
    """What is usual is not said: a packet at a time, cold, one thread."""
    given = verdict.conditions
    parts = (
        name,
        verdict.role if verdict.role != PER_PACKET else "",
        naming.CACHES.get(given.cache, given.cache) if given.cache != "cold" else "",
        naming.threads(given.threads) if (given.threads or 1) > 1 and given.threads else "",
    )
    return ", ".join(part for part in parts if part)


def _room(verdict: Verdict) -> Cell:
    shown, room = naming.judged(verdict), verdict.headroom
    if room is None:
        return Cell(f"{numbers.NONE} {shown.glyph}", shown.tone, (None,), shown.words)
    return Cell(f"{_ranged(room)} {shown.glyph}", shown.tone, (room.median,), shown.words)


def _timed(run: FleetRun) -> list[Question]:
    rows = [m for m in run.rows if m.basis == "measured"]
    form = _form((m.subject, (m.host, m.role, m.operation, m.keyed, _under(m))) for m in rows)
    common = _common(filter(_has_rate, rows))
    subjects = [m for m in rows if m.role == "subject" and m.ns]
    sound = any(naming.usable(run, m.subject) for m in subjects)
    found: dict[Hashable, Question] = {}
    for m in rows:
        name = naming.row_name(m, form(m.subject))
        counts = m.role == "subject" and (not sound or naming.usable(run, m.subject))
        question = Question(
            name, _JOINT.join(part for part in _parts(m) if part not in common), counts, (name, _under(m))
        )
        found.setdefault((name, _under(m)), question).figures[m.host] = Figure(m.subject, m.ns, _rate(m))
    return list(found.values())


def _under(m: Measurement) -> Hashable:
    """Its condition; a mix is one although its mean differs a little with the packets drawn."""
    return m.packets or m.bytes, m.cache, m.working_set, m.batch, m.threads


def _common(rows: Iterable[Measurement]) -> list[str]:
    """What all of them were measured under."""
    told = [_parts(m) for m in rows]
    return [part for part in told[0] if all(part in each for each in told)] if told else []


def _parts(m: Measurement) -> list[str]:
    return naming.condition(m).split(_JOINT)


def _has_rate(m: Measurement) -> bool:
    return m.ns is not None and m.basis == "measured"


def _rate(m: Measurement) -> Cell:
    if m.ns is None or not m.bytes:
        return Cell(m.status if m.ns is None else numbers.time_ns(m.ns.median), "dim", (None,), m.note)
    rate, slow, quick = (numbers.gbits(m.bytes, ns) for ns in (m.ns.median, m.ns.high, m.ns.low))
    shown = _ranged(Interval(rate, slow, quick, m.ns.confidence))
    return Cell(shown, "" if m.role == "subject" else "dim", (rate,))


def _ranged(figure: Interval) -> str:
    """As short as it can be: hosts are to stand beside each other."""
    digits = 3 if figure.median >= _SMALL else 2
    median, low, high = (numbers.significant(each, digits) for each in (figure.median, figure.low, figure.high))
    return f"{median} ({low}–{high})"


def _form(rows: Iterable[tuple[str, Hashable]]) -> Callable[[str], str]:
    """The shortest names by which no host has two rows in one place: another implementation may be each host's best."""
    told = list(rows)
    return next((f for f in _FORMS[:-1] if len({(f(name), place) for name, place in told}) == len(told)), _FORMS[-1])
