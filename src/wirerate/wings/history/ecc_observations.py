# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The observations of slides 12 and 13 (2015), each checked with stored estimates: holds, refuted or cannot tell.

An observation holds if a ratio is on the right side of a bound. The slides use vague words such as "slightly"; this
module states the bounds that it uses for them, so that a reader can disagree. A claim about several curves holds if it
holds for all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from wirerate.catalogue.curves import CURVES
from wirerate.catalogue.history import ecc_2015_slides
from wirerate.catalogue.libraries import DEFAULT
from wirerate.report import numbers
from wirerate.wings.history.ecc_figures import WINDOW
from wirerate.wings.history.history import call
from wirerate.wings.history.rows import SlideObservation

VERSIONS = ("2.28", DEFAULT)  # versions of Mbed TLS whose estimates are stored
_BOARD = "lpc1768"  # the board whose clock two slides state
_SYMMETRIC = ("SHA-256 and PRF", "AES-CCM")  # slide 12: "keyed hash functions, encryption functions"
_SUITE = "ecdhe-ecdsa"

# The bounds that represent the slides' words.
SUBSTANTIAL, SLIGHT, NEGLIGIBLE = 1.5, 1.25, 0.05
SAME = 1.02  # windows whose times differ by less than this factor count as equal

SIGNING = [name for name, curve in CURVES.items() if curve.signs]
NIST = [name for name, curve in CURVES.items() if curve.family == "nist"]


@dataclass(frozen=True)
class Ratio:
    name: str  # a curve, or another name for the compared pair
    value: float


class Grid:
    """Estimates for one library version, board and clock, indexed by curve, operation and options."""

    def __init__(self, rows: Iterable[Any]) -> None:
        self._rows = {(row.curve, row.operation, row.options): row for row in rows}

    def get(self, curve: str, operation: str, options: Any) -> Any:
        return self._rows.get((curve, operation, options))

    def by_window(self, curve: str, operation: str, options: Any) -> list[Any]:
        return [row for key, row in self._rows.items()
                if key[:2] == (curve, operation) and replace(key[2], window=options.window) == options]  # fmt: skip

    def ratios(self, over: tuple[str, Any], under: tuple[str, Any], curves: Iterable[str]) -> list[Ratio]:
        """Return the first operation's time divided by the second's, on every curve that has both."""
        return [ratio for curve in curves for ratio in self.ratio((curve, *over), (curve, *under))]

    def ratio(self, over: tuple[str, str, Any], under: tuple[str, str, Any]) -> list[Ratio]:
        """Return the ratio of two times, named after the first curve, as a list; it is empty unless both are stored."""
        numerator, denominator = self.get(*over), self.get(*under)
        stored = numerator is not None and denominator is not None
        return [Ratio(over[0], numerator.ns.median / denominator.ns.median)] if stored else []


@dataclass(frozen=True)
class Test:
    """The ratios that decide a claim, a description of them, and the bounds on them."""

    about: str
    ratios: Sequence[Ratio]
    above: float | None = None
    at_least: float | None = None
    at_most: float | None = None
    in_percent: bool = False

    def holds(self, ratio: Ratio) -> bool:
        return (
            (self.above is None or ratio.value > self.above)
            and (self.at_least is None or ratio.value >= self.at_least)
            and (self.at_most is None or ratio.value <= self.at_most)
        )

    @property
    def taken_as(self) -> str:
        bounds = (("above", self.above), ("at least", self.at_least), ("at most", self.at_most))
        shown = numbers.share if self.in_percent else "{:g}".format
        return f"{self.about} {' and '.join(f'{word} {shown(bound)}' for word, bound in bounds if bound is not None)}"


def slide_observations(version: str) -> list[SlideObservation]:
    """Return all ten observations, checked with the stored estimates for one version of Mbed TLS."""
    sign = {"curves": ["secp256r1"], "operations": ["sign"], "windows": [WINDOW], "version": version}
    run = call("mcu")(_BOARD, whole=True, **sign)  # `whole` adds everything stored for this board
    asked = run.rows[0]
    rows = [row for row in run.rows if isinstance(row, type(asked)) and row.version == version]
    clocks = [row for row in rows if (row.curve, row.operation, row.options) == ("secp256r1", "sign", asked.options)]
    grid = Grid(row for row in rows if row.clock_hz == asked.clock_hz)
    return decide(version, grid, asked.options, clocks, _symmetric_shares() if version == DEFAULT else ())


def decide(
    version: str, grid: Grid, options: Any, clocks: Sequence[Any] = (), symmetric: Sequence[float] = ()
) -> list[SlideObservation]:
    """Return all ten observations. `clocks` holds rows for one operation at several clocks; `symmetric` holds the
    symmetric operations' share of the cycles of each handshake."""
    tests = _tests(grid, options, clocks, symmetric)
    return [_decided(one.slide, one.claim, version, tests[one.test]) for one in ecc_2015_slides().observation]


def _decided(slide: int, claim: str, version: str, test: Test) -> SlideObservation:
    values = [ratio.value for ratio in test.ratios]
    against = [ratio for ratio in test.ratios if not test.holds(ratio)]
    return SlideObservation(
        subject=claim,
        slide=slide,
        version=version,
        outcome="cannot tell" if not values else "refuted" if against else "holds",
        taken_as=test.taken_as,
        low=min(values, default=None),
        high=max(values, default=None),
        against=tuple(f"{ratio.name} ({ratio.value:.3g})" for ratio in against),
    )


def _tests(grid: Grid, options: Any, clocks: Sequence[Any], symmetric: Sequence[float]) -> dict[str, Test]:
    sign, verify = ("sign", options), ("verify", options)
    off, bare = ("sign", replace(options, nist=False)), ("sign", replace(options, fixed_point=False))
    shares = [Ratio("handshake", share) for share in symmetric]
    return {
        "sign_faster_than_verify": Test("verify / sign", grid.ratios(verify, sign, SIGNING), above=1),
        "brainpool_slower_than_nist": Test("Brainpool / NIST of equal length, sign,", _brainpool(grid, options),
                                           above=1),
        "long_keys_slower": Test("secp384r1, secp521r1 / secp256r1, sign,", _long(grid, options),
                                 at_least=SUBSTANTIAL),
        "ecdh_slightly_faster_than_ecdhe": Test(
            "ECDHE / ECDH", grid.ratios(("ecdhe", options), ("ecdh", options), CURVES), above=1, at_most=SLIGHT
        ),
        "clock_matters": Test("slowest / fastest clock,", _clocks(clocks), at_least=SUBSTANTIAL),
        "symmetric_negligible": Test("share of a handshake's cycles", shares, at_most=NEGLIGIBLE, in_percent=True),
        "nist_reduction_helps": Test("off / on, sign,", grid.ratios(off, sign, NIST), at_least=SUBSTANTIAL),
        "fixed_point_helps": Test("off / on, sign,", grid.ratios(bare, sign, SIGNING), at_least=SLIGHT),
        "ram_buys_time": Test("heap of the fastest window / of the slowest, verify,", _tradeoff(grid, options),
                              above=1),
        "code_and_ram": Test("heap of a signature, in KiB,", _heap(grid, options), at_least=1),
    }  # fmt: skip


def _brainpool(grid: Grid, options: Any) -> list[Ratio]:
    pairs = (("brainpoolP256r1", "secp256r1"), ("brainpoolP384r1", "secp384r1"), ("brainpoolP512r1", "secp521r1"))
    return [ratio for over, under in pairs for ratio in grid.ratio((over, "sign", options), (under, "sign", options))]


def _long(grid: Grid, options: Any) -> list[Ratio]:
    under = ("secp256r1", "sign", options)
    return [ratio for over in ("secp384r1", "secp521r1") for ratio in grid.ratio((over, "sign", options), under)]


def _clocks(clocks: Sequence[Any]) -> list[Ratio]:
    times = [_median(row) for row in clocks]
    return [Ratio(clocks[0].curve, max(times) / min(times))] if len(times) > 1 else []


def _tradeoff(grid: Grid, options: Any) -> list[Ratio]:
    """Return, for every curve, the heap for verifying with the fastest window / the heap with the slowest window. The
    claim is tested on verifying, because in Mbed TLS 3 the window does not affect signing."""
    ratios = []
    for curve in SIGNING:
        rows = grid.by_window(curve, "verify", options)
        fast, slow = (pick(rows, key=_median, default=None) for pick in (min, max))
        if fast and slow and _median(slow) > SAME * _median(fast):
            ratios.append(Ratio(curve, fast.heap_bytes / max(slow.heap_bytes, 1)))
    return ratios


def _heap(grid: Grid, options: Any) -> list[Ratio]:
    rows = ((curve, grid.get(curve, "sign", options)) for curve in SIGNING)
    return [Ratio(curve, row.heap_bytes / 1024) for curve, row in rows if row]


def _median(row: Any) -> float:
    return float(row.ns.median)


def _symmetric_shares() -> list[float]:
    """Return the share of AES-CCM, SHA-256 and the PRF in the cycles of each end of each full ECDHE handshake."""
    return [
        sum(part.cycles for part in end.parts if part.operation in _SYMMETRIC) / end.cycles.typical
        for end in call("mcu_handshake")(_BOARD).rows
        if end.suite == _SUITE and "resumed" not in end.setup
    ]
