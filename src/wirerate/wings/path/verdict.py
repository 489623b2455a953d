# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The verdict on a gateway's whole path at a link's rate: whether it keeps up, and whether crypto is what to change.

The link carries packets before protection at line rate: what leaves protected is longer, and comes less often. Records
of TLS are another matter: their end is a host, and the link carries what it sends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from wirerate.catalogue import config_lines, security, standing
from wirerate.links import Link, Load, Mix
from wirerate.records import Alternative, Conditions, ConfigLine, Interval, LinkEnd, Security
from wirerate.verdict.alternatives import MOST, suggestions
from wirerate.verdict.policy import has_longer_key, objection, proposable, sound
from wirerate.verdict.ranking import Cost, paired_gain, ranked
from wirerate.verdict.rules import BOTH, KEEPS_UP, MARGIN, ONE, cores, headroom, vague, word
from wirerate.wings.path.run import PathAccount, PathVerdict, Remedy, crypto_share

ROLE = "gateway"
END = "end"  # of a connection
_PLAIN = Security(claim="none", attack="", standing="Nothing is protected.", source="", date="")


@dataclass(frozen=True)
class Judged:
    """What is said of a path before it is measured: `load` is its protocol's by the catalogue, None of plain
    forwarding and plain TCP; `form` tells what it may stand in for: tunnel or transport, and which IP version; `chosen`
    is how one comes to it, where naming the algorithm is not all."""

    path: str
    load: Load | None
    form: tuple[str, int]
    chosen: ConfigLine | None = None


@dataclass(frozen=True)
class Gateway:
    """A path as measured under one mix: protecting, unprotecting (of plain forwarding one measurement), and both on one
    core."""

    about: Judged
    mix: Mix
    ends: tuple[PathAccount, ...]
    both_ns: Interval
    both_free: Interval | None = None  # the same, were the crypto free
    segments: tuple[int, ...] = ()  # IP bytes of the packets that a record makes; () where packets are forwarded

    @property
    def role(self) -> str:
        return END if self.segments else ROLE

    @cached_property
    def slower(self) -> PathAccount:
        return max(self.ends, key=lambda end: end.ns.median)


def judge_paths(
    link: Link, gateways: Sequence[Gateway], *, policy: str = "modern", duplex: bool = False
) -> list[PathVerdict]:
    """One verdict for each gateway: of one direction by the slower end, or with `duplex` of both on one core. Each is
    an alternative to the others of the same mix."""
    return [_judge(link, each, gateways, policy, duplex=duplex) for each in gateways]


def _judge(link: Link, here: Gateway, others: Sequence[Gateway], policy: str, *, duplex: bool) -> PathVerdict:
    available = needs(link, here.mix, here.segments)
    account = here.slower
    measured = here.both_ns if duplex else account.ns
    room = _room(available, measured)
    against = objection(here.about.load, policy) if here.about.load else ""
    found = word(room)
    wanting = found != KEEPS_UP or bool(against)
    alternatives = _alternatives(link, here, others, policy) if wanting else ()
    count = cores(available, measured) if room else None
    free = here.both_free if duplex else account.free
    return PathVerdict(
        subject=here.about.path,
        link=link.name,
        packets=here.mix.name,
        verdict=found,
        needs_ns=available,
        measured_ns=measured,
        headroom=room,
        cores=count.likely if count else None,
        cores_worst=count.worst if count else None,
        cores_tight=count.tight if count else None,
        security=security(here.about.load.algorithm, here.about.load.protocol.name) if here.about.load else _PLAIN,
        permitted=not against,
        objection=against,
        role=here.role,
        conditions=Conditions(
            protocol=account.protocol,
            policy=policy,
            operation=" and ".join(end.operation for end in here.ends) if duplex else account.operation,
            direction=BOTH if duplex else ONE,
            packets=here.mix.name,
            cache="warm",
            threads=1,
            ip_version=account.ip_version,
            ip_bytes=None if here.segments else here.mix.mean_bytes,
        ),
        directions=tuple(_end(available, end) for end in here.ends),
        duplex=_room(available, here.both_ns),
        alternatives=alternatives,
        ceiling=_room(available, free) if free else None,
        crypto=crypto_share(account),
        gain=account.gain or _without_protection(account),
        remedy=_remedy(here, alternatives, wanting=wanting),
    )


def needs(link: Link, mix: Mix, segments: Sequence[int] = ()) -> float:
    """Nanoseconds that there are at line rate for a packet, mean over the mix; or for a record, by its `segments`."""
    return sum(map(link.wire_ns, segments)) if segments else mix.mean(link.wire_ns)


def _room(available: float, measured: Interval) -> Interval | None:
    """None where noise is so large that the time may be nothing."""
    return headroom(available, measured) if measured.low > 0 else None


def _end(available: float, end: PathAccount) -> LinkEnd:
    room = _room(available, end.ns) or Interval(0.0, 0.0, 0.0, None, ("noise",))
    return LinkEnd(operation=end.operation, ns=end.ns, headroom=room)


def _without_protection(account: PathAccount) -> Interval | None:
    """What an undivided protection could bring at most: were all of it free, forwarding or TCP would be left."""
    bare = next((part.share for part in account.parts if part.name in ("forwarding", "tcp")), None)
    if bare is None or bare.low <= 0 or not account.protocol:
        return None
    return Interval(1 / bare.median, 1 / bare.high, 1 / bare.low, bare.confidence)


def _remedy(here: Gateway, alternatives: Sequence[Alternative], *, wanting: bool) -> Remedy:
    account = here.slower
    if not wanting:
        return "none"
    others = [each for each in alternatives if each.subject != here.about.path]
    if any(each.brings is not None and each.brings.low >= MARGIN for each in others):
        return "crypto"
    if account.gain is None and account.protocol:
        return "unknown"
    worthwhile = account.gain is not None and account.gain.median >= MARGIN
    return "crypto" if worthwhile and others else "other"


def _alternatives(link: Link, here: Gateway, others: Sequence[Gateway], policy: str) -> tuple[Alternative, ...]:
    """Never empty: where nothing measured may take its place and helps, itself on more cores; of what may not be used,
    the best by its standing."""
    about = here.about.load
    measured = _better(link, here, others, policy) if about else ()
    if measured or about is None or not objection(about, policy):
        return measured or (_alternative(link, here, None),)
    return tuple(_named(other.algorithm, other) for other in suggestions(about, policy)[:MOST])


def _better(link: Link, here: Gateway, others: Sequence[Gateway], policy: str) -> tuple[Alternative, ...]:
    """Those that may stand in its place on this path and take less time in the same rounds; of what may not be used,
    where none does, all that may. What keeps up comes first, then the order is that of `ranked`."""
    assert here.about.load is not None
    able = [other for other in others if other.mix == here.mix and may_replace(here.about, other.about, policy)]
    order = ranked(
        able,
        standing=lambda other: _strength(other.about),
        cost=lambda other: _cost(link, other),
        name=lambda other: other.about.path,
    )
    options = [
        _alternative(link, other, paired_gain(_cost(link, here), _cost(link, other), len(able)), equal_to)
        for other, equal_to in order
    ]
    faster = [each for each in options if each.brings is not None and each.brings.low > 1]
    better = faster or (options if objection(here.about.load, policy) else [])
    return tuple(sorted(better, key=lambda each: word(each.headroom) != KEEPS_UP)[:MOST])


def _alternative(link: Link, other: Gateway, brings: Interval | None, equal_to: tuple[str, ...] = ()) -> Alternative:
    available, ns = needs(link, other.mix, other.segments), other.slower.ns
    room = _room(available, ns)
    count = cores(available, ns) if room else None
    return replace(
        _named(other.about.path, other.about.load, other.about.chosen),
        headroom=room,
        role=other.role,
        cores=count.likely if count else None,
        cores_worst=count.worst if count else None,
        cores_tight=count.tight if count else None,
        vague=vague(room),
        brings=brings,
        equal_to=equal_to,
    )


def _named(subject: str, about: Load | None, chosen: ConfigLine | None = None) -> Alternative:
    """By its standing, and with the lines that choose it."""
    if about is None:
        return Alternative(subject=subject, headroom=None, security=_PLAIN)
    lines = config_lines(about.protocol, about.algorithm)
    return Alternative(
        subject=subject,
        headroom=None,
        security=security(about.algorithm, about.protocol.name),
        config=about.permission.config if about.permission else "",
        lines=(*lines[:1], chosen) if chosen else lines,
    )


def may_replace(here: Judged, other: Judged, policy: str) -> bool:
    """Of the same layer and form, and sound; nothing that encrypts gives way to what does not, nor ESP to AH."""
    if here.load is None or other.load is None or other.path == here.path:
        return False
    same = here.form == other.form and here.load.protocol.layout.layer == other.load.protocol.layout.layer
    hides = here.load.kind != "aead" or other.load.kind == "aead"
    same_code = here.chosen == other.chosen  # not OpenSSL's TLS beside the kernel's
    longer = same_code and has_longer_key(other.load.algorithm, here.load.algorithm)
    strong = not sound(here.load, policy) or (_strength(other)[0] <= _strength(here)[0] and not longer)
    back = _is_ah(other.load) and not _is_ah(here.load)  # RFC 8221 section 4 prefers ESP
    return same and hides and strong and not back and proposable(other.load, policy)


def _is_ah(load: Load) -> bool:
    return load.protocol.name.partition("/")[0] == "ah"


def _strength(about: Judged) -> tuple[int, bool]:
    assert about.load is not None
    facts = standing(about.load.algorithm)
    return -facts.strength, facts.nonce


def _cost(link: Link, gateway: Gateway) -> Cost:
    """What the slower end needs of the time available, round by round: paths of one mix share their rounds."""
    available, end = needs(link, gateway.mix, gateway.segments), gateway.slower
    share = Interval(end.ns.median / available, end.ns.low / available, end.ns.high / available, end.ns.confidence)
    samples = tuple(ns / available for ns in end.samples_ns)
    return Cost(share, samples, (gateway.mix.name,), end.samples_by)
