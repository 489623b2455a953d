"""The thread's single runs: what was posted stands in the data, and what follows from it is pinned."""

from __future__ import annotations

import json
import runpy
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

from wirerate.catalogue import history as catalogue
from wirerate.report import kinds
from wirerate.report.document import document
from wirerate.report.terminal import Paper
from wirerate.wings.ssh import openssh_2007
from wirerate.wings.ssh.rows import Flow, SshAdvice, SshRun, Transfer

SCRIPT = Path(__file__).parents[4] / "bench" / "openssh-2007" / "compare.py"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPT))


def test_data_is_what_was_posted() -> None:
    every = catalogue.openssh_2007_runs().series
    assert {each.name: len(each.seconds) for each in every} == {"STD": 20, "MAC": 21, "HPN": 20}
    for each in every:
        for seconds, mbps in zip(each.seconds, each.mbps, strict=True):
            assert mbps == pytest.approx(2048 / seconds, rel=0.01)  # scp: MiB per second, and whole seconds of 2048 MiB
        assert mean(each.mbps) == pytest.approx(each.posted_mean, rel=1e-8)


def test_outliers_in_and_out() -> None:
    """The message: "If you eliminate the outliers the average of the MAC runs improves to 25.1MB/s"."""
    std, mac, hpn = openssh_2007.posted_runs()
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


def test_they_are_one_block_of_ssh() -> None:
    """In the record, on the screen and on the page, as published and not measured here."""
    flow = Flow(here=0.3, there=None, waited=0.0, mbps=500.0, window_mbps=None, source_mbps=5000.0)
    advice = SshAdvice(bottleneck="network", flow=flow, posted=openssh_2007.posted_runs())
    row = Transfer(
        subject="aes128-gcm", operation="transfer", cipher="aes128-gcm", mac="", peer="peer", one_machine=False,
        cpu_ns_per_byte=1.0, here=None, set_up_ms=1.0, start_ms=1.0, start_cpu_ms=1.0, round_trip_ms=0.1,
        window=2 << 20,
    )  # fmt: skip
    run = SshRun(command="ssh", environment=None, rows=[row], findings=advice)
    text = " ".join(kinds.text(run, Paper(80)).split())
    for said in ("every run", "without outliers", "Published, not measured here: 61 runs of scp -caes256-cbc"):
        assert said in text
        assert said in " ".join(document(run).split())
    assert json.loads(run.to_json())["findings"]["posted"][1]["without"]["runs"] == 20
    advice = SshAdvice(bottleneck="network", flow=flow)  # as an earlier version kept it
    old = SshRun(command="ssh", environment=None, rows=[row], findings=advice)
    assert "2007" not in kinds.text(old, Paper(80))
    assert 'id="posted"' not in document(old)


def test_ratios_are_pinned(script: dict[str, Any]) -> None:
    runs = script["series"]()
    ratio = openssh_2007.speedup(runs["STD"], runs["MAC"])
    assert (ratio.median, ratio.low, ratio.high) == pytest.approx((84 / 82, 84 / 82, 88 / 81))
    assert ratio.confidence >= 0.95
    ratio = openssh_2007.speedup(runs["MAC"], runs["HPN"])
    assert (ratio.median, ratio.low, ratio.high) == pytest.approx((82 / 80, 81 / 81, 82 / 80))


def test_what_it_says(script: dict[str, Any]) -> None:
    text = "\n".join(script["report"]())
    assert "MAC against STD: 1.024 (1.024 to 1.086) times as fast: CANNOT TELL" in text
    assert "the two runs share no floor or ceiling to hold the subjects against" in text
    assert "do not show that the kept context did it" in text
    assert "it saves 5.9% of the hashing alone" in text
