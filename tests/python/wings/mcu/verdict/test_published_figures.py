"""The slides' figures and observations, decided from what the model says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from wirerate.catalogue.curves import CURVES
from wirerate.catalogue.ecc_slides import FIGURES, OBSERVATIONS
from wirerate.records import Interval
from wirerate.wings.mcu.rows import BoardOperation, CycleRange, Options
from wirerate.wings.mcu.runs import Observation
from wirerate.wings.mcu.verdict.observations import HOLDS, REFUTED, UNTOLD, Rows, observe
from wirerate.wings.mcu.verdict.published import HIT, MISS, NEAR, PAIRS, against_figure, against_pair, distinct, outcome

SIGN = next(f for f in FIGURES if (f.slide, f.curve, f.operation) == (16, "secp256r1", "sign"))  # 122 ms


OPERATION = BoardOperation(
    subject="ecdsa", ns=Interval(1e6, 1e6, 1e6, None),
    board="lpc1768", title="mbed NXP LPC1768", core="cortex-m3", clock_hz=96e6, wait_states=4, instructions=5_000_000,
    cycles=CycleRange(typical=8e6, low=7e6, high=9e6), stack_bytes=1000, heap_bytes=2000, ram_bytes=3000,
    flash_bytes=20_000, curve="secp256r1", strength=128, version="2.28", release="2.28.10", level="O2",
    options=Options(nist=True, fixed_point=True, window=6), heap_kept=0, compiler="", command="", date="",
)  # fmt: skip
PLAIN = OPERATION.options


def model(ms: float, spread: float = 0.1, operation: str = "sign", **own: Any) -> BoardOperation:
    interval = Interval(ms * 1e6, ms * (1 - spread) * 1e6, ms * (1 + spread) * 1e6, None, ("branch refill",))
    return replace(OPERATION, operation=operation, ns=interval, **own)


def test_the_slides_have_ten_figures_of_which_eight_are_distinct() -> None:
    assert (len(FIGURES), len(distinct())) == (10, 8)
    assert sorted(f.ms for f in distinct()) == [66, 122, 229, 351, 458, 638, 1155, 5986]
    assert len(OBSERVATIONS) == 10


@pytest.mark.parametrize(("ms", "word"), [(122, HIT), (107, HIT), (100, MISS), (70, MISS)])
def test_a_figure_beside_the_model(ms: float, word: str) -> None:
    found = against_figure(SIGN, model(ms))
    assert found.outcome == word
    assert found.ratio.median == pytest.approx(122 / ms)
    assert found.ratio.low <= found.ratio.median <= found.ratio.high
    assert found.ratio.confidence is None


def test_near_is_inside_the_range_and_no_hit() -> None:
    assert outcome(Interval(1.2, 0.95, 1.4, None), 0.15) == NEAR
    assert outcome(Interval(1.2, 1.05, 1.4, None), 0.15) == MISS


def test_a_ratio_moves_both_ends_together_on_one_board() -> None:
    pair = next(p for p in PAIRS if p.name.startswith("verify / sign"))
    found = against_pair(pair, model(375, 0.3), model(100, 0.3))
    assert found.published == pytest.approx(458 / 122)
    assert found.model == pytest.approx(3.75)
    assert found.ratio.high / found.ratio.low == pytest.approx(1)  # the same unknowns divide out
    other = against_pair(pair, model(375, 0.3, board="f401re"), model(100, 0.3))
    assert other.ratio.high / other.ratio.low > 2


def grid(
    sign: float = 100.0, verify: float = 360.0, brainpool: float = 5.0, comb: float = 1.4
) -> Iterator[BoardOperation]:
    """A grid in which the slides' observations hold, unless told otherwise."""
    for name, curve in CURVES.items():
        for nist in (0, 1):
            for fixed in (0, 1):
                for window in range(2, 8):
                    ms = sign * (curve.bits / 256) ** 2 * (brainpool if curve.family == "brainpool" else 1)
                    ms *= (
                        (1 if nist or curve.family != "nist" else 5) * (1 if fixed else comb) * (1 + (7 - window) / 20)
                    )
                    options = Options(nist=bool(nist), fixed_point=bool(fixed), window=window)
                    own = {"options": options, "heap_bytes": 1500 + window * 500, "curve": name}
                    times = {"sign": ms, "verify": ms * verify / sign, "ecdh": ms * 3, "ecdhe": ms * 3.5}
                    for operation, value in times.items():
                        if curve.has(operation):
                            yield model(value, 0.1, operation, **own)


def told(found: list[Observation]) -> dict[str, str]:
    return {each.subject: each.outcome for each in found}


def observed(
    rows: Iterable[BoardOperation], clocks: Sequence[BoardOperation] = (), symmetric: Sequence[float] = ()
) -> list[Observation]:
    return observe(Rows(rows), PLAIN, clocks, symmetric, version="2.28", board="lpc1768")


def test_observations_that_hold() -> None:
    clocks = [model(ms, clock_hz=hz) for hz, ms in ((24e6, 400.0), (96e6, 105.0))]
    found = told(observed(grid(), clocks, [0.004, 0.01]))
    assert set(found.values()) == {HOLDS}
    assert len(found) == len(OBSERVATIONS)


def test_observations_that_do_not() -> None:
    assert told(observed(grid(verify=80.0)))["sign_faster_than_verify"] == REFUTED
    assert told(observed(grid(brainpool=0.5)))["brainpool_slower_than_nist"] == REFUTED
    assert told(observed(grid(comb=1.01)))["fixed_point_helps"] == REFUTED
    assert told(observed(grid(), (), [0.2]))["symmetric_negligible"] == REFUTED


def test_one_curve_against_it_refutes_and_is_named() -> None:
    rows = [m for m in grid() if m.curve in ("secp192r1", "secp256r1")]
    for m in rows:
        if m.curve == "secp192r1" and m.operation == "verify":
            m.ns = Interval(1e6, 1e6, 1e6, None)
    found = next(c for c in observed(rows) if c.subject == "sign_faster_than_verify")
    assert found.outcome == REFUTED
    assert [case.name for case in found.against] == ["secp192r1"]
    assert (found.cases, found.above) == (2, 1)


def test_without_figures_nothing_is_told() -> None:
    assert set(told(observed([])).values()) == {UNTOLD}
