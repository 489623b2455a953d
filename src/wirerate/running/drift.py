# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What another run of the same question would say: whether the clock moved, and what kept runs of this host said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from statistics import median

from msgspec.structs import replace

from wirerate.authenticators.subjects import is_library_path
from wirerate.errors import Error
from wirerate.records import AnyRun, Clock, Drift, Environment, Interval, KeptRun, Measurement, read, store

MOVED = 0.05  # of the clock during a run: more is told
APART = 0.02  # of a figure between runs: less is told by no one, however narrow the intervals
NEWEST = 40  # kept runs that are read, a few milliseconds each
_KINDS = ("check", "speed", "compare")

Pair = tuple[Measurement, Measurement]  # the row of this run, and that of a kept one under the same conditions


def look_back(run: AnyRun, *, widen: bool = False) -> Drift | None:
    """How the run drifted, and how far kept runs of the same question lie from it; None where there is nothing to tell.
    With `widen`, intervals then cover those of the kept runs too."""
    rows = {key: row for row in run.rows if (key := _key(row, run.environment))}
    others = _kept_here(run.environment) if rows else ()
    earlier = [(other, pairs) for other in others if (pairs := _pairs(rows, other))]
    kept = next((found for other, pairs in earlier if (found := _apart(other, pairs))), None)
    clock = moved(run.rows)
    if widen:
        _widen([pair for _, pairs in earlier for pair in pairs])
    widened_by = len(earlier) if widen else 0
    return Drift(clock=clock, kept=kept, widened_by=widened_by) if clock or kept or widened_by else None


def moved(rows: Sequence[Measurement]) -> Clock | None:
    """The clock over all rows, if it moved by more than `MOVED`: in most of them, or from one to another."""
    told = [row for row in rows if row.clock and row.core_hz]
    clocks = [row.clock for row in told if row.clock]
    if not clocks:
        return None
    ordered, tenth = sorted(row.core_hz or 0 for row in told), len(told) // 10
    groups: dict[tuple[object, ...], Clock] = {}  # in the order in which their first rounds ran
    for row, clock in zip(told, clocks, strict=True):
        groups.setdefault((row.group, row.bytes, row.cache, row.working_set, row.threads), clock)
    in_turn = list(groups.values())
    whole = Clock(
        low=min(ordered[tenth], median(each.low for each in clocks)),
        high=max(ordered[-1 - tenth], median(each.high for each in clocks)),
        first=in_turn[0].first,
        last=in_turn[-1].last,
    )
    return whole if whole.high > (1 + MOVED) * whole.low else None


def _kept_here(here: Environment | None) -> Iterator[AnyRun]:
    """Those of this host, processor and version, the newest first. A file that cannot be read is none, for nobody asked
    for it."""
    for path in store.newest_first(*_KINDS)[:NEWEST]:
        with suppress(Error):
            run = read(path)
            if here and run.environment and _machine(run.environment) == _machine(here):
                yield run


def _machine(of: Environment) -> tuple[str, ...]:
    return of.host, of.cpu, of.wirerate


def _key(row: Measurement, of: Environment | None) -> tuple[object, ...] | None:
    """What makes two rows the same question; None of a row without a figure, of the ceiling and the floor, and of a
    library named by its path: that is built anew between runs."""
    library = row.subject.partition("@")[2]
    if row.ns is None or row.basis != "measured" or row.role in ("ceiling", "floor") or is_library_path(library):
        return None
    versions = {peer.name: peer.version for peer in of.peers} if of else {}
    size = row.packets or row.bytes  # a mix's mean differs a little with the packets drawn
    conditions = (row.operation, size, row.batch, row.cache, row.working_set, row.keyed, row.threads)
    return row.subject, versions.get(library.partition("/")[0], ""), *conditions


def _pairs(rows: dict[tuple[object, ...], Measurement], other: AnyRun) -> list[Pair]:
    return [(rows[key], row) for row in other.rows if (key := _key(row, other.environment)) in rows and key]


def _apart(other: AnyRun, pairs: Sequence[Pair]) -> KeptRun | None:
    """The kept run beside this one, where more than one figure in ten disagrees the same way. Intervals hold 19 times
    in 20: one of many that disagrees is chance."""
    differing = [(now, then, ratio) for now, then in pairs if (ratio := _speed_ratio(now.ns, then.ns)) is not None]
    slower = [each for each in differing if each[2] < 1]
    found = slower if 2 * len(slower) >= len(differing) else [each for each in differing if each[2] > 1]
    if not found or 10 * len(found) <= len(pairs):
        return None
    assert other.environment is not None
    clocks = [(now.core_hz, then.core_hz) for now, then, _ in found if now.core_hz and then.core_hz]
    return KeptRun(
        command=other.command,
        date=other.environment.date,
        compared=len(pairs),
        apart=len(found),
        speed=median(ratio for _, _, ratio in found),
        core_hz=median(now for now, _ in clocks) if clocks else None,
        core_hz_then=median(then for _, then in clocks) if clocks else None,
    )


def _speed_ratio(now: Interval | None, then: Interval | None) -> float | None:
    """This run's speed over the kept one's, where their intervals are disjoint and the difference is worth a word."""
    if now is None or then is None or (now.low <= then.high and then.low <= now.high):
        return None
    ratio = then.median / now.median
    return ratio if abs(ratio - 1) > APART else None


def _widen(pairs: Sequence[Pair]) -> None:
    for now, then in pairs:
        if now.ns and then.ns and not then.widened:
            now.ns = replace(now.ns, low=min(now.ns.low, then.ns.low), high=max(now.ns.high, then.ns.high))
            now.widened += 1
