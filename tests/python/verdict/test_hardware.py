"""The verdict on a core: what a packet costs in blocks, against what the link leaves."""

from __future__ import annotations

import pytest

from wirerate.links import load, parse_link, parse_packets
from wirerate.records import CoreVerdict, Interval, Measurement, Verdict
from wirerate.records.details import CoreRate, CriticalPath, Derating, Placed
from wirerate.verdict.hardware import judge_core


def measured(ns: float, blocks: float = 24.0, derating: Derating | None = None) -> Measurement:
    """A core with 67 lanes that takes so long for a packet of so many blocks, give or take a twentieth."""
    around = Interval(ns, ns * 0.95, ns * 1.05, None, ("3 seeds",))
    rate = CoreRate(
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
    return Measurement(subject="md5-67", basis="stored", ns=around, details=rate)


def placed(derating: Derating) -> Placed:
    path = CriticalPath(start="b1_1", end="b2_1", additions=2, luts=1, logic_ns=3, routing_ns=4)
    return Placed(
        package="", speed=8, seeds=3, target_mhz=140, luts=1, ffs=1, ram_blocks=0, area=0.2, fitting=5, path=path,
        netlist_sha256="", verilog_sha256="", yosys="", nextpnr="", date="", command="", derating=derating,
    )  # fmt: skip


def judged(
    link: str, ns: float, mode: str = "md5", blocks: float = 24.0, derating: Derating | None = None
) -> tuple[Verdict, CoreVerdict]:
    about = load(parse_link(link), parse_packets("1500"), "hmac-md5" if mode == "keyed-md5" else mode)
    verdict = judge_core(about, mode, measured(ns, 24.0, derating), blocks)
    assert verdict.details is not None
    return verdict, verdict.details


@pytest.mark.parametrize(
    ("ns", "word"), [(150.0, "KEEPS UP"), (280.0, "TIGHT"), (310.0, "CANNOT TELL"), (400.0, "FALLS SHORT")]
)
def test_headroom_decides(ns: float, word: str) -> None:
    verdict, _ = judged("40G", ns)
    assert verdict.verdict == word  # a 1500-byte packet takes 307.6 ns of 40G Ethernet


def test_more_blocks_cost_more() -> None:
    found = [judged("40G", 150.0, mode, n) for mode, n in (("md5", 24), ("keyed-md5", 25), ("hmac-md5", 27))]
    assert [v.measured_ns.median for v, _ in found if v.measured_ns] == pytest.approx([150, 156.25, 168.75])
    assert found[-1][1].latency_ns == pytest.approx(67 * 168.75)


def test_cores_are_counted_by_the_median_and_at_worst() -> None:
    verdict, _ = judged("40G", 300.0)
    assert (verdict.cores, verdict.cores_worst) == (1, 2)
    verdict, _ = judged("40G", 290.0)
    assert (verdict.cores, verdict.cores_worst) == (1, 1)


def test_what_speaks_against_it_is_said_at_every_rate() -> None:
    for mode, word in (("md5", "BROKEN"), ("keyed-md5", "NOT FOR NEW DESIGNS"), ("hmac-md5", "NOT FOR NEW DESIGNS")):
        verdict, _ = judged("1G", 150.0, mode)
        assert word in verdict.objection
        assert not verdict.permitted
        assert verdict.alternatives
        assert not any("md5" in each.subject for each in verdict.alternatives)


def test_derating_lowers_the_headroom() -> None:
    verdict, about = judged("40G", 150.0, derating=Derating(low=0.73, high=0.81, source=""))
    room = verdict.headroom
    assert room is not None
    assert about.derated_headroom_low == pytest.approx(room.low * 0.73)
    assert about.derated_headroom_high == pytest.approx(room.high * 0.81)
    assert judged("40G", 150.0)[1].derated_headroom_low is None
