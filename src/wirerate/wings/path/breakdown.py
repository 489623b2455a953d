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
the last digit. Nothing is measured here. What comes of it are rows: one for each stage, one for each end's account.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Literal

from msgspec import structs

from wirerate.records import Interval
from wirerate.rounds.row import Rows
from wirerate.statistics import LOOKS, Looks, median_at_look
from wirerate.wings.path.algorithms import Driver
from wirerate.wings.path.catalogue import Cell, Path
from wirerate.wings.path.run import AddedBytes, PartName, PathAccount, PathPart, PathStage
from wirerate.wings.path.stages import Found, Traffic

VERSION = {"ip4": 4, "ip6": 6}

Direction = Literal["forward", "protect", "unprotect", "either"]  # either: the mean of the two
Values = Sequence[float]  # nanoseconds per packet, one for each round; equal indices are pairs


@dataclass(frozen=True)
class Account:
    """One gateway, or one end of a connection: its time, the parts of it, and what were left with free crypto."""

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
    crypto. `authenticates`: it has no cipher, so that all of its crypto is the authenticator. Where no stage is without
    crypto, protection is undivided."""
    bare: PartName = "tcp" if "tcp" in stages else "forwarding"
    own: PartName = "record" if "tcp" in stages else "path"
    base = _base(stages)
    if direction == "forward" or not _protects(stages):
        return _summed({bare: base}, base, None, looks)
    protection, framing = _protection(stages, direction), _without_crypto(stages, direction)
    end = _plus(base, protection)
    if framing is None:
        return _summed({bare: base, "protection": protection}, end, None, looks)
    parts: dict[PartName, list[float]] = {bare: base, own: framing}
    if mac is not None and _has(mac, "protect", "both"):
        plain_mac = _protection({**mac, "plain": stages["plain"]}, direction)
        parts |= {"cipher": _less(protection, plain_mac), "authenticator": _less(plain_mac, framing)}
    else:
        parts["authenticator" if authenticates else "crypto"] = _less(protection, framing)
    return _summed(parts, end, _plus(base, framing), looks)


def directions(stages: Mapping[str, Values]) -> tuple[Direction, ...]:
    """The ends that these stages tell of; of plain TCP as of TLS either."""
    if "tcp" in stages:
        return ("either",)
    if not _protects(stages):
        return ("forward",)
    return ("protect", "unprotect") if "protect" in stages else ("either",)


def both_ways(stages: Mapping[str, Values], *, free: bool = False, looks: Looks = LOOKS) -> Interval | None:
    """What one core takes that protects one way and unprotects the other way; `free`: the same with free crypto. None
    where that is not known."""
    base = _base(stages)
    twice = _plus(base, base)
    if not _protects(stages):
        return None if free else median_at_look(twice, looks=looks)
    mean = _without_crypto(stages, "either") if free else _protection(stages, "either")
    return median_at_look(_plus(twice, _plus(mean, mean)), looks=looks) if mean is not None else None


def _protects(stages: Mapping[str, Values]) -> bool:
    return "both" in stages or "record" in stages


def _base(stages: Mapping[str, Values]) -> list[float]:
    """Forwarding alone, or an end of plain TCP."""
    return _half(stages["tcp"]) if "tcp" in stages else _less(stages["hop"], stages["generate"])


def _without_crypto(stages: Mapping[str, Values], direction: Direction) -> list[float] | None:
    """What is left of protection: the protocol with algorithms that do nothing; TLS without what libcrypto takes."""
    if "tcp" in stages:
        return _less(_protection(stages, direction), _half(stages["crypto"])) if "crypto" in stages else None
    return _protection(stages, direction, "null-") if _has(stages, "null-protect", "null-both") else None


def _protection(stages: Mapping[str, Values], direction: Direction, which: str = "") -> list[float]:
    if "tcp" in stages:
        return _half(_less(stages["record"], stages["tcp"]))
    if direction == "either":
        return _half(_less(stages[f"{which}both"], stages["plain"]))
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


def _half(values: Values) -> list[float]:
    return [each / 2 for each in values]


# ---- rows ----


@dataclass(frozen=True)
class Accounted:
    """A path under one mix: a row for each end, and what one core takes that is both."""

    path: Path
    ends: tuple[PathAccount, ...]
    both_ns: Interval
    both_free: Interval | None


def stage_rows(found: Found) -> list[PathStage]:
    """Every cell's; one whose packets did not all arrive as they were sent is wrong, not fast. The sender's share of
    its CPU says nothing where others work for it."""
    rows = _rows(found).rows()
    return [
        structs.replace(row, cpu_share=None) if found.elsewhere.get(cell) else row
        for row, cell in zip(rows, found.cells, strict=True)
    ]


def noise(found: Found) -> float | None:
    """How far from 1 the ratio of plain forwarding, or plain TCP, to itself may lie here."""
    return _rows(found).noise


def accounts(
    found: Found, paths: Sequence[Path], drivers: Mapping[Path, Driver], catalogue: Mapping[Path, Mapping[int, int]]
) -> Iterator[Accounted]:
    """Of each path whose stages are sound. `catalogue` has the bytes that each is said to add, by size of packet."""
    if not found.series.rounds or _is_faulty(found, found.floor):
        return
    looks = found.series.looks
    for path in paths:
        stages = found.stages(path)
        if path.floor != found.floor or (path != found.floor and not _protects(stages)):
            continue
        twin = path.mac_twin
        if _is_faulty(found, path) or _is_faulty(found, path.null_twin):
            continue
        mac = found.stages(twin) if twin and not _is_faulty(found, twin) else None
        ends = []
        for direction in directions(stages):
            made = account(stages, direction, mac=mac, authenticates=path.authenticates_only, looks=looks)
            ends.append(_row(found, path, direction, made, drivers.get(path), catalogue.get(path, {})))
        both = both_ways(stages, looks=looks)
        assert both is not None
        yield Accounted(path, tuple(ends), both, both_ways(stages, free=True, looks=looks))


def _rows(found: Found) -> Rows[PathStage]:
    blanks = [_blank(found, cell) for cell in found.cells]
    return Rows(found.series, blanks, faults=[found.faults.get(cell, "") for cell in found.cells], of_wall=False)


def _blank(found: Found, cell: Cell) -> PathStage:
    told = found.traffic.get(cell, Traffic())
    elsewhere = found.elsewhere.get(cell)
    bare = cell.path == found.floor
    return PathStage(
        subject=cell.path.base if bare else cell.path.name,
        role="reference" if bare else "subject" if cell.path.protocol else "floor",
        operation=cell.stage,
        bytes=found.mix.mean_bytes,
        packets=found.mix.name,
        group=_group(found),
        sent=told.sent,
        arrived=told.arrived,
        changed=told.changed,
        duplicated=told.duplicated,
        elsewhere_ns=median_at_look(elsewhere, looks=found.series.looks) if elsewhere else None,
        ip_version=VERSION[found.floor.family],
    )


def _group(found: Found) -> str:
    """Rows that were measured in the same rounds; loopback's IP version is no choice."""
    return found.mix.name if found.floor.by_record else f"{found.mix.name}, IPv{VERSION[found.floor.family]}"


def _is_faulty(found: Found, path: Path | None) -> bool:
    return any(cell.path == path and (found.faults.get(cell) or _wrong(found, cell)) for cell in found.cells)


def _wrong(found: Found, cell: Cell) -> bool:
    return any(sample.record.wrong for sample in found.series.cells[found.cells.index(cell)])


def _row(
    found: Found,
    path: Path,
    direction: Direction,
    made: Account,
    driver: Driver | None,
    catalogue: Mapping[int, int],
) -> PathAccount:
    counted = found.added.get(path, {})
    return PathAccount(
        subject=path.name,
        operation=direction,
        bytes=found.mix.mean_bytes,
        packets=found.mix.name,
        group=_group(found),
        rounds=found.series.rounds,
        ns=made.gateway,
        noise=noise(found),
        settled=found.series.settled,
        samples_ns=made.rounds,
        protocol=path.protocol,
        algorithm=path.algorithm,
        ip_version=VERSION[found.floor.family],
        parts=made.parts,
        free=made.free,
        gain=made.gain,
        elsewhere=_elsewhere(found, path, direction, made),
        driver=driver.driver if driver else "",
        added=tuple(
            AddedBytes(ip_bytes=size, counted=more, catalogue=catalogue.get(size)) for size, more in counted.items()
        ),
    )


def _elsewhere(found: Found, path: Path, direction: Direction, made: Account) -> float:
    """Of the gateway's time, what other CPUs did."""
    told = (found.elsewhere.get(cell) for cell in (Cell("protect", path), Cell("both", path)))
    protect, both = (fmean(values) if values else 0.0 for values in told)
    spent = {"forward": 0.0, "protect": protect, "unprotect": both - protect, "either": both / 2}[direction]
    whole = median(made.rounds)
    return min(1.0, max(0.0, spent / whole)) if whole > 0 else 0.0
