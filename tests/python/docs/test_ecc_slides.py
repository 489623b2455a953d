"""The page of the ECC slides of 2015: it is current, and its figures and observations are decided from what the model
says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from scripts.ecc_slides.figures import (
    HIT,
    MISS,
    NEAR,
    PAIRS,
    Beside,
    FigureBeside,
    RatioBeside,
    case_of,
    figures_beside,
    outcome,
    ratios_beside,
    shipped,
)
from scripts.ecc_slides.observations import HOLDS, REFUTED, UNTOLD, Decided, Rows, observations, observe
from scripts.ecc_slides.page import page, reason, reasons
from scripts.ecc_slides.slides import DISTINCT, FIGURES, OBSERVATIONS
from tests.python.wings.mcu.made import OPERATION

from wirerate.catalogue.curves import CURVES
from wirerate.records import Interval
from wirerate.wings.mcu.rows import BoardOperation, Options
from wirerate.wings.mcu.target import target

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "ecc-slides.md"
SIGN = next(f for f in FIGURES if (f.slide, f.curve, f.operation) == (16, "secp256r1", "sign"))  # 122 ms
PLAIN = OPERATION.options


def model(ms: float, spread: float = 0.1, operation: str = "sign", **own: Any) -> BoardOperation:
    interval = Interval(ms * 1e6, ms * (1 - spread) * 1e6, ms * (1 + spread) * 1e6, None, ("branch refill",))
    return replace(OPERATION, operation=operation, ns=interval, **own)


@pytest.fixture(scope="module")
def beside() -> list[FigureBeside]:
    return figures_beside(shipped)


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(shipped), "type: make docs"


def test_the_slides_have_ten_figures_of_which_eight_are_distinct(beside: list[FigureBeside]) -> None:
    assert (len(FIGURES), len(DISTINCT)) == (10, 8)
    assert sorted(f.ms for f in DISTINCT) == [66, 122, 229, 351, 458, 638, 1155, 5986]
    assert len(OBSERVATIONS) == 10
    assert len({(each.figure.slide, each.figure.ms) for each in beside}) == 8


def test_the_page_says_what_it_compares_and_shows_every_row(beside: list[FigureBeside]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    said = (
        "Slide 20",
        "5986 ms",
        "in no registry",
        "Observations of slides 12 and 13",
        "Slide 11",
        "No parameter",
        "PolarSSL 1.3.10, was built and run on this model once, unchanged",
    )
    assert all(words in text for words in said)
    judged = [line for line in text.splitlines() if any(f"| {word} |" in line for word in (HIT, NEAR, MISS))]
    assert len(judged) == len(beside) + len(list(ratios_beside(beside)))


@pytest.mark.parametrize(("ms", "word"), [(122, HIT), (107, HIT), (100, MISS), (70, MISS)])
def test_a_figure_beside_the_model(ms: float, word: str) -> None:
    found = FigureBeside(SIGN, model(ms))
    assert found.outcome == word
    assert found.ratio.median == pytest.approx(122 / ms)
    assert found.ratio.low <= found.ratio.median <= found.ratio.high
    assert found.ratio.confidence is None


def test_near_is_inside_the_range_and_no_hit() -> None:
    assert outcome(Interval(1.2, 0.95, 1.4, None), 0.15) == NEAR
    assert outcome(Interval(1.2, 1.05, 1.4, None), 0.15) == MISS


def test_a_ratio_moves_both_ends_together_on_one_board() -> None:
    pair = next(p for p in PAIRS if p.name.startswith("verify / sign"))
    found = RatioBeside(pair, model(375, 0.3), model(100, 0.3))
    assert found.published == pytest.approx(458 / 122)
    assert found.modelled == pytest.approx(3.75)
    assert found.ratio.high / found.ratio.low == pytest.approx(1)  # the same unknowns divide out
    other = RatioBeside(pair, model(375, 0.3, board="f401re"), model(100, 0.3))
    assert other.ratio.high / other.ratio.low > 2


def versions(**model_ms: float) -> list[Beside]:
    """122 ms on a slide beside each version's time, with a narrow range."""
    return [FigureBeside(SIGN, model(ms, 0.05, version=name)) for name, ms in model_ms.items()]


def test_the_reason_tells_version_from_model() -> None:
    assert "version decides" in reason(versions(old=120, new=70))
    assert "in every version" in reason(versions(old=80, new=70))
    assert "between the versions" in reason(versions(old=160, new=90))
    assert reason(versions(old=120, new=122)) == "the versions agree"


def test_what_explains_a_miss_stands_with_it_and_a_hypothesis_is_called_one(beside: list[FigureBeside]) -> None:
    lines = reasons(beside)
    for figure in DISTINCT:
        (why,) = (line for line in lines if line.startswith(figure.printed))
        assert f"- {why}" in PAGE.read_text(encoding="utf-8")
        if figure.own_code:
            assert f"With the slides' own code: {figure.own_code[0]:.2f}" in why
        assert ("Hypothesis, documented nowhere" in why) == bool(figure.hypothesis)
        assert "not known" not in why
    assert all(bool(figure.own_code) != bool(figure.hypothesis) for figure in DISTINCT)


def test_four_distinct_figures_name_no_board() -> None:
    assert sum(not figure.stated for figure in DISTINCT) == 4


def test_at_the_clock_that_fits_the_model_takes_what_is_published(beside: list[FigureBeside]) -> None:
    fitting = [each for each in beside if each.fits_hz]
    assert len(fitting) > 20
    for each in fitting:
        there = target(each.model.board, clock_hz=each.fits_hz)
        found = shipped(case_of(each.figure, each.version), there)
        assert found is not None
        assert found.ns.median / 1e6 == pytest.approx(each.figure.ms, rel=0.011)
        assert each.figure.ms * 1.02 >= each.model.ns.median / 1e6, "no part runs faster"


# ---- observations ----


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


def told(found: list[Decided]) -> dict[str, str]:
    return {each.observation.test: each.outcome for each in found}


def observed(
    rows: Iterable[BoardOperation], clocks: Sequence[BoardOperation] = (), symmetric: Sequence[float] = ()
) -> list[Decided]:
    return observe("2.28", Rows(rows), PLAIN, clocks, symmetric)


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
    found = next(each for each in observed(rows) if each.observation.test == "sign_faster_than_verify")
    assert found.outcome == REFUTED
    assert [ratio.name for ratio in found.against] == ["secp192r1"]
    assert (len(found.test.ratios), found.test.above) == (2, 1)


def test_without_figures_nothing_is_told() -> None:
    assert set(told(observed([])).values()) == {UNTOLD}


def test_every_claim_has_its_meaning_in_words() -> None:
    said = {each.observation.test: each.test.taken_as for each in observed([])}
    assert set(said) == {each.test for each in OBSERVATIONS}
    assert said["ecdh_slightly_faster_than_ecdhe"] == "ECDHE / ECDH above 1 and at most 1.25"
    assert said["symmetric_negligible"] == "share of a handshake's cycles at most 5 %"
    assert not any("None" in words for words in said.values())


@pytest.mark.parametrize("version", ["2.28", "3.6"])
def test_observations_are_decided_where_the_grid_is_whole(version: str) -> None:
    outcomes = told(observations(version))
    assert [name for name, word in outcomes.items() if word == REFUTED] == ["ecdh_slightly_faster_than_ecdhe"]
    assert f"| {version} |" in PAGE.read_text(encoding="utf-8")
