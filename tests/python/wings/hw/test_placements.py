"""The stored placements and tables on disk; local and stored placements are never mixed."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from wirerate.errors import UsageError
from wirerate.graph.verilog.cores import CORES, core
from wirerate.wings.hw.placements import Placement, Table, own_table, part, result, stored
from wirerate.wings.hw.rates import calibration

PART = part("ecp5-85k")
STORED = stored(PART)
PLACED_CORES = sorted({placement.core for placement in STORED})


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.mark.parametrize("name", PLACED_CORES)
def test_stored_placements_match_the_generated_verilog(name: str) -> None:
    assert name in CORES
    assert {p.verilog_sha256 for p in STORED if p.core == name} == {core(name).sha256}


def test_no_placement_is_stored_twice() -> None:
    assert len({placement.key for placement in STORED}) == len(STORED)


@pytest.mark.parametrize("name", PLACED_CORES)
def test_a_stored_placement_says_how_it_was_made(name: str) -> None:
    for placement in (p for p in STORED if p.core == name):
        assert f"--seed {placement.seed} " in placement.command
        assert f"--freq {placement.target_mhz:g} " in placement.command
        assert len(placement.netlist_sha256) == 64
        assert placement.yosys
        assert placement.nextpnr
        assert placement.fmax_mhz > 1
        path = placement.path
        assert path.logic_ns + path.routing_ns == pytest.approx(1000 / placement.fmax_mhz, rel=0.02)


# Lower bounds that detect a worse core or table: required rates of the pipelines and the overlapped core, fully placed.
@pytest.mark.parametrize(
    ("name", "mbps"),
    [
        ("md5-67", 70_000),
        ("md5-35", 37_000),
        ("md5-131", 110_000),
        ("md5-195", 112_000),
        ("md5-overlapped", 730),
        ("md5-naive", 500),
        ("md5-4-steps", 842),
    ],
)
def test_the_stored_rates_do_not_fall(name: str, mbps: float) -> None:
    found = result(core(name), PART)
    if found is None:
        pytest.skip(f"{name} is not in the stored table: make hw-table")
    assert core(name).mbps(found.fmax_mhz.median) >= mbps


def test_a_core_without_placements_has_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wirerate.wings.hw.placements.stored", lambda part: ())
    assert result(core("md5-67"), PART) is None


def a_placement(name: str = "md5-overlapped", seed: int = 1, **changes: object) -> Placement:
    known = next(p for p in STORED if p.core == name and p.seed == seed)
    return msgspec.structs.replace(known, **changes)


def test_placements_made_here_come_first_and_are_never_mixed_with_the_stored() -> None:
    before = result(core("md5-overlapped"), PART)
    assert before is not None
    assert before.basis == "stored"
    own_table().add(a_placement(fmax_mhz=50.0))
    after = result(core("md5-overlapped"), PART)
    assert after is not None
    assert (after.basis, after.fmax_mhz.median, len(after.placements)) == ("placed", 50.0, 1)


def test_versions_of_the_tools_are_not_mixed() -> None:
    own_table().add(a_placement(seed=1, fmax_mhz=50.0, nextpnr="0.10", date="2025-01-01T00:00:00Z"))
    own_table().add(a_placement(seed=2, fmax_mhz=60.0))
    found = result(core("md5-overlapped"), PART)
    assert found is not None
    assert [p.seed for p in found.placements] == [2]


def test_placements_of_other_verilog_do_not_count() -> None:
    own_table().add(a_placement(verilog_sha256="0" * 64))
    found = result(core("md5-overlapped"), PART)
    assert found is not None
    assert found.basis == "stored"


def test_benches_of_two_sources_are_not_mixed() -> None:
    own_table().add(a_placement("bench-add", fmax_mhz=100.0))
    cost = calibration(PART)
    assert cost.basis == "stored"
    assert cost.add < 4


def test_a_table_keeps_what_was_added(tmp_path: Path) -> None:
    table = Table(tmp_path / "deep" / "table.jsonl")
    assert table.read() == []
    table.add(a_placement())
    table.add(a_placement(seed=2))
    assert [p.seed for p in table.read()] == [1, 2]


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    path = tmp_path / "table.jsonl"
    table = Table(path)
    table.add(a_placement())
    path.write_bytes(path.read_bytes() + b'{"core": 3}\n')
    with pytest.raises(UsageError, match=r"table\.jsonl:2: not a placement"):
        table.read()


def test_median_range_and_room() -> None:
    found = result(core("md5-overlapped"), PART)
    assert found is not None
    values = sorted(p.fmax_mhz for p in found.placements)
    assert (found.fmax_mhz.low, found.fmax_mhz.high) == (values[0], values[-1])
    assert found.fitting * found.luts <= PART.luts
    assert 0 < found.area < 0.05
