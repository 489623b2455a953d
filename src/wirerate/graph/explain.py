"""A bound in words: the chain that a block waits for, step by step, and what would have to change."""

from __future__ import annotations

from itertools import groupby

from wirerate.graph.algorithm import Algorithm
from wirerate.graph.bounds import CHAIN, FRONT_END, SOMETIMES, Bound, variants
from wirerate.graph.costs import Core
from wirerate.graph.ir import FREE, Graph, Node
from wirerate.graph.timing import Latency, arrivals, critical_path, entry_times

WORDS = {
    "add": "add", "sub": "subtract", "add3": "add three", "addc": "add with carry", "mul": "multiply", "not": "not",
    "andn": "and-not", "orn": "or-not", "xnor": "xor-not", "logic3": "three-input logic", "rotl": "rotate",
    "shl": "shift left", "shr": "shift right", "insert": "shift and insert", "less": "compare",
}  # fmt: skip


def limit_in_words(algorithm: Algorithm, core: Core, bound: Bound) -> str:
    """The sentence that names what limits a bound."""
    block = f"{bound.cycles:.0f} cycles for {_blocks(bound.ways)} of {algorithm.block_bytes} bytes"
    if any(name.endswith(SOMETIMES) for name in bound.rewrites):
        told = "splitting more rotations would shorten the chain and overfill the pipes"
        return f"latency and issue in balance, {block}: {told}"
    if bound.limit == CHAIN:
        more = "more ways or messages" if bound.lanes < 0.95 * bound.cycles_per_byte else "a shorter chain"
        return (
            f"latency: each step waits for the one before it, {block}; the {bound.unit} unit is "
            f"{100 * bound.issue / bound.cycles_per_byte:.0f} % busy, and only {more} would fill it"
        )
    if bound.limit == FRONT_END:
        return f"front end: {core.dispatch} operations a cycle, {block}; only fewer operations would help"
    pipes = bound.limit.removeprefix("pipes ")
    full = f"keep the pipes {pipes} of the {bound.unit} unit full"
    return f"issue: {block} {full}; only fewer operations or wider lanes would help"


def _blocks(ways: int) -> str:
    return "a block" if ways == 1 else f"{ways} blocks"


def chain_in_words(algorithm: Algorithm, core: Core, bound: Bound) -> list[str]:
    """The chain of one block in the middle of a long message, steps with the same operations together."""
    unit = core.units[bound.unit]
    variant = next((v for v in variants(algorithm, unit) if v.names == bound.rewrites), None)
    heading = "The chain"
    if variant is None:  # the bound mixes two graphs; the one with the shorter chain shows what splitting is for
        variant = min(variants(algorithm, unit), key=lambda v: v.latency)
        heading = "The shortest chain"
    graph, latency = variant.graph, unit.low
    path = critical_path(graph, latency, entry_times(graph, latency))
    lines = [f"{heading} through one block on the {bound.unit} unit of {core.title}:"]
    by_step = [(step, list(nodes)) for step, nodes in groupby(path, key=lambda i: graph.nodes[i].step)]
    for words, group in groupby(by_step, key=lambda each: _words(graph, each[1], latency)):
        steps = [step for step, _ in group]
        lines.append(f"  {_range(steps, graph)}: {words}")
    per_byte = variant.latency / algorithm.block_bytes
    lines.append(f"  together {variant.latency:.0f} cycles per block, {per_byte:.3f} cycles per byte")
    waiting = _arriving_early(graph, latency)
    if waiting:
        lines.append(f"  {waiting}")
    return lines


def _words(graph: Graph, path: list[int], latency: Latency) -> str:
    nodes = [graph.nodes[i] for i in path]
    chain = ", ".join(_word(node, latency) for node in nodes)
    return f"{chain} = {_cycles(sum(latency(node) for node in nodes))}"


def _cycles(count: float) -> str:
    return "1 cycle" if count == 1 else f"{count:.0f} cycles"


def _word(node: Node, latency: Latency) -> str:
    time = latency(node)
    return WORDS.get(node.kind, node.kind) + (f" ({time:.0f})" if time != 1 else "")


def _range(steps: list[int], graph: Graph) -> str:
    if steps[-1] == graph.steps()[-1] and len(steps) == 1:
        return "the block's end"
    return f"step {steps[0]}" if len(steps) == 1 else f"steps {steps[0]} to {steps[-1]}"


def _arriving_early(graph: Graph, latency: Latency) -> str:
    """Of all operations, how many the chain waits for: the others have their result before it is needed."""
    path = critical_path(graph, latency, entry_times(graph, latency))
    total = graph.counts().total()
    early = [t for t in arrivals(graph, latency, entry_times(graph, latency)) if t < 0]
    known = len(early) - sum(1 for node in graph.nodes if node.kind in FREE)
    before = f", {known} of them before the block before has ended" if known > 0 else ""
    return f"the other {total - len(path)} of {total} operations are done beside it{before}"
