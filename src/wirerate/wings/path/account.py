# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a gateway's time is made of: stages of the same shuffled rounds, subtracted pair by pair.

    forwarding    = hop - generate                       a packet through one gateway, less its making and counting
    protect       = X:protect - plain                    unprotect = X:both - X:protect
    path          = null:protect - plain                 the same with algorithms that do nothing
    authenticator = mac:protect - null:protect           with the null cipher and X's own MAC
    cipher        = X:protect - mac:protect
    crypto        = X:protect - null:protect             of an AEAD, undivided
    gateway       = forwarding + protect, or forwarding + unprotect
    free          = gateway - crypto

Where B cannot pass on what A made (MACsec's frames, WireGuard's sessions), there is no X:protect, and a gateway is the
mean of the two: forwarding + (X:both - plain) / 2.

Of records through a connection, written and read back by one thread, an end is the mean of the two that it is in turn:

    tcp        = tcp / 2                           protection = (X - tcp) / 2
    crypto     = X:crypto / 2                      record     = protection - crypto
    end        = tcp + protection                  free       = end - crypto

Every figure is the median of its own value in each round, with an exact interval: medians of parts need not add up to
the last digit. Nothing is measured here.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from wirerate.records import Interval
from wirerate.statistics import LOOKS, Looks, median_at_look
from wirerate.wings.path.run import PartName, PathPart

Direction = Literal["forward", "protect", "unprotect", "either"]  # either: the mean of the two
Values = Sequence[float]  # nanoseconds per packet, one for each round; equal indices are pairs


@dataclass(frozen=True)
class Account:
    """One gateway: what it takes of a packet's time, its parts, and what were left with free crypto."""

    gateway: Interval
    parts: tuple[PathPart, ...]
    free: Interval | None
    gain: Interval | None
    rounds: tuple[float, ...]  # the gateway's time in each round


def account(
    stages: Mapping[str, Values],
    direction: Direction,
    *,
    mac: Mapping[str, Values] | None = None,
    authenticates: bool = False,
    looks: Looks = LOOKS,
) -> Account:
    """Of a path's stages; `mac` are those of the path that has the null cipher and this one's MAC, which divide its
    crypto. `authenticates`: it has no cipher, so that all of its crypto is the authenticator."""
    forwarding = _less(stages["hop"], stages["generate"])
    if direction == "forward":
        return _summed({"forwarding": forwarding}, forwarding, None, looks)
    protection = _protection(stages, direction)
    gateway = _plus(forwarding, protection)
    if not _has(stages, "null-protect", "null-both"):
        return _summed({"forwarding": forwarding, "protection": protection}, gateway, None, looks)
    path = _protection(stages, direction, "null-")
    parts: dict[PartName, list[float]] = {"forwarding": forwarding, "path": path}
    if mac is not None and _has(mac, "protect", "both"):
        plain_mac = _protection({**mac, "plain": stages["plain"]}, direction)
        parts |= {"cipher": _less(protection, plain_mac), "authenticator": _less(plain_mac, path)}
    else:
        parts["authenticator" if authenticates else "crypto"] = _less(protection, path)
    return _summed(parts, gateway, _plus(forwarding, path), looks)


def account_of_records(stages: Mapping[str, Values], *, looks: Looks = LOOKS) -> Account:
    """Of one end of a connection. Where the library's crypto can be had by itself, `crypto` is a stage; else protection
    is undivided. Without `record`, of plain TCP."""
    halves = {name: [each / 2 for each in values] for name, values in stages.items()}
    tcp, end = halves["tcp"], halves.get("record")
    if end is None:
        return _summed({"tcp": tcp}, tcp, None, looks)
    protection, crypto = _less(end, tcp), halves.get("crypto")
    if crypto is None:
        return _summed({"tcp": tcp, "protection": protection}, end, None, looks)
    parts: dict[PartName, list[float]] = {"tcp": tcp, "record": _less(protection, crypto), "crypto": crypto}
    return _summed(parts, end, _less(end, crypto), looks)


def directions(stages: Mapping[str, Values]) -> tuple[Direction, ...]:
    """The gateways that these stages tell of."""
    if "both" not in stages:
        return ("forward",)
    return ("protect", "unprotect") if "protect" in stages else ("either",)


def both_ways(stages: Mapping[str, Values], which: str = "", *, looks: Looks = LOOKS) -> Interval | None:
    """What one core takes that protects a packet one way and unprotects one the other way; `which` is "null-" for the
    same with free crypto. None where that is not known."""
    forwarding = _less(stages["hop"], stages["generate"])
    twice = _plus(forwarding, forwarding)
    if f"{which}both" not in stages:
        return None if which else median_at_look(twice, looks=looks)
    return median_at_look(_plus(twice, _less(stages[f"{which}both"], stages["plain"])), looks=looks)


def _protection(stages: Mapping[str, Values], direction: Direction, which: str = "") -> list[float]:
    if direction == "either":
        return [each / 2 for each in _less(stages[f"{which}both"], stages["plain"])]
    protected = stages[f"{which}protect"]
    return _less(protected, stages["plain"]) if direction == "protect" else _less(stages[f"{which}both"], protected)


def _summed(parts: Mapping[PartName, Values], gateway: Values, free: Values | None, looks: Looks) -> Account:
    def told(values: Values) -> Interval:
        return median_at_look(values, looks=looks)

    def quotient(part: Values, whole: Values) -> Interval | None:
        """None where noise is so large that the whole may be nothing."""
        found = told([a / b if b > 0 else math.inf for a, b in zip(part, whole, strict=True)])
        return found if math.isfinite(found.high) else None

    return Account(
        gateway=told(gateway),
        parts=tuple(
            PathPart(name=name, ns=told(values), share=quotient(values, gateway)) for name, values in parts.items()
        ),
        free=told(free) if free else None,
        gain=quotient(gateway, free) if free else None,
        rounds=tuple(gateway),
    )


def _has(stages: Mapping[str, Values], *names: str) -> bool:
    return all(name in stages for name in names)


def _less(more: Values, less: Values) -> list[float]:
    return [a - b for a, b in zip(more, less, strict=True)]


def _plus(one: Values, other: Values) -> list[float]:
    return [a + b for a, b in zip(one, other, strict=True)]
