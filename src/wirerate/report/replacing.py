# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What to use instead of what: the alternatives in words, gathered by what they stand for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from wirerate.records import Alternative, Verdict
from wirerate.report import choosing, naming, numbers, questions, verdicts
from wirerate.verdict import PER_PACKET


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
            chosen = choosing.lines(alternative) if alternative.subject != verdict.subject else ()
            those.setdefault(text, Replaces({}, chosen)).names[name] = None
    return found


def firsts(asked: Sequence[Verdict]) -> Iterable[tuple[tuple[str, str, str], Verdict]]:
    """Of each algorithm the verdict as stacks use it today, by host, question and name."""
    first = {(v.host, questions.question(v), naming.algorithm(v.subject)): v for v in reversed(asked)}
    return reversed(first.items())


def itself(alternative: Alternative) -> str:
    """Not another one, but more of the same."""
    return f"itself on {verdicts.carriers(alternative.cores, alternative.cores_worst) or 'more cores'}"


def instead(verdict: Verdict, alternative: Alternative) -> str:
    """One line: the subject and how it is used, its headroom, and how many cores where one does not do. The subject
    of the verdict itself is more of the same."""
    if alternative.subject == verdict.subject:
        return itself(alternative)
    batched = f", {alternative.role}" if alternative.role not in ("", PER_PACKET) else ""
    parts = [f"{alternative.subject}{batched}"]
    if (room := alternative.headroom) is not None:
        several = verdicts.carriers(alternative.cores, alternative.cores_worst)
        share = " a core" if several and (verdict.conditions.threads or 1) == 1 else ""
        unsure = f" (unsure: {numbers.bounds(room)})" if alternative.vague else ""
        parts.append(f"{numbers.times(room.median)}{share}{unsure}{f', {several}' if several else ''}")
    return " ".join(parts)
