# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compare published board measurements of schemes with the model, for the same code built again.

pqm4 hashes with assembly code that no package contains, so the comparison excludes hashing: the share in pqm4's table,
and the portable hash functions here. Its table has no share for the fastest or mean signature; there, hashing is this
code's, scaled by the ratio observed for key generation and verification.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from measured_boards import PQM4, RP2040, CyclesRow

from wirerate.catalogue.schemes import SCHEMES
from wirerate.wings.mcu.counted_runs import Counted
from wirerate.wings.mcu.cycles import Range, Trace, cycles, weighted
from wirerate.wings.mcu.lab.emulated_calls import Call, Machine
from wirerate.wings.mcu.lab.image import Image
from wirerate.wings.mcu.lab.scheme_images import Choice, OperationCount, image
from wirerate.wings.mcu.lab.schemes import count
from wirerate.wings.mcu.scheme_numbers import Chances, after, chances
from wirerate.wings.mcu.target import built_for

_HASHES = re.compile(r"(?:shake|sha3_|keccak|Keccak)")
_PERMUTATION = "KeccakF1600_StatePermute"
_LONG_MULTIPLY = "__aeabi_lmul"
_RETURNS = ("branch_register:taken", "load_multiple_pc:taken")
_NO_FUNCTION: frozenset[str] = frozenset()
FASTEST, MEAN = "sign, at once", "sign, mean"


@dataclass(frozen=True)
class Compared:
    """A published figure and the model's. `stack` holds the model's stack size, then the published one."""

    scheme: str
    operation: str
    published: float
    predicted: Range
    stack: tuple[int, int] | None = None

    @property
    def ratio(self) -> float:
        """The predicted value divided by the published one."""
        return self.predicted.typical / self.published

    @property
    def stack_ratio(self) -> float | None:
        return self.stack[0] / self.stack[1] if self.stack else None


@dataclass(frozen=True)
class Attempts:
    """The mean number of signing attempts: published, expected by the standard, and the mean's standard error."""

    scheme: str
    published: float
    expected: float
    error: float


def pqm4(scheme: str) -> tuple[list[Compared], Attempts | None]:
    """Compare a scheme with pqm4's table, in cycles without hashing."""
    choice = Choice(scheme, PQM4.implementation, PQM4.core, PQM4.level)
    rows = {row.operation: row for row in PQM4.rows if row.scheme == scheme}
    ran = {result.operation: _Split(result) for result in _counted(choice)}
    kept = PQM4.permutation_stack - _permutation_stack(choice)
    compared, hashed = [], []
    for operation in (name for name in rows if name != "sign"):
        row, part = rows[operation], ran[operation]
        published = row.mean * (1 - row.hashing / 100)
        hashed.append((row.mean - published) / part.hashing)
        stack = part.counts.counted.stack_bytes + kept, row.stack
        compared.append(Compared(scheme, operation, published, part.rest, stack))
    if "sign" not in rows:
        return compared, None
    signed, attempts = _signatures(scheme, rows["sign"], ran["sign"], sum(hashed) / len(hashed), kept)
    return [compared[0], *signed, *compared[1:]], attempts


@dataclass(frozen=True)
class _Split:
    """The cycles of an operation, split by whether a hash function was active."""

    counts: OperationCount

    @property
    def rest(self) -> Range:
        return cycles(_without_watched(self.counts.calls[0]), PQM4.core)

    @property
    def hashing(self) -> float:
        return _typical(self.counts.calls[0].trace) - self.rest.typical

    def mean(self, probabilities: Chances) -> tuple[Range, float]:
        """Return the mean cycles of a signature without hashing, and of hashing alone."""
        whole = _expected(probabilities, self.counts.counted, [call.trace for call in self.counts.calls])
        rest = cycles(
            _expected(probabilities, self.counts.counted, [_without_watched(call) for call in self.counts.calls]),
            PQM4.core,
        )
        return rest, _typical(whole) - rest.typical


def _signatures(scheme: str, row: CyclesRow, part: _Split, scale: float, kept: int) -> tuple[list[Compared], Attempts]:
    probabilities = chances(SCHEMES[scheme])
    rest, hashing = part.mean(probabilities)
    stack = part.counts.counted.stack_bytes + kept, row.stack
    fastest = Compared(scheme, FASTEST, row.least - scale * part.hashing, part.rest, stack)
    mean = Compared(scheme, MEAN, row.mean - scale * hashing, rest)
    at_once = part.rest.typical + scale * part.hashing
    attempt = (rest.typical + scale * hashing - at_once) / (probabilities.mean - 1)
    error = math.sqrt(1 - probabilities.accepted) / probabilities.accepted / math.sqrt(row.runs)
    return [fastest, mean], Attempts(scheme, 1 + (row.mean - row.least) / attempt, probabilities.mean, error)


def _expected(probabilities: Chances, counted: Counted, ran: Sequence[Trace]) -> Trace:
    """Return the trace of a mean signature, from one without rejection and one per cause of rejection."""
    at_once, *with_rejection = ran
    more = (weighted(((1, trace), (-1, at_once))) for trace in with_rejection)
    return after(at_once, dict(zip(counted.rejected, more, strict=True)), probabilities, probabilities.mean)


def _counted(choice: Choice) -> Iterator[OperationCount]:
    for operation in choice.facts.operations:
        watch = sorted(name for name in _functions(image(choice, (operation,))) if _HASHES.match(name))
        yield from count(choice, (operation,), buffers=(), watch=watch)


def _functions(built: Image) -> Iterator[str]:
    return (name for name, symbol in built.symbols.items() if symbol.function)


def _permutation_stack(choice: Choice) -> int:
    """Return the stack size of the portable permutation, the deepest call in every operation."""
    machine = Machine(image(choice, choice.facts.operations[:1]), choice.core, buffers=())
    return machine.call(_PERMUTATION, machine.scratch(bytes(200)), counted=False).stack_bytes


def _without_watched(call: Call) -> Trace:
    return call.contexts.get(_NO_FUNCTION, Trace())


def _typical(trace: Trace) -> float:
    return cycles(trace, PQM4.core).typical


@cache
def rp2040(scheme: str) -> list[Compared]:
    """Compare a scheme with the RP2040's table, in milliseconds, with a warm cache and pico-sdk's __aeabi_lmul."""
    choice = Choice(scheme, RP2040.implementation, built_for(RP2040.core), RP2040.level)
    per_ms = RP2040.clock_hz / 1000
    compared = []
    for row in (row for row in RP2040.rows if row.scheme == scheme):
        result = next(count(choice, (row.operation,), buffers=(), watch=(_LONG_MULTIPLY,)))
        contexts = result.calls[0].contexts
        calls = sum(trace.classes.get(name, 0) for active, trace in contexts.items() if active for name in _RETURNS)
        spent = cycles(_without_watched(result.calls[0]), RP2040.core)
        multiplying = calls * RP2040.multiply_cycles
        low, typical, high = ((end + multiplying) / per_ms for end in (spent.low, spent.typical, spent.high))
        compared.append(Compared(scheme, row.operation, row.ms, Range(low, typical, high)))
    return compared
