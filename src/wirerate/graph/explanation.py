# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The model's answers as records: a bound, and a measurement beside its bound with what explains the difference."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from wirerate.authenticators.subjects import RECEIVING
from wirerate.graph.algorithm import Algorithm
from wirerate.graph.algorithms import ALGORITHMS
from wirerate.graph.bounds import are_asked_about, best, bound, own_bound
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

LARGE = 1024  # bytes: below, the last block and the call weigh more than the loop that the model bounds
MOST_WAYS = 64
NEAR, NEAR_16 = 1.20, 1.25

# How far below its bound a figure may be and still be right. The clock is read around 65,536 dependent adds, some 16 us
# (host/util/clock.c); two readings take 30 to 50 ns of that, 0.2 to 0.3 %, which makes the clock look slower and the
# cycles fewer. Frequencies of the timer and of the core are known to 0.1 %.
RESOLUTION = 0.005

# Of algorithms that are computed in more than one way: the graph's, and others, which can be faster than its bound.
OTHER_TEXTS = {"poly1305": ("five limbs of 26 bits", "limbs of 52 bits with AVX-512 IFMA, or of 64 bits")}

# Which graph an authenticator's long messages run through, block after block.
INNER = {"hmac-md5": "md5", "hmac-sha1": "sha1", "hmac-sha256": "sha256"}


def near(ways: int) -> float:
    """How far above its bound a measurement may be and still be explained by it. Sixteen ways fill one register of a
    512-bit unit, and what the chain leaves idle has no second group of lanes to go to."""
    return NEAR_16 if ways == 16 else NEAR


def inner_algorithm(subject: str) -> tuple[Algorithm, int] | None:
    """The graph behind a subject and the ways inside one message; None where there is no graph."""
    name = subject.partition("@")[0]
    chained = re.fullmatch(r"md5-x(\d+)", name)
    if chained:
        return ALGORITHMS["md5"], int(chained[1])
    name = re.sub(r"^(hmac-\w+)-\d+$", r"\1", name)
    name = INNER.get(name, name)
    return (ALGORITHMS[name], 1) if name in ALGORITHMS else None


def left_out(subject: str) -> str:
    """What a subject does that its graph has not."""
    found = inner_algorithm(subject)
    return found[0].left_out if found else ""


# ---- bounds ----


def bound_row(subject: str, about: Processor, low: Bound, high: Bound, clock: float) -> ModelBound:
    """A bound; its time is known where the clock is."""
    high = max(high, low, key=lambda b: b.cycles_per_byte)
    return ModelBound(**_bounded(subject, about, low, high, clock))


def _bounded(subject: str, about: Processor, low: Bound, high: Bound, clock: float) -> dict[str, Any]:
    """What a bound says, alone or beside a measurement."""
    unknowns, ns = _unknowns(about, low, high), None
    if clock:
        at_least, at_most = low.cycles / clock * 1e9, high.cycles / clock * 1e9
        ns = Interval(at_least, at_least, at_most, None, unknowns)
    return {
        "subject": subject,
        "bytes": low.cycles / low.cycles_per_byte,
        "ns": ns,
        "core_cycles": low.cycles_per_byte,
        "cpu": about.name,
        "low": low,
        "high": high,
        "unknowns": unknowns,
        "left_out": left_out(subject),
    }


def _unknowns(about: Processor, low: Bound, high: Bound) -> tuple[str, ...]:
    """What makes a bound's two ends differ."""
    if high.cycles_per_byte <= low.cycles_per_byte:
        return ()
    costs = about.units[low.unit].costs.values()
    unverified = any(not cost.verified for cost in costs)
    return (
        f"latencies of the {low.unit} unit"
        + (", some unverified" if unverified else " depend on the scheduler's load"),
    )


# ---- measurements beside them ----


def against(measurement: Measurement, about: Processor, core_hz: float) -> ModelBeside | None:
    """A measured figure with its bound. None for what the model cannot judge: another algorithm, a short message, bytes
    that come from memory."""
    found = inner_algorithm(measurement.subject)
    core_hz = measurement.core_hz or core_hz
    cycles = _cycles_per_byte(measurement, core_hz)
    if found is None or cycles is None or measurement.basis != "measured" or measurement.status != "ok":
        return None
    if measurement.cache != "warm" or measurement.threads != 1 or (measurement.bytes or 0) < LARGE:
        return None
    algorithm, inside = found
    allowed = limited_to(about, measurement.subject.rpartition("@")[2].rpartition("/")[2])
    ways = inside
    if algorithm.exact_ways:
        ways = _fewest(algorithm, allowed)
    elif measurement.batch > 1:
        ways = min(ways * measurement.batch, MOST_WAYS)
    low, high = best(algorithm, allowed, ways), best(algorithm, allowed, ways, worst=True)
    high = max(high, low, key=lambda b: b.cycles_per_byte)
    whole = None if measurement.per_byte_ns else measurement.bytes
    return ModelBeside(
        **_bounded(measurement.subject, about, low, high, core_hz),
        batch=measurement.batch,
        measured=cycles,
        ratio=cycles / min(max(cycles, low.cycles_per_byte), high.cycles_per_byte),
        beyond=_below(algorithm, allowed, cycles, low, together=measurement.batch > 1)
        or _beyond(algorithm, allowed, inside, cycles, low, high, whole),
    )


def _fewest(algorithm: Algorithm, about: Processor) -> int:
    """Return the fewest parts that one message must be summed in to reach the bound of many, at both of its ends: code
    needs no more, and no more registers."""

    def both_ends(ways: int) -> list[float]:
        return [best(algorithm, about, ways, worst=worst).cycles_per_byte for worst in (False, True)]

    least = both_ends(MOST_WAYS)
    doubled = (1 << step for step in range(MOST_WAYS.bit_length()))
    return next(n for n in doubled if all(own < 1.001 * end for own, end in zip(both_ends(n), least, strict=True)))


def all_against(run: AnyRun, about: Processor, algorithm: Algorithm | None = None) -> list[ModelBeside]:
    """Every subject of the run that the model can judge, at its longest messages; of one algorithm, if it is named."""
    rows: dict[tuple[str, int], ModelBeside] = {}
    for each in sorted(run.rows, key=lambda m: m.bytes or 0):
        inner = inner_algorithm(each.subject) if each.operation not in RECEIVING else None
        if inner and (algorithm is None or inner[0] is algorithm) and (found := against(each, about, run.core_hz)):
            rows[each.subject, each.batch] = found
    return list(rows.values())


def _cycles_per_byte(measurement: Measurement, core_hz: float) -> float | None:
    """By the block, where a fixed cost could be told apart; otherwise over the whole message."""
    if measurement.per_byte_cycles:
        return measurement.per_byte_cycles
    if measurement.per_byte_ns and core_hz:
        return measurement.per_byte_ns * core_hz / 1e9
    if measurement.core_cycles:
        return measurement.core_cycles
    if measurement.ns and measurement.bytes and core_hz:
        return measurement.ns.median / measurement.bytes * core_hz / 1e9
    return None


# ---- what the bound does not explain ----


def _beyond(
    algorithm: Algorithm, about: Processor, inside: int, cycles: float, low: Bound, high: Bound, whole: float | None
) -> Beyond | None:
    """One thing, and none where the bound explains the figure. `inside` ways are one message's own; `whole` is that
    message's length where its fixed cost could not be told apart."""
    if cycles <= near(high.ways) * high.cycles_per_byte:
        return None
    found = (
        _own_blocks(algorithm, about, inside, cycles, high, whole)
        or _registers(algorithm, about, cycles, high)
        or _shuffles(algorithm, about, high)
    )
    if found:
        return found
    if high.ways == 1 and not algorithm.exact_ways:
        return OwnCode()
    return _loads(algorithm, about, high)


def _below(algorithm: Algorithm, about: Processor, cycles: float, low: Bound, *, together: bool) -> Beyond | None:
    """Why a figure is below its bound: by instructions that the graph lacks, or because it is wrong. None where it is
    not below."""
    if not is_below(cycles, low.cycles_per_byte):
        return None
    if algorithm.name in OTHER_TEXTS:
        graph, others = OTHER_TEXTS[algorithm.name]
        return OtherText(graph=graph, others=others)
    own = _own_least(algorithm, about, together=together)
    return Misread(bound=min(low.cycles_per_byte, own)) if is_below(cycles, own) else Instructions(bound=own or None)


def _own_least(algorithm: Algorithm, about: Processor, *, together: bool) -> float:
    """Cycles per byte that instructions made for the algorithm allow one message, or several `together`: 0 where they
    are not modelled, infinity where there are none."""
    if not are_asked_about(algorithm):
        return math.inf
    own = own_bound(algorithm, about)
    if own is None or not own.there:
        return 0.0 if own is None else math.inf
    return own.together if together else own.cycles_per_byte


def is_below(cycles: float, bound: float) -> bool:
    """Whether a figure is below a bound by more than the clock's resolution."""
    return cycles < (1 - RESOLUTION) * bound


def mark_misread(rows: Iterable[Measurement], about: Processor) -> None:
    """Names in each row whose cycles are below their bound that bound."""
    for row in rows:
        inner, cycles = inner_algorithm(row.subject), row.core_cycles
        if inner is None or not cycles or not is_below(cycles, _own_least(inner[0], about, together=row.batch > 1)):
            continue  # the general bound, which can take a second to find, decides nothing
        found = against(replace(row, per_byte_cycles=None, per_byte_ns=None), about, 0.0)
        if found and isinstance(found.beyond, Misread):
            row.misread = found.beyond.bound


def _own_blocks(
    algorithm: Algorithm, about: Processor, inside: int, cycles: float, high: Bound, whole: float | None
) -> OwnBlocks | None:
    """Where they explain the rest."""
    if inside == 1 or whole is None:
        return None
    turns, tail = _superblocks(inside)
    one = bound(algorithm, about, "scalar", 1, worst=True)
    own = (turns * high.cycles + tail * (one.cycles if one else high.cycles)) / whole
    if cycles > near(inside) * (high.cycles_per_byte + own):
        return None
    return OwnBlocks(ways=inside, share=own / cycles, explains=own)


def _superblocks(ways: int) -> tuple[int, int]:
    """What a K-way digest costs beside its message: blocks of each chain (its prefix and its end), and blocks in one
    chain at last (a prefix, the digests, their padding)."""
    return 2, 1 + (16 * ways + 8) // 64 + 1


def _registers(algorithm: Algorithm, about: Processor, cycles: float, high: Bound) -> Registers | None:
    """Where the best unit's are too few."""
    needs = {
        name: unit.registers(high.ways, algorithm.state_bits) * (len(algorithm.state) + 1)
        for name, unit in about.units.items()
    }
    needed, has = needs[high.unit], about.registers(high.unit)
    if needed <= has:
        return None
    roomy = [name for name in about.units if needs[name] <= about.registers(name)]
    held = [b for name in roomy if (b := bound(algorithm, about, name, high.ways, worst=True))]
    roomier = min(held, key=lambda b: b.cycles, default=None)
    least = roomier.cycles_per_byte - high.cycles_per_byte if roomier else None
    if roomier is not None and cycles > near(high.ways) * roomier.cycles_per_byte:
        roomier = None
    return Registers(needed=needed, has=has, roomier=roomier, explains=least)


def _shuffles(algorithm: Algorithm, about: Processor, high: Bound) -> Shuffles | None:
    widened = sum(node.kind == "widen" for node in algorithm.trace().nodes)
    unit = about.units[high.unit]
    if not widened or not unit.vector:
        return None
    moves = widened * unit.registers(high.ways, algorithm.bits)  # one brings every other word of a register into place
    moved = bound(algorithm, about, high.unit, high.ways, worst=True, moves=moves)
    explains = moved.cycles_per_byte - high.cycles_per_byte if moved else None
    return Shuffles(words=widened, block_bytes=algorithm.block_bytes, explains=explains)


def _loads(algorithm: Algorithm, about: Processor, high: Bound) -> Loads:
    graph = algorithm.trace()
    words = {i for name, i in graph.inputs.items() if name not in algorithm.state}
    used = [arg for node in graph.nodes for arg in node.args if arg in words]
    uses = len(set(used)) if algorithm.exact_ways else len(used)  # there a word is used at once, and loaded once
    unit = about.units[high.unit]
    many = unit.registers(high.ways, algorithm.bits)
    turned = unit.vector and not algorithm.exact_ways
    return Loads(operands=uses * many, registers=algorithm.block_words * many if turned else None)
