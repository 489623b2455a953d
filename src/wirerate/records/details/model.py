"""RFC 1810's model, and what a processor allows."""

from __future__ import annotations

from wirerate.records.details.kind import Detail
from wirerate.records.quantities import (
    Count,
    CyclesPerByte,
    Hertz,
    Interval,
    MegabitsPerSecond,
    Mips,
    Number,
    Ratio,
)


class ModelStep(Detail, frozen=True, kw_only=True, tag="model-step"):
    """One step of an algorithm in RFC 1810's units, and the same per word of input."""

    operations: Number
    units: Number
    parallelism: Ratio
    steps_per_word: Number
    serial: Number
    parallel: Number
    hardware: Number
    serial_counted: Number
    parallel_overlapped: Number
    parallel_rewritten: Number
    left_out: str = ""


class ModelMachine(Detail, frozen=True, kw_only=True, tag="model-machine"):
    """A machine of so many MIPS: the rates that the model gives it, and what was measured."""

    mips: Mips
    low_mbps: MegabitsPerSecond
    high_mbps: MegabitsPerSecond
    named: str  # which of RFC 1810's machines is meant; "" for another
    measured: Interval | None = None  # megabits per second; without an interval where RFC 1810 gives one figure
    rounds: Count | None = None
    core_hz: Hertz | None = None
    adds_per_cycle: Ratio | None = None


class ModelRate(Detail, frozen=True, kw_only=True, tag="model-rate"):
    """A rate that a formula of RFC 1810 gives: silicon, K ways, or the checksum."""

    topic: str  # hardware | ways | checksum
    mbps: MegabitsPerSecond
    ways: Count | None = None
    sentence: str = ""


class ModelSlots(Detail, frozen=True, kw_only=True, tag="model-slots"):
    """Time of a list schedule on so many issue slots."""

    slots: Count
    units_per_word: Number


class ModelBound(Detail, frozen=True, kw_only=True, tag="model-bound"):
    """The least that a processor allows; with what was measured beside it where a run was given."""

    cpu: str
    ways: Count
    unit: str
    cycles_per_byte: Interval
    latency: CyclesPerByte
    issue: CyclesPerByte
    lanes: Number
    limit: str  # which of these decides
    rewrites: tuple[str, ...]
    left_out: str = ""
    measured_cycles_per_byte: CyclesPerByte | None = None
    ratio: Ratio | None = None  # measured / bound
    sentence: str = ""  # why they differ
