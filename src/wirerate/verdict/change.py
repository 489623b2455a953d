# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Decide whether something got faster or slower, from paired ratios or from two run files."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import Final

from msgspec.structs import replace

from wirerate.errors import EXIT_CANNOT_TELL, EXIT_NO, EXIT_OK, UsageError, worst
from wirerate.records import AcrossRuns, AnyRun, Comparison, Environment, Interval, Measurement
from wirerate.statistics import CONFIDENCE, LOOKS, paired_ratio, quotient
from wirerate.vocabulary import Change

IMPROVED: Final = "IMPROVED"
REGRESSED: Final = "REGRESSED"
NO_CHANGE: Final = "NO CHANGE"
CANNOT_TELL: Final = "CANNOT TELL"

POWER = 0.95  # the probability of finding a change of the size that `finds` states
# Rounds of a single process. With 16, simulation found such a change only 84 times in 100 instead of 95.
_FEWEST_ROUNDS = 32

Key = tuple[object, ...]


def change(ratio: Interval, threshold: float) -> Change:
    """Return the change for a ratio of old time to new time. The whole interval must lie on one side of the threshold.

    The band of NO CHANGE is symmetric in the logarithm, so that 5 % slower and 5 % faster are the same distance from 1.
    """
    if ratio.low > 1 + threshold:
        return IMPROVED
    if ratio.high < 1 / (1 + threshold):
        return REGRESSED
    if ratio.low >= 1 / (1 + threshold) and ratio.high <= 1 + threshold:
        return NO_CHANGE
    return CANNOT_TELL


def is_decided(comparisons: Iterable[Comparison], threshold: float) -> bool:
    """Return whether every comparison is decided at its current interval."""
    return all(change(comparison.ratio, threshold) != CANNOT_TELL for comparison in comparisons)


def all_decided(comparisons: Iterable[Comparison]) -> bool:
    """Return whether every comparison has a change other than CANNOT TELL."""
    return all(comparison.change not in ("", CANNOT_TELL) for comparison in comparisons)


INSTRUCTIONS = 0.005  # threshold for instruction counts, unless the user's threshold is smaller


def judged(comparisons: Sequence[Comparison], threshold: float) -> list[Comparison]:
    """Return the paired comparisons of one run with their change and the slowdown that each could have detected."""
    for comparison in comparisons:
        if comparison.instructions:
            comparison.instructions_change = change(comparison.instructions, min(threshold, INSTRUCTIONS))
        comparison.change = change(comparison.ratio, threshold)
        rounds, processes = comparison.rounds, comparison.processes
        confidence = LOOKS.confidence(rounds, len(comparisons))
        comparison.finds = finds(comparison.ratio, threshold, rounds, confidence, processes)
    return list(comparisons)


def finds(ratio: Interval, threshold: float, rounds: int, confidence: float, processes: int = 1) -> float | None:
    """Return the slowdown (additional time per message) that a measurement like this one calls REGRESSED 95 times in
    100.

    The slowdown must exceed the threshold by half the interval, and by 1.645 standard errors of the median more, so
    that the median falls short in at most 5 % of measurements. Half the interval is its longer side; dividing it by the
    quantile of its confidence gives the standard error. Return None if a single process ran too few rounds for its
    noise to be known.
    """
    if processes == 1 and rounds < _FEWEST_ROUNDS:
        return None
    half = math.log(max(ratio.high / ratio.median, ratio.median / ratio.low))
    errors, more = (NormalDist().inv_cdf(share) for share in ((1 + confidence) / 2, POWER))
    return (1 + threshold) * math.exp(half * (1 + more / errors)) - 1


def seconds_to_find(comparison: Comparison, threshold: float, seconds: float, slowdown: float) -> float | None:
    """Return the measuring time needed to detect `slowdown` if the threshold is half of it. The estimate scales what
    this comparison detected after `seconds` at `threshold`: errors shrink with the square root of time."""
    if comparison.finds is None:
        return None
    room = math.log((1 + slowdown) / (1 + slowdown / 2))
    return float(seconds * (math.log((1 + comparison.finds) / (1 + threshold)) / room) ** 2)


def change_status(comparisons: Iterable[Comparison], unsure: str) -> int:
    """Return exit status 1 if anything regressed, 3 if anything is undecided and `unsure` is "fail", otherwise 0."""
    status = {REGRESSED: EXIT_NO, CANNOT_TELL: EXIT_CANNOT_TELL if unsure == "fail" else EXIT_OK}
    words = (word for comparison in comparisons for word in (comparison.change, comparison.instructions_change))
    return worst(status.get(word, EXIT_OK) for word in words)


def runs(old: AnyRun, new: AnyRun, threshold: float, against: str = "") -> list[Comparison]:
    """Compare every subject that both runs measured under the same condition, relative to a reference in each run.

    Two runs share no rounds, so times cannot be paired across them. A disturbance of a whole run slows its reference
    too and cancels. A change of the reference itself would go unnoticed, so the answer names the reference.
    """
    _same_machine(old.environment, new.environment)
    before, after = _by_key(old), _by_key(new)
    pairs = [(before[key], after[key]) for key in before if key in after and before[key].role == "subject"]
    if not pairs:
        raise UsageError(
            "the two runs share no subject under the same condition",
            fix="make both with the same wirerate speed command",
        )
    confidence = 1 - (1 - CONFIDENCE) / (2 * len(pairs))
    compared = [_compare(pair, before, after, against, confidence, threshold) for pair in pairs]
    comparisons: list[Comparison] = [_with_versions(c, old, new) for c in compared if c]
    if not comparisons:
        raise UsageError(
            f"the two runs share no {against or 'reference'} to compare the subjects with",
            fix="name a subject that both runs have: --against SUBJECT; or make both runs with wirerate speed",
        )
    return comparisons


def _compare(
    pair: tuple[Measurement, Measurement],
    before: dict[Key, Measurement],
    after: dict[Key, Measurement],
    against: str,
    confidence: float,
    threshold: float,
) -> AcrossRuns | None:
    first, second = pair
    reference = _reference(first, before, after, against)
    if reference is None:
        return None
    old = _relative(reference[0], first, confidence)
    new = _relative(reference[1], second, confidence)
    ratio = quotient(new, old)
    return AcrossRuns(
        subject=first.subject,
        reference="the first run",
        ratio=ratio,
        change=change(ratio, threshold),
        finds=finds(ratio, threshold, min(first.rounds, second.rounds), confidence),
        conditions=first.conditions(),
        relative_to=reference[0].subject,
        rounds=min(first.rounds, second.rounds),
    )


def _with_versions(comparison: AcrossRuns, old: AnyRun, new: AnyRun) -> AcrossRuns:
    """Return the comparison with the library's version in each run: often a new version is the only difference."""
    before, after = (_version(run.environment, comparison.subject) for run in (old, new))
    return replace(comparison, before=before, after=after)


def _version(environment: Environment | None, subject: str) -> str:
    """Return the version of the library that the subject names, by name or by path."""
    implementation = subject.partition("@")[2]
    peers = {peer.name: peer.version for peer in environment.peers} if environment else {}
    return peers.get(implementation) or peers.get(implementation.partition("/")[0], "")


def _reference(
    subject: Measurement, before: dict[Key, Measurement], after: dict[Key, Measurement], against: str
) -> tuple[Measurement, Measurement] | None:
    """Return the measurements of the reference in both runs.

    The reference is the subject named in `against`. Without a name it is the floor, which computes as authenticators
    do, or the ceiling if the runs have no floor.
    """
    candidates = [
        (first, after[key])
        for key, first in before.items()
        if key in after and _condition(first) == _condition(subject) and first.subject != subject.subject
    ]
    if against:
        return next((pair for pair in candidates if pair[0].subject.startswith(against)), None)
    return next((pair for role in ("floor", "ceiling") for pair in candidates if pair[0].role == role), None)


def _relative(reference: Measurement, subject: Measurement, confidence: float) -> Interval:
    """Return reference time / subject time within one run: paired by rounds if the two share their rounds, otherwise a
    quotient of intervals."""
    if len(reference.samples_ns) == len(subject.samples_ns) > 1:
        return paired_ratio(reference.samples_ns, subject.samples_ns, confidence, subject.samples_by)
    assert reference.ns is not None  # _by_key keeps timed rows only
    assert subject.ns is not None
    return quotient(reference.ns, subject.ns)


def _same_machine(old: Environment | None, new: Environment | None) -> None:
    for field in ("cpu", "kernel"):
        first, second = getattr(old, field, ""), getattr(new, field, "")
        if first != second:
            raise UsageError(
                f"the runs are from different machines: {field} {first!r} and {second!r}",
                fix="measure both on one machine, with the same --kernel",
            )


def _by_key(run: AnyRun) -> dict[Key, Measurement]:
    return {_key(m): m for m in run.rows if m.status == "ok" and m.ns is not None}


def _key(m: Measurement) -> Key:
    return (m.subject, m.operation, m.keyed, *_condition(m), m.batch)


def _condition(m: Measurement) -> Key:
    return m.bytes, m.packets, m.threads, m.cache, m.working_set
