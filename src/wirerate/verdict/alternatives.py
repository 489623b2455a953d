# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What to use instead: the same kind, security first, then the faster by paired rounds; more cores rather than
anything weaker."""

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
    """Never empty. Those that keep up on the threads measured; if none does, those that need fewer cores than the
    subject, else the subject itself on more of them; if nothing fit was measured, the best by its standing, without a
    headroom. Only what is surely faster takes the place of a sound subject."""
    options = _best_of_each([found for case in candidates if (found := _option(row, case, policy))])
    comparisons = len(options)
    order = ranked(options, standing=lambda each: _security_first(each.load), cost=_cost, name=_subject)
    for_speed = row.ns is not None and (sound(row.load, policy) or _nothing_of_its_kind(row.load, policy))
    if for_speed:
        order = [each for each in order if is_faster(_cost(each[0]), _cost(row), comparisons)]
    chosen = [each for each in order if word(_headroom(each[0])) == KEEPS_UP]
    if not chosen and for_speed:
        chosen = [each for each in order if _count(each[0]).likely < _count(row).likely] or [(row, ())]
    if chosen := chosen or order:
        return tuple(_measured(option, row, equal_to, comparisons) for option, equal_to in chosen[:MOST])
    named = [_unmeasured(other, row) for other in suggestions(row.load, policy)[:MOST]]
    return tuple(named) or (_unmeasured(row.load, row),)


def suggestions(here: Load, policy: str = "modern") -> list[Load]:
    """Loads of the algorithms that could be proposed in place of this one, best standing first: what to measure to have
    alternatives. A protocol with nothing sound to offer is left for another."""
    found = _suggestions_in(here.protocol, here, policy)
    if here.protocol.beside:
        other = protocol("/".join((here.protocol.beside, *here.protocol.chosen)))
        found = sorted((*found, *_suggestions_in(other, here, policy)), key=_security_first)
    if not found and here.protocol.elsewhere and not proposable(here, policy):
        found = _suggestions_in(protocol(here.protocol.elsewhere), here, policy)
    return found


def _suggestions_in(carrier: Protocol, here: Load, policy: str) -> list[Load]:
    names = ALGORITHMS if carrier.any_algorithm else carrier.algorithms
    others = [
        load(here.link, here.mix, name, carrier.name, ip_version=here.ip_version, over=here.over)
        for name in names
        if name != here.algorithm
    ]
    return sorted((other for other in others if _fits(here, other, policy)), key=_security_first)


def _option(row: Row, case: Case, policy: str) -> Row | None:
    """How a candidate would do the subject's work: per packet if the subject does, else whichever way is faster."""
    same_question = (case.load.link, case.load.mix) == (row.load.link, row.load.mix)
    if not same_question or case.load.algorithm == row.load.algorithm or not _fits(row.load, case.load, policy):
        return None
    roles = (PER_PACKET,) if row.role == PER_PACKET else (PER_PACKET, BATCHED)
    return fastest(found for found in rows(case) if found.role in roles)


def _best_of_each(options: list[Row]) -> list[Row]:
    """One option per algorithm and protocol: its fastest implementation."""
    best: dict[tuple[str, str], Row] = {}
    for option in sorted(options, key=lambda each: _cost(each).interval.median, reverse=True):
        best[option.load.algorithm, option.load.protocol.name] = option
    return list(best.values())


def _fits(here: Load, other: Load, policy: str) -> bool:
    if not _same_kind(here, other) or not proposable(other, policy):
        return False
    if not sound(here, policy):
        return True
    weaker = standing(other.algorithm).strength < standing(here.algorithm).strength
    return not weaker and not has_longer_key(other.algorithm, here.algorithm)


def _same_kind(here: Load, other: Load) -> bool:
    """An AEAD does a MAC's work too, where the protocol to turn to has one: RADIUS over TLS."""
    elsewhere = other.kind == "aead" and other.protocol.name == here.protocol.elsewhere
    return other.kind == here.kind or (here.kind == "mac" and elsewhere)


def _nothing_of_its_kind(here: Load, policy: str) -> bool:
    """A checksum has no sound relative: only more cores carry it, and that proposes nothing weaker."""
    return here.kind in ("checksum", "ceiling") and not suggestions(here, policy)


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


def _measured(option: Row, here: Row, equal_to: tuple[str, ...], comparisons: int) -> Alternative:
    count, room = _count(option), _headroom(option)
    lines = _lines(option.load, here)
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
        brings=paired_gain(here.cost, _cost(option), comparisons) if here.cost and option is not here else None,
        equal_to=equal_to,
    )


def _unmeasured(other: Load, here: Row) -> Alternative:
    lines = _lines(other, here)
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


def _lines(other: Load, here: Row) -> tuple[ConfigLine, ...]:
    return config_lines(other.protocol, other.algorithm, here.load.protocol.name)


def _first(lines: Sequence[ConfigLine]) -> str:
    """The line to begin with, with its system."""
    return ": ".join(filter(None, (lines[0].system, lines[0].text))) if lines else ""
