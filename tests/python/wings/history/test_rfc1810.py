"""`history rfc1810`: every figure of the RFC beside this machine's."""

from __future__ import annotations

import csv
import io
import re

import pytest

from wirerate.catalogue.history import rfc1810_figures
from wirerate.errors import UsageError
from wirerate.graph import rfc1810
from wirerate.graph.rows import ModelMachine
from wirerate.records import AnyRun
from wirerate.report import document as page
from wirerate.report import kinds
from wirerate.report.rfc1810 import CONTRADICTIONS, READINGS, rows_of
from wirerate.report.terminal import Paper
from wirerate.wings.history.history import history


@pytest.fixture(scope="module")
def run() -> AnyRun:
    return history("rfc1810")


def test_the_answer_begins_with_then_and_now(run: AnyRun) -> None:
    text = kinds.text(run, Paper(80))
    (here,) = [row for row in rows_of(run.rows, ModelMachine) if row.this]
    assert here.measured is not None
    rate = f"{here.measured.median:,.0f}"
    first = " ".join(" ".join(text.splitlines()[:2]).split())
    assert first == (
        "In 1995 MD5 reached 87 Mbit/s on the fastest machine, a DEC Alpha (190 Mhz); one core here reaches "
        f"{rate} Mbit/s."
    )
    assert text.splitlines()[-1] == "Source: RFC 1810, J. Touch, June 1995."
    assert len(text.splitlines()) <= 36
    assert all(len(line) <= 80 for line in text.splitlines())


def test_every_figure_of_the_rfc_stands_beside_this_machines(run: AnyRun) -> None:
    flat = " ".join(kinds.text(run, Paper(120)).split())
    for machine in rfc1810_figures().machines:
        low, high = machine.predicted
        cached = machine.cached or "–"
        assert f"{machine.name} {machine.specint92} {low} – {high} {machine.measured} {cached} " in flat
    for words in ("100 Mbit/s of TCP or 130 of UDP", "MD5 in CMOS 256", "4-way MD5 in CMOS 1,000", "(UMAC-64) ×3.5"):
        assert words in flat
    rows = {row["row"]: row for row in csv.DictReader(io.StringIO(kinds.csv(run)))}
    assert float(rows["Internet checksum"]["here_mbps"]) > 1000
    assert float(rows["alternatives to MD5 (UMAC-64)"]["here_mbps"]) > 3.5
    assert float(rows["Sun SPARC-20/71 SunOS 4.1.3"]["of_udp"]) == 57 / 130


def test_the_contradictions_and_readings_are_behind_explain(run: AnyRun) -> None:
    short, whole = (" ".join(kinds.text(run, Paper(80, explain=explain)).split()) for explain in (False, True))
    for words in ("256 Mbps", "513 Mbps", "1,026 Mbps", "should read 8/3N"):
        assert words in whole
        assert words not in short
    assert READINGS.keys() == rfc1810.hardware_figures().keys()
    assert all(quotation.startswith('"') for quotation, _ in READINGS.values())
    assert {"87 or 86 Mbps", "i486/66 or i486/33", "4-way or 16-way"} <= CONTRADICTIONS.keys()


def test_the_page_draws_the_machines_and_compares_them_with_ip(run: AnyRun) -> None:
    text = page.document(run)
    section = text[text.index('id="ip"') :]
    section = section[: section.index("</section>")]
    cells = [re.sub(r"<[^>]+>", " ", row).split() for row in section.split("<tr")]
    assert any(row[-4:] == ["87", "100", "0.87", "0.67"] for row in cells)
    assert any(row[-4:] == ["57", "–", "0.57", "0.44"] for row in cells)
    for words in ("Fore SBA-200", "Sun SPARC-20/71, where MD5 reaches 57", "leaves open whether"):
        assert words in section
    pytest.importorskip("vl_convert")
    for machine in rfc1810_figures().machines:
        assert f"{machine.name}: measured {machine.measured:,.0f} Mbps" in text
    assert "this machine (" in text


def test_an_unknown_source_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError) as refused:
        history("rfc1811")
    assert "rfc1810" in refused.value.fix
