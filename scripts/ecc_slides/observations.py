"""The observations of slides 12 and 13 (2015), each decided from the grid: holds, refuted, or not to be told.

Each is turned into a ratio that should lie on one side of a bound; the bound of a vague word is written down here, so
that a reader can disagree with it. A claim on several curves holds when it holds on all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from msgspec.structs import replace
from scripts.ecc_slides.figures import WINDOW, shipped
from scripts.ecc_slides.slides import OBSERVATIONS, Observation

from wirerate.catalogue.curves import CURVES, OPERATIONS
from wirerate.report import numbers
from wirerate.wings.mcu.curve_options import WINDOWS, Case, Toggles
from wirerate.wings.mcu.rows import BoardOperation, Options
from wirerate.wings.mcu.setups import ECDHE, SETUPS, SYMMETRIC
from wirerate.wings.mcu.store import stored_handshakes
from wirerate.wings.mcu.target import LEVEL, target

_BOARD = "lpc1768"  # the observations are decided on: the one whose clock two slides name
_CLOCKS = (24e6, 48e6, 96e6)
HOLDS, REFUTED, UNTOLD = "holds", "refuted", "cannot tell"

# What the slides' words are taken to mean.
SUBSTANTIAL, SLIGHT, NEGLIGIBLE = 1.5, 1.25, 0.05
SAME = 1.02  # settings whose times are nearer than this do the same

SIGNING = [name for name, curve in CURVES.items() if curve.signs]
NIST = [name for name, curve in CURVES.items() if curve.family == "nist"]


@dataclass(frozen=True)
class Ratio:
    """One of those that decide a claim."""

    name: str  # a curve, or what else the claim is about
    value: float


class Rows:
    """Of one version, level, board and clock, by curve, operation and options."""

    def __init__(self, rows: Iterable[BoardOperation]) -> None:
        self._rows = {(m.curve, m.operation, m.options): m for m in rows}

    def ns(self, curve: str, operation: str, options: Options) -> float | None:
        found = self.get(curve, operation, options)
        return found.ns.median if found else None

    def get(self, curve: str, operation: str, options: Options) -> BoardOperation | None:
        return self._rows.get((curve, operation, options))

    def swept(self, curve: str, operation: str, options: Options) -> list[BoardOperation]:
        """Over the windows, the other options alike."""
        return [m for key, m in self._rows.items()
                if key[:2] == (curve, operation) and replace(key[2], window=options.window) == options]  # fmt: skip

    def ratios(self, over: tuple[str, Options], under: tuple[str, Options], curves: Iterable[str]) -> list[Ratio]:
        """The first operation's time over the second's, on every curve that has both."""
        return [ratio for curve in curves for ratio in self.ratio((curve, *over), (curve, *under))]

    def ratio(self, over: tuple[str, str, Options], under: tuple[str, str, Options]) -> list[Ratio]:
        """One time over another, named after the first one's curve; none where either is not there."""
        a, b = self.ns(*over), self.ns(*under)
        return [] if a is None or b is None else [Ratio(over[0], a / b)]


@dataclass(frozen=True)
class Test:
    """The ratios that decide a claim, what they are in words, and the side of which bounds they should lie on."""

    what: str
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
        """What the claim's words are taken to mean, so that a reader can disagree."""
        bounds = (("above", self.above), ("at least", self.at_least), ("at most", self.at_most))
        shown = numbers.share if self.in_percent else "{:g}".format
        return f"{self.what} {' and '.join(f'{word} {shown(bound)}' for word, bound in bounds if bound is not None)}"


@dataclass(frozen=True)
class Decided:
    """A claim with what decides it; in KiB where the ratios are none."""

    observation: Observation
    test: Test
    version: str

    @property
    def against(self) -> list[Ratio]:
        """What refutes it."""
        return [ratio for ratio in self.test.ratios if not self.test.holds(ratio)]

    @property
    def outcome(self) -> str:
        return UNTOLD if not self.test.ratios else REFUTED if self.against else HOLDS


def observations(version: str) -> list[Decided]:
    """All ten, decided from what is stored of that version."""
    where = target(_BOARD)
    rows = [shipped(case, where) for case in _grid(version)]
    signing = Case(version, LEVEL, "secp256r1", "sign", Toggles(window=WINDOW))
    clocks = [shipped(signing, target(_BOARD, clock_hz=clock)) for clock in _CLOCKS]
    return observe(
        version,
        Rows(row for row in rows if row is not None),
        Options(nist=True, fixed_point=True, window=WINDOW),
        [row for row in clocks if row is not None],
        _symmetric_shares(version),
    )


def observe(
    version: str,
    rows: Rows,
    options: Options,
    clocks: Sequence[BoardOperation] = (),
    symmetric: Sequence[float] = (),
) -> list[Decided]:
    """All ten. `clocks`: one operation on one board, by clock; `symmetric`: its share of handshakes' cycles."""
    tests = _tests(rows, options, clocks, symmetric)
    return [Decided(each, tests[each.test], version) for each in OBSERVATIONS]


def _tests(rows: Rows, own: Options, clocks: Sequence[BoardOperation], symmetric: Sequence[float]) -> dict[str, Test]:
    sign, verify = ("sign", own), ("verify", own)
    off, bare = ("sign", replace(own, nist=False)), ("sign", replace(own, fixed_point=False))
    shares = [Ratio("handshake", share) for share in symmetric]
    return {
        "sign_faster_than_verify": Test("verify / sign", rows.ratios(verify, sign, SIGNING), above=1),
        "brainpool_slower_than_nist": Test("Brainpool / NIST of equal length, sign,", _brainpool(rows, own), above=1),
        "long_keys_slower": Test("secp384r1, secp521r1 / secp256r1, sign,", _long(rows, own), at_least=SUBSTANTIAL),
        "ecdh_slightly_faster_than_ecdhe": Test(
            "ECDHE / ECDH", rows.ratios(("ecdhe", own), ("ecdh", own), CURVES), above=1, at_most=SLIGHT
        ),
        "clock_matters": Test("slowest / fastest clock,", _clocks(clocks), at_least=SUBSTANTIAL),
        "symmetric_negligible": Test("share of a handshake's cycles", shares, at_most=NEGLIGIBLE, in_percent=True),
        "nist_reduction_helps": Test("off / on, sign,", rows.ratios(off, sign, NIST), at_least=SUBSTANTIAL),
        "fixed_point_helps": Test("off / on, sign,", rows.ratios(bare, sign, SIGNING), at_least=SLIGHT),
        "ram_buys_time": Test("heap of the fastest window / of the slowest, verify,", _tradeoff(rows, own), above=1),
        "code_and_ram": Test("heap of a signature, in KiB,", _heap(rows, own), at_least=1),
    }


def _brainpool(rows: Rows, own: Options) -> list[Ratio]:
    """Random primes over those of NIST, at equal length."""
    pairs = (("brainpoolP256r1", "secp256r1"), ("brainpoolP384r1", "secp384r1"), ("brainpoolP512r1", "secp521r1"))
    return [ratio for over, under in pairs for ratio in rows.ratio((over, "sign", own), (under, "sign", own))]


def _long(rows: Rows, own: Options) -> list[Ratio]:
    under = ("secp256r1", "sign", own)
    return [ratio for over in ("secp384r1", "secp521r1") for ratio in rows.ratio((over, "sign", own), under)]


def _clocks(clocks: Sequence[BoardOperation]) -> list[Ratio]:
    """The slowest clock's time over the fastest one's."""
    times = [_median(m) for m in clocks]
    return [Ratio(clocks[0].curve, max(times) / min(times))] if len(times) > 1 else []


def _tradeoff(rows: Rows, own: Options) -> list[Ratio]:
    """Per curve, over the windows: what the fastest takes of the heap, over what the slowest.
    Of verification: in Mbed TLS 3 the window does not touch signing."""
    found = []
    for curve in SIGNING:
        swept = rows.swept(curve, "verify", own)
        fast, slow = (pick(swept, key=_median, default=None) for pick in (min, max))
        if fast and slow and _median(slow) > SAME * _median(fast):
            found.append(Ratio(curve, fast.heap_bytes / max(slow.heap_bytes, 1)))
    return found


def _heap(rows: Rows, own: Options) -> list[Ratio]:
    """In KiB."""
    found = [(curve, rows.get(curve, "sign", own)) for curve in SIGNING]
    return [Ratio(curve, row.heap_bytes / 1024) for curve, row in found if row]


def _median(m: BoardOperation) -> float:
    return m.ns.median


def _symmetric_shares(version: str) -> list[float]:
    """What AES-CCM, SHA-256 and the PRF take of the cycles of each stored full ECDHE handshake, either end."""
    return [
        sum(trace.instructions for name, trace in side.runs.items() if name in SYMMETRIC) / side.whole.instructions
        for found in stored_handshakes().values()
        if found.version == version and SETUPS[found.name].suite == ECDHE and not SETUPS[found.name].resumption
        for side in found.sides.values()
    ]


def _grid(version: str) -> Iterator[Case]:
    """All that the slides span."""
    for nist, comb, window, name in product((True, False), (True, False), WINDOWS, CURVES):
        for operation in OPERATIONS:
            if CURVES[name].has(operation):
                yield Case(version, LEVEL, name, operation, Toggles(nist, comb, window))
