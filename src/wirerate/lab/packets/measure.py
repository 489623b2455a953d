"""AH over a ring of packets: which subjects stand beside one another, in what memory, and what came out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

from wirerate.authenticators.ah import OWN, Mac, key_bytes
from wirerate.authenticators.kernels import kernel_in_use
from wirerate.errors import Error
from wirerate.lab.packets.native import MOST_TEMPLATES, Cell, Ring, Round
from wirerate.links import Mix
from wirerate.records import Comparison, Measurement
from wirerate.rounds import Group, Progress, Sample, Series, run
from wirerate.statistics import median_at_look, ratio_at_look

BATCH = 256
BARE = "hmac-md5-96"  # measured without AH too: what there is to reach
LOOKS = (16, 32, 64)
_ROUND_NS = 2_000_000
_ROUNDS_PER_BLOCK = 8
_CALLS = {1: 8192, BATCH: 2048}  # timed one by one for the tail
_COLD_AT_LEAST = 256 << 20
_WARM_LAPS = 1  # "a warm ring of 256": every template once
_PRECISE = 0.02


@dataclass(frozen=True)
class Question:
    """One ring: an algorithm, an operation and a cache state, with everything that is to be compared there."""

    algorithm: str
    operation: str  # "sign" or "verify"
    cache: str
    mix: Mix
    threads: int = 1

    @property
    def generation(self) -> str:
        return "1826" if self.algorithm == "keyed-md5" else "4302"

    @property
    def lengths(self) -> list[int]:
        """Templates in exact proportion, as many whole mixes as 256 hold."""
        one = [size for size, weight in self.mix.entries for _ in range(weight)]
        return one * (MOST_TEMPLATES // len(one))

    def working_set(self, caches: Mapping[str, int]) -> int:
        """Warm: each template once per thread; llc: well between L2 and the last level; cold: well beyond it."""
        l2, last = caches.get("L2", 256 << 10), max(caches.values(), default=256 << 10)
        lap = sum((size + 48 + 63) // 64 * 64 for size in self.lengths)
        sizes = {
            "warm": _WARM_LAPS * lap * self.threads,
            "llc": min(max(last // 4, 2 * l2 * self.threads), last // 2),
            "cold": max(4 * last, _COLD_AT_LEAST),
        }
        return sizes[self.cache]


@dataclass
class _Bench:
    """The cells of one question, on their ring while it is there."""

    question: Question
    caches: Mapping[str, int]
    cells: list[Cell] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)
    packets: list[int] = field(default_factory=list)
    ring: Ring | None = None
    tails: list[float] = field(default_factory=list)

    def open(self) -> None:
        """The implementations that this machine has, batched and packet by packet; the first is the reference."""
        q = self.question
        for implementation in ("wirerate", "openssl"):
            if implementation == "wirerate" and q.algorithm not in OWN:
                continue
            try:
                macs = tuple(_mac(q.algorithm, implementation) for _ in range(q.threads))
            except Error as error:
                self.missing[f"{q.algorithm}@{implementation}"] = str(error)
                continue
            name = f"{q.algorithm}@{implementation}" + (f"/{kernel_in_use()}" if implementation == "wirerate" else "")
            for batch in (BATCH, 1) if implementation == "wirerate" else (1,):
                self._add(name, Cell(macs, q.generation, q.operation, batch))
            if implementation == "wirerate" and q.algorithm == BARE and q.operation == "sign":
                self._add(name, Cell(macs, q.generation, "bare", BATCH))

    def _add(self, name: str, cell: Cell) -> None:
        self.cells.append(cell)
        self.names.append(name)

    def prepare(self) -> Ring:
        """Lays the ring out when it is first used, by OpenSSL where there is one: another's opinion."""
        if self.ring is None:
            q, mac = self.question, self.cells[0].macs[0]
            fixed = 8 if q.generation == "1826" else 12
            ah_bytes = -(-(fixed + mac.icv_bytes) // 8) * 8
            self.ring = Ring(q.lengths, ah_bytes, self.question.working_set(self.caches))
            self.ring.prepare(self.cells[-1].macs[0], q.generation, q.operation)
            self.packets = [self._packets(self.ring, i) for i in range(len(self.cells))]
        return self.ring

    def _packets(self, ring: Ring, cell: int) -> int:
        """Whole laps for a round of the length wanted."""
        lap = len(self.question.lengths)
        first, _ = ring.run(self.cells, [lap] * len(self.cells), [cell, cell], self.question.threads)
        cost = first[1].wall_ns / lap
        return max(1, math.ceil(_ROUND_NS / cost / lap)) * lap

    def run_block(self, order: Sequence[int]) -> list[tuple[float, Round]]:
        rounds, stolen = self.prepare().run(self.cells, self.packets, order, self.question.threads)
        wall = sum(each.wall_ns for each in rounds)
        kept = 1 - min(0.9, (stolen or 0) / wall) if wall else 1.0
        return [(each.wall_ns * kept / each.packets, each) for each in rounds]

    def finish(self) -> None:
        """The tails, then the memory goes back."""
        if self.question.threads == 1:
            self.tails = [self._tail(cell) for cell in self.cells]
        self.ring = None

    def _tail(self, cell: Cell) -> float:
        found = sorted(self.prepare().latencies(cell, _CALLS[cell.batch]))
        return found[math.ceil(0.99 * len(found)) - 1]


def measure(
    questions: Sequence[Question],
    caches: Mapping[str, int],
    core_hz: float,
    *,
    progress: Progress | None = None,
    budget_s: float = 10.0,
) -> tuple[list[Measurement], list[Comparison], bool]:
    """Measurements and their ratios to each question's first subject, and whether Ctrl-C ended it.

    Operations are "sign", "verify", and "tag" for the bare MAC over the same bytes.
    """
    measurements: list[Measurement] = []
    comparisons: list[Comparison] = []
    for number, question in enumerate(questions):
        bench = _Bench(question, caches)
        bench.open()
        share = (number / len(questions), 1 / len(questions))
        series, interrupted = run(
            [_group(bench)],
            progress=_scaled(progress, share, question),
            budget_s=budget_s / len(questions),
            looks=LOOKS,
        )
        if bench.cells and series[0].rounds and not interrupted:
            bench.finish()
        measurements += [_measurement(bench, series[0], i, core_hz) for i in range(len(bench.cells))]
        measurements += [_missing(question, name, why) for name, why in bench.missing.items()]
        comparisons += _comparisons(bench, series[0])
        if interrupted:
            return measurements, comparisons, True
    return measurements, comparisons, False


def _scaled(progress: Progress | None, share: tuple[float, float], question: Question) -> Progress | None:
    if progress is None:
        return None
    label = f"{question.operation} {question.algorithm}, {question.cache}"
    return lambda done, _: progress(share[0] + done * share[1], label)


def _group(bench: _Bench) -> Group[Round]:
    def settled(series: Series[Round]) -> bool:
        found = [median_at_look(series.costs(i)) for i in range(len(bench.cells))]
        return all(each.high - each.low <= 2 * _PRECISE * each.median for each in found)

    return Group(len(bench.cells), bench.run_block, _ROUNDS_PER_BLOCK, settled)


def _mac(algorithm: str, implementation: str) -> Mac:
    return Mac(algorithm, bytes(range(key_bytes(algorithm) or 16)), implementation)


def _blank(question: Question, name: str, cell: Cell | None) -> Measurement:
    return Measurement(
        subject=name,
        operation="tag" if cell and cell.operation == "bare" else question.operation,
        packets=question.mix.name,
        batch=cell.batch if cell else 1,
        cache=question.cache,
        keyed="reuse",
        threads=question.threads,
        extra={"ip_bytes": question.mix.mean_bytes, "group": f"{question.operation}, {question.cache}"},
    )


def _missing(question: Question, name: str, why: str) -> Measurement:
    found = _blank(question, name, None)
    found.status, found.note = "absent", why
    return found


def _measurement(bench: _Bench, series: Series[Round], i: int, core_hz: float) -> Measurement:
    found = _blank(bench.question, bench.names[i], bench.cells[i])
    samples: list[Sample[Round]] = series.cells[i]
    if not samples:
        found.status, found.note = "absent", str(series.error or "interrupted before its first round")
        return found
    rounds = [sample.record for sample in samples]
    wrong = sum(each.wrong for each in rounds)
    if wrong:
        found.status, found.note = "wrong", f"{wrong} packets were not what they should be"
        return found
    found.rounds = len(rounds)
    found.ns = median_at_look(series.costs(i))
    found.bytes = rounds[0].bytes / rounds[0].packets
    found.cpu_share = sum(r.cpu_ns for r in rounds) / (sum(r.wall_ns for r in rounds) * bench.question.threads)
    found.core_cycles = found.ns.median / found.bytes * core_hz / 1e9
    found.reference_cycles = median(each.ticks / each.bytes for each in rounds) or None
    found.samples_ns = tuple(series.costs(i))
    found.samples_at = tuple(sample.position for sample in samples)
    if bench.tails:
        found.extra["p99_ns"] = bench.tails[i]
    return found


def _comparisons(bench: _Bench, series: Series[Round]) -> list[Comparison]:
    """Each subject against the first, which is wirerate's batch where it has the algorithm."""
    sound = [i for i, row in enumerate(series.cells) if row and not any(sample.record.wrong for sample in row)]
    if 0 not in sound:
        return []
    first = series.costs(0)
    return [
        Comparison(
            subject=bench.names[i],
            reference=bench.names[0],
            ratio=ratio_at_look(first, series.costs(i), len(sound) - 1),
            change="",
            conditions={
                "operation": "tag" if bench.cells[i].operation == "bare" else bench.question.operation,
                "packets": bench.question.mix.name,
                "cache": bench.question.cache,
                "batch": bench.cells[i].batch,
                "threads": bench.question.threads,
            },
            rounds=series.rounds,
        )
        for i in sound[1:]
    ]
