"""`history ecc-2015`: figures and observations of the slides, decided from stored estimates; and their page."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from scripts.ecc_slides import page
from tests.python.wings.mcu.made import OPERATION

from wirerate.catalogue.curves import CURVES
from wirerate.catalogue.history import ecc_2015_slides, key_lengths
from wirerate.catalogue.libraries import VERSIONS
from wirerate.records import Interval
from wirerate.report import document, kinds
from wirerate.report.rfc1810 import rows_of
from wirerate.report.terminal import Paper
from wirerate.wings.history.ecc_figures import _estimate, outcome, reason, reasons, slide_ratio, slide_time
from wirerate.wings.history.ecc_observations import Grid, decide
from wirerate.wings.history.history import history
from wirerate.wings.history.rows import HistoryRun, SlideObservation, SlideRatio, SlideTime
from wirerate.wings.mcu.rows import BoardOperation, Options

PAGE = Path(__file__).parents[4] / "docs" / "reference" / "ecc-slides.md"
FIGURES = ecc_2015_slides().figure
DISTINCT = ecc_2015_slides().distinct
OBSERVATIONS = ecc_2015_slides().observation
SIGN = next(f for f in FIGURES if (f.slide, f.curve, f.operation) == (16, "secp256r1", "sign"))  # 122 ms
PLAIN = OPERATION.options


def model(ms: float, spread: float = 0.1, operation: str = "sign", **own: Any) -> BoardOperation:
    interval = Interval(ms * 1e6, ms * (1 - spread) * 1e6, ms * (1 + spread) * 1e6, None, ("branch refill",))
    return replace(OPERATION, operation=operation, ns=interval, **own)


@pytest.fixture(scope="module")
def run() -> HistoryRun:
    return history("ecc-2015")


@pytest.fixture(scope="module")
def times(run: HistoryRun) -> list[SlideTime]:
    return rows_of(run.rows, SlideTime)


def test_the_page_is_current(run: HistoryRun) -> None:
    assert PAGE.read_text(encoding="utf-8") == page(run), "type: make docs"


def test_the_slides_have_ten_figures_of_which_eight_are_distinct(times: list[SlideTime]) -> None:
    assert (len(FIGURES), len(DISTINCT)) == (10, 8)
    assert sorted(f.ms for f in DISTINCT) == [66, 122, 229, 351, 458, 638, 1155, 5986]
    assert len(OBSERVATIONS) == 10
    assert len({(row.slide, row.published_ms) for row in times}) == 8
    assert len(times) == 12 * len(VERSIONS)


def test_the_page_says_what_it_compares_and_shows_every_row(run: HistoryRun, times: list[SlideTime]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    said = (
        "Slide 20",
        "5986 ms",
        "No package registry has that version",
        "Observations of slides 12 and 13",
        "Slide 11",
        "No parameter of the model was fitted",
        "PolarSSL 1.3.10, was built once and run on the unchanged model",
    )
    assert all(words in text for words in said)
    judged = [line for line in text.splitlines() if any(f"| {word} |" in line for word in ("hit", "near", "miss"))]
    assert len(judged) == len(times) + len(rows_of(run.rows, SlideRatio))


def test_the_answer_has_every_figure_observation_and_key_length(run: HistoryRun) -> None:
    text = kinds.text(run, Paper(80))
    assert text.startswith("In 2015 a P-256 signature took 122 ms on a Cortex-M board; with Mbed TLS 3.6 it\ntakes an ")
    flat = " ".join(text.split())
    for figure in DISTINCT:
        for board in figure.boards:
            shown = board if figure.stated else f"{board}?"
            assert f"{figure.name} {figure.slide} {figure.ms:g} {shown} " in flat
    assert all(one.claim in flat for one in OBSERVATIONS)
    assert all(f"{row.symmetric} bits = ECC {row.ecc} = RSA {row.rsa} " in flat for row in key_lengths().row)
    assert "9 hold, 1 refuted" in flat
    assert "enabled) (ECDHE / ECDH above 1 and at most 1.25: 1.28 – 1.98)" in flat
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "Hypothesis" not in flat
    assert "Hypothesis, documented nowhere" in " ".join(kinds.text(run, Paper(80, explain=True)).split())


def test_exports_and_html(run: HistoryRun) -> None:
    rows = list(csv.DictReader(io.StringIO(kinds.csv(run))))
    first = rows[0]
    assert (first["row"], first["published_ms"], first["board"], first["stated"]) == (
        "secp256r1 sign", "122.0", "lpc1768", "0"
    )  # fmt: skip
    assert float(first["ns_low_3.6"]) < float(first["ns_3.6"]) < float(first["ns_high_3.6"])
    text = document.document(run)
    for section in ("times", "observations", "ratios", "why", "ranges", "key-lengths"):
        assert f'id="{section}"' in text
    assert (
        "ECDHE / ECDH above 1 and at most 1.25. Mbed TLS 2.28: refuted (1.31 – 1.96); Mbed TLS 3.6: refuted (" in text
    )
    assert '"row":"slide-observation"' in run.to_json()


@pytest.mark.parametrize(("ms", "word"), [(122, "hit"), (107, "hit"), (100, "miss"), (70, "miss")])
def test_a_figure_beside_the_model(ms: float, word: str) -> None:
    found = slide_time(SIGN, model(ms))
    assert found.outcome == word
    assert found.ratio.median == pytest.approx(122 / ms)
    assert found.ratio.low <= found.ratio.median <= found.ratio.high
    assert found.ratio.confidence is None


def test_near_is_inside_the_range_and_no_hit() -> None:
    assert outcome(Interval(1.2, 0.95, 1.4, None), 0.15) == "near"
    assert outcome(Interval(1.2, 1.05, 1.4, None), 0.15) == "miss"


def test_a_ratio_moves_both_ends_together_on_one_board() -> None:
    verify = next(f for f in FIGURES if f.operation == "verify")
    sign = slide_time(SIGN, model(100, 0.3))
    found = slide_ratio("verify / sign", slide_time(verify, model(375, 0.3)), sign)
    assert found.published == pytest.approx(458 / 122)
    assert found.estimated == pytest.approx(3.75)
    assert found.ratio.high / found.ratio.low == pytest.approx(1)  # unknowns common to both cancel
    other = slide_ratio("verify / sign", slide_time(verify, model(375, 0.3, board="f401re")), sign)
    assert other.ratio.high / other.ratio.low > 2


def versions(**model_ms: float) -> list[SlideTime]:
    """Return 122 ms, from a slide, beside each version's time with a narrow range."""
    return [slide_time(SIGN, model(ms, 0.05, version=name)) for name, ms in model_ms.items()]


def test_the_reason_tells_version_from_model() -> None:
    assert "version decides" in reason(versions(old=120, new=70))
    assert "in every version" in reason(versions(old=80, new=70))
    assert "between the versions" in reason(versions(old=160, new=90))
    assert reason(versions(old=120, new=122)) == "the versions agree"


def test_a_miss_has_its_explanation_and_a_hypothesis_is_called_one(times: list[SlideTime]) -> None:
    lines = reasons(times)
    for figure in DISTINCT:
        (why,) = (line for line in lines if line.startswith(figure.printed))
        assert f"- {why}" in PAGE.read_text(encoding="utf-8")
        if figure.own_code:
            assert f"With the slides' own code: {figure.own_code[0]:.2f}" in why
        assert ("Hypothesis, documented nowhere" in why) == bool(figure.hypothesis)
    assert all(bool(figure.own_code) != bool(figure.hypothesis) for figure in DISTINCT)


def test_four_distinct_figures_name_no_board() -> None:
    assert sum(not figure.stated for figure in DISTINCT) == 4


def test_at_the_clock_that_fits_the_estimate_is_what_is_published(times: list[SlideTime]) -> None:
    fitting = [row for row in times if row.fits_hz]
    assert len(fitting) > 20
    figures = {figure.printed: figure for figure in FIGURES}
    for row in fitting[::5]:
        found = _estimate(figures[row.printed], row.board, row.version, row.fits_hz)
        assert found.ns.median / 1e6 == pytest.approx(row.published_ms, rel=1e-6)
    assert all(row.published_ms * 1.02 >= row.ns.median / 1e6 for row in fitting), "no part runs faster"


# ---- observations ----


def grid(
    sign: float = 100.0, verify: float = 360.0, brainpool: float = 5.0, comb: float = 1.4
) -> Iterator[BoardOperation]:
    """Return a grid in which the slides' observations hold, except as the arguments say."""
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


def outcomes(decided: Iterable[SlideObservation]) -> dict[str, str]:
    """Return each test's outcome."""
    tests = {one.claim: one.test for one in OBSERVATIONS}
    return {tests[row.subject]: row.outcome for row in decided}


def observed(
    rows: Iterable[BoardOperation], clocks: Sequence[BoardOperation] = (), symmetric: Sequence[float] = ()
) -> list[SlideObservation]:
    return decide("2.28", Grid(rows), PLAIN, clocks, symmetric)


def test_observations_that_hold() -> None:
    clocks = [model(ms, clock_hz=hz) for hz, ms in ((24e6, 400.0), (96e6, 105.0))]
    decided = outcomes(observed(grid(), clocks, [0.004, 0.01]))
    assert set(decided.values()) == {"holds"}
    assert len(decided) == len(OBSERVATIONS)


def test_observations_that_do_not() -> None:
    assert outcomes(observed(grid(verify=80.0)))["sign_faster_than_verify"] == "refuted"
    assert outcomes(observed(grid(brainpool=0.5)))["brainpool_slower_than_nist"] == "refuted"
    assert outcomes(observed(grid(comb=1.01)))["fixed_point_helps"] == "refuted"
    assert outcomes(observed(grid(), (), [0.2]))["symmetric_negligible"] == "refuted"


def test_one_curve_against_it_refutes_and_is_named() -> None:
    rows = [m for m in grid() if m.curve in ("secp192r1", "secp256r1")]
    for m in rows:
        if m.curve == "secp192r1" and m.operation == "verify":
            m.ns = Interval(1e6, 1e6, 1e6, None)
    (row,) = (row for row in observed(rows) if row.subject == OBSERVATIONS[0].claim)
    assert row.outcome == "refuted"
    assert [name.partition(" ")[0] for name in row.against] == ["secp192r1"]
    assert row.taken_as == "verify / sign above 1"
    assert row.low is not None
    assert row.low < 1 < row.high


def test_without_figures_nothing_is_decided() -> None:
    assert set(outcomes(observed([])).values()) == {"cannot tell"}


def test_every_claim_has_its_meaning_in_words() -> None:
    tests = {one.claim: one.test for one in OBSERVATIONS}
    meanings = {tests[row.subject]: row.taken_as for row in observed([])}
    assert set(meanings) == set(tests.values())
    assert meanings["ecdh_slightly_faster_than_ecdhe"] == "ECDHE / ECDH above 1 and at most 1.25"
    assert meanings["symmetric_negligible"] == "share of a handshake's cycles at most 5 %"
    assert not any("None" in words for words in meanings.values())


@pytest.mark.parametrize("version", ["2.28", "3.6"])
def test_observations_are_decided_where_the_grid_is_whole(run: HistoryRun, version: str) -> None:
    decided = outcomes(row for row in rows_of(run.rows, SlideObservation) if row.version == version)
    assert [name for name, word in decided.items() if word == "refuted"] == ["ecdh_slightly_faster_than_ecdhe"]
    assert ("cannot tell" in decided.values()) == (version == "2.28")  # handshakes of 2.28 are not stored
