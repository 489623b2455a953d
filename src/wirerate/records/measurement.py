# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A row of a run: one subject under one condition, by measuring or otherwise; and two held against each other."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from wirerate.records.quantities import Bytes as WholeBytes
from wirerate.records.quantities import (
    Count,
    CyclesPerByte,
    Interval,
    MeanBytes,
    Nanoseconds,
    NanosecondsPerByte,
    Ratio,
    Share,
)
from wirerate.vocabulary import Basis, Cache, Change, Keyed, Role, Status


class Conditions(msgspec.Struct, kw_only=True, frozen=True):
    """What a comparison or a verdict holds for. Empty where it does not apply."""

    protocol: str = ""
    over: str = ""  # what carries the protected packet: "vlan,vxlan"
    policy: str = ""
    operation: str = ""
    direction: Literal["", "one", "both"] = ""  # of a verdict
    bytes: MeanBytes | None = None
    packets: str = ""
    cache: Cache | Literal[""] = ""
    working_set: WholeBytes | None = None
    batch: Count | None = None
    keyed: Keyed = ""
    threads: Count | None = None
    ip_version: Count | None = None
    ip_bytes: MeanBytes | None = None
    covered_bytes: MeanBytes | None = None


class Row(msgspec.Struct, kw_only=True, tag_field="row", tag="row"):
    """What every row of every run has. Each kind of row is a struct of its own, told apart in JSON by its `row`."""

    subject: str  # full form, e.g. hmac-md5-96@wirerate/avx2
    operation: str = ""  # hash | tag | verify | seal | open | checksum | read | sign …
    basis: Basis = "measured"
    role: Role = "subject"
    status: Status = "ok"
    bytes: MeanBytes | None = None  # per message
    packets: str = ""  # the mix or size as asked for, e.g. "imix"; "" for a plain size
    ns: Interval | None = None  # nanoseconds per message
    host: str = ""  # of a fleet
    note: str = ""  # why it is absent or wrong


class BreakEven(msgspec.Struct, frozen=True, kw_only=True):
    """K-way MD5 beside plain MD5: from which length the ways win."""

    over: str  # the plain MD5 that is meant
    bytes: MeanBytes | None  # None: they never win there


class Measurement(Row, kw_only=True, tag="measurement"):
    """One subject under one condition on this host, with every round."""

    operation: str = "tag"
    batch: Count = 1
    cache: Cache = "warm"
    working_set: WholeBytes | None = None
    keyed: Keyed = ""  # "" for unkeyed
    threads: Count = 1
    group: str = ""  # rows of one group were measured in the same shuffled rounds
    rounds: Count = 0
    fixed_ns: Nanoseconds | None = None
    per_byte_ns: NanosecondsPerByte | None = None
    residual: Ratio | None = None  # of the fixed + per-byte fit, or from what was predicted; relative
    cpu_share: Share | None = None
    stolen: Share | None = None  # of wall time, by the hypervisor
    involuntary: Count | None = None  # switches away from the measuring threads
    noise: Ratio | None = None  # how far from 1 the ratio of a subject to itself may lie here
    settled: bool | None = None  # whether all that hangs on it was decided before the time was up; None: one look only
    core_cycles: CyclesPerByte | None = None
    reference_cycles: CyclesPerByte | None = None  # of the time-stamp counter
    samples_ns: tuple[Nanoseconds, ...] = ()  # per message, of every round, in time order
    samples_at: tuple[Count, ...] = ()  # position of each round in the shuffled order of its block
    break_even: BreakEven | None = None

    of_cpu: ClassVar[bool] = False  # whether CPU time is compared, which others on the CPU lengthen by the caches only

    @property
    def compared(self) -> Interval | None:
        """What comparisons are made of."""
        return self.ns

    def conditions(self) -> Conditions:
        """What it was measured under."""
        return Conditions(
            operation=self.operation,
            bytes=self.bytes,
            packets=self.packets,
            cache=self.cache,
            working_set=self.working_set,
            batch=self.batch,
            keyed=self.keyed,
            threads=self.threads,
        )


class Comparison(msgspec.Struct, kw_only=True, tag_field="comparison", tag="paired"):
    """Reference time / subject time: above 1 the subject is faster. Paired round by round, but for that across runs."""

    subject: str
    reference: str
    ratio: Interval  # a quotient of two times
    change: Change = ""
    conditions: Conditions = Conditions()
    noise: Ratio | None = None  # how far from 1 the ratio of a subject to itself may lie here
    rounds: Count = 0
    finds: Ratio | None = None  # the least slowdown that is called REGRESSED here 95 times in 100; None: not told
    host: str = ""  # of a fleet


class AcrossRuns(Comparison, kw_only=True, tag="across-runs"):
    """Of two run files: each subject held against a reference within its own run."""

    relative_to: str
    before: str = ""  # the version of the subject's library in the first run; "" where the run does not tell
    after: str = ""  # and in the second
