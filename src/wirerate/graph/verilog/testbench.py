"""Self-checking benches: plain Verilog that reads vectors.hex, compares every answer, and says PASS or FAIL."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.graph.verilog.vectors import Block, Clock

VECTORS = "vectors.hex"


def lane_vectors(clocks: Sequence[Clock]) -> str:
    """A line per clock: whether to compare, the expected digest, whether a message begins, the block."""
    return "".join(
        f"{int(clock.digest is not None)}_{clock.digest or 0:032x}_{int(clock.first)}_{clock.block:0128x}\n"
        for clock in clocks
    )


def lane_bench(module: str, lanes: int, clocks: int, digests: int) -> str:
    return f"""\
// Feeds {module} a block every clock, all {lanes} lanes at once, and compares every digest with vectors.hex.
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


def chain_vectors(blocks: Sequence[Block]) -> str:
    """The same, a line per block."""
    return lane_vectors([Clock(block.first, block.words, block.digest) for block in blocks])


def chain_bench(module: str, blocks: int, digests: int) -> str:
    return f"""\
// Feeds {module} a word a clock as fast as it takes them, later with gaps of up to two blocks, and compares every
// digest with vectors.hex.
module bench;
    localparam BLOCKS = {blocks};
    reg [647:0] vectors [0:BLOCKS - 1];  // compare 4, digest 128, first 4, block 512
    integer given = 0, word = 0, answered = 0, checked = 0, wrong = 0, clocks = 0;
    reg clk = 0;
    wire ready, done;
    wire [647:0] now = vectors[given < BLOCKS ? given : 0];
    wire [647:0] asked = vectors[answered];
    wire [127:0] digest;
    reg [15:0] noise = 1;  // a shift register that repeats after 65,535 clocks
    reg [7:0] gap = 0;
    wire valid = given < BLOCKS && gap == 0;

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
        else if (2 * given > BLOCKS && noise[4:0] == 0) gap <= noise[15:9];
        if (valid && ready) begin
            word <= word == 15 ? 0 : word + 1;
            if (word == 15) given <= given + 1;
        end
        if (done) begin
            if (asked[644]) begin
                checked = checked + 1;
                if (digest !== asked[643:516]) begin
                    wrong = wrong + 1;
                    $display("block %0d: digest %h, expected %h", answered, digest, asked[643:516]);
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


def checksum_vectors(clocks: Sequence[Clock]) -> str:
    """A line per clock: the message's checksum where it ends here, whether it ends or begins, the words."""
    return "".join(
        f"{clock.digest or 0:04x}_{int(clock.digest is not None)}_{int(clock.first)}_{clock.block:0128x}\n"
        for clock in clocks
    )


def checksum_bench(module: str, sums: int, clocks: int, messages: int) -> str:
    return f"""\
// Feeds {module} words every clock, message after message, and compares every checksum with vectors.hex.
module bench;
    localparam CLOCKS = {clocks};
    reg [535:0] vectors [0:CLOCKS - 1];  // checksum 16, last 4, first 4, words 512
    reg [15:0] expected [0:{messages - 1}];
    integer t = 0, given = 0, checked = 0, wrong = 0;
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
            expected[given] = now[535:520];
            given = given + 1;
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
