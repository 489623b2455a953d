# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A hardware core with its ports and speed, its harness for place and route (two shift chains), and its self-checking
test bench, which compares every digest with a known one and prints PASS or FAIL."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from wirerate.graph.algorithms import CHECKSUM, pad

TOP = "placed"


@dataclass(frozen=True)
class Core:
    """A module ready to be simulated and placed."""

    name: str
    title: str
    module: str
    verilog: str
    inputs: Mapping[str, int]  # port widths, without the clock
    outputs: Mapping[str, int]
    target_mhz: float  # the router's target: a little above the reachable clock, or with rip-up a reachable one
    algorithm: str = ""  # "" for a calibration circuit
    lanes: int = 1  # messages in progress at once
    bits: int = 512  # message bits per block
    clocks: float = 1  # between two blocks of a lane
    cuts: Fraction = Fraction(1)  # registers per step
    luts: int = 0  # lookup tables counted in the graph; 0: not counted
    macro: str = ""  # defined for synthesis, to use the part's primitives instead of portable Verilog
    routing: tuple[str, ...] = ()  # router options for nextpnr; default: router1
    settings: Mapping[str, str] = field(default_factory=dict)  # nextpnr settings that only the netlist can carry
    bench: Callable[[], Bench] | None = None
    clock: str = "clk"  # the clock port
    rtlil: bool = False  # whether `verilog` is RTLIL, which Yosys wrote for a user's core

    @property
    def harness(self) -> str:
        return harness(self.module, self.inputs, self.outputs, self.clock)

    @property
    def file(self) -> str:
        return "core.il" if self.rtlil else "core.v"

    @property
    def sha256(self) -> str:
        """The hash of core and harness, without comments and with white space normalized."""
        text = re.sub(r"//[^\n]*", "", self.verilog + self.harness)
        return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()

    def chain_mbps(self, fmax_mhz: float, clocks: float = 0) -> float:
        """Return the rate of one message; `clocks` replaces the core's clocks per block."""
        return self.bits * fmax_mhz / (clocks or self.clocks)

    def mbps(self, fmax_mhz: float, clocks: float = 0) -> float:
        """Return the rate of all lanes together."""
        return self.lanes * self.chain_mbps(fmax_mhz, clocks)


def harness(module: str, inputs: Mapping[str, int], outputs: Mapping[str, int], clock: str = "clk") -> str:
    """Return the top module for place and route. Registers connect all inputs to one pin and all outputs to another,
    so that the package's pins do not limit the clock."""
    wide, out = sum(inputs.values()), sum(outputs.values())
    ports = [f".{_name(clock)}(clk)"]
    bit = 0
    for name, width in inputs.items():
        ports.append(f".{_name(name)}(source[{bit + width - 1}:{bit}])")
        bit += width
    bit = 0
    for name, width in outputs.items():
        ports.append(f".{_name(name)}(result[{bit + width - 1}:{bit}])")
        bit += width
    levels = _folds(out)
    return "\n".join(
        [
            f"// {module} between two shift chains for place and route: one pin feeds it, another reads it.",
            f"module {TOP} (input wire clk, input wire in, output wire out);",
            f"    reg  [{wide - 1}:0] source;",
            f"    wire [{out - 1}:0] result;",
            "    always @(posedge clk) source <= {source, in};",
            "",
            f"    {module} core ({', '.join(ports)});",
            "",
            *levels,
            "endmodule",
            "",
        ]
    )


def _name(port: str) -> str:
    """Return the name as a Verilog identifier, escaped if necessary."""
    return port if re.fullmatch(r"[A-Za-z_][\w$]*", port, re.ASCII) else f"\\{port} "


def _folds(width: int) -> list[str]:
    """Return the Verilog that reduces a word to one bit: registered exclusive-ors of four bits."""
    lines, name, level = [], "result", 0
    while width > 1 or level == 0:
        level += 1
        smaller = -(-width // 4)
        lines.append(f"    reg  [{smaller - 1}:0] fold{level};")
        terms = [f"^{name}[{min(4 * i + 3, width - 1)}:{4 * i}]" for i in range(smaller)]
        lines.append(f"    always @(posedge clk) fold{level} <= {{{', '.join(reversed(terms))}}};")
        name, width = f"fold{level}", smaller
    return [*lines, f"    assign out = {name}[0];"]


# ---- benches ----

VECTORS = "vectors.hex"


@dataclass(frozen=True)
class Bench:
    """A self-checking test bench and its vectors."""

    verilog: str
    vectors: str


def lane_bench(module: str, lanes: int) -> Bench:
    """Return a bench that keeps all lanes busy with different messages."""
    clocks = _lane_clocks(lanes)
    digests = sum(clock.digest is not None for clock in clocks)
    return Bench(_lane_verilog(module, lanes, len(clocks), digests), _lane_vectors(clocks))


def chain_bench(module: str) -> Bench:
    """Return a bench that feeds one chain, message after message."""
    blocks = [block for message in _messages(CHAIN_MESSAGES) for block in _md5_blocks(message)]
    digests = sum(block.digest is not None for block in blocks)
    return Bench(_chain_verilog(module, len(blocks), digests), _lane_vectors(blocks))


def checksum_bench(module: str, sums: int) -> Bench:
    """Return a bench that feeds words every clock, message after message."""
    clocks = _checksum_clocks(sums)
    messages = sum(clock.digest is not None for clock in clocks)
    return Bench(_checksum_verilog(module, sums, len(clocks), messages), _checksum_vectors(clocks))


# ---- test messages ----

EDGES = (0, 1, 3, 4, 55, 56, 57, 63, 64, 65, 119, 120, 121, 127, 128, 183, 184)  # lengths around block ends
LONGEST = 400
CHAIN_MESSAGES = 49
PER_LANE = 3  # messages per lane, one after another


@dataclass(frozen=True)
class Fed:
    """One padded block, or the inputs of one clock; and the digest expected at the outputs in that clock."""

    first: bool = False  # whether the block begins a message
    block: int = 0  # x0 in the lowest bits
    digest: int | None = None  # a in the lowest bits


def _messages(count: int, seed: int = 1810) -> list[bytes]:
    """Return messages of the lengths in EDGES and of random lengths, the same on every machine."""
    source = random.Random(seed)
    lengths = [*EDGES[:count], *(source.randrange(LONGEST + 1) for _ in range(count - len(EDGES)))]
    source.shuffle(lengths)
    return [source.randbytes(length) for length in lengths]


def _md5_blocks(message: bytes) -> Iterator[Fed]:
    padded = pad(message, "little")
    expected = int.from_bytes(hashlib.md5(message, usedforsecurity=False).digest(), "little")
    for start in range(0, len(padded), 64):
        last = start + 64 == len(padded)
        yield Fed(start == 0, int.from_bytes(padded[start : start + 64], "little"), expected if last else None)


def _lane_clocks(lanes: int) -> list[Fed]:
    """Return the inputs clock by clock: every lane has its own messages and gets a block every `lanes` clocks."""
    messages = _messages(lanes * PER_LANE)
    queues = [[b for m in messages[lane::lanes] for b in _md5_blocks(m)] for lane in range(lanes)]
    rounds = max(map(len, queues))
    inputs: list[Fed | None] = [
        queue[turn] if turn < len(queue) else None for turn in range(rounds) for queue in queues
    ]
    expected = [None] * lanes + [block.digest if block else None for block in inputs]
    inputs += [None] * lanes
    return [
        Fed(block.first, block.block, digest) if block else Fed(False, 0, digest)
        for block, digest in zip(inputs, expected, strict=True)
    ]


def _checksum_clocks(sums: int) -> list[Fed]:
    """Return messages one after another, padded with zeros to whole clocks; the last clock of each message has its
    `digest`. Some sums are all ones or carry at every word."""
    texts = [b"\0" * 64, b"\xff" * 64, b"\xff\xff\xff\xfe" * 40, *_messages(CHAIN_MESSAGES)]
    clocks = []
    for text in texts:
        size = 4 * sums
        filled = (text or b"\0") + bytes(-len(text or b"\0") % size)
        for start in range(0, len(filled), size):
            words = [int.from_bytes(filled[i : i + 4], "big") for i in range(start, start + size, 4)]
            block = sum(word << 32 * i for i, word in enumerate(words))
            last = start + size == len(filled)
            checksum = int.from_bytes(CHECKSUM.digest(text, b""), "big") if last else None
            clocks.append(Fed(start == 0, block, checksum))
    return clocks


# ---- the Verilog ----


def _lane_vectors(clocks: Sequence[Fed]) -> str:
    """Return a line per clock: compare flag, expected digest, flag of a message's first block, block."""
    return "".join(
        f"{int(clock.digest is not None)}_{clock.digest or 0:032x}_{int(clock.first)}_{clock.block:0128x}\n"
        for clock in clocks
    )


def _lane_verilog(module: str, lanes: int, clocks: int, digests: int) -> str:
    return f"""\
// Feed {module} a block every clock on all {lanes} lanes, and compare every digest with vectors.hex.
module bench;
    localparam CLOCKS = {clocks};
    reg [647:0] vectors [0:CLOCKS - 1];  // compare 4, digest 128, first 4, block 512
    integer t = 0, checked = 0, wrong = 0;
    reg clk = 0;
    wire [647:0] now = vectors[t];
    wire [127:0] digest;

    {module} core (.clk(clk), .first(now[512]), .block(now[511:0]), .digest(digest));

    initial $readmemh("{VECTORS}", vectors);
    always #5 clk = !clk;
    always @(negedge clk) if (now[644]) begin
        checked = checked + 1;
        if (digest !== now[643:516]) begin
            wrong = wrong + 1;
            $display("clock %0d: digest %h, expected %h", t, digest, now[643:516]);
        end
    end
    always @(posedge clk) if (t == CLOCKS - 1) begin
        if (wrong == 0 && checked == {digests}) $display("PASS %0d digests", checked);
        else $display("FAIL %0d of %0d digests", wrong, checked);
        $finish;
    end else t <= t + 1;
endmodule
"""


def _chain_verilog(module: str, blocks: int, digests: int) -> str:
    return f"""\
// Feed {module} words as fast as it takes them, later with gaps of up to two blocks, and compare every digest with
// vectors.hex.
module bench;
    localparam BLOCKS = {blocks};
    reg [647:0] vectors [0:BLOCKS - 1];  // compare 4, digest 128, first 4, block 512
    integer sent = 0, word = 0, answered = 0, checked = 0, wrong = 0, clocks = 0;
    reg clk = 0;
    wire ready, done;
    wire [647:0] now = vectors[sent < BLOCKS ? sent : 0];
    wire [647:0] expected = vectors[answered];
    wire [127:0] digest;
    reg [15:0] noise = 1;  // a shift register that repeats after 65,535 clocks
    reg [7:0] gap = 0;
    wire valid = sent < BLOCKS && gap == 0;

    {module} core (
        .clk(clk), .valid(valid), .first(now[512]), .word(now[32 * word +: 32]),
        .ready(ready), .done(done), .digest(digest)
    );

    initial $readmemh("{VECTORS}", vectors);
    always #5 clk = !clk;
    always @(posedge clk) begin
        clocks <= clocks + 1;
        noise <= {{noise[14:0], noise[15] ^ noise[13] ^ noise[12] ^ noise[10]}};
        if (gap != 0) gap <= gap - 1;
        else if (2 * sent > BLOCKS && noise[4:0] == 0) gap <= noise[15:9];
        if (valid && ready) begin
            word <= word == 15 ? 0 : word + 1;
            if (word == 15) sent <= sent + 1;
        end
        if (done) begin
            if (expected[644]) begin
                checked = checked + 1;
                if (digest !== expected[643:516]) begin
                    wrong = wrong + 1;
                    $display("block %0d: digest %h, expected %h", answered, digest, expected[643:516]);
                end
            end
            answered <= answered + 1;
            if (answered == BLOCKS - 1) begin
                if (wrong == 0 && checked == {digests}) $display("PASS %0d digests in %0d clocks", checked, clocks);
                else $display("FAIL %0d of %0d digests", wrong, checked);
                $finish;
            end
        end
        if (clocks > 1000 * BLOCKS) begin
            $display("FAIL no answer after %0d clocks", clocks);
            $finish;
        end
    end
endmodule
"""


def _checksum_vectors(clocks: Sequence[Fed]) -> str:
    """Return a line per clock: checksum if the message ends, flags of its end and its beginning, words."""
    return "".join(
        f"{clock.digest or 0:04x}_{int(clock.digest is not None)}_{int(clock.first)}_{clock.block:0128x}\n"
        for clock in clocks
    )


def _checksum_verilog(module: str, sums: int, clocks: int, messages: int) -> str:
    return f"""\
// Feed {module} words every clock, message after message, and compare every checksum with vectors.hex.
module bench;
    localparam CLOCKS = {clocks};
    reg [535:0] vectors [0:CLOCKS - 1];  // checksum 16, last 4, first 4, words 512
    reg [15:0] expected [0:{messages - 1}];
    integer t = 0, ended = 0, checked = 0, wrong = 0;
    reg clk = 0;
    wire [535:0] now = t < CLOCKS ? vectors[t] : 536'h0;
    wire [15:0] checksum;
    wire done;

    {module} core (
        .clk(clk), .first(now[512]), .last(now[516]), .words(now[{32 * sums - 1}:0]), .checksum(checksum), .done(done)
    );

    initial $readmemh("{VECTORS}", vectors);
    always #5 clk = !clk;
    always @(posedge clk) begin
        t <= t + 1;
        if (now[516]) begin
            expected[ended] = now[535:520];
            ended = ended + 1;
        end
        if (done) begin
            if (checksum !== expected[checked]) begin
                wrong = wrong + 1;
                $display("message %0d: %h, expected %h", checked, checksum, expected[checked]);
            end
            checked = checked + 1;
        end
        if (t == CLOCKS + 20) begin
            if (wrong == 0 && checked == {messages}) $display("PASS %0d checksums", checked);
            else $display("FAIL %0d of %0d checksums", wrong, checked);
            $finish;
        end
    end
endmodule
"""
