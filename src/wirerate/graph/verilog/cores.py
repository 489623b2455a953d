# SPDX-License-Identifier: Apache-2.0 OR MIT
"""All cores by name, and the small circuits with one operation between registers that calibrate RFC 1810's formula."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial

from wirerate.graph.algorithms import CHECKSUM, MD5, MD5_ROTATION
from wirerate.graph.rewrites import carry_in_the_adder
from wirerate.graph.verilog import iterative
from wirerate.graph.verilog.core import Core, chain_bench, checksum_bench, lane_bench
from wirerate.graph.verilog.nodes import MACRO, logic3, rotated
from wirerate.graph.verilog.pipeline import CUTS, luts, module_name, pipeline, verilog

# Router1 cannot route the last hundreds of a pipeline's 100,000 wires within 15 CPU minutes. Router2 can, but some
# wires take detours of 1.5 ns: 199 MHz instead of the 232 estimated at placement. With rip-up it reroutes wires that
# miss the target until none does, for at most 1,500 passes; so the target must be reachable.
_ROUTING = ("--router", "router2", "--tmg-ripup")
# If additions include logic, wires crowd at the inputs of carry chains, which cannot be swapped. The router's
# alternative weights give priority to timing. currCongWeightMult raises the cost of a shared wire in every pass: at 0,
# tens of wires stay shared; at 0.5, detours lower the clock.
_CROWDED = ("--router2-alt-weights",), {"router2/currCongWeightMult": "0.2"}
_TARGET_MHZ = {Fraction(1, 4): 40.0, Fraction(1, 2): 74.0, Fraction(1): 140.0, Fraction(2): 230.0, Fraction(3): 220.0}

SUMS = (1, 4, 16)  # partial sums, as in RFC 1810's example


def lanes_of(cuts: Fraction) -> int:
    """Return the number of a pipeline's lanes, which is the number of its clocks: those of 64 steps, two before and one
    after."""
    return int(64 * cuts) + 3


def md5_pipeline(cuts: Fraction) -> Core:
    """Return the MD5 pipeline with `cuts` registers per step."""
    pipe = pipeline(MD5, cuts)
    weights, settings = _CROWDED if cuts == 1 else ((), {})
    per = f"{1 / cuts} steps per clock" if cuts < 1 else f"{cuts} clock{'s' if cuts > 1 else ''} per step"
    return Core(
        name=f"md5-{pipe.lanes}",
        title=f"64 steps unrolled, {per}" + (", F inside the addition" if pipe.absorbing else ""),
        module=module_name(pipe),
        verilog=verilog(pipe),
        inputs={"first": 1, "block": 512},
        outputs={"digest": 128},
        target_mhz=_TARGET_MHZ[cuts],
        algorithm=MD5.name,
        lanes=pipe.lanes,
        clocks=pipe.lanes,
        cuts=cuts,
        luts=luts(pipe),
        macro=MACRO if pipe.absorbing else "",
        routing=(*_ROUTING, *weights),
        settings=settings,
        bench=partial(lane_bench, module_name(pipe), pipe.lanes),
    )


def _iterative(name: str, title: str, verilog: str, clocks: int, target_mhz: float) -> Core:
    ports = {"valid": 1, "first": 1, "word": 32}, {"ready": 1, "done": 1, "digest": 128}
    module = name.replace("-", "_")
    return Core(
        name, title, module, verilog, *ports, target_mhz, MD5.name, clocks=clocks, bench=partial(chain_bench, module)
    )


def md5_naive() -> Core:
    """Return the core that computes a step as RFC 1321 writes it."""
    verilog = iterative.naive(MD5, "md5_naive")
    return _iterative("md5-naive", "one unoptimized step per clock", verilog, iterative.clocks(1), 80)


def md5_overlapped(steps_per_clock: int) -> Core:
    """Return the core that repeats RFC 1810's optimized tree."""
    name, pace = ("md5-4-steps", "4 steps") if steps_per_clock == 4 else ("md5-overlapped", "a step")
    verilog = iterative.overlapped(MD5, name.replace("-", "_"), steps_per_clock)
    title = f"{pace} per clock, sums computed ahead"
    return _iterative(name, title, verilog, iterative.clocks(steps_per_clock), 40 if steps_per_clock == 4 else 110)


def internet_checksum(sums: int) -> Core:
    """Return the checksum core for `sums` words per clock."""
    module = f"checksum_{sums}"
    return Core(
        name=f"checksum-{sums}",
        title=f"{sums} partial sums" if sums > 1 else "one sum",
        module=module,
        verilog=_checksum(module, sums),
        inputs={"first": 1, "last": 1, "words": 32 * sums},
        outputs={"checksum": 16, "done": 1},
        target_mhz=300,
        algorithm=CHECKSUM.name,
        bits=32 * sums,
        bench=partial(checksum_bench, module, sums),
    )


def _checksum_latency(sums: int) -> int:
    """Return the number of clocks from the last word to the checksum: sum, addition of its halves, tree, two folds."""
    return 4 + (sums - 1).bit_length()


def _checksum(module: str, sums: int) -> str:
    """Return Verilog that adds every word to its own partial sum. A sum's carry is added with the next word, as a bit
    below both operands, so that one adder is enough."""
    kinds = {node.kind for _, node in carry_in_the_adder(CHECKSUM.trace()).operations()}
    assert kinds == {"addc"}
    lines = []
    for i in range(sums):
        word = f"words[{32 * i + 31}:{32 * i}]"
        lines += [
            f"    reg  [32:0] sum{i};",
            f"    wire [32:0] kept{i} = first ? 33'h0 : sum{i};",
            f"    wire [33:0] added{i} = {{{word}, kept{i}[32]}} + {{kept{i}[31:0], kept{i}[32]}};",
            f"    always @(posedge clk) sum{i} <= added{i}[33:1];",
        ]
    lines += ["", "    // add both halves of every sum, then pairs, then the carries twice"]
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
        for name, (left, right) in zip(names, pairs, strict=True):
            lines += [f"    reg  [{width - 1}:0] {name};", f"    always @(posedge clk) {name} <= {left} + {right};"]
    lines += [
        "    reg  [16:0] once;",
        f"    always @(posedge clk) once <= {names[0]}[15:0] + {names[0]}[{width - 1}:16];",
        "    always @(posedge clk) checksum <= ~(once[15:0] + once[16]);",
    ]
    body = "\n".join(lines)
    description = f"{sums} partial sums" if sums > 1 else "one sum"
    return f"""\
// {CHECKSUM.title[0].upper()}{CHECKSUM.title[1:]} ({CHECKSUM.source}) with {description}: {32 * sums} bits every clock.
// Messages are padded with zeros to whole clocks.
module {module} (
    input  wire        clk,
    input  wire        first,   // first words of a message
    input  wire        last,
    input  wire [{32 * sums - 1}:0] words,   // in network order, the first word in the lowest bits
    output reg  [15:0] checksum,
    output wire        done     // {_checksum_latency(sums)} clocks after last
);
    reg  [{_checksum_latency(sums) - 1}:0] on_its_way = 0;
    always @(posedge clk) on_its_way <= {{on_its_way, last}};
    assign done = on_its_way[{_checksum_latency(sums) - 1}];

{body}
endmodule
"""


# ---- one operation between registers ----


def bench_add() -> Core:
    """Return the calibration circuit of RFC 1810's operation: "32-bit addition, including register retrieval and
    storage"."""
    return _bench("add", "an addition", {"x": 32, "y": 32}, "x_1 + y_1", 400)


def bench_logic_add() -> Core:
    """Return the calibration circuit of a step's first half: F and an addition."""
    select = logic3(0xCA).format("b_1", "c_1", "d_1")
    ports = {"b": 32, "c": 32, "d": 32, "p": 32}
    return _bench("logic-add", "F of three words and an addition", ports, f"p_1 + ({select})", 310)


def bench_rotate() -> Core:
    """Return the calibration circuit of a rotation by a selected amount, which only iterative cores need."""
    rounds = [[rotated("x_1", amount) for amount in group] for group in MD5_ROTATION]
    body = [
        f"    wire [31:0] round{i} = choice_1[1] ? choice_1[0] ? {amounts[3]} : {amounts[2]}\n"
        f"        : choice_1[0] ? {amounts[1]} : {amounts[0]};\n"
        for i, amounts in enumerate(rounds)
    ]
    body.append(
        "    wire [31:0] rotation = choice_1[3] ? choice_1[2] ? round3 : round2 : choice_1[2] ? round1 : round0;\n"
    )
    title = "a rotation by one of 16 amounts"
    return _bench("rotate", title, {"x": 32, "choice": 4}, "rotation", 300, "".join(body))


def bench_rotate_of_four() -> Core:
    """Return the calibration circuit of a rotation by an amount that only the round selects, which a core with four
    steps per clock needs."""
    one, two, three, four = (rotated("x_1", group[0]) for group in MD5_ROTATION)
    body = (
        f"    wire [31:0] rotation = choice_1[1] ? choice_1[0] ? {four} : {three}\n"
        f"        : choice_1[0] ? {two} : {one};\n"
    )
    title = "a rotation by one of 4 amounts"
    return _bench("rotate-4", title, {"x": 32, "choice": 2}, "rotation", 400, body)


def bench_add_add() -> Core:
    """Return the calibration circuit of two additions in one clock. They share the time of register access, so their
    time shows how long an addition alone takes. The rotation between them costs only wires; it keeps the second carry
    chain from following the first bit by bit."""
    body = f"    wire [31:0] sum = x_1 + y_1;\n    wire [31:0] rotated = {rotated('sum', MD5_ROTATION[0][0])};\n"
    ports = {"x": 32, "y": 32, "z": 32}
    return _bench("add-add", "two additions, a fixed rotation between them", ports, "rotated + z_1", 250, body)


def _bench(name: str, title: str, inputs: dict[str, int], result: str, target_mhz: float, body: str = "") -> Core:
    module = f"bench_{name.replace('-', '_')}"
    ports = "".join(f"    input  wire [{width - 1}:0] {name},\n" for name, width in inputs.items())
    registers = "".join(f"    reg  [{width - 1}:0] {name}_1;\n" for name, width in inputs.items())
    loads = "".join(f"        {name}_1 <= {name};\n" for name in inputs)
    verilog = (
        f"// From register to register: {title}.\n"
        f"module {module} (\n    input  wire clk,\n{ports}    output reg  [31:0] result\n);\n{registers}{body}"
        f"    always @(posedge clk) begin\n{loads}        result <= {result};\n    end\nendmodule\n"
    )
    return Core(f"bench-{name}", title, module, verilog, inputs, {"result": 32}, target_mhz, bits=32)


_MAKERS: dict[str, Callable[[], Core]] = {
    "bench-add": bench_add,
    "bench-logic-add": bench_logic_add,
    "bench-rotate": bench_rotate,
    "bench-rotate-4": bench_rotate_of_four,
    "bench-add-add": bench_add_add,
    **{f"checksum-{sums}": partial(internet_checksum, sums) for sums in SUMS},
    "md5-naive": md5_naive,
    "md5-overlapped": partial(md5_overlapped, 1),
    "md5-4-steps": partial(md5_overlapped, 4),
    **{f"md5-{lanes_of(cuts)}": partial(md5_pipeline, cuts) for cuts in CUTS},
}

CORES = tuple(_MAKERS)
LANES = tuple(lanes_of(cuts) for cuts in CUTS)


@cache
def core(name: str) -> Core:
    """Return the core of that name."""
    return _MAKERS[name]()
