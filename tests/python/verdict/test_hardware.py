"""The verdict on a core: what a packet costs in blocks, against what the link leaves."""

from __future__ import annotations

import pytest

from wirerate.links import load, parse_link, parse_packets
from wirerate.records import Interval, Measurement, Verdict
from wirerate.verdict.hardware import judge_core


def measured(ns: float, blocks: float = 24.0, **extra: float) -> Measurement:
    """A core with 67 lanes that takes so long for a packet of so many blocks, give or take a twentieth."""
    around = Interval(ns, ns * 0.95, ns * 1.05, None, ("3 seeds",))
    known: dict[str, float | int | str] = {
        **extra,
        "core": "md5-67",
        "lanes": 67,
        "blocks": blocks,
        "latency_ns": 67 * ns,
    }
    return Measurement(subject="md5-67", basis="stored", ns=around, extra=known)


def judged(link: str, ns: float, mode: str = "md5", blocks: float = 24.0, **extra: float) -> Verdict:
    about = load(parse_link(link), parse_packets("1500"), "hmac-md5" if mode == "keyed-md5" else mode)
    return judge_core(about, mode, measured(ns, 24.0, **extra), blocks)


@pytest.mark.parametrize(
    ("ns", "word"), [(150.0, "KEEPS UP"), (280.0, "TIGHT"), (310.0, "CANNOT TELL"), (400.0, "FALLS SHORT")]
)
def test_headroom_decides(ns: float, word: str) -> None:
    assert judged("40G", ns).verdict == word  # a 1500-byte packet takes 307.6 ns of 40G Ethernet


def test_more_blocks_cost_more() -> None:
    plain, keyed, hmac = (
        judged("40G", 150.0, mode, n) for mode, n in (("md5", 24), ("keyed-md5", 25), ("hmac-md5", 27))
    )
    assert [v.measured_ns.median for v in (plain, keyed, hmac) if v.measured_ns] == pytest.approx([150, 156.25, 168.75])
    assert hmac.conditions["latency_ns"] == pytest.approx(67 * 168.75)


def test_cores_are_counted_at_the_slow_end() -> None:
    assert judged("40G", 300.0).cores == 2
    assert judged("40G", 290.0).cores == 1


def test_what_speaks_against_it_is_said_at_every_rate() -> None:
    for mode, word in (("md5", "BROKEN"), ("keyed-md5", "NOT FOR NEW DESIGNS"), ("hmac-md5", "NOT FOR NEW DESIGNS")):
        verdict = judged("1G", 150.0, mode)
        assert word in str(verdict.conditions["objection"])
        assert not verdict.permitted
        assert verdict.alternatives
        assert not any("md5" in each.subject for each in verdict.alternatives)


def test_derating_lowers_the_headroom() -> None:
    verdict = judged("40G", 150.0, derating_low=0.73, derating_high=0.81)
    room = verdict.headroom
    assert room is not None
    assert verdict.conditions["derated_headroom_low"] == pytest.approx(room.low * 0.73)
    assert verdict.conditions["derated_headroom_high"] == pytest.approx(room.high * 0.81)
    assert "derated_headroom_low" not in judged("40G", 150.0).conditions
