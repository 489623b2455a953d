# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Messages, packets and transfers measured on this machine."""

from __future__ import annotations

import msgspec

from wirerate.records.details.kind import Detail
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


class BreakEven(Detail, frozen=True, kw_only=True, tag="break-even"):
    """K-way MD5 beside plain MD5: from which length the ways win."""

    over: str  # the plain MD5 that is meant
    bytes: MeanBytes | None  # None: they never win there


class AhPackets(Detail, frozen=True, kw_only=True, tag="ah-packets"):
    """IPv6 packets signed or verified in a ring."""

    ip_bytes: MeanBytes
    p99_ns: Nanoseconds | None = None  # of a call, over single calls
    model_ns: Nanoseconds | None = None  # what MD5's dependencies and the core's units allow at least


class MilledPacket(Detail, frozen=True, kw_only=True, tag="milled-packet"):
    """One SSH packet sealed in this process."""

    cipher: str
    order: str  # encrypt-and-MAC | encrypt-then-MAC
    packet_bytes: Bytes
    mac_share: Share  # of the packet's time
    compressions: Count | None = None  # of the hash, where the MAC is an HMAC
    compression_ns: Nanoseconds | None = None  # of one such call, between the shortest and the longest packet
    predicted_ns: Nanoseconds | None = None


class EndCost(msgspec.Struct, frozen=True, kw_only=True):
    """CPU time of one end of a transfer."""

    user_ns_per_byte: NanosecondsPerByte
    system_ns_per_byte: NanosecondsPerByte


class Transfer(Detail, frozen=True, kw_only=True, tag="transfer"):
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
