"""The verdict on a core: the time a packet's blocks take, compared with the time available on the link."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from wirerate.errors import UsageError
from wirerate.links import load, parse_link, parse_packets
from wirerate.records import Interval, Verdict
from wirerate.verdict import exit_status
from wirerate.wings.hw.hardware import judge_core, judge_ways
from wirerate.wings.hw.rows import CoreRate, CoreVerdict, CriticalPath, Derating, OneMessage, Placed


def measured(ns: float, blocks: float = 24.0, derating: Derating | None = None) -> CoreRate:
    """Return a core with 67 lanes that takes this long for a packet of so many blocks, ± 5 %."""
    around = Interval(ns, ns * 0.95, ns * 1.05, None, ("3 seeds",))
    return CoreRate(
        subject="md5-67",
        basis="stored",
        ns=around,
        source="placed",
        core="md5-67",
        title="unrolled",
        part="a part",
        lanes=67,
        fmax_mhz=Interval(1e3 * blocks / ns, 0, 0, None),
        clocks=67,
        chain_mbps=1000,
        mbps=67_000,
        blocks=blocks,
        latency_ns=67 * ns,
        placed=derating and placed(derating),
    )


def placed(derating: Derating) -> Placed:
    path = CriticalPath(start="b1_1", end="b2_1", additions=2, luts=1, logic_ns=3, routing_ns=4)
    return Placed(
        package="", speed=8, seeds=3, target_mhz=140, luts=1, ffs=1, ram_blocks=0, area=0.2, fitting=5, path=path,
        netlist_sha256="", verilog_sha256="", yosys="", nextpnr="", date="", command="", derating=derating,
    )  # fmt: skip


def judged(
    link: str, ns: float, mode: str = "md5", blocks: float = 24.0, derating: Derating | None = None
) -> CoreVerdict:
    about = load(parse_link(link), parse_packets("1500"), "hmac-md5" if mode == "keyed-md5" else mode)
    return judge_core(about, mode, measured(ns, 24.0, derating), blocks)


@pytest.mark.parametrize(
    ("ns", "word"), [(150.0, "KEEPS UP"), (280.0, "TIGHT"), (310.0, "CANNOT TELL"), (400.0, "FALLS SHORT")]
)
def test_headroom_decides(ns: float, word: str) -> None:
    verdict = judged("40G", ns)
    assert verdict.verdict == word  # a 1500-byte packet takes 307.6 ns of 40G Ethernet


def test_more_blocks_cost_more() -> None:
    found = [judged("40G", 150.0, mode, n) for mode, n in (("md5", 24), ("keyed-md5", 25), ("hmac-md5", 27))]
    assert [v.measured_ns.median for v in found if v.measured_ns] == pytest.approx([150, 156.25, 168.75])
    assert found[-1].latency_ns == pytest.approx(67 * 168.75)


def test_cores_are_counted_by_the_median_and_at_worst() -> None:
    """The fewest cores that keep up, counted as in `check`."""
    verdict = judged("40G", 242.0)
    assert (verdict.cores, verdict.cores_worst, verdict.cores_tight) == (1, 2, 1)
    verdict = judged("40G", 230.0)
    assert (verdict.cores, verdict.cores_worst, verdict.cores_tight) == (1, 1, 1)


def test_objections_are_stated_at_every_rate() -> None:
    for mode, word in (("md5", "BROKEN"), ("keyed-md5", "NOT FOR NEW DESIGNS"), ("hmac-md5", "NOT FOR NEW DESIGNS")):
        verdict = judged("1G", 150.0, mode)
        assert word in verdict.objection
        assert not verdict.permitted
        assert verdict.alternatives
        assert not any("md5" in each.subject for each in verdict.alternatives)


@pytest.mark.parametrize("mode", ["md5", "keyed-md5", "hmac-md5"])
@pytest.mark.parametrize(("policy", "status"), [("modern", 1), ("fips", 1), ("any", 0)])
def test_the_policy_refuses_in_hardware_what_it_refuses_in_software(mode: str, policy: str, status: int) -> None:
    about = load(parse_link("1G"), parse_packets("1500"), "hmac-md5" if mode == "keyed-md5" else mode)
    verdict = judge_core(about, mode, measured(150.0), 24.0, policy)
    assert verdict.verdict == "KEEPS UP"
    assert verdict.conditions.policy == policy
    assert verdict.permitted is not bool(status)
    assert exit_status([verdict]) == status


def test_a_sound_algorithm_passes_under_every_policy_that_approves_it() -> None:
    about = load(parse_link("1G"), parse_packets("1500"), "internet-checksum")
    for policy in ("modern", "any"):
        assert exit_status([judge_core(about, "internet-checksum", measured(150.0), 24.0, policy)]) == 0


def test_a_policy_by_another_name_is_refused() -> None:
    about = load(parse_link("1G"), parse_packets("1500"), "md5")
    with pytest.raises(UsageError, match="unknown policy"):
        judge_core(about, "md5", measured(150.0), 24.0, "anny")


def test_derating_lowers_the_headroom() -> None:
    about = judged("40G", 150.0, derating=Derating(low=0.73, high=0.81, source=""))
    room = about.headroom
    assert room is not None
    assert about.derated_headroom_low == pytest.approx(room.low * 0.73)
    assert about.derated_headroom_high == pytest.approx(room.high * 0.81)
    assert judged("40G", 150.0).derated_headroom_low is None


def chained(latency_ns: float, blocks: float = 35.0) -> tuple[Verdict, Verdict]:
    """Return 4 chains on 19 lanes at 1G with 1500 bytes (12,304 ns available); a turn takes a tenth of the latency."""
    turn = latency_ns / 10
    one = OneMessage(
        ways=4, mbps=4, turns=10, ns=latency_ns, plain_blocks=24, plain_ns=24 * turn, gains_from=440
    )  # fmt: skip
    found = measured(turn * blocks / 19, blocks)
    assert isinstance(found, CoreRate)
    found = replace(found, lanes=19, blocks=blocks, latency_ns=latency_ns, one_message=one)
    return judge_ways(load(parse_link("1G"), parse_packets("1500"), "md5-x4"), found)


def test_one_message_at_a_time_is_judged_by_its_latency() -> None:
    alone, busy = chained(20_000)
    assert (alone.verdict, busy.verdict) == ("FALLS SHORT", "KEEPS UP")
    assert alone.measured_ns is not None
    assert alone.measured_ns.median == pytest.approx(20_000)
    assert busy.measured_ns is not None
    assert busy.measured_ns.median == pytest.approx(2000 * 35 / 19)
    assert chained(9_000)[0].verdict == "KEEPS UP"


def test_lanes_and_cores_that_carry_it() -> None:
    """A single message occupies its 4 lanes, and 19 lanes hold 4; otherwise several messages fill every lane."""
    for latency, lanes, cores in ((9_000, 4, 1), (20_000, 8, 1), (38_000, 16, 1), (49_000, 16, 2), (60_000, 20, 2)):
        alone, _ = chained(latency)
        assert isinstance(alone, CoreVerdict)
        assert (alone.lanes, alone.cores) == (lanes, cores)
    _, busy = chained(60_000)
    assert isinstance(busy, CoreVerdict)
    assert busy.lanes == 18  # 6,000 ns a turn, 35 turns of a lane in 12,304 ns
    assert busy.packets_in_flight == 6  # 60 us each, one done every 11 us


def test_only_alone_can_chains_gain() -> None:
    alone, busy = chained(9_000)
    assert isinstance(alone, CoreVerdict)
    assert isinstance(busy, CoreVerdict)
    assert alone.gain == pytest.approx(2.4)
    assert busy.gain == pytest.approx(24 / 35)


def test_k_way_md5_is_never_good_and_never_an_alternative() -> None:
    for verdict in chained(1_000):
        assert verdict.verdict == "KEEPS UP"
        assert not verdict.permitted
        assert "no other program" in verdict.security.standing
        assert not any("md5" in each.subject for each in verdict.alternatives)
