# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The graph that hardware is made of, RFC 1810's optimised tree: every node named, logic inside the additions that can
absorb it, and each as a Verilog expression."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import permutations, product

from wirerate.graph import rewrites
from wirerate.graph.algorithm import FREE, Algorithm, Builder, Graph, Node
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


# ---- a step's logic inside the addition that it feeds ----

# An ECP5 adds in look-up tables of four inputs, and an addition of two words leaves two inputs free: a function of
# three words goes in with the word that it is added to, at no cost. Synthesis does not see it. The table also makes
# the carry: where it gives 0 the carry is what it gives, for the same first two inputs, with the others 0. So the
# function must be 0 wherever its last two words are, whatever its first: an order of operands, a complement kept
# beside the word, or, for an exclusive or of three, two of them put together a clock before.
XOR = 0x96
PAIR = 0x66  # the exclusive or of the last two of three words
MACRO = "ECP5"


def prepared(graph: Graph) -> Graph:
    """The graph with every three-input function that one addition takes in a form that the addition can absorb."""
    users = graph.users()
    builder = Builder()
    where: list[int] = []
    for i, node in enumerate(graph.nodes):
        args = tuple(where[arg] for arg in node.args)
        if node.kind == "logic3" and [graph.nodes[user].kind for user in users[i]] == ["add"]:
            where.append(_fitted(builder, node._replace(args=args)))
        else:
            where.append(builder.add(node._replace(args=args)))
    return builder.graph({name: where[i] for name, i in graph.outputs.items()})


def absorbed_table(node: Node) -> int | None:
    """The truth table of what an addition can absorb (bit 4x+2y+z); None for another node."""
    if node.kind == "xor":
        return PAIR
    return node.amount if node.kind == "logic3" and not node.amount & 0b10001 else None


def _fitted(builder: Builder, node: Node) -> int:
    """The freshest word goes last if it can (that input is the fastest), and is never complemented: it comes too late
    for that."""
    fresh = max(node.args, key=lambda arg: builder.nodes[arg].step)
    orders = sorted(permutations(range(3)), key=lambda order: -order.index(node.args.index(fresh)))
    for inverted in ((), *((k,) for k in range(3) if node.args[k] != fresh)):
        for order in orders:
            amount = _reordered(node.amount, order, inverted)
            if not amount & 0b10001:
                args = [_complement(builder, node, k) if k in inverted else node.args[k] for k in order]
                return builder.add(node._replace(args=tuple(args), amount=amount))
    assert node.amount == XOR, "no order of operands lets the addition absorb this function"
    first, second = (arg for arg in node.args if arg != fresh)
    pair = builder.add(Node("xor", (first, second), node.bits, 0, f"pair{node.step}", node.step))
    return builder.add(Node("xor", (pair, fresh), node.bits, 0, node.name, node.step))


def _complement(builder: Builder, node: Node, k: int) -> int:
    return builder.add(Node("not", (node.args[k],), node.bits, 0, f"not{node.step}", node.step))


def _reordered(amount: int, order: tuple[int, ...], inverted: tuple[int, ...]) -> int:
    """The table for operands in another order, some of them given as complements."""
    found = 0
    for row, bits in enumerate(product((0, 1), repeat=3)):
        given = [0, 0, 0]
        for place, k in enumerate(order):
            given[k] = bits[place] ^ (k in inverted)
        found |= (amount >> (4 * given[0] + 2 * given[1] + given[2]) & 1) << row
    return found


MODULE = f"""\
// word + f(x, y, z), f by its truth table (bit 4x+2y+z), which is 0 where y and z are. With {MACRO} defined, f is in
// the tables of the carry chain itself.
module logic_add #(parameter [7:0] TABLE = 8'h00) (
    input  wire [31:0] word, x, y, z,
    output wire [31:0] sum
);
    genvar i;
`ifdef {MACRO}
    localparam [15:0] INIT = {{~TABLE[7], TABLE[7], ~TABLE[3], TABLE[3], ~TABLE[5], TABLE[5], ~TABLE[1], TABLE[1],
        ~TABLE[6], TABLE[6], ~TABLE[2], TABLE[2], ~TABLE[4], TABLE[4], ~TABLE[0], TABLE[0]}};
    wire [16:0] carry;
    assign carry[0] = 1'b0;
    generate for (i = 0; i < 16; i = i + 1) begin : pair
        CCU2C #(.INIT0(INIT), .INIT1(INIT), .INJECT1_0("NO"), .INJECT1_1("NO")) bits (
            .CIN(carry[i]), .COUT(carry[i + 1]),
            .A0(word[2 * i]), .B0(x[2 * i]), .C0(y[2 * i]), .D0(z[2 * i]), .S0(sum[2 * i]),
            .A1(word[2 * i + 1]), .B1(x[2 * i + 1]), .C1(y[2 * i + 1]), .D1(z[2 * i + 1]), .S1(sum[2 * i + 1])
        );
    end endgenerate
`else
    wire [31:0] value;
    generate for (i = 0; i < 32; i = i + 1) begin : bit_of
        assign value[i] = TABLE[{{x[i], y[i], z[i]}}];
    end endgenerate
    assign sum = word + value;
`endif
endmodule
"""


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
