# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What was judged: an authenticator at a link's rate, with its security and what could take its place."""

from __future__ import annotations

from typing import Literal

import msgspec

from wirerate.records.measurement import Conditions
from wirerate.records.quantities import Count, Interval, Nanoseconds, PerSecond, Ratio
from wirerate.vocabulary import Outcome


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
    cores: Count | None = None  # that carry the link by the median; None where nothing was measured
    cores_worst: Count | None = None  # and by the slow end of its interval
    vague: bool = False  # its interval is too wide to choose by
    brings: Interval | None = None  # the subject's time over its, paired; None where they are of different rounds


class LinkEnd(msgspec.Struct, kw_only=True, frozen=True):
    """One end of the link: what it does to a packet, and what that costs under the conditions that decided."""

    operation: str  # tag | seal | hash | checksum at the sender, verify | open at the receiver
    ns: Interval  # nanoseconds per packet
    headroom: Interval  # time available / time needed, were it judged alone


class Warmer(msgspec.Struct, kw_only=True, frozen=True):
    """The same in a warmer cache than the one that decided."""

    cache: Literal["llc", "warm"]
    ns: Nanoseconds
    headroom: Ratio


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


class Verdict(msgspec.Struct, kw_only=True, tag_field="judged", tag="authenticator"):
    """An authenticator held against a link."""

    subject: str
    link: str
    packets: str
    verdict: Outcome
    needs_ns: Nanoseconds  # available per packet at line rate, mean over the mix
    measured_ns: Interval | None  # nanoseconds per packet
    headroom: Interval | None  # time available / time needed
    cores: Count | None  # that carry the link by the median
    security: Security
    cores_worst: Count | None = None  # and by the slow end of its interval
    permitted: bool = True  # by the policy in force; False is never green
    objection: str = ""  # what speaks against it, e.g. "MUST NOT BE USED (RFC 8221)"
    role: str = ""  # "per packet" (as stacks do it today) | "batched"
    conditions: Conditions = Conditions()
    directions: tuple[LinkEnd, ...] = ()  # the sender's first; one where both ends do the same
    duplex: Interval | None = None  # time available / time needed where one core carries both directions at line rate
    warmer: tuple[Warmer, ...] = ()
    scaling: tuple[Scaled, ...] = ()  # measured; then `cores` come from it, and beyond it by its last step
    alternatives: tuple[Alternative, ...] = ()
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
