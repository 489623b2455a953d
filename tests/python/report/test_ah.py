"""AH on the terminal and the page: RFC 1810's lines always there, figures from the run, never green for MD5."""

from __future__ import annotations

import re

import pytest

from wirerate import api
from wirerate.records import Run
from wirerate.report.page.document import document
from wirerate.report.paper import Paper
from wirerate.report.terminal.ah import ah_text
from wirerate.report.views import ah


@pytest.fixture(scope="module")
def run() -> Run:
    return api.ah_speed(("hmac-md5-96", "hmac-sha2-256-128"), caches=("warm",), links=("10G", "400G"), time=0.5)


def test_lines_of_1995_and_today(run: Run) -> None:
    table = ah.lines(run)
    assert table is not None
    titles = [row[0].text for row in table.groups[0].rows]
    assert titles[:3] == ["100 Mbit/s TCP", "130 Mbit/s UDP", "OC-3, nominal"]
    assert titles[-2:] == ["100G Ethernet", "400G"]
    assert all(cell.tone != "good" for row in table.groups[0].rows for cell in row[1:2])


def test_headroom_is_time_on_the_wire_by_time_needed(run: Run) -> None:
    table = ah.lines(run)
    assert table is not None
    slowest = max(
        (min((m for m in run.measurements if m.operation == operation and "hmac-md5" in m.subject and m.ns),
             key=lambda m: m.ns.median if m.ns else 0) for operation in ("sign", "verify")),
        key=lambda m: m.ns.median if m.ns else 0,
    )  # fmt: skip
    assert slowest.ns
    bits = 8 * (7 * 84 + 4 * 600 + 1524) / 12
    assert table.groups[0].rows[0][1].figures[0] == pytest.approx(bits / 100e6 * 1e9 / slowest.ns.median)


def test_verdicts_are_on_both_operations_and_refuse_md5(run: Run) -> None:
    assert {v.conditions["operation"] for v in run.verdicts} == {"sign", "verify"}
    assert {v.link for v in run.verdicts} == {"10G", "400G"}
    assert all(not v.permitted for v in run.verdicts if "md5" in v.subject)
    assert run.exit == 1


def test_terminal_fits_and_names_the_standard(run: Run) -> None:
    text = ah_text(run, Paper(width=80, color=False))
    assert "MUST NOT" in text
    assert "model ns" in text
    assert "AH reaches" in text


def test_page_has_its_section(run: Run) -> None:
    page = document(run)
    assert ah.TITLE.replace("'", "&#x27;") in page or ah.TITLE in page
    assert re.search(r'id="ah"', page)
    assert page.count("100 Mbit/s TCP") >= 1
