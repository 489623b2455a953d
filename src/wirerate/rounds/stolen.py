# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Subtract stolen time from wall time: rate = bytes / (wall - stolen).

The system reports how much of a block of rounds was stolen, usually in ticks of 10 ms, but not from which round. Stolen
time makes a round longer, so it is first subtracted from rounds longer than their subject's median, down to the median
at most. The rest is subtracted evenly from all rounds, less one tick, by which the reported time may be too high.
Subtracting everything evenly would make undisturbed rounds look faster than they were.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from wirerate.rounds.round import Round
from wirerate.rounds.series import Sample, Series

TICK_NS = 10_000_000  # tick of /proc/stat: USER_HZ is 100 on all common Linux systems


def costs_without_stolen(series: Series[Round]) -> tuple[list[list[float]], list[float]]:
    """Return wall time per message minus stolen time: for every cell's samples, and for the control's."""
    rows = [*series.cells, series.control]
    usual = [_median([sample.cost for sample in row if not math.isnan(sample.cost)]) for row in rows]
    blocks: dict[int, list[tuple[int, int, Sample[Round]]]] = {}
    for i, row in enumerate(rows):
        for r, sample in enumerate(row):
            if sample.record.stolen_ns and not math.isnan(sample.cost):
                blocks.setdefault(sample.record.block, []).append((i, r, sample))
    costs = [[sample.cost for sample in row] for row in rows]
    for entries in blocks.values():
        messages = [sample.record.messages for _, _, sample in entries]
        walls = [sample.cost * count for (_, _, sample), count in zip(entries, messages, strict=True)]
        normal = [usual[i] * count for (i, _, _), count in zip(entries, messages, strict=True)]
        kept = subtract_stolen(walls, normal, entries[0][2].record.stolen_ns or 0)
        for (i, r, _), wall, count in zip(entries, kept, messages, strict=True):
            costs[i][r] = wall / count
    return costs[:-1], costs[-1]


def without_stolen(series: Series[Round]) -> Series[Round]:
    """Return the series with stolen time subtracted from all costs."""
    cells, control = costs_without_stolen(series)
    rows = [
        [replace(sample, cost=cost) for sample, cost in zip(row, costs, strict=True)]
        for row, costs in zip([*series.cells, series.control], [*cells, control], strict=True)
    ]
    return replace(series, cells=rows[:-1], control=rows[-1])


def stolen_share(series: Series[Round], threads: int) -> float | None:
    """Return stolen time as a share of the threads' wall time; None if unknown."""
    walls, stolen = 0.0, dict[int, float]()
    for row in [*series.cells, series.control]:
        for sample in row:
            if sample.record.stolen_ns is not None:
                walls += sample.record.wall_ns
                stolen[sample.record.block] = sample.record.stolen_ns
    return min(1.0, sum(stolen.values()) / (walls * threads)) if walls else None


def subtract_stolen(walls: Sequence[float], usual: Sequence[float], stolen: float) -> list[float]:
    """Return the corrected wall times of one block's rounds; `usual` has the median time of each round's subject."""
    excess = [max(0.0, wall - normal) for wall, normal in zip(walls, usual, strict=True)]
    visible = sum(excess)
    taken = min(stolen, visible)
    shorter = (
        [wall - part * taken / visible for wall, part in zip(walls, excess, strict=True)] if taken else list(walls)
    )
    spread = max(0.0, stolen - taken - TICK_NS) / sum(shorter)
    return [wall * (1 - min(spread, 0.99)) for wall in shorter]


def _median(costs: list[float]) -> float:
    return median(costs) if costs else math.nan
