"""The single runs of the thread: the data equal the posts, and the derived figures are pinned."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from statistics import mean

import pytest

from wirerate.catalogue import history as catalogue
from wirerate.records import Interval, store
from wirerate.report import kinds
from wirerate.report.document import document
from wirerate.report.terminal import Paper
from wirerate.system import MEASURES
from wirerate.verdict import posted_runs
from wirerate.wings.history.history import history
from wirerate.wings.history.openssh_2007 import _transfers, crossing
from wirerate.wings.history.rows import AnnouncedGain, HistoryRun, OpenSsh2007, PayloadGain


def test_data_equal_the_posts() -> None:
    every = catalogue.openssh_2007_runs().series
    assert {each.name: len(each.seconds) for each in every} == {"STD": 20, "MAC": 21, "HPN": 20}
    for each in every:
        for seconds, mbps in zip(each.seconds, each.mbps, strict=True):
            assert mbps == pytest.approx(2048 / seconds, rel=0.01)  # scp: MiB per second, and whole seconds of 2048 MiB
        assert mean(each.mbps) == pytest.approx(each.posted_mean, rel=1e-8)


def test_outliers_in_and_out() -> None:
    """The message: "If you eliminate the outliers the average of the MAC runs improves to 25.1MB/s"."""
    std, mac, hpn = posted_runs.posted_series()
    assert [each.every.runs for each in (std, mac, hpn)] == [20, 21, 20]
    assert [each.without.runs for each in (std, mac, hpn)] == [14, 20, 17]
    assert [each.outliers for each in (std, mac, hpn)] == [6, 1, 3]
    assert round(mac.every.mean_mbps, 1) == 25.0
    assert round(mac.without.mean_mbps, 1) == catalogue.openssh_2007_runs().posted_without_outliers
    assert std.every.speedup is None
    assert mac.every.speedup is not None
    assert mac.without.speedup is not None
    assert mac.every.speedup.median == mac.without.speedup.median == pytest.approx(84 / 82), "medians do not move"
    assert mac.without.speedup.high < mac.every.speedup.high


def made() -> HistoryRun:
    row = AnnouncedGain(
        subject="umac-64@wirerate", reference="hmac-md5@openssl", reference_keyed="reuse", announced=(0.20,),
        gains=tuple(PayloadGain(bytes=size, gain=Interval(gain, gain, gain, 0.95)) for size, gain in GAINS.items()),
        payloads=(900.0,),
    )  # fmt: skip
    findings = OpenSsh2007(posted=posted_runs.posted_series(), md5_ns=90.0, sha1_ns=35.0, sha_instructions=True)
    return HistoryRun(
        command="history openssh-2007", environment=None, source="openssh-2007", rows=[row], findings=findings
    )


@pytest.fixture
def run() -> HistoryRun:
    return made()


GAINS = {64: 0.6, 512: 0.25, 2048: 0.1, 32768: 0.003}


def test_the_answer_has_every_published_figure(run: HistoryRun) -> None:
    text = kinds.text(run, Paper(80))
    assert text.splitlines()[0].startswith("In June 2007 OpenSSH's UMAC-64 made whole transfers 20 % faster")
    flat = " ".join(text.split())
    for series in catalogue.openssh_2007_runs().series:
        assert " ".join(f"{seconds:g}" for seconds in series.seconds) in flat
        assert f"{series.posted_mean:.2f}" in flat
    for words in ("every posted run", "without outliers", "25.12", "11 June 2007", "900 B"):
        assert words in flat
    assert all(len(line) <= 80 for line in text.splitlines())


def test_the_thread_is_behind_explain_and_on_the_page(run: HistoryRun) -> None:
    told = ("default scp on Cygwin ran 14 % faster", "takes 35 ns (the CPU has instructions for SHA-1)",
            "wirerate ssh compares the two MACs")  # fmt: skip
    short, whole = (" ".join(kinds.text(run, Paper(80, explain=explain)).split()) for explain in (False, True))
    page = document(run)
    for words in told:
        assert words in whole
        assert words not in short
        assert words in page
    exported = list(csv.DictReader(io.StringIO(kinds.csv(run))))
    assert float(exported[0]["gain_2048"]) == 0.1
    assert exported[-1]["row"] == "HPN"


def test_gains_are_read_off_the_mill() -> None:
    """4.6p1 keyed HMAC-MD5 for every packet; the other build kept its state, and a post asks which one is meant."""
    found = history("openssh-2007") if MEASURES else None
    if found is None:
        pytest.skip("this platform has no measuring code")
    kept = {row.reference_keyed: row for row in found.rows if row.subject == "umac-64@wirerate"
            and row.reference == "hmac-md5@openssl"}  # fmt: skip
    assert kept["rekey"].gains[0].gain.median > kept["reuse"].gains[0].gain.median
    (state,) = (row for row in found.rows if row.subject == row.reference == "hmac-md5@openssl"
                and row.reference_keyed == "rekey")  # fmt: skip
    sixteen, twelve = state.payloads
    assert sixteen is None or twelve is None or sixteen < twelve
    assert json.loads(found.to_json())["findings"]["posted"][1]["without"]["runs"] == 20


def test_transfers_come_from_the_newest_stored_run_of_ssh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = pytest.importorskip("wirerate.wings.ssh.rows")  # absent if the wing is deleted
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert _transfers() == ()
    ratio = Interval(1.05, 1.02, 1.08, 0.98)
    gain = rows.UmacGain(
        subject="aes128-ctr+umac-64", reference="aes128-ctr+hmac-md5", direction="up", rounds=16, cpu=ratio, time=ratio
    )
    flow = rows.Flow(here=0.3, there=None, waited=0.0, mbps=500.0, window_mbps=None, source_mbps=5000.0)
    advice = rows.SshAdvice(bottleneck="network", flow=flow, umac_over_md5=(gain,))
    store.keep(rows.SshRun(command="ssh", environment=None, findings=advice))
    (found,) = _transfers()
    assert (found.subject, found.rounds, found.cpu) == (gain.subject, 16, ratio)


def test_crossing_of_a_fixed_saving() -> None:
    points = [(size, 300 / (100 + size)) for size in (1, 64, 256, 512, 1024, 2048, 8192)]
    assert crossing(points, 0.16) == pytest.approx(300 / 0.16 - 100, rel=0.05)
    assert crossing(points, 5.0) is None
    assert crossing(points, 0.001) is None


def test_ratios_are_pinned() -> None:
    runs = {each.name: each.seconds for each in catalogue.openssh_2007_runs().series}
    ratio = posted_runs.speedup(runs["STD"], runs["MAC"])
    assert (ratio.median, ratio.low, ratio.high) == pytest.approx((84 / 82, 84 / 82, 88 / 81))
    assert ratio.confidence >= 0.95
    ratio = posted_runs.speedup(runs["MAC"], runs["HPN"])
    assert (ratio.median, ratio.low, ratio.high) == pytest.approx((82 / 80, 81 / 81, 82 / 80))
