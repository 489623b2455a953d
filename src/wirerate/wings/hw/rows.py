# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Cores in hardware, by formula or placed, and what is judged of them."""

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

ALONE, BUSY = "one message at a time", "every lane busy"  # roles of a verdict on a message over several ways


class OneMessage(msgspec.Struct, frozen=True, kw_only=True):
    """What one message over several chains gets of a pipeline, and the same message in one chain."""

    ways: Count
    mbps: MegabitsPerSecond  # of a message without end
    turns: Turns
    ns: Nanoseconds  # until the digest is there, with the digest of digests
    plain_blocks: Blocks = 0.0  # by plain MD5; 0 in older runs, as below
    plain_ns: Nanoseconds = 0.0  # by plain MD5, on one lane
    gains_from: Bytes = 0  # a message alone is sooner done over its chains


class OperationTimes(msgspec.Struct, frozen=True, kw_only=True):
    """From register to register, of the operations that the calibrated formula chains."""

    add_ns: Nanoseconds
    logic_add_ns: Nanoseconds | None = None  # None where F is in the adder's own tables, or has a clock of its own
    rotation_ns: Nanoseconds | None = None  # None where every rotation is a wire
    rotation_amounts: Count | None = None  # that it chooses from
    shared_ns: Nanoseconds | None = None  # register and wire, for each further operation between the same two
    wires_ns: Nanoseconds | None = None  # the longest wire beyond those that the operations were timed with


class CriticalPath(msgspec.Struct, frozen=True, kw_only=True):
    """The slowest way from register to register."""

    start: str  # a register, named after the graph's node
    end: str
    additions: Count  # carry chains passed
    luts: Count  # look-up tables beside them
    logic_ns: Nanoseconds  # registers' own times included
    routing_ns: Nanoseconds


class Derating(msgspec.Struct, frozen=True, kw_only=True):
    """What is left on a board of the clock that tools promise, as far as that was seen elsewhere."""

    low: Ratio
    high: Ratio
    source: str


class Placed(msgspec.Struct, frozen=True, kw_only=True):
    """A core placed and routed: the median over the seeds."""

    package: str
    speed: Count  # grade
    seeds: Count
    target_mhz: Megahertz  # asked of the router; part of the result
    luts: Count
    ffs: Count
    ram_blocks: Count  # LUT RAMs of 16 words of 4 bits
    area: Share  # of the part
    fitting: Count  # cores that the part holds
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
    """Where a core's bits per cycle come from."""

    source: str  # as you said | simulated
    clocks: Clocks | None = None  # that a block took in simulation; a mean over several
    block_bits: Count | None = None  # of that block


class Brought(msgspec.Struct, frozen=True, kw_only=True):
    """A core that somebody brought: what was read, and what was said of it."""

    files: tuple[str, ...]
    top: str
    clock: str  # its port
    input_bits: Count  # of all other ports
    output_bits: Count
    bits_per_cycle: Number  # of messages, that it takes in over many cycles
    pace: Pace  # where that comes from
    command: str  # by which Yosys made it ready


class OnArea(msgspec.Struct, frozen=True, kw_only=True):
    """What one core would do on another's area."""

    core: str  # the other
    size: Ratio  # this one's area by the other's
    copies: Count  # that fit there
    mbps: MegabitsPerSecond  # of them together; 0 where none fits
    per_area_mbps: MegabitsPerSecond  # for each such area that it takes


class CoreRate(Row, kw_only=True, tag="core"):
    """A core in hardware with every lane busy: by a formula, or placed and routed."""

    source: str  # rfc1810 | calibrated | placed
    core: str
    title: str
    part: str  # whose operations a formula takes, or on which it was placed
    lanes: Count
    fmax_mhz: Interval
    clocks: Clocks  # per block and lane
    chain_mbps: MegabitsPerSecond  # of one lane
    mbps: MegabitsPerSecond  # of all
    blocks: Blocks  # of a packet, on all lanes that it takes
    latency_ns: Nanoseconds  # of a packet
    operation_ns: Nanoseconds | None = None  # RFC 1810's N, of a formula
    silicon: str = ""  # whose operation that is: rfc1810 | part | own
    times: OperationTimes | None = None  # of the calibrated formula
    placed: Placed | None = None
    one_message: OneMessage | None = None
    brought: Brought | None = None
    on_area: OnArea | None = None


class CoreVerdict(Verdict, kw_only=True, tag="core-verdict"):
    """A core in hardware at a link's rate."""

    basis: str
    core: str
    packets_in_flight: Count
    blocks: Blocks  # of a packet, on all lanes that it takes
    blocks_per_second: PerSecond
    packets_per_second: PerSecond
    latency_ns: Nanoseconds
    derated_headroom_low: Ratio | None = None
    derated_headroom_high: Ratio | None = None
    lanes: Count | None = None  # that carry the link; of a message over several ways
    gain: Ratio | None = None  # plain MD5's time on the same core / this one's; of a message over several ways
    bits_per_cycle: Number | None = None  # of a core that was brought
    pace: Pace | None = None  # where that comes from


class HwRun(Run[CoreRate, None, Comparison, CoreVerdict], kw_only=True, tag="hw"):
    """`hw`."""


RUNS = (HwRun,)
