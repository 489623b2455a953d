# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Run groups of cells in shuffled rounds until everything is decided or time is up.

A look is a number of rounds after which decisions are made. All groups reach a look before any group continues to the
next, so every question gets its share of the time even if the run ends early.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from wirerate.errors import Error
from wirerate.question import Progress
from wirerate.rounds.series import Group, Sample, Series
from wirerate.statistics import LOOKS, Looks

R = TypeVar("R")

_PATIENCE_S = 10.0  # extra time beyond the budget for reaching the first looks
_MOST_SAMPLES = 1 << 19  # for all groups together, about 150 MiB; more samples would not change the result


def run(
    groups: Sequence[Group[R]],
    *,
    progress: Progress | None = None,
    budget_s: float | None = None,
    looks: Looks = LOOKS,
    seed: int = 1810,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[list[Series[R]], bool]:
    """Return the series of each group, and whether Ctrl-C ended the run. Finished rounds are kept after Ctrl-C
    and when a group fails.

    The budget is a target: the run may exceed it by a few seconds to reach the first look, and every group gets at
    least one block. Rounds also end when the limit on samples in memory is reached. Without a
    budget, they end at the last look in `looks.counts`.
    """
    schedule = _Schedule(groups, looks, random.Random(seed), progress or _silent, clock, budget_s)
    interrupted = False
    try:
        schedule.run()
    except KeyboardInterrupt:
        interrupted = True
        for series in schedule.series:
            series.keep_whole_rounds()
    return schedule.series, interrupted


@dataclass
class _Schedule(Generic[R]):
    groups: Sequence[Group[R]]
    looks: Looks
    rng: random.Random
    progress: Progress
    clock: Callable[[], float]
    budget_s: float | None
    series: list[Series[R]] = field(default_factory=list)

    def __post_init__(self) -> None:
        settled = None if self.looks.one else False
        self.series = [
            Series([[] for _ in range(group.cells)], [], group.control, self.looks, settled) for group in self.groups
        ]
        self._began = self.clock()

    def run(self) -> None:
        open_groups = [i for i, group in enumerate(self.groups) if group.cells]
        for look in self.looks.counts if self.budget_s is None else self.looks:
            for i in open_groups:
                self._reach(i, look, _PATIENCE_S if look == self.looks.counts[0] else 0.0)
            open_groups = [i for i in open_groups if not self._is_done(i)]
            if not open_groups or self._is_over():
                return

    def _reach(self, i: int, look: int, patience: float) -> None:
        group, series = self.groups[i], self.series[i]
        while series.rounds < look and not (series.rounds and self._is_over(patience)):
            self.progress(self._share_done(), group.label)
            try:
                block = group.rounds_per_block() if callable(group.rounds_per_block) else group.rounds_per_block
                self._block(group, series, min(block, look - series.rounds))
            except Error as error:
                series.error = error
                return

    def _block(self, group: Group[R], series: Series[R], rounds: int) -> None:
        # the last slot is the control
        cell_of = [*range(group.cells), *([] if group.control is None else [group.control])]
        orders = [self.rng.sample(range(len(cell_of)), len(cell_of)) for _ in range(rounds)]
        named = range(len(cell_of)) if group.copied else cell_of
        results = iter(group.run_block([named[slot] for order in orders for slot in order]))
        for order in orders:
            for at, slot in enumerate(order):
                cost, record = next(results)
                row = series.control if slot == group.cells else series.cells[slot]
                row.append(Sample(cost, at, record))

    def _is_done(self, i: int) -> bool:
        series = self.series[i]
        settled = series.error is None and self.groups[i].settled(series)
        if not self.looks.one:
            series.settled = settled
        return settled or series.error is not None

    def _elapsed(self) -> float:
        return self.clock() - self._began

    def _is_over(self, patience: float = 0.0) -> bool:
        """Return whether the time is up or the limit on samples in memory is reached."""
        samples = sum(series.rounds * len(series.cells) for series in self.series)
        late = self.budget_s is not None and self._elapsed() >= self.budget_s + patience
        return late or samples >= _MOST_SAMPLES

    def _share_done(self) -> float:
        time = self._elapsed() / self.budget_s if self.budget_s else 0.0
        if self.budget_s and self.looks.goes_on:
            return min(1.0, time)
        rounds = sum(series.rounds for series in self.series) / max(1, len(self.series) * self.looks.counts[-1])
        return min(1.0, max(rounds, time))


def _silent(_share: float, _label: str) -> None:
    pass
