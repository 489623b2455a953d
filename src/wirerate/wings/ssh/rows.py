# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Transfers, packets of the mill, and what holds a connection back."""

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
    mac_share: Share  # of the packet's time
    compressions: Count | None = None  # of the hash, where the MAC is an HMAC
    compression_ns: Nanoseconds | None = None  # of one such call, between the shortest and the longest packet
    keying: Interval | None = None  # ns more than with kept state, on the shortest packet without a cipher
    predicted_ns: Nanoseconds | None = None

    of_cpu: ClassVar[bool] = True


class EndCost(msgspec.Struct, frozen=True, kw_only=True):
    """CPU time of one end of a transfer."""

    user_ns_per_byte: NanosecondsPerByte
    system_ns_per_byte: NanosecondsPerByte


class Transfer(Measurement, kw_only=True, tag="transfer"):
    """Bytes sent by ssh under one cipher and MAC."""

    cipher: str
    mac: str  # "" for an AEAD cipher
    peer: str
    through: str = "shell"  # shell | sftp
    one_machine: bool  # both ends are this machine
    cpu_ns_per_byte: NanosecondsPerByte  # of the busier end, set-up subtracted
    cpu: Interval | None = None  # the same with its interval; None after one look only
    look: Ratio | None = None  # after one look only: about so many times the least CPU time seen
    here: EndCost
    there: EndCost | None = None  # None where the other end did not tell
    set_up_ms: Milliseconds
    start_ms: Milliseconds  # set-up and start, subtracted from every time
    start_cpu_ms: Milliseconds
    round_trip_ms: Milliseconds
    window: Bytes  # of the channel; 0 where it is not known
    packet_bytes: MeanBytes | None = None  # of payload
    mac_share: Share | None = None  # at least this much of the busier end's CPU time is the MAC
    mbps: MegabytesPerSecond | None = None

    of_cpu: ClassVar[bool] = True

    @property
    def compared(self) -> Interval | None:
        return self.cpu


class MillGain(Comparison, kw_only=True, tag="mill-gain"):
    """Kept state of a MAC against another mode or MAC, in the mill."""

    cipher: str
    order: str
    against_keyed: Keyed  # how the reference handles its state
    predicted: Interval | None = None  # this ratio by the time of keying; of a MAC against itself only


class TransferGain(Comparison, kw_only=True, tag="transfer-gain"):
    """Two candidates' CPU time per byte of the busier end, in transfers to one peer."""

    peer: str


class ConnectionVerdict(Verdict, kw_only=True, tag="connection-verdict"):
    """One connection at a link's rate."""

    headroom: Interval
    limit: Bottleneck  # what held the connection that was measured
    mbps: MegabytesPerSecond  # reached
    cpu_headroom: Interval  # what the CPU time alone would allow; the verdict's own where a CPU is the limit


class Flow(msgspec.Struct, frozen=True, kw_only=True):
    """What a transfer's bottleneck was found from."""

    here: Share  # of the transfer's time in which this end had work
    there: Share | None  # None where the other end did not tell
    waited: Share  # of the busier end's time with work, while other programs held its CPU
    mbps: MegabytesPerSecond
    window_mbps: MegabytesPerSecond | None  # what window and round trip allow at most; None where not known
    source_mbps: MegabytesPerSecond | None  # of reading the source alone; None where the other end reads it


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """What holds transfers in one direction back."""

    direction: Direction
    bottleneck: Bottleneck
    flow: Flow


class UmacGain(msgspec.Struct, frozen=True, kw_only=True):
    """UMAC-64 against HMAC-MD5 in the same rounds of transfers: what OpenSSH gave as 20 % in June 2007."""

    subject: str
    reference: str
    direction: Direction
    rounds: Count
    cpu: Interval  # HMAC-MD5's CPU time per byte of the busier end over UMAC's
    time: Interval  # HMAC-MD5's transfer time over UMAC's, set-up and start subtracted


class SshAdvice(msgspec.Struct, frozen=True, kw_only=True):
    """What holds a connection back, and what it should have instead."""

    bottleneck: Bottleneck
    flow: Flow  # of the cheapest candidate
    direction: Direction = "up"  # of those two
    also: Course | None = None  # the other direction, where both were asked for
    noise: Ratio | None = None  # of the control, where it is too large for a proposal
    chosen: str = ""  # the subject that is proposed; "" where nothing is
    config: str = ""  # lines for ~/.ssh/config
    umac_over_md5: tuple[UmacGain, ...] = ()  # for each direction in which both were compared
    posted: tuple[PostedSeries, ...] = ()  # beside this run, the runs of 2007


class MillAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """Whether HMAC-SHA1 gains more than HMAC-MD5 by kept state, as 2007 expected, and what decides it."""

    sizes: Count  # at which both were measured
    larger: Count  # of them, at which it does
    md5_ns: Nanoseconds | None  # a call of the compression function
    sha1_ns: Nanoseconds | None
    sha_instructions: bool | None  # that the CPU has; None where OpenSSL was told to leave some out


class SshRun(Run[Transfer, SshAdvice, TransferGain, ConnectionVerdict], kw_only=True, tag="ssh"):
    """`ssh`."""


class MillRun(Run[MilledPacket, MillAnswer, MillGain, Verdict], kw_only=True, tag="mill"):
    """`ssh mill`."""


RUNS = (SshRun, MillRun)
