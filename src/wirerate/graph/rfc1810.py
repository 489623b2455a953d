# SPDX-License-Identifier: Apache-2.0 OR MIT
"""RFC 1810's analysis, recomputed from MD5's graph: every number it prints, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from wirerate.graph import rewrites
from wirerate.graph.algorithm import Algorithm, Graph
from wirerate.graph.algorithms import ALGORITHMS
from wirerate.graph.processors import Unit, processors
from wirerate.graph.timing import depth, entry_times, parallelism, slope

OPERATION_NS = (
    5.2  # "For CMOS, an operation (32-bit addition, including register retrieval and storage) costs about 5.2 ns"
)
CLOCKS = 6  # "There are 6 clocks through the most highly-parallelized implementation"


@dataclass(frozen=True)
class Step:
    """One step of an algorithm, by itself: RFC 1810 adds such steps up, since no step starts before the last one's
    result."""

    operations: int  # one after the other
    units: float  # of time, with operations side by side
    parallelism: int  # operations at once, at most


@dataclass(frozen=True)
class PerWord:
    """Operations or units of time per word of input: RFC 1810's three numbers (32, 20, 12 for MD5), and what the
    graph adds."""

    steps: float  # of the algorithm per word
    serial: float  # operations, by the step with the most
    parallel: float  # units, by the longest step
    hardware: float  # units, steps overlapped
    serial_counted: float  # operations, every step counted as it is
    parallel_overlapped: float  # units of the binary tree where its steps can overlap after all
    parallel_rewritten: float  # and with rewrites of the selection


def software() -> Unit:
    return processors()["rfc1810-software"].units["tree"]


def hardware() -> Unit:
    return processors()["rfc1810-hardware"].units["tree"]


def binary_tree(algorithm: Algorithm) -> Graph:
    """The block as RFC 1810 draws it: two-input operations (a complement is part of one), the late operand added
    last."""
    text = algorithm.trace(seeded=False)
    return _ordered(rewrites.carry_in_the_adder(rewrites.absorb_complements(text)), software())


def hardware_tree(algorithm: Algorithm) -> Graph:
    """The optimized tree: three-input logic, so that a step can begin before the step that it follows is done."""
    text = algorithm.trace(seeded=False)
    return _ordered(rewrites.carry_in_the_adder(rewrites.three_input_logic(text)), hardware())


def _ordered(graph: Graph, unit: Unit) -> Graph:
    return rewrites.order_sums(graph, unit.low, entry_times(graph, unit.low))


def step(algorithm: Algorithm, number: int = 0) -> Step:
    """A step of the binary tree."""
    graph = binary_tree(algorithm).step(number)
    return Step(graph.counts().total(), depth(graph, software().low), max(parallelism(graph, software().low)))


@cache
def per_word(name: str) -> PerWord:
    """The numbers per word of input."""
    algorithm = ALGORITHMS[name]
    tree, unit = binary_tree(algorithm), software()
    words = algorithm.block_bytes / 4
    steps = [tree.step(number) for number in tree.steps()]
    selected = rewrites.select_by_addition(tree, unit.low, entry_times(tree, unit.low))
    counted, overlapped = tree.counts().total() / words, slope(tree, unit.low) / words
    chained = not algorithm.exact_ways
    return PerWord(
        steps=len(steps) / words,
        serial=max(one.counts().total() for one in steps) * len(steps) / words if chained else counted,
        parallel=max(depth(one, unit.low) for one in steps) * len(steps) / words if chained else overlapped,
        hardware=slope(hardware_tree(algorithm), hardware().low) / words,
        serial_counted=counted,
        parallel_overlapped=overlapped,
        parallel_rewritten=slope(_ordered(selected, unit), unit.low) / words,
    )


def software_mbps(mips: float, name: str = "md5") -> tuple[float, float]:
    """The predicted range of a machine: no parallelism at all, and all that the tree has."""
    numbers = per_word(name)
    return 32 / numbers.serial * mips, 32 / numbers.parallel * mips


def hardware_mbps(operation_ns: float, name: str = "md5") -> float:
    """32 bits in so many operations: for MD5, 8/3N x 1000."""
    return 32 / per_word(name).hardware / operation_ns * 1000


def hardware_figures() -> dict[str, float]:
    """Mbps by the three readings of the RFC's paragraph: the figure it prints (31.2 ns taken per step), its formula
    with its own operation, and one of its sentences as it stands (31.2 ns a word)."""
    clocks = CLOCKS * OPERATION_NS
    return {
        "printed": 32 / (clocks * per_word("md5").steps) * 1000,
        "formula": hardware_mbps(OPERATION_NS),
        "sentence": 32 / clocks * 1000,
    }


def chained_mbps(ways: int) -> float:
    """RFC 1810's K-way rate in CMOS: so many times one chain of the printed figure."""
    return ways * hardware_figures()["printed"]


def digest_blocks(ways: int) -> tuple[float, int]:
    """The blocks that K digests of 4 words fill, and those of a standard MD5 over them (padding takes one more)."""
    size = 16 * ways
    return size / 64, (size + 8) // 64 + 1


def checksum_mbps(operation_ns: float, partial_sums: int = 1) -> float:
    """The Internet checksum in 32-bit words: one end-around-carry addition per word and partial sum."""
    return partial_sums * hardware_mbps(operation_ns, "internet-checksum")
