# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Pipelines: a block's graph, cut into clocks. In every clock, the pipeline takes a block of another lane.

A lane's digest is the initial state of its next block, so a pipeline of K clocks processes K messages at once: the
chains of RFC 1810's K-way MD5, or K packets with plain MD5.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from fractions import Fraction

from wirerate.graph.algorithm import FREE, Algorithm, Graph
from wirerate.graph.verilog.nodes import (
    MODULE,
    absorbed_table,
    constant,
    expression,
    on_the_loop,
    optimised,
    prepared,
)

CUTS = tuple(Fraction(text) for text in ("1/4", "1/2", "1", "2", "3"))  # register cuts per step
LOAD = 2  # clocks before the first step, which add its message word, constant and word of the state
WEIGHT = {"logic3": 1, "xor": 1, "not": 1, "add": 4, "rotl": 0}  # delay in quarters of an addition, measured on ECP5
STEP = WEIGHT["logic3"] + 2 * WEIGHT["add"]

# The delay that fits between two registers: whole steps, logic and an addition, or one operation.
_ROOM = {cuts: STEP // cuts for cuts in CUTS if cuts <= 1} | {
    Fraction(2): WEIGHT["logic3"] + WEIGHT["add"],
    Fraction(3): WEIGHT["add"],
}

_FEWEST_IN_RAM = 4  # from this many clocks of delay, LUT RAM is smaller than registers
_MOST_IN_RAM = 17  # 16 words of a LUT RAM and the register behind it


@dataclass(frozen=True)
class Pipeline:
    """The clock in which every node is computed. Clock 0 is the first step's; the block arrives `LOAD` clocks
    earlier."""

    algorithm: Algorithm
    graph: Graph
    cuts: Fraction
    clock: tuple[int, ...]  # by node; meaningless for constants
    last: int  # clock of the final additions
    absorbing: bool = False  # whether additions include the logic before them

    @property
    def lanes(self) -> int:
        """The number of lanes: the clocks between two blocks of a lane, because a digest is the next block's initial
        state."""
        return LOAD + self.last + 1


def pipeline(algorithm: Algorithm, cuts: Fraction) -> Pipeline:
    """Schedule every node as late as possible, which keeps delays short. Nodes off the critical chain are scheduled one
    clock earlier, unless several steps share a clock."""
    # With three clocks per step, logic has its own clock; with less than one, additions follow one another.
    absorbing = cuts in (1, 2)
    graph = prepared(optimised(algorithm)) if absorbing else optimised(algorithm)
    loop = on_the_loop(graph)
    final = max(graph.steps())
    last = int(final * cuts)
    room = int(_ROOM[cuts])
    deadline = [(last, room)] * len(graph.nodes)  # a clock, and the time from its start in quarters of an addition
    clock = [0] * len(graph.nodes)
    for i in range(len(graph.nodes) - 1, -1, -1):
        node = graph.nodes[i]
        if node.kind in FREE:
            clock[i] = -LOAD
            continue
        at, end = deadline[i]
        if node.step < final and at == last:
            at, end = last - 1, room
        if cuts >= 1 and i not in loop and node.step < final and end < room:
            at, end = at - 1, room
        start = end - WEIGHT[node.kind]
        if start < 0:
            at, start = at - 1, room - WEIGHT[node.kind]
        clock[i] = at
        for arg in node.args:
            deadline[arg] = min(deadline[arg], (at, start))
    return Pipeline(algorithm, graph, cuts, tuple(clock), last, absorbing)


# ---- Verilog ----


@dataclass
class _Clock:
    """The Verilog lines of one clock."""

    wires: list[str] = field(default_factory=list)
    registers: list[str] = field(default_factory=list)  # assigned at the end of the clock
    delays: list[str] = field(default_factory=list)


def module_name(pipe: Pipeline) -> str:
    return f"{pipe.algorithm.name}_{pipe.lanes}"


def verilog(pipe: Pipeline) -> str:
    """Return the core's module. A word that is used d clocks later is named word_d there."""
    words = pipe.algorithm.block_words
    clocks: dict[int, _Clock] = defaultdict(_Clock)
    for name, born, delays in _waits(pipe):
        _carry(clocks, name, born, delays)
    absorbed = _absorbed(pipe) if pipe.absorbing else {}
    apart = _apart(pipe, absorbed.keys())
    for i, node in pipe.graph.operations():
        if i in absorbed:
            clocks[pipe.clock[i]].wires += _sum(pipe, i, absorbed[i])
        elif i not in absorbed.values():
            keep = "(* keep *) " if i in apart else ""
            clocks[pipe.clock[i]].wires.append(
                f"{keep}wire [31:0] {node.name} = {expression(node, _operands(pipe, i))};"
            )
    sections = []
    for number in sorted(clocks):
        sections += ["", f"    // clock {number}{_steps(pipe, number)}", *_section(clocks[number])]
    state = pipe.algorithm.state
    results = {name: pipe.graph.nodes[pipe.graph.outputs[name]].name for name in state}
    return "\n".join(
        [
            *_heading(pipe),
            f"module {module_name(pipe)} (",
            "    input  wire         clk,",
            "    input  wire         first,   // high with the first block of a message",
            f"    input  wire [{32 * words - 1}:0] block,   // x0 in the lowest bits",
            f"    output wire [{32 * len(state) - 1}:0] digest   // for the block {pipe.lanes} clocks earlier, "
            f"{state[0]} in the lowest bits",
            ");",
            *(f"    wire [31:0] x{i} = block[{32 * i + 31}:{32 * i}];" for i in range(words)),
            "",
            "    // a lane's digest is the initial state of its next block",
            f"    reg  [31:0] {', '.join(f'{results[name]}_1' for name in state)};",
            f"    assign digest = {{{', '.join(f'{results[name]}_1' for name in reversed(state))}}};",
            *(
                f"    wire [31:0] {name} = first ? {constant(value)} : {results[name]}_1;"
                for name, value in zip(state, pipe.algorithm.initial, strict=True)
            ),
            *sections,
            "",
            f"    always @(posedge clk) {{{', '.join(f'{results[name]}_1' for name in state)}}} <=",
            f"        {{{', '.join(results[name] for name in state)}}};",
            "endmodule",
            "",
            DELAY,
            *(["", MODULE] if pipe.absorbing else []),
        ]
    )


# 4-input lookup tables: an adder with both ends of its carry chain; a word's logic; a delay ring with its write logic
# and counter.
_ADDER, _LOGIC, _RING = 36, 32, 54


def luts(pipe: Pipeline) -> int:
    """Count the pipeline's lookup tables, within a few per cent of the number after synthesis."""
    absorbed = len(_absorbed(pipe)) if pipe.absorbing else 0
    operations = [node.kind for _, node in pipe.graph.operations()]
    logic = sum(kind in ("logic3", "xor", "not") for kind in operations) - absorbed
    clocks: dict[int, _Clock] = defaultdict(_Clock)
    for name, born, delays in _waits(pipe):
        _carry(clocks, name, born, delays)
    rings = sum(line.startswith("delay ") for clock in clocks.values() for line in clock.delays)
    return _ADDER * operations.count("add") + _LOGIC * logic + _RING * rings


DELAY = """\
// Delay a word by CLOCKS: a ring in LUT RAM, read before it is written, followed by a register.
module delay #(parameter CLOCKS = 4) (
    input  wire        clk,
    input  wire [31:0] in,
    output reg  [31:0] out
);
    (* ram_style = "distributed" *) reg [31:0] ring [0:CLOCKS - 2];
    reg [3:0] place = 0;
    always @(posedge clk) begin
        out         <= ring[place];
        ring[place] <= in;
        place       <= place == CLOCKS - 2 ? 0 : place + 1;
    end
endmodule
"""


def _heading(pipe: Pipeline) -> list[str]:
    cuts = pipe.cuts
    per = f"{cuts} register{'s' if cuts > 1 else ''} per step" if cuts >= 1 else f"{1 / cuts} steps per clock"
    return [
        f"// {pipe.algorithm.title} ({pipe.algorithm.source}), {pipe.lanes} lanes, {per}: a block enters every clock.",
        f"// A lane's next block enters exactly {pipe.lanes} clocks after its previous one.",
    ]


def _absorbed(pipe: Pipeline) -> dict[int, int]:
    """Return the additions that include logic, with the logic node."""
    users = pipe.graph.users()
    absorbed = {}
    for i, node in pipe.graph.operations():
        if absorbed_table(node) is not None and len(users[i]) == 1 and pipe.graph.nodes[users[i][0]].kind == "add":
            (user,) = users[i]
            if pipe.clock[user] == pipe.clock[i]:
                absorbed[user] = i
    return absorbed


def _apart(pipe: Pipeline, absorbing: Set[int]) -> set[int]:
    """Return the additions whose only use is another plain addition in the same clock. Synthesis would merge the two
    into one addition of three words, with 64 lookup tables before the carry chain instead of a second chain of 36."""
    nodes, users = pipe.graph.nodes, pipe.graph.users()
    return {
        i
        for i, node in pipe.graph.operations()
        if node.kind == "add"
        and [(nodes[user].kind, pipe.clock[user]) for user in users[i]] == [("add", pipe.clock[i])]
        and users[i][0] not in absorbing
    }


def _sum(pipe: Pipeline, i: int, logic: int) -> list[str]:
    """Return Verilog for addition `i` including its logic node."""
    node, inner = pipe.graph.nodes[i], pipe.graph.nodes[logic]
    places = dict(zip(node.args, _operands(pipe, i), strict=True))
    (word,) = (name for arg, name in places.items() if arg != logic)
    x, y, z = [constant(0)] * (3 - len(inner.args)) + _operands(pipe, logic)
    return [
        f"wire [31:0] {node.name};",
        f"logic_add #(.TABLE(8'h{absorbed_table(inner):02x})) {inner.name} "
        f"(.word({word}), .x({x}), .y({y}), .z({z}), .sum({node.name}));",
    ]


def _operands(pipe: Pipeline, i: int) -> list[str]:
    """Return the names of a node's operands in its clock."""
    names = []
    for arg in pipe.graph.nodes[i].args:
        node = pipe.graph.nodes[arg]
        waited = pipe.clock[i] - pipe.clock[arg]
        name = node.name if waited == 0 else f"{node.name}_{waited}"
        names.append(constant(node.amount, node.bits) if node.kind == "const" else name)
    return names


def _waits(pipe: Pipeline) -> Iterable[tuple[str, int, list[int]]]:
    """Yield every word that is used in later clocks: its name, its clock and the delays in clocks."""
    for i, users in enumerate(pipe.graph.users()):
        node = pipe.graph.nodes[i]
        delays = sorted({pipe.clock[user] - pipe.clock[i] for user in users} - {0})
        if delays and node.kind != "const":
            yield node.name, pipe.clock[i], delays


def _carry(clocks: dict[int, _Clock], name: str, born: int, delays: list[int]) -> None:
    """Add registers for short delays and LUT RAM for long ones, chained one after another."""

    def delayed(waited: int) -> str:
        return f"{name}_{waited}" if waited else name

    have = 0
    for wanted in delays:
        while have < wanted:
            if wanted - have < _FEWEST_IN_RAM:
                clocks[born + have].registers.append(f"{delayed(have + 1)} <= {delayed(have)};")
                have += 1
                continue
            pieces = -(-(wanted - have) // _MOST_IN_RAM)
            length = -(-(wanted - have) // pieces)
            source, have = delayed(have), have + length
            clocks[born + have - length].delays += [
                f"wire [31:0] {delayed(have)};",
                f"delay #(.CLOCKS({length})) delay_{delayed(have)} (.clk(clk), .in({source}), .out({delayed(have)}));",
            ]


def _section(clock: _Clock) -> list[str]:
    lines = [f"    {line}" for line in clock.wires]
    if clock.registers:
        names = [line.partition(" <=")[0] for line in clock.registers]
        lines.append(f"    reg  [31:0] {', '.join(names)};")
        lines += ["    always @(posedge clk) begin", *(f"        {line}" for line in clock.registers), "    end"]
    return lines + [f"    {line}" for line in clock.delays]


def _steps(pipe: Pipeline, number: int) -> str:
    """Return a comment that names the steps whose results are computed in this clock."""
    results = [
        node.step for i, node in pipe.graph.operations()
        if pipe.clock[i] == number and node.name[0] in pipe.algorithm.state and node.name[1:].isdigit()
    ]  # fmt: skip
    if not results:
        return ""
    if number == pipe.last:
        return ": the initial state is added"
    return f": the result of step {results[0]}" if len(results) == 1 else f": steps {results[0]} to {results[-1]}"
