# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What every core is: a module, its ports and its pace, and what surrounds it when it is placed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from wirerate.graph.verilog.bench import Bench

TOP = "placed"


@dataclass(frozen=True)
class Core:
    """A module ready to be simulated and placed."""

    name: str
    title: str
    module: str
    verilog: str
    inputs: Mapping[str, int]  # ports and their widths, the clock left out
    outputs: Mapping[str, int]
    target_mhz: float  # what to ask of the router: a little more than it can reach, or with rip-up what it must reach
    algorithm: str = ""  # what it computes; of a bench nothing
    lanes: int = 1  # messages at work at once
    bits: int = 512  # of a message, per block
    clocks: float = 1  # from one block of a lane to its next
    cuts: Fraction = Fraction(1)  # registers per step
    luts: int = 0  # look-up tables by counting; 0: not counted
    macro: str = ""  # to be defined when it is synthesised: primitives of the part instead of portable Verilog
    routing: tuple[str, ...] = ()  # options of nextpnr's routers; none: router1 as it is
    settings: Mapping[str, str] = field(default_factory=dict)  # of nextpnr that have no option: the netlist brings them
    bench: Callable[[], Bench] | None = None  # None: nothing to compare with
    clock: str = "clk"  # the port
    rtlil: bool = False  # the text is what Yosys made of somebody's Verilog

    @property
    def harness(self) -> str:
        return harness(self.module, self.inputs, self.outputs, self.clock)

    @property
    def file(self) -> str:
        return "core.il" if self.rtlil else "core.v"

    @property
    def sha256(self) -> str:
        """Of what is placed: core and harness without comments, blank space as one blank."""
        text = re.sub(r"//[^\n]*", "", self.verilog + self.harness)
        return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()

    def chain_mbps(self, fmax_mhz: float, clocks: float = 0) -> float:
        """The rate of one message; a formula may count other clocks per block than the core takes."""
        return self.bits * fmax_mhz / (clocks or self.clocks)

    def mbps(self, fmax_mhz: float, clocks: float = 0) -> float:
        """The rate of all lanes together."""
        return self.lanes * self.chain_mbps(fmax_mhz, clocks)


def harness(module: str, inputs: Mapping[str, int], outputs: Mapping[str, int], clock: str = "clk") -> str:
    """The top module for placing: all inputs from one pin, all outputs to one pin, registers between, so that the
    figures are the core's and not those of a package's pins. Ports by name with their widths, and the clock's."""
    wide, out = sum(inputs.values()), sum(outputs.values())
    ports = [f".{_name(clock)}(clk)"]
    at = 0
    for name, width in inputs.items():
        ports.append(f".{_name(name)}(source[{at + width - 1}:{at}])")
        at += width
    at = 0
    for name, width in outputs.items():
        ports.append(f".{_name(name)}(result[{at + width - 1}:{at}])")
        at += width
    levels = _folds(out)
    return "\n".join(
        [
            f"// {module} between two shift chains, for placing: its inputs come from one pin, its outputs go to one.",
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
    """As Verilog takes it: with other signs in it, it begins with a backslash and ends with a blank."""
    return port if re.fullmatch(r"[A-Za-z_][\w$]*", port, re.ASCII) else f"\\{port} "


def _folds(width: int) -> list[str]:
    """Exclusive-ors of four bits and a register, until one bit is left."""
    lines, name, level = [], "result", 0
    while width > 1 or level == 0:
        level += 1
        smaller = -(-width // 4)
        lines.append(f"    reg  [{smaller - 1}:0] fold{level};")
        terms = [f"^{name}[{min(4 * i + 3, width - 1)}:{4 * i}]" for i in range(smaller)]
        lines.append(f"    always @(posedge clk) fold{level} <= {{{', '.join(reversed(terms))}}};")
        name, width = f"fold{level}", smaller
    return [*lines, f"    assign out = {name}[0];"]
