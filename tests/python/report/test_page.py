from __future__ import annotations

import base64
import gzip
import html
import re
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from wirerate import records
from wirerate.errors import OutputError, install
from wirerate.links import load, parse_link, parse_packets
from wirerate.records import AnyRun, CheckRun, Interval, Measurement, SpeedRun
from wirerate.report import document as page
from wirerate.report import numbers
from wirerate.report.charts import rate
from wirerate.report.document import MOST_BYTES

SECTIONS = (
    "headroom",
    "headroom-by-size",
    "working-set",
    "cost",
    "rounds",
    "speeds",
    "security",
    "problems",
)
ALWAYS = ("method", "environment")


def test_all_sections_stand_in_a_page_below_the_size_limit(three_links: AnyRun, tmp_path: Path) -> None:
    size = page.write(three_links, tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert size == len(text.encode()) <= MOST_BYTES
    for name in (*SECTIONS, *ALWAYS):
        assert f'<section id="{name}"' in text


def test_nothing_in_the_page_is_fetched_or_run(full_run: AnyRun) -> None:
    text = page.document(full_run)
    addresses = set(re.findall(r'(?:https?:)?//[^\s"\'<>]+', re.sub(r'base64,[^"]+', "", text)))
    assert addresses <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert "<script" not in text
    assert re.search(r"Content-Security-Policy\" content=\"default-src 'none'", text)
    assert not re.search(r'<[a-z]+ [^>]*style="', text), "an inline style would break the policy"


def test_one_run_gives_one_page_without_double_identifiers(full_run: AnyRun) -> None:
    text = page.document(full_run)
    assert page.document(full_run) == text
    names = re.findall(r' id="([^"]+)"', text)
    assert len(names) == len(set(names))
    assert set(re.findall(r"url\(#([^)]+)\)", text)) <= set(names)


def test_the_run_inside_is_the_run(full_run: AnyRun, tmp_path: Path) -> None:
    found = re.search(r'download="run.json.gz" href="data:application/gzip;base64,([^"]+)"', page.document(full_run))
    assert found is not None
    saved = tmp_path / "run.json"
    saved.write_bytes(gzip.decompress(base64.b64decode(found[1])))
    assert msgspec.to_builtins(records.read(saved)) == msgspec.to_builtins(full_run)


def test_a_run_too_large_is_linked(full_run: AnyRun) -> None:
    import random

    dice = random.Random(1)
    noise = tuple(dice.random() for _ in range(60_000))
    full_run.rows.append(Measurement(subject="umac-64@nettle", bytes=1.0, samples_ns=noise))
    text = page.document(full_run, source="last <run>.jsonl")
    assert 'download="run.json.gz"' not in text
    assert '<a href="last &lt;run&gt;.jsonl">' in text
    assert len(text.encode()) <= MOST_BYTES


def test_table_figures_are_the_runs(full_run: AnyRun) -> None:
    text = page.document(full_run)
    shown = {float(value) for value in re.findall(r'data-value="([0-9.e+-]+)"', text)}
    for verdict in full_run.verdicts:
        assert verdict.headroom is not None
        assert verdict.headroom.median in shown
    for m in full_run.rows:
        if m.ns is not None and m.cache != "sweep":
            assert m.ns.median in shown
    chart = rate.chart(full_run)
    assert chart is not None
    figures = {cell.figures[0] for group in chart.table.groups for row in group.rows for cell in row[1:]}
    assert figures <= shown


def test_a_run_of_nothing_says_what_adds_each_part() -> None:
    text = page.document(CheckRun(command="check", environment=None))
    for name in ("rate-by-size", "working-set", "cost", "rounds"):
        section = text[text.index(f'id="{name}"') :]
        assert re.search(r'class="empty">To add it: <code>wirerate [a-z]+ ', section[: section.index("</section>")])
    assert "does not say on which machine it was measured" in text


def test_one_measurement_is_a_page(full_run: AnyRun) -> None:
    only = next(m for m in full_run.rows if m.packets == "")
    text = page.document(SpeedRun(command="speed", environment=None, rows=[only]))
    assert "1 measurement of 1 subject<" in text


def test_wrong_subjects_and_partial_runs_are_reported(full_run: AnyRun) -> None:
    full_run.partial = True
    text = page.document(full_run)
    assert "1 gave wrong tags and has no rate" in text
    assert "Partial:" in text


def test_forbidden_subjects_are_never_green(check_of: Callable[..., AnyRun]) -> None:
    run = check_of("hmac-md5@wirerate/avx2", ("1G",), "ah")
    text = re.sub(r"<style>.*?</style>", "", page.document(run), flags=re.DOTALL)
    assert "is fast enough, but must not be used (RFC 8221)</h1>" in text.replace("&NoBreak;", "")
    assert 'class="refused" colspan="1">⊘ Must not be used (RFC 8221)' in text
    assert "KEEPS UP, MUST NOT BE USED (RFC 8221)" in html.unescape(text)
    assert not re.search(r'class="[^"]*\bgood\b', text)
    assert "#17784a" not in text


def test_names_are_escaped_everywhere(full_run: AnyRun) -> None:
    evil = 'md5@./<img src=x onerror="alert(1)">.so'
    for m in full_run.rows:
        if m.subject == "umac-64@nettle":
            m.subject = evil
    for verdict in full_run.verdicts:
        if verdict.subject == "umac-64@nettle":
            verdict.subject = evil
    text = page.document(full_run)
    assert "<img" not in text
    assert "&lt;img src=x" in text


def test_without_the_chart_library_the_tables_stand_open(full_run: AnyRun, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    text = page.document(full_run)
    assert "<svg" not in text
    assert html.unescape(text).count(install("report")) == 5
    assert text.count("<details open>") == 4  # the table by packet size is never folded


def test_comparisons_have_their_section(compared_run: AnyRun) -> None:
    text = page.document(compared_run)
    assert "2 of 4 changed" in text
    assert 'data-value="0.87"' in text


def test_a_place_that_cannot_be_written_is_named(full_run: AnyRun, tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="absent"):
        page.write(full_run, tmp_path / "absent" / "report.html")


def test_the_answer_is_unsure_rather_than_wrong(check_of: Callable[..., AnyRun]) -> None:
    run = check_of("umac-64@nettle", ("10G",))
    verdict = run.verdicts[0]
    verdict.verdict, verdict.headroom = "CANNOT TELL", Interval(1.02, 0.93, 1.2, 0.95)
    text = page.document(run)
    assert "<h1>Undecided: umac-64 has 0.93 to 1.2 times the speed needed</h1>" in text.replace("&NoBreak;", "")


def test_the_answer_names_the_closest_and_an_alternative(check_of: Callable[..., AnyRun], full_run: AnyRun) -> None:
    assert "<h1>Yes: aes-128-gmac keeps up, with 1.95 times the speed needed</h1>" in headline(full_run)
    short = check_of("hmac-sha256@openssl", ("10G",))
    assert "<h1>No: hmac-sha256 reaches 0.67 of the speed needed</h1>" in headline(short)


def headline(run: AnyRun) -> str:
    """Return the page without the joiners that prevent line breaks at hyphens."""
    return page.document(run).replace("&NoBreak;", "")


def test_the_first_screen_answers_for_every_link(check_of: Callable[..., AnyRun]) -> None:
    run = check_of("hmac-sha256@openssl", ("1G", "10G", "100G"))
    text = page.document(run)
    first = text[: text.index("<section")]
    assert "<h1>hmac-sha256 keeps up at 1G, but falls short at 10G and 100G</h1>" in first.replace("&NoBreak;", "")
    for link in ("1G", "10G", "100G"):
        assert f'<th scope="col">{link}</th>' in first
    assert "What is not in these figures" in first
    assert "keep up with 1G, 10G and 100G of IMIX on one core of synthetic?" in first


def test_the_table_by_size_is_about_the_protocol(full_run: AnyRun) -> None:
    """Its figures equal those of a check of that size with that protocol."""
    for verdict in full_run.verdicts:
        verdict.conditions = msgspec.structs.replace(verdict.conditions, protocol="ah")
    text = page.document(full_run)
    table = text[text.index('id="headroom-by-size"') :]
    table = table[: table.index("</table>")]
    assert "at the slower end in ah, bytes added counted" in table
    wanted = load(parse_link("10G"), parse_packets("576"), "aes-128-gmac", "ah")
    lengths = {m.bytes: m.ns.median for m in full_run.rows
               if (m.subject, m.cache, m.keyed) == ("aes-128-gmac@openssl", "cold", "reuse") and m.ns}  # fmt: skip
    above = min(length for length in lengths if length and length > wanted.covered_bytes)
    part = (wanted.covered_bytes - 576) / (above - 576)
    cost = lengths[576] + part * (lengths[above] - lengths[576])
    assert f"{numbers.times(wanted.needs_ns / cost)} " in table
    assert wanted.covered_bytes > 576
    assert "poly1305" not in table  # AH does not carry it
