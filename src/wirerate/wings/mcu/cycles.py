# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The trace of a program run, and its cycles on a core with a flash: a range, and the reasons for its width.

Not modelled: interrupts, DMA and other bus masters, peripheral accesses, unaligned data, a full write buffer, RAM in
several banks, branches that wait for a prefetch in progress, floating-point arithmetic. Instructions skipped in an IT
block are counted as if they ran.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from wirerate.catalogue.boards import ClassCycles, Timing, timing

# ---- the trace of a run: instructions by class, branches taken, and flash lines fetched ----


class Buffers(NamedTuple):
    """Line buffers between flash and core. A fetched line replaces the least recently used one.

    Which lines are fetched depends only on the buffers, not on how long a fetch takes.
    """

    line_bytes: int
    code_lines: int
    data_lines: int = 0  # line buffers for data; 0: data shares the buffers for code

    @property
    def name(self) -> str:
        """Return the key of these buffers in a trace: "16:64:8"."""
        return ":".join(map(str, self))


class Misses(msgspec.Struct, frozen=True, array_like=True):
    """Numbers of flash lines that were in no buffer: fetched after a branch (`jumps`), in sequence (`next`), or as
    `data`."""

    jumps: int = 0
    next: int = 0
    data: int = 0

    def __add__(self, other: Misses) -> Misses:
        return Misses(self.jumps + other.jumps, self.next + other.next, self.data + other.data)


class Cache(NamedTuple):
    """The cache in front of an external flash. It has sets of `ways` lines; a fetched line replaces a random line of
    its set."""

    bytes: int
    line_bytes: int
    ways: int

    @property
    def name(self) -> str:
        """Return the key of this cache in a trace: "16384:8:2"."""
        return ":".join(map(str, self))


class Fetched(msgspec.Struct, frozen=True, array_like=True):
    """Misses of a run that starts with an empty cache.

    Lines fetched into an empty place of the cache (`empty`) are still present when the run is repeated. Lines that
    replaced other lines (`instead`) miss again.
    """

    empty: int = 0
    instead: int = 0

    def __add__(self, other: Fetched) -> Fetched:
        return Fetched(self.empty + other.empty, self.instead + other.instead)


class Trace(msgspec.Struct, frozen=True, omit_defaults=True):
    """The counts that determine the time of a run.

    `classes` are those of lab/decode.py; a taken branch counts as `CLASS` and as `CLASS:taken`. Instructions of the
    harness's instrumentation count only in `unmetered`. `fetched` is empty for a run that was not simulated with
    caches.
    """

    instructions: int = 0
    classes: dict[str, int] = {}
    misses: dict[str, Misses] = {}  # by Buffers.name
    unmetered: int = 0  # instructions of the instrumentation
    fetched: dict[str, Fetched] = {}  # by Cache.name


def total(traces: Iterable[Trace]) -> Trace:
    """Return the sum of traces. It includes the misses of a cache only if they were counted in all traces."""
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
    fetched = {cache: sum((trace.fetched[cache] for trace in parts), Fetched()) for cache in _common_caches(parts)}
    return Trace(instructions, dict(sorted(classes.items())), misses, unmetered, fetched)


def _common_caches(traces: Iterable[Trace]) -> list[str]:
    """Return the caches whose misses were counted in all traces."""
    sets = [set(trace.fetched) for trace in traces]
    return sorted(set.intersection(*sets)) if sets else []


def weighted(parts: Iterable[tuple[float, Trace]]) -> Trace:
    """Return the weighted sum of traces, rounded once.

    With probabilities as weights, the sum is the expected trace of a run of random length. With weights 1 and -1, it is
    the difference of two runs.
    """
    classes: dict[str, float] = {}
    instructions = unmetered = 0.0
    misses: dict[str, list[float]] = {}
    weights = list(parts)
    for weight, trace in weights:
        instructions += weight * trace.instructions
        unmetered += weight * trace.unmetered
        for name, count in trace.classes.items():
            classes[name] = classes.get(name, 0.0) + weight * count
        for buffers, missed in trace.misses.items():
            sums = misses.setdefault(buffers, [0.0, 0.0, 0.0])
            for at, count in enumerate((missed.jumps, missed.next, missed.data)):
                sums[at] += weight * count
    rounded = {name: round(count) for name, count in sorted(classes.items()) if round(count)}
    rounded_misses = {buffers: Misses(*map(round, sums)) for buffers, sums in misses.items()}
    fetched = {
        cache: Fetched(
            round(sum(weight * trace.fetched[cache].empty for weight, trace in weights)),
            round(sum(weight * trace.fetched[cache].instead for weight, trace in weights)),
        )
        for cache in _common_caches(trace for _, trace in weights)
    }
    return Trace(round(instructions), rounded, rounded_misses, round(unmetered), fetched)


# ---- cycles of a trace ----


_ASSUMED = "flash waits, not checked against a datasheet: 0 to {states} cycles a line"
_BEYOND = "boards take longer than the core's manual says: up to {percent:g} %"
_CONFLICTS = "cache conflicts, which depend on link order: up to {percent:.0f} %"
_HAZARDS = ("address_stall", "load_after_store", "load_use")  # counted in addition to the instructions


@dataclass(frozen=True)
class Flash:
    """A flash's line buffers, and the cost of a line that is not in them."""

    buffers: Buffers
    wait_states: int
    prefetch: bool = False
    assumed: bool = False  # timing not checked against a datasheet: the range then starts at no waits
    fill: tuple[int, int] = (0, 0)  # least and most cycles of a cache miss
    cache: Cache | None = None  # the cache that code runs from
    conflicts: float = 0.0  # largest relative slowdown of code that is larger than the cache


@dataclass(frozen=True)
class Range:
    """Cycles: the least and most that the sources allow, and a typical value between them.

    The typical value is the middle of the ranges in the core's manual, with flash waits as stated. `unknowns` lists
    what makes the range wide, and figures that were not checked against a source.
    """

    low: float
    typical: float
    high: float
    unknowns: tuple[str, ...] = ()

    def __add__(self, other: Range) -> Range:
        unknowns = tuple(dict.fromkeys(self.unknowns + other.unknowns))
        return Range(self.low + other.low, self.typical + other.typical, self.high + other.high, unknowns)


def cycles(trace: Trace, core: str, flash: Flash | None = None, multiply_cycles: int = 1) -> Range:
    """Return the cycles of a trace. Without `flash` there are no wait states, as for code in RAM.

    `multiply_cycles` depends on the board for Cortex-M0 and M0+, and has no effect on other cores.
    """
    table = timing(core)
    costs = [(row, trace.classes.get(name, 0)) for name, row in _rows(trace, table, multiply_cycles)]
    low = sum(row.cycles[0] * count for row, count in costs)
    high = sum(row.cycles[1] * count for row, count in costs)
    executed = Range(low, (low + high) / 2, high, tuple(_unknowns(costs, high - low)))
    return executed + _waits(trace.misses[flash.buffers.name], flash) if flash else executed


def beyond_manual(spent: Range, core: str) -> Range:
    """Return the cycles that boards may need in addition to those in the core's table, in proportion to `spent`."""
    share = timing(core).beyond
    return Range(0, 0, share * spent.typical, (_BEYOND.format(percent=100 * share),)) if share else Range(0, 0, 0)


def beyond_warm(spent: Range, flash: Flash, code_bytes: int) -> Range:
    """Return the cycles that a run may need in addition to `spent`, the cycles of a run with all code in the cache.

    A first run fetches every line of code at most once; code larger than the cache has conflict misses too.
    """
    least, most = flash.fill
    cold = -(-code_bytes // flash.buffers.line_bytes) * most
    misses = Range(0, 0, cold, (f"a first run: {least} to {most} cycles to fetch a line of code",) if cold else ())
    if not _larger(code_bytes, flash):
        return misses
    why = _CONFLICTS.format(percent=flash.conflicts * 100)
    return misses + Range(0, 0, flash.conflicts * spent.typical, (why,))


def in_cache(spent: Range, flash: Flash, fetched: Fetched, code_bytes: int, *, as_linked: bool) -> tuple[Range, Range]:
    """Return two ranges of cycles that include cache misses. The first is for any run, and its typical value is that of
    a repeated run; the second is for a first run.

    `as_linked` means that functions were at the same addresses as on the device. Otherwise the conflict misses of code
    larger than the cache are uncertain.
    """
    warm = spent + _conflicts(spent, flash, fetched.instead, open_order=not as_linked and _larger(code_bytes, flash))
    least, most = flash.fill
    lines = fetched.empty
    why = (f"a first run: {least} to {most} cycles to fetch a line of code ({lines:,} lines)",) if lines else ()
    cold = Range(least * lines, (least + most) / 2 * lines, most * lines, why)
    return warm + Range(0, 0, cold.high, why), warm + cold


def _conflicts(spent: Range, flash: Flash, lines: int, *, open_order: bool) -> Range:
    """Return the cycles of conflict misses: lines fetched again because others replaced them."""
    if not lines:
        return Range(0, 0, 0)
    least, most = flash.fill
    low, typical, high = float(least * lines), (least + most) / 2 * lines, float(most * lines)
    why = f"cache conflicts: {least} to {most} cycles a line"
    if open_order:
        low, high = 0.0, max(high, flash.conflicts * spent.typical)
        why = _CONFLICTS.format(percent=flash.conflicts * 100)
    return Range(low, typical, high, (f"{why} ({lines:,} lines)",))


def _larger(code_bytes: int, flash: Flash) -> bool:
    """Return whether the code is larger than the cache."""
    return flash.cache is not None and code_bytes > flash.cache.bytes


def without_timing(trace: Trace, core: str) -> list[str]:
    """Return the classes of a trace that the core's table lacks: the core does not have such instructions, or they are
    not modelled."""
    table = timing(core)
    return [
        row.name for name, row in _rows(trace, table, 1) if row is not table.costs.get(row.name) and not row.verified
    ]


def _rows(trace: Trace, table: Timing, multiply_cycles: int) -> Iterator[tuple[str, ClassCycles]]:
    """Yield each class of a trace with the row of the core's table that applies to it."""
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
        elif name not in _HAZARDS:
            yield name, ClassCycles(name, (1, 3), False)


def _unknowns(costs: list[tuple[ClassCycles, int]], width: float) -> Iterator[str]:
    """Yield the reasons for the range's width, the largest first, and the classes not checked against a manual."""
    spread: dict[ClassCycles, int] = {}
    for row, count in costs:
        spread[row] = spread.get(row, 0) + (row.cycles[1] - row.cycles[0]) * count
    for row, cycles_apart in sorted(spread.items(), key=lambda item: -item[1]):
        if cycles_apart * 100 >= width > 0:
            least, most = row.cycles
            share = round(100 * cycles_apart / width)
            yield f"{_class_name(row.name)}: {least} to {most} cycles ({share} % of the range)"
    if guessed := sorted({_class_name(row.name) for row, _ in costs if not row.verified}):
        yield "not checked against a manual: " + ", ".join(guessed)


_CLASS_NAMES = {
    "it": "IT instruction",
    "load:next": "load after a load",
    "load:next_wide": "32-bit load after a load",
    "load_literal:next": "literal load after a load",
    "load_literal:next_wide": "32-bit literal load after a load",
    "store_indexed:next_wide": "32-bit indexed store after a load",
    "other": "other instructions",
}


def _class_name(name: str) -> str:
    """Return the readable name of a class of instructions."""
    return _CLASS_NAMES.get(name, name.replace("_", " "))


def _waits(missed: Misses, flash: Flash) -> Range:
    """Return the cycles that the core waits for flash.

    The core waits for every line fetched after a branch or as data. For the next line in sequence it may not have to
    wait, because it still has instructions to execute. A prefetch of that line also runs while the core executes the
    current line, at up to a word per cycle. If the flash's timing was not checked against a datasheet, the range goes
    from no waits to a full wait for every missed line.
    """
    states = flash.wait_states
    certain = states * (missed.jumps + missed.data)
    visible = max(0, states - flash.buffers.line_bytes // 4) if flash.prefetch else states
    most = certain + visible * missed.next
    typical = (certain + most) / 2
    if flash.assumed:
        every = certain + states * missed.next
        return Range(0, typical, every, (_ASSUMED.format(states=states),) if every else ())
    unknowns = ("wait states between consecutive flash lines",) if most > certain else ()
    return Range(certain, typical, most, unknowns)


def slope_and_rest(spent: Mapping[int, Range]) -> tuple[Range, Range]:
    """Return the cycles per byte, from the two longest messages, and the fixed cycles per message.

    A message shorter than a block can cost more than these two figures say.
    """
    start, end = sorted(spent)[-2:]
    short, long, share = spent[start], spent[end], 1 / (end - start)
    slope = Range(
        (long.low - short.low) * share,
        (long.typical - short.typical) * share,
        (long.high - short.high) * share,
        long.unknowns,
    )
    low, typical, high = (
        max(0.0, cycles - start * per_byte)
        for cycles, per_byte in ((short.low, slope.low), (short.typical, slope.typical), (short.high, slope.high))
    )
    return slope, Range(low, typical, high, short.unknowns)
