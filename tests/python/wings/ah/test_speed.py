"""The packet ring through the package: every operation is correct, and absent subjects are reported."""

from __future__ import annotations

from typing import Any

import pytest

from wirerate.authenticators import ah
from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS
from wirerate.links import parse_packets
from wirerate.records import CpuCache
from wirerate.wings.ah import speed as lab
from wirerate.wings.ah.rows import AhPackets
from wirerate.wings.ah.speed import Bench, measure

pytestmark = pytest.mark.machine

CACHES = tuple(CpuCache(name=name, bytes=size << 10) for name, size in (("L1d", 32), ("L2", 256), ("L3", 1024)))
MIX = parse_packets("imix6")


def bench(algorithm: str = "hmac-md5-96", operation: str = "sign", **given: Any) -> Bench:
    return Bench(algorithm, operation, **{"cache": "warm", "mix": MIX, "caches": CACHES, **given})


def test_lengths_keep_the_mix() -> None:
    lengths = bench().lengths
    assert len(lengths) == 252
    assert {size: lengths.count(size) for size in set(lengths)} == {60: 147, 576: 84, 1500: 21}


def test_warm_is_one_lap_and_cold_beyond_the_caches() -> None:
    warm, cold = (bench(cache=cache).working_set for cache in ("warm", "cold"))
    assert 252 * 340 < warm < 252 * 500
    assert cold == 256 << 20
    assert bench(cache="cold", caches=[CpuCache(name="L3", bytes=1 << 30)]).working_set == 4 << 30


@pytest.mark.parametrize("operation", ["sign", "verify"])
@pytest.mark.parametrize("algorithm", ["hmac-md5-96", "keyed-md5", "hmac-sha2-256-128"])
def test_every_subject_is_right(algorithm: str, operation: str) -> None:
    found, comparisons, interrupted = measure([bench(algorithm, operation)], budget_s=0.05)
    assert not interrupted
    own = "wirerate" in AH_ALGORITHMS[algorithm].implementations
    timed = [m for m in found if m.status == "ok"]
    assert {m.status for m in found} <= {"ok", "absent"}
    assert all(m.ns and m.rounds >= 16 and isinstance(m, AhPackets) and (m.p99_ns or 0) > 0 for m in timed)
    added = {"hmac-sha2-256-128": 32}.get(algorithm, 24)
    assert {round(m.bytes or 0, 6) for m in timed} == {round(MIX.mean_bytes + added, 6)}
    if own:
        assert {(m.subject.partition("/")[0], m.batch) for m in timed} >= {
            (f"{algorithm}@wirerate", 256),
            (f"{algorithm}@wirerate", 1),
        }
        bare = [m for m in timed if m.operation == "tag"]
        assert len(bare) == (algorithm == lab.BARE and operation == "sign")
        assert len(comparisons) == len(timed) - 1


def test_two_threads_have_a_ring_each() -> None:
    found, _, _ = measure([bench(threads=2)], budget_s=0.05)
    assert all(m.status == "ok" and m.threads == 2 for m in found if "wirerate" in m.subject)


def test_an_absent_implementation_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    real = lab._mac

    def mac(algorithm: str, implementation: str) -> ah.Mac:
        if implementation == "openssl":
            raise ah.MissingError("no such library here")
        return real(algorithm, implementation)

    monkeypatch.setattr(lab, "_mac", mac)
    found, _, _ = measure([bench(operation="verify")], budget_s=0.05)
    assert [(m.status, m.note) for m in found if "openssl" in m.subject] == [("absent", "no such library here")]
    assert [m.status for m in found if "wirerate" in m.subject] == ["ok", "ok"]


def test_a_wrong_packet_voids_its_subject(monkeypatch: pytest.MonkeyPatch) -> None:
    real = lab._mac
    monkeypatch.setattr(
        lab, "_mac", lambda a, i: real(a, i) if i == "openssl" else ah.Mac(a, bytes(16), i)
    )  # another key than the reference's
    found, comparisons, _ = measure([bench()], budget_s=0.05)
    own = [m for m in found if "wirerate" in m.subject]
    if any(m.status == "ok" for m in found):
        assert {m.status for m in own} == {"wrong"}
        assert all("messages gave wrong results" in m.note for m in own)
        assert comparisons == []
