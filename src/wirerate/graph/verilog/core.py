"""What every core is: a module, its ports, and its pace."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from wirerate.graph.verilog.harness import harness


@dataclass(frozen=True)
class Bench:
    """A self-checking bench and the vectors that it reads."""

    verilog: str
    vectors: str


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
    clocks: int = 1  # from one block of a lane to its next
    cuts: Fraction = Fraction(1)  # registers per step
    macro: str = ""  # to be defined when it is synthesised: primitives of the part instead of portable Verilog
    routing: tuple[str, ...] = ()  # options of nextpnr's routers; none: router1 as it is
    bench: Callable[[], Bench] | None = None  # None: nothing to compare with

    @property
    def harness(self) -> str:
        return harness(self.module, self.inputs, self.outputs)

    @property
    def sha256(self) -> str:
        """Of what is placed: core and harness without comments, blank space as one blank."""
        text = re.sub(r"//[^\n]*", "", self.verilog + self.harness)
        return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()

    def chain_mbps(self, fmax_mhz: float, clocks: int = 0) -> float:
        """The rate of one message; a formula may count other clocks per block than the core takes."""
        return self.bits * fmax_mhz / (clocks or self.clocks)

    def mbps(self, fmax_mhz: float, clocks: int = 0) -> float:
        """The rate of all lanes together."""
        return self.lanes * self.chain_mbps(fmax_mhz, clocks)
