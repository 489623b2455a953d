"""A rewrite keeps the value of every output, and has the effect in its name."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from wirerate.graph import rewrites
from wirerate.graph.algorithm import Graph, Node
from wirerate.graph.algorithms import ALGORITHMS, CHECKSUM, MD5
from wirerate.graph.timing import entry_times, slope

RANDOM = random.Random(1321)


def unit(node: Node) -> float:
    return 1.0


def complemented(graph: Graph) -> Graph:
    return rewrites.absorb_complements(graph)


REWRITES: dict[str, Callable[[Graph], Graph]] = {
    "absorb_complements": complemented,
    "select_by_addition": lambda g: rewrites.select_by_addition(complemented(g), unit, entry_times(g, unit)),
    "order_sums": lambda g: rewrites.order_sums(g, unit, entry_times(g, unit)),
    "order_sums, recomputed": lambda g: rewrites.order_sums(g, unit, entry_times(g, unit), recompute=True),
    "three_input_logic": rewrites.three_input_logic,
    "bit select": lambda g: rewrites.three_input_logic(g, rewrites.is_select),
    "split_rotations": lambda g: rewrites.split_rotations(g, unit, entry_times(g, unit)),
    "add_with_constant": rewrites.add_with_constant,
    "carry_in_the_adder": rewrites.carry_in_the_adder,
    "lower to shifts": lambda g: rewrites.lower(g, frozenset({"add", "and", "or", "xor", "shl", "shr", "less", "mul"})),
    "lower to shift and insert": lambda g: rewrites.lower(g, frozenset({"shl", "insert", "not"})),
}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("rewrite", REWRITES)
def test_values_stay(algorithm: str, rewrite: str) -> None:
    graph = ALGORITHMS[algorithm].trace()
    rewritten = REWRITES[rewrite](graph)
    for _ in range(3):
        values = {name: RANDOM.getrandbits(26) for name in graph.inputs}
        assert rewritten.run(values) == graph.run(values)


def test_md5_operations_by_kind() -> None:
    text = MD5.trace().counts()
    assert text["add"] == 64 * 4 + 4
    assert text["rotl"] == 64
    fused = rewrites.absorb_complements(MD5.trace()).counts()
    assert fused["not"] == 0
    assert fused["andn"] == 32
    assert fused["orn"] == 16
    logic3 = rewrites.three_input_logic(MD5.trace()).counts()
    assert logic3 == {"add": 260, "rotl": 64, "logic3": 64}


def test_split_rotation_takes_rotations_off() -> None:
    graph = MD5.trace()
    split = rewrites.split_rotations(graph, unit, entry_times(graph, unit)).counts()
    assert split["rotl"] == 0
    assert split["shl"] == 128
    assert split["shr"] == 64


def test_selection_by_addition_is_for_g_only() -> None:
    graph = complemented(MD5.trace())
    summed = rewrites.select_by_addition(graph, unit, entry_times(graph, unit))
    assert summed.counts()["add"] == graph.counts()["add"] + 16
    changed = [n.step for n, m in zip(summed.nodes, graph.nodes, strict=True) if n.kind != m.kind]
    assert changed == list(range(16, 32))


def test_selection_by_addition_saves_one_operation_in_a_quarter_of_the_steps() -> None:
    graph = complemented(MD5.trace())
    at = entry_times(graph, unit)
    before = slope(rewrites.order_sums(graph, unit, at), unit)
    after = slope(rewrites.order_sums(rewrites.select_by_addition(graph, unit, at), unit, at), unit)
    assert (before, after) == (16 * (5 + 5 + 4 + 5) + 1, 16 * (5 + 4 + 4 + 5) + 1)


def test_carry_in_the_adder_leaves_one_operation_a_word() -> None:
    assert rewrites.carry_in_the_adder(CHECKSUM.trace()).counts() == {"addc": 16}
