"""Every number of RFC 1810, derived from the graph and compared with the RFC's."""

from __future__ import annotations

import pytest

from wirerate.catalogue.history import rfc1810_figures
from wirerate.graph import rfc1810
from wirerate.graph.algorithms import MD5
from wirerate.graph.timing import cycles_per_block, parallelism, slope


def test_eight_operations_and_five_units_per_step() -> None:
    assert rfc1810.step(MD5) == rfc1810.Step(operations=8, units=5, parallelism=3)


def test_the_tree_is_three_wide_at_its_first_unit_only() -> None:
    first = rfc1810.binary_tree(MD5).step(0)
    assert parallelism(first, rfc1810.software().low) == [3, 2, 1, 1, 1]


@pytest.mark.parametrize("number", range(64))
def test_every_step_takes_five_units_and_at_most_eight_operations(number: int) -> None:
    step = rfc1810.step(MD5, number)
    assert step.units == 5
    assert step.operations == (8 if number < 32 else 7)
    assert step.parallelism <= 3


def test_32_20_and_12_per_word() -> None:
    numbers = rfc1810.per_word("md5")
    assert numbers.steps == 4
    assert (numbers.serial, numbers.parallel, numbers.hardware) == (32, 20, 12)


def test_what_the_graph_adds_to_the_rfc() -> None:
    numbers = rfc1810.per_word("md5")
    assert numbers.serial_counted == 30  # H and I have one operation less than F and G
    assert numbers.parallel_overlapped == 19  # H needs its newest word only in its last operation
    assert numbers.parallel_rewritten == 18  # so does G, if it selects by addition


def test_hardware_steps_overlap_by_one_unit_and_software_steps_do_not() -> None:
    tree = rfc1810.hardware_tree(MD5)
    assert slope(tree, rfc1810.hardware().low) == 64 * 3
    costly = {"rotl": 1.0}
    assert slope(tree, lambda node: costly.get(node.kind, 1.0)) == 64 * 4


def test_serial_rate_is_the_mips_rate_and_parallel_1_6_times_it() -> None:
    assert rfc1810.software_mbps(1) == (1.0, 1.6)
    assert rfc1810.software_mbps(100)[1] == 160  # "a 100 MIPS machine can support a 160 Mbps stream"


def test_hardware_rate_is_8_over_3n() -> None:
    for operation_ns in (0.4, 1, 2.815, 5.2):
        assert rfc1810.hardware_mbps(operation_ns) == pytest.approx(8 / (3 * operation_ns) * 1000)


def test_three_hardware_figures() -> None:
    figures = {reading: round(mbps) for reading, mbps in rfc1810.hardware_figures().items()}
    assert figures == {"printed": 256, "formula": 513, "sentence": 1026}


def test_the_table_of_eight_machines() -> None:
    machines = rfc1810_figures().machines
    assert len(machines) == 8
    for machine in machines:
        lower, upper = rfc1810.software_mbps(machine.specint92)
        assert machine.predicted == (round(lower), round(upper))
        assert machine.measured < lower
    assert [m.measured for m in machines] == [87, 33, 48, 31, 44, 52, 37, 57]


def test_the_alphas_rate_where_the_cache_was_not_defeated() -> None:
    """ "Values as high as 100 Mbps have been reported for the DEC Alpha (190 Mhz)." The RFC gives none for others."""
    assert {m.name: m.cached for m in rfc1810_figures().machines if m.cached} == {"DEC Alpha (190 Mhz)": 100}


def test_ip_carried_100_and_130_mbps_on_a_machine_of_the_table() -> None:
    """ "e.g., 100 Mbps TCP and 130 Mbps UDP over a Fore SBA-200 ATM host interface in a Sun SPARC-20/71"."""
    ip = rfc1810_figures().ip
    assert (ip.tcp, ip.udp) == (100, 130)
    (there,) = [m for m in rfc1810_figures().machines if m.name.startswith(ip.machine)]
    assert (there.measured, ip.machine) == (57, "Sun SPARC-20/71")
    assert all(m.measured < ip.tcp for m in rfc1810_figures().machines), "none keeps up"


def test_alternatives_three_and_a_half_times_as_fast() -> None:
    about = rfc1810_figures().alternatives
    assert about.times_md5 == 3.5
    assert "3.5x the speed of MD5" in about.quote


def test_machines_that_the_two_tables_name_differently() -> None:
    named = {machine.name: machine.named for machine in rfc1810_figures().machines if machine.named}
    assert named["Intel i486/33 NetBSD"] == "Intel i486/66 NetBSD"
    assert "SPARC-20/50" in named["Sun SPARC-10/51 SunOS 4.1.3"]


def test_four_ways_make_a_gigabit_and_sixteen_four() -> None:
    assert round(rfc1810.chained_mbps(4)) == 1026
    assert round(rfc1810.chained_mbps(16)) == 4103


def test_digests_of_four_ways_fill_a_block_and_padding_takes_one_more() -> None:
    assert rfc1810.digest_blocks(4) == (1, 2)
    assert rfc1810.digest_blocks(16) == (4, 5)


def test_checksum_in_excess_of_a_gigabit() -> None:
    assert rfc1810.checksum_mbps(32) == 1000  # a PLD may take 32 ns for a 32-bit addition
    assert rfc1810.checksum_mbps(5.2) == pytest.approx(6154, abs=1)
    assert rfc1810.checksum_mbps(5.2, partial_sums=4) == pytest.approx(4 * rfc1810.checksum_mbps(5.2))


@pytest.mark.parametrize(("slots", "units"), [(1, 30), (2, 19), (3, 19)])
def test_two_slots_are_enough_for_the_binary_tree(slots: int, units: int) -> None:
    tree = rfc1810.binary_tree(MD5)
    assert cycles_per_block(tree, rfc1810.software().low, slots) / 16 == units
