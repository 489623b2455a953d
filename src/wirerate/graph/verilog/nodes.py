# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Prepare graphs for hardware: name every node, move logic into additions, and write nodes as Verilog expressions."""

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
    """Return RFC 1810's optimized tree: three-input logic, and sums that add the latest word last."""
    graph = rewrites.three_input_logic(algorithm.trace())
    return named(rewrites.order_sums(graph, hardware().low, entry_times(graph, hardware().low)))


def as_written(algorithm: Algorithm) -> Graph:
    """Return the algorithm as written, with sums from left to right and logic in one lookup table."""
    return named(rewrites.three_input_logic(algorithm.trace()))


def named(graph: Graph) -> Graph:
    """Name unnamed nodes by kind and step, such as logic12, sum12a or rot12."""
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
    """Return the nodes on the critical chain, which have no slack."""
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


# ---- logic inside additions ----

# ECP5 adds with 4-input lookup tables, and an addition of two words leaves two inputs free. So a function of three
# words fits into the addition of its result to another word, which synthesis does not detect. The table also computes
# the carry, which only works if the function is 0 whenever its last two words are 0. To meet that condition, operands
# are reordered or complemented, or, if the function is the exclusive or of three words, two of the words are combined
# one clock earlier.
XOR = 0x96
PAIR = 0x66  # exclusive or of the last two of three words
MACRO = "ECP5"


def prepared(graph: Graph) -> Graph:
    """Rewrite every three-input function that only one addition uses, so that the addition can absorb it."""
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
    """Return the truth table (bit 4x+2y+z) of a node that an addition can absorb, else None."""
    if node.kind == "xor":
        return PAIR
    return node.amount if node.kind == "logic3" and not node.amount & 0b10001 else None


def _fitted(builder: Builder, node: Node) -> int:
    """Add an equivalent of a three-input function that an addition can absorb, and return its position. The latest word
    goes to the last input, the fastest, if possible; it is never complemented, because that would delay it."""
    latest = max(node.args, key=lambda arg: builder.nodes[arg].step)
    orders = sorted(permutations(range(3)), key=lambda order: -order.index(node.args.index(latest)))
    for inverted in ((), *((k,) for k in range(3) if node.args[k] != latest)):
        for order in orders:
            amount = _reordered(node.amount, order, inverted)
            if not amount & 0b10001:
                args = [_complement(builder, node, k) if k in inverted else node.args[k] for k in order]
                return builder.add(node._replace(args=tuple(args), amount=amount))
    assert node.amount == XOR, "no order of operands lets the addition absorb this function"
    first, second = (arg for arg in node.args if arg != latest)
    pair = builder.add(Node("xor", (first, second), node.bits, 0, f"pair{node.step}", node.step))
    return builder.add(Node("xor", (pair, latest), node.bits, 0, node.name, node.step))


def _complement(builder: Builder, node: Node, k: int) -> int:
    return builder.add(Node("not", (node.args[k],), node.bits, 0, f"not{node.step}", node.step))


def _reordered(amount: int, order: tuple[int, ...], inverted: tuple[int, ...]) -> int:
    """Return the truth table for reordered operands, some of them complemented."""
    table = 0
    for row, bits in enumerate(product((0, 1), repeat=3)):
        values = [0, 0, 0]
        for place, k in enumerate(order):
            values[k] = bits[place] ^ (k in inverted)
        table |= (amount >> (4 * values[0] + 2 * values[1] + values[2]) & 1) << row
    return table


MODULE = f"""\
// word + f(x, y, z), with f's truth table (bit 4x+2y+z); f is 0 if y and z are 0. With {MACRO} defined, f is computed
// in the lookup tables of the carry chain.
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

# Short forms of some three-input functions; all others are written as sums of products.
_FORMS: dict[str, Callable[[int, int, int], int]] = {
    "({0} & {1}) | (~{0} & {2})": lambda x, y, z: y if x else z,
    "{0} ^ {1} ^ {2}": lambda x, y, z: x ^ y ^ z,
    "{0} ^ ({1} | ~{2})": lambda x, y, z: x ^ (y | 1 - z),
    "({0} & {1}) | ({0} & {2}) | ({1} & {2})": lambda x, y, z: int(x + y + z > 1),
}


def expression(node: Node, operands: Sequence[str]) -> str:
    """Return the node's Verilog expression; operands are names or constants."""
    if node.kind == "logic3":
        return logic3(node.amount).format(*operands)
    if node.kind == "not":
        return f"~{operands[0]}"
    if node.kind == "rotl":
        return rotated(operands[0], node.amount, node.bits)
    return f" {_BINARY[node.kind]} ".join(operands)


def rotated(name: str, count: int, bits: int = 32) -> str:
    """Return a rotation left, which is only wires."""
    return f"{{{name}[{bits - count - 1}:0], {name}[{bits - 1}:{bits - count}]}}"


def constant(value: int, bits: int = 32) -> str:
    return f"{bits}'h{value:0{-(-bits // 4)}x}"


@cache
def logic3(table: int) -> str:
    """Return a truth table (bit 4x+2y+z) as a Verilog expression with placeholders for x, y and z."""
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
    return " | ".join(f"({term})" for term in products) or "32'h0"
