# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Convert the finished rounds of a group to rows and comparisons. No round is dropped as an outlier.

The caller passes the group's rounds and, for each cell, a blank row with its subject and conditions. This module
fills in the results.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import cached_property
from statistics import median
from typing import Generic, TypeVar

from msgspec.structs import replace

from wirerate.records import Clock, Comparison, Interval, Measurement
from wirerate.rounds.round import Round
from wirerate.rounds.series import Sample, Series
from wirerate.rounds.stolen import costs_without_stolen, stolen_share
from wirerate.statistics import (
    group_by_process,
    join_intervals,
    median_at_look,
    paired_logs,
    ratio_of,
    split_by_time,
    spread,
    spread_by_place,
)

M = TypeVar("M", bound=Measurement)


class Rows(Generic[M]):
    """The rows and comparisons of one group.

    `faults` gives for each cell the reason why its rounds are void, or "". `total_comparisons` is the number of
    comparisons in the whole run, among which the permitted error rate is divided. With `of_wall`, the cost of a sample
    is its wall time per message minus stolen time and, when subjects are compared, minus the time of other programs.
    Otherwise the cost is CPU time, which includes neither.
    """

    def __init__(
        self,
        series: Series[Round],
        blanks: Sequence[M],
        *,
        faults: Sequence[str] = (),
        total_comparisons: int = 1,
        of_wall: bool = True,
    ) -> None:
        self._series = series
        self._blanks = blanks
        self._faults = faults or [""] * len(blanks)
        self._total_comparisons = total_comparisons
        self._of_wall = of_wall
        uncorrected = [series.costs(i) for i in range(len(blanks))], [sample.cost for sample in series.control]
        self._costs, self._control = costs_without_stolen(series) if of_wall else uncorrected
        self._stolen = stolen_share(series, blanks[0].threads) if blanks else None

    def rows(self) -> list[M]:
        """Return one row per cell; the row of a cell without valid rounds gives the reason."""
        return [self._measurement(i) if self._is_sound(i) else self._void(i) for i in range(len(self._blanks))]

    def comparisons(self, pairs: Iterable[tuple[int, int]] | None = None) -> list[Comparison]:
        """Compare pairs of valid cells (reference, subject) round by round; by default, every cell with the first."""
        pairs = [(0, i) for i in range(1, len(self._blanks))] if pairs is None else pairs
        return [self._comparison(j, i) for j, i in pairs if self._is_sound(j) and self._is_sound(i)]

    @cached_property
    def _work(self) -> tuple[list[list[float]], list[float]]:
        """The costs to compare: those of the cells, and those of the control (the cell that runs twice)."""
        if not self._of_wall or any(blank.threads != 1 for blank in self._blanks):
            return self._costs, self._control
        cells = [without_waiting(row, costs) for row, costs in zip(self._series.cells, self._costs, strict=True)]
        return cells, without_waiting(self._series.control, self._control)

    @cached_property
    def noise(self) -> float | None:
        """How far the interval of a cell's ratio to itself extends from 1; smaller differences cannot be detected."""
        cell = self._series.controlled
        if cell is None or not self._control or not self._is_sound(cell):
            return None
        cells, control = self._work
        ratio = ratio_of(self._logs(cells[cell], control, cell), 1, self._series.looks)
        return max(ratio.high, 1 / ratio.low) - 1

    def _process_of(self, cell: int) -> list[int]:
        return [sample.record.process for sample in self._series.cells[cell]]

    def _logs(self, old: Sequence[float], new: Sequence[float], cell: int) -> list[list[float]]:
        """Return the logarithms of the paired ratios, grouped by process."""
        return paired_logs(old, new, self._process_of(cell))

    def _is_sound(self, i: int) -> bool:
        row = self._series.cells[i]
        void = self._faults[i] or any(sample.record.wrong or math.isnan(sample.cost) for sample in row)
        return bool(row) and not void

    def _void(self, i: int) -> M:
        if self._faults[i]:
            return replace(self._blanks[i], status="wrong", note=self._faults[i])
        wrong = sum(sample.record.wrong for sample in self._series.cells[i])
        if wrong:
            return replace(self._blanks[i], status="wrong", note=f"{wrong} messages gave wrong results")
        why = str(self._series.error or "interrupted before its first round")
        return replace(self._blanks[i], status="absent", note=why)

    def _measurement(self, i: int) -> M:
        blank, samples, costs = self._blanks[i], self._series.cells[i], self._costs[i]
        rounds = [sample.record for sample in samples]
        process_of = self._process_of(i)
        logs = [math.log(cost) for cost in costs]
        by_process = group_by_process(logs, process_of)
        several = len(by_process) > 1
        ns = self._interval(by_process, logs) if several else median_at_look(costs, looks=self._series.looks)
        apart = spread(by_process) if several else None
        octets = blank.bytes if blank.bytes is not None else rounds[0].bytes / rounds[0].messages
        clock = median(record.core_hz for record in rounds)
        has_bytes = all(record.bytes for record in rounds)
        ticks = median(record.ticks / record.bytes for record in rounds) if has_bytes else 0
        return replace(
            blank,
            bytes=octets,
            rounds=len(rounds),
            processes=len(by_process),
            within=apart and apart.within,
            between=apart and apart.between,
            placed=spread_by_place(logs, [(record.block, record.place) for record in rounds]) if several else None,
            ns=ns,
            cpu_share=_cpu_share(rounds, blank.threads),
            stolen=self._stolen,
            involuntary=_involuntary(rounds),
            noise=self.noise,
            settled=self._series.settled,
            core_hz=clock or None,
            clock=_clock(rounds),
            core_cycles=blank.threads * _cycles(costs, rounds) / octets if octets and clock else None,
            reference_cycles=blank.threads * ticks or None,
            samples_ns=tuple(costs),
            samples_at=tuple(sample.position for sample in samples),
            samples_by=tuple(process_of) if several else (),
        )

    def _interval(self, by_process: Sequence[Sequence[float]], logs: Sequence[float]) -> Interval:
        """Return an interval that covers variation between processes and over time: both affect unpaired values."""
        return join_intervals(*(ratio_of(parts, 1, self._series.looks) for parts in (by_process, split_by_time(logs))))

    def _comparison(self, reference: int, subject: int) -> Comparison:
        cells, _ = self._work
        logs = self._logs(cells[reference], cells[subject], subject)
        apart = spread(logs) if len(logs) > 1 else None
        blank = self._blanks[subject]
        return Comparison(
            subject=blank.subject,
            reference=self._blanks[reference].subject,
            ratio=ratio_of(logs, self._total_comparisons, self._series.looks),
            change="",
            conditions=blank.conditions(),
            noise=self.noise,
            rounds=self._series.rounds,
            processes=len(logs),
            within=apart.within if apart else None,
            between=apart.between if apart else None,
            instructions=self._instructions(reference, subject),
        )

    def _instructions(self, reference: int, subject: int) -> Interval | None:
        """Return the reference's instructions per message divided by the subject's; None if a round has no count."""
        old, new = ([sample.record for sample in self._series.cells[cell]] for cell in (reference, subject))
        if not all(record.instructions for record in (*old, *new)):
            return None
        before, after = ([record.instructions / record.messages for record in rounds] for rounds in (old, new))
        return ratio_of(self._logs(before, after, subject), self._total_comparisons, self._series.looks)


def are_precise(intervals: Iterable[Interval], within: float) -> bool:
    """Return whether both ends of every interval are within a relative distance `within` of its median."""
    return all(max(i.high - i.median, i.median - i.low) <= within * i.median for i in intervals)


def _cycles(costs: Sequence[float], rounds: Sequence[Round]) -> float:
    """Return core cycles per message, using the clock rate of each round."""
    return median(cost * record.core_hz / 1e9 for cost, record in zip(costs, rounds, strict=True))


def _clock(rounds: Sequence[Round]) -> Clock | None:
    """Return how the clock rate changed between rounds, excluding the lowest and the highest tenth."""
    clocks = [record.core_hz for record in rounds if record.core_hz]
    if not clocks:
        return None
    ordered, tenth, quarter = sorted(clocks), len(clocks) // 10, max(1, len(clocks) // 4)
    return Clock(
        low=ordered[tenth], high=ordered[-1 - tenth], first=median(clocks[:quarter]), last=median(clocks[-quarter:])
    )


def _cpu_share(rounds: Sequence[Round], threads: int) -> float | None:
    """Return CPU time / wall time, capped at 1 because the two clocks are not read at the same moment."""
    cpu = [record.cpu_ns for record in rounds if record.cpu_ns is not None]
    wall = sum(record.wall_ns for record in rounds)
    return min(1.0, sum(cpu) / (wall * threads)) if len(cpu) == len(rounds) and wall else None


def _involuntary(rounds: Sequence[Round]) -> int | None:
    switches = [record.involuntary for record in rounds if record.involuntary is not None]
    return sum(switches) if len(switches) == len(rounds) else None


def without_waiting(row: Sequence[Sample[Round]], costs: Sequence[float]) -> list[float]:
    """Return the costs per message of rounds on one thread, without the time in which another program had the CPU.

    A thread that loses its CPU waits several milliseconds, longer than the round itself takes. So the cost of such a
    round is its CPU time. The cost of all other rounds is wall time, because a subject that sleeps must not look fast.
    """
    return [min(cost, _own_work(sample.record, cost)) for sample, cost in zip(row, costs, strict=True)]


def _own_work(record: Round, otherwise: float) -> float:
    if not record.involuntary or record.cpu_ns is None or not record.messages:
        return otherwise
    return record.cpu_ns / record.messages
