# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The graph that hardware is made of, RFC 1810's optimised tree: every node named, and as a Verilog expression."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations, product

from wirerate.graph import rewrites
from wirerate.graph.algorithm import Algorithm
from wirerate.graph.ir import FREE, Graph, Node
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


# ---- expressions ----

_BINARY = {"add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^"}

# Three-input functions that have a form of their own; every other one is written as the sum of its products.
_FORMS: dict[str, Callable[[int, int, int], int]] = {
    "({0} & {1}) | (~{0} & {2})": lambda x, y, z: y if x else z,
    "{0} ^ {1} ^ {2}": lambda x, y, z: x ^ y ^ z,
    "{0} ^ ({1} | ~{2})": lambda x, y, z: x ^ (y | 1 - z),
    "({0} & {1}) | ({0} & {2}) | ({1} & {2})": lambda x, y, z: int(x + y + z > 1),
}


def expression(node: Node, operands: Sequence[str]) -> str:
    """What the node computes of operands that are names or constants."""
    if node.kind == "logic3":
        return logic3(node.amount).format(*operands)
    if node.kind == "not":
        return f"~{operands[0]}"
    if node.kind == "rotl":
        return rotated(operands[0], node.amount, node.bits)
    return f" {_BINARY[node.kind]} ".join(operands)


def rotated(name: str, count: int, bits: int = 32) -> str:
    """A rotation left: in hardware, wires."""
    return f"{{{name}[{bits - count - 1}:0], {name}[{bits - 1}:{bits - count}]}}"


def constant(value: int, bits: int = 32) -> str:
    return f"{bits}'h{value:0{-(-bits // 4)}x}"


@cache
def logic3(table: int) -> str:
    """A truth table (bit 4x+2y+z is the value at x, y, z) as an expression with places for x, y and z."""
    rows = list(product((0, 1), repeat=3))
    for form, value in _FORMS.items():
        for order in permutations(range(3)):
            if all(value(*(row[i] for i in order)) == table >> number & 1 for number, row in enumerate(rows)):
                return form.format(*(f"{{{i}}}" for i in order))
    products = [
        " & ".join(f"{'' if bit else '~'}{{{i}}}" for i, bit in enumerate(row))
        for number, row in enumerate(rows)
        if table >> number & 1
    ]
    return " | ".join(f"({each})" for each in products) or "32'h0"
