"""The slides of 2015 in words: why a figure is hit or missed, and what a claim is taken to mean."""

from __future__ import annotations

import pytest

from wirerate.catalogue.ecc_slides import OBSERVATIONS
from wirerate.records import Interval
from wirerate.report import kinds
from wirerate.report.paper import Paper
from wirerate.wings.mcu.answers import published as published_calls
from wirerate.wings.mcu.answers.published import toggles_of
from wirerate.wings.mcu.ecc.store import Case, known
from wirerate.wings.mcu.rows import Options
from wirerate.wings.mcu.runs import Observation, PublishedFigure
from wirerate.wings.mcu.target import target
from wirerate.wings.mcu.verdict.observations import Rows, observe
from wirerate.wings.mcu.verdict.published import TIME_AIM, distinct, outcome
from wirerate.wings.mcu.view import published
from wirerate.wings.mcu.view.published import reason, taken_as


def versions(**model_ms: float) -> list[PublishedFigure]:
    """122 ms on a slide beside each version's time, with a narrow range."""
    found = []
    for name, ms in model_ms.items():
        ratio = Interval(122 / ms, 122 / ms / 1.05, 122 / ms / 0.95, None)
        own = PublishedFigure(subject="ecdsa", ratio=ratio, slide=16, curve="secp256r1", operation="sign",
                              board="lpc1768", board_stated=True, version=name, published_ms=122, model_ms=ms,
                              model_low_ms=ms * 0.95, model_high_ms=ms * 1.05, nist="",
                              outcome=outcome(ratio, TIME_AIM))  # fmt: skip
        found.append(own)
    return found


def test_the_reason_tells_version_from_model() -> None:
    assert "version decides" in reason(versions(old=120, new=70))
    assert "in every version" in reason(versions(old=80, new=70))
    assert "between the versions" in reason(versions(old=160, new=90))
    assert reason(versions(old=120, new=122)) == "the versions agree"


def test_every_claim_has_its_meaning_in_words() -> None:
    plain = Options(nist=True, fixed_point=True, window=6)
    found = observe(Rows([]), plain, version="3.6", board="lpc1768")
    said = {each.subject: taken_as(each) for each in found}
    assert set(said) == {each.test for each in OBSERVATIONS}
    assert said["ecdh_slightly_faster_than_ecdhe"] == "ECDHE / ECDH above 1 and at most 1.25"
    assert said["symmetric_negligible"] == "share of a handshake's cycles at most 5 %"
    assert not any("None" in words for words in said.values())


def test_what_explains_a_miss_stands_with_it_and_a_hypothesis_is_called_one() -> None:
    lines = kinds.text(published_calls.mcu_published(), Paper(100_000)).splitlines()
    assert any("PolarSSL 1.3.10, was built and run on this model once, unchanged" in line for line in lines)
    for figure in distinct():
        begins = f"Slide {figure.slide}: {figure.curve} {figure.operation}"
        (why,) = (
            line for line in lines if line.startswith(begins) and f": {figure.ms:g} ms" in line and line[-1] == "."
        )
        if figure.own_code:
            assert f"With the slides' own code: {figure.own_code[0]:.2f}" in why
        assert ("Hypothesis, documented nowhere" in why) == bool(figure.hypothesis)
        assert "not known" not in why
    assert all(bool(figure.own_code) != bool(figure.hypothesis) for figure in distinct())


def test_four_distinct_figures_name_no_board() -> None:
    assert sum(not figure.stated for figure in distinct()) == 4


def test_at_the_clock_that_fits_the_model_takes_what_is_published() -> None:
    fitting = [own for own in published.of(published_calls.mcu_published(), PublishedFigure) if own.fits_hz]
    assert len(fitting) > 20
    for own in fitting:
        assert own.fits_hz is not None
        figure = next(f for f in distinct() if (f.slide, f.ms) == (own.slide, own.published_ms))
        case = Case(own.version, "-O2", own.curve, own.operation, toggles_of(figure))
        found = known(case, target(own.board, clock_hz=own.fits_hz))
        assert found is not None
        assert found.ns is not None
        assert found.ns.median / 1e6 == pytest.approx(own.published_ms, rel=0.011)
    assert not any(own.fits_hz for own in fitting if own.published_ms * 1.02 < own.model_ms), "no part runs faster"


def test_observations_are_decided_where_the_grid_is_whole() -> None:
    told = published.of(published_calls.mcu_published(), Observation)
    assert {own.version for own in told} == {"2.28", "3.6"}
