# SPDX-License-Identifier: Apache-2.0 OR MIT
"""AH over a ring of packets: which subjects stand beside one another, in what memory, and what came out."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from wirerate.authenticators.ah import Mac
from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS
from wirerate.authenticators.kernels import kernel_in_use
from wirerate.errors import Error
from wirerate.links import Mix
from wirerate.progress import Progress
from wirerate.records import Comparison, CpuCache
from wirerate.rounds.memory import cold_set, last_level_set
from wirerate.rounds.round import Round
from wirerate.rounds.row import Rows, are_precise
from wirerate.rounds.scheduler import run
from wirerate.rounds.series import Group, Series
from wirerate.statistics import Looks
from wirerate.vocabulary import Cache
from wirerate.wings.ah.ring import MOST_TEMPLATES, Handler, Ring
from wirerate.wings.ah.rows import AhPackets

BATCH = 256
BARE = "hmac-md5-96"  # measured without AH too: what there is to reach
LOOKS = Looks((16, 32, 64))
_ROUND_NS = 2_000_000
_ROUNDS_PER_BLOCK = 16  # 128 ms and more: ten of the ticks that stolen time is told in
_CALLS = {1: 8192, BATCH: 2048}  # timed one by one for the tail
_PRECISE = 0.02


@dataclass(frozen=True)
class Question:
    """One ring: an algorithm, an operation and a cache state, with everything that is to be compared there."""

    algorithm: str
    operation: str  # "sign" or "verify"
    cache: Cache
    mix: Mix
    threads: int = 1

    @property
    def generation(self) -> str:
        return AH_ALGORITHMS[self.algorithm].generation

    @property
    def lengths(self) -> list[int]:
        """Templates in exact proportion, as many whole mixes as 256 hold."""
        one = [size for size, weight in self.mix.entries for _ in range(weight)]
        return one * (MOST_TEMPLATES // len(one))

    def working_set(self, caches: Sequence[CpuCache]) -> int:
        """Warm: each template once per thread; llc: well between L2 and the last level; cold: well beyond it."""
        lap = sum((size + 48 + 63) // 64 * 64 for size in self.lengths)
        sizes = {
            "warm": lap * self.threads,
            "llc": last_level_set(caches, self.threads),
            "cold": cold_set(caches),
        }
        return sizes[self.cache]


@dataclass
class _Bench:
    """The cells of one question, on their ring while it is there."""

    question: Question
    caches: Sequence[CpuCache]
    cells: list[Handler] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)
    packets: list[int] = field(default_factory=list)
    ring: Ring | None = None

    def open(self) -> None:
        """The implementations that this machine has, batched and packet by packet; the first is the reference."""
        q = self.question
        for implementation in AH_ALGORITHMS[q.algorithm].implementations:
            try:
                macs = tuple(_mac(q.algorithm, implementation) for _ in range(q.threads))
            except Error as error:
                self.missing[f"{q.algorithm}@{implementation}"] = str(error)
                continue
            name = f"{q.algorithm}@{implementation}" + (f"/{kernel_in_use()}" if implementation == "wirerate" else "")
            for batch in (BATCH, 1) if implementation == "wirerate" else (1,):
                self._add(name, Handler(macs, q.generation, q.operation, batch))
            if implementation == "wirerate" and q.algorithm == BARE and q.operation == "sign":
                self._add(name, Handler(macs, q.generation, "bare", BATCH))

    def _add(self, name: str, cell: Handler) -> None:
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
        first = ring.run(self.cells, [lap] * len(self.cells), [cell, cell], self.question.threads)
        cost = first[1].wall_ns / lap
        return max(1, math.ceil(_ROUND_NS / cost / lap)) * lap

    def run_block(self, order: Sequence[int]) -> list[tuple[float, Round]]:
        rounds = self.prepare().run(self.cells, self.packets, order, self.question.threads)
        return [(each.wall_ns / each.messages, each) for each in rounds]

    def rows(self, series: Series[Round], asked: int = 1, core_hz: float = 0.0) -> Rows[AhPackets]:
        blanks = [self._blank(name, cell) for name, cell in zip(self.names, self.cells, strict=True)]
        return Rows(series, blanks, asked=asked, core_hz=core_hz)

    def absent(self) -> list[AhPackets]:
        """A row for each implementation that this machine lacks."""
        return [replace(self._blank(name), status="absent", note=why) for name, why in self.missing.items()]

    def _blank(self, name: str, cell: Handler | None = None) -> AhPackets:
        q = self.question
        return AhPackets(
            subject=name,
            operation="tag" if cell and cell.operation == "bare" else q.operation,
            packets=q.mix.name,
            batch=cell.batch if cell else 1,
            cache=q.cache,
            keyed="reuse",
            threads=q.threads,
            group=f"{q.operation}, {q.cache}",
            ip_bytes=q.mix.mean_bytes,
        )

    def add_tails(self, rows: Sequence[AhPackets]) -> None:
        """The tail of every row that was timed, by one thread."""
        for row, cell in zip(rows, self.cells, strict=True):
            if row.ns and self.question.threads == 1:
                row.p99_ns = self._tail(cell)

    def _tail(self, cell: Handler) -> float:
        found = sorted(self.prepare().latencies(cell, _CALLS[cell.batch]))
        return found[math.ceil(0.99 * len(found)) - 1]


def measure(
    questions: Sequence[Question],
    caches: Sequence[CpuCache],
    core_hz: float,
    *,
    progress: Progress | None = None,
    budget_s: float = 10.0,
) -> tuple[list[AhPackets], list[Comparison], bool]:
    """Rows and their ratios to each question's first subject, and whether Ctrl-C ended it.

    Operations are "sign", "verify", and "tag" for the bare MAC over the same bytes.
    """
    measurements: list[AhPackets] = []
    comparisons: list[Comparison] = []
    benches = [_Bench(question, caches) for question in questions]
    for bench in benches:
        bench.open()
    asked = sum(max(0, len(bench.cells) - 1) for bench in benches)
    for number, bench in enumerate(benches):
        share = (number / len(questions), 1 / len(questions))
        (series,), interrupted = run(
            [_group(bench)],
            progress=_scaled(progress, share, bench.question),
            budget_s=budget_s / len(questions),
            looks=LOOKS,
        )
        rows = bench.rows(series, asked, core_hz)
        found = rows.rows()
        if not interrupted:
            bench.add_tails(found)
        bench.ring = None  # its memory goes back
        measurements += [*found, *bench.absent()]
        comparisons += rows.comparisons()
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
        return are_precise((m.ns for m in bench.rows(series).rows() if m.ns), _PRECISE)

    return Group(len(bench.cells), bench.run_block, _ROUNDS_PER_BLOCK, settled)


def _mac(algorithm: str, implementation: str) -> Mac:
    return Mac(algorithm, bytes(range(AH_ALGORITHMS[algorithm].key_bytes or 16)), implementation)
