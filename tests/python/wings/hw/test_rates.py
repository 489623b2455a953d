"""Clock rates by formula, and how well they predict the placed cores."""

from __future__ import annotations

from dataclasses import replace
from statistics import median

import pytest

from wirerate.graph.verilog.cores import CORES, core
from wirerate.wings.hw.placements import of_core, part, stored
from wirerate.wings.hw.rates import Calibration, calibrated_mhz, calibration, rfc_clocks, rfc_mhz

PART = part("ecp5-85k")
ADDER_NS = 2.815  # of this FPGA, as first measured


@pytest.mark.parametrize(
    ("name", "mbps"),
    [("md5-naive", 568), ("md5-overlapped", 947), ("md5-4-steps", 947), ("md5-67", 60.6e3), ("md5-131", 90.9e3),
     ("md5-195", 181.9e3), ("md5-35", 30.3e3), ("md5-19", 15.2e3)],
)  # fmt: skip
def test_rfc_1810s_formula(name: str, mbps: float) -> None:
    one = core(name)
    assert one.lanes * one.bits * rfc_mhz(one, ADDER_NS) / rfc_clocks(one) == pytest.approx(mbps, rel=0.005)


def test_its_own_operation_gives_its_own_figure() -> None:
    one = core("md5-overlapped")
    assert one.bits * rfc_mhz(one, 5.2) / rfc_clocks(one) == pytest.approx(512.8, abs=0.1)


def test_the_calibrated_formula_is_made_of_the_benches() -> None:
    cost = Calibration(PART, "stored", add=2.8, logic_add=3.6, rotate=3.7, rotate_4=2.1, add_add=5.1)
    shared = 0.5  # ns that two chained additions save
    assert calibrated_mhz(core("md5-35"), cost) == pytest.approx(1000 / (2 * 6.4 - 3 * shared))
    assert calibrated_mhz(core("md5-overlapped"), cost) == pytest.approx(1000 / (10.1 - 2 * shared))
    assert calibrated_mhz(core("md5-4-steps"), cost) == pytest.approx(1000 / (4 * 8.5 - 11 * shared))
    assert calibrated_mhz(core("md5-naive"), cost) == pytest.approx(1000 / (15.7 - 4 * shared))
    assert calibrated_mhz(core("checksum-4"), cost) == pytest.approx(1000 / 3.6)
    for name, bare in (("md5-67", 5.6 - shared), ("md5-131", 2.8), ("md5-195", 2.8)):
        assert calibrated_mhz(core(name), cost) == pytest.approx(1000 / bare)


PLACED = [one for one in CORES if not one.startswith("bench-") and of_core(stored(PART), one, core(one).sha256)]


@pytest.mark.parametrize("name", PLACED)
def test_the_calibrated_formula_predicts_every_placed_core_from_the_others(name: str) -> None:
    """The predicted core takes no part in the calibration."""
    cost = calibration(PART)
    fmax = median(placement.fmax_mhz for placement in of_core(stored(PART), name, core(name).sha256))
    assert {each.core for each in cost.wire_samples} == set(PLACED)
    without = replace(cost, wire_samples=tuple(each for each in cost.wire_samples if each.core != name))
    assert cost.wires(core(name)) == without.wires(core(name)) > 0
    assert calibrated_mhz(core(name), cost) == pytest.approx(fmax, rel=0.10)


def test_operations_that_no_clock_chains_have_no_rate() -> None:
    cost = calibration(PART)
    told = {
        name: cost.operation_times(core(name))
        for name in ("md5-overlapped", "md5-67", "md5-131", "md5-195", "checksum-4")
    }
    assert [name for name, of in told.items() if of.logic_add_ns is None] == ["md5-67", "md5-131", "md5-195"]
    assert [name for name, of in told.items() if of.shared_ns is not None] == ["md5-overlapped", "md5-67"]


def test_the_longest_wire_grows_with_the_core_and_with_the_silicon() -> None:
    cost = calibration(PART)
    small, large = (cost.wires(core(name)) for name in ("checksum-4", "md5-131"))
    assert 0 < small < large < 2
    assert cost.scaled(2 * cost.add).wires(core("md5-131")) == pytest.approx(2 * large)


@pytest.mark.parametrize("name", [name for name in PLACED if core(name).luts])
def test_look_up_tables_are_counted_as_synthesis_finds_them(name: str) -> None:
    known = of_core(stored(PART), name, core(name).sha256)
    assert core(name).luts == pytest.approx(known[0].luts, rel=0.05)


@pytest.mark.parametrize("name", [name for name in CORES if name.startswith("md5-")])
def test_rates_follow_from_the_clock(name: str) -> None:
    one = core(name)
    assert one.mbps(100) == pytest.approx(one.lanes * one.chain_mbps(100))
    if one.lanes > 1:
        assert one.mbps(100) == pytest.approx(51_200)  # a block enters every clock
