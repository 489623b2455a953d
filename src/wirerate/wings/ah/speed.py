# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The `ah_speed` call: measure signing and verifying of IPv6 packets with AH, and judge it against links."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from itertools import product
from typing import Any

from msgspec import structs

from wirerate._native import ffi
from wirerate.authenticators.ah import GENERATIONS, Mac
from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS, AH_OPERATIONS, AhAlgorithm, ah_algorithm
from wirerate.authenticators.kernels import kernel_in_use
from wirerate.authenticators.subjects import Subject
from wirerate.catalogue import standing
from wirerate.errors import EXIT_INTERRUPTED, Error, MissingError, UsageError
from wirerate.graph.algorithms import ALGORITHMS as GRAPHS
from wirerate.graph.bounds import best
from wirerate.graph.explanation import is_below
from wirerate.graph.processors import Processor, limited_to, processors
from wirerate.host.request import cold_set, last_level_set
from wirerate.links import Link, Mix, load, parse_link, parse_packets
from wirerate.question import Progress, asks
from wirerate.records import Comparison, CpuCache, Security, Verdict
from wirerate.rounds.round import Round, block
from wirerate.rounds.row import Rows, are_precise
from wirerate.rounds.scheduler import run
from wirerate.rounds.series import Group, Series
from wirerate.running.session import MeasuringQuestion, Session
from wirerate.running.workloads import LARGEST_BATCH, Condition, Messages
from wirerate.statistics import Looks
from wirerate.system import host
from wirerate.verdict import Case, exit_status, judge
from wirerate.vocabulary import Cache, Role
from wirerate.wings.ah.rows import AhPackets, AhRun

# RFC 1810's algorithm, HMAC-MD5, and the algorithms in RFC 8221.
USUAL = ("keyed-md5", "hmac-md5-96", "hmac-sha1-96", "hmac-sha2-256-128", "aes-cmac-96")
SECONDS = 12.0
SECONDS_FOR_REFERENCES = 3.0
REFERENCES: tuple[tuple[str, str | None, Role], ...] = (
    ("internet-checksum", None, "floor"),
    ("aes-128-gmac", "ah", "subject"),
    ("aes-128-gcm", "esp-gcm", "subject"),
)
_BY_WIRERATE = tuple(name for name, algorithm in AH_ALGORITHMS.items() if "wirerate" in algorithm.implementations)
_BLOCK = 64


@dataclass(frozen=True)
class AhSpeed(MeasuringQuestion):
    algorithms: Sequence[str] = ()
    _: KW_ONLY
    links: Sequence[str] = ("10G",)
    packet: str = "imix6"
    caches: Sequence[Cache] = ("warm", "cold")
    operations: Sequence[str] = AH_OPERATIONS
    policy: str = "modern"

    def __post_init__(self) -> None:
        for name in self.algorithms:
            ah_algorithm(name)
        if self.algorithms and not {*_BY_WIRERATE} & {*self.algorithms}:
            self.refuses("kernel", because=f"wirerate computes only {' and '.join(_BY_WIRERATE)} itself")


@asks(AhSpeed)
def ah_speed(request: AhSpeed) -> AhRun:
    """Measure AH on a ring buffer of packets: signing in place and verifying, packet by packet and in batches. For
    comparison, also measure AES-GMAC, and AES-GCM in ESP."""
    mix, lines = _mix(request.packet), [parse_link(word) for word in request.links]
    session = Session(AhRun, request)
    session.run.command = "ah speed"
    environment = session.complete_environment()
    benches = [
        Bench(name, operation, cache, mix, environment.caches, request.threads)
        for cache, name, operation in product(request.caches, request.algorithms or USUAL, request.operations)
    ]
    seconds = (request.time or SECONDS) * (0.8 if request.time else 1)
    with session.options_applied(request.threads):
        measured, comparisons, interrupted = measure(benches, progress=request.progress, budget_s=seconds)
    processor = processors().get(environment.core)
    for row in measured:
        _add_model(row, mix, processor)
    session.run.rows += measured
    session.run.comparisons = comparisons
    if interrupted:
        session.run.partial = True
        return session.finish(EXIT_INTERRUPTED)
    _measure_references(session, request, mix)
    session.run.verdicts = [
        verdict
        for line, operation in product(lines, request.operations)
        for verdict in _verdicts([m for m in measured if m.operation == operation], line, mix, request.policy)
    ]
    return session.finish(exit_status(session.run.verdicts))


def _mix(packet: str) -> Mix:
    mix = parse_packets(packet)
    if mix.entries[0][0] <= 40:
        raise UsageError(f"{packet}: an IPv6 packet of {mix.entries[0][0]} bytes has no payload", fix="type imix6")
    return mix


def _measure_references(session: Session[AhRun], request: AhSpeed, mix: Mix) -> None:
    """Measure reference authenticators over the bytes that they cover in the same packets."""
    line = parse_link("10G")
    requests = []
    for (name, protocol, role), cache in product(REFERENCES, request.caches):
        link_load = load(line, mix, name, protocol)
        condition = Condition(Messages(link_load.lengths(), mix.name), cache, 1, request.threads)
        for implementation in session.implementations(Subject(name))[:1]:
            subject = replace(Subject(name), implementation=implementation)
            batched = replace(condition, batch=LARGEST_BATCH) if implementation == "wirerate" else condition
            requests.append(batched.request(subject, link_load.keyed, role))
    session.measure(requests, (request.time or SECONDS_FOR_REFERENCES / 0.2) * 0.2)


def _verdicts(measured: Sequence[AhPackets], line: Link, mix: Mix, policy: str) -> list[Verdict]:
    """Judge every algorithm per packet and batched, with the catalogue's security entry for it or for the algorithm
    that stands in for it."""
    by_name: dict[str, list[AhPackets]] = {}
    for row in measured:
        by_name.setdefault(row.subject.partition("@")[0], []).append(row)
    cases = {
        name: Case(load(line, mix, AH_ALGORITHMS[name].judged_as, "ah"), tuple(rows))
        for name, rows in by_name.items()
        if AH_ALGORITHMS[name].judged_as
    }
    verdicts = []
    for name, case in cases.items():
        if not any(m.status == "ok" for m in case.rows):
            continue
        facts = AH_ALGORITHMS[name]
        candidates = [other for key, other in cases.items() if AH_ALGORITHMS[key].judged_as != facts.judged_as]
        for verdict in judge(case.load, case.rows, policy=policy, candidates=candidates):
            if facts.stands_in:
                verdict.security = _security(facts)
            verdicts.append(verdict)
    return verdicts


def _security(facts: AhAlgorithm) -> Security:
    """Return the security entry of the stand-in algorithm, with RFC 8221's requirement for the algorithm itself."""
    row = standing(facts.judged_as)
    return Security(
        claim=row.claim,
        attack=row.attack,
        standing=f"{facts.level} in ah. {row.standing}",
        source=f"{facts.source}; {row.source}",
        date=facts.date,
    )


def _add_model(measured: AhPackets, mix: Mix, processor: Processor | None) -> None:
    """Add MD5's lower bound for these packets if the algorithm uses MD5 and the core is known."""
    name, _, implementation = measured.subject.partition("@")
    if processor is None or "md5" not in name or measured.ns is None or not measured.core_hz:
        return
    ways = BATCH if measured.batch > 1 else 1
    bound = best(GRAPHS["md5"], limited_to(processor, implementation.rpartition("/")[2]), min(ways, _BLOCK))
    blocks = mix.mean(lambda size: _blocks(name, size + 24))
    least = blocks * _BLOCK * bound.cycles_per_byte
    measured.model_ns = least / measured.core_hz * 1e9
    if measured.core_cycles and measured.bytes and is_below(measured.core_cycles, least / measured.bytes):
        measured.misread = least / measured.bytes


def _blocks(name: str, covered: int) -> int:
    """Return the MD5 blocks per packet, excluding precomputed key blocks (RFC 1828 section 2, RFC 2104 section 4)."""
    return -(-(covered + 16 + 9) // _BLOCK) if name == "keyed-md5" else -(-(covered + 9) // _BLOCK) + 1


# ---- the ring ----

BATCH = 256
BARE = "hmac-md5-96"  # also measured without AH, as the ceiling
LOOKS = Looks((16, 32, 64))
_OPERATIONS = {"sign": host.WRH_RING_SIGN, "verify": host.WRH_RING_VERIFY, "bare": host.WRH_RING_BARE}
_MOST_TEMPLATES = 256
_SEED = 1810
_ROUND_NS = 2_000_000
_ROUNDS_PER_BLOCK = 16  # at least 128 ms, or ten ticks of the stolen-time clock
_CALLS = {1: 8192, BATCH: 2048}  # calls timed singly for the 99th percentile
_PRECISE = 0.02


@dataclass(frozen=True)
class Handler:
    """A subject to measure: one MAC per thread, the operation, and the packets per call."""

    name: str
    macs: tuple[Mac, ...]
    generation: str
    operation: str
    batch: int


class Ring:
    """A ring buffer of `working_set` bytes, with packets of these lengths and room in each for `ah_bytes` of AH."""

    def __init__(self, lengths: Sequence[int], ah_bytes: int, working_set: int) -> None:
        handle = host.wrh_ring_new(list(lengths), len(lengths), ah_bytes, working_set, _SEED)
        if handle == ffi.NULL:
            size = working_set >> 20
            raise MissingError(
                f"not enough memory for {size} MiB of packets", fix="close programs, or choose ‹caches=[warm]›"
            )
        self.handle = ffi.gc(handle, host.wrh_ring_free, size=working_set)

    def prepare(self, reference: Mac, generation: str, operation: str) -> None:
        """Prepare the packets for an operation; the reference computes the expected results."""
        status = host.wrh_ring_prepare(self.handle, reference.handle, GENERATIONS[generation], _OPERATIONS[operation])
        if status != host.WRH_OK:
            raise MissingError(f"{reference.algorithm}@{reference.implementation} could not sign the ring")

    def run(self, cells: Sequence[Handler], packets: Sequence[int], order: Sequence[int], threads: int) -> list[Round]:
        """Run the cells in the given order, one round each."""
        raw, alive = _raw(cells)
        out, stolen = ffi.new("wrh_round[]", len(order)), ffi.new("int64_t *")
        status = host.wrh_ring_run(self.handle, raw, list(packets), list(order), len(order), threads, out, stolen)
        del alive
        if status != host.WRH_OK:
            raise MissingError(f"the measurement could not start {threads} threads", fix="type ‹threads=1›")
        return block(out, stolen[0])

    def latencies(self, cell: Handler, calls: int) -> list[float]:
        """Time `calls` calls one by one; return the nanoseconds per packet of each."""
        raw, alive = _raw([cell])
        out = ffi.new("double[]", calls)
        status = host.wrh_ring_latencies(self.handle, raw, calls, out)
        del alive
        if status != host.WRH_OK:
            raise MissingError("not enough memory to time single calls")
        return list(out)


def _raw(cells: Sequence[Handler]) -> tuple[Any, list[Any]]:
    raw, alive = ffi.new("wrh_ring_cell[]", len(cells)), []
    for i, cell in enumerate(cells):
        macs = ffi.new("wrh_keyed_mac *[]", [mac.handle for mac in cell.macs])
        raw[i].macs, raw[i].generation = macs, GENERATIONS[cell.generation]
        raw[i].operation, raw[i].batch = _OPERATIONS[cell.operation], cell.batch
        alive.append(macs)
    return raw, alive


@dataclass
class Bench:
    """An algorithm, operation and cache state, with the implementations to compare and their ring buffer."""

    algorithm: str
    operation: str  # "sign" or "verify"
    cache: Cache
    mix: Mix
    caches: Sequence[CpuCache]
    threads: int = 1
    cells: list[Handler] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)
    packets: list[int] = field(default_factory=list)
    ring: Ring | None = None

    @property
    def generation(self) -> str:
        return AH_ALGORITHMS[self.algorithm].generation

    @property
    def lengths(self) -> list[int]:
        """The packet lengths of the mix, repeated as often as 256 packets allow."""
        one = [size for size, weight in self.mix.entries for _ in range(weight)]
        return one * (_MOST_TEMPLATES // len(one))

    @property
    def working_set(self) -> int:
        """The ring's size in bytes. warm: room for every packet once per thread; llc: larger than L2 but within the
        last-level cache; cold: much larger than the last-level cache."""
        lap = sum((size + 48 + 63) // 64 * 64 for size in self.lengths)
        sizes = {
            "warm": lap * self.threads,
            "llc": last_level_set(self.caches, self.threads),
            "cold": cold_set(self.caches),
        }
        return sizes[self.cache]

    def open(self) -> None:
        """Create cells for the available implementations, batched and per packet; the first is the reference."""
        for implementation in AH_ALGORITHMS[self.algorithm].implementations:
            name = f"{self.algorithm}@{implementation}"
            try:
                macs = tuple(_mac(self.algorithm, implementation) for _ in range(self.threads))
            except Error as error:
                self.missing[name] = str(error)
                continue
            name += f"/{kernel_in_use()}" if implementation == "wirerate" else ""
            for batch in (BATCH, 1) if implementation == "wirerate" else (1,):
                self.cells.append(Handler(name, macs, self.generation, self.operation, batch))
            if implementation == "wirerate" and self.algorithm == BARE and self.operation == "sign":
                self.cells.append(Handler(name, macs, self.generation, "bare", BATCH))

    def prepare(self) -> Ring:
        """Create the ring on first use. The last cell, OpenSSL if available, computes the expected results."""
        if self.ring is None:
            fixed = 8 if self.generation == "1826" else 12
            ah_bytes = -(-(fixed + self.cells[0].macs[0].icv_bytes) // 8) * 8
            self.ring = Ring(self.lengths, ah_bytes, self.working_set)
            self.ring.prepare(self.cells[-1].macs[0], self.generation, self.operation)
            self.packets = [self._packets(self.ring, i) for i in range(len(self.cells))]
        return self.ring

    def _packets(self, ring: Ring, cell: int) -> int:
        """Return how many packets fill a round of the desired duration, in whole laps of the ring."""
        lap = len(self.lengths)
        first = ring.run(self.cells, [lap] * len(self.cells), [cell, cell], self.threads)
        cost = first[1].wall_ns / lap
        return max(1, math.ceil(_ROUND_NS / cost / lap)) * lap

    def run_block(self, order: Sequence[int]) -> list[tuple[float, Round]]:
        rounds = self.prepare().run(self.cells, self.packets, order, self.threads)
        return [(result.wall_ns / result.messages, result) for result in rounds]

    def rows(self, series: Series[Round], comparisons: int = 1) -> Rows[AhPackets]:
        return Rows(series, [self._blank(cell.name, cell) for cell in self.cells], total_comparisons=comparisons)

    def absent(self) -> list[AhPackets]:
        """Return a row for every implementation that this machine lacks."""
        return [structs.replace(self._blank(name), status="absent", note=why) for name, why in self.missing.items()]

    def _blank(self, name: str, cell: Handler | None = None) -> AhPackets:
        return AhPackets(
            subject=name,
            operation="tag" if cell and cell.operation == "bare" else self.operation,
            packets=self.mix.name,
            batch=cell.batch if cell else 1,
            cache=self.cache,
            keyed="reuse",
            threads=self.threads,
            group=f"{self.operation}, {self.cache}",
            ip_bytes=self.mix.mean_bytes,
        )

    def add_tails(self, rows: Sequence[AhPackets]) -> None:
        """Add the 99th percentile to every measured row, unless there are several threads."""
        for row, cell in zip(rows, self.cells, strict=True):
            if row.ns and self.threads == 1:
                row.p99_ns = self._tail(cell)

    def _tail(self, cell: Handler) -> float:
        times = sorted(self.prepare().latencies(cell, _CALLS[cell.batch]))
        return times[math.ceil(0.99 * len(times)) - 1]


def measure(
    benches: Sequence[Bench], *, progress: Progress | None = None, budget_s: float = 10.0
) -> tuple[list[AhPackets], list[Comparison], bool]:
    """Return the rows, the comparisons with the first subject of each bench, and whether Ctrl-C ended the measurement.

    Operations are "sign", "verify", and "tag" for the bare MAC over the same bytes.
    """
    measurements: list[AhPackets] = []
    comparisons: list[Comparison] = []
    for bench in benches:
        bench.open()
    total = sum(max(0, len(bench.cells) - 1) for bench in benches)
    for number, bench in enumerate(benches):
        (series,), interrupted = run(
            [_group(bench)],
            progress=_scaled(progress, number, len(benches), bench),
            budget_s=budget_s / len(benches),
            looks=LOOKS,
        )
        rows = bench.rows(series, total)
        measured = rows.rows()
        if not interrupted:
            bench.add_tails(measured)
        bench.ring = None  # frees its memory
        measurements += [*measured, *bench.absent()]
        comparisons += rows.comparisons()
        if interrupted:
            return measurements, comparisons, True
    return measurements, comparisons, False


def _scaled(progress: Progress | None, number: int, count: int, bench: Bench) -> Progress | None:
    if progress is None:
        return None
    label = f"{bench.operation} {bench.algorithm}, {bench.cache}"
    return lambda done, _: progress((number + done) / count, label)


def _group(bench: Bench) -> Group[Round]:
    def settled(series: Series[Round]) -> bool:
        return are_precise((m.ns for m in bench.rows(series).rows() if m.ns), _PRECISE)

    return Group(len(bench.cells), bench.run_block, _ROUNDS_PER_BLOCK, settled)


def _mac(algorithm: str, implementation: str) -> Mac:
    return Mac(algorithm, bytes(range(AH_ALGORITHMS[algorithm].key_bytes or 16)), implementation)
