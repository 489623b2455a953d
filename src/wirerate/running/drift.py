# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Drift: how much the clock changed during a run, and how far earlier runs of the same question differ from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from statistics import median

from msgspec.structs import replace

from wirerate.authenticators.subjects import is_library_path
from wirerate.errors import Error
from wirerate.records import AnyRun, Clock, Drift, Environment, Interval, KeptRun, Measurement, read, store

MOVED = 0.05  # relative change of the clock during a run, above which it is reported
APART = 0.02  # relative difference of a figure between runs, above which it counts
NEWEST = 40  # number of stored runs to read; each takes a few milliseconds
_KINDS = ("check", "speed", "compare")

Pair = tuple[Measurement, Measurement]  # a row of this run, and a stored run's row under the same conditions


def drift_of(run: AnyRun, *, widen: bool = False) -> Drift | None:
    """Return how much the clock drifted, and the newest stored run that differs; None if there is nothing to report.

    With `widen`, the run's intervals are widened to cover those of the stored runs.
    """
    rows = {key: row for row in run.rows if (key := _key(row, run.environment))}
    kept_runs = _kept_runs(run.environment) if rows else ()
    earlier = [(kept_run, pairs) for kept_run in kept_runs if (pairs := _pairs(rows, kept_run))]
    kept = next((record for kept_run, pairs in earlier if (record := _apart(kept_run, pairs))), None)
    clock = clock_range(run.rows)
    if widen:
        _widen([pair for _, pairs in earlier for pair in pairs])
    widened_by = len(earlier) if widen else 0
    return Drift(clock=clock, kept=kept, widened_by=widened_by) if clock or kept or widened_by else None


def clock_range(rows: Sequence[Measurement]) -> Clock | None:
    """Return the range of the clock over all rows if it moved by more than `MOVED`, within rows or between them."""
    clocked = [row for row in rows if row.clock and row.core_hz]
    clocks = [row.clock for row in clocked if row.clock]
    if not clocks:
        return None
    ordered, tenth = sorted(row.core_hz or 0 for row in clocked), len(clocked) // 10
    groups: dict[tuple[object, ...], Clock] = {}  # in the order in which their first rounds ran
    for row, clock in zip(clocked, clocks, strict=True):
        groups.setdefault((row.group, row.bytes, row.cache, row.working_set, row.threads), clock)
    in_turn = list(groups.values())
    whole = Clock(
        low=min(ordered[tenth], median(clock.low for clock in clocks)),
        high=max(ordered[-1 - tenth], median(clock.high for clock in clocks)),
        first=in_turn[0].first,
        last=in_turn[-1].last,
    )
    return whole if whole.high > (1 + MOVED) * whole.low else None


def _kept_runs(environment: Environment | None) -> Iterator[AnyRun]:
    """Yield the stored runs of this host, processor and version, newest first; skip unreadable files silently."""
    for path in store.newest_first(*_KINDS)[:NEWEST]:
        with suppress(Error):
            run = read(path)
            if environment and run.environment and _machine(run.environment) == _machine(environment):
                yield run


def _machine(environment: Environment) -> tuple[str, ...]:
    return environment.host, environment.cpu, environment.wirerate


def _key(row: Measurement, environment: Environment | None) -> tuple[object, ...] | None:
    """Return a key that rows of the same question share, or None if the row cannot be compared.

    Not comparable are rows without a figure, the ceiling and the floor, and libraries named by their path, which may
    have been rebuilt between the runs.
    """
    library = row.subject.partition("@")[2]
    if row.ns is None or row.basis != "measured" or row.role in ("ceiling", "floor") or is_library_path(library):
        return None
    versions = {peer.name: peer.version for peer in environment.peers} if environment else {}
    size = row.packets or row.bytes  # the mean of a mix varies a little with the packets drawn
    conditions = (row.operation, size, row.batch, row.cache, row.working_set, row.keyed, row.threads)
    return row.subject, versions.get(library.partition("/")[0], ""), *conditions


def _pairs(rows: dict[tuple[object, ...], Measurement], kept_run: AnyRun) -> list[Pair]:
    return [(rows[key], row) for row in kept_run.rows if (key := _key(row, kept_run.environment)) in rows and key]


def _apart(kept_run: AnyRun, pairs: Sequence[Pair]) -> KeptRun | None:
    """Return the comparison with a stored run if more than a tenth of the figures differ in the same direction.

    With 95 % confidence, a few of many figures differ by chance.
    """
    differing = [(now, then, ratio) for now, then in pairs if (ratio := _speed_ratio(now.ns, then.ns)) is not None]
    slower = [row for row in differing if row[2] < 1]
    same_way = slower if 2 * len(slower) >= len(differing) else [row for row in differing if row[2] > 1]
    if not same_way or 10 * len(same_way) <= len(pairs):
        return None
    assert kept_run.environment is not None
    clocks = [(now.core_hz, then.core_hz) for now, then, _ in same_way if now.core_hz and then.core_hz]
    return KeptRun(
        command=kept_run.command,
        date=kept_run.environment.date,
        compared=len(pairs),
        apart=len(same_way),
        speed=median(ratio for _, _, ratio in same_way),
        core_hz=median(now for now, _ in clocks) if clocks else None,
        core_hz_then=median(then for _, then in clocks) if clocks else None,
    )


def _speed_ratio(now: Interval | None, then: Interval | None) -> float | None:
    """Return this run's speed / the stored run's; None if the intervals overlap or the ratio is within `APART` of 1."""
    if now is None or then is None or (now.low <= then.high and then.low <= now.high):
        return None
    ratio = then.median / now.median
    return ratio if abs(ratio - 1) > APART else None


def _widen(pairs: Sequence[Pair]) -> None:
    for now, then in pairs:
        if now.ns and then.ns and not then.widened:
            now.ns = replace(now.ns, low=min(now.ns.low, then.ns.low), high=max(now.ns.high, then.ns.high))
            now.widened += 1
