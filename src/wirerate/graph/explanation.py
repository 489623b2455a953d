# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compare measurements with the model's bounds, and explain the differences."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from wirerate.authenticators.subjects import RECEIVING
from wirerate.graph.algorithm import Algorithm
from wirerate.graph.algorithms import ALGORITHMS
from wirerate.graph.bounds import best, bound, dedicated_bound, has_dedicated_instructions
from wirerate.graph.processors import Processor, limited_to
from wirerate.graph.rows import (
    Beyond,
    Bound,
    Instructions,
    Loads,
    Misread,
    ModelBeside,
    ModelBound,
    OtherText,
    OwnBlocks,
    OwnCode,
    Registers,
    Shuffles,
)
from wirerate.records import AnyRun, Interval, Measurement

LARGE = 1024  # bytes; shorter messages spend too much time on the last block and the call, which are not modelled
MOST_WAYS = 64
NEAR, NEAR_16 = 1.20, 1.25

# The largest error that makes code look faster than it is. The clock frequency is measured over 65,536 dependent
# additions, about 16 us (host/util/clock.c); reading the timer twice takes 30 to 50 ns of that, so the measured clock
# is 0.2 to 0.3 % too low, and so are cycle counts. The frequencies of timer and core are known to 0.1 %.
RESOLUTION = 0.005

# Algorithms with formulations that can be faster than the modelled one's bound: (modelled formulation, faster
# formulations).
OTHER_TEXTS = {"poly1305": ("five limbs of 26 bits", "limbs of 52 bits with AVX-512 IFMA, or of 64 bits")}

# The graph that determines an authenticator's speed for long messages.
INNER = {"hmac-md5": "md5", "hmac-sha1": "sha1", "hmac-sha256": "sha256"}


def near(ways: int) -> float:
    """Return the largest ratio of measurement to bound at which the bound alone explains the measurement. The ratio is
    larger for sixteen ways: they fill only one 512-bit register, so there is no second group of lanes to use the cycles
    in which the chain waits."""
    return NEAR_16 if ways == 16 else NEAR


def inner_algorithm(subject: str) -> tuple[Algorithm, int] | None:
    """Return the subject's graph and the number of ways within one message, or None if it is not modelled."""
    name = subject.partition("@")[0]
    chained = re.fullmatch(r"md5-x(\d+)", name)
    if chained:
        return ALGORITHMS["md5"], int(chained[1])
    name = re.sub(r"^(hmac-\w+)-\d+$", r"\1", name)
    name = INNER.get(name, name)
    return (ALGORITHMS[name], 1) if name in ALGORITHMS else None


def left_out(subject: str) -> str:
    """Return the parts of a subject's algorithm that its graph leaves out."""
    inner = inner_algorithm(subject)
    return inner[0].left_out if inner else ""


# ---- bounds ----


def bound_row(subject: str, processor: Processor, low: Bound, high: Bound, clock: float) -> ModelBound:
    """Return the row of a bound. The row has a time only if the clock frequency is known."""
    high = max(high, low, key=lambda b: b.cycles_per_byte)
    return ModelBound(**_bounded(subject, processor, low, high, clock))


def _bounded(subject: str, processor: Processor, low: Bound, high: Bound, clock: float) -> dict[str, Any]:
    """Return the fields of a bound, alone or compared with a measurement."""
    unknowns, ns = _unknowns(processor, low, high), None
    if clock:
        at_least, at_most = low.cycles / clock * 1e9, high.cycles / clock * 1e9
        ns = Interval(at_least, at_least, at_most, None, unknowns)
    return {
        "subject": subject,
        "bytes": low.cycles / low.cycles_per_byte,
        "ns": ns,
        "core_cycles": low.cycles_per_byte,
        "cpu": processor.name,
        "low": low,
        "high": high,
        "unknowns": unknowns,
        "left_out": left_out(subject),
    }


def _unknowns(processor: Processor, low: Bound, high: Bound) -> tuple[str, ...]:
    """Return the reasons why a bound's two ends differ."""
    if high.cycles_per_byte <= low.cycles_per_byte:
        return ()
    costs = processor.units[low.unit].costs.values()
    unverified = any(not cost.verified for cost in costs)
    return (
        f"latencies of the {low.unit} unit"
        + (", some unverified" if unverified else " depend on the scheduler's load"),
    )


# ---- comparison with measurements ----


def compare_with_bound(measurement: Measurement, processor: Processor, core_hz: float) -> ModelBeside | None:
    """Return a measurement with its bound, or None if the model does not apply: the algorithm is not modelled, the
    message is short, or the data comes from memory."""
    inner = inner_algorithm(measurement.subject)
    core_hz = measurement.core_hz or core_hz
    cycles = _cycles_per_byte(measurement, core_hz)
    if inner is None or cycles is None or measurement.basis != "measured" or measurement.status != "ok":
        return None
    if measurement.cache != "warm" or measurement.threads != 1 or (measurement.bytes or 0) < LARGE:
        return None
    algorithm, inside = inner
    allowed = limited_to(processor, measurement.subject.rpartition("@")[2].rpartition("/")[2])
    ways = inside
    if algorithm.exact_ways:
        ways = _fewest(algorithm, allowed)
    elif measurement.batch > 1:
        ways = min(ways * measurement.batch, MOST_WAYS)
    low, high = best(algorithm, allowed, ways), best(algorithm, allowed, ways, worst=True)
    high = max(high, low, key=lambda b: b.cycles_per_byte)
    whole = None if measurement.per_byte_ns else measurement.bytes
    return ModelBeside(
        **_bounded(measurement.subject, processor, low, high, core_hz),
        batch=measurement.batch,
        measured=cycles,
        ratio=cycles / min(max(cycles, low.cycles_per_byte), high.cycles_per_byte),
        beyond=_below(algorithm, allowed, cycles, low, together=measurement.batch > 1)
        or _beyond(algorithm, allowed, inside, cycles, low, high, whole),
    )


def _fewest(algorithm: Algorithm, processor: Processor) -> int:
    """Return the fewest partial sums whose bound is as low as with MOST_WAYS sums, at both ends of the bound's range.
    More sums would only use more registers."""

    def both_ends(ways: int) -> list[float]:
        return [best(algorithm, processor, ways, worst=worst).cycles_per_byte for worst in (False, True)]

    least = both_ends(MOST_WAYS)
    doubled = (1 << step for step in range(MOST_WAYS.bit_length()))
    return next(n for n in doubled if all(bound < 1.001 * end for bound, end in zip(both_ends(n), least, strict=True)))


def compare_run_with_bounds(run: AnyRun, processor: Processor, algorithm: Algorithm | None = None) -> list[ModelBeside]:
    """Compare every modelled subject of the run, at its longest messages, with its bound; optionally only the subjects
    of one algorithm."""
    rows: dict[tuple[str, int], ModelBeside] = {}
    for measurement in sorted(run.rows, key=lambda m: m.bytes or 0):
        inner = inner_algorithm(measurement.subject) if measurement.operation not in RECEIVING else None
        if inner is None or (algorithm is not None and inner[0] is not algorithm):
            continue
        if row := compare_with_bound(measurement, processor, run.core_hz):
            rows[measurement.subject, measurement.batch] = row
    return list(rows.values())


def _cycles_per_byte(measurement: Measurement, core_hz: float) -> float | None:
    """Return the cost per byte without the fixed cost per message. If the fixed cost is unknown, return the cost per
    byte of the whole message."""
    if measurement.per_byte_cycles:
        return measurement.per_byte_cycles
    if measurement.per_byte_ns and core_hz:
        return measurement.per_byte_ns * core_hz / 1e9
    if measurement.core_cycles:
        return measurement.core_cycles
    if measurement.ns and measurement.bytes and core_hz:
        return measurement.ns.median / measurement.bytes * core_hz / 1e9
    return None


# ---- explanations ----


def _beyond(
    algorithm: Algorithm, processor: Processor, inside: int, cycles: float, low: Bound, high: Bound, whole: float | None
) -> Beyond | None:
    """Return the likely reason why a figure is above its bound, or None if it is near enough. `inside` is the number
    of ways within one message; `whole` is the message's length if its fixed cost is unknown."""
    if cycles <= near(high.ways) * high.cycles_per_byte:
        return None
    explanation = (
        _own_blocks(algorithm, processor, inside, cycles, high, whole)
        or _registers(algorithm, processor, cycles, high)
        or _shuffles(algorithm, processor, high)
    )
    if explanation:
        return explanation
    if high.ways == 1 and not algorithm.exact_ways:
        return OwnCode()
    return _loads(algorithm, processor, high)


def _below(algorithm: Algorithm, processor: Processor, cycles: float, low: Bound, *, together: bool) -> Beyond | None:
    """Return why a figure is below its bound: another formulation, dedicated instructions, or a wrong figure. Return
    None if it is not below."""
    if not is_below(cycles, low.cycles_per_byte):
        return None
    if algorithm.name in OTHER_TEXTS:
        formulation, alternatives = OTHER_TEXTS[algorithm.name]
        return OtherText(graph=formulation, others=alternatives)
    dedicated = _dedicated_cycles(algorithm, processor, together=together)
    if is_below(cycles, dedicated):
        return Misread(bound=min(low.cycles_per_byte, dedicated))
    return Instructions(bound=dedicated or None)


def _dedicated_cycles(algorithm: Algorithm, processor: Processor, *, together: bool) -> float:
    """Return the bound for dedicated instructions in cycles per byte, for one message or for several `together`. Return
    0 if the processor's instructions are not modelled, and infinity if it has none."""
    if not has_dedicated_instructions(algorithm):
        return math.inf
    dedicated = dedicated_bound(algorithm, processor)
    if dedicated is None or not dedicated.there:
        return 0.0 if dedicated is None else math.inf
    return dedicated.together if together else dedicated.cycles_per_byte


def is_below(cycles: float, bound: float) -> bool:
    """Return whether a figure is below a bound by more than the measurement error."""
    return cycles < (1 - RESOLUTION) * bound


def mark_misread(rows: Iterable[Measurement], processor: Processor) -> None:
    """In every row whose cycles are below the bound, record that bound, because the clock must have been misread."""
    for row in rows:
        inner, cycles = inner_algorithm(row.subject), row.core_cycles
        if (
            inner is None
            or not cycles
            or not is_below(cycles, _dedicated_cycles(inner[0], processor, together=row.batch > 1))
        ):
            continue  # avoids computing the general bound, which can take a second
        comparison = compare_with_bound(replace(row, per_byte_cycles=None, per_byte_ns=None), processor, 0.0)
        if comparison and isinstance(comparison.beyond, Misread):
            row.misread = comparison.beyond.bound


def _own_blocks(
    algorithm: Algorithm, processor: Processor, inside: int, cycles: float, high: Bound, whole: float | None
) -> OwnBlocks | None:
    """Return the extra blocks of K-way MD5 if they explain why a figure is above its bound."""
    if inside == 1 or whole is None:
        return None
    turns, tail = _superblocks(inside)
    one = bound(algorithm, processor, "scalar", 1, worst=True)
    extra = (turns * high.cycles + tail * (one.cycles if one else high.cycles)) / whole
    if cycles > near(inside) * (high.cycles_per_byte + extra):
        return None
    return OwnBlocks(ways=inside, share=extra / cycles, explains=extra)


def _superblocks(ways: int) -> tuple[int, int]:
    """Return the numbers of a K-way digest's extra blocks: in each chain (prefix and padding), and in the single chain
    at the end (prefix, digests and padding)."""
    return 2, 1 + (16 * ways + 8) // 64 + 1


def _registers(algorithm: Algorithm, processor: Processor, cycles: float, high: Bound) -> Registers | None:
    """Return the number of registers needed if the best unit has too few."""
    needs = {
        name: unit.registers(high.ways, algorithm.state_bits) * (len(algorithm.state) + 1)
        for name, unit in processor.units.items()
    }
    needed, has = needs[high.unit], processor.registers(high.unit)
    if needed <= has:
        return None
    roomy = [name for name in processor.units if needs[name] <= processor.registers(name)]
    held = [b for name in roomy if (b := bound(algorithm, processor, name, high.ways, worst=True))]
    roomier = min(held, key=lambda b: b.cycles, default=None)
    least = roomier.cycles_per_byte - high.cycles_per_byte if roomier else None
    if roomier is not None and cycles > near(high.ways) * roomier.cycles_per_byte:
        roomier = None
    return Registers(needed=needed, has=has, roomier=roomier, explains=least)


def _shuffles(algorithm: Algorithm, processor: Processor, high: Bound) -> Shuffles | None:
    widened = sum(node.kind == "widen" for node in algorithm.trace().nodes)
    unit = processor.units[high.unit]
    if not widened or not unit.vector:
        return None
    moves = widened * unit.registers(high.ways, algorithm.bits)  # one shuffle per register
    moved = bound(algorithm, processor, high.unit, high.ways, worst=True, moves=moves)
    explains = moved.cycles_per_byte - high.cycles_per_byte if moved else None
    return Shuffles(words=widened, block_bytes=algorithm.block_bytes, explains=explains)


def _loads(algorithm: Algorithm, processor: Processor, high: Bound) -> Loads:
    graph = algorithm.trace()
    words = {i for name, i in graph.inputs.items() if name not in algorithm.state}
    used = [arg for node in graph.nodes for arg in node.args if arg in words]
    uses = len(set(used)) if algorithm.exact_ways else len(used)  # sums and polynomials load every word once
    unit = processor.units[high.unit]
    registers = unit.registers(high.ways, algorithm.bits)
    transposed = unit.vector and not algorithm.exact_ways
    return Loads(operands=uses * registers, registers=algorithm.block_words * registers if transposed else None)
