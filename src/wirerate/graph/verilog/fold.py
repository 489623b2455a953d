# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A graph of equal steps folded into one: the template of a step, and what differs from step to step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.graph.ir import Graph, Node

WORD, CONSTANT = "x", "t"  # leaves of the template beside the state's words


@dataclass(frozen=True)
class Operation:
    """A node of the template; its operands are names of operations before it or leaves."""

    name: str
    kind: str
    operands: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """What one step puts into the template's places."""

    word: int  # of the block
    constant: int
    rotation: int
    table: int  # of the three-input logic, its operands in the template's order


@dataclass(frozen=True)
class Folded:
    """`operations` in computable order, the last one the step's result. Leaves are x, t and the state's names; after
    a step the result is the state's second word, and each other word has moved on by one, the last to the first."""

    operations: tuple[Operation, ...]
    steps: tuple[Step, ...]

    def only_from(self, *leaves: str) -> set[str]:
        """The operations that need nothing but these leaves: they can be done ahead of their step."""
        found = set(leaves)
        for operation in self.operations:
            if found.issuperset(operation.operands):
                found.add(operation.name)
        return found.difference(leaves)


def fold(graph: Graph, state: Sequence[str]) -> Folded:
    """The steps of a graph but the last (the addition of the seed). Steps of different shapes are a ValueError."""
    freshest_first = [*state[1:], state[0]]
    results = [graph.inputs[name] for name in reversed(freshest_first)]
    found = []
    for number in graph.steps()[:-1]:
        leaves = dict(zip(reversed(results[-len(state) :]), freshest_first, strict=True))
        found.append(_one(graph, number, leaves))
        results.append(max(i for i, node in graph.operations() if node.step == number))
    templates = {template for template, _ in found}
    if len(templates) != 1:
        raise ValueError("the steps of this graph have different shapes: it cannot be folded")
    return Folded(templates.pop(), tuple(step for _, step in found))


def _one(graph: Graph, number: int, leaves: dict[int, str]) -> tuple[tuple[Operation, ...], Step]:
    """One step as a template and what is its own."""
    called = dict(leaves)
    own = {"word": 0, "constant": 0, "rotation": 0, "table": 0}
    operations: list[Operation] = []
    for i, node in graph.operations():
        if node.step != number:
            continue
        for arg in node.args:
            operand = graph.nodes[arg]
            if operand.kind == "const":
                called[arg], own["constant"] = CONSTANT, operand.amount
            elif operand.kind == "input" and arg not in leaves:
                called[arg], own["word"] = WORD, int(operand.name.removeprefix(WORD))
        operands = [called[arg] for arg in node.args]
        name = f"sum{sum(operation.kind == 'add' for operation in operations) + 1}"
        if node.kind == "logic3":
            name, own["table"] = "mix", _table_in_order(node, operands)
        elif node.kind == "rotl":
            name, own["rotation"] = "rotated", node.amount
        called[i] = name
        operations.append(Operation(name, node.kind, tuple(sorted(operands))))
    return tuple(operations), Step(**own)


def _table_in_order(node: Node, operands: list[str]) -> int:
    """The truth table for the operands in alphabetical order."""
    order = sorted(range(3), key=lambda i: operands[i])
    table = 0
    for row in range(8):
        value = {old: row >> 2 - new & 1 for new, old in enumerate(order)}
        table |= (node.amount >> (4 * value[0] + 2 * value[1] + value[2]) & 1) << row
    return table
