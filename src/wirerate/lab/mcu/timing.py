"""Cycles of a trace on a core with its flash: an interval, and what makes it one."""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.catalogue.cortex_m import Timing, timing
from wirerate.lab.mcu.flash import Flash
from wirerate.lab.mcu.trace import Trace

_SLOW_MULTIPLY = 32  # cycles of MULS where the maker of a Cortex-M0 or M0+ chose the small multiplier


@dataclass(frozen=True)
class Range:
    """Cycles: the least and most that the manual allows, and the middle of what it leaves open."""

    low: float
    typical: float
    high: float
    unknowns: tuple[str, ...] = ()

    def __add__(self, other: Range) -> Range:
        unknowns = tuple(dict.fromkeys(self.unknowns + other.unknowns))
        return Range(self.low + other.low, self.typical + other.typical, self.high + other.high, unknowns)

    def scaled(self, factor: float) -> Range:
        """The same in another unit, such as seconds."""
        return Range(self.low * factor, self.typical * factor, self.high * factor, self.unknowns)


def cycles(trace: Trace, core: str, flash: Flash | None = None, multiply_cycles: int = 1) -> Range:
    """Cycles of a trace. Without `flash` every access takes one cycle, as code in RAM does. `multiply_cycles` is the
    board's on Cortex-M0 and M0+."""
    table = timing(core)
    found = _instructions(trace, table, multiply_cycles) + _refills(trace, table)
    return found + _flash(trace, flash) if flash else found


def _instructions(trace: Trace, table: Timing, multiply_cycles: int) -> Range:
    costs, low, high = table.costs, 0, 0
    unknowns = []
    for name, count in trace.classes.items():
        row = costs.get(name) or costs.get(name.removesuffix(":next"))
        if row is None:
            if name.endswith(":taken") or name in ("address_stall",):
                continue
            least, most = 1, 2
            unknowns.append(f"{name}: no timing for {table.title}")
        else:
            least, most = row.cycles
            if most != least:
                unknowns.append(f"{name}: {least} to {most} cycles")
        if name == "multiply" and table.refill == (0, 0):
            least = most = multiply_cycles
        low += least * count
        high += most * count
    return Range(low, (low + high) / 2, high, tuple(unknowns))


def _refills(trace: Trace, table: Timing) -> Range:
    least, most = table.refill
    taken = sum(count for name, count in trace.classes.items() if name.endswith(":taken"))
    unknowns = (f"pipeline refill after a branch: {least} to {most} cycles",) if most != least else ()
    return Range(least * taken, (least + most) / 2 * taken, most * taken, unknowns)


def _flash(trace: Trace, flash: Flash) -> Range:
    missed = trace.misses[flash.buffers]
    states = flash.wait_states
    # Code runs at a halfword a cycle at most: while a line runs, a prefetch of the next has that long.
    hidden = min(states, flash.buffers.line_bytes // 2) if flash.prefetch else 0
    certain = states * (missed.jumps + missed.data) + (states - hidden) * missed.next
    return Range(certain, certain, certain)
