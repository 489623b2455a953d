# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One subject under one condition; and two of them held against each other."""

from __future__ import annotations

import msgspec

from wirerate.records.details import Details
from wirerate.records.details.comparison import ComparisonDetails
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


class Conditions(msgspec.Struct, kw_only=True, frozen=True):
    """What a comparison or a verdict holds for. Empty where it does not apply."""

    protocol: str = ""
    over: str = ""  # what carries the protected packet: "vlan,vxlan"
    policy: str = ""
    operation: str = ""
    direction: str = ""  # one | both, of a verdict
    bytes: MeanBytes | None = None
    packets: str = ""
    cache: str = ""
    working_set: WholeBytes | None = None
    batch: Count | None = None
    keyed: str = ""
    threads: Count | None = None
    ip_version: Count | None = None
    ip_bytes: MeanBytes | None = None
    covered_bytes: MeanBytes | None = None


class Measurement(msgspec.Struct, kw_only=True):
    """One subject under one condition, with every round."""

    subject: str  # full form, e.g. hmac-md5-96@wirerate/avx2
    role: str = "subject"  # subject | reference | ceiling | floor
    status: str = "ok"  # ok | wrong | absent
    basis: str = "measured"  # measured | modelled | placed | stored | composed | formula
    operation: str = "tag"  # hash | tag | verify | seal | open | checksum | read | sign …
    bytes: MeanBytes | None = None  # per message
    packets: str = ""  # the mix or size as asked for, e.g. "imix"; "" for a plain size
    batch: Count = 1
    cache: str = "warm"  # warm | llc | cold | sweep
    working_set: WholeBytes | None = None
    keyed: str = ""  # reuse | rekey | fresh | "" for unkeyed
    threads: Count = 1
    group: str = ""  # rows of one group were measured in the same shuffled rounds
    host: str = ""  # of a fleet
    rounds: Count = 0
    ns: Interval | None = None  # nanoseconds per message
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
    note: str = ""  # why it is absent or wrong
    samples_ns: tuple[Nanoseconds, ...] = ()  # per message, of every round, in time order
    samples_at: tuple[Count, ...] = ()  # position of each round in the shuffled order of its block
    details: Details | None = None

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


class Comparison(msgspec.Struct, kw_only=True):
    """Reference time / subject time: above 1 the subject is faster. Paired round by round, but for that across runs."""

    subject: str
    reference: str
    ratio: Interval  # a quotient of two times
    change: str  # IMPROVED | REGRESSED | NO CHANGE | CANNOT TELL | "" where no threshold was asked
    conditions: Conditions = Conditions()
    noise: Ratio | None = None  # how far from 1 the ratio of a subject to itself may lie here
    rounds: Count = 0
    finds: Ratio | None = None  # the least slowdown that is called REGRESSED here 95 times in 100; None: not told
    host: str = ""  # of a fleet
    details: ComparisonDetails | None = None
