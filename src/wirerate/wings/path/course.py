# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One packet mix through the chains of one IP version: rounds as the scheduler orders them, counted and charged."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence

from wirerate.links import Mix
from wirerate.rounds.round import Round, block
from wirerate.rounds.series import Group, Series
from wirerate.wings.path.bench import Told
from wirerate.wings.path.catalogue import Family, Path
from wirerate.wings.path.found import Found, Traffic
from wirerate.wings.path.frames import lap
from wirerate.wings.path.session import Session
from wirerate.wings.path.stages import Cell

_BLOCK_S = 0.1  # what only a block can tell, stolen time, is counted in ticks of 10 ms
_LONGER = 5
_LATE_TRIES = 3  # another program may have had the softirq's time; always late is not inline


class Course:
    """`chains` are the session's numbers by cell; `inline` says which cells are the sender's time alone."""

    def __init__(
        self,
        session: Session,
        family: Family,
        chains: Mapping[Cell, int],
        added: Mapping[Path, Mapping[int, int]],
        inline: Mapping[Cell, bool],
        mix: Mix,
        packets: int,
        round_s: float = 0.0,
    ) -> None:
        """`packets` are those of a round, as many in every stage; up to five times as many where all stages together
        then still take no longer than `round_s`."""
        self._session, self._family, self._mix, self._added, self._inline = session, family, mix, added, inline
        self.cells = tuple(chains)
        self._numbers = [chains[cell] for cell in self.cells]
        self._lap = lap(mix)
        self._laps = math.ceil(packets / len(self._lap))
        self._round_s = round_s
        self._elsewhere: dict[Cell, list[float]] = {cell: [] for cell in self.cells}
        self._traffic = {cell: Traffic() for cell in self.cells}
        self._faults: dict[Cell, str] = {}

    def group(self, settled: Callable[[Series[Round]], bool]) -> Group[Round]:
        plain = self.cells.index(Cell("plain", self._family))
        return Group(len(self.cells), self._block, self._warmed_up, settled, f"{self._mix.name} packets", plain)

    def found(self, series: Series[Round]) -> Found:
        series.controlled = self.cells.index(Cell("plain", self._family))
        rounds = series.rounds
        return Found(
            mix=self._mix,
            family=self._family,
            cells=self.cells,
            series=series,
            elsewhere={cell: told[:rounds] for cell, told in self._elsewhere.items() if not self._inline[cell]},
            traffic=self._traffic,
            added={path: {size: added[size] for size, _ in self._mix.entries}
                   for path, added in self._added.items() if added},
            faults=self._faults,
        )  # fmt: skip

    _rounds = 0

    def _warmed_up(self) -> int:
        """How many rounds make a block; the first question runs one, which is not kept, and settles their length."""
        if not self._rounds:
            began = time.monotonic()
            self._session.run(self._family, self._lap, self._laps, self._numbers)
            took = max(1e-3, time.monotonic() - began)
            longer = max(1, min(_LONGER, int(self._round_s / took)))
            self._laps *= longer
            self._rounds = max(1, min(8, round(_BLOCK_S / (took * longer))))
        return self._rounds

    def _block(self, order: Sequence[int]) -> Sequence[tuple[float, Round]]:
        told, stolen = self._session.run(self._family, self._lap, self._laps, [self._numbers[i] for i in order])
        told = [self._again(i, each) for i, each in zip(order, told, strict=True)]
        costs = [self._cost(self.cells[i], each) for i, each in zip(order, told, strict=True)]
        octets = self._laps * sum(self._lap)
        seen = [
            Round(
                cost * each.sent,
                each.cpu_ns,
                messages=each.sent,
                bytes=octets,
                involuntary=each.involuntary,
                wrong=self._wrong(i, each),
            )
            for i, each, cost in zip(order, told, costs, strict=True)
        ]
        return list(zip(costs, block(seen, stolen), strict=True))

    def _again(self, i: int, told: Told) -> Told:
        """A round whose packets ran to their end in another program's time is run once more."""
        for _ in range(_LATE_TRIES):
            if not told.late:
                return told
            told = self._session.run(self._family, self._lap, self._laps, [self._numbers[i]])[0][0]
        if told.late and told.arrived == told.sent:
            self._faults[self.cells[i]] = "its packets were not carried on in the sender's own time"
        return told

    def _cost(self, cell: Cell, told: Told) -> float:
        self._elsewhere[cell].append(told.elsewhere_ns / told.sent)
        own = told.wall_ns if self._inline[cell] else told.cpu_ns + told.elsewhere_ns
        return own / told.sent

    def _wrong(self, i: int, told: Told) -> int:
        cell = self.cells[i]
        traffic = self._traffic[cell]
        lost, doubled = max(0, told.sent - told.arrived), max(0, told.arrived - told.sent)
        changed = int(told.excess_bytes != 0)
        traffic.sent += told.sent
        traffic.arrived += told.arrived
        traffic.lost += lost
        traffic.duplicated += doubled
        traffic.changed += changed
        if lost or doubled or changed:
            words = f"{lost} packets lost, {doubled} too many, {changed} rounds with other bytes"
            self._faults[cell] = f"{words}: the row is wrong, not fast"
        return lost + doubled + changed
