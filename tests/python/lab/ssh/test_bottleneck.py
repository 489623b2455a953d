"""The bottleneck of flows made so that there is no doubt about it."""

from __future__ import annotations

from dataclasses import replace

from wirerate.lab.ssh.bottleneck import CPU_HERE, CPU_THERE, NETWORK, SOURCE, WINDOW, Flow, find

FAST = Flow(
    wall=1.0,
    size=500_000_000,
    here_cpu=0.3,
    here_waiting=0.0,
    there_cpu=0.3,
    there_waiting=0.0,
    round_trip=0.0001,
    window=2 << 20,
    source_rate=5e9,
)


def test_cpu_of_the_end_that_is_busier() -> None:
    assert find(replace(FAST, here_cpu=0.97)).kind == CPU_HERE
    assert find(replace(FAST, there_cpu=0.97)).kind == CPU_THERE
    assert find(replace(FAST, here_cpu=0.9, there_cpu=0.97)).kind == CPU_THERE


def test_a_cpu_held_by_others_is_still_the_cpu_and_is_told() -> None:
    found = find(replace(FAST, there_cpu=0.4, there_waiting=0.5))
    assert found.kind == CPU_THERE
    assert "56% of that other programs held the CPU" in found.reason


def test_two_ends_of_one_machine_have_no_network_between_them() -> None:
    both = replace(FAST, here_cpu=0.45, there_cpu=0.5)
    assert find(both).kind == NETWORK
    assert find(replace(both, one_machine=True)).kind == CPU_THERE
    assert find(replace(both, one_machine=True, source_rate=5.5e8)).kind == SOURCE


def test_window_times_round_trip() -> None:
    found = find(replace(FAST, size=20_000_000, round_trip=0.1))
    assert found.kind == WINDOW
    assert "2 MiB of channel window / 100 ms round trip = 21 MB/s at most, 20 MB/s reached" in found.reason
    assert find(replace(FAST, size=10_000_000, round_trip=0.1)).kind == NETWORK
    assert find(replace(FAST, size=20_000_000, round_trip=0.1, window=0)).kind == NETWORK


def test_a_source_no_faster_than_the_transfer() -> None:
    found = find(replace(FAST, source_rate=5.5e8))
    assert found.kind == SOURCE
    assert "550 MB/s" in found.reason


def test_the_network_by_elimination_says_what_it_could_not_see() -> None:
    assert "by elimination" in find(FAST).reason
    found = find(replace(FAST, there_cpu=None))
    assert found.kind == NETWORK
    assert "could not be read" in found.reason


def test_differences_of_medians_stay_shares() -> None:
    assert "busy for 100%" in find(replace(FAST, here_cpu=1.9)).reason
    assert not find(replace(FAST, here_cpu=-0.1, there_cpu=-0.2)).is_cpu
