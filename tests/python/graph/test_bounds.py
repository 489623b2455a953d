"""Bounds: known values on Zen 4, and relations that hold on every core."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from wirerate.errors import UsageError
from wirerate.graph.algorithm import Node
from wirerate.graph.algorithms import ALGORITHMS, CHECKSUM, MD5, SHA256
from wirerate.graph.bounds import best, bound, pipe_groups, transposition, variants
from wirerate.graph.processors import document, processor, processors
from wirerate.graph.rewrites import absorb_complements, lower
from wirerate.graph.timing import arrivals, chain, list_schedule, slope

REAL = [name for name in processors() if not name.startswith("rfc1810")]
WAYS = (1, 4, 8, 16, 32)


@pytest.mark.parametrize(
    ("unit", "ways", "cycles_per_byte"),
    [
        ("scalar", 1, 4.516),  # F 5, G 4 by addition, H 4, I 5, and one for the seed
        ("xmm", 1, 4.016),  # with the rotation split in two
        ("xmm", 4, 1.004),
        ("ymm", 8, 0.502),
        ("zmm", 16, 0.2826),  # split only in some steps
        ("zmm", 32, 0.2207),  # 388 + 64 operations on four half-width pipes
    ],
)
def test_md5_on_zen4(unit: str, ways: int, cycles_per_byte: float) -> None:
    limit = bound(MD5, processor("zen4"), unit, ways)
    assert limit is not None
    assert limit.cycles_per_byte == pytest.approx(cycles_per_byte, abs=6e-4)


def test_textbook_md5_on_zen4_without_rewrites() -> None:
    plain = next(v for v in variants(MD5, processor("zen4").units["scalar"]) if not v.names)
    assert plain.latency / 64 == pytest.approx(4.766, abs=1e-3)


@pytest.mark.parametrize("name", REAL)
def test_more_ways_never_cost_more_per_byte(name: str) -> None:
    costs = [best(MD5, processor(name), ways).cycles_per_byte for ways in WAYS]
    assert all(after <= before * 1.0001 for before, after in itertools.pairwise(costs))


@pytest.mark.parametrize("name", REAL)
@pytest.mark.parametrize("algorithm", ["md5", "internet-checksum", "umac-32", "poly1305"])
def test_a_bound_is_at_least_each_of_its_limits(name: str, algorithm: str) -> None:
    for unit in processor(name).units:
        for ways in WAYS:
            limit = bound(ALGORITHMS[algorithm], processor(name), unit, ways)
            if limit is not None:
                assert limit.cycles_per_byte >= max(limit.latency, limit.issue) * 0.9999
                worst = bound(ALGORITHMS[algorithm], processor(name), unit, ways, worst=True)
                assert worst is not None
                assert worst.cycles >= limit.cycles * 0.9999


def test_zen5_has_two_ends_and_zen4_one() -> None:
    assert best(MD5, processor("zen5"), 16, worst=True).cycles == pytest.approx(
        2 * best(MD5, processor("zen5"), 16).cycles, rel=0.01
    )
    assert best(MD5, processor("zen4"), 16, worst=True).cycles == best(MD5, processor("zen4"), 16).cycles


def test_sha256_is_limited_by_its_operations() -> None:
    assert best(SHA256, processor("zen4"), 1).limit.startswith("pipes")


def test_vectors_without_a_carry_defer_it() -> None:
    assert bound(CHECKSUM, processor("haswell"), "ymm", 1) is not None


def test_hall_groups_are_closed_under_union() -> None:
    groups = set(pipe_groups(processor("skylake-server").units["scalar"]))
    assert {frozenset({"p1", "p5"}), frozenset({"p0", "p6"}), frozenset({"p0", "p1", "p5", "p6"})} <= groups
    assert all(a | b in groups for a in groups for b in groups)


def test_a_transposition_of_16_lanes_takes_64_shuffles() -> None:
    zmm = processor("zen4").units["zmm"]
    assert [transposition(MD5, zmm, ways) for ways in (1, 16, 32)] == [0, 64, 128]
    assert transposition(CHECKSUM, zmm, 16) == 0  # words may be added to partial sums in any order


def test_unknown_core_names_the_nearest() -> None:
    with pytest.raises(UsageError) as error:
        processor("zen44")
    assert "zen4" in error.value.fix


@pytest.mark.parametrize("name", processors())
def test_every_row_has_a_source(name: str) -> None:
    for unit in processor(name).units.values():
        for cost in unit.costs.values():
            assert cost.source == "unverified" or not document(cost.source).startswith("unverified")
            assert cost.low <= cost.high


def test_an_unverified_row_is_wider() -> None:
    cost = processor("zen5").units["scalar"].cost("addc")
    assert not cost.verified
    assert (cost.low, cost.high) == (1, 2)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("slots", [1, 2, 4])
def test_a_schedule_keeps_to_its_slots_and_to_dependences(algorithm: str, slots: int) -> None:
    graph = ALGORITHMS[algorithm].trace()

    def latency(node: Node) -> float:
        return {"mul": 3.0, "rotl": 2.0}.get(node.kind, 1.0)

    schedule = list_schedule(graph, latency, slots)
    assert schedule.start.keys() == {i for i, _ in graph.operations()}
    assert max(Counter(schedule.start.values()).values()) <= slots
    for i, start in schedule.start.items():
        for arg in graph.nodes[i].args:
            if arg in schedule.start:
                assert start >= schedule.start[arg] + latency(graph.nodes[arg])
    assert schedule.length >= max(arrivals(graph, latency)[i] for i in graph.outputs.values())
    assert schedule.length >= len(schedule.start) / slots


def test_slope_is_settled_after_two_blocks() -> None:
    unit = processor("zen4").units["scalar"]
    graph = absorb_complements(lower(MD5.trace(), frozenset(unit.costs)))
    many = chain(graph, 9)
    few = chain(graph, 3)
    ends = [max(arrivals(g, unit.low)[i] for i in g.outputs.values()) for g in (few, many)]
    assert (ends[1] - ends[0]) / 6 == slope(graph, unit.low)
