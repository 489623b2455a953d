"""`wirerate hw` on the command line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


def answer(wirerate: Callable[..., Any], *words: str) -> dict[str, Any]:
    done = wirerate("hw", *words, "-J")
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["exit"] == done.returncode
    assert found["command"] == "hw"
    return found


def test_one_core_against_a_link(wirerate: Callable[..., Any]) -> None:
    done = wirerate("hw", "md5", "--lanes", "67", "--link", "40G", "--packet", "1500", "--explain")
    assert done.returncode == 1, "it keeps up, and must not be used"
    for word in ("RFC 1810's formula", "calibrated", "placed, stored", "Area", "Limit", "Latency", "Input",
                 "On a board", "plain MD5", "keyed MD5", "HMAC-MD5", "KEEPS UP, BROKEN"):  # fmt: skip
        assert word in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 90


def test_formulas_and_placed_results_are_distinguished(wirerate: Callable[..., Any]) -> None:
    found = answer(wirerate, "md5", "--lanes", "67", "--link", "40G", "--packet", "1500")
    sources = [(m["basis"], m["source"]) for m in found["rows"]]
    assert sources == [("formula", "rfc1810"), ("formula", "rfc1810"), ("formula", "calibrated"), ("stored", "placed")]
    placed = found["rows"][-1]
    mhz = placed["fmax_mhz"]["median"]
    assert placed["mbps"] == pytest.approx(512 * mhz)  # how much: lab/fpga/test_placements.py
    assert placed["ns"]["confidence"] is None
    assert placed["ns"]["median"] == pytest.approx(24 * 1000 / mhz)
    assert len(placed["placed"]["netlist_sha256"]) == 64


def test_the_three_verdicts(wirerate: Callable[..., Any]) -> None:
    found = answer(wirerate, "hmac-md5", "--lanes", "67", "--link", "40G", "--packet", "64")
    blocks = {v["subject"]: v["blocks"] for v in found["verdicts"]}
    assert blocks == {"md5": 2, "keyed-md5": 3, "hmac-md5": 5}
    said = {v["subject"]: v["verdict"] for v in found["verdicts"]}
    assert said["md5"] == "TIGHT" or said["md5"] == "KEEPS UP"
    assert said["hmac-md5"] == "FALLS SHORT"
    assert found["exit"] == 1
    assert all(v["alternatives"] for v in found["verdicts"])


def test_the_exit_status_is_that_of_the_algorithm_asked_about(wirerate: Callable[..., Any]) -> None:
    asked = ("--lanes", "67", "--link", "40G", "--packet", "64", "--policy", "any")
    assert answer(wirerate, "md5", *asked)["exit"] == 0
    assert answer(wirerate, "hmac-md5", *asked)["exit"] == 1


def test_a_link_heeds_the_policy_as_check_does(wirerate: Callable[..., Any]) -> None:
    """A refused core gives exit status 1 however fast it is, in the same words as `check`."""
    asked = ("md5", "--lanes", "67", "--link", "10G")
    refused = answer(wirerate, *asked)
    assert refused["exit"] == 1
    assert {v["verdict"] for v in refused["verdicts"]} == {"KEEPS UP"}
    assert refused["verdicts"][0]["objection"] == "BROKEN (RFC 6151)"
    assert refused["verdicts"][0]["conditions"]["policy"] == "modern"
    allowed = answer(wirerate, *asked, "--policy", "any")
    assert allowed["exit"] == 0
    assert not any(v["objection"] for v in allowed["verdicts"])
    assert answer(wirerate, "internet-checksum", "--lanes", "4", "--link", "10G")["exit"] == 0


def test_described_silicon_is_answered_by_formulas_only(wirerate: Callable[..., Any]) -> None:
    found = answer(wirerate, "md5", "--lanes", "67", "--op-ns", "0.4", "--link", "400G")
    assert {m["basis"] for m in found["rows"]} == {"formula"}
    assert found["rows"][0]["mbps"] == pytest.approx(512e3 / 1.2)
    assert found["verdicts"][0]["basis"] == "formula"


def test_lanes_and_ways_are_different_things(wirerate: Callable[..., Any]) -> None:
    lanes = wirerate("hw", "md5", "--lanes", "19", "--explain").stdout
    ways = wirerate("hw", "md5", "--ways", "16", "--explain").stdout
    assert "19 packets at once, with standard MD5" in " ".join(lanes.split())
    assert "one message takes 16 of 19" in " ".join(ways.split())


def test_k_way_md5_is_judged_on_a_link_by_message_size(wirerate: Callable[..., Any]) -> None:
    """As RFC 1810 asks: K-way MD5 of one message, not plain MD5 on all lanes."""
    assert answer(wirerate, "--ways", "4", "--link", "1G")["exit"] == 1, "refused, however fast"
    found = answer(wirerate, "--ways", "4", "--link", "1G", "--policy", "any")
    assert {v["subject"] for v in found["verdicts"]} == {"md5-x4"}
    asked = [(v["role"], v["packets"]) for v in found["verdicts"]]
    sizes = ("64", "512", "1500", "9000")
    assert sorted(asked) == sorted((role, n) for role in ("one message at a time", "every lane busy") for n in sizes)
    for v in found["verdicts"]:
        assert not v["objection"]
        assert not any("md5" in each["subject"] for each in v["alternatives"])
    said = {(v["role"], v["packets"]): v["verdict"] for v in found["verdicts"]}
    assert said["one message at a time", "64"] == "FALLS SHORT"
    assert said["one message at a time", "9000"] == "KEEPS UP"
    assert found["exit"] == 0, "with every lane busy, as elsewhere"
    assert answer(wirerate, "--ways", "4", "--link", "100G", "--policy", "any")["exit"] == 1


def test_k_way_md5_by_size_on_the_screen(wirerate: Callable[..., Any]) -> None:
    done = wirerate("hw", "--ways", "16", "--link", "10G", "--packet", "64,1500", "--explain")
    text = " ".join(done.stdout.split())
    assert "md5-x16 on md5-19 at 10G, by message size" in text
    assert "⊘ BROKEN (RFC 1810). " in text
    assert "one message at a time" in text
    assert "every lane busy" in text
    assert "no other program computes" in text
    assert "wirerate check md5 md5-x16 --link 10G --packet 64,1500" in text
    assert "plain MD5  " not in done.stdout, "it is not judged here"
    assert max(map(len, done.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "most"),
    [
        (("md5",), 8 + 6),
        (("md5", "--lanes", "67"), 12),
        (("md5", "--lanes", "67", "--link", "40G"), 12),
        (("md5", "--ways", "16", "--link", "10G"), 4 + 6),
        (("internet-checksum", "--lanes", "4", "--link", "10G"), 12),
    ],
)
def test_the_default_answer_is_short(wirerate: Callable[..., Any], words: tuple[str, ...], most: int) -> None:
    lines = wirerate("hw", *words).stdout.splitlines()
    assert len(lines) <= most
    assert max(map(len, lines)) <= 80


def test_without_options_all_cores_side_by_side(wirerate: Callable[..., Any]) -> None:
    done = wirerate("hw")
    assert done.returncode == 0
    assert not done.stderr
    for name in ("md5-naive", "md5-overlapped", "md5-4-steps", "md5-19", "md5-35", "md5-67", "md5-131", "md5-195"):
        assert name in done.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [(("md6",), "did you mean md5?"), (("md5", "--lanes", "66"), "1, 19, 35, 67, 131, 195"),
     (("md5", "--ways", "6"), "4, 8, 12"), (("md5", "--ways", "64", "--lanes", "19"), "4, 8, 12, 16 ways"),
     (("md5", "--core", "md5-68"), "did you mean md5-67?"), (("md5", "--part", "ecp5-58k"), "did you mean ecp5-85k?"),
     (("md5", "--place"), "add --lanes 1"), (("md5", "--link", "40G"), "add --lanes"),
     (("md5", "--lanes", "67", "--policy", "any"), "without --link"),
     (("--verilog", "a.v"), "add --top NAME"), (("--top", "a"), "--top has no meaning without --verilog"),
     (("--verilog", "a.v", "--top", "a"), "add --clock PORT"),
     (("--verilog", "a.v", "--top", "a", "--clock", "c"), "add --bits-per-cycle 8"),
     (("--verilog", "a.v", "--top", "a", "--clock", "c", "--bits-per-cycle", "0"), "not above zero"),
     (("--verilog", "a.v", "--top", "a", "--clock", "c", "--bits-per-cycle", "512/0"), "not above zero"),
     (("--verilog", "a.v", "--top", "a", "--clock", "c", "--bits-per-cycle", "8", "--ways", "4"), "--ways"),
     (("--verilog", "a.v", "--top", "a", "--clock", "c", "--bits-per-cycle", "8", "--emit", "x"), "--emit"),
     (("md5", "--lanes", "67", "--link", "10G,40G"), "one link"), (("md5", "--emit", "x"), "add --lanes 67"),
     (("internet-checksum", "--ways", "4"), "is for MD5"), (("hmac-md5", "--ways", "4"), "not a MAC"),
     (("md5", "--lanes", "67", "--link", "1G", "--packet", "64,1500"), "only K-way MD5"),
     (("md5", "--ways", "4", "--packet", "64,1500"), "only K-way MD5")],
)  # fmt: skip
def test_impossible_arguments_are_usage_errors(
    wirerate: Callable[..., Any], one_line: Callable[[str], str], words: tuple[str, ...], says: str
) -> None:
    done = wirerate("hw", *words)
    assert done.returncode == 2
    assert says in one_line(done.stderr)


def test_without_the_tools_placing_says_what_to_install(
    wirerate: Callable[..., Any], one_line: Callable[[str], str], tmp_path: Path
) -> None:
    """Skipped if the tools are installed, since they are found beside this interpreter."""
    from wirerate.errors import MissingError
    from wirerate.wings.hw.toolchain import synthesizer

    try:
        synthesizer()
    except MissingError:
        pass
    else:
        pytest.skip("Yosys is installed; tests/python/wings/hw/test_toolchain.py tests the error")
    done = wirerate("hw", "md5", "--lanes", "1", "--place", PATH=os.fspath(tmp_path))
    assert done.returncode == 4
    assert "pip install '.[hw]'" in one_line(done.stderr)


def test_every_word_after_verilog_is_a_file(
    wirerate: Callable[..., Any], one_line: Callable[[str], str], tmp_path: Path
) -> None:
    """A shell expands *.v to several words. The first missing file is named, and no file is taken for the algorithm."""
    (tmp_path / "a.v").write_text("")
    done = wirerate("hw", "--verilog", "a.v", "b.v", "c.v", "--top", "a", "--clock", "c", "--bits-per-cycle", "512/64")
    assert done.returncode == 2
    assert "cannot read b.v: No such file" in one_line(done.stderr)


def test_wrong_verilog_is_reported_in_yosys_own_words(
    wirerate: Callable[..., Any], one_line: Callable[[str], str], tmp_path: Path
) -> None:
    from wirerate.errors import MissingError
    from wirerate.wings.hw.toolchain import synthesizer

    try:
        synthesizer()
    except MissingError as error:
        pytest.skip(f"{error}: {error.fix}")
    (tmp_path / "a.v").write_text("module a (input c);\n  assign = c;\nendmodule\n")
    done = wirerate("hw", "--verilog", "a.v", "--top", "a", "--clock", "c", "--bits-per-cycle", "8", "--link", "1G")
    assert done.returncode == 4
    assert "a.v:2: ERROR: syntax error" in one_line(done.stderr)


def test_emit_writes_a_core_with_its_bench(wirerate: Callable[..., Any], tmp_path: Path) -> None:
    done = wirerate("hw", "md5", "--lanes", "19", "--emit", str(tmp_path / "core"))
    assert done.returncode == 0
    names = {path.name for path in (tmp_path / "core").iterdir()}
    assert names == {"core.v", "bench.v", "vectors.hex", "placed.v", "commands.txt"}
    assert "module md5_19" in (tmp_path / "core" / "core.v").read_text()
