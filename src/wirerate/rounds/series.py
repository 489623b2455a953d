# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The scheduler's input (groups of cells) and output (series of samples), independent of what is measured."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from wirerate.statistics import ONE_LOOK, Looks

R = TypeVar("R")  # the caller's record of one round


@dataclass(frozen=True, slots=True)
class Sample(Generic[R]):
    """One round of one cell."""

    cost: float  # the compared value: time per message or per byte
    position: int  # place in the shuffled order of its round
    record: R


@dataclass(frozen=True)
class Group(Generic[R]):
    """Cells that are compared with each other. A cell is one subject under one condition.

    Each round runs every cell once, in a new random order.

    `run_block(order)` runs the cells in that order (several rounds, one after another) and returns one
    (cost, record) pair for each run. A block has enough rounds to measure stolen time, and few enough for Ctrl-C to act
    soon. `settled(series)` returns whether every decision that depends on this group is made.
    """

    cells: int
    run_block: Callable[[Sequence[int]], Sequence[tuple[float, R]]]
    rounds_per_block: int | Callable[[], int]  # a function if the number is only known later
    settled: Callable[[Series[R]], bool]
    label: str = ""  # shown in the progress line
    control: int | None = 0  # the cell that runs twice in each round, as A and A'; None for no control
    copied: bool = False  # whether A' is a separate copy of that cell, with the index after the last cell's


@dataclass
class Series(Generic[R]):
    """The finished rounds of a group: `cells[i][r]` is cell i in round r, so equal indices form pairs."""

    cells: list[list[Sample[R]]]
    control: list[Sample[R]] = field(default_factory=list)  # the samples of A', paired with cells[controlled]
    controlled: int | None = None
    looks: Looks = ONE_LOOK  # fixed in advance, because the permitted error rate is divided among them
    settled: bool | None = None  # whether all decisions were made before time ran out; None: there was only one look
    error: Exception | None = None  # why the group ended early; its finished rounds are kept

    @property
    def rounds(self) -> int:
        return len(self.cells[0]) if self.cells else 0

    def keep_whole_rounds(self) -> None:
        """Drop the last round if not every cell has finished it."""
        whole = min(len(row) for row in self._rows())
        for row in self._rows():
            del row[whole:]

    def costs(self, cell: int) -> list[float]:
        return [sample.cost for sample in self.cells[cell]]

    def _rows(self) -> list[list[Sample[R]]]:
        return [*self.cells, self.control] if self.control else self.cells
