# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Internet checksum by partial sums: RFC 1810's example of what hardware does without effort."""

from __future__ import annotations

from wirerate.graph.algorithm import Algorithm
from wirerate.graph.rewrites import carry_in_the_adder

SUMS = (1, 4, 16)


def latency(sums: int) -> int:
    """Clocks from the last word to the checksum: the sum, its two halves added, a tree, two folds."""
    return 4 + (sums - 1).bit_length()


def verilog(algorithm: Algorithm, module: str, sums: int) -> str:
    """`sums` words per clock, each added to a partial sum of its own; a sum's carry comes around one word later, as a
    bit below both operands, so that one adder does."""
    kinds = {node.kind for _, node in carry_in_the_adder(algorithm.trace()).operations()}
    assert kinds == {"addc"}  # the graph is nothing but additions with the carry brought around
    lines = []
    for i in range(sums):
        word = f"words[{32 * i + 31}:{32 * i}]"
        lines += [
            f"    reg  [32:0] sum{i};",
            f"    wire [32:0] kept{i} = first ? 33'h0 : sum{i};",
            f"    wire [33:0] added{i} = {{{word}, kept{i}[32]}} + {{kept{i}[31:0], kept{i}[32]}};",
            f"    always @(posedge clk) sum{i} <= added{i}[33:1];",
        ]
    lines += ["", "    // both halves of each sum, then pairs, then the carries twice"]
    names, width, level = [], 17, 0
    for i in range(sums):
        names.append(f"halves{i}")
        carry = f"sum{i}[32]"
        lines += [
            f"    wire [{width}:0] folded{i} = {{sum{i}[31:16], {carry}}} + {{sum{i}[15:0], {carry}}};",
            f"    reg  [{width - 1}:0] halves{i};",
            f"    always @(posedge clk) halves{i} <= folded{i}[{width}:1];",
        ]
    while len(names) > 1:
        level, width, pairs = level + 1, width + 1, list(zip(names[::2], names[1::2], strict=True))
        names = [f"level{level}_{i}" for i in range(len(pairs))]
        for name, (one, other) in zip(names, pairs, strict=True):
            lines += [f"    reg  [{width - 1}:0] {name};", f"    always @(posedge clk) {name} <= {one} + {other};"]
    lines += [
        "    reg  [16:0] once;",
        f"    always @(posedge clk) once <= {names[0]}[15:0] + {names[0]}[{width - 1}:16];",
        "    always @(posedge clk) checksum <= ~(once[15:0] + once[16]);",
    ]
    body = "\n".join(lines)
    many = f"{sums} partial sums" if sums > 1 else "one sum"
    return f"""\
// {algorithm.title[0].upper()}{algorithm.title[1:]} ({algorithm.source}) by {many}: {32 * sums} bits every clock.
// A message is filled with zeros to whole clocks.
module {module} (
    input  wire        clk,
    input  wire        first,   // of its message
    input  wire        last,
    input  wire [{32 * sums - 1}:0] words,   // in network order, the first word in the lowest bits
    output reg  [15:0] checksum,
    output wire        done     // {latency(sums)} clocks after last
);
    reg  [{latency(sums) - 1}:0] on_its_way = 0;
    always @(posedge clk) on_its_way <= {{on_its_way, last}};
    assign done = on_its_way[{latency(sums) - 1}];

{body}
endmodule
"""
