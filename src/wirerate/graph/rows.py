# SPDX-License-Identifier: Apache-2.0 OR MIT
"""RFC 1810's model, and what a processor allows."""

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
    """A number of RFC 1810's, or by its formula."""

    operation: str = "hash"
    basis: Basis = "formula"


class ModelStep(Formula, kw_only=True, tag="model-step"):
    """One step of an algorithm, and the same per word of input. A unit of time is that of one operation."""

    operations: Count  # one after the other
    units: Number  # of time, with operations side by side
    parallelism: Count  # operations at once, at most
    steps_per_word: Number
    serial: Number  # operations a word
    parallel: Number  # units a word
    hardware: Number  # units a word, steps overlapped
    serial_counted: Number  # operations a word, every step counted as it is
    parallel_overlapped: Number  # units a word of the binary tree where its steps can overlap after all
    parallel_rewritten: Number  # the same with selection by addition
    left_out: str = ""  # what the algorithm does beside its graph


class ModelMachine(Formula, kw_only=True, tag="model-machine"):
    """A machine of so many MIPS: the rates that the model gives it, and what was measured."""

    machine: str  # "" for one that has only its MIPS
    this: bool = False  # the one at hand
    mips: Mips
    low_mbps: MegabitsPerSecond
    high_mbps: MegabitsPerSecond
    named: str = ""  # its name in RFC 1810's other table, where that differs
    measured: Interval | None = None  # megabits per second; RFC 1810 gives one figure without an interval
    cached: Interval | None = None  # megabits per second, the cache not defeated
    rounds: Count | None = None
    core_hz: Hertz | None = None
    adds_per_cycle: Ratio | None = None


class ModelIpRates(Formula, kw_only=True, tag="model-ip-rates"):
    """What IP carried in 1995, against which RFC 1810 holds the machines."""

    tcp_mbps: MegabitsPerSecond
    udp_mbps: MegabitsPerSecond
    over: str
    machine: str  # that carried it, as far as its name goes


class ModelSilicon(Formula, kw_only=True, tag="model-silicon"):
    """One chain in hardware."""

    reading: str  # of RFC 1810's paragraph: printed | formula | sentence; "" for silicon of the reader's
    operation_ns: Nanoseconds
    mbps: MegabitsPerSecond


class ModelChains(Formula, kw_only=True, tag="model-chains"):
    """K-way chaining in hardware, each chain at RFC 1810's printed rate."""

    ways: Count
    mbps: MegabitsPerSecond
    digest_blocks: Blocks  # that the chains' digests fill
    hashed_blocks: Count  # that a standard MD5 over them takes


class ModelSums(Formula, kw_only=True, tag="model-sums"):
    """The Internet checksum in hardware."""

    partial_sums: Count
    operation_ns: Nanoseconds
    mbps: MegabitsPerSecond


class ModelSlots(Formula, kw_only=True, tag="model-slots"):
    """Time of a list schedule of the binary tree on so many issue slots."""

    slots: Count
    units_per_word: Number


class Bound(msgspec.Struct, frozen=True, kw_only=True):
    """The least that a unit of a processor allows for so many independent chains."""

    unit: str
    ways: Count
    rewrites: tuple[str, ...]  # of the graph, or of the two that are mixed
    cycles: Cycles  # for one block of every way
    cycles_per_byte: CyclesPerByte
    latency: CyclesPerByte  # by the chain alone, at this number of ways
    issue: CyclesPerByte  # by the pipes and the front end alone
    lanes: CyclesPerByte  # by the pipes alone if every lane were in use
    limit: str  # latency | front end | pipes, and which


class Modelled(Row, kw_only=True):
    """What a graph and a processor's costs say."""

    operation: str = "hash"
    basis: Basis = "modelled"
    batch: Count = 1
    core_cycles: CyclesPerByte | None = None


class _Allowed(Modelled, kw_only=True):
    """A bound has two ends where the costs of instructions have."""

    cpu: str
    low: Bound
    high: Bound
    unknowns: tuple[str, ...] = ()  # that make the ends differ
    left_out: str = ""  # what the subject does beside its graph


class ModelBound(_Allowed, kw_only=True, tag="model-bound"):
    """What a processor allows an algorithm."""


class ModelInstructions(Modelled, kw_only=True, tag="model-instructions"):
    """What the instructions made for one algorithm allow on a processor."""

    cpu: str
    instruction: str  # that does the rounds
    there: bool = True  # False: the processor has none
    count: Count = 0  # of a block, each waiting for the one before it
    latency: Cycles = 0.0
    occupies: Cycles = 0.0  # its unit, per instruction
    cycles: Cycles = 0.0  # for one block
    cycles_per_byte: CyclesPerByte = 0.0  # of one message
    together: CyclesPerByte = 0.0  # of several messages that keep the unit full
    source: str = ""


class Instructions(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="instructions"):
    """The code uses the SHA extensions, which the graph lacks, and is faster than the bound."""

    bound: CyclesPerByte | None = None  # what these allow; None where it is not modelled


class OwnBlocks(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="own blocks"):
    """Of a K-way message: prefixes, ends, and the digest of digests."""

    ways: Count
    share: Share  # of the time
    explains: CyclesPerByte | None = None  # above the bound; None where that is not quantified, here and below


class Registers(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="registers"):
    """Too few for the state of so many chains, and a sum each."""

    needed: Count
    has: Count
    roomier: Bound | None  # the unit that holds them, where its bound explains the figure
    explains: CyclesPerByte | None = None  # by which the bound of a unit that holds them is higher


class Shuffles(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="shuffles"):
    """A vector multiplication takes every other word; to the graph a change of type is free."""

    words: Count  # that must be moved
    block_bytes: Bytes
    explains: CyclesPerByte | None = None  # by which the bound rises with a shuffle for each register of sums


class Loads(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="loads"):
    """Operands from memory."""

    operands: Count
    registers: Count | None  # of words, loaded, turned into lanes and stored before; None where nothing is turned


class OwnCode(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="code"):
    """One chain keeps no unit busy that the model lacks: it is the code's order, its moves."""


class OtherText(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="another text"):
    """The graph is of one way to compute the algorithm, and the code, which is faster, has another."""

    graph: str  # the way that the graph has
    others: str


class Misread(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="misread"):
    """The figure is below what any code can reach: an error of the instrument, not a speed."""

    bound: CyclesPerByte  # that it is below


Beyond = Misread | OtherText | Instructions | OwnBlocks | Registers | Shuffles | Loads | OwnCode


class ModelBeside(_Allowed, kw_only=True, tag="model-beside"):
    """A measured figure, the bound of the kernel's instructions, and what explains their difference."""

    measured: CyclesPerByte
    ratio: Ratio  # over the upper end where it is slower, over the lower where it is faster, 1 between
    beyond: Beyond | None = None  # what the bound does not explain; None where it explains the figure


class ChainOperation(msgspec.Struct, frozen=True, kw_only=True):
    kind: str
    cycles: Cycles


class ChainSteps(msgspec.Struct, frozen=True, kw_only=True):
    """Steps in a row with the same operations on the chain."""

    first: Count
    last: Count
    end: bool  # the block's end, where its seed is added
    operations: tuple[ChainOperation, ...]


class ModelChain(Modelled, kw_only=True, tag="model-chain"):
    """The chain that a block waits for, in the middle of a long message."""

    cpu: str
    unit: str
    mixed: bool  # the bound mixes two graphs, and this is the one with the shorter chain
    steps: tuple[ChainSteps, ...]
    cycles: Cycles  # per block
    cycles_per_byte: CyclesPerByte
    operations: Count  # of a block
    waited_for: Count  # those on the chain
    early: Count  # results that are there before the block before has ended
