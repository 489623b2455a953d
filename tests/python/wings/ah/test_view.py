"""AH on the terminal and the page: RFC 1810's lines are always there, and MD5 is never green."""

from __future__ import annotations

import csv
import io
import re

import pytest

from wirerate.commands.report import complete
from wirerate.errors import UsageError
from wirerate.graph.processors import processors
from wirerate.records import AnyRun
from wirerate.report import kinds
from wirerate.report.document import document
from wirerate.report.terminal import Paper
from wirerate.wings.ah import speed
from wirerate.wings.ah import view as ah
from wirerate.wings.ah.rows import AhPackets


@pytest.fixture(scope="module")
def run() -> AnyRun:
    return speed.ah_speed(("hmac-md5-96", "hmac-sha2-256-128"), caches=("warm",), links=("10G", "400G"), time=0.5)


def test_lines_of_1995_and_today(run: AnyRun) -> None:
    table = ah._headrooms(run)
    assert table is not None
    titles = [row[0].text for row in table.groups[0].rows]
    assert titles[:3] == ["100 Mbit/s TCP", "130 Mbit/s UDP", "OC-3, nominal"]
    assert titles[-2:] == ["100G Ethernet", "400G"]
    assert all(cell.tone != "good" for row in table.groups[0].rows for cell in row[1:2])


def test_headroom_is_time_on_the_wire_by_time_needed(run: AnyRun) -> None:
    table = ah._headrooms(run)
    assert table is not None
    slowest = max(
        (min((m for m in run.rows if m.operation == operation and "hmac-md5" in m.subject and m.ns),
             key=lambda m: m.ns.median if m.ns else 0) for operation in ("sign", "verify")),
        key=lambda m: m.ns.median if m.ns else 0,
    )  # fmt: skip
    assert slowest.ns
    bits = 8 * (7 * 84 + 4 * 600 + 1524) / 12
    assert table.groups[0].rows[0][1].figures[0] == pytest.approx(bits / 100e6 * 1e9 / slowest.ns.median)


def test_verdicts_are_on_both_operations_and_refuse_md5(run: AnyRun) -> None:
    assert {v.conditions.operation for v in run.verdicts} == {"sign", "verify"}
    assert {v.link for v in run.verdicts} == {"10G", "400G"}
    assert all(not v.permitted for v in run.verdicts if "md5" in v.subject)
    assert run.exit == 1


def test_terminal_fits_and_names_the_standard(run: AnyRun) -> None:
    text = kinds.text(run, Paper(width=80, color=False), explain=True)
    assert "MUST NOT" in text
    assert "model ns" in text
    assert "AH reaches" in text


def test_the_model_stands_beside_md5_where_the_core_is_known(run: AnyRun) -> None:
    assert run.environment
    ours = [m for m in run.rows if isinstance(m, AhPackets) and m.ns and "hmac-md5" in m.subject]
    known = run.environment.core in processors() and run.environment.core_hz
    assert ours
    assert all(bool(m.model_ns) == bool(known) for m in ours)


def test_the_export_has_the_rows_of_the_screen(run: AnyRun) -> None:
    shown = kinds.text(run, Paper(width=200), explain=True)
    rows = list(csv.DictReader(io.StringIO(kinds.csv(run))))
    assert len(rows) == len([m for m in run.rows if m.ns])
    assert len({tuple(row.values()) for row in rows}) == len(rows)
    assert all(f"\n{row['condition']}\n" in shown for row in rows)
    judged = [row for row in rows if row["10G_verdict"]]
    assert len(judged) == len([v for v in run.verdicts if v.link == "10G"])
    assert all(row["10G_objection"] == "MUST NOT BE USED (RFC 8221)" for row in judged if "md5" in row["subject"])


def test_the_page_asks_rfc_1810s_question_and_has_its_own_costs(run: AnyRun) -> None:
    page = document(run)
    assert "RFC 1810&#x27;s question today" in page
    assert f"<h1>{ah._sentence(run)}</h1>" in page
    assert re.search(r'id="ah"', page)
    assert re.search(r'id="costs"', page)
    assert page.count("100 Mbit/s TCP") >= 1
    assert "was not measured" not in page  # nothing that only a check has


def test_an_algorithm_without_a_row_has_its_own_word() -> None:
    found = speed.ah_speed(("aes-xcbc-96",), caches=("warm",), operations=("sign",), time=0.05)
    if found.verdicts:  # OpenSSL is here
        assert found.verdicts[0].security.standing.startswith("MAY, SHOULD for the Internet of things in ah. ")
        assert found.verdicts[0].security.source.startswith("RFC 8221 section 6")


def test_report_last_measures_nothing_for_it(run: AnyRun) -> None:
    count = len(run.rows)
    assert len(complete.complete(run).rows) == count
    with pytest.raises(UsageError, match="a page of ah needs no measurements"):
        complete.complete(run, time=0.05)
