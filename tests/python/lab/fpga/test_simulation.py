"""Every core against hashlib, all lanes at once, with messages of several blocks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from wirerate.errors import MissingError
from wirerate.graph.verilog.cores import CORES, core
from wirerate.lab.fpga.simulation import simulate, simulator

CHECKED = [name for name in CORES if core(name).bench]


@pytest.fixture(autouse=True)
def _simulator() -> None:
    try:
        simulator()
    except MissingError as error:
        pytest.skip(f"{error}: {error.fix}")


@pytest.mark.parametrize("name", CHECKED)
def test_every_core_agrees_with_its_vectors(name: str, tmp_path: Path) -> None:
    assert simulate(core(name), tmp_path).startswith("PASS")


MISTAKES = {
    "md5-19": ("32'hd76aa478", "32'hd76aa479"),
    "md5-overlapped": ("32'hd76aa478", "32'hd76aa479"),
    "checksum-4": ("{sum0[15:0], sum0[32]}", "{sum0[15:0], 1'b0}"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_bench_notices_a_core_that_is_wrong(name: str, tmp_path: Path) -> None:
    good, (right, wrong) = core(name), MISTAKES[name]
    assert right in good.verilog
    bad = replace(good, verilog=good.verilog.replace(right, wrong))
    assert simulate(bad, tmp_path).startswith("FAIL")
