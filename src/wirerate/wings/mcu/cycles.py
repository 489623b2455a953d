# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What ran, and its cycles on a core with its flash: an interval, and what makes it one.

In no figure: interrupts, DMA and other masters on the bus, accesses to peripherals, data that is not aligned, a full
write buffer, RAM in several banks, a branch that waits for a prefetch under way, floating point. Instructions that an
IT block skips are counted as if they ran.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from wirerate.catalogue.boards import ClassCycles, Timing, timing

# ---- what ran: how often each class of instruction, which branches were taken, which lines of flash were fetched ----


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


# ---- cycles of it ----


_ASSUMED = "the flash, whose facts are from memory: from none of its waits ({states} cycles a line) to all of them"
_BEYOND = "what boards took longer than the core's manual has it: up to {percent:g} %"
_COUNTED_APART = ("address_stall", "load_after_store", "load_use")  # hazards: no instructions of their own


@dataclass(frozen=True)
class Flash:
    """Buffers, and what a line that is in none of them costs."""

    buffers: Buffers
    wait_states: int
    prefetch: bool = False
    assumed: bool = False  # its facts are from memory: how much it waits is then open, between nothing and all
    fill: tuple[int, int] = (0, 0)  # cycles that a line takes that is not in the cache that code runs from
    cache: Cache | None = None  # that cache,
    conflicts: float = 0.0  # and what code that is larger than it takes longer at most, as a share


@dataclass(frozen=True)
class Range:
    """Cycles: the least and most that the sources allow, and the typical: the middle of what the core's manual leaves
    open, with the flash as it is stated. `unknowns` says what lies between them, and which figures nobody has
    checked."""

    low: float
    typical: float
    high: float
    unknowns: tuple[str, ...] = ()

    def __add__(self, other: Range) -> Range:
        unknowns = tuple(dict.fromkeys(self.unknowns + other.unknowns))
        return Range(self.low + other.low, self.typical + other.typical, self.high + other.high, unknowns)


def cycles(trace: Trace, core: str, flash: Flash | None = None, multiply_cycles: int = 1) -> Range:
    """Cycles of a trace. Without `flash` every access takes one cycle, as code in RAM does. `multiply_cycles` is the
    board's on Cortex-M0 and M0+."""
    table = timing(core)
    costs = [(row, trace.classes.get(name, 0)) for name, row in _rows(trace, table, multiply_cycles)]
    low = sum(row.cycles[0] * count for row, count in costs)
    high = sum(row.cycles[1] * count for row, count in costs)
    found = Range(low, (low + high) / 2, high, tuple(_unknowns(costs, high - low)))
    return found + _waits(trace.misses[flash.buffers.name], flash) if flash else found


def beyond_manual(spent: Range, core: str) -> Range:
    """What a run may take longer than a table that leaves nothing open, by what boards have shown."""
    share = timing(core).beyond
    return Range(0, 0, share * spent.typical, (_BEYOND.format(percent=100 * share),)) if share else Range(0, 0, 0)


def beyond_warm(spent: Range, flash: Flash, code_bytes: int) -> Range:
    """What a run takes longer than one whose code is all in the cache: each line of it is fetched once at most, and
    where there is more code than cache, functions push each other out."""
    least, most = flash.fill
    cold = -(-code_bytes // flash.buffers.line_bytes) * most
    found = Range(0, 0, cold, (f"a first run, whose lines of code take {least} to {most} cycles each",) if cold else ())
    if not _larger(code_bytes, flash):
        return found
    why = f"functions that push each other out of the cache, as they are linked: up to {flash.conflicts * 100:.0f} %"
    return found + Range(0, 0, flash.conflicts * spent.typical, (why,))


def in_cache(spent: Range, flash: Flash, fetched: Fetched, code_bytes: int, *, as_linked: bool) -> tuple[Range, Range]:
    """What was followed through the cache: any run, typically one after another like it, and a first. `as_linked`: the
    device's program is this one; where it is not, more code than cache may push itself out less or more than here."""
    warm = spent + _pushed(spent, flash, fetched.instead, open_order=not as_linked and _larger(code_bytes, flash))
    least, most = flash.fill
    lines = fetched.empty
    why = (f"a first run, whose lines take {least} to {most} cycles each ({lines:,} lines here)",) if lines else ()
    cold = Range(least * lines, (least + most) / 2 * lines, most * lines, why)
    return warm + Range(0, 0, cold.high, why), warm + cold


def _pushed(spent: Range, flash: Flash, lines: int, *, open_order: bool) -> Range:
    """The lines that a run fetches again because others took their places."""
    if not lines:
        return Range(0, 0, 0)
    least, most = flash.fill
    found = Range(least * lines, (least + most) / 2 * lines, most * lines)
    why = f"lines that push each other out of the cache, {least} to {most} cycles each"
    if open_order:
        found = Range(0, found.typical, max(found.high, flash.conflicts * spent.typical))
        why = (
            f"functions that push each other out of the cache, as they are linked: up to {flash.conflicts * 100:.0f} %"
        )
    return Range(found.low, found.typical, found.high, (f"{why} ({lines:,} lines here)",))


def _larger(code_bytes: int, flash: Flash) -> bool:
    """Whether there is more code than cache."""
    return flash.cache is not None and code_bytes > flash.cache.bytes


def without_timing(trace: Trace, core: str) -> list[str]:
    """The classes of a trace that a core's table has no figure for: it has no such instructions, or they are not
    modelled."""
    table = timing(core)
    return [
        row.name for name, row in _rows(trace, table, 1) if row is not table.costs.get(row.name) and not row.verified
    ]


def _rows(trace: Trace, table: Timing, multiply_cycles: int) -> Iterator[tuple[str, ClassCycles]]:
    """The row of the table that applies to each class of a trace."""
    for name in trace.classes:
        if name == "multiply" and table.choosable_multiplier:
            yield name, ClassCycles(name, (multiply_cycles, multiply_cycles), True)
        elif name in table.costs:
            yield name, table.costs[name]
        elif name.endswith(":taken"):
            yield name, ClassCycles("pipeline refill after a branch", table.refill, True)
        elif ":next" in name and name.partition(":")[0] in table.costs:
            yield name, table.costs[name.partition(":")[0]]
        elif name.partition(":")[0] in ("store", "store_indexed") and "store" in table.costs:
            yield name, table.costs["store"]
        elif name not in _COUNTED_APART:
            yield name, ClassCycles(name, (1, 3), False)


def _unknowns(costs: list[tuple[ClassCycles, int]], width: float) -> Iterator[str]:
    """What makes the interval as wide as it is, the widest first, in words."""
    spread: dict[ClassCycles, int] = {}
    for row, count in costs:
        spread[row] = spread.get(row, 0) + (row.cycles[1] - row.cycles[0]) * count
    for row, cycles_apart in sorted(spread.items(), key=lambda item: -item[1]):
        if cycles_apart * 100 >= width > 0:
            least, most = row.cycles
            share = round(100 * cycles_apart / width)
            yield f"{row.name.replace('_', ' ')}: {least} to {most} cycles ({share} % of the interval)"
    if guessed := sorted({row.name.replace("_", " ") for row, _ in costs if not row.verified}):
        yield "not held against a manual: " + ", ".join(guessed)


def _waits(missed: Misses, flash: Flash) -> Range:
    """Wait states. After a branch and for data the core waits; for the next line it may still have instructions, and a
    prefetch has as long as the line before takes to run: a word a cycle at most. Where that is from memory, the flash
    may wait for nothing, or for every line that is in no buffer."""
    states = flash.wait_states
    certain = states * (missed.jumps + missed.data)
    visible = max(0, states - flash.buffers.line_bytes // 4) if flash.prefetch else states
    most = certain + visible * missed.next
    typical = (certain + most) / 2
    if flash.assumed:
        every = certain + states * missed.next
        return Range(0, typical, every, (_ASSUMED.format(states=states),) if every else ())
    unknowns = ("wait states between lines that follow each other",) if most > certain else ()
    return Range(certain, typical, most, unknowns)


def slope_and_rest(spent: Mapping[int, Range]) -> tuple[Range, Range]:
    """Of each further byte by the two longest messages, and what a message costs beside; more than that where it is
    shorter than a block."""
    start, end = sorted(spent)[-2:]
    short, long, share = spent[start], spent[end], 1 / (end - start)
    slope = Range(
        (long.low - short.low) * share,
        (long.typical - short.typical) * share,
        (long.high - short.high) * share,
        long.unknowns,
    )
    low, typical, high = (
        max(0.0, one - start * each)
        for one, each in ((short.low, slope.low), (short.typical, slope.typical), (short.high, slope.high))
    )
    return slope, Range(low, typical, high, short.unknowns)
