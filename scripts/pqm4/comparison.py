# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Schemes held against boards that others measured: the same code, built again and counted, beside what was published.

pqm4 hashes by an assembly of its own, which no package has. What its table says that hashing takes is left out there,
and here what the portable hash functions run. Its signatures have no such share by the length of the run: there, what
hashing takes is this code's, scaled as in the scheme's key pair and verification.
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
from wirerate.wings.mcu.lab.scheme_images import Choice, Done, image
from wirerate.wings.mcu.lab.schemes import count
from wirerate.wings.mcu.scheme_numbers import Chances, after, chances
from wirerate.wings.mcu.target import built_for

_HASHES = re.compile(r"(?:shake|sha3_|keccak|Keccak)")
_PERMUTATION = "KeccakF1600_StatePermute"
_LONG_MULTIPLY = "__aeabi_lmul"
_RETURNS = ("branch_register:taken", "load_multiple_pc:taken")
_NOBODY: frozenset[str] = frozenset()
FASTEST, MEAN = "sign, at once", "sign, mean"


@dataclass(frozen=True)
class Compared:
    """A published figure beside the model's; `stack` is the model's and the published."""

    scheme: str
    operation: str
    published: float
    predicted: Range
    stack: tuple[int, int] | None = None

    @property
    def ratio(self) -> float:
        """Predicted / published."""
        return self.predicted.typical / self.published

    @property
    def stack_ratio(self) -> float | None:
        return self.stack[0] / self.stack[1] if self.stack else None


@dataclass(frozen=True)
class Attempts:
    """At a signature: what a published mean comes to, what the standard's parameters give, and the standard error of
    the mean of so many signatures."""

    scheme: str
    published: float
    expected: float
    error: float


def pqm4(scheme: str) -> tuple[list[Compared], Attempts | None]:
    """In cycles, without hashing."""
    choice = Choice(scheme, PQM4.implementation, PQM4.core, PQM4.level)
    rows = {row.operation: row for row in PQM4.rows if row.scheme == scheme}
    ran = {each.operation: _Parted(each) for each in _counted(choice)}
    kept = PQM4.permutation_stack - _permutation_stack(choice)
    found, hashed = [], []
    for operation in (each for each in rows if each != "sign"):
        row, part = rows[operation], ran[operation]
        published = row.mean * (1 - row.hashing / 100)
        hashed.append((row.mean - published) / part.hashing)
        stack = part.done.counted.stack_bytes + kept, row.stack
        found.append(Compared(scheme, operation, published, part.rest, stack))
    if "sign" not in rows:
        return found, None
    signed, attempts = _signatures(scheme, rows["sign"], ran["sign"], sum(hashed) / len(hashed), kept)
    return [found[0], *signed, *found[1:]], attempts


@dataclass(frozen=True)
class _Parted:
    """An operation that ran, in cycles, apart by whether a hash function was active."""

    done: Done

    @property
    def rest(self) -> Range:
        return cycles(_beside(self.done.calls[0]), PQM4.core)

    @property
    def hashing(self) -> float:
        return _typical(self.done.calls[0].trace) - self.rest.typical

    def mean(self, of: Chances) -> tuple[Range, float]:
        """Of signatures: without hashing, and hashing."""
        whole = _expected(of, self.done.counted, [call.trace for call in self.done.calls])
        rest = cycles(_expected(of, self.done.counted, [_beside(call) for call in self.done.calls]), PQM4.core)
        return rest, _typical(whole) - rest.typical


def _signatures(scheme: str, row: CyclesRow, part: _Parted, scale: float, kept: int) -> tuple[list[Compared], Attempts]:
    of = chances(SCHEMES[scheme])
    rest, hashing = part.mean(of)
    stack = part.done.counted.stack_bytes + kept, row.stack
    fastest = Compared(scheme, FASTEST, row.least - scale * part.hashing, part.rest, stack)
    mean = Compared(scheme, MEAN, row.mean - scale * hashing, rest)
    at_once = part.rest.typical + scale * part.hashing
    attempt = (rest.typical + scale * hashing - at_once) / (of.mean - 1)
    error = math.sqrt(1 - of.accepted) / of.accepted / math.sqrt(row.runs)
    return [fastest, mean], Attempts(scheme, 1 + (row.mean - row.least) / attempt, of.mean, error)


def _expected(of: Chances, counted: Counted, ran: Sequence[Trace]) -> Trace:
    """A signature of the mean length, of one that ends at once and one of each kind that does not."""
    at_once, *others = ran
    more = (weighted(((1, each), (-1, at_once))) for each in others)
    return after(at_once, dict(zip(counted.rejected, more, strict=True)), of, of.mean)


def _counted(choice: Choice) -> Iterator[Done]:
    for operation in choice.facts.operations:
        watch = sorted(name for name in _functions(image(choice, (operation,))) if _HASHES.match(name))
        yield from count(choice, (operation,), buffers=(), watch=watch)


def _functions(built: Image) -> Iterator[str]:
    return (name for name, symbol in built.symbols.items() if symbol.function)


def _permutation_stack(choice: Choice) -> int:
    """Of the portable permutation, which is deepest in every operation."""
    machine = Machine(image(choice, choice.facts.operations[:1]), choice.core, buffers=())
    return machine.call(_PERMUTATION, machine.scratch(bytes(200)), counted=False).stack_bytes


def _beside(call: Call) -> Trace:
    return call.contexts.get(_NOBODY, Trace())


def _typical(trace: Trace) -> float:
    return cycles(trace, PQM4.core).typical


@cache
def rp2040(scheme: str) -> list[Compared]:
    """In milliseconds, warm: with pico-sdk's multiplication of 64 bits in place of the compiler's."""
    choice = Choice(scheme, RP2040.implementation, built_for(RP2040.core), RP2040.level)
    per_ms = RP2040.clock_hz / 1000
    found = []
    for row in (each for each in RP2040.rows if each.scheme == scheme):
        ran = next(count(choice, (row.operation,), buffers=(), watch=(_LONG_MULTIPLY,)))
        contexts = ran.calls[0].contexts
        calls = sum(trace.classes.get(name, 0) for who, trace in contexts.items() if who for name in _RETURNS)
        spent = cycles(_beside(ran.calls[0]), RP2040.core)
        more = calls * RP2040.multiply_cycles
        low, typical, high = ((end + more) / per_ms for end in (spent.low, spent.typical, spent.high))
        found.append(Compared(scheme, row.operation, row.ms, Range(low, typical, high)))
    return found
