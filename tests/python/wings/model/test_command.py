"""`wirerate model`: the summary, the bounds, the drawings, the JSON output, and invalid questions."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

Wirerate = Callable[..., "CompletedProcess[str]"]


def test_the_story_has_the_rfcs_numbers_and_this_machine(wirerate: Wirerate) -> None:
    done = wirerate("model", "md5")
    assert done.returncode == 0
    for line in done.stderr.splitlines():  # on a busy host there are warnings, with advice
        assert line.startswith("warning: ")
        assert "wirerate speed md5 --cache cold" in line
    flat = " ".join(done.stdout.split())
    for said in (
        "one step 8 operations, at most 3 at the same time",
        "serial 32 operations per word of 32 bits: 1.00 Mbps per MIPS",
        "parallel 20 units of time per word: 1.60 Mbps per MIPS",
        "hardware 12 units per word: 8/(3N) x 1000 Mbps",
        "this CPU",
        "4 reach 1,026 Mbps",
        "wirerate history rfc1810",
    ):
        assert said in flat
    assert "SPARC" not in flat, "the tables of 1995 are `wirerate history`'s"
    assert len(done.stdout.splitlines()) <= 12


def test_the_object_has_every_row(wirerate: Wirerate) -> None:
    done = wirerate("model", "md5", "--mips", "100", "--op-ns", "0.5", "-J")
    run = json.loads(done.stdout)
    assert (run["command"], run["exit"]) == ("model", 0)
    rows: dict[str, list[dict[str, Any]]] = {}
    for m in run["rows"]:
        if m["basis"] == "formula":
            rows.setdefault(m["row"], []).append(m)
    machines = rows["model-machine"]
    assert len(machines) == 8 + 1 + 1
    assert (machines[-1]["low_mbps"], machines[-1]["high_mbps"]) == (100, 160)
    ninth = machines[8]
    timed, cached = [m for m in run["rows"] if m["basis"] == "measured"]
    assert cached["cache"] == "warm"
    assert cached["bytes"] * 8e3 / cached["ns"]["median"] == pytest.approx(ninth["cached"]["median"])
    assert machines[0]["cached"]["median"] == 100
    assert not any(each["cached"] for each in machines[1:8])
    (ip,) = [m for m in run["rows"] if m["row"] == "model-ip-rates"]
    assert ip["basis"] == "published"
    assert (ip["tcp_mbps"], ip["udp_mbps"]) == (100, 130)
    assert ninth["mips"] == pytest.approx(ninth["core_hz"] * ninth["adds_per_cycle"] / 1e6)
    rate = ninth["measured"]
    assert 0 < rate["low"] <= rate["median"] <= rate["high"]
    assert rate["confidence"] == timed["ns"]["confidence"]
    assert timed["cache"] == "cold"
    assert timed["bytes"] * 8e3 / timed["ns"]["median"] == pytest.approx(rate["median"])
    assert [round(row["mbps"]) for row in rows["model-silicon"]] == [256, 513, 1026, 5333]


def test_umac_names_its_modelled_parts(wirerate: Wirerate) -> None:
    flat = " ".join(wirerate("model", "umac-64").stdout.split())
    assert "left out UMAC's other layers: a polynomial step per stream for every 1,024 bytes" in flat
    bounds = {}
    for name in ("umac-64", "umac-128"):
        rows = json.loads(wirerate("model", name, "--cpu", "zen4", "-J").stdout)["rows"]
        assert all(m["left_out"].startswith("UMAC's other layers") for m in rows)
        bounds[name] = rows[-1]["core_cycles"]
    assert bounds["umac-128"] == pytest.approx(2 * bounds["umac-64"])


def test_bounds_of_a_named_processor(wirerate: Wirerate) -> None:
    run = json.loads(wirerate("model", "md5", "--cpu", "zen4", "-J").stdout)
    rows = {m["low"]["ways"]: m for m in run["rows"]}
    assert list(rows) == [1, 4, 8, 16, 32]
    assert rows[1]["core_cycles"] == pytest.approx(4.0156, abs=1e-3)
    assert all(m["basis"] == "modelled" for m in rows.values())


def test_the_bounds_are_a_short_table(wirerate: Wirerate) -> None:
    lines = wirerate("model", "sha256", "--cpu", "zen4").stdout.splitlines()
    assert lines[0].startswith("SHA-256 takes at least 7.094 cycles a byte on AMD Zen 4")
    assert len(lines) <= 5 + 6
    assert max(map(len, lines)) <= 80


def test_explanation_in_words(wirerate: Wirerate) -> None:
    done = wirerate("model", "md5", "--cpu", "zen4", "--explain")
    assert "three-input logic, add, shift right, add = 4 cycles" in done.stdout
    assert "Unit costs:" in done.stdout


def test_the_explanation_is_a_row_of_the_object(wirerate: Wirerate) -> None:
    run = json.loads(wirerate("model", "md5", "--cpu", "zen4", "--explain", "-J").stdout)
    (chain,) = [m for m in run["rows"] if m["row"] == "model-chain"]
    assert (chain["cycles"], chain["operations"], chain["waited_for"]) == (257, 644, 257)
    assert [operation["kind"] for operation in chain["steps"][0]["operations"]] == ["logic3", "add", "shr", "add"]


def test_drawings_are_written(wirerate: Wirerate, tmp_path: Path) -> None:
    done = wirerate("model", "md5", "--cpu", "zen4", "--svg", "step.svg", "--dot", "step.dot")
    assert done.returncode == 0
    assert (tmp_path / "step.svg").read_text().startswith("<svg")
    assert (tmp_path / "step.dot").read_text().startswith("digraph")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("model", "md6"), "md5"),
        (("model", "md5", "--cpu", "zen44"), "zen4"),
        (("model", "md5", "--ways", "6"), "4, 8, 12"),
        (("model", "md5", "--ways", "many"), "1,4,16"),
        (("model", "md5", "--mips", "0"), "--mips"),
        (("model", "md5", "--cpu", "zen4", "--mips", "100"), "leave out --cpu"),
    ],
)
def test_an_invalid_question_is_answered_with_the_valid_ones(
    wirerate: Wirerate, one_line: Callable[[str], str], words: tuple[str, ...], said: str
) -> None:
    done = wirerate(*words)
    assert done.returncode == 2
    assert said in one_line(done.stderr)
