"""A measurement beside its bound: the ratio, and a sentence that names the limit or what the model lacks."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wirerate.graph.algorithm import Algorithm
from wirerate.graph.algorithms import ALGORITHMS
from wirerate.graph.bounds import Bound, best
from wirerate.graph.costs import Core, limited_to
from wirerate.graph.explain import limit_in_words
from wirerate.graph.lacking import lacking, near
from wirerate.records import Measurement, Run

LARGE = 1024  # bytes: below, the last block and the call weigh more than the loop that the model bounds
MOST_WAYS = 64

# Which graph an authenticator's long messages run through, block after block.
INNER = {"hmac-md5": "md5", "hmac-sha1": "sha1", "hmac-sha256": "sha256"}


@dataclass(frozen=True)
class Against:
    """Cycles per byte: measured, and the least that the core allows (at its best and at its worst latencies)."""

    subject: str
    batch: int
    ways: int
    measured: float
    low: Bound
    high: Bound
    sentence: str

    @property
    def ratio(self) -> float:
        """Measured over the bound: above 1 slower than its upper end, below 1 faster than its lower, 1 between."""
        low, high = self.low.cycles_per_byte, max(self.low.cycles_per_byte, self.high.cycles_per_byte)
        return self.measured / min(max(self.measured, low), high)


def inner_algorithm(subject: str) -> tuple[Algorithm, int] | None:
    """The graph behind a subject and the ways inside one message; None where there is no graph."""
    name = subject.partition("@")[0]
    chained = re.fullmatch(r"md5-x(\d+)", name)
    if chained:
        return ALGORITHMS["md5"], int(chained[1])
    name = re.sub(r"^(hmac-\w+)-\d+$", r"\1", name)
    name = INNER.get(name, name)
    return (ALGORITHMS[name], 1) if name in ALGORITHMS else None


def against(measurement: Measurement, core: Core, core_hz: float) -> Against | None:
    """None for what the model cannot judge: another algorithm, a short message, bytes that come from memory."""
    found = inner_algorithm(measurement.subject)
    cycles = _cycles_per_byte(measurement, core_hz)
    if found is None or cycles is None or measurement.basis != "measured" or measurement.status != "ok":
        return None
    if measurement.cache != "warm" or measurement.threads != 1 or (measurement.bytes or 0) < LARGE:
        return None
    algorithm, ways = found
    inside = ways
    if algorithm.exact_ways:
        ways = MOST_WAYS  # one message may be summed in as many parts as there are lanes
    elif measurement.batch > 1:
        ways = min(ways * measurement.batch, MOST_WAYS)
    allowed = limited_to(core, measurement.subject.rpartition("@")[2].rpartition("/")[2])
    low, high = best(algorithm, allowed, ways), best(algorithm, allowed, ways, worst=True)
    whole = None if measurement.per_byte_ns else measurement.bytes
    if cycles < 0.99 * low.cycles_per_byte:
        sentence = _below(algorithm)
    elif cycles <= near(ways) * high.cycles_per_byte:
        limit = limit_in_words(algorithm, allowed, high if cycles >= high.cycles_per_byte else low)
        sentence = f"limited by {limit}"
    else:
        sentence = lacking(algorithm, allowed, ways, inside, cycles, high, whole)
    return Against(measurement.subject, measurement.batch, ways, cycles, low, high, sentence)


def all_against(run: Run, core: Core, algorithm: Algorithm | None = None) -> list[Against]:
    """Every subject of the run that the model can judge, at its longest messages; of one algorithm, if it is named."""
    clock = run.environment.core_hz if run.environment else 0.0
    rows: dict[tuple[str, int], Against] = {}
    for each in sorted(run.measurements, key=lambda m: m.bytes or 0):
        inner = inner_algorithm(each.subject)
        if inner and (algorithm is None or inner[0] is algorithm) and (found := against(each, core, clock)):
            rows[each.subject, each.batch] = found
    return list(rows.values())


def _cycles_per_byte(measurement: Measurement, core_hz: float) -> float | None:
    """By the block, where a fixed cost could be told apart; otherwise over the whole message."""
    if measurement.per_byte_ns and core_hz:
        return measurement.per_byte_ns * core_hz / 1e9
    if measurement.core_cycles:
        return measurement.core_cycles
    if measurement.ns and measurement.bytes and core_hz:
        return measurement.ns.median / measurement.bytes * core_hz / 1e9
    return None


def _below(algorithm: Algorithm) -> str:
    if algorithm.name.startswith("sha"):
        return "below its bound: the code uses the CPU's SHA instructions, a unit that the model lacks"
    return "below its bound: the code uses an operation or a unit that the model lacks"
