# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Choose alternatives: algorithms of the same kind, by security first and paired speed second; more cores rather than
a weaker algorithm."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.authenticators.subjects import ALGORITHMS
from wirerate.catalogue import Protocol, config_lines, protocol, security, standing
from wirerate.links import Load, load
from wirerate.records import Alternative, ConfigLine, Interval, Security
from wirerate.verdict.policy import has_longer_key, proposable, sound
from wirerate.verdict.ranking import Cost, is_faster, paired_gain, ranked
from wirerate.verdict.rows import BATCHED, PER_PACKET, Case, Row, fastest, rows
from wirerate.verdict.rules import KEEPS_UP, Cores, cores, headroom, vague, word

MOST = 3  # alternatives to show: a choice, not a catalogue


def alternatives(row: Row, candidates: Sequence[Case], policy: str) -> tuple[Alternative, ...]:
    """Return up to three alternatives, never none.

    The first choice is algorithms that keep up on the threads measured, then those that need fewer cores than the
    subject, then the subject itself on more cores. If no suitable algorithm was measured, the algorithms of the best
    security standing are returned, without a headroom. A sound subject is replaced only by an algorithm that is faster
    throughout the interval of their ratio.
    """
    options = _fastest_of_each([option for case in candidates if (option := _option(row, case, policy))])
    comparisons = len(options)
    order = ranked(options, standing=lambda option: _security_first(option.load), cost=_cost, name=_subject)
    for_speed = row.ns is not None and (sound(row.load, policy) or _nothing_of_its_kind(row.load, policy))
    if for_speed:
        order = [pair for pair in order if is_faster(_cost(pair[0]), _cost(row), comparisons)]
    chosen = [pair for pair in order if word(_headroom(pair[0])) == KEEPS_UP]
    if not chosen and for_speed:
        chosen = [pair for pair in order if _count(pair[0]).likely < _count(row).likely] or [(row, ())]
    if chosen := chosen or order:
        return tuple(_measured(option, row, equal_to, comparisons) for option, equal_to in chosen[:MOST])
    named = [_unmeasured(other, row) for other in suggestions(row.load, policy)[:MOST]]
    return tuple(named) or (_unmeasured(row.load, row),)


def suggestions(subject_load: Load, policy: str = "modern") -> list[Load]:
    """Return the loads of the algorithms that could be proposed instead, which must be measured too. The best security
    standing comes first. Where the protocol has no sound algorithm, the loads are those of another protocol."""
    carrier = subject_load.protocol
    loads = _suggestions_in(carrier, subject_load, policy)
    if carrier.beside:
        other = protocol("/".join((carrier.beside, *carrier.chosen)))
        loads = sorted((*loads, *_suggestions_in(other, subject_load, policy)), key=_security_first)
    if not loads and carrier.elsewhere and not proposable(subject_load, policy):
        loads = _suggestions_in(protocol(carrier.elsewhere), subject_load, policy)
    return loads


def _suggestions_in(carrier: Protocol, subject_load: Load, policy: str) -> list[Load]:
    names = ALGORITHMS if carrier.any_algorithm else carrier.algorithms
    link, mix, ip_version = subject_load.link, subject_load.mix, subject_load.ip_version
    loads = [
        load(link, mix, name, carrier.name, ip_version=ip_version, over=subject_load.over)
        for name in names
        if name != subject_load.algorithm
    ]
    return sorted((other for other in loads if _fits(subject_load, other, policy)), key=_security_first)


def _option(row: Row, case: Case, policy: str) -> Row | None:
    """Return the candidate's row that could replace this row, or None. A per-packet row is replaced only by a
    per-packet row; a batched row is replaced by the candidate's fastest row of either kind."""
    same_question = (case.load.link, case.load.mix) == (row.load.link, row.load.mix)
    if not same_question or case.load.algorithm == row.load.algorithm or not _fits(row.load, case.load, policy):
        return None
    roles = (PER_PACKET,) if row.role == PER_PACKET else (PER_PACKET, BATCHED)
    return fastest(candidate for candidate in rows(case) if candidate.role in roles)


def _fastest_of_each(options: list[Row]) -> list[Row]:
    """Return the fastest implementation of each algorithm and protocol."""
    best: dict[tuple[str, str], Row] = {}
    for option in sorted(options, key=lambda option: _cost(option).interval.median, reverse=True):
        best[option.load.algorithm, option.load.protocol.name] = option
    return list(best.values())


def _fits(subject_load: Load, other: Load, policy: str) -> bool:
    if not _same_kind(subject_load, other) or not proposable(other, policy):
        return False
    if not sound(subject_load, policy):
        return True
    weaker = standing(other.algorithm).strength < standing(subject_load.algorithm).strength
    return not weaker and not has_longer_key(other.algorithm, subject_load.algorithm)


def _same_kind(subject_load: Load, other: Load) -> bool:
    """Return whether both algorithms do the same work. An AEAD replaces a MAC where the protocol has an encrypted
    successor: RADIUS over TLS."""
    successor = other.kind == "aead" and other.protocol.name == subject_load.protocol.elsewhere
    return other.kind == subject_load.kind or (subject_load.kind == "mac" and successor)


def _nothing_of_its_kind(subject_load: Load, policy: str) -> bool:
    """Return whether no sound algorithm does the same work, as for a checksum. Then only more cores help."""
    return subject_load.kind in ("checksum", "ceiling") and not suggestions(subject_load, policy)


def _headroom(option: Row) -> Interval | None:
    return headroom(option.load.needs_ns, option.ns) if option.ns else None


def _security_first(other: Load) -> tuple[int, bool]:
    facts = standing(other.algorithm)
    return -facts.strength, facts.nonce


def _cost(option: Row) -> Cost:
    assert option.cost is not None  # only measured rows are options
    return option.cost


def _subject(option: Row) -> str:
    return option.decides.subject


def _count(option: Row) -> Cores:
    assert option.ns is not None  # only measured rows are options
    return cores(option.load.needs_ns, option.ns, option.decides.threads)


def _measured(option: Row, row: Row, equal_to: tuple[str, ...], comparisons: int) -> Alternative:
    count, room = _count(option), _headroom(option)
    lines = _lines(option.load, row)
    return Alternative(
        subject=option.decides.subject,
        headroom=room,
        security=_security(option.load),
        config=_first(lines),
        lines=lines,
        role=option.role,
        cores=count.likely,
        cores_worst=count.worst,
        cores_tight=count.tight,
        vague=vague(room),
        brings=paired_gain(row.cost, _cost(option), comparisons) if row.cost and option is not row else None,
        equal_to=equal_to,
    )


def _unmeasured(other: Load, row: Row) -> Alternative:
    lines = _lines(other, row)
    return Alternative(
        subject=other.algorithm,
        headroom=None,
        security=_security(other),
        config=_first(lines),
        lines=lines,
        cores=None,
    )


def _security(other: Load) -> Security:
    return security(other.algorithm, other.protocol.name)


def _lines(other: Load, row: Row) -> tuple[ConfigLine, ...]:
    return config_lines(other.protocol, other.algorithm, row.load.protocol.name)


def _first(lines: Sequence[ConfigLine]) -> str:
    """Return the first configuration line, after the name of its system."""
    return ": ".join(filter(None, (lines[0].system, lines[0].text))) if lines else ""
