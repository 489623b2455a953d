"""Headline, grid, table and chart of a check's page agree, because they come from the same verdicts."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from html.parser import HTMLParser

import msgspec
import pytest

from wirerate.links import parse_link
from wirerate.records import AnyRun, ConfigLine, Interval, MeasuredPath, Oversized, Verdict
from wirerate.report import document as page
from wirerate.report import numbers, sizes
from wirerate.report.charts import sizes as size_chart
from wirerate.report.labels import judged
from wirerate.verdict import KEEPS_UP


class Tables(HTMLParser):
    """The text and `data-value` of the cells in a page's tables, by table, row name and column number."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: list[list[list[tuple[str, str]]]] = []
        self._value: str | None = None
        self._text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self._value, self._text = dict(attrs).get("data-value") or "", ""
        elif tag in ("br", "small"):
            self._text += " "

    def handle_data(self, data: str) -> None:
        self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th") and self._value is not None:
            self.tables[-1][-1].append((" ".join(self._text.split()), self._value))
            self._value = None


def tables(text: str) -> list[list[list[tuple[str, str]]]]:
    parser = Tables()
    parser.feed(text)
    return parser.tables


def header(text: str) -> str:
    return text[text.index("<header>") : text.index("</header>")]


def plain(markup: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).replace("\u2060", "").split())


@pytest.fixture(scope="module")
def real() -> AnyRun:
    """Run a check of two links, a mix and a size, completed like `report` does."""
    pytest.importorskip("wirerate._native", reason="the extension is not built: pip install .")
    from wirerate.commands.check import check
    from wirerate.commands.report.complete import complete

    subjects = ["aes-128-gcm@openssl", "chacha20-poly1305@openssl"]
    run = check.check(subjects, links=["1G", "25G"], packet="imix,1500", protocol="esp-gcm", time=1.0)
    return complete(run, time=2.0)


def test_headline_grid_table_and_chart_say_the_same(real: AnyRun) -> None:
    text = page.document(real)
    grid, by_size = tables(text)[:2]
    heads = [head for head, _ in grid[0]]
    assert heads == ["", "1G IMIX", "1G 1,500 B", "25G IMIX", "25G 1,500 B"]
    by_link = _rows_by_link(by_size)
    drawn = dict(re.findall(r'aria-label="([^":]+ bytes): (×[^"]+)"', text))
    for verdict in real.verdicts:
        name, size = verdict.subject.partition("@")[0], sizes.packet_size(verdict)
        head = f"{verdict.link} {numbers.packets_short(verdict.packets)}"
        row = next(row for row in grid if row[0][0] == name)
        shown, value = row[heads.index(head)]
        assert verdict.headroom is not None
        assert float(value) == verdict.headroom.median
        assert shown.startswith(judged(verdict).glyph)
        assert numbers.times(verdict.headroom.median) in shown
        if size is not None:
            column = [title for title, _ in by_size[0]].index(f"{size:,} B")
            cell, exact = by_link[f"{verdict.link} Ethernet", name][column]
            assert (exact, cell) == (value, f"{numbers.times(verdict.headroom.median)} {judged(verdict).glyph}")
            point = drawn[f"{name}, {verdict.link}, {size:,} bytes"]
            assert point == f"{numbers.times(verdict.headroom.median)}, {verdict.verdict}"


def _rows_by_link(rows: list[list[tuple[str, str]]]) -> dict[tuple[str, str], list[tuple[str, str]]]:
    by_link, link = {}, ""
    for row in rows[1:]:
        if len(row) == 1:
            link = row[0][0]
        else:
            by_link[link, row[0][0]] = row
    return by_link


def test_the_headline_agrees_with_the_grid(real: AnyRun) -> None:
    first = header(page.document(real))
    headline = plain(re.findall("<h1>(.*?)</h1>", first)[0])
    name = headline.removeprefix("Yes: ").removeprefix("No: ").partition(" ")[0]
    phrases = {"KEEPS UP": "keeps up", "TIGHT": "is tight", "CANNOT TELL": "is undecided", "FALLS SHORT": "falls short"}
    spoken = {word for word, phrase in phrases.items() if phrase in headline}
    assert spoken == {v.verdict for v in real.verdicts if v.subject.startswith(f"{name}@")}


def test_columns_are_packet_sizes_and_the_rows_are_of_the_protocol(real: AnyRun) -> None:
    """Columns are packet sizes, never the bytes that a protocol covers: 1,500, not 1,512 as in ESP."""
    by_size = tables(page.document(real))[1]
    assert [title for title, _ in by_size[0]] == ["subject", *(f"{size:,} B" for size in sizes.PACKET_SIZES)]
    for row in sizes.size_verdicts(real):
        assert {v.conditions.protocol for v in row.by_size.values()} == {"esp-gcm"}
        assert {v.conditions.direction for v in row.by_size.values()} == {"one"}
        for size, verdict in row.by_size.items():
            assert verdict.conditions.ip_bytes == size
            assert verdict.conditions.operation in ("seal", "open")
            assert len(verdict.directions) == 2


def test_the_chart_starts_keeping_up_where_the_table_does(full_run: AnyRun) -> None:
    rows = sizes.size_verdicts(full_run)
    lead = next(row for row in rows if row.name == "aes-128-gmac")
    start = lead.keeps_up_from(KEEPS_UP)
    assert start is not None
    chart = size_chart.chart(rows, lead)
    assert chart is not None
    assert chart.title == f"aes-128-gmac keeps up with 10G from {start:,}-byte packets on"
    for size, verdict in lead.by_size.items():
        assert (verdict.verdict == KEEPS_UP) == (size >= start)
    assert lead.link == parse_link("10G")


def test_configuration_lines_stand_on_the_page_once(check_of: Callable[..., AnyRun]) -> None:
    run = check_of("aes-128-gmac@openssl", ("10G", "25G"), "ah")
    line = "ah_proposals = aes128gmac"
    for verdict in run.verdicts:
        verdict.verdict = "FALLS SHORT"
        verdict.alternatives = (_alternative(verdict, f"swanctl.conf: {line}"),)
    text = page.document(run)
    assert text.count(line) == 1
    first = header(text)
    assert f"<pre><code># swanctl.conf\n{line}</code></pre>" in first
    assert plain(first).count("Use aes-128-gcm instead of aes-128-gmac") == 1


def _alternative(verdict: Verdict, line: str):  # type: ignore[no-untyped-def]
    from wirerate.records import Alternative

    return Alternative(
        subject="aes-128-gcm@openssl", headroom=Interval(2.0, 1.9, 2.1, 0.95), security=verdict.security,
        config=line, lines=(ConfigLine(system="", text=line, source="a manual"),), cores=1, cores_worst=1,
    )  # fmt: skip


def test_refused_subjects_are_grey_in_the_whole_grid(check_of: Callable[..., AnyRun], full_run: AnyRun) -> None:
    run = check_of("hmac-md5@openssl", ("10G", "25G"), "ah")
    full_run.verdicts += run.verdicts
    first = header(page.document(full_run))
    across = len({(v.link, v.packets) for v in full_run.verdicts})
    assert f'<td class="refused" colspan="{across}">⊘ ' in first
    assert "Measured, not judged" in first


def test_a_place_that_was_not_judged_has_a_dash_and_its_reason(full_run: AnyRun) -> None:
    other = msgspec.structs.replace(full_run.verdicts[0], link="25G")
    full_run.verdicts.append(other)
    grid = tables(page.document(full_run))[0]
    assert len({len(row) for row in grid if not row[1][0].startswith("⊘")}) == 1
    assert "– not judged" in {cell for row in grid for cell, _ in row}


def test_the_kernels_share_is_a_bar(check_of: Callable[..., AnyRun]) -> None:
    run = check_of("hmac-sha256@openssl", ("10G",), "ah")
    path = MeasuredPath(
        path="ah-hmac-sha256", date="2026-11-22T20:00:00Z", kernel="6.12", packets="imix", operation="unprotect",
        crypto=Interval(0.12, 0.11, 0.13, 0.95), gain=1.13,
    )  # fmt: skip
    run.verdicts[0].path = path
    first = header(page.document(run))
    assert 'aria-label="kernel 88 %, crypto 12 %"' in first
    assert "×1.13" in plain(first)


def test_packets_above_the_mtu_are_reported(check_of: Callable[..., AnyRun]) -> None:
    run = check_of("hmac-sha256@openssl", ("10G",), "ah")
    run.verdicts[0].oversized = Oversized(mtu=1500, ip_bytes=1500, sent_bytes=1544, fits=1456)
    assert "1,500-byte packets become 1,544 bytes, above the MTU of 1,500" in plain(header(page.document(run)))


def test_the_headroom_chart_has_permitted_subjects_first(full_run: AnyRun) -> None:
    text = page.document(full_run)
    section = text[text.index('id="headroom"') :]
    drawn = re.findall(r'aria-label="([^":]+): [^"]*headroom ×([0-9.]+)', section[: section.index("</svg>")])
    refused = [name.partition(" ")[0] for name, _ in drawn]
    permitted = {v.subject: v.permitted for v in full_run.verdicts}
    standing = [permitted[name] for name in refused]
    assert standing == sorted(standing, reverse=True)
    for wanted in (True, False):
        rooms = [float(room) for (_, room), held in zip(drawn, standing, strict=True) if held == wanted]
        assert rooms == sorted(rooms, reverse=True)
