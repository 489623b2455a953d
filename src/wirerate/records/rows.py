# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A row of a run: one subject under one condition, by measuring or otherwise; two held against each other; and the
verdict on what was measured."""

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
    added_bytes: MeanBytes | None = None  # by the protocol and what carries it, per packet
    wire_bytes: MeanBytes | None = None  # that a packet occupies on the link, framing included


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


class Clock(msgspec.Struct, frozen=True, kw_only=True):
    """How the core's clock moved while something was measured."""

    low: Hertz  # tenth percentile of the rounds
    high: Hertz  # and ninetieth
    first: Hertz  # median of the first quarter of the rounds
    last: Hertz  # and of the last


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
    processes: Count = 1  # that took turns; of several, each is a unit of the interval
    within: Ratio | None = None  # standard deviation of rounds within a process, relative
    between: Ratio | None = None  # of processes, beyond what their rounds explain, relative
    placed: Ratio | None = None  # of places in memory of key, data, tags and stack, beyond what rounds at one explain
    fixed_ns: Nanoseconds | None = None
    per_byte_ns: NanosecondsPerByte | None = None
    per_byte_cycles: CyclesPerByte | None = None  # the same fit, each round by its own clock
    residual: Ratio | None = None  # of the fixed + per-byte fit, or from what was predicted; relative
    cpu_share: Share | None = None
    stolen: Share | None = None  # of wall time, by the hypervisor
    involuntary: Count | None = None  # switches away from the measuring threads
    noise: Ratio | None = None  # how far from 1 the ratio of a subject to itself may lie here
    settled: bool | None = None  # whether all that hangs on it was decided before the time was up; None: one look only
    core_hz: Hertz | None = None  # the clock while it was measured: the median of the rounds' own
    clock: Clock | None = None  # how it moved
    widened: Count = 0  # kept runs whose intervals `ns` covers too, where the reader asked for that
    core_cycles: CyclesPerByte | None = None  # by each round's own clock
    misread: CyclesPerByte | None = None  # the bound that core_cycles is below: not a speed, an error of the instrument
    reference_cycles: CyclesPerByte | None = None  # of the time-stamp counter
    samples_ns: tuple[Nanoseconds, ...] = ()  # per message, of every round, in time order
    samples_at: tuple[Count, ...] = ()  # position of each round in the shuffled order of its block
    samples_by: tuple[Count, ...] = ()  # number of the process that ran it; empty: one process
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


class CommandTime(Measurement, kw_only=True, tag="command-time"):
    """A whole command, its process's start included. `subject` is the command line, each round one execution, and `ns`
    its wall time. Batch, cache, keyed state and threads do not apply."""

    operation: str = "execute"
    cpu: Interval | None = None  # nanoseconds of all CPUs, user and system, of the process and those it waited for

    def conditions(self) -> Conditions:
        return Conditions(operation=self.operation)


class Comparison(msgspec.Struct, kw_only=True, tag_field="comparison", tag="paired"):
    """Reference time / subject time: above 1 the subject is faster. Paired round by round, but for that across runs."""

    subject: str
    reference: str
    ratio: Interval  # a quotient of two times
    change: Change = ""
    conditions: Conditions = Conditions()
    noise: Ratio | None = None  # how far from 1 the ratio of a subject to itself may lie here
    rounds: Count = 0
    processes: Count = 1  # that took turns; of several, each is a unit of the interval
    within: Ratio | None = None  # standard deviation of paired ratios within a process
    between: Ratio | None = None  # of processes, beyond what their pairs explain
    finds: Ratio | None = None  # the least slowdown that is called REGRESSED here 95 times in 100; None: not told
    instructions: Interval | None = None  # instructions of the reference / of the subject; None: not counted
    instructions_change: Change = ""
    host: str = ""  # of a fleet


class AcrossRuns(Comparison, kw_only=True, tag="across-runs"):
    """Of two run files: each subject held against a reference within its own run."""

    relative_to: str
    before: str = ""  # the version of the subject's library in the first run; "" where the run does not tell
    after: str = ""  # and in the second


class Security(msgspec.Struct, kw_only=True, frozen=True):
    """What an algorithm claims, and how that stands."""

    claim: str
    attack: str
    standing: str
    source: str
    date: str


class ConfigLine(msgspec.Struct, kw_only=True, frozen=True):
    """What to write somewhere to choose an algorithm."""

    system: str  # "" where the text begins with it
    text: str
    source: str  # the documentation that it follows


class Alternative(msgspec.Struct, kw_only=True):
    """What could take its place on that link."""

    subject: str
    headroom: Interval | None  # time available / time needed
    security: Security
    config: str = ""
    lines: tuple[ConfigLine, ...] = ()  # the same and other systems', each with its documentation
    role: str = ""  # as of the verdict
    cores: Count | None = None  # the fewest that KEEP UP by the median; None where nothing was measured
    cores_worst: Count | None = None  # the fewest that KEEP UP by the slow end of the interval
    cores_tight: Count | None = None  # the fewest that are at least TIGHT by the slow end
    vague: bool = False  # its interval is too wide to choose by
    brings: Interval | None = None  # its headroom / the subject's by paired rounds; None where they share no rounds
    equal_to: tuple[str, ...] = ()  # subjects of the same standing that its speed cannot be told apart from


class LinkEnd(msgspec.Struct, kw_only=True, frozen=True):
    """One end of the link: what it does to a packet, and what that costs under the conditions that decided."""

    operation: str  # tag | seal | hash | checksum at the sender, verify | open at the receiver
    ns: Interval  # nanoseconds per packet
    headroom: Interval  # time available / time needed, were it judged alone


class Warmer(msgspec.Struct, kw_only=True, frozen=True):
    """The headroom in another cache state than the one that is judged."""

    cache: Literal["cold", "llc", "warm"]
    ns: Nanoseconds
    headroom: Ratio


class Oversized(msgspec.Struct, kw_only=True, frozen=True):
    """A packet of the mix that exceeds the link's MTU once it is protected."""

    mtu: WholeBytes  # IP bytes
    ip_bytes: WholeBytes  # before protection
    sent_bytes: WholeBytes  # after protection
    fits: WholeBytes | None  # largest packet before protection that does not exceed the MTU; None: none does


class Scaled(msgspec.Struct, kw_only=True, frozen=True):
    """The same on more threads, each on a CPU of its own."""

    threads: Count
    ns: Interval  # nanoseconds per packet, all threads together
    headroom: Interval
    siblings: bool  # whether threads shared physical cores


class MeasuredPath(msgspec.Struct, frozen=True, kw_only=True):
    """What a kept run of `path` says of this protocol on this host: it stands beside an authenticator's verdict."""

    path: str
    date: str  # ISO 8601, UTC, of that run
    kernel: str
    packets: str
    operation: str  # protect | unprotect
    crypto: Interval | None = None  # its share of the gateway's time
    gain: Ratio | None = None  # what free crypto would bring at most
    headroom: Interval | None = None  # of the whole path on the same link; None where that run judged another link
    verdict: Outcome | Literal[""] = ""


class Verdict(msgspec.Struct, kw_only=True, tag_field="judged", tag="authenticator"):
    """An authenticator held against a link."""

    subject: str
    link: str
    packets: str
    verdict: Outcome
    needs_ns: Nanoseconds  # available per packet at line rate, mean over the mix
    measured_ns: Interval | None  # nanoseconds per packet
    headroom: Interval | None  # time available / time needed
    cores: Count | None  # the fewest that KEEP UP by the median
    security: Security
    cores_worst: Count | None = None  # the fewest that KEEP UP by the slow end of the interval
    cores_tight: Count | None = None  # the fewest that are at least TIGHT by the slow end
    permitted: bool = True  # by the policy in force; False is never green
    objection: str = ""  # what speaks against it, e.g. "MUST NOT BE USED (RFC 8221)"
    role: str = ""  # "per packet" (as stacks do it today) | "batched"
    conditions: Conditions = Conditions()
    directions: tuple[LinkEnd, ...] = ()  # the sender's first; one where both ends do the same
    duplex: Interval | None = None  # time available / time needed where one core carries both directions at line rate
    warmer: tuple[Warmer, ...] = ()
    scaling: tuple[Scaled, ...] = ()  # measured; then `cores` come from it, and beyond it by its last step
    alternatives: tuple[Alternative, ...] = ()
    oversized: Oversized | None = None
    note: str = ""
    host: str = ""  # of a fleet
    path: MeasuredPath | None = None  # what a kept run of `path` says of its protocol on this host


class MessageVerdict(Verdict, kw_only=True, tag="messages"):
    """A control-plane protocol's authenticator at a rate of messages."""

    per_second: PerSecond  # asked for, or usual
    usual: str = ""  # what has that rate; "" where it was asked for
    source: str = ""  # of the usual rate
    what: str = ""  # a message of the usual size is; "" where the size was asked for
    most_per_second: PerSecond | None = None  # on one core, and nothing else done on it
    core_share: Ratio | None = None  # of one core, at that rate
