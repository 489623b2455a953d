"""The slides of 2015 in words: why a figure is hit or missed, and what a claim is taken to mean."""

from __future__ import annotations

from wirerate.catalogue.ecc_slides import OBSERVATIONS
from wirerate.records import Comparison, Interval
from wirerate.records.details import Observation, Options, PublishedFigure
from wirerate.report.kinds.published import reason, taken_as
from wirerate.verdict.observations import Rows, observe
from wirerate.verdict.published import TIME_AIM, outcome


def versions(**model_ms: float) -> list[Comparison]:
    """122 ms on a slide beside each version's time, with a narrow range."""
    found = []
    for name, ms in model_ms.items():
        ratio = Interval(122 / ms, 122 / ms / 1.05, 122 / ms / 0.95, None)
        own = PublishedFigure(slide=16, curve="secp256r1", operation="sign", board="lpc1768", board_stated=True,
                              version=name, published_ms=122, model_ms=ms, model_low_ms=ms * 0.95,
                              model_high_ms=ms * 1.05, nist="", outcome=outcome(ratio, TIME_AIM))  # fmt: skip
        found.append(Comparison(subject="ecdsa", reference="slide 16", ratio=ratio, change="", details=own))
    return found


def test_the_reason_tells_version_from_model() -> None:
    assert "version decides" in reason(versions(old=120, new=70))
    assert "in every version" in reason(versions(old=80, new=70))
    assert "between the versions" in reason(versions(old=160, new=90))
    assert reason(versions(old=120, new=122)) == "the versions agree"


def test_every_claim_has_its_meaning_in_words() -> None:
    plain = Options(nist=True, fixed_point=True, window=6)
    found = observe(Rows([]), plain, version="3.6", board="lpc1768")
    said = {c.subject: taken_as(c.subject, c.details) for c in found if isinstance(c.details, Observation)}
    assert set(said) == {each.test for each in OBSERVATIONS}
    assert said["ecdh_slightly_faster_than_ecdhe"] == "ECDHE / ECDH above 1 and at most 1.25"
    assert said["symmetric_negligible"] == "share of a handshake's cycles at most 5%"
    assert not any("None" in words for words in said.values())
