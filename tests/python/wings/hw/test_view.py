"""Hardware on the page and in exports: the answer first, every core in the chart, and the origin of placements."""

from __future__ import annotations

import csv
import io
import re

import pytest

from wirerate.records import AnyRun
from wirerate.report import document as page
from wirerate.report import kinds, labels
from wirerate.report.terminal import Paper
from wirerate.wings.hw import hardware


@pytest.fixture(autouse=True, scope="module")
def _own_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Use a home without local placements, so that only stored ones apply."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))


@pytest.fixture(scope="module")
def cores() -> AnyRun:
    return hardware.hw("md5")


@pytest.fixture(scope="module")
def judged() -> AnyRun:
    return hardware.hw("md5", lanes=67, link="40G")


def heading(text: str) -> str:
    found = re.search(r"<h1>(.*?)</h1>", text)
    assert found
    return found[1]


def test_the_head_says_what_the_cores_reach(cores: AnyRun) -> None:
    assert (
        heading(page.document(cores))
        == "Up to 118 Gbit/s placed and routed (md5-131), and at most 1.08 Gbit/s for one message"
    )


def test_the_head_says_whether_the_core_holds_the_link(judged: AnyRun) -> None:
    text = page.document(judged)
    assert heading(text) == "md5-67 is fast enough for 40G with 1,500 B packets: 1.59 to 1.79 times the speed needed"
    assert 'class="strip bad"' in text, "MD5 is never green"
    divided = hardware.hw("md5", lanes=67, link="40G", packet="64")
    assert heading(page.document(divided)).endswith("for plain MD5, not for keyed MD5 or HMAC-MD5")
    slow = hardware.hw("md5", lanes=1, link="10G")
    assert heading(page.document(slow)).startswith("md5-overlapped is too slow for 10G")


@pytest.fixture(scope="module")
def by_size() -> AnyRun:
    return hardware.hw("md5", ways=4, link="1G")


def test_the_head_says_which_message_sizes_k_ways_carry(by_size: AnyRun) -> None:
    text = page.document(by_size)
    assert heading(text) == (
        "md5-x4 on md5-19, one message at a time, is fast enough for 1G with 512 B, 1,500 B or 9,000 B, "
        "not with 64 B, which needs several at once"
    )
    assert 'class="strip bad"' in text, "an experiment is never green"
    section = text[text.index('id="link"') :]
    for word in ("md5-x4 at 1G, one message at a time", "every lane busy", "no other program computes", "Save as CSV"):
        assert word in section
    slow = page.document(hardware.hw("md5", ways=64, link="100G", packet="64"))
    assert heading(slow) == "md5-x64 on md5-67, one message at a time, is too slow for 100G with 64 B"


def test_every_size_is_a_row_for_each_use(by_size: AnyRun) -> None:
    header, *rows = csv.reader(io.StringIO(kinds.csv(by_size)))
    assert header[:5] == ["use", "part", "core", "link", "packets"]
    assert [row[4] for row in rows] == 2 * ["64", "512", "1500", "9000"]
    assert {row[0] for row in rows} == {"md5-x4 at 1G, one message at a time", "md5-x4 at 1G, every lane busy"}


def test_the_checksum_may_be_green() -> None:
    assert 'class="strip good"' in page.document(hardware.hw("internet-checksum", lanes=4, link="10G"))


def test_every_core_stands_in_the_chart(cores: AnyRun) -> None:
    pytest.importorskip("vl_convert")
    text = page.document(cores)
    for subject in {m.subject for m in cores.rows}:
        assert f"{subject}, calibrated: " in text
    assert "md5-67, placed and routed: 71.5 Gbit/s" in text


def test_placements_name_their_path_and_tools(judged: AnyRun) -> None:
    text = page.document(judged)
    section = text[text.index('id="placed"') :]
    for word in ("logic19.word → logic20.z", "Yosys 0.70", "nextpnr 0.11.1", "nextpnr-ecp5 --85k", "Save as CSV"):
        assert word in section


def test_described_silicon_has_no_placement() -> None:
    text = page.document(hardware.hw("md5", lanes=1, operation_ns=5))
    assert "silicon that adds in 5 ns" in text
    assert 'id="placed"' not in text


@pytest.mark.parametrize("run", ["cores", "judged"])
def test_the_exported_table_has_the_rows_of_the_screen(run: str, request: pytest.FixtureRequest) -> None:
    found: AnyRun = request.getfixturevalue(run)
    shown = kinds.text(found, Paper(120), explain=True)
    header, *rows = csv.reader(io.StringIO(kinds.csv(found)))
    names = [row[header.index("core" if run == "cores" else "row")] for row in rows]
    assert all(name in shown for name in names)
    assert len(rows) == (8 if run == "cores" else 4 + 3)
    assert len(set(map(tuple, rows))) == len(rows)


def test_exports_have_the_link_in_columns_and_explain_headroom(judged: AnyRun) -> None:
    row = next(csv.DictReader(io.StringIO(kinds.csv(judged))))
    assert (row["core"], row["link"], row["packets"]) == ("md5-67", judged.verdicts[0].link, judged.verdicts[0].packets)
    for said in (kinds.text(judged, Paper(80), explain=True), kinds.markdown(judged), page.document(judged)):
        assert labels.HEADROOM in " ".join(said.split())


def test_a_row_of_the_checksum_claims_no_rotation() -> None:
    assert "rotation" not in kinds.csv(hardware.hw("internet-checksum", lanes=16))
