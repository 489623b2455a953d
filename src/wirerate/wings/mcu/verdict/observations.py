# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The observations of slides 12 and 13 (2015), each decided from the grid: holds, refuted, or not to be told.

Each is turned into a ratio that should lie on one side of a bound; the bound of a vague word is written down here, so
that a reader can disagree with it. A claim on several curves holds when it holds on all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from wirerate.catalogue import ecc_slides
from wirerate.catalogue.curves import CURVES
from wirerate.records import Interval
from wirerate.wings.mcu.rows import BoardOperation, Options
from wirerate.wings.mcu.runs import Case, Observation

HOLDS, REFUTED, UNTOLD = "holds", "refuted", "cannot tell"

# What the slides' words are taken to mean.
SUBSTANTIAL, SLIGHT, NEGLIGIBLE = 1.5, 1.25, 0.05
SAME = 1.02  # settings whose times are nearer than this do the same

SIGNING = [name for name, curve in CURVES.items() if curve.signs]
NIST = [name for name, curve in CURVES.items() if curve.family == "nist"]


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

    def ratios(self, over: tuple[str, Options], under: tuple[str, Options], curves: Iterable[str]) -> list[Case]:
        """The first operation's time over the second's, on every curve that has both."""
        return [case for curve in curves for case in self.ratio((curve, *over), (curve, *under))]

    def ratio(self, over: tuple[str, str, Options], under: tuple[str, str, Options]) -> list[Case]:
        """One time over another, named after the first one's curve; none where either is not there."""
        a, b = self.ns(*over), self.ns(*under)
        return [] if a is None or b is None else [Case(name=over[0], value=a / b)]


@dataclass(frozen=True)
class Told:
    """The ratios that decide a claim, and the side of which bounds they should lie on."""

    cases: Sequence[Case]
    above: float | None = None
    at_least: float | None = None
    at_most: float | None = None

    def holds(self, case: Case) -> bool:
        return (
            (self.above is None or case.value > self.above)
            and (self.at_least is None or case.value >= self.at_least)
            and (self.at_most is None or case.value <= self.at_most)
        )


def observe(
    rows: Rows, options: Options, clocks: Sequence[BoardOperation] = (), symmetric: Sequence[float] = (), *,
    version: str, board: str,
) -> list[Observation]:  # fmt: skip
    """All ten. `clocks`: one operation on one board, by clock; `symmetric`: its share of handshakes' cycles."""
    told = _tests(rows, options, clocks, symmetric)
    return [_decided(each, told[each.test], version, board) for each in ecc_slides.OBSERVATIONS]


def _tests(rows: Rows, own: Options, clocks: Sequence[BoardOperation], symmetric: Sequence[float]) -> dict[str, Told]:
    sign, verify = ("sign", own), ("verify", own)
    off, bare = ("sign", replace(own, nist=False)), ("sign", replace(own, fixed_point=False))
    shares = [Case(name="handshake", value=share) for share in symmetric]
    return {
        "sign_faster_than_verify": Told(rows.ratios(verify, sign, SIGNING), above=1),
        "brainpool_slower_than_nist": Told(_brainpool(rows, own), above=1),
        "long_keys_slower": Told(_long(rows, own), at_least=SUBSTANTIAL),
        "ecdh_slightly_faster_than_ecdhe": Told(rows.ratios(("ecdhe", own), ("ecdh", own), CURVES), above=1,
                                                at_most=SLIGHT),
        "clock_matters": Told(_clocks(clocks), at_least=SUBSTANTIAL),
        "symmetric_negligible": Told(shares, at_most=NEGLIGIBLE),
        "nist_reduction_helps": Told(rows.ratios(off, sign, NIST), at_least=SUBSTANTIAL),
        "fixed_point_helps": Told(rows.ratios(bare, sign, SIGNING), at_least=SLIGHT),
        "ram_buys_time": Told(_tradeoff(rows, own), above=1),
        "code_and_ram": Told(_heap(rows, own), at_least=1),
    }  # fmt: skip


def _brainpool(rows: Rows, own: Options) -> list[Case]:
    """Random primes over those of NIST, at equal length."""
    pairs = (("brainpoolP256r1", "secp256r1"), ("brainpoolP384r1", "secp384r1"), ("brainpoolP512r1", "secp521r1"))
    return [case for over, under in pairs for case in rows.ratio((over, "sign", own), (under, "sign", own))]


def _long(rows: Rows, own: Options) -> list[Case]:
    under = ("secp256r1", "sign", own)
    return [case for over in ("secp384r1", "secp521r1") for case in rows.ratio((over, "sign", own), under)]


def _clocks(clocks: Sequence[BoardOperation]) -> list[Case]:
    """The slowest clock's time over the fastest one's."""
    times = [_median(m) for m in clocks]
    return [Case(name=clocks[0].curve, value=max(times) / min(times))] if len(times) > 1 else []


def _tradeoff(rows: Rows, own: Options) -> list[Case]:
    """Per curve, over the windows: what the fastest takes of the heap, over what the slowest.
    Of verification: in Mbed TLS 3 the window does not touch signing."""
    found = []
    for curve in SIGNING:
        swept = rows.swept(curve, "verify", own)
        fast, slow = (pick(swept, key=_median, default=None) for pick in (min, max))
        if fast and slow and _median(slow) > SAME * _median(fast):
            found.append(Case(name=curve, value=fast.heap_bytes / max(slow.heap_bytes, 1)))
    return found


def _heap(rows: Rows, own: Options) -> list[Case]:
    """In KiB."""
    found = [(curve, rows.get(curve, "sign", own)) for curve in SIGNING]
    return [Case(name=curve, value=row.heap_bytes / 1024) for curve, row in found if row]


def _median(m: BoardOperation) -> float:
    return m.ns.median


def _decided(claimed: ecc_slides.Observation, told: Told, version: str, board: str) -> Observation:
    values = sorted(case.value for case in told.cases)
    against = tuple(case for case in told.cases if not told.holds(case))
    low, middle, high = (values[0], values[len(values) // 2], values[-1]) if values else (0.0, 0.0, 0.0)
    return Observation(
        subject=claimed.test,
        basis="published",
        ratio=Interval(middle, low, high, None),
        slide=claimed.slide,
        claim=claimed.claim,
        above=told.above,
        at_least=told.at_least,
        at_most=told.at_most,
        cases=len(values),
        against=against,
        version=version,
        board=board,
        outcome=UNTOLD if not values else REFUTED if against else HOLDS,
    )
