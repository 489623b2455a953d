"""The views of `mcu` on the terminal and the page: charts with their tables, budgets with their proposals."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from wirerate import records
from wirerate.catalogue.curves import CURVES
from wirerate.records import AnyRun, Interval
from wirerate.report import document as page
from wirerate.report import kinds
from wirerate.report.charts.rows import ticks
from wirerate.report.charts.theme import Chart
from wirerate.report.terminal import Paper
from wirerate.wings.mcu import boards
from wirerate.wings.mcu import budget as budget_calls
from wirerate.wings.mcu import handshakes as handshakes_calls
from wirerate.wings.mcu.budget import Budget, answer, judge_budget, parse_budget
from wirerate.wings.mcu.rows import (
    BoardOperation,
    BudgetRun,
    CallSpread,
    CycleRange,
    Energy,
    FunctionCall,
    FunctionRun,
    GridRun,
    LibraryCall,
    LibraryRun,
    McuRun,
    Options,
)
from wirerate.wings.mcu.target import target
from wirerate.wings.mcu.view import budget, charts, curve_charts, operations

BOARD = "f401re"


def row(
    curve: str, operation: str, *, nist: int = 1, comb: int = 1, window: int = 4, clock: float = 84e6
) -> BoardOperation:
    """Return a made-up row whose figures follow a formula with the trends that the charts show."""
    where, about = target(BOARD, clock_hz=clock), CURVES[curve]
    cycles = 6.5e6 * (about.bits / 256) ** 2.3 * (5.5 if about.family == "brainpool" else 1)
    cycles *= {"sign": 1, "verify": 3.6, "ecdh": 2.9, "ecdhe": 3.9}[operation] * (1 if comb else 1.35)
    cycles *= (
        (1 if nist or about.family != "nist" else 5.5) * (1 + 0.1 * (7 - window)) * (1 + 0.06 * where.flash.wait_states)
    )
    heap = int(900 + 600 * comb + 2**window * about.bits / 8)
    low, high = cycles * 0.92, cycles * 1.09
    per = 1e9 / clock
    return BoardOperation(
        subject=f"ecdsa-{curve}@mbedtls-3.6.7/{where.core}", operation=operation, basis="stored",
        ns=Interval(cycles * per, low * per, high * per, None, ("branch refill: 1 to 3 cycles",)),
        board=BOARD, title=where.title, core=where.core, clock_hz=clock, wait_states=where.flash.wait_states,
        instructions=int(cycles * 0.7), cycles=CycleRange(typical=cycles, low=low, high=high), stack_bytes=1200,
        heap_bytes=heap, ram_bytes=1200 + heap, flash_bytes=18000 + 2000 * comb + 1200 * nist,
        energy=Energy(low=low * 4e-7, high=high * 5e-7), curve=curve, strength=about.strength, version="3.6",
        release="3.6.7", level="O2", options=Options(nist=bool(nist), fixed_point=bool(comb), window=window),
        heap_kept=0, compiler="gcc 12.2.1", command="wirerate mcu grid", date="2026-11-02",
    )  # fmt: skip


def rows(**options: Any) -> list[BoardOperation]:
    return [
        row(name, operation, **options)
        for name, curve in CURVES.items()
        for operation in ("sign", "verify", "ecdh", "ecdhe")
        if curve.has(operation)
    ]


def whole() -> McuRun:
    found = [*rows(), *rows(nist=0), *rows(comb=0), *(m for window in (2, 3, 5, 6, 7) for m in rows(window=window))]
    found += [row("secp256r1", "sign", clock=clock) for clock in (15e6, 30e6, 31e6, 60e6, 61e6)]
    return McuRun(command="mcu", environment=None, rows=found)


def budgeted(text: str) -> BudgetRun:
    found = [row(name, "sign", nist=nist, comb=comb, window=window) for name in ("secp256r1", "secp384r1")
             for nist in (0, 1) for comb in (0, 1) for window in range(2, 8)]  # fmt: skip
    limits = parse_budget(text)
    outcome = judge_budget(found, Budget(limits, target(BOARD).limits))
    findings = answer(found, outcome, "sign", 128)
    return BudgetRun(command="mcu budget", environment=None, rows=[*found], findings=findings)


@pytest.fixture(scope="module")
def run() -> AnyRun:
    return whole()


def made(run: AnyRun) -> list[Chart]:
    at = [m for m in run.rows if m.clock_hz == 84e6]
    plain = Options(nist=True, fixed_point=True, window=4)
    own = [m for m in at if m.options == plain]
    signing = [m for m in at if m.operation == "sign"]
    on, without, bare = ([m for m in signing if m.options == options] for options in (
        plain, replace(plain, nist=False), replace(plain, fixed_point=False)))  # fmt: skip
    clocks = [m for m in run.rows if (m.curve, m.operation) == ("secp256r1", "sign")
              and m.options == plain]  # fmt: skip
    verify = [m for m in at if m.operation == "verify" and m.options.nist and m.options.fixed_point]
    held = budgeted("time=200ms,ram=3Ki")
    drawn = [
        curve_charts.by_curve(own),
        curve_charts.sign_verify(own),
        curve_charts.brainpool(own),
        curve_charts.reduction(on, without),
        curve_charts.comb(on, bare),
        curve_charts.windows(verify),
        curve_charts.clocks(clocks),
        charts.pareto(held.rows, held.findings, budget.table(held)),
    ]
    assert None not in drawn
    return [chart for chart in drawn if chart is not None]


def test_every_chart_has_a_finding_a_reading_and_its_figures_as_a_table(run: AnyRun) -> None:
    found = made(run)
    assert len({chart.name for chart in found}) == 8
    for chart in found:
        assert re.search(r"\d", chart.title)
        assert chart.reads
        assert chart.table


@pytest.mark.parametrize("width", [780, 328])
def test_charts_are_drawn_at_both_widths(run: AnyRun, width: int) -> None:
    pytest.importorskip("vl_convert")
    from wirerate.report import charts as drawing

    for chart in made(run):
        assert drawing.svg(chart, width).startswith("<svg")
        json.dumps(chart.spec(width))


def test_chart_titles_state_the_figures(run: AnyRun) -> None:
    titles = {chart.name: chart.title for chart in made(run)}
    assert titles["mcu-sign-verify"] == "Verifying takes 3.6 times the time of signing"
    assert titles["mcu-reduction"].endswith("5.5 times the time")
    assert "secp192r1" in titles["mcu-operations"]
    assert "brainpoolP512r1" in titles["mcu-operations"]
    assert titles["mcu-comb"].startswith("The comb takes 74 %")


def test_charts_are_left_out_where_there_is_nothing_to_compare() -> None:
    one, nothing = [row("secp256r1", "sign")], budgeted("time=1s").findings
    assert (
        curve_charts.sign_verify(one)
        is curve_charts.brainpool(one)
        is curve_charts.windows(one)
        is curve_charts.clocks(one)
        is None
    )
    assert (
        curve_charts.comb(one, [])
        is curve_charts.reduction(one, [])
        is charts.pareto([], nothing, budget.table(budgeted("time=1s")))
        is None
    )
    assert curve_charts.by_curve([]) is None


def test_ticks_lie_between_the_ends_and_are_enough() -> None:
    for low, high in ((0.9, 2.3), (40, 90), (3, 3000), (0.01, 5000)):
        found = ticks(low, high)
        assert len(found) >= 2
        assert all(low <= tick <= high for tick in found)


def test_the_page_shows_all_of_them_with_conditions(run: AnyRun) -> None:
    content = page.document(run)
    for name in ("mcu-operations", "mcu-sign-verify", "mcu-brainpool", "mcu-reduction", "mcu-comb", "mcu-window",
                 "mcu-clock", "mcu-table"):  # fmt: skip
        assert f'<section id="{name}"' in content
    assert content.count("whether code runs in constant time") >= 7
    assert "Mbed TLS 3.6.7, -O2" in content
    assert "How this was measured" in content
    assert "last-level cache" not in content  # it belongs to the method of other measurements


def test_a_budget_is_answered_with_its_config() -> None:
    run = budgeted("time=200ms,ram=3Ki,flash=40Ki,energy=50mJ")
    text = kinds.text(run)
    assert text.startswith("It fits: secp256r1")
    assert "#define MBEDTLS_ECP_DP_SECP256R1_ENABLED" not in text
    explained = kinds.text(run, explain=True)
    assert "Mbed TLS 3.6.7, -O2" in explained
    assert "#define MBEDTLS_ECP_DP_SECP256R1_ENABLED" in explained
    assert "whether code runs in constant time" in text
    content = page.document(run)
    assert '<section id="mcu-budget"' in content
    assert '<section id="config"' in content
    assert "configurations fit;" in content


def test_a_crossed_limit_is_not_called_a_fit() -> None:
    typical = row("secp256r1", "sign").ns
    text = kinds.text(budgeted(f"time={typical.median / 1e6:.1f}ms,ram=2100"))
    assert not text.startswith("It fits")


def test_exports_give_the_exact_figures(run: AnyRun) -> None:
    head, first, *_ = kinds.csv(run).splitlines()
    assert head.split(",")[:5] == ["condition", "board", "core", "clock_hz", "curve"]
    assert str(run.rows[0].ns.median) in first


def test_rows_beyond_the_board_are_marked(run: AnyRun) -> None:
    big = replace(row("secp521r1", "verify"), over=("ram",))
    table = operations.table(McuRun(command="mcu", environment=None, rows=[big]))
    assert [cell.tone for cell in table.groups[0].rows[0]][4:7] == ["bad", "bad", ""]


def test_the_head_of_an_unfinished_run(run: AnyRun) -> None:
    partial = McuRun(command="mcu", environment=None, rows=run.rows[:1], partial=True)
    assert "Partial" in operations.page(partial).head
    assert "There are no results" in kinds.text(McuRun(command="mcu", environment=None))


def on_core(**own: Any) -> dict[str, Any]:
    """Return the fields that all rows share."""
    where = target(BOARD)
    return {
        "basis": "modelled", "ns": Interval(12e3, 11e3, 13e3, None, ("branch refill: 1 to 3 cycles",)),
        "board": BOARD, "title": where.title, "core": where.core, "clock_hz": 84e6, "wait_states": 2,
        "instructions": 700, "cycles": CycleRange(typical=1000.0, low=900.0, high=1100.0), "stack_bytes": 300,
        "heap_bytes": 0, "ram_bytes": 300, "flash_bytes": 4000, **own,
    }  # fmt: skip


def library() -> AnyRun:
    found = [
        LibraryCall(
            **on_core(), subject=f"{name}@wirerate/cortex-m4", operation="tag", bytes=length, level="O2",
            fixed_cycles=2000.0, per_byte=CycleRange(typical=19.0, low=18.0, high=20.0), per_byte_ns=226.0,
            fixed_ns=23.8e3,
        )
        for name in ("md5", "umac-64") for length in (64.0, 1280.0, 4096.0)
    ]  # fmt: skip
    return LibraryRun(command="mcu library", environment=None, rows=found)


def function(**own: Any) -> FunctionRun:
    row = FunctionCall(
        **on_core(), subject="f@a.elf/cortex-m4", operation="call", function="f", function_bytes=120, result=-1,
        buffers=("00ff",), **own,
    )  # fmt: skip
    return FunctionRun(command="mcu function", environment=None, rows=[row])


def repeated() -> AnyRun:
    """Return the run of a function called several times."""
    spread = CallSpread(calls=20, least=800.0, median=1000.0, mean=1100.0, of_ten_nine=1700.0,
                        of_hundred_ninety_nine=2100.0, most=2200.0)  # fmt: skip
    return function(spread=spread, seed="state")


def test_the_spread_of_repeated_calls_is_shown() -> None:
    text = " ".join(kinds.text(repeated(), Paper(400)).split())
    assert "20 calls (state refilled before each call), cycles: minimum 800, median 1,000, mean 1,100" in text
    assert "90th percentile 1,700, 99th percentile 2,100, maximum 2,200" in text
    assert "calls" not in kinds.text(function(), Paper(400))


RUNS: dict[str, Callable[[], AnyRun]] = {
    "mcu": whole,
    "grid": lambda: GridRun(command="mcu grid", environment=None, rows=rows()),
    "budget": lambda: budgeted("time=200ms,ram=3Ki,flash=40Ki"),
    "budget of handshakes": lambda: budget_calls.mcu_budget({"time": 10e9}, "nrf52840", purpose="handshake"),
    "budget of key exchanges": lambda: budget_calls.mcu_budget({"time": 10e9}, "nrf52840", purpose="kem"),
    "budget of composed handshakes": lambda: budget_calls.mcu_budget(
        {"time": 10e9, "wire": 20e3}, "nrf52840", purpose="handshake", quantum="safe"
    ),
    "handshake": lambda: handshakes_calls.mcu_handshake(BOARD),
    "composed": lambda: handshakes_calls.mcu_handshake(BOARD, quantum="hybrid"),
    "whole": lambda: handshakes_calls.mcu_handshake(BOARD, quantum="hybrid", whose="wolfssl"),
    "composed for TLS": lambda: handshakes_calls.mcu_handshake(BOARD, quantum="classical", protocol="tls-1.3"),
    "library": library,
    "function": function,
    "function called several times": repeated,
    "boards": boards.mcu_boards,
}


@pytest.mark.parametrize("make", RUNS.values(), ids=RUNS)
def test_an_export_has_the_rows_of_the_screen_and_each_once(make: Callable[[], AnyRun]) -> None:
    run = make()
    lines = [line.split() for line in kinds.text(run, Paper(400), explain=True).splitlines()]
    shown = ["".join(line) for line in lines]
    table = kinds.kind_of(run).table(run)
    for row in (row for group in table.groups for row in group.rows):
        assert any("".join("".join(cell.text.split()) for cell in row) in line for line in shown)
    exported = kinds.csv(run).splitlines()
    assert len(exported) == len(set(exported)) == 1 + sum(len(group.rows) for group in table.groups)


@pytest.mark.parametrize("make", RUNS.values(), ids=RUNS)
def test_a_run_that_was_kept_is_shown_as_the_one_that_was_made(make: Callable[[], AnyRun], tmp_path: Path) -> None:
    run = make()
    records.write(run, tmp_path / "run.jsonl")
    again = records.read(tmp_path / "run.jsonl")
    assert kinds.text(again, Paper(80)) == kinds.text(run, Paper(80))
    if run.kind not in kinds.PAGELESS:
        assert kinds.page(again).head == kinds.page(run).head


def test_where_nothing_fits_the_page_says_by_how_much() -> None:
    run = budgeted("time=1ms")
    assert run.findings.chosen is None
    title = re.search(r"<h1>(.*?)</h1>", kinds.page(run).head)
    assert title
    assert re.fullmatch(r"Nothing fits. secp\d+r1 .* comes closest: time is \d+ % over the limit", title[1])


def test_an_interrupted_handshake_still_has_a_page() -> None:
    run = handshakes_calls.mcu_handshake(BOARD)
    run.rows, run.partial = run.rows[2:4], True
    page = kinds.page(run)
    assert "Partial" in page.head
    run.rows = []
    assert kinds.page(run).sections == []
    assert "There are no results" in kinds.text(run)


def test_an_interrupted_whole_handshake_still_has_a_page() -> None:
    run = handshakes_calls.mcu_handshake(BOARD, quantum="safe", whose="wolfssl")
    run.rows, run.findings, run.partial = run.rows[:1], None, True
    page = kinds.page(run)
    assert "Partial" in page.head
    assert page.sections
    assert "P-256 + ECDSA P-256" in kinds.text(run)
    run.rows = []
    assert kinds.page(run).sections == []


def test_an_interrupted_composition_still_has_a_page() -> None:
    run = handshakes_calls.mcu_handshake(BOARD, quantum="safe")
    run.rows, run.findings, run.partial = run.rows[:3], None, True
    page = kinds.page(run)
    assert "Partial" in page.head
    assert page.sections
    assert "P-256 + ECDSA P-256" in kinds.text(run)
    run.rows = []
    assert "There are no results" in kinds.text(run)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    sync_api = pytest.importorskip("playwright.sync_api")
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        pytest.skip("no Chromium here: apt install chromium")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_is_wider_than_the_screen(browser: Any, run: AnyRun, width: int, tmp_path: Path) -> None:
    for content in (page.document(run), page.document(budgeted("time=200ms,ram=3Ki"))):
        path = tmp_path / "page.html"
        path.write_text(content, encoding="utf-8")
        shown = browser.new_page(viewport={"width": width, "height": 800})
        shown.goto(path.as_uri())
        assert shown.evaluate("document.documentElement.scrollWidth") <= width
        shown.close()


def test_first_runs_have_a_column_if_there_are_any() -> None:
    """The column has milliseconds and exact figures, a dash for a row without one, and is left out if all lack it."""
    warm = row("secp256r1", "sign")
    assert "cold" not in titles(McuRun(command="mcu", environment=None, rows=[warm]))
    first = CycleRange(typical=84e6, low=80e6, high=90e6)
    cold = replace(row("secp256r1", "verify"), first_run=first)
    run = McuRun(command="mcu", environment=None, rows=[warm, cold])
    assert titles(run).index("cold") == titles(run).index("range") + 1
    at = titles(run).index("cold")
    cells = [each[at] for each in operations.table(run).groups[0].rows]
    assert [cell.text for cell in cells] == ["–", "1,000"]
    assert cells[1].figures == pytest.approx((1e9, 80e6 / 84e6 * 1e9, 90e6 / 84e6 * 1e9))
    assert "whose cache is empty" in operations.table(run).note


def titles(run: AnyRun) -> list[str]:
    return [column.title for column in operations.table(run).columns]
