# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Which host is the slowest, and by what: only what may be used counts, and only like is compared with like."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from wirerate.report import naming, numbers, questions, verdicts
from wirerate.wings.fleet.rows import FleetRun
from wirerate.wings.fleet.view import roll
from wirerate.wings.fleet.view.asked import Figure, Question

_NONE = "no slowest host is named"


@dataclass(frozen=True)
class _Lag:
    """How far a host is behind the quickest one, by one question."""

    host: str
    best: str
    question: Question
    times: float
    told: bool  # their intervals lie apart

    @property
    def figure(self) -> Figure:
        return self.question.figures[self.host]


def order(run: FleetRun, asked: Sequence[Question]) -> list[str]:
    """The hosts that answered, the quickest first: by what each is farthest behind in."""
    farthest = dict.fromkeys(roll.answered(run), 1.0)
    for lag in _lags(asked):
        farthest[lag.host] = max(farthest.get(lag.host, 1.0), lag.times)
    measured = {host for question in asked for host, figure in question.figures.items() if figure.ns}
    return sorted(farthest, key=lambda host: (host not in measured, farthest[host]))


def slowest(run: FleetRun, asked: Sequence[Question]) -> str:
    """'slowest: b (EPYC 7551): ×3.00 the time of a for umac-64@wirerate/avx2: …; it lacks avx512f'; empty for a fleet
    of one or none."""
    if len(roll.answered(run)) < 2:
        return ""
    if not any(question.counts for question in asked):
        names = dict.fromkeys(naming.algorithm(each.subject) for one in asked for each in one.figures.values())
        return f"{_NONE}: none of what was asked may be used ({', '.join(names)})" if names else ""
    lags = list(_lags(asked))
    if not lags:
        return f"{_NONE}: nothing that may be used was measured on two of them"
    apart = [lag for lag in lags if lag.told]
    if not apart:
        return f"{_NONE}: nowhere do their intervals lie apart"
    worst = max(apart, key=lambda lag: (lag.times, -_room(lag.figure)))
    here, without = roll.environment(run, worst.host), roll.lacks(run, worst.host)
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
    return f"{text}: headroom {numbers.times(room.median)} ({numbers.bounds(room)}) on {questions.question(verdict)}"


def _lags(asked: Sequence[Question]) -> list[_Lag]:
    """Of each host but the quickest, by each work that counts and that two hosts did; told by the link that leaves it
    the least room."""
    done: dict[Hashable, dict[str, Question]] = {}
    for question in (each for each in asked if each.counts):
        for host, figure in question.figures.items():
            before = done.setdefault(question.work, {}).get(host)
            if figure.ns and (before is None or _room(figure) < _room(before.figures[host])):
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


def _room(figure: Figure) -> float:
    room = figure.verdict.headroom if figure.verdict else None
    return room.median if room else 0.0
