# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The records of `hw`: core rates by formula or placed, and verdicts on them."""

from __future__ import annotations

import msgspec

from wirerate.records import Comparison, Row, Run, Verdict
from wirerate.records.quantities import (
    Blocks,
    Bytes,
    Clocks,
    Count,
    Interval,
    MegabitsPerSecond,
    Megahertz,
    Nanoseconds,
    Number,
    PerSecond,
    Ratio,
    Share,
    Turns,
)

ALONE, BUSY = "one message at a time", "every lane busy"  # roles of a K-way MD5 verdict


class OneMessage(msgspec.Struct, frozen=True, kw_only=True):
    """One message split over several chains of a pipeline, compared with plain MD5 of the same message."""

    ways: Count
    mbps: MegabitsPerSecond  # rate for a very long message
    turns: Turns
    ns: Nanoseconds  # time until the final digest is ready
    plain_blocks: Blocks = 0.0  # blocks of plain MD5; this field and the next two are 0 in older runs
    plain_ns: Nanoseconds = 0.0  # time of plain MD5 on one lane
    gains_from: Bytes = 0  # shortest message that finishes sooner than with plain MD5


class OperationTimes(msgspec.Struct, frozen=True, kw_only=True):
    """The register-to-register times of the operations that the calibrated formula adds up."""

    add_ns: Nanoseconds
    logic_add_ns: Nanoseconds | None = None  # None if F is in the adder's lookup tables or has its own clock
    rotation_ns: Nanoseconds | None = None  # None if every rotation is a wire
    rotation_amounts: Count | None = None  # the number of rotation amounts that the circuit selects from
    shared_ns: Nanoseconds | None = None  # time of register and wire, counted once per chain of operations
    wires_ns: Nanoseconds | None = None  # extra time of the longest wire over the wires in the measured operations


class CriticalPath(msgspec.Struct, frozen=True, kw_only=True):
    """The slowest path from register to register."""

    start: str  # a register, named after its node in the graph
    end: str
    additions: Count  # carry chains on the path
    luts: Count  # lookup tables on the path outside carry chains
    logic_ns: Nanoseconds  # including the registers
    routing_ns: Nanoseconds


class Derating(msgspec.Struct, frozen=True, kw_only=True):
    """The share of the tools' clock that real boards reached, with its source."""

    low: Ratio
    high: Ratio
    source: str


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """A placed and routed core: the median over the seeds."""

    package: str
    speed: Count  # speed grade of the part
    seeds: Count
    target_mhz: Megahertz  # the router's target, which influences the result
    luts: Count
    ffs: Count
    ram_blocks: Count  # LUT RAMs of 16 words of 4 bits
    area: Share  # share of the part
    fitting: Count  # copies that the part holds
    path: CriticalPath
    netlist_sha256: str
    verilog_sha256: str
    yosys: str
    nextpnr: str
    date: str  # ISO 8601, UTC
    command: str
    derating: Derating


AS_YOU_SAID, SIMULATED = "as you said", "simulated"


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """The source of a core's bits per cycle."""

    source: str  # as you said | simulated
    clocks: Clocks | None = None  # clocks per block in simulation, the mean of several blocks
    block_bits: Count | None = None


class Brought(msgspec.Struct, frozen=True, kw_only=True):
    """The user's own core: its files, ports and bits per cycle."""

    files: tuple[str, ...]
    top: str
    clock: str  # the clock port
    input_bits: Count  # all inputs except the clock
    output_bits: Count
    bits_per_cycle: Number  # message bits per clock, averaged over many clocks
    pace: Pace  # the source of bits_per_cycle
    command: str  # the Yosys command that read it


class OnArea(msgspec.Struct, frozen=True, kw_only=True):
    """The rate of as many copies of a core as fit on another core's area."""

    core: str  # the core whose area is filled
    size: Ratio  # this core's area ÷ that core's
    copies: Count  # copies that fit on that area
    mbps: MegabitsPerSecond  # all copies together; 0 if none fits
    per_area_mbps: MegabitsPerSecond  # this core's rate ÷ size


class CoreRate(Row, kw_only=True, tag="core"):
    """The rate of a hardware core with every lane busy, by a formula or placed and routed."""

    source: str  # rfc1810 | calibrated | placed
    core: str
    title: str
    part: str  # the FPGA it was placed on, or whose operation times a formula uses
    lanes: Count
    fmax_mhz: Interval
    clocks: Clocks  # clocks per block on one lane
    chain_mbps: MegabitsPerSecond  # rate of one lane
    mbps: MegabitsPerSecond  # rate of all lanes together
    blocks: Blocks  # per packet, over all its lanes
    latency_ns: Nanoseconds  # latency of a packet
    operation_ns: Nanoseconds | None = None  # RFC 1810's N, for a formula
    silicon: str = ""  # source of operation_ns: rfc1810 | part | own (requested by the user)
    times: OperationTimes | None = None  # for the calibrated formula
    placed: Placed | None = None
    one_message: OneMessage | None = None
    brought: Brought | None = None
    on_area: OnArea | None = None


class CoreVerdict(Verdict, kw_only=True, tag="core-verdict"):
    """The verdict on a hardware core at a link's rate."""

    basis: str
    core: str
    packets_in_flight: Count
    blocks: Blocks  # per packet, over all its lanes
    blocks_per_second: PerSecond
    packets_per_second: PerSecond
    latency_ns: Nanoseconds
    derated_headroom_low: Ratio | None = None
    derated_headroom_high: Ratio | None = None
    lanes: Count | None = None  # lanes that carry the link; only for K-way MD5
    gain: Ratio | None = None  # plain MD5's time on the same core ÷ this time; only for K-way MD5
    bits_per_cycle: Number | None = None  # only for the user's own core
    pace: Pace | None = None  # the source of bits_per_cycle


class HwRun(Run[CoreRate, None, Comparison, CoreVerdict], kw_only=True, tag="hw"):
    """A run of `wirerate hw`."""


RUNS = (HwRun,)
