"""K-way MD5's break-even length: for known cost lines, and in tables and verdicts of real runs."""

from __future__ import annotations

import pytest

import wirerate
from wirerate.records import BreakEven, Interval, Measurement, SpeedRun
from wirerate.report import kinds
from wirerate.report.document import document
from wirerate.report.verdicts import notes
from wirerate.running.workloads import mark_break_even

BRIEF = 0.05


def row(subject: str, fixed: float, per_byte: float, batch: int = 1) -> Measurement:
    ns = fixed + per_byte * 1500
    return Measurement(
        subject=subject,
        bytes=1500,
        batch=batch,
        ns=Interval(ns, ns, ns, 0.95),
        fixed_ns=fixed,
        per_byte_ns=per_byte,
    )


def test_ways_win_from_where_the_lines_cross() -> None:
    ways = row("md5-x16@wirerate/avx2", 640, 0.2)
    mark_break_even([ways, row("md5@openssl", 240, 1.2), row("md5@wirerate/avx2", 140, 1.2)])
    assert ways.break_even == BreakEven(over="md5@wirerate/avx2", bytes=pytest.approx(500))


def test_ways_never_win_over_a_batch_that_is_faster_per_byte() -> None:
    ways = row("md5-x16@wirerate/avx2", 640, 0.2, batch=256)
    mark_break_even([ways, row("md5@wirerate/avx2", 140, 1.2), row("md5@wirerate/avx2", 10, 0.1, batch=256)])
    assert ways.break_even == BreakEven(over="md5@wirerate/avx2", bytes=None)
    text = kinds.text(SpeedRun(command="speed", environment=None, rows=[ways]))
    assert "is never faster than" in " ".join(text.split())


def test_speed_also_measures_plain_md5_and_reports_it() -> None:
    run = wirerate.speed(["md5-x16"], time=BRIEF)
    assert {m.role for m in run.rows if m.subject.startswith("md5@")} == {"reference"}
    ways = [m for m in run.rows if m.subject.startswith("md5-x16@")]
    break_evens = [m.break_even for m in ways if m.break_even]
    assert len(break_evens) == len(ways)
    assert all(break_even.over.startswith("md5@wirerate") for break_even in break_evens)
    words = "is never faster than" if break_evens[0].bytes is None else "md5-x16 is faster than md5@wirerate from"
    assert words in " ".join(kinds.text(run).split())
    assert words in document(run)


def test_one_length_says_what_to_type() -> None:
    run = wirerate.speed(["md5-x16", "md5"], lengths=[64], time=BRIEF)
    assert "-l 64,576,1500" in " ".join(kinds.text(run).split())
    assert not any(m.role == "reference" for m in run.rows)


def test_a_verdict_on_ways_names_the_length() -> None:
    run = wirerate.check(["md5-x16"], links=["1G"], policy="any", time=BRIEF)
    assert run.verdicts
    assert all("md5@wirerate" in " ".join(notes(run, verdict)) for verdict in run.verdicts)
    assert "md5@wirerate" in kinds.text(run, explain=True)
