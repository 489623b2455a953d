"""The thread's single runs: what was posted stands in the data, and what follows from it is pinned."""

from __future__ import annotations

import runpy
from pathlib import Path
from statistics import mean
from typing import Any

import pytest

SCRIPT = Path(__file__).parents[4] / "bench" / "openssh-2007" / "compare.py"


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(SCRIPT))


def test_data_is_what_was_posted(script: dict[str, Any]) -> None:
    runs = script["series"]()
    assert {name: len(seconds) for name, seconds in runs.items()} == {"STD": 20, "MAC": 21, "HPN": 20}
    rates = {name: [] for name in runs}
    for line in script["RUNS"].read_text().splitlines():
        if line.startswith("scp "):
            fields = dict(word.split("=") for word in line.split()[1:])
            rates[fields["series"]].append(float(fields["mbps"]))
            # scp prints MiB per second and whole seconds of a transfer of 2048 MiB.
            assert float(fields["mbps"]) == pytest.approx(2048 / float(fields["seconds"]), rel=0.01)
    posted = {"STD": 24.035, "MAC": 24.9952381, "HPN": 25.36}
    assert {name: mean(each) for name, each in rates.items()} == pytest.approx(posted, rel=1e-8)


def test_ratios_are_pinned(script: dict[str, Any]) -> None:
    runs = script["series"]()
    ratio = script["speedup"](runs["STD"], runs["MAC"])
    assert (ratio.median, ratio.low, ratio.high) == pytest.approx((84 / 82, 84 / 82, 88 / 81))
    assert ratio.confidence >= 0.95
    ratio = script["speedup"](runs["MAC"], runs["HPN"])
    assert (ratio.median, ratio.low, ratio.high) == pytest.approx((82 / 80, 81 / 81, 82 / 80))


def test_what_it_says(script: dict[str, Any]) -> None:
    text = "\n".join(script["report"]())
    assert "MAC against STD: 1.024 (1.024 to 1.086) times as fast: CANNOT TELL" in text
    assert "the two runs share no floor or ceiling to hold the subjects against" in text
    assert "do not show that the kept context did it" in text
    assert "it saves 5.9% of the hashing alone" in text
