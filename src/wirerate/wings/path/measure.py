# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Runs shuffled rounds of every stage until all verdicts are decided or the time is up."""

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
from wirerate.wings.path.messages import Built, RoundCounts
from wirerate.wings.path.refusals import Refusal
from wirerate.wings.path.stages import MixRounds, PathMeasurement, Traffic

Settled = Callable[[MixRounds], bool]

A_ROUND = 400  # packets or records per round, the same in every stage; a few milliseconds
PRECISION = 0.02  # relative precision at which measuring stops if no verdict has to be decided
_BLOCK_S = 0.1  # long enough to see stolen time, which the kernel counts in ticks of 10 ms
_LONGEST = 5  # rounds grow by up to this factor if the time allows
_LATE_TRIES = 3  # another program may delay a softirq; a packet that is late every time is not inline


def measure(
    paths: Sequence[Path],
    mixes: Sequence[Mix],
    *,
    budget_s: float | None = None,
    progress: Progress | None = None,
    settled: Settled | None = None,
    a_round: int = A_ROUND,
    looks: Looks = LOOKS,
) -> PathMeasurement:
    """Measure every stage of the paths. The result has one `MixRounds` per mix and unprotected path, sorted by mix
    first.

    Paths that this kernel lacks become refusals, and the rest is measured. Raises MissingError, with the refusal's
    message and `fix`, if even the floor (plain forwarding or plain TCP) cannot be measured. Ctrl-C keeps the finished
    rounds and sets `interrupted`.
    """
    floors = list(dict.fromkeys(path.floor for path in paths)) or [PLAIN]
    by_record = any(floor.by_record for floor in floors)
    for floor in () if by_record else floors:
        for mix in mixes:
            frames.check(mix, floor.family)
    with Connections() if by_record else Gateways() as carrier:
        setups = [Setup(carrier, floor) for floor in floors]
        measurement = PathMeasurement(carrier.host)
        try:
            for setup in setups:
                setup.build(paths, mixes, progress)
        except KeyboardInterrupt:
            measurement.interrupted = True
            return measurement
        share_s = 0.0 if by_record else (budget_s or 0.0) / (2 * looks.counts[0] * len(mixes) * len(setups))
        runners = [MixRunner(setup, mix, a_round, share_s) for mix in mixes for setup in setups]
        groups = [runner.group(settled or _is_precise) for runner in runners]
        series_by_mix, measurement.interrupted = run(groups, progress=progress, budget_s=budget_s, looks=looks)
        for series in series_by_mix:
            if series.error:
                raise series.error
        measurement.mixes = [runner.rounds(series) for runner, series in zip(runners, series_by_mix, strict=True)]
        for setup in setups:
            measurement.drivers |= {cell.path: built.driver for cell, built in setup.built.items() if built.driver}
            measurement.refusals += setup.refusals
    return measurement


def _is_precise(rounds: MixRounds) -> bool:
    medians = [median_at_look(rounds.costs(cell), looks=rounds.series.looks) for cell in rounds.cells]
    return are_precise(medians, PRECISION)


class Setup:
    """The chains or connections of one unprotected path and of all paths compared with it."""

    def __init__(self, carrier: Carrier, floor: Path) -> None:
        self.carrier, self.floor = carrier, floor
        self.built: dict[Cell, Built] = {}
        self.refusals: list[Refusal] = []

    def build(self, paths: Sequence[Path], mixes: Sequence[Mix], progress: Progress | None) -> None:
        """Set up the stages for every size in the mixes; a path that cannot be set up is refused once."""
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
                # "protect" is useless without "both". TLS is measured even if its crypto stage is refused.
                self.built.pop(Cell("protect", cell.path), None)


class MixRunner:
    """Runs one mix through a setup, round by round, and counts what arrives."""

    def __init__(self, setup: Setup, mix: Mix, a_round: int, round_s: float = 0.0) -> None:
        """`a_round` is the least number of packets or records in a round.

        Rounds grow up to fivefold, as long as one round of every stage takes at most `round_s` seconds in total.
        """
        self._setup, self._mix, self._round_s = setup, mix, round_s
        self.cells = tuple(setup.built)
        self._built = [setup.built[cell] for cell in self.cells]
        self._inline = [built.proof is not None and built.proof.inline for built in self._built]
        self._control = next(i for i, cell in enumerate(self.cells) if cell.stage in ("plain", "tcp"))
        self._lap = frames.lap(mix)
        self._laps = math.ceil(a_round / len(self._lap))
        self._elsewhere: list[list[float]] = [[] for _ in self.cells]
        self._traffic = {cell: Traffic() for cell in self.cells}
        self._faults: dict[Cell, str] = {}

    def group(self, settled: Settled) -> Group[Round]:
        title = self._mix.name if self._setup.floor.by_record else f"{self._mix.name} packets"

        def is_settled(series: Series[Round]) -> bool:
            return settled(self.rounds(series))

        return Group(len(self.cells), self._block, self._rounds_per_block, is_settled, title, self._control)

    def rounds(self, series: Series[Round]) -> MixRounds:
        """Return the finished rounds with the counters of their packets."""
        series.controlled = self._control
        elsewhere = zip(self.cells, self._elsewhere, self._inline, strict=True)
        return MixRounds(
            mix=self._mix,
            floor=self._setup.floor,
            cells=self.cells,
            series=series,
            elsewhere={cell: ns[: series.rounds] for cell, ns, inline in elsewhere if not inline},
            traffic=self._traffic,
            faults=self._faults,
            added=dict(self._added()),
        )

    def _added(self) -> Iterator[tuple[Path, dict[int, float]]]:
        """Yield the bytes that protection adds to a packet (from captured frames) or to a record (from the bytes that
        TCP received)."""
        for cell, built in zip(self.cells, self._built, strict=True):
            traffic, proof = self._traffic[cell], built.proof
            if cell.stage == "record" and traffic.sent:
                yield cell.path, {size: traffic.octets / traffic.sent - size for size in self._lap}
            elif cell.path != self._setup.floor and proof and proof.added:
                yield cell.path, {size: proof.added[size] for size, _ in self._mix.entries}

    _block_rounds = 0

    def _rounds_per_block(self) -> int:
        """Return the number of rounds in a block; the first call runs a warm-up round that sets their length."""
        if not self._block_rounds:
            began = time.monotonic()
            self._run(range(len(self.cells)))
            took = max(1e-3, time.monotonic() - began)
            longer = max(1, min(_LONGEST, int(self._round_s / took)))
            self._laps *= longer
            self._block_rounds = max(1, min(8, round(_BLOCK_S / (took * longer))))
        return self._block_rounds

    def _run(self, order: Sequence[int]) -> tuple[list[RoundCounts], int]:
        numbers = [self._built[i].number for i in order]
        return self._setup.carrier.run(self._setup.floor.family, self._lap, self._laps, numbers)

    def _block(self, order: Sequence[int]) -> Sequence[tuple[float, Round]]:
        counts_in_order, stolen = self._run(order)
        counts_in_order = [self._repeat_if_late(i, counts) for i, counts in zip(order, counts_in_order, strict=True)]
        costs = [self._cost(i, counts) for i, counts in zip(order, counts_in_order, strict=True)]
        octets = self._laps * sum(self._lap)
        rounds = [
            Round(
                cost * counts.sent,
                counts.cpu_ns,
                messages=counts.sent,
                bytes=octets,
                involuntary=counts.involuntary,
                wrong=self._count_wrong(self.cells[i], counts),
            )
            for i, counts, cost in zip(order, counts_in_order, costs, strict=True)
        ]
        return list(zip(costs, block(rounds, stolen), strict=True))

    def _repeat_if_late(self, i: int, counts: RoundCounts) -> RoundCounts:
        """Run a round again if the kernel processed its last packets while another program ran."""
        for _ in range(_LATE_TRIES):
            if not counts.late:
                return counts
            counts = self._run([i])[0][0]
        if counts.late and counts.arrived == counts.sent:
            self._faults[self.cells[i]] = (
                "the kernel processed its packets while other programs ran, so its time is invalid"
            )
        return counts

    def _cost(self, i: int, counts: RoundCounts) -> float:
        self._elsewhere[i].append(counts.elsewhere_ns / counts.sent)
        ns = counts.wall_ns if self._inline[i] else counts.cpu_ns + counts.elsewhere_ns
        return ns / counts.sent

    def _count_wrong(self, cell: Cell, counts: RoundCounts) -> int:
        """Add the round to the cell's traffic; return how many packets or records were lost, doubled or changed."""
        traffic = self._traffic[cell]
        lost, doubled = max(0, counts.sent - counts.arrived), max(0, counts.arrived - counts.sent)
        changed = counts.wrong or int(counts.excess_bytes != 0)
        traffic.sent += counts.sent
        traffic.arrived += counts.arrived
        traffic.lost += lost
        traffic.duplicated += doubled
        traffic.changed += changed
        traffic.octets += counts.octets
        if lost or doubled or changed:
            fault = f"{lost} packets lost, {doubled} duplicated, {changed} rounds with changed bytes"
            if self._setup.floor.by_record:
                fault = f"{traffic.changed} records came back changed"
            self._faults[cell] = f"{fault}, so its time is invalid"
        return lost + doubled + changed
