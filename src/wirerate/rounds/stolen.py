# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Taking the hypervisor's share out of the wall time: rate = bytes / (wall - stolen).

The system tells how much of a block of rounds was stolen, in ticks of usually 10 ms, not which round lost it. A theft
shows in the round that it hit, so it is taken from the rounds that stand out from their subject's median, up to what
they stand out by. What remains was spread over all rounds; of that only as much is taken as is certain, because the
count may be one tick too high. Spreading all of it evenly would make the many rounds that lost nothing look faster
than they were.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from wirerate.rounds.round import Round
from wirerate.rounds.series import Sample, Series

TICK_NS = 10_000_000  # of /proc/stat: USER_HZ is 100 on every Linux that matters here


def corrected(series: Series[Round]) -> tuple[list[list[float]], list[float]]:
    """The wall time per message of every sample of the cells, and of the control, without what was stolen from it."""
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
        kept = shortened(walls, normal, entries[0][2].record.stolen_ns or 0)
        for (i, r, _), wall, count in zip(entries, kept, messages, strict=True):
            costs[i][r] = wall / count
    return costs[:-1], costs[-1]


def without_theft(series: Series[Round]) -> Series[Round]:
    """The same series at those costs."""
    cells, control = corrected(series)
    rows = [
        [replace(sample, cost=cost) for sample, cost in zip(row, costs, strict=True)]
        for row, costs in zip([*series.cells, series.control], [*cells, control], strict=True)
    ]
    return replace(series, cells=rows[:-1], control=rows[-1])


def stolen_share(series: Series[Round], threads: int) -> float | None:
    """Stolen time by the time of all CPUs over all blocks; None where the system does not tell."""
    walls, stolen = 0.0, dict[int, float]()
    for row in [*series.cells, series.control]:
        for sample in row:
            if sample.record.stolen_ns is not None:
                walls += sample.record.wall_ns
                stolen[sample.record.block] = sample.record.stolen_ns
    return min(1.0, sum(stolen.values()) / (walls * threads)) if walls else None


def shortened(walls: Sequence[float], usual: Sequence[float], stolen: float) -> list[float]:
    """The walls of one block's rounds, corrected; `usual` is what each would take at its subject's median."""
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
