"""A node of a graph as a Verilog expression."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations, product

from wirerate.graph.ir import Node

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
