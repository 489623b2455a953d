"""From rounds to Measurements and Comparisons: one pass over a group's series, nothing trimmed."""

from __future__ import annotations

import math
from statistics import median

from wirerate.lab.host.bench import Bench, Cell, Timed
from wirerate.lab.host.request import Request
from wirerate.lab.host.stolen import without_theft
from wirerate.records import Comparison, Measurement
from wirerate.rounds import Sample, Series
from wirerate.statistics import median_at_look, ratio_at_look

WARM_MESSAGE = 1 << 20


class Results:
    """What a group's finished rounds say, with the hypervisor's share taken out of every cost."""

    def __init__(self, bench: Bench, series: Series[Timed], comparisons: int, core_hz: float) -> None:
        self._bench = bench
        self._series = series
        self._asked = comparisons  # of the whole run: they share the permitted error
        self._core_hz = core_hz
        self._stolen = _stolen_share(series)
        self._costs, self._control = _corrected(series)
        self._noise = self._noise_floor()

    def measurements(self) -> list[Measurement]:
        return [self._measurement(i) for i in range(len(self._bench.cells))]

    def comparisons(self) -> list[Comparison]:
        """Each sound cell against the group's first, paired round by round."""
        sound = [i for i in range(len(self._bench.cells)) if self._sound(i)]
        return [self._comparison(i) for i in sound if i and 0 in sound]

    def _sound(self, i: int) -> bool:
        return not self._bench.cells[i].fault and self._series.rounds > 0

    def _measurement(self, i: int) -> Measurement:
        cell = self._bench.cells[i]
        found = blank(cell.request, str(cell.opened.name), self._bench.working_set)
        if not self._sound(i):
            found.status = "wrong" if cell.fault else "absent"
            found.note = cell.fault or str(self._series.error or "interrupted before its first round")
            return found
        samples, costs = self._series.cells[i], self._costs[i]
        rounds = [sample.record.round for sample in samples]
        found.rounds = len(rounds)
        found.ns = median_at_look(costs)
        found.cpu_share = sum(r.cpu_ns for r in rounds) / (sum(r.wall_ns for r in rounds) * cell.request.threads)
        found.stolen = self._stolen
        if found.bytes:
            found.core_cycles = found.ns.median / found.bytes * self._core_hz / 1e9
            ticks = median(each.ticks / each.bytes for each in rounds)
            found.reference_cycles = ticks or None
        found.samples_ns = tuple(costs)
        found.samples_at = tuple(sample.position for sample in samples)
        found.extra["involuntary"] = sum(each.involuntary for each in rounds)
        if self._noise is not None:
            found.extra["noise"] = self._noise
        found.note = _note(cell)
        return found

    def _comparison(self, i: int) -> Comparison:
        reference, subject = self._bench.cells[0], self._bench.cells[i]
        request = subject.request
        conditions: dict[str, str | int | float] = {
            "bytes": sum(request.lengths) / len(request.lengths),
            "packets": request.packets,
            "cache": request.cache,
            "working_set": self._bench.working_set,
            "batch": request.batch,
            "keyed": request.keyed,
            "threads": request.threads,
        }
        if self._noise is not None:
            conditions["noise"] = self._noise
        return Comparison(
            subject=str(subject.opened.name),
            reference=str(reference.opened.name),
            ratio=ratio_at_look(self._costs[0], self._costs[i], self._asked),
            change="",
            conditions=conditions,
            rounds=self._series.rounds,
        )

    def _noise_floor(self) -> float | None:
        """How far from 1 the ratio of the first cell to itself may lie: below this no difference can be seen here."""
        if not self._control or not self._sound(0):
            return None
        ratio = ratio_at_look(self._costs[0], self._control)
        return max(ratio.high, 1 / ratio.low) - 1


def blank(request: Request, subject: str, working_set: int | None) -> Measurement:
    """The request's conditions without a result."""
    mixed = len(set(request.lengths)) > 1
    return Measurement(
        subject=subject,
        role=request.role,
        operation=request.subject.facts.operation,
        bytes=sum(request.lengths) / len(request.lengths),
        packets=request.packets if mixed else "",
        batch=request.batch,
        cache=request.cache,
        working_set=working_set,
        keyed=request.keyed,
        threads=request.threads,
        extra={"group": request.group} if request.group else {},
    )


def _corrected(series: Series[Timed]) -> tuple[list[list[float]], list[float]]:
    """Every sample's cost without what was stolen from it, in the series' own arrangement."""
    rows = [*series.cells, series.control]
    usual = [_median([sample.cost for sample in row if not math.isnan(sample.cost)]) for row in rows]
    blocks: dict[int, list[tuple[int, int, Sample[Timed]]]] = {}
    for i, row in enumerate(rows):
        for r, sample in enumerate(row):
            if not math.isnan(sample.cost):
                blocks.setdefault(sample.record.block, []).append((i, r, sample))
    costs = [[sample.cost for sample in row] for row in rows]
    for entries in blocks.values():
        stolen = entries[0][2].record.stolen_ns
        if stolen:
            walls = [float(sample.record.round.wall_ns) for _, _, sample in entries]
            normal = [usual[i] * sample.record.round.messages for i, _, sample in entries]
            for (i, r, sample), wall in zip(entries, without_theft(walls, normal, stolen), strict=True):
                costs[i][r] = wall / sample.record.round.messages
    return costs[:-1], costs[-1]


def _stolen_share(series: Series[Timed]) -> float | None:
    """Stolen time by wall time over all blocks; None where the system does not tell."""
    walls, stolen = 0, dict[int, int]()
    for row in [*series.cells, series.control]:
        for sample in row:
            if sample.record.stolen_ns is None:
                continue
            walls += sample.record.round.wall_ns
            stolen[sample.record.block] = sample.record.stolen_ns
    return min(1.0, sum(stolen.values()) / walls) if walls else None


def _median(costs: list[float]) -> float:
    return median(costs) if costs else math.nan


def _note(cell: Cell) -> str:
    longest = max(cell.request.lengths)
    if cell.request.cache == "warm" and longest > WARM_MESSAGE:
        return "one message is larger than a second-level cache: not warm"
    return ""
