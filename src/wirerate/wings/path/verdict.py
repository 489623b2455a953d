# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Judges whether a gateway's whole path keeps up with a link, and whether changing the crypto would help.

For gateways, line rate counts unprotected packets. For TLS records it counts the protected packets that carry them,
since the end of the connection is a host on the link.
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
END = "end"  # the role of one end of a connection
_PLAIN = Security(claim="none", attack="", standing="Nothing is protected.", source="", date="")


@dataclass(frozen=True)
class PathFacts:
    """The facts known about a path before it is measured.

    `load` is None for plain forwarding and plain TCP. `form` is mode and IP version; a path can be replaced only by one
    of the same form. `config` is the line that enables the path if choosing its algorithm is not enough.
    """

    path: str
    load: Load | None
    form: tuple[str, int]
    config: ConfigLine | None = None


@dataclass(frozen=True)
class Gateway:
    """A path as measured with one mix: protecting, unprotecting, and one core that does both.

    Plain forwarding has one entry in `ends`.
    """

    facts: PathFacts
    mix: Mix
    ends: tuple[PathAccount, ...]
    both_ns: Interval
    both_free: Interval | None = None  # `both_ns` if crypto were free
    segments: tuple[int, ...] = ()  # IP bytes of the packets that carry a record; () for a gateway

    @property
    def role(self) -> str:
        return END if self.segments else ROLE

    @cached_property
    def slower(self) -> PathAccount:
        return max(self.ends, key=lambda end: end.ns.median)


def judge_paths(
    link: Link, gateways: Sequence[Gateway], *, policy: str = "modern", duplex: bool = False
) -> list[PathVerdict]:
    """Return one verdict per gateway; its alternatives are other gateways measured with the same mix.

    A verdict is about one direction at the slower end, or with `duplex` about one core that carries both directions.
    """
    return [_judge(link, gateway, gateways, policy, duplex=duplex) for gateway in gateways]


def _judge(link: Link, gateway: Gateway, gateways: Sequence[Gateway], policy: str, *, duplex: bool) -> PathVerdict:
    available = needs(link, gateway.mix, gateway.segments)
    account, load = gateway.slower, gateway.facts.load
    measured = gateway.both_ns if duplex else account.ns
    room = _headroom(available, measured)
    reason = objection(load, policy) if load else ""
    judgement = word(room)
    needs_change = judgement != KEEPS_UP or bool(reason)
    alternatives = _alternatives(link, gateway, gateways, policy) if needs_change else ()
    count = cores(available, measured) if room else None
    free = gateway.both_free if duplex else account.free
    return PathVerdict(
        subject=gateway.facts.path,
        link=link.name,
        packets=gateway.mix.name,
        verdict=judgement,
        needs_ns=available,
        measured_ns=measured,
        headroom=room,
        cores=count.likely if count else None,
        cores_worst=count.worst if count else None,
        cores_tight=count.tight if count else None,
        security=security(load.algorithm, load.protocol.name) if load else _PLAIN,
        permitted=not reason,
        objection=reason,
        role=gateway.role,
        conditions=Conditions(
            protocol=account.protocol,
            policy=policy,
            operation=" and ".join(end.operation for end in gateway.ends) if duplex else account.operation,
            direction=BOTH if duplex else ONE,
            packets=gateway.mix.name,
            cache="warm",
            threads=1,
            ip_version=account.ip_version,
            ip_bytes=None if gateway.segments else gateway.mix.mean_bytes,
        ),
        directions=tuple(_end(available, end) for end in gateway.ends),
        duplex=_headroom(available, gateway.both_ns),
        alternatives=alternatives,
        ceiling=_headroom(available, free) if free else None,
        crypto=crypto_share(account),
        gain=account.gain or _gain_without_protection(account),
        remedy=_remedy(gateway, alternatives, needs_change=needs_change),
    )


def needs(link: Link, mix: Mix, segments: Sequence[int] = ()) -> float:
    """Return the nanoseconds available per packet at line rate (the mean of the mix), or per record of `segments`."""
    return sum(map(link.wire_ns, segments)) if segments else mix.mean(link.wire_ns)


def _headroom(available: float, measured: Interval) -> Interval | None:
    """Return the headroom; None if noise is so large that the time may be 0."""
    return headroom(available, measured) if measured.low > 0 else None


def _end(available: float, end: PathAccount) -> LinkEnd:
    room = _headroom(available, end.ns) or Interval(0.0, 0.0, 0.0, None, ("noise",))
    return LinkEnd(operation=end.operation, ns=end.ns, headroom=room)


def _gain_without_protection(account: PathAccount) -> Interval | None:
    """Return the gain if all of an undivided protection were free, leaving only forwarding or TCP."""
    bare = next((part.share for part in account.parts if part.name in ("forwarding", "tcp")), None)
    if bare is None or bare.low <= 0 or not account.protocol:
        return None
    return Interval(1 / bare.median, 1 / bare.high, 1 / bare.low, bare.confidence)


def _remedy(gateway: Gateway, alternatives: Sequence[Alternative], *, needs_change: bool) -> Remedy:
    account = gateway.slower
    if not needs_change:
        return "none"
    replacements = [option for option in alternatives if option.subject != gateway.facts.path]
    if any(option.brings is not None and option.brings.low >= MARGIN for option in replacements):
        return "crypto"
    if account.gain is None and account.protocol:
        return "unknown"
    worthwhile = account.gain is not None and account.gain.median >= MARGIN
    return "crypto" if worthwhile and replacements else "other"


def _alternatives(link: Link, gateway: Gateway, gateways: Sequence[Gateway], policy: str) -> tuple[Alternative, ...]:
    """Return the alternatives to a gateway; there is always one. If no measured path helps, it is the gateway itself on
    more cores. If the policy forbids the gateway and no path was measured that could replace it, the alternatives are
    the strongest algorithms of its protocol.
    """
    load = gateway.facts.load
    measured = _better(link, gateway, gateways, policy) if load else ()
    if measured or load is None or not objection(load, policy):
        return measured or (_alternative(link, gateway, None),)
    return tuple(_unmeasured(option.algorithm, option) for option in suggestions(load, policy)[:MOST])


def _better(link: Link, gateway: Gateway, gateways: Sequence[Gateway], policy: str) -> tuple[Alternative, ...]:
    """Return the permitted replacements that took less time in the same rounds, starting with those that keep up.

    If the policy forbids the gateway and no replacement is faster, return all of them.
    """
    assert gateway.facts.load is not None
    candidates = [
        other for other in gateways if other.mix == gateway.mix and may_replace(gateway.facts, other.facts, policy)
    ]
    order = ranked(
        candidates,
        standing=lambda other: _strength(other.facts),
        cost=lambda other: _cost(link, other),
        name=lambda other: other.facts.path,
    )
    options = [
        _alternative(link, other, paired_gain(_cost(link, gateway), _cost(link, other), len(candidates)), equal_to)
        for other, equal_to in order
    ]
    faster = [option for option in options if option.brings is not None and option.brings.low > 1]
    better = faster or (options if objection(gateway.facts.load, policy) else [])
    return tuple(sorted(better, key=lambda option: word(option.headroom) != KEEPS_UP)[:MOST])


def _alternative(link: Link, other: Gateway, brings: Interval | None, equal_to: tuple[str, ...] = ()) -> Alternative:
    available, ns = needs(link, other.mix, other.segments), other.slower.ns
    room = _headroom(available, ns)
    count = cores(available, ns) if room else None
    return replace(
        _unmeasured(other.facts.path, other.facts.load, other.facts.config),
        headroom=room,
        role=other.role,
        cores=count.likely if count else None,
        cores_worst=count.worst if count else None,
        cores_tight=count.tight if count else None,
        vague=vague(room),
        brings=brings,
        equal_to=equal_to,
    )


def _unmeasured(subject: str, load: Load | None, config: ConfigLine | None = None) -> Alternative:
    """Return an alternative without figures, with its security and the configuration lines that choose it."""
    if load is None:
        return Alternative(subject=subject, headroom=None, security=_PLAIN)
    lines = config_lines(load.protocol, load.algorithm)
    return Alternative(
        subject=subject,
        headroom=None,
        security=security(load.algorithm, load.protocol.name),
        config=load.permission.config if load.permission else "",
        lines=(*lines[:1], config) if config else lines,
    )


def may_replace(subject: PathFacts, other: PathFacts, policy: str) -> bool:
    """Return whether `other` may replace `subject`.

    The replacement must have the same layer and form, be sound, and be no weaker. It must encrypt if the subject does,
    and AH never replaces ESP.
    """
    if subject.load is None or other.load is None or other.path == subject.path:
        return False
    same = subject.form == other.form and subject.load.protocol.layout.layer == other.load.protocol.layout.layer
    encrypts = subject.load.kind != "aead" or other.load.kind == "aead"
    same_code = subject.config == other.config  # false if one is OpenSSL's TLS and the other the kernel's
    longer = same_code and has_longer_key(other.load.algorithm, subject.load.algorithm)
    strong = not sound(subject.load, policy) or (_strength(other)[0] <= _strength(subject)[0] and not longer)
    gives_up_esp = _is_ah(other.load) and not _is_ah(subject.load)  # RFC 8221 section 4 prefers ESP
    return same and encrypts and strong and not gives_up_esp and proposable(other.load, policy)


def _is_ah(load: Load) -> bool:
    return load.protocol.name.partition("/")[0] == "ah"


def _strength(facts: PathFacts) -> tuple[int, bool]:
    """Return a sort key that puts stronger algorithms first, and those without a nonce before those with one."""
    assert facts.load is not None
    algorithm = standing(facts.load.algorithm)
    return -algorithm.strength, algorithm.nonce


def _cost(link: Link, gateway: Gateway) -> Cost:
    """Return the slower end's time as a share of the time available, with its value in each round to pair with other
    paths."""
    available, end = needs(link, gateway.mix, gateway.segments), gateway.slower
    share = Interval(end.ns.median / available, end.ns.low / available, end.ns.high / available, end.ns.confidence)
    samples = tuple(ns / available for ns in end.samples_ns)
    return Cost(share, samples, (gateway.mix.name,), end.samples_by)
