# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Whether something got faster or slower: a paired ratio against a threshold, and two run files against each other."""

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

POWER = 0.95  # the share of measurements in which a change that can be found is found
_NOISE_TOLD = 32  # rounds of one process: of 16, simulated, what was to be found 95 times in 100 was found 84 times

Key = tuple[object, ...]


def change(ratio: Interval, threshold: float) -> Change:
    """The word for old time / new time: one only if the whole interval is on its side of the threshold.

    Taking 5 % longer and being 5 % faster are the same distance, so the band is symmetric in the logarithm.
    """
    if ratio.low > 1 + threshold:
        return IMPROVED
    if ratio.high < 1 / (1 + threshold):
        return REGRESSED
    if ratio.low >= 1 / (1 + threshold) and ratio.high <= 1 + threshold:
        return NO_CHANGE
    return CANNOT_TELL


def is_decided(comparisons: Iterable[Comparison], threshold: float) -> bool:
    """Whether more rounds could not change a word."""
    return all(change(each.ratio, threshold) != CANNOT_TELL for each in comparisons)


def all_told(comparisons: Iterable[Comparison]) -> bool:
    """Whether every one has a word that says something."""
    return all(each.change not in ("", CANNOT_TELL) for each in comparisons)


INSTRUCTIONS = 0.005  # the change in their number that matters, unless the threshold is smaller still


def judged(comparisons: Sequence[Comparison], threshold: float) -> list[Comparison]:
    """Paired comparisons of one run, each with its word and with what it would have found."""
    for each in comparisons:
        if each.instructions:
            each.instructions_change = change(each.instructions, min(threshold, INSTRUCTIONS))
        each.change = change(each.ratio, threshold)
        confidence = LOOKS.confidence(each.rounds, len(comparisons))
        each.finds = finds(each.ratio, threshold, each.rounds, confidence, each.processes)
    return list(comparisons)


def finds(ratio: Interval, threshold: float, rounds: int, confidence: float, processes: int = 1) -> float | None:
    """The slowdown, as more time per message, that so noisy a measurement calls REGRESSED 95 times in 100.

    It must lie beyond the threshold by half the interval (its longer side, as few rounds tell neither well), which is
    so many standard errors of the median as the interval's own confidence asks for, and by 1.645 of them more, for the
    median to fall short no oftener than that. None of fewer rounds of one process than tell their own noise.
    """
    if processes == 1 and rounds < _NOISE_TOLD:
        return None
    half = math.log(max(ratio.high / ratio.median, ratio.median / ratio.low))
    errors, more = (NormalDist().inv_cdf(each) for each in ((1 + confidence) / 2, POWER))
    return (1 + threshold) * math.exp(half * (1 + more / errors)) - 1


def seconds_to_find(comparison: Comparison, threshold: float, seconds: float, slowdown: float) -> float | None:
    """How long to measure for that slowdown to be found at half of it as threshold, after so many seconds at that
    threshold: errors shrink with the square root of time."""
    if comparison.finds is None:
        return None
    room = math.log((1 + slowdown) / (1 + slowdown / 2))
    return float(seconds * (math.log((1 + comparison.finds) / (1 + threshold)) / room) ** 2)


def change_status(comparisons: Iterable[Comparison], unsure: str) -> int:
    """1 if anything regressed, else 3 if anything cannot be told (0 where that passes)."""
    status = {REGRESSED: EXIT_NO, CANNOT_TELL: EXIT_CANNOT_TELL if unsure == "fail" else EXIT_OK}
    words = (word for each in comparisons for word in (each.change, each.instructions_change))
    return worst(status.get(word, EXIT_OK) for word in words)


def runs(old: AnyRun, new: AnyRun, threshold: float, against: str = "") -> list[Comparison]:
    """Every subject that both runs measured under the same condition, each held against a reference within its run.

    Two runs share no rounds, so times are not paired across them. What the host did to a whole run it did to the
    reference too, and that cancels; what a change of the reference itself would hide is why it is named in the answer.
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
    found = [_versioned(each, old, new) for each in compared if each is not None]
    if not found:
        raise UsageError(
            f"the two runs share no {against or 'floor or ceiling'} to hold the subjects against",
            fix="name another subject that both have with --against, or make both with wirerate speed",
        )
    return list(found)


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


def _versioned(comparison: AcrossRuns, old: AnyRun, new: AnyRun) -> AcrossRuns:
    """With whose code it was in each run: a new library is often all that lies between them."""
    before, after = (_version(run.environment, comparison.subject) for run in (old, new))
    return replace(comparison, before=before, after=after)


def _version(environment: Environment | None, subject: str) -> str:
    """Of the library that the subject names, or the one whose path it is."""
    named = subject.partition("@")[2]
    peers = {peer.name: peer.version for peer in environment.peers} if environment else {}
    return peers.get(named) or peers.get(named.partition("/")[0], "")


def _reference(
    subject: Measurement, before: dict[Key, Measurement], after: dict[Key, Measurement], against: str
) -> tuple[Measurement, Measurement] | None:
    """The subject named, else the floor (it computes, as authenticators do), else the ceiling."""
    same = [
        (found, after[key])
        for key, found in before.items()
        if key in after and _condition(found) == _condition(subject) and found.subject != subject.subject
    ]
    if against:
        return next((each for each in same if each[0].subject.startswith(against)), None)
    return next((each for role in ("floor", "ceiling") for each in same if each[0].role == role), None)


def _relative(reference: Measurement, subject: Measurement, confidence: float) -> Interval:
    """reference time / subject time within one run: by rounds where they ran together, else of the two intervals."""
    if len(reference.samples_ns) == len(subject.samples_ns) > 1:
        return paired_ratio(reference.samples_ns, subject.samples_ns, confidence, subject.samples_by)
    assert reference.ns is not None  # _by_key keeps what was timed
    assert subject.ns is not None
    return quotient(reference.ns, subject.ns)


def _same_machine(old: Environment | None, new: Environment | None) -> None:
    for what in ("cpu", "kernel"):
        first, second = getattr(old, what, ""), getattr(new, what, "")
        if first != second:
            raise UsageError(
                f"the runs are of different machines: {what} {first!r} and {second!r}",
                fix="measure both on one machine, with the same --kernel",
            )


def _by_key(run: AnyRun) -> dict[Key, Measurement]:
    return {_key(m): m for m in run.rows if m.status == "ok" and m.ns is not None}


def _key(m: Measurement) -> Key:
    return (m.subject, m.operation, m.keyed, *_condition(m), m.batch)


def _condition(m: Measurement) -> Key:
    return m.bytes, m.packets, m.threads, m.cache, m.working_set
