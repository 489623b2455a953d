# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Operations that compositions are made of, on one target: stored ones, or built and run now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from wirerate.catalogue.libraries import DEFAULT, library
from wirerate.catalogue.schemes import SCHEMES, scheme_named
from wirerate.lab.mcu.ecc.options import Toggles
from wirerate.lab.mcu.ecc.store import Case, stored_with
from wirerate.lab.mcu.handshake.composed import Ran
from wirerate.lab.mcu.schemes import points as schemes
from wirerate.lab.mcu.schemes.store import mean_trace
from wirerate.lab.mcu.target import Target, built_for
from wirerate.lab.mcu.timing.cycles import cycles
from wirerate.lab.mcu.timing.trace import Trace

# What TLS names, on a curve of Mbed TLS.
CURVES = {"secp256r1": "secp256r1", "x25519": "curve25519", "ecdsa-p256": "secp256r1"}
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
    target's."""

    def __init__(self, where: Target, level: str, *, measure: bool = False) -> None:
        self.where, self.level, self._measure = where, level, measure
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
        flash = self.where.flash if self.where.flash.wait_states else None
        return cycles(trace, self.where.core, flash, self.where.multiply_cycles).typical

    def told(self, scheme: str) -> str:
        """Where a scheme's code is to be had, as a comment."""
        facts, code = scheme_named(scheme)
        lines = [f"{facts.title} ({facts.standard}): {code.title}", *code.packages(scheme), f"licence: {code.licence}"]
        return "/* " + "\n   ".join([*lines, f"compile with {self.level}"]) + " */\n"

    def _find(self, scheme: str, operation: str) -> Part | None:
        if scheme in CURVES:
            return self._on_curve(scheme, operation)
        return self._of_scheme(scheme, operation) if scheme in SCHEMES else None

    def _on_curve(self, scheme: str, operation: str) -> Part | None:
        case = self.case(scheme, operation)
        if self._measure:
            from wirerate.api.firmware.running import count_now

            point, flash = count_now(case, self.where)
            release, command = DEFAULT, ""
        else:
            found = stored_with(case, self.where)
            if found is None:
                return None
            store, point = found
            made = store.source(point)
            release, command, flash = made.release, made.command, store.blocks(case, (operation,), self.where)
        ran = Ran(f"{operation}-{case.curve}", point.trace, point.stack_bytes, point.heap_bytes)
        return Part(ran, (f"Mbed TLS {release}",), command, flash)

    def _of_scheme(self, scheme: str, operation: str) -> Part | None:
        point = self._points(scheme).get(operation)
        if point is None:
            return None
        trace = mean_trace(point)
        if self.where.flash.wait_states and self.where.flash.buffers not in trace.misses:
            return None
        _, code = scheme_named(f"{scheme}@{point.implementation}")
        ran = Ran(f"{scheme}@{point.implementation}", trace, point.stack_bytes, point.static_bytes)
        shared = {block: size for block, size in point.blocks.items() if block in SHARED_BLOCKS}
        flash = shared | {scheme: point.whole_bytes - sum(shared.values())}
        return Part(ran, code.packages(scheme), point.command, flash)

    def _run(self, scheme: str) -> dict[str, schemes.Point]:
        """All its operations, by whom is meant where none is named."""
        facts, code = scheme_named(scheme)
        core = built_for(self.where.core)
        if self._measure:
            from wirerate.lab.mcu.schemes.images import Choice
            from wirerate.lab.mcu.schemes.run import points

            choice = Choice(scheme, code.name, core, self.level)
            return {each.operation: each for each in points(choice, buffers=(self.where.flash.buffers,))}
        kept = schemes.stored()
        keys = {operation: (scheme, code.name, core, self.level, operation) for operation in facts.operations}
        return {operation: kept[key] for operation, key in keys.items() if key in kept}


def together(flashes: Iterable[dict[str, int]]) -> dict[str, int]:
    """Flash of several parts in one image: what they have in common once."""
    found: dict[str, int] = {}
    for each in flashes:
        for block, size in each.items():
            found[block] = max(size, found.get(block, 0))
    return found
