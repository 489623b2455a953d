# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Packets on their whole path through this kernel: stages measured, what they add up to, and what is judged of it."""

from __future__ import annotations

from typing import Literal

import msgspec

from wirerate.records import Comparison, Measurement, Run, Verdict
from wirerate.records.quantities import Bytes, Count, Interval, MeanBytes, Ratio, Share

# tcp: plain TCP's writing, loopback and reading; record: TLS's framing, copies and calls. The others are a gateway's.
PartName = Literal["forwarding", "path", "tcp", "record", "cipher", "authenticator", "crypto", "protection"]


class PathStage(Measurement, kw_only=True, tag="path-stage"):
    """How far packets were sent, or records taken, in one round: the sender's time with what other CPUs did for it.

    `subject` is the path, "plain" and "tcp" where nothing is protected; `operation` the stage: generate, hop, plain,
    protect, both; tcp, record, crypto.
    """

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


class PathAccount(Measurement, kw_only=True, tag="path-account"):
    """A gateway's time per packet, or an end's per record, and what it is made of. `subject` is the path."""

    ns: Interval
    protocol: str = ""  # of the catalogue; "" where nothing is protected
    algorithm: str = ""
    ip_version: Count
    parts: tuple[PathPart, ...]  # in the order of a packet's way
    free: Interval | None = None  # nanoseconds per packet, were the crypto free; None where it cannot be told apart
    gain: Interval | None = None  # the gateway's time over that
    elsewhere: Share = 0.0  # of the gateway's time, on other CPUs than the sender's
    driver: str = ""  # of /proc/crypto; "" where the kernel does not tell
    added: tuple[AddedBytes, ...] = ()


def crypto_share(account: PathAccount) -> Interval | None:
    """Cipher and authenticator together of the whole time; None where they are not told apart from the path."""
    if account.gain is None:
        return None
    gain = account.gain
    return Interval(1 - 1 / gain.median, 1 - 1 / gain.low, 1 - 1 / gain.high, gain.confidence)


class AbsentPath(msgspec.Struct, frozen=True, kw_only=True):
    """A path that this kernel has not, or not for this user."""

    path: str  # "" where it concerns all
    cause: str  # module | algorithm | permission | lost | …
    message: str
    fix: str
    said: str = ""  # the kernel's own words


class SlowDriver(msgspec.Struct, frozen=True, kw_only=True):
    """An algorithm that runs as portable code where the CPU has instructions for it."""

    algorithm: str  # as /proc/crypto names it
    driver: str
    feature: str  # of the CPU, which it does not use
    remedy: str


PathUnit = Literal["packet", "record"]


class PathFindings(msgspec.Struct, frozen=True, kw_only=True):
    """What kernel the paths were measured on, and what it lacks."""

    kernel: str  # release, as uname tells it
    mitigations: tuple[str, ...]  # that it applies
    cpu: Count  # that the sender was pinned to
    root: bool  # measured as root; False: as an ordinary user, packets in a user namespace of its own
    unit: PathUnit = "packet"  # what the figures are of
    absent: tuple[AbsentPath, ...] = ()
    slow: tuple[SlowDriver, ...] = ()
    noise: Ratio | None = None  # how far from 1 plain forwarding against itself was, or plain TCP


Remedy = Literal["none", "crypto", "other", "unknown"]


class PathVerdict(Verdict, kw_only=True, tag="path-verdict"):
    """A gateway on its whole path at a link's rate, and what could bring it there."""

    ceiling: Interval | None = None  # headroom if the crypto were free; None where it is not told apart
    crypto: Interval | None = None  # its share of the gateway's time
    gain: Interval | None = None  # ceiling over headroom, paired; of forwarding alone where `ceiling` is None
    remedy: Remedy  # crypto: an alternative helps; other: more cores, offload or larger packets do


class PathRun(Run[PathStage | PathAccount, PathFindings, Comparison, PathVerdict], kw_only=True, tag="path"):
    """`path`."""


RUNS = (PathRun,)
