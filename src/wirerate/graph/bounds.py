# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Lower bounds on cycles per byte, from a processor's latencies, pipes and lanes; and the critical dependency chain.

An algorithm may have several graphs on a unit, one for each set of rewrites that the unit supports. A graph limits the
cycles per block in two ways: by the latency of the chain through the state and, for each group of pipes, by the
operations that only those pipes execute. With K ways there are K times as many operations, but the chain takes no
longer. Code may use different graphs for different steps, so the bound comes from the best mixture of two graphs, the
one whose largest limit is smallest.

Not modelled: loads, stores and moves, the sizes of scheduler and register file, several units at once, and dedicated
instructions (SHA extensions, carry-less multiplication). Code that uses several units or dedicated instructions can be
faster than the bound; the other omissions only make the bound too low.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, groupby
from math import log2

from wirerate.graph import rewrites
from wirerate.graph.algorithm import FREE, Algorithm, Graph, Node
from wirerate.graph.algorithms import ALGORITHMS
from wirerate.graph.processors import Processor, Unit, document
from wirerate.graph.rows import Bound, ChainOperation, ChainSteps, ModelChain, ModelInstructions
from wirerate.graph.timing import Latency, arrivals, critical_path, entry_times, slope
from wirerate.records import Interval

Operations = Counter[tuple[str, int]]  # (kind, bits) -> number of operations per block

CHAIN, FRONT_END = "latency", "front end"
SELECT = "selection by addition"
SPLIT = "rotation split in two shifts"
ADD3 = "three-operand addition"
SHARED = "shared sums recomputed"
SOMETIMES = " in some steps"


@dataclass(frozen=True)
class Variant:
    """A graph that a unit can compute: its rewrites, the chain's cycles per block, and its operations."""

    names: tuple[str, ...]
    graph: Graph
    latency: float
    operations: Operations


def _allowed(algorithm: Algorithm, kinds: frozenset[str], latency: Latency) -> Iterator[tuple[tuple[str, ...], Graph]]:
    """Yield the graphs that a unit with these operations can compute, with the names of their rewrites."""
    start = algorithm.trace()
    always: list[str] = []
    if "addc" in kinds and "less" in start.counts():
        start = rewrites.carry_in_the_adder(start)
        always.append("carry in the adder")
    if "select" in kinds:
        start = rewrites.three_input_logic(start, rewrites.is_select)
        always += ["bit select"] if "logic3" in start.counts() else []
    elif "logic3" in kinds:
        start = rewrites.three_input_logic(start)
        always += ["three-input logic"] if "logic3" in start.counts() else []
    if "logic3" not in kinds or "select" in kinds:
        start = rewrites.absorb_complements(start, kinds & {"andn", "orn", "xnor"})
    start = rewrites.lower(start, kinds | {"rotl"})
    if not start.counts().keys() <= kinds | {"rotl"}:
        return
    if "rotl" in start.counts() and "rotl" not in kinds:
        always.append("rotation by shift and insert" if "insert" in kinds else "rotation by shifts")
    toggles = [SHARED] if algorithm.name.startswith("sha") else []
    if "logic3" not in kinds and algorithm.name == "md5":
        toggles.append(SELECT)
    if {"shl", "shr"} <= kinds and "rotl" in start.counts():
        toggles.append(SPLIT)
    if "add3" in kinds:
        toggles.append(ADD3)
    for count in range(len(toggles) + 1):
        for chosen in combinations(toggles, count):
            yield (*always, *chosen), _rewritten(start, chosen, kinds, latency)


def _rewritten(graph: Graph, chosen: tuple[str, ...], kinds: frozenset[str], latency: Latency) -> Graph:
    def timed(node: Node) -> float:  # a rotation that the unit lacks counts as two shifts
        return latency(node) if node.kind in kinds else 2.0

    if SELECT in chosen:
        graph = rewrites.select_by_addition(graph, timed, entry_times(graph, timed))
    graph = rewrites.order_sums(graph, timed, entry_times(graph, timed), recompute=SHARED in chosen)
    if SPLIT in chosen:
        graph = rewrites.split_rotations(graph, timed, entry_times(graph, timed))
    graph = rewrites.lower(graph, kinds)
    graph = rewrites.order_sums(graph, latency, entry_times(graph, latency), recompute=SHARED in chosen)
    return rewrites.add_with_constant(graph) if ADD3 in chosen else graph


def variants(algorithm: Algorithm, unit: Unit, *, worst: bool = False) -> tuple[Variant, ...]:
    """Return every graph that the unit can compute, timed with the unit's shortest latencies, or with its longest if
    `worst`. The result is empty if the unit lacks an operation."""
    latencies = {kind: cost.high if worst else cost.low for kind, cost in unit.costs.items()}
    if "select" in latencies and "logic3" not in latencies:
        latencies["logic3"] = latencies["select"]
    return _variants(algorithm.name, tuple(sorted(latencies.items())))


@cache
def _variants(algorithm_name: str, latencies: tuple[tuple[str, float], ...]) -> tuple[Variant, ...]:
    """Return the graphs for these latencies. The result is cached, because several units (mostly xmm, ymm and zmm) have
    the same latencies."""
    costs = dict(latencies)

    def latency(node: Node) -> float:
        return costs[node.kind]

    algorithm = ALGORITHMS[algorithm_name]
    graphs = []
    for equivalent in (algorithm, *algorithm.equivalents):
        for names, graph in _allowed(equivalent, frozenset(costs), latency):
            operations = Counter((node.kind, node.bits) for _, node in graph.operations())
            graphs.append(Variant(names, graph, slope(graph, latency), operations))
    return tuple(graphs)


def pipe_groups(unit: Unit) -> list[frozenset[str]]:
    """Return the unions of the operations' pipe sets. Operations fit in a number of cycles if every such union has
    room for the operations confined to it (Hall's condition)."""
    rows = {cost.pipes for cost in unit.costs.values() if cost.pipes}
    unions: set[frozenset[str]] = set()
    for row in rows:
        unions |= {row} | {row | union for union in unions}
    return sorted(unions, key=lambda group: (len(group), sorted(group)))


def transposition(algorithm: Algorithm, unit: Unit, ways: int) -> int:
    """Return the number of shuffles that move the words of `ways` messages into lanes: log2(lanes) per register of the
    block."""
    if not unit.vector or ways == 1 or algorithm.exact_ways:
        return 0
    lanes = unit.bits // algorithm.bits
    return round(unit.registers(ways, algorithm.bits) * algorithm.block_words * log2(min(ways, lanes)))


def _limits(
    variant: Variant, algorithm: Algorithm, processor: Processor, unit: Unit, ways: int, moves: int = 0
) -> dict[str, float]:
    """Return, for each limit, the cycles that it allows for processing one block on each of `ways` chains. `moves` is
    the number of additional shuffles."""
    shuffles = transposition(algorithm, unit, ways) + moves
    work: Counter[frozenset[str]] = Counter()
    operations = shuffles
    for (kind, bits), count in variant.operations.items():
        cost = unit.cost(kind)
        instructions = count * unit.registers(ways, bits)
        operations += instructions
        work[cost.pipes] += instructions * cost.cycles  # type: ignore[assignment]
    if shuffles:
        work[unit.cost("shuffle").pipes] += shuffles * unit.cost("shuffle").cycles  # type: ignore[assignment]
    limits = {CHAIN: variant.latency}
    for group in pipe_groups(unit):
        limits["pipes " + " ".join(sorted(group))] = sum(n for pipes, n in work.items() if pipes <= group) / len(group)
    if processor.dispatch:
        limits[FRONT_END] = operations / processor.dispatch
    return limits


def _mixed(first: dict[str, float], second: dict[str, float]) -> tuple[float, str, float]:
    """Mix two graphs in shares x and 1 - x so that their largest limit is smallest; return this limit's value, its name
    and x.

    The maximum of linear functions is convex in x, so a ternary search finds its minimum.
    """

    def greatest(x: float) -> tuple[float, str]:
        return max((x * first[name] + (1 - x) * second[name], name) for name in first)

    low, high = 0.0, 1.0
    for _ in range(50):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if greatest(left)[0] <= greatest(right)[0]:
            high = right
        else:
            low = left
    x = min((0.0, 1.0, (low + high) / 2), key=lambda x: (round(greatest(x)[0], 9), x not in (0.0, 1.0)))
    return *greatest(x), x


def bound(
    algorithm: Algorithm, processor: Processor, unit_name: str, ways: int, *, worst: bool = False, moves: int = 0
) -> Bound | None:
    """Return the lower bound on one unit, or None if it cannot compute the algorithm. `moves` is the number of
    additional shuffles for all ways together."""
    unit = processor.units[unit_name]
    candidates = variants(algorithm, unit, worst=worst)
    if not candidates:
        return None
    limits = [_limits(variant, algorithm, processor, unit, ways, moves) for variant in candidates]
    cycles, limit, names = _least(candidates, limits)
    full = unit.bits // algorithm.bits if unit.vector else 1
    wide = [_limits(variant, algorithm, processor, unit, full) for variant in candidates]
    size = ways * algorithm.block_bytes
    return Bound(
        unit=unit_name,
        ways=ways,
        rewrites=names,
        cycles=cycles,
        cycles_per_byte=cycles / size,
        latency=min(row[CHAIN] for row in limits) / size,
        issue=_least(candidates, [_without_chain(row) for row in limits])[0] / size,
        lanes=_least(candidates, [_without_chain(row) for row in wide])[0] / (full * algorithm.block_bytes),
        limit=limit,
    )


def _without_chain(limits: dict[str, float]) -> dict[str, float]:
    return {name: value for name, value in limits.items() if name != CHAIN}


def _least(candidates: tuple[Variant, ...], limits: list[dict[str, float]]) -> tuple[float, str, tuple[str, ...]]:
    """Find the mixture of two graphs whose largest limit is smallest; return this limit's value, its name and the
    rewrites."""
    mixtures: list[tuple[float, str, tuple[str, ...]]] = []
    for i, first in enumerate(candidates):
        for j in range(i, len(candidates)):
            cycles, limit, share = _mixed(limits[i], limits[j])
            mixtures.append((round(cycles, 6), limit, _names(first, candidates[j], share)))
    return min(mixtures, key=lambda mixture: (mixture[0], len(mixture[2])))


def _names(first: Variant, second: Variant, share: float) -> tuple[str, ...]:
    if share == 1.0 or first is second:
        return first.names
    if share == 0.0:
        return second.names
    mixed = [name for name in {*first.names, *second.names} if (name in first.names) != (name in second.names)]
    kept = [name for name in first.names if name in second.names]
    return (*kept, *(f"{name}{SOMETIMES}" for name in sorted(mixed)))


def best(algorithm: Algorithm, processor: Processor, ways: int, *, worst: bool = False) -> Bound:
    """Return the lowest bound over the core's units."""
    bounds = [b for unit in processor.units if (b := bound(algorithm, processor, unit, ways, worst=worst))]
    return min(bounds, key=lambda b: b.cycles)


# ---- the chain ----


def chain_of(algorithm: Algorithm, processor: Processor, bound: Bound) -> ModelChain:
    """Return the critical chain of a block in the middle of a long message, with equal steps merged."""
    unit = processor.units[bound.unit]
    candidates = variants(algorithm, unit)
    variant = next((v for v in candidates if v.names == bound.rewrites), None)
    mixed = variant is None  # then show the graph with the shorter chain
    variant = variant or min(candidates, key=lambda v: v.latency)
    graph, latency = variant.graph, unit.low
    entries = entry_times(graph, latency)
    path = critical_path(graph, latency, entries)
    early = [i for i, time in enumerate(arrivals(graph, latency, entries)) if time < 0]
    return ModelChain(
        subject=algorithm.name,
        bytes=algorithm.block_bytes,
        core_cycles=variant.latency / algorithm.block_bytes,
        cpu=processor.name,
        unit=unit.name,
        mixed=mixed,
        steps=tuple(_steps_alike(graph, path, latency)),
        cycles=variant.latency,
        cycles_per_byte=variant.latency / algorithm.block_bytes,
        operations=graph.counts().total(),
        waited_for=len(path),
        early=max(len(early) - sum(node.kind in FREE for node in graph.nodes), 0),
    )


def _steps_alike(graph: Graph, path: list[int], latency: Latency) -> Iterator[ChainSteps]:
    by_step = [
        (step, tuple(ChainOperation(kind=graph.nodes[i].kind, cycles=latency(graph.nodes[i])) for i in nodes))
        for step, nodes in groupby(path, key=lambda i: graph.nodes[i].step)
    ]
    last = graph.steps()[-1]
    for operations, group in groupby(by_step, key=lambda pair: pair[1]):
        steps = [step for step, _ in group]
        yield ChainSteps(first=steps[0], last=steps[-1], end=steps == [last], operations=operations)


# ---- dedicated instructions ----

# x86's SHA extensions: SHA256RNDS2 does two rounds of SHA-256 and SHA1RNDS4 four of SHA-1. Each waits for the state
# that the previous instruction leaves; the message schedule runs in parallel.
_ROUNDS = {"sha1": ("SHA1RNDS4", 20), "sha256": ("SHA256RNDS2", 32)}  # the instruction, and its number per block


def has_dedicated_instructions(algorithm: Algorithm) -> bool:
    """Return whether some processors have dedicated instructions for the algorithm."""
    return algorithm.name in _ROUNDS


def dedicated_bound(algorithm: Algorithm, processor: Processor) -> ModelInstructions | None:
    """Return the bound for dedicated instructions; its `there` is False if the processor lacks them. Return None if no
    processor has such instructions, or if it is unknown whether this one has."""
    if not has_dedicated_instructions(algorithm) or processor.dedicated is None:
        return None
    name, count = _ROUNDS[algorithm.name]
    cost = processor.dedicated.get(algorithm.name)
    if cost is None:
        return ModelInstructions(
            subject=algorithm.name, bytes=algorithm.block_bytes, cpu=processor.name, instruction=name, there=False
        )
    return ModelInstructions(
        subject=algorithm.name,
        bytes=algorithm.block_bytes,
        core_cycles=count * cost.low / algorithm.block_bytes,
        cpu=processor.name,
        instruction=name,
        count=count,
        latency=cost.low,
        occupies=cost.cycles,
        cycles=count * cost.low,
        cycles_per_byte=count * cost.low / algorithm.block_bytes,
        together=count * cost.cycles / algorithm.block_bytes,
        source=document(cost.source),
    )


def dedicated_rows(algorithm: Algorithm, processor: Processor, clock: float) -> list[ModelInstructions]:
    """Return the row for dedicated instructions as a list, which is empty if nothing is known about them."""
    row = dedicated_bound(algorithm, processor)
    if row is None:
        return []
    if clock and row.there:
        ns = row.cycles / clock * 1e9
        row.ns = Interval(ns, ns, ns, None)
    return [row]
