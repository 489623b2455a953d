# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The rows, comparisons and verdicts of a run."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from wirerate.records.quantities import Bytes as WholeBytes
from wirerate.records.quantities import (
    Count,
    CyclesPerByte,
    Hertz,
    Interval,
    MeanBytes,
    Nanoseconds,
    NanosecondsPerByte,
    PerSecond,
    Ratio,
    Share,
)
from wirerate.vocabulary import Basis, Cache, Change, Keyed, Outcome, Role, Status


class Conditions(msgspec.Struct, kw_only=True, frozen=True):
    """The conditions of a row, comparison or verdict. A field is empty if it does not apply."""

    protocol: str = ""
    over: str = ""  # encapsulation of the protected packet: "vlan,vxlan"
    policy: str = ""  # security policy: which algorithms are permitted
    operation: str = ""
    direction: Literal["", "one", "both"] = ""  # in a verdict: one direction of the link, or both at once
    bytes: MeanBytes | None = None
    packets: str = ""  # packet mix
    cache: Cache | Literal[""] = ""
    working_set: WholeBytes | None = None  # total size of the messages in memory
    batch: Count | None = None  # messages per call
    keyed: Keyed = ""  # key schedule per message: reuse, rekey or fresh
    threads: Count | None = None
    ip_version: Count | None = None  # 4 or 6
    ip_bytes: MeanBytes | None = None  # size of the IP packet as sent
    covered_bytes: MeanBytes | None = None  # bytes that the authenticator reads per packet
    added_bytes: MeanBytes | None = None  # bytes added per packet by the protocol and its encapsulation
    wire_bytes: MeanBytes | None = None  # bytes that a packet occupies on the link, including framing


class Row(msgspec.Struct, kw_only=True, tag_field="row", tag="row"):
    """The fields that every row has. Each kind of row is a separate struct; its `row` field names the kind."""

    subject: str  # full form, e.g. hmac-md5-96@wirerate/avx2
    operation: str = ""  # hash | tag | verify | seal | open | checksum | read | sign …
    basis: Basis = "measured"  # where the figure comes from
    role: Role = "subject"
    status: Status = "ok"  # absent: not measured; wrong: the result was wrong
    bytes: MeanBytes | None = None  # per message
    packets: str = ""  # the packet mix or size as requested, e.g. "imix"; "" for a plain size
    ns: Interval | None = None  # nanoseconds per message
    host: str = ""  # in a fleet: the host it was measured on
    note: str = ""  # why it is absent or wrong


class BreakEven(msgspec.Struct, frozen=True, kw_only=True):
    """The message length from which K-way MD5 is faster than plain MD5."""

    over: str  # the plain MD5 subject that it is compared with
    bytes: MeanBytes | None  # None: K-way MD5 is never faster


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """How the core's clock rate changed during a measurement."""

    low: Hertz  # tenth percentile of the rounds
    high: Hertz  # ninetieth percentile
    first: Hertz  # median of the first quarter of the rounds
    last: Hertz  # median of the last quarter of the rounds


class Measurement(Row, kw_only=True, tag="measurement"):
    """One subject measured under one condition on this host, with every round."""

    operation: str = "tag"
    batch: Count = 1  # messages per call
    cache: Cache = "warm"  # where in the memory hierarchy the messages are
    working_set: WholeBytes | None = None  # total size of the messages in memory
    keyed: Keyed = ""  # key schedule per message: reuse, rekey or fresh; "" if unkeyed
    threads: Count = 1
    group: str = ""  # rows with the same group were measured in the same shuffled rounds
    rounds: Count = 0  # number of rounds measured
    processes: Count = 1  # processes that took turns; if several, the interval is over processes
    within: Ratio | None = None  # relative standard deviation of the rounds within a process
    between: Ratio | None = None  # relative standard deviation between processes, beyond that of their rounds
    placed: Ratio | None = None  # relative standard deviation due to places in memory (key, data, tags, stack)
    fixed_ns: Nanoseconds | None = None  # fixed cost per message, from a fit to several lengths
    per_byte_ns: NanosecondsPerByte | None = None  # cost per byte, from the same fit
    per_byte_cycles: CyclesPerByte | None = None  # per_byte_ns in cycles, using the clock rate of each round
    residual: Ratio | None = None  # largest relative deviation from the fit, or from the prediction
    cpu_share: Share | None = None  # CPU time / wall time
    stolen: Share | None = None  # share of wall time taken by the hypervisor
    involuntary: Count | None = None  # involuntary context switches of the measuring threads
    noise: Ratio | None = None  # how far the ratio of a subject to itself may be from 1 in this measurement
    settled: bool | None = None  # whether all comparisons were decided before time ran out; None: only one look
    core_hz: Hertz | None = None  # clock rate during the measurement: median over the rounds
    clock: Clock | None = None  # how the clock rate changed
    widened: Count = 0  # number of stored runs whose intervals are included in `ns`
    core_cycles: CyclesPerByte | None = None  # counted with the clock rate of each round
    misread: CyclesPerByte | None = None  # a lower bound that core_cycles violates: the clock was misread
    reference_cycles: CyclesPerByte | None = None  # counted by the time-stamp counter
    samples_ns: tuple[Nanoseconds, ...] = ()  # per message, for every round, in order of time
    samples_at: tuple[Count, ...] = ()  # position of each round in the shuffled order of its block
    samples_by: tuple[Count, ...] = ()  # number of the process that ran each round; empty: one process
    break_even: BreakEven | None = None

    of_cpu: ClassVar[bool] = False  # whether comparisons use CPU time, on which other programs have little effect

    @property
    def compared(self) -> Interval | None:
        """Return the interval that comparisons use."""
        return self.ns

    def conditions(self) -> Conditions:
        """Return the conditions of the measurement."""
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


class CommandTime(Measurement, kw_only=True, tag="command-time"):
    """A whole command, including the start of its process. `subject` is the command line, each round one execution, and
    `ns` its wall time. Batch, cache state, key schedule and threads do not apply.
    """

    operation: str = "execute"
    cpu: Interval | None = None  # nanoseconds of CPU time, user and system, of the process and its children

    def conditions(self) -> Conditions:
        return Conditions(operation=self.operation)


class Comparison(msgspec.Struct, kw_only=True, tag_field="comparison", tag="paired"):
    """A comparison of a subject with a reference. It pairs their rounds, except between two runs. `ratio` is the
    reference's time / the subject's: above 1, the subject is faster.
    """

    subject: str
    reference: str
    ratio: Interval  # time of the reference / time of the subject
    change: Change = ""  # the answer, if a threshold was given
    conditions: Conditions = Conditions()
    noise: Ratio | None = None  # how far the ratio of a subject to itself may be from 1 in this measurement
    rounds: Count = 0  # pairs of rounds compared
    processes: Count = 1  # processes that took turns; if several, the interval is over processes
    within: Ratio | None = None  # standard deviation of paired ratios within a process
    between: Ratio | None = None  # standard deviation between processes beyond that of their pairs
    finds: Ratio | None = None  # smallest slowdown that 95 of 100 runs would report as REGRESSED; None: unknown
    instructions: Interval | None = None  # instructions of the reference / of the subject; None: not counted
    instructions_change: Change = ""  # the answer for instructions
    host: str = ""  # in a fleet: the host it was measured on


class AcrossRuns(Comparison, kw_only=True, tag="across-runs"):
    """A comparison of two run files. Each time is first divided by the time of a reference in the same run."""

    relative_to: str
    before: str = ""  # version of the subject's library in the first run; "" if unknown
    after: str = ""  # version of the library in the second run


class Security(msgspec.Struct, kw_only=True, frozen=True):
    """The security claim of an algorithm, and its current status."""

    claim: str
    attack: str
    standing: str
    source: str
    date: str


class ConfigLine(msgspec.Struct, kw_only=True, frozen=True):
    """A configuration line that selects an algorithm."""

    system: str  # the program or file to configure; "" if `text` begins with it
    text: str
    source: str  # the documentation of the line


class Alternative(msgspec.Struct, kw_only=True):
    """An alternative for the same link."""

    subject: str
    headroom: Interval | None  # time available / time needed
    security: Security
    config: str = ""  # configuration line that selects it
    lines: tuple[ConfigLine, ...] = ()  # configuration lines for this and other systems, with their documentation
    role: str = ""  # as in Verdict
    cores: Count | None = None  # fewest cores that KEEP UP, by the median; None if nothing was measured
    cores_worst: Count | None = None  # fewest cores that KEEP UP, by the slow end of the interval
    cores_tight: Count | None = None  # fewest cores that are at least TIGHT, by the slow end
    vague: bool = False  # whether its interval is too wide to choose it with certainty
    brings: Interval | None = None  # headroom of the alternative / of the subject; None without paired rounds
    equal_to: tuple[str, ...] = ()  # equally secure subjects whose speed does not differ significantly


class LinkEnd(msgspec.Struct, kw_only=True, frozen=True):
    """One end of the link: its operation on each packet, and the cost of that under the verdict's conditions."""

    operation: str  # tag | seal | hash | checksum at the sender, verify | open at the receiver
    ns: Interval  # nanoseconds per packet
    headroom: Interval  # time available per packet / time needed, for this end alone


class Warmer(msgspec.Struct, kw_only=True, frozen=True):
    """The headroom in a cache state other than the one that is judged."""

    cache: Literal["cold", "llc", "warm"]
    ns: Nanoseconds
    headroom: Ratio


class Oversized(msgspec.Struct, kw_only=True, frozen=True):
    """A packet of the mix that exceeds the link's MTU once it is protected."""

    mtu: WholeBytes  # in IP bytes
    ip_bytes: WholeBytes  # before protection
    sent_bytes: WholeBytes  # after protection
    fits: WholeBytes | None  # largest packet before protection that then fits the MTU; None: no packet does


class Scaled(msgspec.Struct, kw_only=True, frozen=True):
    """The same measurement with more threads, each on its own CPU."""

    threads: Count
    ns: Interval  # nanoseconds per packet, all threads together
    headroom: Interval
    siblings: bool  # whether threads shared physical cores


class MeasuredPath(msgspec.Struct, frozen=True, kw_only=True):
    """The result of an earlier run of `path` for this protocol on this host, shown with the verdict."""

    path: str  # the path measured, e.g. esp-gcm
    date: str  # date of that run: ISO 8601, UTC
    kernel: str  # version of the Linux kernel
    packets: str
    operation: str  # protect | unprotect
    crypto: Interval | None = None  # share of the gateway's time spent on crypto
    gain: Ratio | None = None  # speed-up if crypto were free
    headroom: Interval | None = None  # headroom of the whole path on this link; None if that run judged another link
    verdict: Outcome | Literal[""] = ""


class Verdict(msgspec.Struct, kw_only=True, tag_field="judged", tag="authenticator"):
    """The verdict on an authenticator for a link."""

    subject: str
    link: str
    packets: str
    verdict: Outcome
    needs_ns: Nanoseconds  # time available per packet at line rate, mean over the mix
    measured_ns: Interval | None  # nanoseconds per packet
    headroom: Interval | None  # time available / time needed
    cores: Count | None  # fewest cores that KEEP UP, by the median
    security: Security
    cores_worst: Count | None = None  # fewest cores that KEEP UP, by the slow end of the interval
    cores_tight: Count | None = None  # fewest cores that are at least TIGHT, by the slow end
    permitted: bool = True  # whether the security policy permits it; if not, the verdict is never shown in green
    objection: str = ""  # the security objection, e.g. "MUST NOT BE USED (RFC 8221)"
    role: str = ""  # "per packet" (as network stacks work today) | "batched"
    conditions: Conditions = Conditions()
    directions: tuple[LinkEnd, ...] = ()  # sender first; a single entry if both ends do the same
    duplex: Interval | None = None  # headroom if one core handles both directions at line rate
    warmer: tuple[Warmer, ...] = ()
    scaling: tuple[Scaled, ...] = ()  # measurements with several threads; if there are any, `cores` is based on them
    alternatives: tuple[Alternative, ...] = ()  # alternatives for the same link, best first
    oversized: Oversized | None = None
    note: str = ""
    host: str = ""  # in a fleet: the host it was measured on
    path: MeasuredPath | None = None  # result of a stored run of `path` for its protocol on this host


class MessageVerdict(Verdict, kw_only=True, tag="messages"):
    """The verdict on a control-plane protocol's authenticator at a rate of messages."""

    per_second: PerSecond  # the rate requested, or the usual one
    usual: str = ""  # the setting in which that rate is usual; "" if the rate was requested
    source: str = ""  # source of the usual rate
    what: str = ""  # kind of a message of the usual size; "" if the size was requested
    most_per_second: PerSecond | None = None  # highest rate on one core that does nothing else
    core_share: Ratio | None = None  # share of one core at that rate
