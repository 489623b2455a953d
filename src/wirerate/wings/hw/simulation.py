# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How many bits of a message a core takes in per cycle, counted by simulating a few blocks with Icarus Verilog: from a
start to the next one that the core can take."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from wirerate.errors import MissingError, UsageError, unknown
from wirerate.wings.hw.question import MD5_BLOCK, Hw
from wirerate.wings.hw.rows import AS_YOU_SAID, SIMULATED, Pace
from wirerate.wings.hw.toolchain import run, synthesizer

BLOCKS = 4  # the first begins from reset and is not counted
LIMIT = 100_000  # clocks after which a core is said to be stuck
TOLERANCE = 0.01  # between what was said and what was counted: 7.76 is said for 512/66
PROGRAM = "iverilog"


def absent() -> bool:
    """Whether there is no simulator."""
    return not (shutil.which(PROGRAM) and shutil.which("vvp"))


def pace_of(asked: Hw, folder: Path, inputs: Mapping[str, int], outputs: Mapping[str, int]) -> tuple[float, Pace]:
    """Return bits per cycle, and where the figure comes from. `folder` holds the core as Yosys read it."""
    if not asked.start:
        return asked.bits_per_cycle, Pace(source=AS_YOU_SAID)
    handshake = _handshake(asked, inputs, outputs)
    if absent():
        if asked.bits_per_cycle:
            return asked.bits_per_cycle, Pace(source=AS_YOU_SAID)
        raise MissingError(
            "Icarus Verilog is not installed, and without it no cycles can be counted",
            fix="sudo apt-get install iverilog, or say ‹bits_per_cycle=512/66›",
        )
    clocks = _clocks_a_block(asked, folder, inputs, handshake)
    counted = MD5_BLOCK / clocks
    if asked.bits_per_cycle and abs(asked.bits_per_cycle / counted - 1) > TOLERANCE:
        raise UsageError(
            f"‹bits_per_cycle› says {asked.bits_per_cycle:.4g}, but {asked.top} takes {clocks:.4g} clocks for a block "
            f"of {MD5_BLOCK} bits in simulation, which is {counted:.4g} bits per cycle",
            fix="leave out ‹bits_per_cycle›, or check ‹start› and ‹done›",
        )
    return counted, Pace(source=SIMULATED, clocks=clocks, block_bits=MD5_BLOCK)


# ---- the handshake ----


@dataclass(frozen=True)
class _Handshake:
    """The ports, and the levels that the bench gives to the inputs beside the start."""

    start: str
    done: str
    ready: str
    reset: tuple[str, int] | None  # with the level that resets
    held: Mapping[str, int]


def _handshake(asked: Hw, inputs: Mapping[str, int], outputs: Mapping[str, int]) -> _Handshake:
    single = [name for name, bits in outputs.items() if bits == 1]
    for port in (asked.done, asked.ready):
        if port and port not in single:
            raise unknown("output of one bit", port, single)
    held = dict(_level(each, inputs) for each in asked.hold)
    reset = _level(asked.reset, inputs) if asked.reset else None
    for port in (asked.start, *([reset[0]] if reset else [])):
        if inputs.get(port) != 1:
            raise unknown("input of one bit", port, [name for name, bits in inputs.items() if bits == 1])
    return _Handshake(asked.start, asked.done, asked.ready, reset, held)


def _level(text: str, inputs: Mapping[str, int]) -> tuple[str, int]:
    """A port and its value, of PORT=VALUE."""
    port, _, value = text.partition("=")
    if port not in inputs:
        raise unknown("input", port, inputs)
    if not re.fullmatch(r"\d+|0x[0-9a-fA-F]+", value, re.ASCII) or int(value, 0) >= 1 << inputs[port]:
        raise UsageError(
            f"{text!r} gives {port} no value of {inputs[port]} bit{'' if inputs[port] == 1 else 's'}",
            fix=f"type {port}=0 or {port}=1",
        )
    return port, int(value, 0)


# ---- the simulation ----


def _clocks_a_block(asked: Hw, folder: Path, inputs: Mapping[str, int], handshake: _Handshake) -> float:
    """Between one start and the next, the mean over the blocks after the first. The next start is given with the end of
    the block before it; a core that misses it there gets it a clock later."""
    # Yosys's text gives every register a value at power-up, as an FPGA does, and knows the parameters.
    script = f"read_rtlil core.il; hierarchy -top {asked.top}; proc; setundef -zero -init; write_verilog -noattr core.v"
    run([synthesizer().program, "-q", "-p", script], folder, "simulated.log")
    (folder / "bench.v").write_text(_bench(asked, inputs, handshake))
    run([PROGRAM, "-g2012", "-s", "bench", "-o", "bench.vvp", "bench.v", "core.v"], folder, "iverilog.log")
    for gap in (0, 1):
        run(["vvp", "-n", "bench.vvp", f"+gap={gap}"], folder, "vvp.log")
        starts = [int(line) for line in re.findall(r"^start (\d+)$", (folder / "vvp.log").read_text(), re.MULTILINE)]
        if len(starts) > BLOCKS:
            steady = [after - before for before, after in pairwise(starts[1:])]
            return sum(steady) / len(steady)
    where = "the first block" if len(starts) < 2 else f"block {len(starts)}"
    raise UsageError(
        f"{asked.top} never said {handshake.done} for {where} in {LIMIT:,} clocks after {handshake.start}",
        fix="name other ports, the reset (‹reset=rst_n=0›), or what else must be held (‹hold=[en=1]›)",
    )


def _bench(asked: Hw, inputs: Mapping[str, int], handshake: _Handshake) -> str:
    """Build the bench. Inputs change and outputs are read while the clock is low. `start` is high for one clock. A
    block ends where `done` rises, so that a level which stays high between blocks will do as well as a pulse."""
    names = {port: f"i{at}" for at, port in enumerate(inputs)}
    start = names[handshake.start]
    values = {**dict.fromkeys(inputs, 0), **handshake.held}
    reset = ""
    if handshake.reset:
        port, level = handshake.reset
        values[port] = level
        reset = f"        repeat (16) tick; {names[port]} = {1 - level}; repeat (16) tick;\n"
    regs = "".join(f"    reg [{bits - 1}:0] {names[port]} = {values[port]};\n" for port, bits in inputs.items())
    ports = [(asked.clock, "clk"), *names.items(), (handshake.done, "done")]
    ready = "1'b1"
    if handshake.ready:
        ready = "done" if handshake.ready == handshake.done else "ready"
        if ready == "ready":
            ports.append((handshake.ready, "ready"))
    wired = ", ".join(f".\\{port} ({wire})" for port, wire in ports)
    return f"""module bench;
    reg clk = 0, fell = 0;
    wire done, ready;
    integer clocks = 0, from = 0, block = 0, gap = 0;
{regs}    \\{asked.top} core ({wired});
    task tick; begin #1 clk = 1; #1 clk = 0; #1 clocks = clocks + 1; end endtask
    task check; if (clocks - from > {LIMIT}) begin $display("stuck"); $finish; end endtask
    initial begin
        if (!$value$plusargs("gap=%d", gap)) gap = 0;
        #1;
{reset}        for (block = 0; block < {BLOCKS}; block = block + 1) begin
            from = clocks;
            while ({ready} !== 1'b1) begin tick; check; end
            $display("start %0d", clocks);
            from = clocks;
            fell = done !== 1'b1;
            {start} = 1; tick; {start} = 0;
            while (!(fell && done === 1'b1)) begin
                if (done !== 1'b1) fell = 1;
                tick; check;
            end
            repeat (gap) tick;
        end
        from = clocks;
        while ({ready} !== 1'b1) begin tick; check; end
        $display("start %0d", clocks);
        $finish;
    end
endmodule
"""
