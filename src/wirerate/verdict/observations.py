"""The observations of slides 12 and 13 (2015), each decided from the grid: holds, refuted, or not to be told.

Each is turned into a ratio that should lie on one side of a bound; the bound of a vague word is written down here, so
that a reader can disagree with it. A claim on several curves holds when it holds on all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from wirerate.catalogue.curves import CURVES
from wirerate.catalogue.ecc_slides import OBSERVATIONS, Observation
from wirerate.records import Comparison, Interval, Measurement

HOLDS, REFUTED, UNTOLD = "holds", "refuted", "cannot tell"
OBSERVATION = "observation"

# What the slides' words are taken to mean.
SUBSTANTIAL, SLIGHT, NEGLIGIBLE = 1.5, 1.25, 0.05
SAME = 1.02  # settings whose times are nearer than this do the same


@dataclass(frozen=True)
class Setting:
    """Options of the library, as the grid names them."""

    nist: int = 1
    fixed_point: int = 1
    window: int = 6


class Rows:
    """Measurements of one version, level, board and clock, by curve, operation and setting."""

    def __init__(self, measurements: Iterable[Measurement]) -> None:
        self._rows = {_key(m): m for m in measurements if m.ns is not None}

    def ns(self, curve: str, operation: str, setting: Setting) -> float | None:
        found = self.get(curve, operation, setting)
        return found.ns.median if found and found.ns else None

    def get(self, curve: str, operation: str, setting: Setting) -> Measurement | None:
        return self._rows.get((curve, operation, setting.nist, setting.fixed_point, setting.window))

    def settings(self) -> list[Setting]:
        return list(dict.fromkeys(Setting(*key[2:]) for key in self._rows))

    def ratios(
        self, over: tuple[str, Setting], under: tuple[str, Setting], curves: Iterable[str]
    ) -> list[tuple[str, float]]:
        """The first operation's time over the second's, on every curve that has both."""
        found = []
        for curve in curves:
            a, b = self.ns(curve, *over), self.ns(curve, *under)
            if a is not None and b is not None:
                found.append((curve, a / b))
        return found


def _key(m: Measurement) -> tuple[str, str, int, int, int]:
    extra = m.extra
    options = (int(extra[name]) for name in ("nist", "fixed_point", "window"))
    return (str(extra["curve"]), m.operation, *options)  # type: ignore[return-value]


Told = tuple[list[tuple[str, float]], Callable[[float], bool], str]  # ratios by curve, what holds, the bound in words

SIGNING = [name for name, curve in CURVES.items() if curve.signs]


def observe(
    rows: Rows, setting: Setting, clocks: Sequence[Measurement] = (), symmetric: Sequence[float] = ()
) -> list[Comparison]:
    """All ten. `clocks`: one operation on one board, by clock; `symmetric`: its share of handshakes' cycles."""
    return [_comparison(each, *_tests(rows, setting, clocks, symmetric)[each.test]) for each in OBSERVATIONS]


def _tests(rows: Rows, setting: Setting, clocks: Sequence[Measurement], symmetric: Sequence[float]) -> dict[str, Told]:
    no_comb = Setting(setting.nist, 0, setting.window)
    return {
        "sign_faster_than_verify": (
            rows.ratios(("verify", setting), ("sign", setting), SIGNING), lambda r: r > 1, "verify / sign above 1"
        ),
        "brainpool_slower_than_nist": (
            _brainpool(rows, setting), lambda r: r > 1, "Brainpool / NIST of equal length, sign, above 1"
        ),
        "long_keys_slower": (
            _long(rows, setting), lambda r: r >= SUBSTANTIAL,
            f"secp384r1, secp521r1 / secp256r1, sign, at least {SUBSTANTIAL}",
        ),
        "ecdh_slightly_faster_than_ecdhe": (
            rows.ratios(("ecdhe", setting), ("ecdh", setting), CURVES), lambda r: 1 < r <= SLIGHT,
            f"ECDHE / ECDH above 1 and at most {SLIGHT}",
        ),
        "clock_matters": (
            _clocks(clocks), lambda r: r >= SUBSTANTIAL, f"slowest / fastest clock, at least {SUBSTANTIAL}"
        ),
        "symmetric_negligible": ([("handshake", share) for share in symmetric], lambda r: r <= NEGLIGIBLE,
                                 f"share of a handshake's cycles at most {NEGLIGIBLE:.0%}"),
        "nist_reduction_helps": (
            rows.ratios(("sign", Setting(0, setting.fixed_point, setting.window)), ("sign", setting),
                        [n for n, c in CURVES.items() if c.family == "nist"]),
            lambda r: r >= SUBSTANTIAL, f"off / on, sign, at least {SUBSTANTIAL}",
        ),
        "fixed_point_helps": (rows.ratios(("sign", no_comb), ("sign", setting), SIGNING), lambda r: r >= SLIGHT,
                              f"off / on, sign, at least {SLIGHT}"),
        "ram_buys_time": (
            _tradeoff(rows, setting), lambda r: r > 1, "heap of the fastest window / of the slowest, verify, above 1"
        ),
        "code_and_ram": (_heap(rows, setting), lambda r: r >= 1, "heap of a signature, in KiB, at least 1"),
    }  # fmt: skip


def _brainpool(rows: Rows, setting: Setting) -> list[tuple[str, float]]:
    pairs = (("brainpoolP256r1", "secp256r1"), ("brainpoolP384r1", "secp384r1"), ("brainpoolP512r1", "secp521r1"))
    return _quotients(rows, setting, pairs)


def _long(rows: Rows, setting: Setting) -> list[tuple[str, float]]:
    return _quotients(rows, setting, (("secp384r1", "secp256r1"), ("secp521r1", "secp256r1")))


def _quotients(rows: Rows, setting: Setting, pairs: Iterable[tuple[str, str]]) -> list[tuple[str, float]]:
    found = []
    for over, under in pairs:
        a, b = rows.ns(over, "sign", setting), rows.ns(under, "sign", setting)
        if a is not None and b is not None:
            found.append((over, a / b))
    return found


def _clocks(clocks: Sequence[Measurement]) -> list[tuple[str, float]]:
    times = [m.ns.median for m in clocks if m.ns]
    return [(str(clocks[0].extra["curve"]), max(times) / min(times))] if len(times) > 1 else []


def _tradeoff(rows: Rows, setting: Setting) -> list[tuple[str, float]]:
    """Per curve, over the windows of the same options: what the fastest takes of the heap, over what the slowest.
    Of verification: in Mbed TLS 3 the window does not touch signing."""
    found = []
    for curve in SIGNING:
        swept = [
            row for s in rows.settings() if (s.nist, s.fixed_point) == (setting.nist, setting.fixed_point)
            if (row := rows.get(curve, "verify", s)) is not None
        ]  # fmt: skip
        fast, slow = (pick(swept, key=_median, default=None) for pick in (min, max))
        if fast and slow and _median(slow) > SAME * _median(fast):
            found.append((curve, float(fast.extra["heap_bytes"]) / max(float(slow.extra["heap_bytes"]), 1)))
    return found


def _heap(rows: Rows, setting: Setting) -> list[tuple[str, float]]:
    found = [(curve, rows.get(curve, "sign", setting)) for curve in SIGNING]
    return [(curve, float(row.extra["heap_bytes"]) / 1024) for curve, row in found if row]


def _median(m: Measurement) -> float:
    return m.ns.median if m.ns else 0.0


def _comparison(
    observation: Observation, found: list[tuple[str, float]], holds: Callable[[float], bool], bound: str
) -> Comparison:
    values = sorted(value for _, value in found)
    against = [f"{curve} ({value:.3g})" for curve, value in found if not holds(value)]
    said = UNTOLD if not found else REFUTED if against else HOLDS
    middle = values[len(values) // 2] if values else 0.0
    return Comparison(
        subject=observation.test,
        reference=f"slide {observation.slide}",
        ratio=Interval(middle, values[0] if values else 0.0, values[-1] if values else 0.0, None),
        change="",
        conditions={
            "kind": OBSERVATION,
            "slide": observation.slide,
            "claim": observation.claim,
            "outcome": said,
            "bound": bound,
            "cases": len(found),
            "against": ", ".join(against),
        },
    )
