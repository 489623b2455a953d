"""The report on a short and noisy run of this machine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wirerate import records
from wirerate.records import AnyRun
from wirerate.report import document as page
from wirerate.report import kinds, numbers, speeds
from wirerate.report.table import to_text
from wirerate.report.terminal import Paper


@pytest.fixture(scope="module")
def real() -> AnyRun:
    pytest.importorskip("wirerate._native", reason="the extension is not built: pip install .")
    from wirerate.commands.check import check
    from wirerate.commands.speed import speed as speeds_calls

    run = check.check(["hmac-md5@wirerate"], links=["1G"], packet="imix", time=0.5)
    sizes = speeds_calls.speed(["hmac-md5@wirerate", "md5@wirerate"], lengths=[64, 1500], caches=["warm"], time=0.5)
    run.rows += sizes.rows
    return run


def test_the_terminal_says_what_was_measured(real: AnyRun) -> None:
    text = kinds.text(real, Paper(80), explain=True)
    for verdict in real.verdicts:
        assert verdict.verdict in text
        assert verdict.measured_ns is not None
        assert f"{numbers.significant(verdict.measured_ns.median)} ns" in text
    assert "hmac-md5@wirerate" in to_text(speeds.table(real))


def test_the_page_is_the_same_from_the_file(real: AnyRun, tmp_path: Path) -> None:
    records.write(real, tmp_path / "run.jsonl")
    text = page.document(records.read(tmp_path / "run.jsonl"))
    assert text == page.document(real)
    figures = {float(value) for value in re.findall(r'data-value="([0-9.e+-]+)"', text)}
    assert {v.measured_ns.median for v in real.verdicts if v.measured_ns} <= figures
    assert "Rate by working set was not measured" in text
