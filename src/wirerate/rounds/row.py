# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Finished rounds become rows and Comparisons here and nowhere else: one pass over a group, nothing trimmed.

A lab gives the group's series, whose records are `Round`s, and a blank row for each cell: its subject, its
conditions, and what else its kind of row has. What the rounds say is filled in.
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
from wirerate.rounds.stolen import corrected, stolen_share
from wirerate.statistics import by_place, median_at_look, over_time, paired_logs, parted, ratio_of, spread, wider

M = TypeVar("M", bound=Measurement)


class Rows(Generic[M]):
    """What one group says. `faults` has for each cell why its rounds are void ("": they are not); `asked` counts the
    comparisons of the whole run, which share the permitted error.

    With `of_wall` a sample's cost is wall time per message, from which stolen time is taken, and where subjects are
    compared other programs' time too. CPU time has neither in it: there the share is only reported.
    """

    def __init__(
        self,
        series: Series[Round],
        blanks: Sequence[M],
        *,
        faults: Sequence[str] = (),
        asked: int = 1,
        of_wall: bool = True,
    ) -> None:
        self._series = series
        self._blanks = blanks
        self._faults = faults or [""] * len(blanks)
        self._asked = asked
        self._of_wall = of_wall
        uncorrected = [series.costs(i) for i in range(len(blanks))], [sample.cost for sample in series.control]
        self._costs, self._control = corrected(series) if of_wall else uncorrected
        self._stolen = stolen_share(series, blanks[0].threads) if blanks else None

    def rows(self) -> list[M]:
        """One for each cell; a cell without sound rounds says why."""
        return [self._measurement(i) if self._is_sound(i) else self._void(i) for i in range(len(self._blanks))]

    def comparisons(self, pairs: Iterable[tuple[int, int]] | None = None) -> list[Comparison]:
        """Sound cells paired round by round: (reference, subject), or every other one against the group's first."""
        pairs = [(0, i) for i in range(1, len(self._blanks))] if pairs is None else pairs
        return [self._comparison(j, i) for j, i in pairs if self._is_sound(j) and self._is_sound(i)]

    @cached_property
    def _work(self) -> tuple[list[list[float]], list[float]]:
        """What subjects are compared by, of the cells and of the control."""
        if not self._of_wall or any(blank.threads != 1 for blank in self._blanks):
            return self._costs, self._control
        cells = [without_waiting(row, costs) for row, costs in zip(self._series.cells, self._costs, strict=True)]
        return cells, without_waiting(self._series.control, self._control)

    @cached_property
    def noise(self) -> float | None:
        """How far from 1 the ratio of a cell to itself may lie: below this no difference can be seen here."""
        cell = self._series.controlled
        if cell is None or not self._control or not self._is_sound(cell):
            return None
        cells, control = self._work
        ratio = ratio_of(self._logs(cells[cell], control, cell), 1, self._series.looks)
        return max(ratio.high, 1 / ratio.low) - 1

    def _process_of(self, cell: int) -> list[int]:
        return [sample.record.process for sample in self._series.cells[cell]]

    def _logs(self, old: Sequence[float], new: Sequence[float], cell: int) -> list[list[float]]:
        """The paired ratios' logarithms, by process."""
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
            return replace(self._blanks[i], status="wrong", note=f"{wrong} messages were not what they should be")
        why = str(self._series.error or "interrupted before its first round")
        return replace(self._blanks[i], status="absent", note=why)

    def _measurement(self, i: int) -> M:
        blank, samples, costs = self._blanks[i], self._series.cells[i], self._costs[i]
        rounds = [sample.record for sample in samples]
        process_of = self._process_of(i)
        logs = [math.log(cost) for cost in costs]
        by_process = parted(logs, process_of)
        several = len(by_process) > 1
        ns = self._interval(by_process, logs) if several else median_at_look(costs, looks=self._series.looks)
        apart = spread(by_process) if several else None
        octets = blank.bytes if blank.bytes is not None else rounds[0].bytes / rounds[0].messages
        clock = median(each.core_hz for each in rounds)
        ticks = median(each.ticks / each.bytes for each in rounds) if all(each.bytes for each in rounds) else 0
        return replace(
            blank,
            bytes=octets,
            rounds=len(rounds),
            processes=len(by_process),
            within=apart and apart.within,
            between=apart and apart.between,
            placed=by_place(logs, [(each.block, each.place) for each in rounds]) if several else None,
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
        """Over processes, and over spans of time: what is not paired meets what moves in either."""
        return wider(*(ratio_of(each, 1, self._series.looks) for each in (by_process, over_time(logs))))

    def _comparison(self, reference: int, subject: int) -> Comparison:
        cells, _ = self._work
        logs = self._logs(cells[reference], cells[subject], subject)
        apart = spread(logs) if len(logs) > 1 else None
        blank = self._blanks[subject]
        return Comparison(
            subject=blank.subject,
            reference=self._blanks[reference].subject,
            ratio=ratio_of(logs, self._asked, self._series.looks),
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
        """Of the reference per message, by those of the subject; None where a round has no count of them."""
        old, new = ([sample.record for sample in self._series.cells[cell]] for cell in (reference, subject))
        if not all(each.instructions for each in (*old, *new)):
            return None
        before, after = ([each.instructions / each.messages for each in rounds] for rounds in (old, new))
        return ratio_of(self._logs(before, after, subject), self._asked, self._series.looks)


def are_precise(intervals: Iterable[Interval], within: float) -> bool:
    """Whether each median is known within that share of itself."""
    return all(max(i.high - i.median, i.median - i.low) <= within * i.median for i in intervals)


def _cycles(costs: Sequence[float], rounds: Sequence[Round]) -> float:
    """Of the core, per message: each round by the clock that it had."""
    return median(cost * each.core_hz / 1e9 for cost, each in zip(costs, rounds, strict=True))


def _clock(rounds: Sequence[Round]) -> Clock | None:
    """How it moved from round to round; a few that were disturbed do not count."""
    told = [each.core_hz for each in rounds if each.core_hz]
    if not told:
        return None
    ordered, tenth, quarter = sorted(told), len(told) // 10, max(1, len(told) // 4)
    return Clock(
        low=ordered[tenth], high=ordered[-1 - tenth], first=median(told[:quarter]), last=median(told[-quarter:])
    )


def _cpu_share(rounds: Sequence[Round], threads: int) -> float | None:
    """Never more than the whole: the CPU's clock is read outside of the wall's, and a host may stop us in between."""
    cpu, wall = [each.cpu_ns for each in rounds if each.cpu_ns is not None], sum(each.wall_ns for each in rounds)
    return min(1.0, sum(cpu) / (wall * threads)) if len(cpu) == len(rounds) and wall else None


def _involuntary(rounds: Sequence[Round]) -> int | None:
    told = [each.involuntary for each in rounds if each.involuntary is not None]
    return sum(told) if len(told) == len(rounds) else None


def without_waiting(row: Sequence[Sample[Round]], costs: Sequence[float]) -> list[float]:
    """The row's costs per message, of rounds on one thread, without the time in which another program had its CPU.

    A round whose thread lost its CPU waited for it, a time slice of some milliseconds beside a round of one or two:
    where many rounds are hit, most pairs compare a wait with none. Two subjects are compared by their own work, so of
    such a round the CPU time counts. Others count by their wall time: who sleeps is not faster.
    """
    return [min(cost, _own_work(sample.record, cost)) for sample, cost in zip(row, costs, strict=True)]


def _own_work(told: Round, otherwise: float) -> float:
    if not told.involuntary or told.cpu_ns is None or not told.messages:
        return otherwise
    return told.cpu_ns / told.messages
