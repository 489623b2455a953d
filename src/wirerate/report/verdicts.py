# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is said of a verdict beside its figures: what is in them, how it was measured, on what, what to use instead
of what, and the lines to paste."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wirerate.authenticators.subjects import ALGORITHMS, parse_subject
from wirerate.catalogue import PROTOCOLS
from wirerate.errors import UsageError
from wirerate.records import Alternative, AnyRun, MeasuredPath, Verdict
from wirerate.report import labels, numbers, questions
from wirerate.report.speeds import break_even_notes
from wirerate.report.terminal import LABEL, Paper, labelled
from wirerate.verdict import BOTH, CANNOT_TELL, COLDEST_FIRST, ONE, PER_PACKET

ONE_FLOW = "One SA, tunnel or TCP flow stays on one core: more cores carry more flows, not a faster one."
_WHOLE = "Cipher and MAC are measured together, not added up: ipsec-mb does both in one job, OpenSSL in two calls."
_SPANS_LINE_RATE = (
    "The interval spans line rate: measure longer (--time), or ask wirerate doctor what disturbs this host."
)
_ELSEWHERE = "Elsewhere the rest of the stack takes its time on top."
_JUDGED = {
    ONE: "One direction is judged, by the slower of its two ends; --duplex judges one core that carries both.",
    BOTH: "Both directions are judged, on one core.",
}
WARMEST_FIRST = tuple(reversed(COLDEST_FIRST[1:]))  # without the one that decides


def scope(run: AnyRun) -> str:
    """What is in the figures, and which way the packets go."""
    names = dict.fromkeys(labels.algorithm(verdict.subject) for verdict in run.verdicts)
    sealed = [name for name in names if _seals(name)]
    if not sealed:
        what = "Authenticator only"
    elif len(sealed) == len(names):
        what = "Authenticator and cipher only"
    else:
        what = f"Authenticator only, and the cipher of {', '.join(sealed)}"
    ways = {verdict.conditions.direction for verdict in run.verdicts}
    told = [sentence for way, sentence in _JUDGED.items() if way in ways]
    general = f"{what}: the rest of the stack takes its time on top."
    if measured := on_path(run.verdicts):
        unknown = any(verdict.path is None for verdict in run.verdicts)
        return " ".join([f"{what}.", *measured, *([_ELSEWHERE] if unknown else []), *told])
    return " ".join([general, *told])


def on_path(asked: Sequence[Verdict]) -> list[str]:
    """What a kept run of `path` measured of each one's share in this kernel."""
    return list(dict.fromkeys(_share(verdict.path) for verdict in asked if verdict.path))


def _share(found: MeasuredPath) -> str:
    where = f"{found.path} of kernel {found.kernel} on this host, {found.packets}, {found.date[:10]}"
    if found.crypto is None:
        return f"On the whole path ({where}) its share is not told apart."
    share = numbers.percent(max(0.0, found.crypto.median))
    most = f", so changing it can bring at most {numbers.times(found.gain)} there" if found.gain else ""
    return f"On the whole path ({where}) the crypto takes {share} of the time{most}."


def words(run: AnyRun) -> str:
    """What headroom is, and from where the bytes of the figures came."""
    shown = [verdict.conditions.cache for verdict in run.verdicts]
    shown += [each.cache for verdict in run.verdicts for each in verdict.warmer]
    return " ".join(filter(None, (labels.HEADROOM, labels.caches_explained(shown))))


def _seals(name: str) -> bool:
    try:
        return parse_subject(name).facts.kind == "aead"
    except UsageError:  # of a later version
        return False


def manner(verdict: Verdict) -> str:
    """What was judged, and how the subject was run: 'open, per packet, cold'."""
    given = verdict.conditions
    return f"{given.operation}, {way(verdict)}" if given.direction else way(verdict)


def way(verdict: Verdict) -> str:
    """How the subject was run, whichever of its ends was the slower: 'per packet, cold'."""
    cache = verdict.conditions.cache
    role = verdict.role or labels.batch(verdict.conditions.batch or 1)
    count = verdict.conditions.threads or 1
    threads = labels.threads(count) if count > 1 else ""
    return ", ".join(part for part in (role, labels.CACHES.get(cache, cache), threads) if part)


def processors(run: AnyRun) -> str:
    """What the figures are of: 'one core', or 'two threads, each on a CPU of its own'."""
    return " or ".join(dict.fromkeys(on_threads(verdict.conditions.threads) for verdict in run.verdicts)) or "one core"


def on_threads(count: int | None) -> str:
    return "one core" if (count or 1) == 1 else f"{count} threads, each on a CPU of its own"


def certainty(run: AnyRun, verdict: Verdict) -> str:
    """Of the measurement that it rests on: '95 %, 32 rounds'; empty where nothing was measured."""
    if verdict.measured_ns is None:
        return ""
    sure = numbers.confidence(verdict.measured_ns)
    same = (m for m in run.rows if m.subject == verdict.subject and m.ns == verdict.measured_ns)
    measurement = next(same, None)
    return f"{sure}, {measurement.rounds} rounds" if measurement and measurement.rounds else sure


def cores(verdict: Verdict) -> str:
    """Return '3 cores (TIGHT on 2)': what a permitted subject needs to KEEP UP; empty where one core does."""
    if not verdict.permitted:
        return ""
    return carriers(verdict.cores_worst or verdict.cores, verdict.cores_tight)


def carriers(keeps_up: int | None, tight: int | None) -> str:
    """Return '3 cores (TIGHT on 2)': the fewest that KEEP UP, and those that reach line rate; empty where one does."""
    fewest = keeps_up or 1
    if fewest == 1:
        return ""
    return f"{fewest} cores (TIGHT on {tight})" if tight and tight < fewest else f"{fewest} cores"


def told(run: AnyRun, verdict: Verdict) -> list[str]:
    """What is to be known about it beside the figures, a sentence each."""
    found = [verdict.note] if verdict.note else []
    if verdict.measured_ns is None and not found:
        found.append(f"{verdict.subject} was not measured.")
    if verdict.measured_ns is not None and verdict.verdict == CANNOT_TELL:
        found.append(_SPANS_LINE_RATE)
    carrier = PROTOCOLS.get(verdict.conditions.protocol.partition("/")[0])
    if carrier is not None and not carrier.keeps_state:
        found.append(f"{carrier.name}: {carrier.state}.")
    found += questions.message_notes(verdict)
    if _is_combined(verdict.subject):
        found.append(_WHOLE)
    counts = [each or 1 for each in (verdict.cores, *(other.cores for other in verdict.alternatives))]
    if max(counts) > 1:
        found.append(ONE_FLOW)
    here = run.environment.cores if run.environment else 0
    if 0 < here < max(counts):
        how = "by the last step measured" if verdict.scaling else "by division, not measured"
        found.append(f"This host has {numbers.count(here, 'CPU')}: larger numbers of cores are {how}.")
    name = labels.algorithm(verdict.subject)
    ways = (m for m in run.rows if m.break_even and labels.algorithm(m.subject) == name)
    return [*found, *break_even_notes(ways)]


def _is_combined(subject: str) -> bool:
    """Whether it is a cipher and a MAC; a subject of a later version is not known to be."""
    name = subject.partition("@")[0]
    return any(facts.parts and name.startswith(each) for each, facts in ALGORITHMS.items())


def directions(verdict: Verdict) -> str:
    """Each end by itself, which of them is judged, and the headroom of a core that does both."""
    ends, given = verdict.directions, verdict.conditions
    if not ends:
        return ""
    told = ", ".join(f"{end.operation} {numbers.time_ns(end.ns.median)}" for end in ends)
    if verdict.duplex is None:
        return f"{told}, and no other"
    if given.direction == BOTH:
        alone = numbers.times(min(end.headroom.median for end in ends))
        return f"{told}, both on one core; one direction alone {alone}"
    judged = "the slower is judged" if len(ends) > 1 else "the same at both ends"
    return f"{told}: {judged}; both on one core, full duplex, {numbers.times(verdict.duplex.median)}"


def warmer(verdict: Verdict) -> str:
    """The headrooms in warmer caches, which are shown and do not decide."""
    found = sorted(verdict.warmer, key=lambda each: WARMEST_FIRST.index(each.cache))
    return ", ".join(f"{labels.CACHES[each.cache]} {numbers.times(each.headroom)}" for each in found)


def scaling(verdict: Verdict) -> str:
    """'2 threads ×0.58 (0.55 - 0.60)': what was measured on more CPUs."""
    return "; ".join(
        f"{labels.threads(each.threads)} {numbers.factor(each.headroom)}" + (", two a core" if each.siblings else "")
        for each in verdict.scaling
    )


def config_lines(alternative: Alternative) -> tuple[str, ...]:
    """What to paste where, a line for each system; of a run of an earlier version the one that it has."""
    told = (f"{each.system}: {each.text}" if each.system else each.text for each in alternative.lines)
    return tuple(told) or ((alternative.config,) if alternative.config else ())


def how_chosen(asked: Sequence[Verdict]) -> str:
    """How each first alternative is chosen, with the documentation of every line."""
    first = {each.subject: each for v in asked for each in v.alternatives[:1] if each.subject != v.subject}
    found = []
    for subject, each in first.items():
        told = (f"{line} ({at.source})" for line, at in zip(config_lines(each), each.lines, strict=False))
        if text := "; ".join(told):
            found.append(f"To choose {labels.algorithm(subject)}: {text}.")
    return " ".join(found)


@dataclass(frozen=True)
class Replaces:
    """What one alternative stands for, and the lines that choose it."""

    names: dict[str, None]
    lines: tuple[str, ...]


def replacements(asked: Sequence[Verdict]) -> dict[str, dict[str, Replaces]]:
    """The first alternative to each algorithm as stacks use it today, gathered by question: what for what."""
    found: dict[str, dict[str, Replaces]] = {}
    for (_, about, name), verdict in firsts(asked):
        for alternative in verdict.alternatives[:1]:
            those, text = found.setdefault(about, {}), instead(verdict, alternative)
            chosen = config_lines(alternative) if alternative.subject != verdict.subject else ()
            those.setdefault(text, Replaces({}, chosen)).names[name] = None
    return found


def firsts(asked: Sequence[Verdict]) -> Iterable[tuple[tuple[str, str, str], Verdict]]:
    """Of each algorithm the verdict as stacks use it today, by host, question and name."""
    first = {(v.host, questions.question(v), labels.algorithm(v.subject)): v for v in reversed(asked)}
    return reversed(first.items())


def itself(alternative: Alternative) -> str:
    """Not another one, but more of the same."""
    return (
        f"itself on {carriers(alternative.cores_worst or alternative.cores, alternative.cores_tight) or 'more cores'}"
    )


def equality(alternative: Alternative) -> str:
    """ ", equal to aes-256-gcm@openssl": the alternatives of the same standing that it cannot be told from by speed."""
    return f", equal to {numbers.joined(alternative.equal_to)}" if alternative.equal_to else ""


def instead(verdict: Verdict, alternative: Alternative) -> str:
    """One line: the subject and how it is used, its headroom, how many cores where one does not do, and which others
    are equal to it. The subject of the verdict itself is more of the same."""
    if alternative.subject == verdict.subject:
        return itself(alternative)
    batched = f", {alternative.role}" if alternative.role not in ("", PER_PACKET) else ""
    parts = [f"{alternative.subject}{batched}"]
    if (room := alternative.headroom) is not None:
        several = carriers(alternative.cores_worst or alternative.cores, alternative.cores_tight)
        share = " a core" if several and (verdict.conditions.threads or 1) == 1 else ""
        unsure = f" (unsure: {numbers.bounds(room)})" if alternative.vague else ""
        parts.append(f"{numbers.times(room.median)}{share}{unsure}{f', {several}' if several else ''}")
    return " ".join(parts) + equality(alternative)


def barred(asked: Iterable[Verdict], on: Paper) -> list[str]:
    """Every subject that is not to be used, once, with its standing."""
    forbidden = {labels.algorithm(v.subject): v for v in asked if not v.permitted}
    lines: list[str] = []
    for name, verdict in forbidden.items():
        fits = len(name) + 2 < LABEL
        text = verdict.security.standing if fits else f"{name}: {verdict.security.standing}"
        lines += ["", *labelled(f"⊘ {name}" if fits else "⊘", text, on)]
    return lines
