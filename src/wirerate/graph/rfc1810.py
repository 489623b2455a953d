# SPDX-License-Identifier: Apache-2.0 OR MIT
"""RFC 1810's analysis of MD5, recomputed from MD5's dependency graph."""

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
    """One step of an algorithm. RFC 1810 adds up steps, because each must wait for the previous one's result."""

    operations: int  # operations, executed one after another
    units: float  # units of time, with operations in parallel
    parallelism: int  # largest number of operations at the same time


@dataclass(frozen=True)
class PerWord:
    """Operations or units of time per word of input: RFC 1810's three numbers (32, 20 and 12 for MD5), and exact ones
    from the graph."""

    steps: float
    serial: float  # operations, if every step were as long as the longest
    parallel: float  # units of time, if every step were as long as the longest
    hardware: float  # units of time, with overlapping steps
    serial_counted: float  # operations, counted step by step
    parallel_overlapped: float  # units of time of the binary tree, with overlapping steps
    parallel_rewritten: float  # like parallel_overlapped, with selection by addition


def software() -> Unit:
    return processors()["rfc1810-software"].units["tree"]


def hardware() -> Unit:
    return processors()["rfc1810-hardware"].units["tree"]


def binary_tree(algorithm: Algorithm) -> Graph:
    """Return a block's graph as RFC 1810 draws it: operations with two inputs, complements included, and the latest
    operand added last."""
    graph = algorithm.trace(seeded=False)
    return _ordered(rewrites.carry_in_the_adder(rewrites.absorb_complements(graph)), software())


def hardware_tree(algorithm: Algorithm) -> Graph:
    """Return RFC 1810's optimized tree, with three-input logic, in which steps overlap."""
    graph = algorithm.trace(seeded=False)
    return _ordered(rewrites.carry_in_the_adder(rewrites.three_input_logic(graph)), hardware())


def _ordered(graph: Graph, unit: Unit) -> Graph:
    return rewrites.order_sums(graph, unit.low, entry_times(graph, unit.low))


def step(algorithm: Algorithm, number: int = 0) -> Step:
    """Return the figures of a step of the binary tree."""
    graph = binary_tree(algorithm).step(number)
    return Step(graph.counts().total(), depth(graph, software().low), max(parallelism(graph, software().low)))


@cache
def per_word(name: str) -> PerWord:
    """Return the figures per word of input."""
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
    """Return a machine's predicted range in Mbit/s: without parallelism, and with all parallelism of the tree."""
    numbers = per_word(name)
    return 32 / numbers.serial * mips, 32 / numbers.parallel * mips


def hardware_mbps(operation_ns: float, name: str = "md5") -> float:
    """Return the rate of hardware whose operation takes `operation_ns`. For MD5 this is RFC 1810's formula, 8/3N x
    1000."""
    return 32 / per_word(name).hardware / operation_ns * 1000


def hardware_figures() -> dict[str, float]:
    """Return Mbit/s by three readings of the RFC's paragraph: its printed figure (31.2 ns a step), its formula with
    its operation time, and its sentence taken literally (31.2 ns a word)."""
    clocks = CLOCKS * OPERATION_NS
    return {
        "printed": 32 / (clocks * per_word("md5").steps) * 1000,
        "formula": hardware_mbps(OPERATION_NS),
        "sentence": 32 / clocks * 1000,
    }


def chained_mbps(ways: int) -> float:
    """Return RFC 1810's K-way rate in CMOS, a multiple of its printed figure for one chain."""
    return ways * hardware_figures()["printed"]


def digest_blocks(ways: int) -> tuple[float, int]:
    """Return the blocks that K digests of 4 words fill, and the blocks of a standard MD5 over them, which has one more
    for padding."""
    size = 16 * ways
    return size / 64, (size + 8) // 64 + 1


def checksum_mbps(operation_ns: float, partial_sums: int = 1) -> float:
    """Return the Internet checksum's rate: each partial sum takes one 32-bit word per end-around-carry addition."""
    return partial_sums * hardware_mbps(operation_ns, "internet-checksum")
