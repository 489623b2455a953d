# SPDX-License-Identifier: Apache-2.0 OR MIT
"""K-way MD5 beside plain MD5: from which length K ways win. Short messages lose: each ends K chains and one more."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wirerate.authenticators.subjects import Subject, is_ways
from wirerate.host.request import Request
from wirerate.records import BreakEven, Measurement
from wirerate.running.workloads import Condition, Messages
from wirerate.statistics import break_even

PLAIN = "md5"
LENGTHS = (64, 576, 1500)  # for the two lines, where the question itself has only a mix


def plain_beside(condition: Condition, subjects: Sequence[Subject]) -> list[Request]:
    """Plain MD5 as a reference, where K ways are measured without it."""
    names = {subject.algorithm for subject in subjects}
    wanted = any(map(is_ways, names)) and PLAIN not in names and condition.cache != "sweep"
    return [condition.request(Subject(PLAIN), "", "reference")] if wanted else []


def at_lengths(subjects: Sequence[Subject], threads: int) -> list[Request]:
    """The K-way subjects and plain MD5 at a few lengths."""
    ways = [subject for subject in subjects if is_ways(subject.algorithm)]
    conditions = [Condition(Messages((length,)), "cold", 1, threads) for length in LENGTHS if ways]
    return [
        request
        for condition in conditions
        for request in (condition.request(Subject(PLAIN), "", "reference"), *(condition.request(s, "") for s in ways))
    ]


def mark_break_even(measurements: Iterable[Measurement]) -> None:
    """Tells every K-way row that has a line of fixed + per-byte cost where it crosses that of plain MD5."""
    fitted = [m for m in measurements if m.fixed_ns is not None and m.per_byte_ns is not None]
    plain = [m for m in fitted if m.subject.partition("@")[0] == PLAIN]
    for row in fitted:
        if not is_ways(row.subject.partition("@")[0]):
            continue
        here = [m for m in plain if (m.cache, m.batch, m.threads) == (row.cache, row.batch, row.threads)]
        here.sort(key=lambda m: m.subject.partition("@")[2] != row.subject.partition("@")[2])  # its own kernel first
        if here:
            row.break_even = BreakEven(over=here[0].subject, bytes=break_even(_line(row), _line(here[0])))


def _line(m: Measurement) -> tuple[float, float]:
    assert m.fixed_ns is not None
    assert m.per_byte_ns is not None
    return m.fixed_ns, m.per_byte_ns
