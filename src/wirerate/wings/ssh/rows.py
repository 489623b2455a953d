# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The records of `ssh` and `ssh mill` runs: transfers, single packets, bottlenecks and verdicts."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from wirerate.catalogue.history import PostedSeries
from wirerate.records import Comparison, Measurement, Run, Verdict
from wirerate.records.quantities import (
    Bytes,
    Count,
    Interval,
    MeanBytes,
    MegabytesPerSecond,
    Milliseconds,
    Nanoseconds,
    NanosecondsPerByte,
    Ratio,
    Share,
)
from wirerate.vocabulary import Keyed

Bottleneck = Literal["cpu-here", "cpu-there", "window", "network", "source"]
Direction = Literal["up", "down"]


class MilledPacket(Measurement, kw_only=True, tag="milled-packet"):
    """One SSH packet sealed in this process."""

    cipher: str
    order: str  # encrypt-and-MAC | encrypt-then-MAC
    packet_bytes: Bytes
    mac_share: Share  # the MAC's share of the packet's time
    compressions: Count | None = None  # calls of an HMAC's compression function
    compression_ns: Nanoseconds | None = None  # per call, from the shortest and the longest packet
    keying: Interval | None = None  # extra ns over a kept key schedule, on the shortest packet without a cipher
    predicted_ns: Nanoseconds | None = None

    of_cpu: ClassVar[bool] = True


class EndCost(msgspec.Struct, frozen=True, kw_only=True):
    """The CPU time of one end of a transfer."""

    user_ns_per_byte: NanosecondsPerByte
    system_ns_per_byte: NanosecondsPerByte


class Transfer(Measurement, kw_only=True, tag="transfer"):
    """Transfers by ssh with one cipher and MAC."""

    cipher: str
    mac: str  # "" for an AEAD cipher
    peer: str
    through: str = "shell"  # shell | sftp
    one_machine: bool  # both ends are this machine
    cpu_ns_per_byte: NanosecondsPerByte  # at the busier end, without set-up
    cpu: Interval | None = None  # `cpu_ns_per_byte` with its interval; None after a single trial
    look: Ratio | None = None  # after a single trial: its CPU time ÷ the cheapest trial's
    here: EndCost
    there: EndCost | None = None  # the other end's cost; None: unknown
    set_up_ms: Milliseconds
    start_ms: Milliseconds  # set-up and start, subtracted from every time
    start_cpu_ms: Milliseconds
    round_trip_ms: Milliseconds
    window: Bytes  # the channel's window; 0: unknown
    packet_bytes: MeanBytes | None = None  # mean payload of a packet
    mac_share: Share | None = None  # lower bound of the MAC's share of the busier end's CPU time
    mbps: MegabytesPerSecond | None = None

    of_cpu: ClassVar[bool] = True

    @property
    def compared(self) -> Interval | None:
        return self.cpu


class MillGain(Comparison, kw_only=True, tag="mill-gain"):
    """A MAC with a kept key schedule compared with another mode or MAC."""

    cipher: str
    order: str
    against_keyed: Keyed  # how the reference handles its key schedule
    predicted: Interval | None = None  # the ratio predicted from the time to rekey; only for a MAC against itself


class TransferGain(Comparison, kw_only=True, tag="transfer-gain"):
    """The ratio of two candidates' CPU time per byte at the busier end, in transfers to one peer."""

    peer: str


class ConnectionVerdict(Verdict, kw_only=True, tag="connection-verdict"):
    """The verdict on whether one connection keeps up with a link."""

    headroom: Interval
    limit: Bottleneck  # the bottleneck of the connection that was measured
    mbps: MegabytesPerSecond  # throughput reached
    cpu_headroom: Interval  # headroom by CPU time alone; equal to `headroom` if a CPU is the limit


class Flow(msgspec.Struct, frozen=True, kw_only=True):
    """The figures that show a transfer's bottleneck."""

    here: Share  # share of the transfer's time in which this end had work
    there: Share | None  # the other end's share; None: unknown
    waited: Share  # share of the busier end's working time in which it waited for a CPU that ran other programs
    mbps: MegabytesPerSecond
    window_mbps: MegabytesPerSecond | None  # channel window / round trip; None: unknown
    source_mbps: MegabytesPerSecond | None  # reading the source alone; None: read at the other end


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """The bottleneck of transfers in one direction."""

    direction: Direction
    bottleneck: Bottleneck
    flow: Flow


class UmacGain(msgspec.Struct, frozen=True, kw_only=True):
    """UMAC-64 compared with HMAC-MD5 in the same rounds; OpenSSH announced a gain of 20 % in June 2007."""

    subject: str
    reference: str
    direction: Direction
    rounds: Count
    cpu: Interval  # HMAC-MD5's CPU time per byte at the busier end ÷ UMAC's
    time: Interval  # HMAC-MD5's transfer time ÷ UMAC's, without set-up and start


class SshAdvice(msgspec.Struct, frozen=True, kw_only=True):
    """The bottleneck of a connection, and the cipher and MAC to use."""

    bottleneck: Bottleneck
    flow: Flow  # the figures of the cheapest candidate
    direction: Direction = "up"  # the direction of `bottleneck` and `flow`
    also: Course | None = None  # the other direction, if both were measured
    noise: Ratio | None = None  # the A/A control's noise, if it is too large for a recommendation
    chosen: str = ""  # the subject recommended; "": none
    config: str = ""  # lines for ~/.ssh/config
    umac_over_md5: tuple[UmacGain, ...] = ()  # one for every direction in which both were compared
    posted: tuple[PostedSeries, ...] = ()  # OpenSSH's results of 2007, for comparison


class MillAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to the question whether keeping the key schedule gains more for HMAC-SHA1 than for HMAC-MD5, as was
    expected in 2007."""

    sizes: Count  # payloads at which both were measured
    larger: Count  # payloads at which HMAC-SHA1 gains more
    md5_ns: Nanoseconds | None  # time per call of the compression function
    sha1_ns: Nanoseconds | None
    sha_instructions: bool | None  # whether the CPU has SHA instructions; None if OpenSSL was told to ignore some


class SshRun(Run[Transfer, SshAdvice, TransferGain, ConnectionVerdict], kw_only=True, tag="ssh"):
    """A run of `ssh`."""


class MillRun(Run[MilledPacket, MillAnswer, MillGain, Verdict], kw_only=True, tag="mill"):
    """A run of `ssh mill`."""


RUNS = (SshRun, MillRun)
