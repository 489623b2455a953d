# SPDX-License-Identifier: Apache-2.0 OR MIT
"""MD5 cores that repeat one step, or four steps, controlled by a counter. The graph's equal steps are folded into a
template and the parameters of every step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wirerate.graph.algorithm import Algorithm, Graph, Node
from wirerate.graph.verilog.nodes import as_written, constant, logic3, optimised, rotated

STEPS = 64


def clocks(steps_per_clock: int) -> int:
    """Return the clocks per block: the steps, the addition of the initial state, and one to take the next block (naive)
    or to compute the first step's sum (overlapped)."""
    return STEPS // steps_per_clock + 2


def naive(algorithm: Algorithm, module: str) -> str:
    """Return a core that computes a step as written in one clock, including the decoding of the counter."""
    folded = fold(as_written(algorithm), algorithm.state)
    bits = [f"n[{i}]" for i in range(6)]
    leaves = {name: name for name in algorithm.state} | {WORD: "x", CONSTANT: "t"}
    lines = _operations(folded, range(STEPS), bits, leaves, "", set())
    result = folded.operations[-1].name
    body = f"""\
    // n: 0 to 63 steps, 64 addition of the initial state, 65 waiting for a block
    reg  [6:0] n = 65;
    wire take = n == 65 && full[bank];
    wire free = n == 64;
    always @(posedge clk) n <= n != 65 ? n + 1 : full[bank] ? 0 : 65;

{_rom("index", 4, [step.word for step in folded.steps], "n[5:0]")}
{_rom("t", 32, [step.constant for step in folded.steps], "n[5:0]")}
    wire [31:0] x = words[{{bank, index}}];
{lines}
    reg  answered = 0;
    always @(posedge clk) answered <= n == 64;
    assign done = answered;
    assign digest = {_digest(algorithm.state)};
    always @(posedge clk)
        if (take) begin
            if (starts[bank]) begin
{_seeds(algorithm, ("", "_seed"), 16)}
            end
        end else if (n == 64) begin
{_added(algorithm.state, ("", "_seed"), 12)}
        end else if (!n[6]) begin
{_moved(algorithm.state, [result], 12)}
        end
"""
    title = f"{algorithm.title} ({algorithm.source}), one unoptimized step per clock, {clocks(1)} clocks a block."
    return _module(algorithm, module, title, body)


def overlapped(algorithm: Algorithm, module: str, steps_per_clock: int) -> str:
    """Return a core of RFC 1810's optimized tree. Sums that do not need a step's latest word are computed ahead, and
    every control bit comes from a register."""
    folded = fold(optimised(algorithm), algorithm.state)
    state, per = algorithm.state, steps_per_clock
    groups = STEPS // per
    width = (groups + 1).bit_length()
    early = folded.only_from(WORD, CONSTANT)
    ahead = folded.only_from(WORD, CONSTANT, state[0])
    (word_sum,) = early
    (state_sum,) = ahead - early
    fetch, stepped, results = [], [], []
    now = dict(zip(state, state, strict=True))
    bits = [f"n_3[{i}]" for i in range((groups - 1).bit_length())]
    for k in range(per):
        steps = range(k, STEPS, per)
        mark = f"_{k}" if per > 1 else ""
        chosen = [folded.steps[i] for i in steps]
        counter = f"n[{len(bits) - 1}:0]"
        fetch += [
            _rom(f"index{mark}", 4, [step.word for step in chosen], counter),
            _rom(f"t{mark}", 32, [step.constant for step in chosen], counter),
            f"    reg  [31:0] x{mark}_1, t{mark}_1, {word_sum}{mark}_1{f', {word_sum}{mark}_2' if k else ''};",
            "    always @(posedge clk) begin",
            f"        x{mark}_1 <= words[{{bank, index{mark}}}];",
            f"        t{mark}_1 <= t{mark};",
            f"        {word_sum}{mark}_1 <= x{mark}_1 + t{mark}_1;",
            *([f"        {word_sum}{mark}_2 <= {word_sum}{mark}_1;"] if k else []),
            "    end",
        ]
        leaves = now | ({state_sum: f"{state_sum}{mark}_1"} if k == 0 else {word_sum: f"{word_sum}{mark}_2"})
        stepped.append(_operations(folded, steps, bits, leaves, mark, ahead if k == 0 else early))
        results.append(f"{folded.operations[-1].name}{mark}")
        now = _after(state, now, results[-1])
    first = "_0" if per > 1 else ""
    listing = "\n".join(fetch)
    body = f"""\
    // n fetches words and constants, n_1 adds them, n_2 adds the oldest word of the state, n_3 computes the step{
        "s" if per > 1 else ""
    }: 0 to {groups - 1};
    // {groups} adds the initial state, {groups + 1} waits for a block.
    reg  [{width - 1}:0] n = {groups + 1}, n_1 = {groups + 1}, n_2 = {groups + 1}, n_3 = {groups + 1};
    reg  stepping = 0, adding = 0, opening = 0, begins = 0, load = 0, load_seed = 0, answered = 0;
    wire take = n == {groups + 1} && full[bank];
    wire free = n == {groups};
    always @(posedge clk) begin
        n <= n != {groups + 1} ? n + 1 : full[bank] ? 0 : {groups + 1};
        n_1 <= n;
        n_2 <= n_1;
        n_3 <= n_2;
        stepping <= n_2 < {groups};
        adding <= n_2 == {groups};
        opening <= n_1 == 0;
        if (take) begins <= starts[bank];
        load <= begins && n == 0;
        load_seed <= load;
        answered <= adding;
    end

{listing}

    // the sum of the first step; its oldest word is in the initial state
    reg  [31:0] {state_sum}{first}_1;
{chr(10).join(stepped)}
    always @(posedge clk) {state_sum}{first}_1 <= (opening ? {state[0]} : {now[state[0]]}) + {word_sum}{first}_1;

    assign done = answered;
    assign digest = {_digest([f"{name}_seed" for name in state])};
    always @(posedge clk) begin
        if (load) begin
{_seeds(algorithm, ("",), 12)}
        end else if (stepping) begin
{_moved(state, results, 12)}
        end else if (adding) begin
{_added(state, ("",), 12)}
        end
        if (load_seed) begin
{_seeds(algorithm, ("_seed",), 12)}
        end else if (adding) begin
{_added(state, ("_seed",), 12)}
        end
    end
"""
    pace = f"{per} steps" if per > 1 else "a step"
    title = (
        f"{algorithm.title} ({algorithm.source}), {pace} per clock, sums computed ahead, {groups + 2} clocks a block."
    )
    return _module(algorithm, module, title, body)


# ---- pieces ----


def _module(algorithm: Algorithm, module: str, title: str, body: str) -> str:
    state = algorithm.state
    return f"""\
// {title}
// A block is {algorithm.block_words} words, x0 first; `first` is high with the first word of a message.
module {module} (
    input  wire         clk,
    input  wire         valid,   // high with a word, which is taken when ready
    input  wire         first,
    input  wire [31:0]  word,
    output wire         ready,
    output wire         done,    // high for one clock when digest is valid
    output wire [{32 * len(state) - 1}:0] digest   // {state[0]} in the lowest bits
);
    // two blocks: one is processed while the other is filled
    (* ram_style = "distributed" *) reg [31:0] words [0:31];
    reg  [4:0] fill = 0;
    reg  bank = 0;
    reg  [1:0] full = 0, starts = 0;
    reg  [31:0] {", ".join(state)};
    reg  [31:0] {", ".join(f"{name}_seed" for name in state)};

{body}
    assign ready = !full[fill[4]];
    always @(posedge clk) begin
        if (valid && ready) begin
            words[fill] <= word;
            fill <= fill + 1;
            if (fill[3:0] == 0) starts[fill[4]] <= first;
            if (fill[3:0] == 15) full[fill[4]] <= 1;
        end
        if (free) begin
            full[bank] <= 0;
            bank <= !bank;
        end
    end
endmodule
"""


def _operations(
    folded: Folded, steps: Sequence[int], bits: list[str], leaves: dict[str, str], mark: str, done: set[str]
) -> str:
    """Return Verilog for the template's operations except those in `done`. Counter bits select the logic functions and
    rotations that differ between steps."""
    wires = dict(leaves)
    chosen = [folded.steps[i] for i in steps]
    lines = []
    for operation in folded.operations:
        if operation.name in done:
            continue
        operands = [wires[name] for name in operation.operands]
        name = wires[operation.name] = operation.name + mark

        def text(i: int, operation: Operation = operation, operands: list[str] = operands) -> str:
            if operation.kind == "logic3":
                return f"({logic3(chosen[i].table).format(*operands)})"
            if operation.kind == "rotl":
                return rotated(operands[0], chosen[i].rotation)
            return " + ".join(operands)

        lines.append(f"    wire [31:0] {name} = {_select(len(chosen), bits, text)};")
    return "\n".join(lines)


def _select(count: int, bits: list[str], text: Callable[[int], str]) -> str:
    """Return an expression that selects one of several expressions by counter bits, without the bits that make no
    difference."""
    texts = [text(i) for i in range(count)]
    matter = [bit for bit in range(len(bits)) if any(texts[i] != texts[i ^ 1 << bit] for i in range(count))]

    def pick(index: int, left: list[int]) -> list[str]:
        if not left:
            return [texts[index]]
        *rest, top = left
        one, zero = pick(index | 1 << top, rest), pick(index, rest)
        if "?" not in one[0] + zero[0]:
            return [f"{bits[top]} ? {one[0]} : {zero[0]}"]
        return [f"{bits[top]} ? (", *(f"    {line}" for line in one), ") : (", *(f"    {line}" for line in zero), ")"]

    return "\n    ".join(pick(0, matter))


def _rom(name: str, width: int, values: Sequence[int], counter: str) -> str:
    """Return Verilog for a table of values, indexed by the counter."""
    rows = [f"        {i}: {name} = {constant(value, width)};" for i, value in enumerate(values)]
    return "\n".join([f"    reg  [{width - 1}:0] {name};", f"    always @* case ({counter})", *rows, "    endcase"])


def _after(state: Sequence[str], now: dict[str, str], result: str) -> dict[str, str]:
    """Return the state's wires after a step: the result becomes the second word, the other words move by one and the
    last becomes the first."""
    moved = [now[state[-1]], result, *(now[name] for name in state[1:-1])]
    return dict(zip(state, moved, strict=True))


def _moved(state: Sequence[str], results: Sequence[str], blanks: int) -> str:
    now = dict(zip(state, state, strict=True))
    for result in results:
        now = _after(state, now, result)
    return "\n".join(f"{' ' * blanks}{name} <= {now[name]};" for name in state)


def _seeds(algorithm: Algorithm, marks: Sequence[str], blanks: int) -> str:
    pairs = list(zip(algorithm.state, algorithm.initial, strict=True))
    return "\n".join(f"{' ' * blanks}{name}{mark} <= {constant(value)};" for mark in marks for name, value in pairs)


def _added(state: Sequence[str], marks: Sequence[str], blanks: int) -> str:
    return "\n".join(f"{' ' * blanks}{name}{mark} <= {name} + {name}_seed;" for mark in marks for name in state)


def _digest(names: Sequence[str]) -> str:
    return f"{{{', '.join(reversed(names))}}}"


# ---- folding ----

WORD, CONSTANT = "x", "t"  # the template's leaves in addition to the state's words


@dataclass(frozen=True)
class Operation:
    """An operation of the template; its operands are names of earlier operations or of leaves."""

    name: str
    kind: str
    operands: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """The parameters of one step."""

    word: int  # number of the message word
    constant: int
    rotation: int
    table: int  # truth table of the three-input logic, for the template's order of operands


@dataclass(frozen=True)
class Folded:
    """The template and parameters of all steps. `operations` are in topological order and end with the step's result.
    Leaves are x, t and the state's names. After a step, the result is the state's second word, the other words have
    moved by one and the last is the first."""

    operations: tuple[Operation, ...]
    steps: tuple[Step, ...]

    def only_from(self, *leaves: str) -> set[str]:
        """Return the operations that depend on no other leaves than these."""
        known = set(leaves)
        for operation in self.operations:
            if known.issuperset(operation.operands):
                known.add(operation.name)
        return known.difference(leaves)


def fold(graph: Graph, state: Sequence[str]) -> Folded:
    """Fold all steps of a graph except the last, the addition of the initial state. Raise ValueError if their shapes
    differ."""
    freshest_first = [*state[1:], state[0]]
    results = [graph.inputs[name] for name in reversed(freshest_first)]
    folded = []
    for number in graph.steps()[:-1]:
        leaves = dict(zip(reversed(results[-len(state) :]), freshest_first, strict=True))
        folded.append(_fold_step(graph, number, leaves))
        results.append(max(i for i, node in graph.operations() if node.step == number))
    templates = {template for template, _ in folded}
    if len(templates) != 1:
        raise ValueError("the steps of this graph differ in shape, so it cannot be folded")
    return Folded(templates.pop(), tuple(step for _, step in folded))


def _fold_step(graph: Graph, number: int, leaves: dict[int, str]) -> tuple[tuple[Operation, ...], Step]:
    """Return one step as a template and parameters."""
    names = dict(leaves)
    parameters = {"word": 0, "constant": 0, "rotation": 0, "table": 0}
    operations: list[Operation] = []
    for i, node in graph.operations():
        if node.step != number:
            continue
        for arg in node.args:
            operand = graph.nodes[arg]
            if operand.kind == "const":
                names[arg], parameters["constant"] = CONSTANT, operand.amount
            elif operand.kind == "input" and arg not in leaves:
                names[arg], parameters["word"] = WORD, int(operand.name.removeprefix(WORD))
        operands = [names[arg] for arg in node.args]
        name = f"sum{sum(operation.kind == 'add' for operation in operations) + 1}"
        if node.kind == "logic3":
            name, parameters["table"] = "mix", _table_in_order(node, operands)
        elif node.kind == "rotl":
            name, parameters["rotation"] = "rotated", node.amount
        names[i] = name
        operations.append(Operation(name, node.kind, tuple(sorted(operands))))
    return tuple(operations), Step(**parameters)


def _table_in_order(node: Node, operands: list[str]) -> int:
    """Return the truth table for the operands in alphabetical order."""
    order = sorted(range(3), key=lambda i: operands[i])
    table = 0
    for row in range(8):
        value = {old: row >> 2 - new & 1 for new, old in enumerate(order)}
        table |= (node.amount >> (4 * value[0] + 2 * value[1] + value[2]) & 1) << row
    return table
