from __future__ import annotations

import re
import sys
from collections.abc import Callable
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from wirerate.errors import MissingError, UsageError
from wirerate.links import parse_link
from wirerate.records import AnyRun, CheckRun, Interval, Measurement
from wirerate.report import charts, series
from wirerate.report.charts import bound, cost, margin, rate, rounds, theme

MAKERS = (margin.chart, rate.chart, rate.by_working_set, cost.chart, rounds.chart)
WIDTHS = (theme.WIDE, theme.NARROW)


def curve(*points: tuple[int, float]) -> series.Curve:
    made = tuple(series.Point(x, gbits, gbits, gbits, Interval(x * 8 / gbits, 1, 1, 0.9)) for x, gbits in points)
    return series.Curve("umac-64@nettle", "tag", "reuse", 1, "subject", "cold", "cold", made)


@pytest.mark.parametrize("maker", MAKERS)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_drawing_is_well_formed_named_and_of_the_width(
    maker: Callable[[AnyRun], charts.Chart | None], width: int, full_run: AnyRun
) -> None:
    pytest.importorskip("vl_convert")
    chart = maker(full_run)
    assert chart is not None
    drawing = charts.svg(chart, width)
    root = ElementTree.fromstring(drawing)
    assert root.get("aria-label") == chart.title
    assert root.get("width") == str(width)
    named = [each for each in root.iter() if each.get("aria-label") and each is not root]
    assert len(named) >= 2
    for each in named:
        if each.get("aria-roledescription") in ("point", "bar"):
            assert each[0].text == each.get("aria-label")
    assert "undefined" not in drawing
    assert "NaN" not in drawing


@pytest.mark.parametrize("maker", MAKERS)
def test_every_colour_has_a_dark_twin(maker: Callable[[AnyRun], charts.Chart | None], full_run: AnyRun) -> None:
    pytest.importorskip("vl_convert")
    chart = maker(full_run)
    assert chart is not None
    used = set(re.findall(r'(?:fill|stroke)="(#[0-9a-fA-F]+)"', charts.svg(chart, theme.WIDE)))
    assert used <= set(theme.DARK)


def test_dark_and_light_colours_contrast_with_their_background() -> None:
    marks = set(theme.DARK) - {theme.GRID, theme.BAND}  # a grid is not to be seen first
    for light in marks:
        assert contrast(light, "#ffffff") >= 2.5, light
        assert contrast(theme.DARK[light], "#12171d") >= 3, light


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours (WCAG 2.2)."""

    def luminance(color: str) -> float:
        parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_keeping_up_starts_at_the_first_size_that_stays_above_the_link() -> None:
    link = parse_link("10G")
    assert rate.keeps_up_from(curve((64, 9), (576, 8), (1500, 11)), link) == 1500
    assert rate.keeps_up_from(curve((64, 9), (576, 9.6), (1500, 11)), link) == 64
    assert rate.keeps_up_from(curve((64, 9), (1500, 9)), link) is None


def test_titles_agree_with_the_run(full_run: AnyRun) -> None:
    titles = [chart.title for maker in MAKERS if (chart := maker(full_run))]
    assert titles[0] == "At 10G with IMIX, 2 of 7 keep up and 4 must not be used"  # rows drawn
    assert titles[1] == (
        "One core and 10G Ethernet: aes-128-gmac keeps up from 128-byte packets on; hmac-md5 at no size"
    )
    assert titles[2] == "From memory (256 MiB), aes-128-gmac loses 26 % of its best rate, hmac-md5 2 %"
    assert titles[3].startswith(
        "Reusing the key schedule reduces the fixed cost of hmac-sha256 from 1,008 ns to 240 ns"
    )
    assert titles[4].startswith("Half of the rounds lie within 0.")


def test_the_title_never_begins_with_a_forbidden_algorithm(full_run: AnyRun) -> None:
    for m in full_run.rows:
        if m.subject.startswith("md5@") and m.ns:
            m.ns = Interval(1.0, 1.0, 1.0, 0.9)
    chart = rate.chart(full_run)
    assert chart is not None
    assert "aes-128-gmac keeps up" in chart.title


@pytest.mark.parametrize("maker", MAKERS)
def test_a_chart_without_measurements_is_left_out(maker: Callable[[AnyRun], charts.Chart | None]) -> None:
    assert maker(CheckRun(command="check", environment=None)) is None


def test_bounds_are_shown_beside_measurements(bounds: list[Measurement]) -> None:
    pytest.importorskip("vl_convert")
    chart = bound.chart(bounds, "1 of 2 near its bound")
    for width in WIDTHS:
        text = charts.svg(chart, width)
        assert "hmac-md5@wirerate/avx2: 3.30 cycles per byte, 3.10 allowed" in text
        assert "×1.58 the bound" in text


def test_links_asked_for_take_the_place_of_the_runs(full_run: AnyRun) -> None:
    assert [link.name for link in rate.links_of(full_run)] == ["10G"]
    assert [link.name for link in rate.links_of(full_run, ["25G", "oc-12c"])] == ["25G", "oc-12c"]
    full_run.verdicts[0].link = "a link of a later version"
    assert [link.name for link in rate.links_of(full_run)] == ["10G"]


def test_a_file_for_the_docs_stands_by_itself(full_run: AnyRun) -> None:
    pytest.importorskip("vl_convert")
    text = rate.standalone(full_run, ["10G", "100G"], "wirerate speed --cache cold")
    root = ElementTree.fromstring(text)
    assert root.tag.endswith("svg")
    words = " ".join(each.text or "" for each in root.iter() if each.tag.endswith("}text"))
    assert "Synthetic CPU 1" in words
    assert "Made by: wirerate speed --cache cold" in words
    assert "100G link" in words
    assert "aes-128-gmac keeps up" in words
    assert "prefers-color-scheme:dark" in text


def test_nothing_to_draw_says_what_to_measure() -> None:
    with pytest.raises(UsageError, match="no rate by packet size") as caught:
        rate.standalone(CheckRun(command="check", environment=None))
    assert "wirerate speed" in caught.value.fix


def test_without_the_library_the_error_says_what_to_type(full_run: AnyRun, monkeypatch: pytest.MonkeyPatch) -> None:
    chart = rate.chart(full_run)
    assert chart is not None
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    with pytest.raises(MissingError) as caught:
        charts.svg(chart, theme.WIDE)
    assert "pip install" in caught.value.fix


def test_labels_move_apart_and_stay_inside() -> None:
    placed = theme.apart([100, 101, 102, 400], 15, 4, 404)
    assert placed == sorted(placed)
    assert all(b - a >= 15 for a, b in pairwise(placed))
    assert theme.apart([399, 400, 401], 15, 4, 404)[-1] <= 404


def test_long_names_lose_their_middle() -> None:
    name = theme.clipped("hmac-sha256@/a/very/long/path/libwirerate.so", 120)
    assert len(name) * theme.CHARACTER <= 120
    assert name.startswith("hmac")
    assert name.endswith(".so")


def test_the_title_for_one_subject_is_its_verdict(check_of: Callable[..., AnyRun]) -> None:
    titles = [chart.title for run in (
        check_of("hmac-sha256@openssl", ("10G",)),
        check_of("aes-128-gmac@openssl", ("10G",)),
        check_of("hmac-md5@openssl", ("1G",), "ah"),
    ) if (chart := margin.chart(run))]  # fmt: skip
    assert titles == [
        "hmac-sha256@openssl falls short at 10G with IMIX",
        "aes-128-gmac@openssl keeps up at 10G with IMIX",
        "hmac-md5@openssl keeps up at 1G with IMIX, but must not be used",
    ]
