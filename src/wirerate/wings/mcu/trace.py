# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What ran: how often each class of instruction, which branches were taken, which lines of flash were fetched. A line
of JSON keeps it as it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

import msgspec


class Buffers(NamedTuple):
    """What lies between the flash and the core. Which lines are fetched depends on this alone, not on how long it
    takes. Of full buffers the least recently used is replaced."""

    line_bytes: int
    code_lines: int
    data_lines: int = 0  # 0: data shares the buffers of the instructions

    @property
    def name(self) -> str:
        """As a trace knows them: 16:64:8."""
        return ":".join(map(str, self))


class Misses(msgspec.Struct, frozen=True, array_like=True):
    """Flash lines that were in no buffer: wanted after a branch, after the line before, or as data."""

    jumps: int = 0
    next: int = 0
    data: int = 0

    def __add__(self, other: Misses) -> Misses:
        return Misses(self.jumps + other.jumps, self.next + other.next, self.data + other.data)


class Cache(NamedTuple):
    """What code in an external flash runs from: sets of so many lines. Of a full set a line is replaced by chance."""

    bytes: int
    line_bytes: int
    ways: int

    @property
    def name(self) -> str:
        """As a trace knows it: 16384:8:2."""
        return ":".join(map(str, self))


class Fetched(msgspec.Struct, frozen=True, array_like=True):
    """Lines that were not in a cache that was empty at first: to where nothing was, which a run like it finds there,
    and in place of others, which it has again."""

    empty: int = 0
    instead: int = 0

    def __add__(self, other: Fetched) -> Fetched:
        return Fetched(self.empty + other.empty, self.instead + other.instead)


class Trace(msgspec.Struct, frozen=True, omit_defaults=True):
    """A run, as far as time depends on it. `classes` are those of decode.py; a taken branch is counted as
    `CLASS` and as `CLASS:taken`. The instrument's own code is in none of it but `unmetered`. Not every run was followed
    through caches."""

    instructions: int = 0
    classes: dict[str, int] = {}
    misses: dict[str, Misses] = {}  # by Buffers.name
    unmetered: int = 0  # instructions of the instrument that ran among the others
    fetched: dict[str, Fetched] = {}  # by Cache.name


def total(traces: Iterable[Trace]) -> Trace:
    """Several traces as one; through a cache only if each was followed through it."""
    instructions = unmetered = 0
    classes: Counter[str] = Counter()
    misses: dict[str, Misses] = {}
    parts = list(traces)
    for trace in parts:
        instructions += trace.instructions
        unmetered += trace.unmetered
        classes.update(trace.classes)
        for buffers, missed in trace.misses.items():
            misses[buffers] = misses.get(buffers, Misses()) + missed
    fetched = {cache: sum((each.fetched[cache] for each in parts), Fetched()) for cache in _followed(parts)}
    return Trace(instructions, dict(sorted(classes.items())), misses, unmetered, fetched)


def _followed(traces: Iterable[Trace]) -> list[str]:
    """The caches that each of them was followed through."""
    sets = [set(each.fetched) for each in traces]
    return sorted(set.intersection(*sets)) if sets else []


def weighted(parts: Iterable[tuple[float, Trace]]) -> Trace:
    """Traces, each so many times, as one: what is expected of a run whose length is chance, or, with a weight below
    nothing, what a run has beyond another. Counts are rounded once."""
    classes: dict[str, float] = {}
    instructions = unmetered = 0.0
    misses: dict[str, list[float]] = {}
    weighed = list(parts)
    for weight, trace in weighed:
        instructions += weight * trace.instructions
        unmetered += weight * trace.unmetered
        for name, count in trace.classes.items():
            classes[name] = classes.get(name, 0.0) + weight * count
        for buffers, missed in trace.misses.items():
            sums = misses.setdefault(buffers, [0.0, 0.0, 0.0])
            for at, count in enumerate((missed.jumps, missed.next, missed.data)):
                sums[at] += weight * count
    rounded = {name: round(count) for name, count in sorted(classes.items()) if round(count)}
    found = {buffers: Misses(*map(round, sums)) for buffers, sums in misses.items()}
    fetched = {
        cache: Fetched(
            round(sum(weight * trace.fetched[cache].empty for weight, trace in weighed)),
            round(sum(weight * trace.fetched[cache].instead for weight, trace in weighed)),
        )
        for cache in _followed(trace for _, trace in weighed)
    }
    return Trace(round(instructions), rounded, found, round(unmetered), fetched)
