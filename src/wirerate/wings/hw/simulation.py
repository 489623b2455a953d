# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Measure a core's message bits per clock by simulating a few blocks with Icarus Verilog."""

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

BLOCKS = 4  # blocks to simulate; the first starts from reset and is not counted
LIMIT = 100_000  # clocks without an answer after which a core counts as stuck
TOLERANCE = 0.01  # relative difference; accepts 7.76 for 512/66
PROGRAM = "iverilog"


def absent() -> bool:
    """Return whether Icarus Verilog is missing."""
    return not (shutil.which(PROGRAM) and shutil.which("vvp"))


def pace_of(request: Hw, folder: Path, inputs: Mapping[str, int], outputs: Mapping[str, int]) -> tuple[float, Pace]:
    """Return the core's bits per cycle and their source. `folder` holds core.il, the core in Yosys's RTLIL."""
    if not request.start:
        return request.bits_per_cycle, Pace(source=AS_YOU_SAID)
    handshake = _handshake(request, inputs, outputs)
    if absent():
        if request.bits_per_cycle:
            return request.bits_per_cycle, Pace(source=AS_YOU_SAID)
        raise MissingError(
            "Icarus Verilog is not installed, so the core cannot be simulated",
            fix="sudo apt-get install iverilog, or type ‹bits_per_cycle=512/66›",
        )
    clocks = _clocks_a_block(request, folder, inputs, handshake)
    counted = MD5_BLOCK / clocks
    if request.bits_per_cycle and abs(request.bits_per_cycle / counted - 1) > TOLERANCE:
        raise UsageError(
            f"‹bits_per_cycle› is {request.bits_per_cycle:.4g}, but in simulation {request.top} takes {clocks:.4g} "
            f"clocks for a block of {MD5_BLOCK} bits, or {counted:.4g} bits per cycle",
            fix="leave out ‹bits_per_cycle›, or check ‹start› and ‹done›",
        )
    return counted, Pace(source=SIMULATED, clocks=clocks, block_bits=MD5_BLOCK)


# ---- the handshake ----


@dataclass(frozen=True)
class _Handshake:
    """The handshake ports, and the constant levels of the other inputs."""

    start: str
    done: str
    ready: str
    reset: tuple[str, int] | None  # with its active level
    held: Mapping[str, int]


def _handshake(request: Hw, inputs: Mapping[str, int], outputs: Mapping[str, int]) -> _Handshake:
    single = [name for name, bits in outputs.items() if bits == 1]
    for port in (request.done, request.ready):
        if port and port not in single:
            raise unknown("output of one bit", port, single)
    held = dict(_level(assignment, inputs) for assignment in request.hold)
    reset = _level(request.reset, inputs) if request.reset else None
    for port in (request.start, *([reset[0]] if reset else [])):
        if inputs.get(port) != 1:
            raise unknown("input of one bit", port, [name for name, bits in inputs.items() if bits == 1])
    return _Handshake(request.start, request.done, request.ready, reset, held)


def _level(text: str, inputs: Mapping[str, int]) -> tuple[str, int]:
    """Parse PORT=VALUE; raise UsageError if there is no such input or the value does not fit."""
    port, _, value = text.partition("=")
    if port not in inputs:
        raise unknown("input", port, inputs)
    if not re.fullmatch(r"\d+|0x[0-9a-fA-F]+", value, re.ASCII) or int(value, 0) >= 1 << inputs[port]:
        raise UsageError(
            f"{text!r}: {port} needs a value of {inputs[port]} bit{'' if inputs[port] == 1 else 's'}",
            fix=f"type {port}=0 or {port}=1",
        )
    return port, int(value, 0)


# ---- the simulation ----


def _clocks_a_block(request: Hw, folder: Path, inputs: Mapping[str, int], handshake: _Handshake) -> float:
    """Return the mean clocks between the starts of blocks after the first. The bench starts a block in the clock in
    which the previous one ends or, if the core misses that start, one clock later."""
    # Simulate the Verilog that Yosys writes: it has the parameters, and power-up values as on an FPGA.
    script = (
        f"read_rtlil core.il; hierarchy -top {request.top}; proc; setundef -zero -init; write_verilog -noattr core.v"
    )
    run([synthesizer().program, "-q", "-p", script], folder, "simulated.log")
    (folder / "bench.v").write_text(_bench(request, inputs, handshake))
    run([PROGRAM, "-g2012", "-s", "bench", "-o", "bench.vvp", "bench.v", "core.v"], folder, "iverilog.log")
    for gap in (0, 1):
        run(["vvp", "-n", "bench.vvp", f"+gap={gap}"], folder, "vvp.log")
        starts = [int(line) for line in re.findall(r"^start (\d+)$", (folder / "vvp.log").read_text(), re.MULTILINE)]
        if len(starts) > BLOCKS:
            steady = [after - before for before, after in pairwise(starts[1:])]
            return sum(steady) / len(steady)
    where = "the first block" if len(starts) < 2 else f"block {len(starts)}"
    raise UsageError(
        f"{request.top} did not raise {handshake.done} for {where} within {LIMIT:,} clocks after {handshake.start}",
        fix="check the ports, and add the reset (‹reset=rst_n=0›) or other constant inputs (‹hold=[en=1]›)",
    )


def _bench(request: Hw, inputs: Mapping[str, int], handshake: _Handshake) -> str:
    """Return the test bench. Inputs change and outputs are read while the clock is low. `start` is high for one clock.
    A block ends when `done` rises, so `done` may be a pulse or stay high between blocks."""
    names = {port: f"i{number}" for number, port in enumerate(inputs)}
    start = names[handshake.start]
    values = {**dict.fromkeys(inputs, 0), **handshake.held}
    reset = ""
    if handshake.reset:
        port, level = handshake.reset
        values[port] = level
        reset = f"        repeat (16) tick; {names[port]} = {1 - level}; repeat (16) tick;\n"
    regs = "".join(f"    reg [{bits - 1}:0] {names[port]} = {values[port]};\n" for port, bits in inputs.items())
    ports = [(request.clock, "clk"), *names.items(), (handshake.done, "done")]
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
{regs}    \\{request.top} core ({wired});
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
