# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The records of RFC 1810's model and of processors' bounds."""

from __future__ import annotations

import msgspec

from wirerate.records import Row
from wirerate.records.quantities import (
    Blocks,
    Bytes,
    Count,
    Cycles,
    CyclesPerByte,
    Hertz,
    Interval,
    MegabitsPerSecond,
    Mips,
    Nanoseconds,
    Number,
    Ratio,
    Share,
)
from wirerate.vocabulary import Basis


class Formula(Row, kw_only=True):
    """A figure from RFC 1810, or computed by its formula."""

    operation: str = "hash"
    basis: Basis = "formula"


class ModelStep(Formula, kw_only=True, tag="model-step"):
    """The figures of one step of an algorithm, and per word of input. A unit of time is one operation."""

    operations: Count  # operations, executed one after another
    units: Number  # units of time, with operations in parallel
    parallelism: Count  # largest number of operations at the same time
    steps_per_word: Number
    serial: Number  # operations per word
    parallel: Number  # units of time per word
    hardware: Number  # units of time per word, with overlapping steps
    serial_counted: Number  # operations per word, counted step by step
    parallel_overlapped: Number  # units of time per word of the binary tree, with overlapping steps
    parallel_rewritten: Number  # like parallel_overlapped, with selection by addition
    left_out: str = ""  # parts of the algorithm that its graph leaves out


class ModelMachine(Formula, kw_only=True, tag="model-machine"):
    """A machine's rates by the model, from its MIPS, and its measured rate."""

    machine: str  # "" if only MIPS are known
    this: bool = False  # whether `machine` is the machine that runs wirerate
    mips: Mips
    low_mbps: MegabitsPerSecond
    high_mbps: MegabitsPerSecond
    named: str = ""  # the machine's name in RFC 1810's other table, if it differs
    measured: Interval | None = None  # megabits per second; RFC 1810's figures have no interval
    cached: Interval | None = None  # megabits per second, with data in the cache
    rounds: Count | None = None
    core_hz: Hertz | None = None
    adds_per_cycle: Ratio | None = None


class ModelIpRates(Formula, kw_only=True, tag="model-ip-rates"):
    """The IP throughput of 1995 that RFC 1810 compares the machines with."""

    tcp_mbps: MegabitsPerSecond
    udp_mbps: MegabitsPerSecond
    over: str
    machine: str


class ModelSilicon(Formula, kw_only=True, tag="model-silicon"):
    """The rate of one chain in hardware."""

    reading: str  # how RFC 1810's paragraph is read: printed | formula | sentence; "" for the user's operation time
    operation_ns: Nanoseconds
    mbps: MegabitsPerSecond


class ModelChains(Formula, kw_only=True, tag="model-chains"):
    """The rate of K-way chaining in hardware, if each chain has the rate that RFC 1810 prints."""

    ways: Count
    mbps: MegabitsPerSecond
    digest_blocks: Blocks  # number of blocks that the chains' digests fill
    hashed_blocks: Count  # number of blocks that a standard MD5 of these digests processes


class ModelSums(Formula, kw_only=True, tag="model-sums"):
    """The rate of the Internet checksum in hardware."""

    partial_sums: Count
    operation_ns: Nanoseconds
    mbps: MegabitsPerSecond


class ModelSlots(Formula, kw_only=True, tag="model-slots"):
    """The time of a list schedule of the binary tree on a number of issue slots."""

    slots: Count
    units_per_word: Number


class Bound(msgspec.Struct, frozen=True, kw_only=True):
    """A lower bound on one unit of a processor for a number of independent chains."""

    unit: str
    ways: Count
    rewrites: tuple[str, ...]  # rewrites of the graph, or of the two mixed graphs
    cycles: Cycles  # to process one block on each of the chains
    cycles_per_byte: CyclesPerByte
    latency: CyclesPerByte  # the dependency chain's limit at this number of ways
    issue: CyclesPerByte  # the limit of the pipes and the front end
    lanes: CyclesPerByte  # like `issue`, but with every lane in use
    limit: str  # latency | front end | "pipes" and their names


class Modelled(Row, kw_only=True):
    """A figure calculated from a graph and a processor's costs."""

    operation: str = "hash"
    basis: Basis = "modelled"
    batch: Count = 1
    core_cycles: CyclesPerByte | None = None


class _BoundRange(Modelled, kw_only=True):
    """A bound, with two ends if instruction costs are ranges."""

    cpu: str
    low: Bound
    high: Bound
    unknowns: tuple[str, ...] = ()  # why the ends differ
    left_out: str = ""  # parts of the subject that its graph leaves out


class ModelBound(_BoundRange, kw_only=True, tag="model-bound"):
    """A processor's bound for an algorithm."""


class ModelInstructions(Modelled, kw_only=True, tag="model-instructions"):
    """A processor's bound for an algorithm that is computed with dedicated instructions."""

    cpu: str
    instruction: str  # the instruction that computes the rounds
    there: bool = True  # whether the processor has this instruction
    count: Count = 0  # number of these instructions per block; each waits for the previous one
    latency: Cycles = 0.0
    occupies: Cycles = 0.0  # time that one instruction occupies its unit
    cycles: Cycles = 0.0  # per block
    cycles_per_byte: CyclesPerByte = 0.0  # for one message
    together: CyclesPerByte = 0.0  # for several messages, which keep the unit busy
    source: str = ""


class Instructions(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="instructions"):
    """The code uses the SHA extensions, which the general bound leaves out, and is faster than that bound."""

    bound: CyclesPerByte | None = None  # bound for the SHA extensions; None if not modelled


class OwnBlocks(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="own blocks"):
    """A K-way message's extra blocks explain the difference: prefixes, padding and the final digest."""

    ways: Count
    share: Share  # share of the time spent on these blocks
    explains: CyclesPerByte | None = None  # the part of the difference due to these blocks; None if not quantified


class Registers(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="registers"):
    """The unit has too few registers for the state of all chains and a sum for each of them."""

    needed: Count
    has: Count
    roomier: Bound | None  # a unit with enough registers, if its bound explains the figure
    explains: CyclesPerByte | None = None  # that unit's bound minus this unit's


class Shuffles(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="shuffles"):
    """Shuffles, which the graph leaves out, explain the difference: a vector multiplication reads every other word."""

    words: Count  # words to move
    block_bytes: Bytes
    explains: CyclesPerByte | None = None  # increase of the bound by one shuffle per register of sums


class Loads(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="loads"):
    """Loading operands from memory explains the difference."""

    operands: Count
    registers: Count | None  # registers that are filled by transposing words into lanes; None without transposition


class OwnCode(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="code"):
    """The code itself explains the difference, by its instruction order or its moves."""


class OtherText(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="another text"):
    """The code uses a faster formulation of the algorithm than the graph."""

    graph: str  # the graph's formulation
    others: str  # the faster formulations


class Misread(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="misread"):
    """The figure is lower than any code can reach, so the measurement is wrong."""

    bound: CyclesPerByte  # the bound that the figure violates


Beyond = Misread | OtherText | Instructions | OwnBlocks | Registers | Shuffles | Loads | OwnCode


class ModelBeside(_BoundRange, kw_only=True, tag="model-beside"):
    """A measured figure, its bound, and the explanation of their difference."""

    measured: CyclesPerByte
    ratio: Ratio  # measured ÷ the bound's nearer end; 1 within the bound's range
    beyond: Beyond | None = None  # the explanation; None if the figure is near its bound


class ChainOperation(msgspec.Struct, frozen=True, kw_only=True):
    kind: str
    cycles: Cycles


class ChainSteps(msgspec.Struct, frozen=True, kw_only=True):
    """Consecutive steps with the same operations on the chain."""

    first: Count
    last: Count
    end: bool  # whether this is the final addition of the initial state
    operations: tuple[ChainOperation, ...]


class ModelChain(Modelled, kw_only=True, tag="model-chain"):
    """The critical chain of a block in the middle of a long message."""

    cpu: str
    unit: str
    mixed: bool  # whether the bound mixes two graphs; the chain is then the shorter of the two
    steps: tuple[ChainSteps, ...]
    cycles: Cycles  # per block
    cycles_per_byte: CyclesPerByte
    operations: Count  # per block
    waited_for: Count  # number of operations on the chain
    early: Count  # number of results that are ready before the previous block ends
