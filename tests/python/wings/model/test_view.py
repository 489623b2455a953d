"""The model on the page and in exports: figures, drawing, bounds, and a run compared with them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

import pytest

from wirerate.graph.algorithms import ALGORITHMS
from wirerate.graph.rows import ModelMachine
from wirerate.records import AnyRun, Interval, Measurement, SpeedRun
from wirerate.report import document as page
from wirerate.report import kinds, rfc1810
from wirerate.report.terminal import Paper
from wirerate.wings.model import model, sentences

HZ = 3.7e9


@pytest.fixture(scope="module")
def story() -> AnyRun:
    return model.model("md5", mips=100, operation_ns=0.5)


@pytest.fixture(scope="module")
def bounds() -> AnyRun:
    return model.model("md5", cpu="zen4", explain=True)


@pytest.fixture(scope="module")
def beside() -> AnyRun:
    def row(subject: str, cycles: float, batch: int = 1) -> Measurement:
        ns = cycles * 65536 / HZ * 1e9
        return Measurement(subject=subject, bytes=65536, batch=batch, ns=Interval(ns, ns, ns, 0.99))

    run = SpeedRun(command="speed", environment=model.model("umac-32", cpu="zen4").environment)
    assert run.environment is not None
    run.environment.core_hz = HZ
    run.rows = [row("md5@openssl", 4.769), row("md5@wirerate/avx512", 0.3, 32)]
    return model.model("md5", cpu="zen4", run=run)


def test_the_head_has_this_cpus_predicted_and_measured_rate(story: AnyRun) -> None:
    text = page.document(story)
    (about,) = [about for about in sentences.rows_of(story, ModelMachine) if about.this]
    assert about.measured is not None
    predicted = f"{rfc1810.mbps(about.low_mbps)} to {rfc1810.mbps(about.high_mbps)} on this CPU"
    measured = rfc1810.mbps(about.measured.median)
    assert f"<h1>MD5 in RFC 1810&#x27;s model: {predicted}; it reaches {measured}</h1>" in text.replace(
        "&#39;", "&#x27;"
    )
    assert f"×{about.measured.median / about.low_mbps:.2f} its serial prediction" in text


def test_the_head_has_the_bounds(bounds: AnyRun) -> None:
    text = page.document(bounds)
    assert "<h1>MD5 takes at least 4.016 cycles a byte on AMD Zen 4, and 0.213 with 32 ways</h1>" in text
    assert "three-input logic, add, shift right, add = 4 cycles" in text
    assert "LLVM 19.1.7" in text


def test_a_run_compared_with_the_bounds_has_its_chart(beside: AnyRun) -> None:
    pytest.importorskip("vl_convert")
    text = page.document(beside)
    assert "1 of 2 measurements explained by the bounds of AMD Zen 4" in text
    assert "md5@openssl: 4.77 cycles per byte, 4.02 allowed" in text


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_drawing_breaks_no_policy(name: str) -> None:
    text = page.document(model.model(name, cpu="zen4"))
    drawn = re.findall(r'<div class="scroll tree".*?</div>', text, re.DOTALL)
    assert len(drawn) == 2
    for picture in drawn:
        assert picture.count("<svg") == 1
        assert not re.search(r"<style|<script| style=|href", picture)
    assert text.count("<style>") == 1


def rows(table: str) -> list[tuple[str, ...]]:
    return [tuple(row) for row in csv.reader(io.StringIO(table))]


@pytest.mark.parametrize(("run", "count"), [("story", 9 + 1 + 9 + 3 + 1 + 2 + 3 + 3), ("bounds", 5), ("beside", 5 + 2)])
def test_the_exported_table_has_the_rows_of_the_screen(run: str, count: int, request: pytest.FixtureRequest) -> None:
    found: AnyRun = request.getfixturevalue(run)
    header, *exported = rows(kinds.csv(found))
    shown = " ".join(kinds.text(found, Paper(120)).split())
    named: Sequence[str] = [row[header.index("ways" if run == "bounds" else "row")] for row in exported]
    if run != "story":  # the story also exports the tables of 1995
        assert all(name in shown for name in named)
    assert len(exported) == count
    assert len(set(exported)) == count


def test_a_figure_below_its_bound_is_never_printed_plainly() -> None:
    ns = 3.9 * 65536 / HZ * 1e9
    row = Measurement(subject="md5@openssl", bytes=65536, ns=Interval(ns, ns, ns, 0.99), core_hz=HZ, core_cycles=3.9)
    run = SpeedRun(command="speed", environment=model.model("umac-32", cpu="zen4").environment, rows=[row])
    found = model.model("md5", cpu="zen4", run=run)
    (told,) = found.problems
    assert told.code == "below-bound"
    assert told.fix
    assert "3.900 misread" in kinds.text(found)
    assert "a measurement error" in " ".join(kinds.text(found).split())
    assert '"what":"misread","bound":4.015625' in found.to_json()
    assert "misread" in [each["misread"] for each in csv.DictReader(io.StringIO(kinds.csv(found)))]
    assert found.environment is not None
    assert found.environment.core_hz == HZ  # the clock of the rounds, not of the environment
