# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Packets on their whole path through this kernel: stages measured, and the account made of them."""

from __future__ import annotations

from typing import Literal

import msgspec

from wirerate.records.details.kind import Detail
from wirerate.records.quantities import Bytes, Count, Interval, MeanBytes, Ratio, Share

# tcp: plain TCP's writing, loopback and reading; record: TLS's framing, copies and calls. The others are a gateway's.
PartName = Literal["forwarding", "path", "tcp", "record", "cipher", "authenticator", "crypto", "protection"]


class PathStage(Detail, frozen=True, kw_only=True, tag="path-stage"):
    """A chain of namespaces that packets were sent through: the sender's time with what other CPUs did for it."""

    path: str  # "plain" where nothing is protected
    stage: str  # generate | hop | plain | plain-again | protect | both | null-protect | null-both
    sent: Count
    arrived: Count
    changed: Count  # arrived otherwise than they were sent
    duplicated: Count
    elsewhere_ns: Interval | None = None  # of `ns`, on other CPUs than the sender's; None: all of it is the sender's
    ip_version: Count


class PathPart(msgspec.Struct, frozen=True, kw_only=True):
    """What one part of the path takes, by paired differences of stages."""

    name: PartName  # crypto: cipher and authenticator, undivided; protection: these and the path, undivided
    ns: Interval  # nanoseconds per packet
    share: Interval | None  # of the gateway's time, 0 to 1; None where noise hides it


class AddedBytes(msgspec.Struct, frozen=True, kw_only=True):
    """What protection adds to a packet of one size: counted on the wire, and by the catalogue."""

    ip_bytes: Bytes  # of the packet before protection
    counted: MeanBytes
    catalogue: Bytes | None = None  # None: the catalogue has no such protocol


class PathAccount(Detail, frozen=True, kw_only=True, tag="path-account"):
    """A gateway's time per packet, and what it is made of."""

    path: str
    protocol: str = ""  # of the catalogue; "" where nothing is protected
    algorithm: str = ""
    ip_version: Count
    parts: tuple[PathPart, ...]  # in the order of a packet's way
    free: Interval | None = None  # nanoseconds per packet, were the crypto free; None where it cannot be told apart
    gain: Interval | None = None  # the gateway's time over that
    elsewhere: Share = 0.0  # of the gateway's time, on other CPUs than the sender's
    driver: str = ""  # of /proc/crypto; "" where the kernel does not tell
    added: tuple[AddedBytes, ...] = ()


class MeasuredPath(msgspec.Struct, frozen=True, kw_only=True):
    """What a kept run of `path` says of this protocol on this host: it stands beside an authenticator's verdict."""

    path: str
    date: str  # ISO 8601, UTC, of that run
    kernel: str
    packets: str
    operation: str  # protect | unprotect
    crypto: Interval | None = None  # its share of the gateway's time
    gain: Ratio | None = None  # what free crypto would bring at most
