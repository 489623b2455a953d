# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Breaks a gateway's time per packet down into parts, by subtracting stages that ran in the same shuffled rounds.

    forwarding    = hop - generate                       one gateway, without making and counting the packet
    protect       = X:protect - plain                    unprotect = X:both - X:protect
    path          = null:protect - plain                 the protocol with algorithms that do nothing
    authenticator = mac:protect - null:protect           with the null cipher and X's own MAC
    cipher        = X:protect - mac:protect
    crypto        = X:protect - null:protect             an AEAD's cipher and authenticator together
    gateway       = forwarding + protect, or forwarding + unprotect
    free          = gateway - crypto                     the gateway if crypto cost nothing

B cannot forward the MACsec frames or WireGuard sessions that A made, so X:protect does not exist for them. A gateway's
time is then the mean of protecting and unprotecting: forwarding + (X:both - plain) / 2.

A TLS record is written and read back by one thread, so an end of the connection is the mean of sender and receiver:

    tcp        = tcp / 2                           protection = (X - tcp) / 2
    crypto     = X:crypto / 2                      record     = protection - crypto
    end        = tcp + protection                  free       = end - crypto

Each part is the median of its values per round, with an exact interval, so medians need not add up to the last digit.
The results are rows: one per stage, and one per end with the sum of its stages.
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
from wirerate.wings.path.stages import MixRounds, Traffic

VERSION = {"ip4": 4, "ip6": 6}

Direction = Literal["forward", "protect", "unprotect", "either"]  # either: the mean of protect and unprotect
Values = Sequence[float]  # nanoseconds per packet, one value per round; the same index means the same round


@dataclass(frozen=True)
class Account:
    """The time of one gateway or one end of a connection, its parts, and its time if crypto were free."""

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
    """Break down a path's time from its stages.

    `mac` holds the stages of the path with the null cipher and the same MAC; with it, crypto divides into cipher and
    authenticator. `authenticates` is true if the path has no cipher, so that its crypto is the authenticator. Without a
    stage that runs the protocol alone, protocol and crypto stay one part, "protection".
    """
    bare: PartName = "tcp" if "tcp" in stages else "forwarding"
    framed: PartName = "record" if "tcp" in stages else "path"
    base = _base(stages)
    if direction == "forward" or not _has_protection(stages):
        return _summed({bare: base}, base, None, looks)
    protection, framing = _protection(stages, direction), _without_crypto(stages, direction)
    end = _plus(base, protection)
    if framing is None:
        return _summed({bare: base, "protection": protection}, end, None, looks)
    parts: dict[PartName, list[float]] = {bare: base, framed: framing}
    if mac is not None and _has(mac, "protect", "both"):
        plain_mac = _protection({**mac, "plain": stages["plain"]}, direction)
        parts |= {"cipher": _minus(protection, plain_mac), "authenticator": _minus(plain_mac, framing)}
    else:
        parts["authenticator" if authenticates else "crypto"] = _minus(protection, framing)
    return _summed(parts, end, _plus(base, framing), looks)


def directions(stages: Mapping[str, Values]) -> tuple[Direction, ...]:
    """Return the directions that can be computed from these stages."""
    if "tcp" in stages:
        return ("either",)
    if not _has_protection(stages):
        return ("forward",)
    return ("protect", "unprotect") if "protect" in stages else ("either",)


def both_ways(stages: Mapping[str, Values], *, free: bool = False, looks: Looks = LOOKS) -> Interval | None:
    """Return a core's time to protect a packet in one direction and unprotect a packet in the other; with `free`,
    without crypto.

    Return None if the stages needed were not measured.
    """
    base = _base(stages)
    twice = _plus(base, base)
    if not _has_protection(stages):
        return None if free else median_at_look(twice, looks=looks)
    mean = _without_crypto(stages, "either") if free else _protection(stages, "either")
    return median_at_look(_plus(twice, _plus(mean, mean)), looks=looks) if mean is not None else None


def _has_protection(stages: Mapping[str, Values]) -> bool:
    return "both" in stages or "record" in stages


def _base(stages: Mapping[str, Values]) -> list[float]:
    """Return the time of forwarding alone, or of one end of plain TCP."""
    return _half(stages["tcp"]) if "tcp" in stages else _minus(stages["hop"], stages["generate"])


def _without_crypto(stages: Mapping[str, Values], direction: Direction) -> list[float] | None:
    """Return protection's time without crypto: measured with null algorithms or, for TLS, without libcrypto's time."""
    if "tcp" in stages:
        return _minus(_protection(stages, direction), _half(stages["crypto"])) if "crypto" in stages else None
    return _protection(stages, direction, "null-") if _has(stages, "null-protect", "null-both") else None


def _protection(stages: Mapping[str, Values], direction: Direction, which: str = "") -> list[float]:
    if "tcp" in stages:
        return _half(_minus(stages["record"], stages["tcp"]))
    if direction == "either":
        return _half(_minus(stages[f"{which}both"], stages["plain"]))
    protected = stages[f"{which}protect"]
    return _minus(protected, stages["plain"]) if direction == "protect" else _minus(stages[f"{which}both"], protected)


def _summed(parts: Mapping[PartName, Values], gateway: Values, free: Values | None, looks: Looks) -> Account:
    def interval(values: Values) -> Interval:
        return median_at_look(values, looks=looks)

    def quotient(part: Values, whole: Values) -> Interval | None:
        """Return part / whole; None if noise is so large that the whole may be 0."""
        ratio = interval([a / b if b > 0 else math.inf for a, b in zip(part, whole, strict=True)])
        return ratio if math.isfinite(ratio.high) else None

    return Account(
        gateway=interval(gateway),
        parts=tuple(
            PathPart(name=name, ns=interval(values), share=quotient(values, gateway)) for name, values in parts.items()
        ),
        free=interval(free) if free else None,
        gain=quotient(gateway, free) if free else None,
        rounds=tuple(gateway),
    )


def _has(stages: Mapping[str, Values], *names: str) -> bool:
    return all(name in stages for name in names)


def _minus(more: Values, less: Values) -> list[float]:
    return [a - b for a, b in zip(more, less, strict=True)]


def _plus(one: Values, other: Values) -> list[float]:
    return [a + b for a, b in zip(one, other, strict=True)]


def _half(values: Values) -> list[float]:
    return [value / 2 for value in values]


# ---- rows ----


@dataclass(frozen=True)
class PathCosts:
    """A path's costs for one mix: a row per end, and the time of a core that is both ends."""

    path: Path
    ends: tuple[PathAccount, ...]
    both_ns: Interval
    both_free: Interval | None


def stage_rows(rounds: MixRounds) -> list[PathStage]:
    """Return a row per stage; a stage that lost or changed packets has the status "wrong".

    A row has no CPU share if other CPUs processed part of its packets, because the share would cover only the sender.
    """
    rows = _rows(rounds).rows()
    return [
        structs.replace(row, cpu_share=None) if rounds.elsewhere.get(cell) else row
        for row, cell in zip(rows, rounds.cells, strict=True)
    ]


def noise(rounds: MixRounds) -> float | None:
    """Return the A/A control: how much two measurements of plain forwarding (or plain TCP) may differ, as a share."""
    return _rows(rounds).noise


def accounts(
    rounds: MixRounds,
    paths: Sequence[Path],
    drivers: Mapping[Path, Driver],
    catalogue: Mapping[Path, Mapping[int, int]],
) -> Iterator[PathCosts]:
    """Yield the costs of each path, except those that lost or changed anything.

    `catalogue` holds the bytes that a path should add, by packet size.
    """
    if not rounds.series.rounds or _is_faulty(rounds, rounds.floor):
        return
    looks = rounds.series.looks
    for path in paths:
        stages = rounds.stages(path)
        if path.floor != rounds.floor or (path != rounds.floor and not _has_protection(stages)):
            continue
        twin = path.mac_twin
        if _is_faulty(rounds, path) or _is_faulty(rounds, path.null_twin):
            continue
        mac = rounds.stages(twin) if twin and not _is_faulty(rounds, twin) else None
        ends = []
        for direction in directions(stages):
            times = account(stages, direction, mac=mac, authenticates=path.authenticates_only, looks=looks)
            ends.append(_row(rounds, path, direction, times, drivers.get(path), catalogue.get(path, {})))
        both = both_ways(stages, looks=looks)
        assert both is not None
        yield PathCosts(path, tuple(ends), both, both_ways(stages, free=True, looks=looks))


def _rows(rounds: MixRounds) -> Rows[PathStage]:
    blanks = [_blank(rounds, cell) for cell in rounds.cells]
    return Rows(rounds.series, blanks, faults=[rounds.faults.get(cell, "") for cell in rounds.cells], of_wall=False)


def _blank(rounds: MixRounds, cell: Cell) -> PathStage:
    traffic = rounds.traffic.get(cell, Traffic())
    elsewhere = rounds.elsewhere.get(cell)
    bare = cell.path == rounds.floor
    return PathStage(
        subject=cell.path.base if bare else cell.path.name,
        role="reference" if bare else "subject" if cell.path.protocol else "floor",
        operation=cell.stage,
        bytes=rounds.mix.mean_bytes,
        packets=rounds.mix.name,
        group=_group(rounds),
        sent=traffic.sent,
        arrived=traffic.arrived,
        changed=traffic.changed,
        duplicated=traffic.duplicated,
        elsewhere_ns=median_at_look(elsewhere, looks=rounds.series.looks) if elsewhere else None,
        ip_version=VERSION[rounds.floor.family],
    )


def _group(rounds: MixRounds) -> str:
    """Return the group name of rows from the same rounds. It has no IP version for records, which cross loopback."""
    return rounds.mix.name if rounds.floor.by_record else f"{rounds.mix.name}, IPv{VERSION[rounds.floor.family]}"


def _is_faulty(rounds: MixRounds, path: Path | None) -> bool:
    return any(cell.path == path and (rounds.faults.get(cell) or _wrong(rounds, cell)) for cell in rounds.cells)


def _wrong(rounds: MixRounds, cell: Cell) -> bool:
    return any(sample.record.wrong for sample in rounds.series.cells[rounds.cells.index(cell)])


def _row(
    rounds: MixRounds,
    path: Path,
    direction: Direction,
    times: Account,
    driver: Driver | None,
    catalogue: Mapping[int, int],
) -> PathAccount:
    counted = rounds.added.get(path, {})
    return PathAccount(
        subject=path.name,
        operation=direction,
        bytes=rounds.mix.mean_bytes,
        packets=rounds.mix.name,
        group=_group(rounds),
        rounds=rounds.series.rounds,
        ns=times.gateway,
        noise=noise(rounds),
        settled=rounds.series.settled,
        samples_ns=times.rounds,
        protocol=path.protocol,
        algorithm=path.algorithm,
        ip_version=VERSION[rounds.floor.family],
        parts=times.parts,
        free=times.free,
        gain=times.gain,
        elsewhere=_elsewhere(rounds, path, direction, times),
        driver=driver.driver if driver else "",
        added=tuple(
            AddedBytes(ip_bytes=size, counted=more, catalogue=catalogue.get(size)) for size, more in counted.items()
        ),
    )


def _elsewhere(rounds: MixRounds, path: Path, direction: Direction, times: Account) -> float:
    """Return the share of the gateway's time that was spent on other CPUs than the sender's."""
    ns_by_stage = (rounds.elsewhere.get(cell) for cell in (Cell("protect", path), Cell("both", path)))
    protect, both = (fmean(values) if values else 0.0 for values in ns_by_stage)
    spent = {"forward": 0.0, "protect": protect, "unprotect": both - protect, "either": both / 2}[direction]
    whole = median(times.rounds)
    return min(1.0, max(0.0, spent / whole)) if whole > 0 else 0.0
