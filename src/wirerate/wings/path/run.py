# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The records of a `path` run: measured stages, their breakdown into parts, and verdicts."""

from __future__ import annotations

from typing import Literal

import msgspec

from wirerate.records import Comparison, Measurement, Run, Verdict
from wirerate.records.quantities import Bytes, Count, Interval, MeanBytes, Ratio, Share

# tcp: plain TCP's write, loopback and read. record: TLS's framing, copies and calls. The rest are parts of a gateway.
PartName = Literal["forwarding", "path", "tcp", "record", "cipher", "authenticator", "crypto", "protection"]


class PathStage(Measurement, kw_only=True, tag="path-stage"):
    """One timed stage; `ns` is the sender's time plus the time other CPUs worked for it.

    `subject` is the path ("plain" or "tcp" without protection). `operation` is the stage: generate, hop, plain, protect
    or both; for TLS it is tcp, record or crypto.
    """

    sent: Count
    arrived: Count
    changed: Count  # packets that arrived with other contents
    duplicated: Count
    elsewhere_ns: Interval | None = None  # the part of `ns` spent on other CPUs than the sender's; None if none
    ip_version: Count


class PathPart(msgspec.Struct, frozen=True, kw_only=True):
    """The time of one part of the path, from paired differences of stages."""

    name: PartName  # crypto: cipher and authenticator together; protection: protocol and crypto together
    ns: Interval  # nanoseconds per packet
    share: Interval | None  # share of the gateway's time, 0 to 1; None if lost in noise


class AddedBytes(msgspec.Struct, frozen=True, kw_only=True):
    """The bytes that protection adds to a packet of one size: counted on the wire, and expected by the catalogue."""

    ip_bytes: Bytes  # the packet before protection
    counted: MeanBytes
    catalogue: Bytes | None = None  # None: the protocol is not in the catalogue


class PathAccount(Measurement, kw_only=True, tag="path-account"):
    """A gateway's time per packet, or the time per record of one end of a connection, and its parts. `subject` is the
    path."""

    ns: Interval
    protocol: str = ""  # in the catalogue; "" without protection
    algorithm: str = ""
    ip_version: Count
    parts: tuple[PathPart, ...]  # in the order in which a packet passes them
    free: Interval | None = None  # nanoseconds per packet if crypto were free; None if it cannot be separated
    gain: Interval | None = None  # `ns` divided by `free`
    elsewhere: Share = 0.0  # share of the time on other CPUs than the sender's
    driver: str = ""  # from /proc/crypto; "" if not listed there
    added: tuple[AddedBytes, ...] = ()


def crypto_share(account: PathAccount) -> Interval | None:
    """Return the share of cipher and authenticator in the whole time; None if they cannot be separated from the
    rest."""
    if account.gain is None:
        return None
    gain = account.gain
    return Interval(1 - 1 / gain.median, 1 - 1 / gain.low, 1 - 1 / gain.high, gain.confidence)


class AbsentPath(msgspec.Struct, frozen=True, kw_only=True):
    """A path that this kernel lacks, or that this user may not measure."""

    path: str  # "": all paths
    cause: str  # module | algorithm | permission | lost | …
    message: str
    fix: str
    said: str = ""  # the kernel's own words


class SlowDriver(msgspec.Struct, frozen=True, kw_only=True):
    """An algorithm that runs as portable code although the CPU has instructions for it."""

    algorithm: str  # its name in /proc/crypto
    driver: str
    feature: str  # the CPU feature that the driver does not use
    remedy: str  # the command that loads a faster driver


PathUnit = Literal["packet", "record"]


class PathFindings(msgspec.Struct, frozen=True, kw_only=True):
    """The kernel that was measured, and what it lacks."""

    kernel: str  # release, as in `uname -r`
    mitigations: tuple[str, ...]  # mitigations of CPU vulnerabilities in effect
    cpu: Count  # the CPU that the sender was pinned to
    root: bool  # measured as root; False: as an ordinary user, in a user namespace
    unit: PathUnit = "packet"  # what is measured per round
    absent: tuple[AbsentPath, ...] = ()
    slow: tuple[SlowDriver, ...] = ()
    noise: Ratio | None = None  # A/A control: how much two measurements of plain forwarding or TCP may differ


Remedy = Literal["none", "crypto", "other", "unknown"]


class PathVerdict(Verdict, kw_only=True, tag="path-verdict"):
    """The verdict on a gateway: whether its whole path keeps up with a link, and what would help."""

    ceiling: Interval | None = None  # headroom if crypto were free; None if crypto cannot be separated
    crypto: Interval | None = None  # the share of crypto in the gateway's time
    gain: Interval | None = None  # ceiling / headroom, paired; without a ceiling, the gain if all protection were free
    remedy: Remedy  # crypto: an alternative helps; other: more cores, offload or larger packets help


class PathRun(Run[PathStage | PathAccount, PathFindings, Comparison, PathVerdict], kw_only=True, tag="path"):
    """A run of `path`."""


RUNS = (PathRun,)
