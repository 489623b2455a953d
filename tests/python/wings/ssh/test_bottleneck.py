"""The bottleneck of invented transfers for which it is certain, and the sentence about it."""

from __future__ import annotations

from dataclasses import replace

from wirerate.report import kinds
from wirerate.report.terminal import Paper
from wirerate.wings.ssh.results import CPUS, End, Stream, bottleneck, flow
from wirerate.wings.ssh.rows import Bottleneck, EndCost, SshAdvice, SshRun, Transfer

IDLE = End(0.3, 0.0)
FAST = Stream(wall=1.0, size=500_000_000, here=IDLE, there=IDLE, round_trip=0.0001, window=2 << 20, source_rate=5e9)


def found(stream: Stream, *, one_machine: bool = False) -> Bottleneck:
    return bottleneck(flow(stream), one_machine=one_machine)


def said(stream: Stream, *, one_machine: bool = False) -> str:
    """Return the first lines of the answer, joined."""
    transfer = Transfer(
        subject="x",
        cipher="aes128-gcm",
        mac="",
        peer="peer",
        one_machine=one_machine,
        cpu_ns_per_byte=1.0,
        here=EndCost(user_ns_per_byte=1.0, system_ns_per_byte=1.0),
        set_up_ms=1.0,
        start_ms=1.0,
        start_cpu_ms=1.0,
        round_trip_ms=stream.round_trip * 1e3,
        window=stream.window,
    )
    run = SshRun(command="ssh", environment=None, rows=[transfer])
    told = flow(stream)
    run.findings = SshAdvice(bottleneck=bottleneck(told, one_machine=one_machine), flow=told)
    return "Bottleneck" + " ".join(kinds.text(run, Paper(120)).split("\ncipher")[0].split()).partition("Bottleneck")[2]


def test_cpu_of_the_end_that_is_busier() -> None:
    assert found(replace(FAST, here=End(0.97, 0.0))) == "cpu-here"
    assert found(replace(FAST, there=End(0.97, 0.0))) == "cpu-there"
    assert found(replace(FAST, here=End(0.9, 0.0), there=End(0.97, 0.0))) == "cpu-there"


def test_a_cpu_used_by_other_programs_is_still_the_bottleneck_and_reported() -> None:
    held = replace(FAST, there=End(0.4, 0.5))
    assert found(held) == "cpu-there"
    assert said(held).startswith("Bottleneck: CPU of the receiving end (peer); busy for 90 % of the transfer")
    assert "(56 % of that with other programs), the other end's for 30 %." in said(held)
    assert "other programs" not in said(replace(FAST, there=End(0.9, 0.05)))


def test_two_ends_of_one_machine_have_no_network_between_them() -> None:
    both = replace(FAST, here=End(0.45, 0.0), there=End(0.5, 0.0))
    assert found(both) == "network"
    assert found(both, one_machine=True) == "cpu-there"
    assert found(replace(both, source_rate=5.5e8), one_machine=True) == "source"
    assert "both ends are this machine" in said(both, one_machine=True)


def test_two_idle_ends_of_one_machine_have_a_network_between_them() -> None:
    """Neither end is busy, the window has room and the source is fast: a shaped link or a container."""
    idle = replace(FAST, here=End(0.02, 0.0), there=End(0.02, 0.0), size=2_400_000)
    assert found(idle, one_machine=True) == "network"
    assert said(idle, one_machine=True).startswith(
        "Bottleneck: the network; by elimination: CPU busy 2 % here, 2 % there, channel window not full"
    )
    assert found(replace(idle, here=End(0.02, 0.3), there=End(0.02, 0.3)), one_machine=True) in CPUS
    assert found(replace(idle, round_trip=0.8), one_machine=True) == "window"


def test_window_times_round_trip() -> None:
    far = replace(FAST, size=20_000_000, round_trip=0.1)
    assert found(far) == "window"
    assert "2 MiB of channel window / 100 ms round trip = 21 MB/s at most, 20 MB/s reached" in said(far)
    assert found(replace(FAST, size=10_000_000, round_trip=0.1)) == "network"
    assert found(replace(FAST, size=20_000_000, round_trip=0.1, window=0)) == "network"


def test_a_source_no_faster_than_the_transfer() -> None:
    slow = replace(FAST, source_rate=5.5e8)
    assert found(slow) == "source"
    assert "it is read at 550 MB/s on its own, and sent at 500" in said(slow)


def test_the_network_by_elimination_says_what_it_could_not_see() -> None:
    assert "by elimination" in said(FAST)
    blind = replace(FAST, there=None)
    assert found(blind) == "network"
    assert "could not be read" in said(blind)


def test_differences_of_medians_stay_shares() -> None:
    assert "busy for 100 %" in said(replace(FAST, here=End(1.9, 0.0)))
    assert found(replace(FAST, here=End(-0.1, 0.0), there=End(-0.2, 0.0))) not in CPUS


def test_nothing_finished_is_not_known() -> None:
    run = SshRun(command="ssh", environment=None)
    assert kinds.text(run, Paper(80)).startswith("No round was finished, so there is no answer.")
