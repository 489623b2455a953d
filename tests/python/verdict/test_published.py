"""The slides' figures and observations, decided from measurements."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from wirerate.catalogue.curves import CURVES
from wirerate.catalogue.ecc_slides import FIGURES, OBSERVATIONS
from wirerate.records import Comparison, Interval, Measurement
from wirerate.verdict.observations import HOLDS, REFUTED, UNTOLD, Rows, Setting, observe
from wirerate.verdict.published import (
    HIT,
    MISS,
    NEAR,
    PAIRS,
    against_figure,
    against_pair,
    distinct,
    outcome,
    reason,
)

SIGN = next(f for f in FIGURES if (f.slide, f.curve, f.operation) == (16, "secp256r1", "sign"))  # 122 ms


def model(ms: float, spread: float = 0.1, **extra: float | int | str) -> Measurement:
    known: dict[str, float | int | str] = {"board": "lpc1768", "version": "2.28", "curve": "secp256r1", "nist": 1}
    known |= {"fixed_point": 1, "window": 6, "heap_bytes": 2000, **extra}
    interval = Interval(ms * 1e6, ms * (1 - spread) * 1e6, ms * (1 + spread) * 1e6, None, ("branch refill",))
    return Measurement(subject="ecdsa", operation=str(extra.get("operation", "sign")), ns=interval, extra=known)


def test_the_slides_have_ten_figures_of_which_eight_are_distinct() -> None:
    assert (len(FIGURES), len(distinct())) == (10, 8)
    assert sorted(f.ms for f in distinct()) == [66, 122, 229, 351, 458, 638, 1155, 5986]
    assert len(OBSERVATIONS) == 10


@pytest.mark.parametrize(("ms", "word"), [(122, HIT), (107, HIT), (100, MISS), (70, MISS)])
def test_a_figure_beside_the_model(ms: float, word: str) -> None:
    found = against_figure(SIGN, model(ms))
    assert found.conditions["outcome"] == word
    assert found.ratio.median == pytest.approx(122 / ms)
    assert found.ratio.low <= found.ratio.median <= found.ratio.high
    assert found.ratio.confidence is None


def test_near_is_inside_the_range_and_no_hit() -> None:
    assert outcome(Interval(1.2, 0.95, 1.4, None), 0.15) == NEAR
    assert outcome(Interval(1.2, 1.05, 1.4, None), 0.15) == MISS


def test_a_ratio_moves_both_ends_together_on_one_board() -> None:
    pair = next(p for p in PAIRS if p.name.startswith("verify / sign"))
    found = against_pair(pair, model(375, 0.3), model(100, 0.3))
    assert found.conditions["published_ratio"] == pytest.approx(458 / 122)
    assert found.ratio.high / found.ratio.low == pytest.approx(1)  # the same unknowns divide out
    other = against_pair(pair, model(375, 0.3, board="f401re"), model(100, 0.3))
    assert other.ratio.high / other.ratio.low > 2


def test_the_reason_tells_version_from_model() -> None:
    def versions(**ms: float) -> list[Comparison]:
        return [against_figure(SIGN, model(value, 0.05, version=name)) for name, value in ms.items()]

    assert "version decides" in reason(versions(old=120, new=70))
    assert "in every version" in reason(versions(old=80, new=70))
    assert "between the versions" in reason(versions(old=160, new=90))
    assert reason(versions(old=120, new=122)) == "the versions agree"


def grid(
    sign: float = 100.0, verify: float = 360.0, brainpool: float = 5.0, comb: float = 1.4
) -> Iterator[Measurement]:
    """A grid in which the slides' observations hold, unless told otherwise."""
    for name, curve in CURVES.items():
        for nist in (0, 1):
            for fixed in (0, 1):
                for window in range(2, 8):
                    ms = sign * (curve.bits / 256) ** 2 * (brainpool if curve.family == "brainpool" else 1)
                    ms *= (
                        (1 if nist or curve.family != "nist" else 5) * (1 if fixed else comb) * (1 + (7 - window) / 20)
                    )
                    own: dict[str, float | int | str] = {"nist": nist, "fixed_point": fixed, "window": window}
                    own |= {"heap_bytes": 1500 + window * 500, "curve": name}
                    times = {"sign": ms, "verify": ms * verify / sign, "ecdh": ms * 3, "ecdhe": ms * 3.5}
                    for operation, value in times.items():
                        if curve.has(operation):
                            yield model(value, 0.1, **own, operation=operation)


def told(found: list[Comparison]) -> dict[str, str]:
    return {c.subject: str(c.conditions["outcome"]) for c in found}


def test_observations_that_hold() -> None:
    clocks = [model(ms, clock_hz=hz) for hz, ms in ((24e6, 400.0), (96e6, 105.0))]
    found = told(observe(Rows(grid()), Setting(), clocks, [0.004, 0.01]))
    assert set(found.values()) == {HOLDS}
    assert len(found) == len(OBSERVATIONS)


def test_observations_that_do_not() -> None:
    assert told(observe(Rows(grid(verify=80.0)), Setting()))["sign_faster_than_verify"] == REFUTED
    assert told(observe(Rows(grid(brainpool=0.5)), Setting()))["brainpool_slower_than_nist"] == REFUTED
    assert told(observe(Rows(grid(comb=1.01)), Setting()))["fixed_point_helps"] == REFUTED
    assert told(observe(Rows(grid()), Setting(), (), [0.2]))["symmetric_negligible"] == REFUTED


def test_one_curve_against_it_refutes_and_is_named() -> None:
    rows = [m for m in grid() if m.extra["curve"] in ("secp192r1", "secp256r1")]
    for m in rows:
        if m.extra["curve"] == "secp192r1" and m.operation == "verify":
            m.ns = Interval(1e6, 1e6, 1e6, None)
    found = next(c for c in observe(Rows(rows), Setting()) if c.subject == "sign_faster_than_verify")
    assert found.conditions["outcome"] == REFUTED
    assert "secp192r1" in str(found.conditions["against"])
    assert "secp256r1" not in str(found.conditions["against"])


def test_without_figures_nothing_is_told() -> None:
    assert set(told(observe(Rows([]), Setting())).values()) == {UNTOLD}
