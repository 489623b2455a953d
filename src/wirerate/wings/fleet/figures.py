# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What all hosts were asked, with each one's figure (of `check` headrooms, of `speed` rates), and what follows: each
host's own line, and which of them is the slowest. Only what may be used counts, and only like is compared with like."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from wirerate.records import ERRORS, Environment, Interval, Measurement, Verdict
from wirerate.report import headrooms, labels, numbers, questions, verdicts
from wirerate.report.table import Cell
from wirerate.verdict import PER_PACKET
from wirerate.wings.fleet.hosts import FleetRun

_FORMS: tuple[Callable[[str], str], ...] = (labels.algorithm, labels.short, str)
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
class Asked:
    """One row of the answer: a subject, how it was run, and what it was held against."""

    name: str
    about: str  # the link and packets, or the condition; "" where it is the same for all
    counts: bool  # a host may be called slow by it
    work: Hashable  # what was timed, whatever link it is held against
    figures: dict[str, Figure] = field(default_factory=dict)  # by host

    @property
    def title(self) -> str:
        return f"{self.name}, {self.about}" if self.about else self.name


def all_asked(run: FleetRun) -> list[Asked]:
    """In the order in which they were asked; those by which hosts may be compared are told from the others."""
    return _judged(run.verdicts) if run.verdicts else _timed(run)


def legend(run: FleetRun) -> list[str]:
    """What the signs and figures in the cells are."""
    if run.verdicts:
        return [headrooms.SIGNS, f"headroom, {_RANGE}. {verdicts.words(run)}"]
    cached = labels.caches_explained(m.cache for m in run.rows)
    return [f"{_RATE}, {_RANGE}. {cached}" if cached else f"{_RATE}, {_RANGE}"]


def heading(run: FleetRun) -> str:
    """What was asked; of what all rows have in common."""
    if run.verdicts:
        return f"Does it keep up {questions.all_carried(run.verdicts)}?"
    common = _common(run.rows)
    return f"{_RATE}: {_JOINT.join(common)}" if common else _RATE


def _judged(asked: Sequence[Verdict]) -> list[Asked]:
    form = _form((v.subject, (v.host, v.role, verdicts.way(v), questions.question(v))) for v in asked)
    about = list(dict.fromkeys(map(questions.question, asked)))
    titles = dict(zip(about, questions.titles(about) if len(about) > 1 else [""], strict=True))
    found: dict[Hashable, Asked] = {}
    for v in asked:
        name = _run_as(form(v.subject), v)
        question = Asked(name, titles[questions.question(v)], v.permitted, (name, *_work(v)))
        key = (question.name, questions.question(v))
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
        labels.CACHES.get(given.cache, given.cache) if given.cache != "cold" else "",
        labels.threads(given.threads) if (given.threads or 1) > 1 and given.threads else "",
    )
    return ", ".join(part for part in parts if part)


def _room(verdict: Verdict) -> Cell:
    shown, room = labels.judged(verdict), verdict.headroom
    if room is None:
        return Cell(f"{numbers.NONE} {shown.glyph}", shown.tone, (None,), shown.words)
    return Cell(f"{_ranged(room)} {shown.glyph}", shown.tone, (room.median,), shown.words)


def _timed(run: FleetRun) -> list[Asked]:
    rows = [m for m in run.rows if m.basis == "measured"]
    form = _form((m.subject, (m.host, m.role, m.operation, m.keyed, _under(m))) for m in rows)
    common = _common(rows)
    subjects = [m for m in rows if m.role == "subject" and m.ns]
    sound = any(labels.usable(run, m.subject) for m in subjects)
    found: dict[Hashable, Asked] = {}
    for m in rows:
        name = labels.row_name(m, form(m.subject))
        counts = m.role == "subject" and (not sound or labels.usable(run, m.subject))
        question = Asked(name, _JOINT.join(part for part in _parts(m) if part not in common), counts, (name, _under(m)))
        found.setdefault((name, _under(m)), question).figures[m.host] = Figure(m.subject, m.ns, _rate(m))
    return list(found.values())


def _under(m: Measurement) -> Hashable:
    """Its condition; a mix is one although its mean differs a little with the packets drawn."""
    return m.packets or m.bytes, m.cache, m.working_set, m.batch, m.threads


def _common(rows: Iterable[Measurement]) -> list[str]:
    """What all that have a rate were measured under."""
    told = [_parts(m) for m in rows if m.ns is not None and m.basis == "measured"]
    return [part for part in told[0] if all(part in each for each in told)] if told else []


def _parts(m: Measurement) -> list[str]:
    return labels.condition(m).split(_JOINT)


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


# ---- each host ----

SIGN = "✗"


def environment(run: FleetRun, host: str) -> Environment | None:
    return next((each for each in run.hosts if each.host == host), None)


def lacks(run: FleetRun, host: str) -> tuple[str, ...]:
    """Features that another host of the fleet has, or that this one's hypervisor hides; in that order."""
    here = environment(run, host)
    if here is None:
        return ()
    elsewhere = {flag for each in run.hosts if _kin(each, here) for flag in each.flags}
    missing = sorted(elsewhere - set(here.flags) - set(here.hidden_flags))
    return (*missing, *(f"{flag} (hidden)" for flag in here.hidden_flags))


def causes(run: FleetRun, host: str) -> list[str]:
    """Why figures of it are missing, each with what to do."""
    found = (each for each in run.problems if each.host == host and each.code in ERRORS)
    return [f"{each.message}; {each.fix}" if each.fix else each.message for each in found]


def answered(run: FleetRun) -> list[str]:
    heard: tuple[Environment | Measurement | Verdict, ...] = (*run.hosts, *run.rows, *run.verdicts)
    return list(dict.fromkeys(each.host for each in heard))


def silent(run: FleetRun) -> list[str]:
    """The hosts without an answer, in the order in which they were asked."""
    heard = answered(run)
    return list(dict.fromkeys(each.host for each in run.problems if each.host and each.host not in heard))


def told(run: FleetRun, host: str) -> str:
    """'AMD EPYC 7551, 4 cores; lacks avx512f', and what is missing."""
    here, without = environment(run, host), lacks(run, host)
    parts = [f"{here.cpu}, {numbers.count(here.cores, 'core')}"] if here else []
    if without:
        parts.append(f"lacks {' '.join(without)}")
    return "; ".join([*parts, *(f"{SIGN} {cause}" for cause in causes(run, host))])


def _kin(one: Environment, other: Environment) -> bool:
    """Of one architecture: what another one's processors have is no lack."""
    return ("asimd" in one.flags) == ("asimd" in other.flags)


# ---- the slowest ----

_NONE = "no slowest host is named"


@dataclass(frozen=True)
class _Lag:
    """How far a host is behind the quickest one, by one question."""

    host: str
    best: str
    question: Asked
    times: float
    told: bool  # their intervals lie apart

    @property
    def figure(self) -> Figure:
        return self.question.figures[self.host]


def order(run: FleetRun, asked: Sequence[Asked]) -> list[str]:
    """The hosts that answered, the quickest first: by what each is farthest behind in."""
    farthest = dict.fromkeys(answered(run), 1.0)
    for lag in _lags(asked):
        farthest[lag.host] = max(farthest.get(lag.host, 1.0), lag.times)
    measured = {host for question in asked for host, figure in question.figures.items() if figure.ns}
    return sorted(farthest, key=lambda host: (host not in measured, farthest[host]))


def slowest(run: FleetRun, asked: Sequence[Asked]) -> str:
    """'slowest: b (EPYC 7551): ×3.00 the time of a for umac-64@wirerate/avx2: …; it lacks avx512f'; empty for a fleet
    of one or none."""
    if len(answered(run)) < 2:
        return ""
    if not any(question.counts for question in asked):
        names = dict.fromkeys(labels.algorithm(each.subject) for one in asked for each in one.figures.values())
        return f"{_NONE}: none of what was asked may be used ({', '.join(names)})" if names else ""
    lags = list(_lags(asked))
    if not lags:
        return f"{_NONE}: nothing that may be used was measured on two of them"
    apart = [lag for lag in lags if lag.told]
    if not apart:
        return f"{_NONE}: nowhere do their intervals lie apart"
    worst = max(apart, key=lambda lag: (lag.times, -_headroom(lag.figure)))
    here, without = environment(run, worst.host), lacks(run, worst.host)
    cpu = f" ({here.cpu})" if here else ""
    lacking = f"it lacks {' '.join(without)}" if without else "it lacks no CPU feature that the others have"
    return f"slowest: {worst.host}{cpu}: {numbers.times(worst.times)} the time of {worst.best} {_by(worst)}; {lacking}"


def _by(lag: _Lag) -> str:
    """'for hmac-sha256@openssl, batched: headroom ×1.20 (1.18 – 1.22) on 10G, imix'."""
    verdict = lag.figure.verdict
    if verdict is None:
        return f"for {lag.figure.subject}" + (f", {lag.question.about}" if lag.question.about else "")
    text = f"for {lag.figure.subject}, {verdicts.way(verdict)}"
    if (room := verdict.headroom) is None:
        return text
    return f"{text}: headroom {numbers.factor(room)} on {questions.question(verdict)}"


def _lags(asked: Sequence[Asked]) -> list[_Lag]:
    """Of each host but the quickest, by each work that counts and that two hosts did; told by the link that leaves it
    the least room."""
    done: dict[Hashable, dict[str, Asked]] = {}
    for question in (each for each in asked if each.counts):
        for host, figure in question.figures.items():
            before = done.setdefault(question.work, {}).get(host)
            if figure.ns and (before is None or _headroom(figure) < _headroom(before.figures[host])):
                done[question.work][host] = question
    return [lag for by_host in done.values() if len(by_host) > 1 for lag in _behind(by_host)]


def _behind(by_host: Mapping[str, Asked]) -> list[_Lag]:
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
