# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What one command found, and where."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from wirerate.records.details.kind import Detail
from wirerate.records.measurement import Comparison, Measurement
from wirerate.records.quantities import (
    Bits,
    Bytes,
    Count,
    Hertz,
    Interval,
    MegabytesPerSecond,
    Millijoules,
    Nanoseconds,
    Number,
    Ratio,
    Share,
)
from wirerate.records.verdict import Bottleneck, Direction, Verdict

SCHEMA = 2

Kind = Literal[
    "check", "speed", "compare", "doctor", "model", "hw", "ah", "ssh", "mill",
    "mcu", "budget", "handshake", "composed", "whole", "library", "function", "grid", "published", "boards",
    "fleet", "path", "failure",
]  # fmt: skip
KINDS: tuple[str, ...] = get_args(Kind)


class Cache(msgspec.Struct, frozen=True, kw_only=True):
    """One of data that a core sees, per instance."""

    name: str  # L1d | L2 | L3 …
    bytes: Bytes


class Peer(msgspec.Struct, frozen=True, kw_only=True):
    """An implementation that subjects can name."""

    name: str
    version: str  # "" where it is absent
    absent: str = ""  # why it is; "" where it is present


class Environment(msgspec.Struct, kw_only=True):
    """The machine and the software a run was made with."""

    wirerate: str
    date: str  # ISO 8601, UTC
    host: str
    cpu: str
    cores: Count
    memory_bytes: Bytes
    caches: tuple[Cache, ...]
    flags: tuple[str, ...]  # CPU features that matter here and are present
    hidden_flags: tuple[str, ...]  # the CPU model has them, this (virtual) machine does not show them
    virtual: str  # hypervisor name, "" on bare metal
    os: str
    compiler: str
    kernel: str  # the wirerate kernel in use
    core_hz: Hertz
    tick_hz: Hertz  # of the time-stamp counter
    core: str = ""  # whose unit costs the model knows, e.g. zen4; "" for a processor that it does not know
    peers: tuple[Peer, ...]


# Of problems by which something asked for is not there, as the exit status says too; the others are to be known only.
ERRORS = ("absent", "wrong", "output", "missing", "usage", "internal", "interrupted")


class Problem(msgspec.Struct, kw_only=True):
    """What a reader should know, and what to type."""

    code: str
    message: str
    fix: str
    host: str = ""  # of a fleet, whose it is


# ---- what a run found that is no single row's ----


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


class PostedRuns(msgspec.Struct, frozen=True, kw_only=True):
    """Published runs of one kind in numbers."""

    runs: Count
    seconds: Interval  # the median
    mean_mbps: Number  # as scp prints it, of 2^20 bytes
    speedup: Interval | None = None  # over the first series, of the medians; None of the first


class PostedSeries(msgspec.Struct, frozen=True, kw_only=True):
    """A series of the runs that were posted to OpenSSH's list in June 2007: published, not measured in this run."""

    name: str
    what: str
    outliers: Count  # runs far from the rest
    every: PostedRuns
    without: PostedRuns  # those far from the rest


class SshAdvice(Detail, frozen=True, kw_only=True, tag="ssh-advice"):
    """What holds a connection back, and what it should have instead."""

    bottleneck: Bottleneck
    flow: Flow  # of the cheapest candidate
    direction: Direction = "up"  # of those two
    also: Course | None = None  # the other direction, where both were asked for
    noise: Ratio | None = None  # of the control, where it is too large for a proposal
    chosen: str = ""  # the subject that is proposed; "" where nothing is
    config: str = ""  # lines for ~/.ssh/config
    posted: tuple[PostedSeries, ...] = ()  # beside this run, the runs of 2007


class MillAnswer(Detail, frozen=True, kw_only=True, tag="mill-answer"):
    """Whether HMAC-SHA1 gains more than HMAC-MD5 by kept state, as 2007 expected, and what decides it."""

    sizes: Count  # at which both were measured
    larger: Count  # of them, at which it does
    md5_ns: Nanoseconds | None  # a call of the compression function
    sha1_ns: Nanoseconds | None
    sha_instructions: bool | None  # that the CPU has; None where OpenSSL was told to leave some out


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """Of a budget; None where there is none."""

    time: Nanoseconds | None = None
    ram: Bytes | None = None
    flash: Bytes | None = None
    energy: Millijoules | None = None
    wire: Bytes | None = None


class BudgetAnswer(Detail, frozen=True, kw_only=True, tag="budget-answer"):
    """What a budget was asked for, and the cheapest configuration that fits it."""

    purpose: str  # sign | verify | ecdh | ecdhe | kem | signature | handshake
    security: Bits  # at least
    quantum: str = ""  # classical | hybrid | safe: what was asked for
    asked: Limits
    limits: Limits  # the stricter of what is asked and what the board has
    chosen: Count | None = None  # index into the measurements; None where nothing fits
    nearest: Count | None = None  # what then misses by least
    config: str = ""  # mbedtls_config.h
    psa_config: str = ""  # psa/crypto_config.h


class HandshakeAnswer(Detail, frozen=True, kw_only=True, tag="handshake-answer"):
    """A handshake of TLS 1.3 beside today's, client by client; and a composition beside what was emulated."""

    quantum: str  # classical | hybrid | safe
    today: Count  # index into the measurements
    chosen: Count  # likewise; today's where that is what was asked for
    alternative: Count | None = None  # likewise; the same by other code
    time: Ratio  # the chosen one's / today's
    ram: Ratio
    wire: Ratio
    # The client's, composed / emulated: of composed ones DTLS 1.2's, of one that was run whole its own.
    emulated_time: Ratio
    emulated_wire: Ratio


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """One that firmware can be timed for."""

    name: str
    title: str
    part: str
    core: str
    clock_hz: Hertz  # without another word
    fastest_hz: Hertz
    ram_bytes: Bytes
    flash_bytes: Bytes
    energy: bool  # whether a current with a source is known


class BoardList(Detail, frozen=True, kw_only=True, tag="boards"):
    """What `mcu` can be asked about."""

    boards: tuple[Board, ...]


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


class PathFindings(Detail, frozen=True, kw_only=True, tag="path-findings"):
    """What kernel the paths were measured on, and what it lacks."""

    kernel: str  # release, as uname tells it
    mitigations: tuple[str, ...]  # that it applies
    cpu: Count  # that the sender was pinned to
    root: bool  # measured as root; False: as an ordinary user, packets in a user namespace of its own
    unit: PathUnit = "packet"  # what the figures are of
    absent: tuple[AbsentPath, ...] = ()
    slow: tuple[SlowDriver, ...] = ()
    noise: Ratio | None = None  # how far from 1 plain forwarding against itself was, or plain TCP


Findings = SshAdvice | MillAnswer | BudgetAnswer | HandshakeAnswer | BoardList | PathFindings


class Run(msgspec.Struct, kw_only=True):
    """What one command found. Every field is written, defaults too: a script may ask for any of them."""

    command: str
    kind: Kind
    environment: Environment | None
    exit: Count = 0
    partial: bool = False
    schema: Count = SCHEMA
    findings: Findings | None = None
    measurements: list[Measurement] = msgspec.field(default_factory=list)
    comparisons: list[Comparison] = msgspec.field(default_factory=list)
    verdicts: list[Verdict] = msgspec.field(default_factory=list)
    problems: list[Problem] = msgspec.field(default_factory=list)
    hosts: list[Environment] = msgspec.field(default_factory=list)  # of a fleet; `host` names them in the rows

    def to_json(self) -> str:
        """The object that `-J` prints."""
        return msgspec.json.encode(self).decode()
