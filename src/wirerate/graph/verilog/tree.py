"""The graph that hardware is made of: RFC 1810's optimised tree, every node named."""

from __future__ import annotations

from collections import Counter

from wirerate.graph import rewrites
from wirerate.graph.algorithm import Algorithm
from wirerate.graph.ir import FREE, Graph
from wirerate.graph.rfc1810 import hardware
from wirerate.graph.timing import arrivals, entry_times

_SHORT = {"logic3": "logic", "rotl": "rot", "add": "sum"}


def optimised(algorithm: Algorithm) -> Graph:
    """Three-input logic, and every sum in the order in which its terms arrive: the freshest word is added last."""
    graph = rewrites.three_input_logic(algorithm.trace())
    return named(rewrites.order_sums(graph, hardware().low, entry_times(graph, hardware().low)))


def as_written(algorithm: Algorithm) -> Graph:
    """The algorithm's text, its logic in one level (as a look-up table has it), its sums from left to right."""
    return named(rewrites.three_input_logic(algorithm.trace()))


def named(graph: Graph) -> Graph:
    """Results keep the name that the text gives them; others are named by kind and step: logic12, sum12a, rot12."""
    seen: Counter[tuple[str, int]] = Counter()
    nodes = []
    for node in graph.nodes:
        if node.kind not in FREE and not node.name:
            nth = seen[node.kind, node.step]
            seen[node.kind, node.step] += 1
            letter = "abcdefgh"[nth] if node.kind == "add" else ""
            node = node._replace(name=f"{_SHORT.get(node.kind, node.kind)}{node.step}{letter}")
        nodes.append(node)
    return Graph(tuple(nodes), graph.outputs)


def on_the_loop(graph: Graph) -> set[int]:
    """The nodes that the chain of steps waits for: no slack between when they can be there and when they must be."""
    unit = hardware().low
    times = arrivals(graph, unit, entry_times(graph, unit))
    end = max(times[i] for i in graph.outputs.values())
    needed = [end] * len(graph.nodes)
    for i in range(len(graph.nodes) - 1, -1, -1):
        node = graph.nodes[i]
        start = needed[i] - (0 if node.kind in FREE else unit(node))
        for arg in node.args:
            needed[arg] = min(needed[arg], start)
    return {i for i, node in graph.operations() if times[i] == needed[i]}
