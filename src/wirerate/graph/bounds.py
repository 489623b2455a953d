# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a processor's latencies, pipes and lanes allow at best, whoever writes the code; and the chain that a block
waits for.

For every set of rewrites that a unit allows there is a graph, and from it two kinds of limits on the cycles per
block: the latency of the chain through the state, and for every group of pipes the operations that only they can do.
K ways share the chain's latency and multiply the operations. Code may take one graph for some steps and another for
others; the bound is therefore the least over mixtures of two graphs of the greatest limit.

Not modelled: loads and stores, moves, the scheduler's and the register file's size, several units used at once, and
instructions for one algorithm (SHA extensions, carry-less multiplication). What they lack can only make a bound too
low, but for the last two, which can beat it.
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

Operations = Counter[tuple[str, int]]  # (kind, bits) -> how many per block

CHAIN, FRONT_END = "latency", "front end"
SELECT = "selection by addition"
SPLIT = "rotation split in two shifts"
ADD3 = "three-operand addition"
SHARED = "shared sums added up anew"
SOMETIMES = " in some steps"


@dataclass(frozen=True)
class Variant:
    """One graph that a unit can compute: which rewrites made it, the chain's cycles per block, its operations."""

    names: tuple[str, ...]
    graph: Graph
    latency: float
    operations: Operations


def _allowed(algorithm: Algorithm, kinds: frozenset[str], latency: Latency) -> Iterator[tuple[tuple[str, ...], Graph]]:
    """The graphs that a unit with these operations can compute, each with the names of its rewrites."""
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
    def timed(node: Node) -> float:  # a rotation that the unit lacks is still there to be split
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
    """Every graph that the unit allows, timed at its best latencies (or its worst); none if it lacks an operation."""
    latencies = {kind: cost.high if worst else cost.low for kind, cost in unit.costs.items()}
    if "select" in latencies and "logic3" not in latencies:
        latencies["logic3"] = latencies["select"]
    return _variants(algorithm.name, tuple(sorted(latencies.items())))


@cache
def _variants(algorithm_name: str, latencies: tuple[tuple[str, float], ...]) -> tuple[Variant, ...]:
    """Units with the same operations and latencies (a core's xmm, ymm and zmm, mostly) have the same graphs."""
    costs = dict(latencies)

    def latency(node: Node) -> float:
        return costs[node.kind]

    algorithm = ALGORITHMS[algorithm_name]
    found = []
    for text in (algorithm, *algorithm.equivalents):
        for names, graph in _allowed(text, frozenset(costs), latency):
            operations = Counter((node.kind, node.bits) for _, node in graph.operations())
            found.append(Variant(names, graph, slope(graph, latency), operations))
    return tuple(found)


def pipe_groups(unit: Unit) -> list[frozenset[str]]:
    """All sets of pipes that some operations cannot leave: unions of the rows' sets. Hall's condition on each of them
    is what makes a list of operations fit into a number of cycles."""
    rows = {cost.pipes for cost in unit.costs.values() if cost.pipes}
    unions: set[frozenset[str]] = set()
    for row in rows:
        unions |= {row} | {row | union for union in unions}
    return sorted(unions, key=lambda group: (len(group), sorted(group)))


def transposition(algorithm: Algorithm, unit: Unit, ways: int) -> int:
    """Shuffles that bring the words of `ways` messages into lanes: log2(lanes) for each register of the block."""
    if not unit.vector or ways == 1 or algorithm.exact_ways:
        return 0
    lanes = unit.bits // algorithm.bits
    return round(unit.registers(ways, algorithm.bits) * algorithm.block_words * log2(min(ways, lanes)))


def _limits(
    variant: Variant, algorithm: Algorithm, processor: Processor, unit: Unit, ways: int, moves: int = 0
) -> dict[str, float]:
    """Cycles for one block of every way, by each limit alone; `moves`: shuffles that the graph lacks."""
    shuffles = transposition(algorithm, unit, ways) + moves
    work: Counter[frozenset[str]] = Counter()
    operations = shuffles
    for (kind, bits), count in variant.operations.items():
        cost = unit.cost(kind)
        many = count * unit.registers(ways, bits)
        operations += many
        work[cost.pipes] += many * cost.cycles  # type: ignore[assignment]
    if shuffles:
        work[unit.cost("shuffle").pipes] += shuffles * unit.cost("shuffle").cycles  # type: ignore[assignment]
    limits = {CHAIN: variant.latency}
    for group in pipe_groups(unit):
        limits["pipes " + " ".join(sorted(group))] = sum(n for pipes, n in work.items() if pipes <= group) / len(group)
    if processor.dispatch:
        limits[FRONT_END] = operations / processor.dispatch
    return limits


def _mixed(first: dict[str, float], second: dict[str, float]) -> tuple[float, str, float]:
    """The least greatest limit of x parts of the first and 1 - x of the second graph: the value, which limit, and x.

    The greatest of linear functions is convex in x, so a ternary search finds its least.
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
    """The least cycles per byte on one unit; None where it cannot compute the algorithm. `moves`: shuffles for all ways
    beside what the graph has."""
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
        latency=min(each[CHAIN] for each in limits) / size,
        issue=_least(candidates, [_without_chain(each) for each in limits])[0] / size,
        lanes=_least(candidates, [_without_chain(each) for each in wide])[0] / (full * algorithm.block_bytes),
        limit=limit,
    )


def _without_chain(limits: dict[str, float]) -> dict[str, float]:
    return {name: value for name, value in limits.items() if name != CHAIN}


def _least(candidates: tuple[Variant, ...], limits: list[dict[str, float]]) -> tuple[float, str, tuple[str, ...]]:
    """Over all mixtures of two graphs: the least greatest limit, which it is, and the rewrites used."""
    found: list[tuple[float, str, tuple[str, ...]]] = []
    for i, first in enumerate(candidates):
        for j in range(i, len(candidates)):
            cycles, limit, share = _mixed(limits[i], limits[j])
            found.append((round(cycles, 6), limit, _names(first, candidates[j], share)))
    return min(found, key=lambda each: (each[0], len(each[2])))


def _names(first: Variant, second: Variant, share: float) -> tuple[str, ...]:
    if share == 1.0 or first is second:
        return first.names
    if share == 0.0:
        return second.names
    mixed = [name for name in {*first.names, *second.names} if (name in first.names) != (name in second.names)]
    kept = [name for name in first.names if name in second.names]
    return (*kept, *(f"{name}{SOMETIMES}" for name in sorted(mixed)))


def best(algorithm: Algorithm, processor: Processor, ways: int, *, worst: bool = False) -> Bound:
    """The least bound over the core's units."""
    found = [b for unit in processor.units if (b := bound(algorithm, processor, unit, ways, worst=worst))]
    return min(found, key=lambda b: b.cycles)


# ---- the chain ----


def chain_of(algorithm: Algorithm, processor: Processor, bound: Bound) -> ModelChain:
    """The chain of one block in the middle of a long message, steps with the same operations together."""
    unit = processor.units[bound.unit]
    candidates = variants(algorithm, unit)
    variant = next((v for v in candidates if v.names == bound.rewrites), None)
    mixed = variant is None  # the one with the shorter chain shows what splitting is for
    variant = variant or min(candidates, key=lambda v: v.latency)
    graph, latency = variant.graph, unit.low
    at = entry_times(graph, latency)
    path = critical_path(graph, latency, at)
    early = [i for i, time in enumerate(arrivals(graph, latency, at)) if time < 0]
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
    for operations, group in groupby(by_step, key=lambda each: each[1]):
        steps = [step for step, _ in group]
        yield ChainSteps(first=steps[0], last=steps[-1], end=steps == [last], operations=operations)


# ---- instructions made for one algorithm ----

# A block's rounds, one instruction after the other: x86's SHA extensions do two rounds of SHA-256 (SHA256RNDS2) or four
# of SHA-1 (SHA1RNDS4), each waiting for the state that the one before it left. The message schedule runs beside them.
_ROUNDS = {"sha1": ("SHA1RNDS4", 20), "sha256": ("SHA256RNDS2", 32)}  # and how many of them a block takes


def are_asked_about(algorithm: Algorithm) -> bool:
    """Whether some processors have instructions of the algorithm's own."""
    return algorithm.name in _ROUNDS


def own_bound(algorithm: Algorithm, about: Processor) -> ModelInstructions | None:
    """None where nothing is known of them; of a processor that has none, they are not `there`."""
    if not are_asked_about(algorithm) or about.own is None:
        return None
    name, count = _ROUNDS[algorithm.name]
    cost = about.own.get(algorithm.name)
    if cost is None:
        return ModelInstructions(
            subject=algorithm.name, bytes=algorithm.block_bytes, cpu=about.name, instruction=name, there=False
        )
    return ModelInstructions(
        subject=algorithm.name,
        bytes=algorithm.block_bytes,
        core_cycles=count * cost.low / algorithm.block_bytes,
        cpu=about.name,
        instruction=name,
        count=count,
        latency=cost.low,
        occupies=cost.cycles,
        cycles=count * cost.low,
        cycles_per_byte=count * cost.low / algorithm.block_bytes,
        together=count * cost.cycles / algorithm.block_bytes,
        source=document(cost.source),
    )


def own_rows(algorithm: Algorithm, about: Processor, clock: float) -> list[ModelInstructions]:
    """The row that stands beside the bounds by general instructions; none where there is nothing to say."""
    found = own_bound(algorithm, about)
    if found is None:
        return []
    if clock and found.there:
        ns = found.cycles / clock * 1e9
        found.ns = Interval(ns, ns, ns, None)
    return [found]
