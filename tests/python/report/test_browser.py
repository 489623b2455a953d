"""The page in a real browser without network access: Debian's Chromium, through playwright."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest
from tests.python.wings.path.made import LACKING
from tests.python.wings.path.made import run as path_run

from wirerate.commands.check import answer
from wirerate.records import AnyRun
from wirerate.report import charts, sizes
from wirerate.report import document as page
from wirerate.report.charts import cost, margin, rate, rounds
from wirerate.report.charts import sizes as size_chart
from wirerate.wings.fleet.hosts import Answer, merge
from wirerate.wings.hw import hardware as hardware_calls
from wirerate.wings.model import model

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDTHS = (360, 1280)
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


def by_size(run: AnyRun) -> charts.Chart | None:
    rows = sizes.size_verdicts(run)
    lead = answer.lead(run)
    return size_chart.chart(rows, next(row for row in rows if (row.name, row.role) == (lead.name, lead.role)))


MAKERS = (margin.chart, by_size, rate.by_working_set, cost.chart, rounds.chart)


@dataclass
class Seen:
    """What a page did although it must not."""

    requests: list[str] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    sync_api = pytest.importorskip("playwright.sync_api")
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        pytest.skip("no Chromium here: apt install chromium")
    quiet = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=quiet)
        yield started
        started.close()


@pytest.fixture(scope="module")
def full_page(make_full: Callable[..., AnyRun]) -> str:
    return page.document(make_full(("1G", "10G", "100G")))


@pytest.fixture(scope="module")
def other_pages() -> dict[str, str]:
    """Return pages with more than charts and tables: the model's drawings, hardware's commands, paths."""
    runs = {
        "cores": hardware_calls.hw("md5"),
        "one core": hardware_calls.hw("md5", lanes=67, link="40G"),
        "ways": hardware_calls.hw("md5", ways=4, link="1G"),
        "bounds": model.model("sha256", cpu="zen4", explain=True),
        "story": model.model("md5"),
        "paths": path_run(refusals=LACKING),
    }
    return {name: page.document(run) for name, run in runs.items()}


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Callable[..., tuple[Page, Seen]]]:
    pages = []

    def opening(content: str, width: int = 1280, scheme: Literal["light", "dark"] = "light") -> tuple[Page, Seen]:
        path = tmp_path / "report.html"
        path.write_text(content, encoding="utf-8")
        shown = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
        pages.append(shown)
        seen = Seen()
        shown.on("request", lambda request: seen.requests.append(request.url))
        shown.on("console", lambda message: seen.messages.append(message.text))
        shown.on("pageerror", lambda error: seen.messages.append(str(error)))
        shown.goto(path.as_uri())
        return shown, seen

    yield opening
    for each in pages:
        each.close()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_one_request_no_console_output_no_horizontal_scrolling(
    opened: Callable[..., tuple[Page, Seen]], full_page: str, width: int, scheme: str
) -> None:
    shown, seen = opened(full_page, width, scheme)
    shown.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert [url for url in seen.requests if not url.startswith(("file:", "data:"))] == []
    assert seen.messages == []
    assert shown.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", ["cores", "one core", "ways", "bounds", "story", "paths"])
def test_drawings_and_commands_stay_inside_the_page(
    opened: Callable[..., tuple[Page, Seen]], other_pages: dict[str, str], name: str, width: int
) -> None:
    shown, seen = opened(other_pages[name], width)
    shown.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert [url for url in seen.requests if not url.startswith(("file:", "data:"))] == []
    assert seen.messages == []
    assert shown.evaluate("document.documentElement.scrollWidth") <= width
    fills = "[...document.querySelectorAll('.tree .op')].map(each => getComputedStyle(each).fill)"
    assert set(shown.evaluate(fills)) <= {"rgb(255, 255, 255)"}, "the style sheet dresses the drawing"


def test_no_text_of_a_chart_is_cut_off(opened: Callable[..., tuple[Page, Seen]], full_page: str) -> None:
    pytest.importorskip("vl_convert")
    outside = """() => [...document.querySelectorAll('figure svg')].filter(svg => svg.getBoundingClientRect().width)
        .flatMap(svg => { const box = svg.getBoundingClientRect(); return [...svg.querySelectorAll('text')]
        .filter(t => { const b = t.getBoundingClientRect();
            return b.width && (b.left < box.left - 1 || b.right > box.right + 1 || b.top < box.top - 1); })
        .map(t => t.textContent); })"""
    for width in WIDTHS:
        shown, _ = opened(full_page, width)
        assert shown.evaluate(outside) == []


@pytest.mark.parametrize("width", WIDTHS)
def test_each_width_has_its_own_drawing(opened: Callable[..., tuple[Page, Seen]], full_page: str, width: int) -> None:
    pytest.importorskip("vl_convert")
    shown, _ = opened(full_page, width)
    charts = shown.locator("figure svg:visible")
    assert charts.count() == len(MAKERS)
    for i in range(charts.count()):
        box = charts.nth(i).bounding_box()
        assert box is not None
        assert 300 < box["width"] <= width


def test_charts_and_tables_have_accessible_names(
    opened: Callable[..., tuple[Page, Seen]], full_page: str, three_links: AnyRun
) -> None:
    pytest.importorskip("vl_convert")
    shown, _ = opened(full_page)
    names = [chart.title for maker in MAKERS if (chart := maker(three_links))]
    for name in names:
        assert shown.locator("figure svg:visible").and_(shown.get_by_label(name, exact=True)).count() == 1
        assert shown.get_by_role("region", name=name, exact=True).count() == 1
    shown.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    nameless = "[...document.querySelectorAll('table')].filter(t => !t.getAttribute('aria-label')).length"
    assert shown.evaluate(nameless) == 0
    assert shown.get_by_role("heading", level=1).count() == 1


def test_twins_hold_the_figures_of_the_run(
    opened: Callable[..., tuple[Page, Seen]], full_page: str, three_links: AnyRun
) -> None:
    shown, _ = opened(full_page)
    for maker in MAKERS:
        chart = maker(three_links)
        assert chart is not None
        cells = shown.locator(f"#{chart.name} table [data-value]")
        values = cells.evaluate_all("all => all.map(each => each.dataset.value)")
        wanted = [
            str(cell.figures[0])
            for group in chart.table.groups
            for row in group.rows
            for cell in row
            if cell.figures and cell.figures[0] is not None
        ]
        assert values == wanted


def test_dark_is_dark_and_print_is_light(opened: Callable[..., tuple[Page, Seen]], full_page: str) -> None:
    pytest.importorskip("vl_convert")
    paper = "getComputedStyle(document.body).backgroundColor"
    ink = "getComputedStyle(document.querySelector('figure .wide text[fill=\"#1d2733\"]')).fill"
    light, _ = opened(full_page)
    dark, _ = opened(full_page, 1280, "dark")
    assert light.evaluate(paper) != dark.evaluate(paper)
    assert light.evaluate(ink) != dark.evaluate(ink)
    dark.emulate_media(media="print", color_scheme="dark")
    assert dark.evaluate(paper) == light.evaluate(paper)
    assert dark.evaluate(ink) == light.evaluate(ink)


def test_the_run_can_be_saved_from_the_page(
    opened: Callable[..., tuple[Page, Seen]], full_page: str, tmp_path: Path
) -> None:
    shown, _ = opened(full_page)
    with shown.expect_download() as saving:
        shown.get_by_text("Save the run file").click()
    saved = tmp_path / "saved.gz"
    saving.value.save_as(saved)
    assert saved.read_bytes()[:2] == b"\x1f\x8b"


def test_names_without_end_do_not_widen_the_page(opened: Callable[..., tuple[Page, Seen]], full_run: AnyRun) -> None:
    long = "hmac-md5@./" + "a-very-long-directory-name/" * 6 + "libwirerate.so"
    for m in full_run.rows:
        m.subject = long if m.subject == "hmac-md5@openssl" else m.subject
    for verdict in full_run.verdicts:
        verdict.subject = long if verdict.subject == "hmac-md5@openssl" else verdict.subject
    shown, seen = opened(page.document(full_run), 360)
    assert shown.evaluate("document.documentElement.scrollWidth") <= 360
    assert seen.messages == []


def test_names_stay_words_beside_many_hosts(
    opened: Callable[..., tuple[Page, Seen]], make_full: Callable[..., AnyRun]
) -> None:
    """If a table is wider than a phone, the column of names must not shrink to one letter per line."""
    run = make_full(("1G", "100G"))
    fleet = merge([Answer(host, run.to_json().encode()) for host in ("alpha", "beta", "gamma")])
    fleet.command = "fleet check"
    shown, _ = opened(page.document(fleet), 360)
    heights = shown.evaluate("[...document.querySelectorAll('#fleet tbody th')].map(e => e.offsetHeight)")
    assert heights
    assert max(heights) <= 120  # five lines
