# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Arrange the hosts' results by question, describe every host, and find the slowest host.

A question is a subject with its conditions and, in `check`, its link. Hosts are compared only on the same work, and
only with algorithms that the policy permits.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from wirerate.records import ERRORS, Environment, Interval, Measurement, Verdict
from wirerate.report import headrooms, labels, numbers, questions, verdicts
from wirerate.report.table import Cell
from wirerate.verdict import PER_PACKET
from wirerate.wings.fleet.hosts import FleetRun

_FORMS: tuple[Callable[[str], str], ...] = (labels.algorithm, labels.short, str)
_JOINT = " · "  # between the parts of a condition
_SMALL = 0.1  # smaller figures are shown with two digits
_RATE, _RANGE = "Gbit/s", "with its interval in parentheses"


@dataclass(frozen=True)
class Figure:
    """One host's result for a question."""

    subject: str
    ns: Interval | None
    cell: Cell
    verdict: Verdict | None = None


@dataclass(frozen=True)
class Question:
    """One row of the answer: a subject with its conditions, and the hosts' figures."""

    name: str
    about: str  # link and packets, or the condition; "" if all rows share it
    counts: bool  # whether this row counts when hosts are compared
    work: Hashable  # identifies the timed work, independent of the link
    figures: dict[str, Figure] = field(default_factory=dict)  # by host

    @property
    def title(self) -> str:
        return f"{self.name}, {self.about}" if self.about else self.name


def list_questions(run: FleetRun) -> list[Question]:
    """Return all questions of the run in order."""
    return _judged(run.verdicts) if run.verdicts else _timed(run)


def legend(run: FleetRun) -> list[str]:
    """Return an explanation of the table's signs and figures."""
    if run.verdicts:
        return [headrooms.SIGNS, f"headroom, {_RANGE}. {verdicts.words(run)}"]
    cached = labels.caches_explained(m.cache for m in run.rows)
    return [f"{_RATE}, {_RANGE}. {cached}" if cached else f"{_RATE}, {_RANGE}"]


def heading(run: FleetRun) -> str:
    """Return the table's heading: the question for verdicts, otherwise the conditions that all rows share."""
    if run.verdicts:
        return f"Does it keep up {questions.all_carried(run.verdicts)}?"
    common = _common(run.rows)
    return f"{_RATE}: {_JOINT.join(common)}" if common else _RATE


def _judged(run_verdicts: Sequence[Verdict]) -> list[Question]:
    form = _form((v.subject, (v.host, v.role, verdicts.way(v), questions.question(v))) for v in run_verdicts)
    loads = list(dict.fromkeys(map(questions.question, run_verdicts)))
    titles = dict(zip(loads, questions.titles(loads) if len(loads) > 1 else [""], strict=True))
    rows: dict[Hashable, Question] = {}
    for v in run_verdicts:
        name = _run_as(form(v.subject), v)
        question = Question(name, titles[questions.question(v)], v.permitted, (name, *_work(v)))
        key = (question.name, questions.question(v))
        if not v.permitted:
            rows[key] = replace(rows.get(key, question), counts=False)
        rows.setdefault(key, question).figures[v.host] = Figure(v.subject, v.measured_ns, _room(v), v)
    return list(rows.values())


def _work(verdict: Verdict) -> tuple[str, ...]:
    """Return the parts of a verdict that identify the timed work, whatever the link."""
    conditions = verdict.conditions
    return verdicts.way(verdict), verdict.packets, conditions.protocol, conditions.over, conditions.direction


def _run_as(name: str, verdict: Verdict) -> str:
    """Return the name with its conditions, except the usual ones: per packet, cold, one thread."""
    conditions = verdict.conditions
    parts = (
        name,
        verdict.role if verdict.role != PER_PACKET else "",
        labels.CACHES.get(conditions.cache, conditions.cache) if conditions.cache != "cold" else "",
        labels.threads(conditions.threads) if (conditions.threads or 1) > 1 and conditions.threads else "",
    )
    return ", ".join(part for part in parts if part)


def _room(verdict: Verdict) -> Cell:
    shown, room = labels.judged(verdict), verdict.headroom
    if room is None:
        return Cell(f"{numbers.NONE} {shown.glyph}", shown.tone, (None,), shown.words)
    return Cell(f"{_ranged(room)} {shown.glyph}", shown.tone, (room.median,), shown.words)


def _timed(run: FleetRun) -> list[Question]:
    rows = [m for m in run.rows if m.basis == "measured"]
    form = _form((m.subject, (m.host, m.role, m.operation, m.keyed, _under(m))) for m in rows)
    common = _common(rows)
    subjects = [m for m in rows if m.role == "subject" and m.ns]
    sound = any(labels.usable(run, m.subject) for m in subjects)
    by_condition: dict[Hashable, Question] = {}
    for m in rows:
        name = labels.row_name(m, form(m.subject))
        counts = m.role == "subject" and (not sound or labels.usable(run, m.subject))
        question = Question(
            name, _JOINT.join(part for part in _parts(m) if part not in common), counts, (name, _under(m))
        )
        by_condition.setdefault((name, _under(m)), question).figures[m.host] = Figure(m.subject, m.ns, _rate(m))
    return list(by_condition.values())


def _under(m: Measurement) -> Hashable:
    """Return a key for a row's condition. A mix is identified by its name, because its mean size varies slightly."""
    return m.packets or m.bytes, m.cache, m.working_set, m.batch, m.threads


def _common(rows: Iterable[Measurement]) -> list[str]:
    """Return the parts of conditions that all measured rows share."""
    conditions = [_parts(m) for m in rows if m.ns is not None and m.basis == "measured"]
    return [part for part in conditions[0] if all(part in parts for parts in conditions)] if conditions else []


def _parts(m: Measurement) -> list[str]:
    return labels.condition(m).split(_JOINT)


def _rate(m: Measurement) -> Cell:
    if m.ns is None or not m.bytes:
        return Cell(m.status if m.ns is None else numbers.time_ns(m.ns.median), "dim", (None,), m.note)
    rate, slow, quick = (numbers.gbits(m.bytes, ns) for ns in (m.ns.median, m.ns.high, m.ns.low))
    shown = _ranged(Interval(rate, slow, quick, m.ns.confidence))
    return Cell(shown, "" if m.role == "subject" else "dim", (rate,))


def _ranged(figure: Interval) -> str:
    """Return a figure with its range, short enough for one column per host."""
    digits = 3 if figure.median >= _SMALL else 2
    median, low, high = (numbers.significant(end, digits) for end in (figure.median, figure.low, figure.high))
    return f"{median} ({low}–{high})"


def _form(rows: Iterable[tuple[str, Hashable]]) -> Callable[[str], str]:
    """Return the function that shortens subjects' names the most while a host's rows remain distinct."""
    pairs = list(rows)
    return next((f for f in _FORMS[:-1] if len({(f(name), place) for name, place in pairs}) == len(pairs)), _FORMS[-1])


# ---- hosts ----

SIGN = "✗"


def environment(run: FleetRun, host: str) -> Environment | None:
    return next((item for item in run.hosts if item.host == host), None)


def lacks(run: FleetRun, host: str) -> tuple[str, ...]:
    """Return the CPU features that another host has and this one lacks, and those that this host's hypervisor hides."""
    target = environment(run, host)
    if target is None:
        return ()
    fleet_flags = {flag for item in run.hosts if _same_architecture(item, target) for flag in item.flags}
    missing = sorted(fleet_flags - set(target.flags) - set(target.hidden_flags))
    return (*missing, *(f"{flag} (hidden)" for flag in target.hidden_flags))


def causes(run: FleetRun, host: str) -> list[str]:
    """Return the reasons why the host's figures are missing, each with its fix."""
    problems = (problem for problem in run.problems if problem.host == host and problem.code in ERRORS)
    return [f"{problem.message}; {problem.fix}" if problem.fix else problem.message for problem in problems]


def answered(run: FleetRun) -> list[str]:
    rows: tuple[Environment | Measurement | Verdict, ...] = (*run.hosts, *run.rows, *run.verdicts)
    return list(dict.fromkeys(row.host for row in rows))


def silent(run: FleetRun) -> list[str]:
    """Return the hosts without an answer, in order."""
    known = answered(run)
    return list(dict.fromkeys(item.host for item in run.problems if item.host and item.host not in known))


def describe_host(run: FleetRun, host: str) -> str:
    """Return a line such as 'AMD EPYC 7551, 4 cores; lacks avx512f', with the reasons for missing figures."""
    target, without = environment(run, host), lacks(run, host)
    parts = [f"{target.cpu}, {numbers.count(target.cores, 'core')}"] if target else []
    if without:
        parts.append(f"lacks {' '.join(without)}")
    return "; ".join([*parts, *(f"{SIGN} {cause}" for cause in causes(run, host))])


def _same_architecture(one: Environment, other: Environment) -> bool:
    return ("asimd" in one.flags) == ("asimd" in other.flags)


# ---- the slowest ----

_NONE = "no slowest host"


@dataclass(frozen=True)
class _Lag:
    """A host's time relative to the fastest host, for one question."""

    host: str
    best: str
    question: Question
    times: float
    distinct: bool  # whether the two hosts' intervals do not overlap

    @property
    def figure(self) -> Figure:
        return self.question.figures[self.host]


def order(run: FleetRun, questions_asked: Sequence[Question]) -> list[str]:
    """Return the hosts that answered, sorted by their largest lag, the fastest host first."""
    farthest = dict.fromkeys(answered(run), 1.0)
    for lag in _lags(questions_asked):
        farthest[lag.host] = max(farthest.get(lag.host, 1.0), lag.times)
    measured = {host for question in questions_asked for host, figure in question.figures.items() if figure.ns}
    return sorted(farthest, key=lambda host: (host not in measured, farthest[host]))


def slowest(run: FleetRun, questions_asked: Sequence[Question]) -> str:
    """Return a sentence such as 'slowest: b (EPYC 7551): ×3.00 the time of a for umac-64@wirerate/avx2: …; it lacks
    avx512f', or "" for fewer than two hosts."""
    if len(answered(run)) < 2:
        return ""
    if not any(question.counts for question in questions_asked):
        names = dict.fromkeys(
            labels.algorithm(figure.subject) for row in questions_asked for figure in row.figures.values()
        )
        return f"{_NONE}: the policy permits none of the subjects ({', '.join(names)})" if names else ""
    lags = list(_lags(questions_asked))
    if not lags:
        return f"{_NONE}: no permitted subject was measured on two hosts"
    apart = [lag for lag in lags if lag.distinct]
    if not apart:
        return f"{_NONE}: all their intervals overlap"
    worst = max(apart, key=lambda lag: (lag.times, -_headroom(lag.figure)))
    target, without = environment(run, worst.host), lacks(run, worst.host)
    cpu = f" ({target.cpu})" if target else ""
    lacking = f"it lacks {' '.join(without)}" if without else "it has all CPU features of the other hosts"
    return f"slowest: {worst.host}{cpu}: {numbers.times(worst.times)} the time of {worst.best} {_by(worst)}; {lacking}"


def _by(lag: _Lag) -> str:
    """Return a phrase such as 'for hmac-sha256@openssl, batched: headroom ×1.20 (1.18 – 1.22) on 10G, imix'."""
    verdict = lag.figure.verdict
    if verdict is None:
        return f"for {lag.figure.subject}" + (f", {lag.question.about}" if lag.question.about else "")
    text = f"for {lag.figure.subject}, {verdicts.way(verdict)}"
    if (room := verdict.headroom) is None:
        return text
    return f"{text}: headroom {numbers.factor(room)} on {questions.question(verdict)}"


def _lags(questions_asked: Sequence[Question]) -> list[_Lag]:
    """Return the lags of all hosts except the fastest, for all work that at least two hosts did. If the work was judged
    on several links, the lag names the link with the least headroom."""
    done: dict[Hashable, dict[str, Question]] = {}
    for question in (row for row in questions_asked if row.counts):
        for host, figure in question.figures.items():
            before = done.setdefault(question.work, {}).get(host)
            if figure.ns and (before is None or _headroom(figure) < _headroom(before.figures[host])):
                done[question.work][host] = question
    return [lag for by_host in done.values() if len(by_host) > 1 for lag in _behind(by_host)]


def _behind(by_host: Mapping[str, Question]) -> list[_Lag]:
    timed = {host: ns for host, question in by_host.items() if (ns := question.figures[host].ns)}
    best = min(timed, key=lambda host: timed[host].median)
    return [
        _Lag(host, best, by_host[host], ns.median / timed[best].median, ns.low > timed[best].high)
        for host, ns in timed.items()
        if host != best
    ]


def _headroom(figure: Figure) -> float:
    room = figure.verdict.headroom if figure.verdict else None
    return room.median if room else 0.0
