# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Sentences about a verdict, for the terminal, the page and exports: what was measured, what is in the figure, which
alternatives there are and how to configure them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wirerate.authenticators.subjects import ALGORITHMS, parse_subject
from wirerate.catalogue import PROTOCOLS
from wirerate.errors import UsageError
from wirerate.records import Alternative, AnyRun, Verdict
from wirerate.report import labels, numbers, questions
from wirerate.report.speeds import break_even_notes
from wirerate.report.terminal import LABEL, Paper, labelled
from wirerate.verdict import BOTH, CANNOT_TELL, COLDEST_FIRST, ONE, PER_PACKET

ONE_FLOW = "One SA, tunnel or TCP flow stays on one core: more cores carry more flows, not a faster one."
_IN_ONE_MEASUREMENT = (
    "Cipher and MAC are measured together, not added up: ipsec-mb runs both in one job, OpenSSL in two calls."
)
_SPANS_LINE_RATE = "The interval spans line rate: measure longer (--time), or type wirerate doctor."
_DIRECTIONS = {
    ONE: "The verdict is for one direction, at the slower end. --duplex judges one core that carries both.",
    BOTH: "The verdict is for both directions on one core.",
}
WARMEST_FIRST = tuple(reversed(COLDEST_FIRST))


def scope(run: AnyRun) -> str:
    """Return what the figures include, and which direction was judged."""
    names = dict.fromkeys(labels.algorithm(verdict.subject) for verdict in run.verdicts)
    aeads = [name for name in names if _is_aead(name)]
    if not aeads:
        included = "the authenticator only"
    elif len(aeads) == len(names):
        included = "cipher and authenticator only"
    else:
        included = f"the authenticator only, and the cipher of {', '.join(aeads)}"
    judged = {verdict.conditions.direction for verdict in run.verdicts}
    directions = [sentence for direction, sentence in _DIRECTIONS.items() if direction in judged]
    sentence = f"The figures include {included}; the rest of the network stack is extra."
    return " ".join([sentence, *path_shares(run.verdicts), *directions])


def path_shares(verdicts: Sequence[Verdict]) -> list[str]:
    """Return a sentence for each of this kernel's whole paths that a run of `path` measured."""
    return list(dict.fromkeys(path_share(verdict) for verdict in verdicts if verdict.path))


def path_share(verdict: Verdict) -> str:
    """Return a sentence on this kernel's whole path as a run of `path` measured it: 'Crypto is 12 % of this kernel’s
    path esp-aes-128-gcm (run of 2026-11-22); the whole path reaches ×0.200, FALLS SHORT; with free crypto ×0.226.'"""
    path = verdict.path
    if path is None:
        return ""
    where = f"this kernel’s path {path.path} (run of {path.date[:10]})"
    if path.crypto is None:
        clauses = [f"The share of crypto in {where} is within the noise"]
    else:
        clauses = [f"Crypto is {numbers.percent(max(0.0, path.crypto.median))} of {where}"]
    if path.headroom is not None:
        clauses.append(f"the whole path reaches {numbers.times(path.headroom.median)}, {path.verdict}")
        clauses += [f"with free crypto {numbers.times(path.headroom.median * path.gain)}"] if path.gain else []
    elif path.gain:
        clauses.append(f"free crypto would make the path at most {numbers.times(path.gain)} as fast")
    return f"{'; '.join(clauses)}."


def words(run: AnyRun) -> str:
    """Return the definitions of headroom and of the cache states shown."""
    caches = [verdict.conditions.cache for verdict in run.verdicts]
    caches += [other.cache for verdict in run.verdicts for other in verdict.warmer]
    return " ".join(filter(None, (labels.HEADROOM, labels.caches_explained(caches))))


def _is_aead(name: str) -> bool:
    try:
        return parse_subject(name).facts.kind == "aead"
    except UsageError:  # known only to a later version
        return False


def manner(verdict: Verdict) -> str:
    """Return the judged operation and how it was run: 'open, per packet, cold'."""
    conditions = verdict.conditions
    return f"{conditions.operation}, {way(verdict)}" if conditions.direction else way(verdict)


def way(verdict: Verdict) -> str:
    """Return how the subject was run: 'per packet, cold'."""
    cache = verdict.conditions.cache
    role = verdict.role or labels.batch(verdict.conditions.batch or 1)
    count = verdict.conditions.threads or 1
    threads = labels.threads(count) if count > 1 else ""
    return ", ".join(part for part in (role, labels.CACHES.get(cache, cache), threads) if part)


def processors(run: AnyRun) -> str:
    """Return 'one core', or '2 threads, each on its own CPU'."""
    return " or ".join(dict.fromkeys(on_threads(verdict.conditions.threads) for verdict in run.verdicts)) or "one core"


def on_threads(count: int | None) -> str:
    return "one core" if (count or 1) == 1 else f"{count} threads, each on its own CPU"


def certainty(run: AnyRun, verdict: Verdict) -> str:
    """Return '95 %, 32 rounds' for the measurement under a verdict; empty if nothing was measured."""
    if verdict.measured_ns is None:
        return ""
    confidence = numbers.confidence(verdict.measured_ns)
    same = (m for m in run.rows if m.subject == verdict.subject and m.ns == verdict.measured_ns)
    measurement = next(same, None)
    rounded = measurement and measurement.rounds
    return f"{confidence}, {measurement.rounds} rounds" if measurement and rounded else confidence


def cores(verdict: Verdict) -> str:
    """Return '3 cores (TIGHT on 2)': the cores that a permitted subject needs to KEEP UP; empty if one core is
    enough."""
    if not verdict.permitted:
        return ""
    return carriers(verdict.cores_worst or verdict.cores, verdict.cores_tight)


def carriers(keeps_up: int | None, tight: int | None) -> str:
    """Return '3 cores (TIGHT on 2)': the fewest cores that KEEP UP, and the fewest that reach line rate; empty if one
    core keeps up."""
    fewest = keeps_up or 1
    if fewest == 1:
        return ""
    return f"{fewest} cores (TIGHT on {tight})" if tight and tight < fewest else f"{fewest} cores"


def notes(run: AnyRun, verdict: Verdict) -> list[str]:
    """Return what a reader must know about a verdict besides its figures, one sentence each."""
    sentences = [verdict.note] if verdict.note else []
    if verdict.measured_ns is None and not sentences:
        sentences.append(f"{verdict.subject} was not measured.")
    if verdict.measured_ns is not None and verdict.verdict == CANNOT_TELL:
        sentences.append(_SPANS_LINE_RATE)
    protocol = PROTOCOLS.get(verdict.conditions.protocol.partition("/")[0])
    if protocol is not None and not protocol.keeps_state:
        sentences.append(f"{protocol.name}: {protocol.state}.")
    sentences += questions.message_notes(verdict)
    if _is_combined(verdict.subject):
        sentences.append(_IN_ONE_MEASUREMENT)
    counts = [count or 1 for count in (verdict.cores, *(other.cores for other in verdict.alternatives))]
    if max(counts) > 1:
        sentences.append(ONE_FLOW)
    present = run.environment.cores if run.environment else 0
    if 0 < present < max(counts):
        source = "extrapolated from the last step measured" if verdict.scaling else "calculated, not measured"
        sentences.append(f"This host has {numbers.count(present, 'CPU')}; larger numbers of cores are {source}.")
    name = labels.algorithm(verdict.subject)
    ways = (m for m in run.rows if m.break_even and labels.algorithm(m.subject) == name)
    return [*sentences, *break_even_notes(ways)]


def _is_combined(subject: str) -> bool:
    """Return whether the subject is a cipher with a separate MAC; return False for a subject that this version does not
    know."""
    name = subject.partition("@")[0]
    return any(facts.parts and name.startswith(algorithm) for algorithm, facts in ALGORITHMS.items())


def directions(verdict: Verdict) -> str:
    """Return the cost at each end, the end that is judged, and the headroom of one core that handles both
    directions."""
    ends = verdict.directions
    if not ends:
        return ""
    costs = ", ".join(f"{end.operation} {numbers.time_ns(end.ns.median)}" for end in ends)
    if verdict.duplex is None:
        return f"{costs}; the verdict is for this direction only"
    if verdict.conditions.direction == BOTH:
        alone = numbers.times(min(end.headroom.median for end in ends))
        return f"{costs}, both on one core; one direction alone {alone}"
    judged = "the slower is judged" if len(ends) > 1 else "the same at both ends"
    return f"{costs}: {judged}; one core for both directions: {numbers.times(verdict.duplex.median)}"


def warmer(verdict: Verdict) -> str:
    """Return the headrooms in the cache states that are shown but not judged."""
    states = sorted(verdict.warmer, key=lambda state: WARMEST_FIRST.index(state.cache))
    return ", ".join(f"{labels.CACHES[state.cache]} {numbers.times(state.headroom)}" for state in states)


def scaling(verdict: Verdict) -> str:
    """Return the headroom measured on more CPUs: '2 threads ×0.58 (0.55 – 0.60)'."""
    return "; ".join(
        f"{labels.threads(point.threads)} {numbers.factor(point.headroom)}" + (", two a core" if point.siblings else "")
        for point in verdict.scaling
    )


def config_lines(alternative: Alternative) -> tuple[str, ...]:
    """Return the configuration to paste, a line for each system."""
    lines = (f"{line.system}: {line.text}" if line.system else line.text for line in alternative.lines)
    return tuple(lines) or ((alternative.config,) if alternative.config else ())


def how_chosen(verdicts: Sequence[Verdict]) -> str:
    """Return how to configure each first alternative, with the documentation of every line."""
    first = {a.subject: a for v in verdicts for a in v.alternatives[:1] if a.subject != v.subject}
    sentences = []
    for subject, alternative in first.items():
        pairs = zip(config_lines(alternative), alternative.lines, strict=False)
        if lines := "; ".join(f"{text} ({line.source})" for text, line in pairs):
            sentences.append(f"To choose {labels.algorithm(subject)}: {lines}.")
    return " ".join(sentences)


@dataclass(frozen=True)
class Replacement:
    """The algorithms that one alternative replaces, and the lines that configure it."""

    names: dict[str, None]
    lines: tuple[str, ...]


def replacements(verdicts: Sequence[Verdict]) -> dict[str, dict[str, Replacement]]:
    """Return the algorithms that each first alternative replaces, and its configuration: by question, then by the
    alternative's description."""
    by_question: dict[str, dict[str, Replacement]] = {}
    for (_, question, name), verdict in firsts(verdicts):
        for alternative in verdict.alternatives[:1]:
            by_text, text = by_question.setdefault(question, {}), instead(verdict, alternative)
            lines = config_lines(alternative) if alternative.subject != verdict.subject else ()
            by_text.setdefault(text, Replacement({}, lines)).names[name] = None
    return by_question


def firsts(verdicts: Sequence[Verdict]) -> Iterable[tuple[tuple[str, str, str], Verdict]]:
    """Return the first verdict on each algorithm, by host, question and name. The first is for use per packet, as in
    today's stacks."""
    first = {(v.host, questions.question(v), labels.algorithm(v.subject)): v for v in reversed(verdicts)}
    return reversed(first.items())


def itself(alternative: Alternative) -> str:
    """Return 'spread the flows over 3 cores (TIGHT on 2)'."""
    several = carriers(alternative.cores_worst or alternative.cores, alternative.cores_tight)
    return f"spread the flows over {several or 'more cores'}"


def equality(alternative: Alternative) -> str:
    """Return ', equal to aes-256-gcm@openssl': the alternatives of the same security standing whose speed does not
    differ measurably."""
    return f", equal to {numbers.joined(alternative.equal_to)}" if alternative.equal_to else ""


def instead(verdict: Verdict, alternative: Alternative) -> str:
    """Return an alternative in one line: its name, its headroom, the number of cores, and equally good alternatives. If
    it is the verdict's own subject, the alternative is more cores."""
    if alternative.subject == verdict.subject:
        return itself(alternative)
    batched = f", {alternative.role}" if alternative.role not in ("", PER_PACKET) else ""
    parts = [f"{alternative.subject}{batched}"]
    if (room := alternative.headroom) is not None:
        several = carriers(alternative.cores_worst or alternative.cores, alternative.cores_tight)
        per_core = " a core" if several and (verdict.conditions.threads or 1) == 1 else ""
        unsure = f" (imprecise: {numbers.bounds(room)})" if alternative.vague else ""
        parts.append(f"{numbers.times(room.median)}{per_core}{unsure}{f', {several}' if several else ''}")
    return " ".join(parts) + equality(alternative)


def barred(verdicts: Iterable[Verdict], paper: Paper) -> list[str]:
    """Return every subject that must not be used, with the reason."""
    forbidden = {labels.algorithm(v.subject): v for v in verdicts if not v.permitted}
    lines: list[str] = []
    for name, verdict in forbidden.items():
        fits = len(name) + 2 < LABEL
        text = verdict.security.standing if fits else f"{name}: {verdict.security.standing}"
        lines += ["", *labelled(f"⊘ {name}" if fits else "⊘", text, paper)]
    return lines
