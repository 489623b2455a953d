# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Operations that compositions are made of, on one target: stored ones, or built and run now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from wirerate.catalogue.libraries import DEFAULT, library
from wirerate.catalogue.schemes import SCHEMES, Implementation, Scheme, implemented, scheme_named
from wirerate.wings.mcu.composition import AGREE, Ran
from wirerate.wings.mcu.curve_options import Case, Toggles
from wirerate.wings.mcu.on_board import mean_trace, warm_cycles
from wirerate.wings.mcu.points import Point, timed_for
from wirerate.wings.mcu.store import SCHEMES as TABLE
from wirerate.wings.mcu.store import known_on_curve, stored
from wirerate.wings.mcu.target import Target, built_for
from wirerate.wings.mcu.trace import Trace, total

# What TLS names, on a curve of Mbed TLS.
CURVES = {"secp256r1": "secp256r1", "x25519": "curve25519", "ecdsa-p256": "secp256r1"}
_AGREEMENT = {AGREE: ("keygen", "agree")}  # of a curve that is no curve of Mbed TLS
SHARED_BLOCKS = ("keccak", "libc", "libgcc", "sha")  # of flash: once, however many schemes stand on them


@dataclass(frozen=True)
class Part:
    """An operation that was run, and where its code comes from."""

    ran: Ran
    packages: tuple[str, ...]
    command: str  # that stored it; "" where it was run now
    flash: dict[str, int]  # by building block


class Parts:
    """Looked up by scheme and operation, each once; None where it is not known, or not with a flash like the
    target's. `alternative`: by who else has a scheme."""

    def __init__(self, where: Target, level: str, *, measure: bool = False, alternative: bool = False) -> None:
        self.where, self.level, self.alternative = where, level, alternative
        self._measure = measure
        self.find = cache(self._find)
        self._points = cache(self._run)

    def ran(self, scheme: str, operation: str) -> Ran | None:
        found = self.find(scheme, operation)
        return found.ran if found else None

    def case(self, scheme: str, operation: str) -> Case:
        """Of a curve, under the library's own options."""
        return Case(DEFAULT, self.level, CURVES[scheme], operation, Toggles(window=library(DEFAULT).window))

    def cycles(self, trace: Trace) -> float:
        """Typical ones, on the target."""
        return warm_cycles(trace, self.where).typical

    def told(self, scheme: str) -> str:
        """Where a scheme's code is to be had, as a comment."""
        facts, code = self._named(scheme)
        lines = [f"{facts.title} ({facts.standard}): {code.title}", *code.packages(scheme), f"licence: {code.licence}"]
        return "/* " + "\n   ".join([*lines, f"compile with {self.level}"]) + " */\n"

    def _find(self, scheme: str, operation: str) -> Part | None:
        if self.on_curve(scheme):
            return self._on_curve(scheme, operation)
        return self._of_scheme(scheme, operation) if scheme in SCHEMES else None

    def on_curve(self, scheme: str) -> bool:
        """Whether it is Mbed TLS's."""
        return scheme in CURVES and not (self.alternative and scheme in SCHEMES)

    def _on_curve(self, scheme: str, operation: str) -> Part | None:
        case = self.case(scheme, operation)
        if self._measure:
            from wirerate.wings.mcu.lab import count_on_curve

            point, release = count_on_curve(case, self.where), DEFAULT
        else:
            known = known_on_curve(case, self.where)
            if known is None:
                return None
            point, release = known, known.made.release
        counted = point.counted
        ran = Ran(f"{operation}-{case.curve}", counted.trace, counted.stack_bytes, counted.heap_bytes)
        return Part(ran, (f"Mbed TLS {release}",), point.made.command, counted.blocks)

    def _of_scheme(self, scheme: str, operation: str) -> Part | None:
        points = [self._points(scheme).get(each) for each in _AGREEMENT.get(operation, (operation,))]
        found = [point for point in points if point is not None]
        if len(found) < len(points):
            return None
        trace = total(map(mean_trace, found))
        if not timed_for((point.counted.trace for point in found), self.where.flash):
            return None
        stack = max(point.counted.stack_bytes for point in found)
        static = max(point.counted.static_bytes for point in found)
        _, code = self._named(scheme)
        shared = together({b: n for b, n in point.counted.blocks.items() if b in SHARED_BLOCKS} for point in found)
        flash = shared | {scheme: found[0].whole_bytes - sum(shared.values())}
        ran = Ran(f"{scheme}@{code.name}", trace, stack, static)
        return Part(ran, code.packages(scheme), found[0].made.command, flash)

    def _named(self, scheme: str) -> tuple[Scheme, Implementation]:
        """By whom is meant where none is named, or by who else has it."""
        names = implemented(scheme)
        return scheme_named(f"{scheme}@{names[1] if self.alternative and len(names) > 1 else names[0]}")

    def code(self, schemes: Iterable[str]) -> str:
        """Whose it is, where it is not whose is meant without a word; "" where it is."""
        others = (self._named(each)[1].name for each in schemes if self._elsewhere(each))
        return ", ".join(dict.fromkeys(others)) if self.alternative else ""

    def _elsewhere(self, scheme: str) -> bool:
        return scheme in SCHEMES and (scheme in CURVES or len(implemented(scheme)) > 1)

    def _run(self, scheme: str) -> dict[str, Point]:
        """All its operations."""
        facts, code = self._named(scheme)
        core = built_for(self.where.core)
        if self._measure:
            from wirerate.wings.mcu.lab import count_scheme

            return {each.operation: each for each in count_scheme(scheme, code.name, self.where, self.level)}
        kept = stored(TABLE)
        keys = {each: (f"{scheme}@{code.name}", core, self.level, each) for each in facts.operations}
        return {operation: kept[key] for operation, key in keys.items() if key in kept}


def together(flashes: Iterable[dict[str, int]]) -> dict[str, int]:
    """Flash of several parts in one image: what they have in common once."""
    found: dict[str, int] = {}
    for each in flashes:
        for block, size in each.items():
            found[block] = max(size, found.get(block, 0))
    return found
