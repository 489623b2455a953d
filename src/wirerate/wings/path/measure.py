# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Rounds of every stage of the paths asked for, interleaved and paired, until all is settled or the time is up."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence

from wirerate.errors import MissingError
from wirerate.links import Mix
from wirerate.question import Progress
from wirerate.rounds.round import Round, block
from wirerate.rounds.row import are_precise
from wirerate.rounds.scheduler import run
from wirerate.rounds.series import Group, Series
from wirerate.statistics import LOOKS, Looks, median_at_look
from wirerate.wings.path import frames
from wirerate.wings.path.carriers import Carrier, Connections, Gateways
from wirerate.wings.path.catalogue import PLAIN, Cell, Path, cells
from wirerate.wings.path.messages import Built, Told
from wirerate.wings.path.refusals import Refusal
from wirerate.wings.path.stages import Answer, Found, Traffic

Settled = Callable[[Found], bool]

A_ROUND = 400  # packets or records, as many in every stage: some milliseconds
PRECISION = 0.02  # without another decision to settle, a median is known well enough within so much
_BLOCK_S = 0.1  # what only a block can tell, stolen time, is counted in ticks of 10 ms
_LONGER = 5  # times as many packets, at most, where the first look leaves time
_LATE_TRIES = 3  # another program may have had the softirq's time; always late is not inline


def measure(
    paths: Sequence[Path],
    mixes: Sequence[Mix],
    *,
    budget_s: float | None = None,
    progress: Progress | None = None,
    settled: Settled | None = None,
    a_round: int = A_ROUND,
    looks: Looks = LOOKS,
) -> Answer:
    """One `Found` for each mix and floor of the paths, in that order: forwarding of an IP version, or plain TCP, whose
    mixes are records of one size. Paths that this kernel lacks are refused in the answer and the rest goes on. Raises
    MissingError where not even the floor can be measured: message and `fix` are of the refusal. Ctrl-C keeps finished
    rounds: `interrupted` is set.
    """
    floors = list(dict.fromkeys(path.floor for path in paths)) or [PLAIN]
    by_record = any(floor.by_record for floor in floors)
    for floor in () if by_record else floors:
        for mix in mixes:
            frames.check(mix, floor.family)
    with Connections() if by_record else Gateways() as carrier:
        grounds = [Ground(carrier, floor) for floor in floors]
        answer = Answer(carrier.host)
        try:
            for ground in grounds:
                ground.build(paths, mixes, progress)
        except KeyboardInterrupt:
            answer.interrupted = True
            return answer
        share_s = 0.0 if by_record else (budget_s or 0.0) / (2 * looks.counts[0] * len(mixes) * len(grounds))
        courses = [Course(ground, mix, a_round, share_s) for mix in mixes for ground in grounds]
        groups = [course.group(settled or _is_precise) for course in courses]
        series, answer.interrupted = run(groups, progress=progress, budget_s=budget_s, looks=looks)
        for each in series:
            if each.error:
                raise each.error
        answer.found = [course.found(each) for course, each in zip(courses, series, strict=True)]
        for ground in grounds:
            answer.drivers |= {cell.path: built.driver for cell, built in ground.built.items() if built.driver}
            answer.refusals += ground.refusals
    return answer


def _is_precise(found: Found) -> bool:
    looked = [median_at_look(found.costs(cell), looks=found.series.looks) for cell in found.cells]
    return are_precise(looked, PRECISION)


class Ground:
    """What carries the stages of all that stands on one floor."""

    def __init__(self, carrier: Carrier, floor: Path) -> None:
        self.carrier, self.floor = carrier, floor
        self.built: dict[Cell, Built] = {}
        self.refusals: list[Refusal] = []

    def build(self, paths: Sequence[Path], mixes: Sequence[Mix], progress: Progress | None) -> None:
        """For packets or records of every size of the mixes; each path is refused once."""
        sizes = sorted({size for mix in mixes for size, _ in mix.entries})
        refused = set()
        for cell in cells(paths, self.floor):
            if progress:
                progress(0.0, f"setting up {cell.path.name}")
            if cell.path in refused:
                continue
            built = self.carrier.build(cell, sizes)
            if built.refusal is None:
                self.built[cell] = built
            elif cell.path == self.floor:
                raise MissingError(built.refusal.message, fix=built.refusal.fix)
            else:
                refused.add(cell.path)
                self.refusals.append(built.refusal)
                # Of a path that only protects nothing is told. TLS is, also where its crypto cannot be had by itself.
                self.built.pop(Cell("protect", cell.path), None)


class Course:
    """One mix through what was built: rounds as the scheduler orders them, counted and charged."""

    def __init__(self, ground: Ground, mix: Mix, a_round: int, round_s: float = 0.0) -> None:
        """`a_round` are the packets or records of a round; up to five times as many where all stages together then
        still take no longer than `round_s`."""
        self._ground, self._mix, self._round_s = ground, mix, round_s
        self.cells = tuple(ground.built)
        self._built = [ground.built[cell] for cell in self.cells]
        self._inline = [each.proof is not None and each.proof.inline for each in self._built]
        self._control = next(i for i, cell in enumerate(self.cells) if cell.stage in ("plain", "tcp"))
        self._lap = frames.lap(mix)
        self._laps = math.ceil(a_round / len(self._lap))
        self._elsewhere: list[list[float]] = [[] for _ in self.cells]
        self._traffic = {cell: Traffic() for cell in self.cells}
        self._faults: dict[Cell, str] = {}

    def group(self, settled: Settled) -> Group[Round]:
        what = self._mix.name if self._ground.floor.by_record else f"{self._mix.name} packets"

        def decided(series: Series[Round]) -> bool:
            return settled(self.found(series))

        return Group(len(self.cells), self._block, self._warmed_up, decided, what, self._control)

    def found(self, series: Series[Round]) -> Found:
        series.controlled = self._control
        rounds = series.rounds
        elsewhere = zip(self.cells, self._elsewhere, self._inline, strict=True)
        return Found(
            mix=self._mix,
            floor=self._ground.floor,
            cells=self.cells,
            series=series,
            elsewhere={cell: told[:rounds] for cell, told, inline in elsewhere if not inline},
            traffic=self._traffic,
            faults=self._faults,
            added=dict(self._added()),
        )

    def _added(self) -> Iterator[tuple[Path, dict[int, float]]]:
        """What protection adds: to a packet as it was proved, to a record by what TCP received of all of them."""
        for cell, built in zip(self.cells, self._built, strict=True):
            traffic, proof = self._traffic[cell], built.proof
            if cell.stage == "record" and traffic.sent:
                yield cell.path, {size: traffic.octets / traffic.sent - size for size in self._lap}
            elif cell.path != self._ground.floor and proof and proof.added:
                yield cell.path, {size: proof.added[size] for size, _ in self._mix.entries}

    _rounds = 0

    def _warmed_up(self) -> int:
        """How many rounds make a block; the first question runs one, which is not kept, and settles their length."""
        if not self._rounds:
            began = time.monotonic()
            self._run(range(len(self.cells)))
            took = max(1e-3, time.monotonic() - began)
            longer = max(1, min(_LONGER, int(self._round_s / took)))
            self._laps *= longer
            self._rounds = max(1, min(8, round(_BLOCK_S / (took * longer))))
        return self._rounds

    def _run(self, order: Sequence[int]) -> tuple[list[Told], int]:
        numbers = [self._built[i].number for i in order]
        return self._ground.carrier.run(self._ground.floor.family, self._lap, self._laps, numbers)

    def _block(self, order: Sequence[int]) -> Sequence[tuple[float, Round]]:
        told, stolen = self._run(order)
        told = [self._again(i, each) for i, each in zip(order, told, strict=True)]
        costs = [self._cost(i, each) for i, each in zip(order, told, strict=True)]
        octets = self._laps * sum(self._lap)
        seen = [
            Round(
                cost * each.sent,
                each.cpu_ns,
                messages=each.sent,
                bytes=octets,
                involuntary=each.involuntary,
                wrong=self._wrong(self.cells[i], each),
            )
            for i, each, cost in zip(order, told, costs, strict=True)
        ]
        return list(zip(costs, block(seen, stolen), strict=True))

    def _again(self, i: int, told: Told) -> Told:
        """A round whose packets ran to their end in another program's time is run once more."""
        for _ in range(_LATE_TRIES):
            if not told.late:
                return told
            told = self._run([i])[0][0]
        if told.late and told.arrived == told.sent:
            self._faults[self.cells[i]] = "its packets were not carried on in the sender's own time"
        return told

    def _cost(self, i: int, told: Told) -> float:
        self._elsewhere[i].append(told.elsewhere_ns / told.sent)
        own = told.wall_ns if self._inline[i] else told.cpu_ns + told.elsewhere_ns
        return own / told.sent

    def _wrong(self, cell: Cell, told: Told) -> int:
        traffic = self._traffic[cell]
        lost, doubled = max(0, told.sent - told.arrived), max(0, told.arrived - told.sent)
        changed = told.wrong or int(told.excess_bytes != 0)
        traffic.sent += told.sent
        traffic.arrived += told.arrived
        traffic.lost += lost
        traffic.duplicated += doubled
        traffic.changed += changed
        traffic.octets += told.octets
        if lost or doubled or changed:
            words = f"{lost} packets lost, {doubled} too many, {changed} rounds with other bytes"
            if self._ground.floor.by_record:
                words = f"{traffic.changed} records came back otherwise"
            self._faults[cell] = f"{words}: the row is wrong, not fast"
        return lost + doubled + changed
