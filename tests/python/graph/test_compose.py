"""Composed graphs compute the algorithm over the same blocks: in series, side by side, and as K-way chaining.

K-way chaining is that of RFC 1810, "One Proposed Solution", in wirerate's profile. It consists only of copies of the
algorithm.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from wirerate.authenticators.subjects import WAYS
from wirerate.graph.algorithm import Algorithm, Builder, Graph, Node, words
from wirerate.graph.algorithms import MD5, SHA1, pad
from wirerate.graph.timing import chain

RANDOM = random.Random(1995)
LABEL = b"RFC 1810 K-way MD5"


def prefix_block(ways: int, chain_number: int) -> bytes:
    """Return P(K, j), the first block of a chain, which differs for every chain."""
    return LABEL.ljust(56, b"\0") + ways.to_bytes(4, "little") + chain_number.to_bytes(4, "little")


@dataclass(frozen=True)
class KWay:
    """K-way chaining of an algorithm for messages of one length.

    `graph` has the message's words m0, m1, … as inputs (the last one zero-filled) and the digest's words as outputs."""

    ways: int
    length: int
    graph: Graph

    def digest(self, message: bytes) -> bytes:
        message_words = words(message + bytes(-len(message) % 4), "little")
        out = self.graph.run({f"m{i}": word for i, word in enumerate(message_words)})
        return b"".join(word.to_bytes(4, "little") for word in out.values())


def k_way(algorithm: Algorithm, ways: int, length: int) -> KWay:
    """Return the graph of a whole K-way digest, composed only of the algorithm's block graphs and constants."""
    if ways not in WAYS:
        raise ValueError(f"{ways} ways: RFC 1810 wants a multiple of 4; wirerate has 4 to 64")
    block = algorithm.trace()
    builder = Builder()
    message = [builder.input(f"m{i}", 32) for i in range(-(-length // 4))]
    size = algorithm.block_bytes

    def hashed(before: bytes, middle: Sequence[int], middle_bytes: int) -> dict[str, int]:
        """Hash constant bytes, then computed words, then the algorithm's padding."""
        ending = pad(before + bytes(middle_bytes), "little")[len(before) + middle_bytes :]
        sequence = [builder.const(word, 32) for word in words(before, "little")] + list(middle)
        if middle_bytes % 4:
            split = 4 - middle_bytes % 4
            mark = builder.const(int.from_bytes(bytes(middle_bytes % 4) + ending[:split], "little"), 32)
            sequence[-1] = builder.add(Node("or", (sequence[-1], mark)))
            ending = ending[split:]
        sequence += [builder.const(word, 32) for word in words(ending, "little")]
        state = {name: builder.const(v, 32) for name, v in zip(algorithm.state, algorithm.initial, strict=True)}
        for start in range(0, len(sequence), algorithm.block_words):
            fresh = {f"x{i}": word for i, word in enumerate(sequence[start : start + algorithm.block_words])}
            state = builder.splice(block, {**state, **fresh})
        return state

    blocks = -(-length // size)
    digests: list[int] = []
    for number in range(ways):
        indices = range(number, blocks, ways)
        message_words = [word for i in indices for word in message[i * size // 4 : (i + 1) * size // 4]]
        message_bytes = sum(min(size, length - i * size) for i in indices)
        digests += hashed(prefix_block(ways, number), message_words, message_bytes).values()
    final = hashed(prefix_block(ways, 0xFFFFFFFF), digests, 4 * len(digests))
    return KWay(ways, length, builder.graph(final))


def side_by_side(graph: Graph, copies: int) -> Graph:
    """Return independent copies of a graph, as for several messages or ways; names get the prefixes w0., w1., …"""
    builder = Builder()
    outputs: dict[str, int] = {}
    for copy in range(copies):
        bound = {name: builder.input(f"w{copy}.{name}", graph.nodes[i].bits) for name, i in graph.inputs.items()}
        outputs |= {f"w{copy}.{name}": i for name, i in builder.splice(graph, bound, f"w{copy}.").items()}
    return builder.graph(outputs)


def profile(message: bytes, ways: int) -> bytes:
    """Compute wirerate's K-way profile with hashlib."""

    def prefix(number: int) -> bytes:
        return b"RFC 1810 K-way MD5".ljust(56, b"\0") + ways.to_bytes(4, "little") + number.to_bytes(4, "little")

    blocks = [message[i : i + 64] for i in range(0, len(message), 64)]
    digests = [hashlib.md5(prefix(j) + b"".join(blocks[j::ways])).digest() for j in range(ways)]
    return hashlib.md5(prefix(0xFFFFFFFF) + b"".join(digests)).digest()


@pytest.mark.parametrize("length", [0, 1, 3, 4, 55, 56, 63, 64, 65, 255, 256, 257, 300, 700])
def test_k_way_is_the_profile(length: int) -> None:
    message = RANDOM.randbytes(length)
    assert k_way(MD5, 4, length).digest(message) == profile(message, 4)


@pytest.mark.parametrize("ways", [8, 16, 64])
def test_k_way_with_more_ways(ways: int) -> None:
    message = RANDOM.randbytes(1111)
    assert k_way(MD5, ways, 1111).digest(message) == profile(message, ways)


@pytest.mark.parametrize("ways", [0, 1, 2, 6, 68])
def test_k_way_refuses_numbers_of_ways_that_the_rfc_excludes(ways: int) -> None:
    assert ways not in WAYS
    with pytest.raises(ValueError, match="multiple of 4"):
        k_way(MD5, ways, 100)


def test_chained_blocks_are_a_message() -> None:
    data = RANDOM.randbytes(3 * 64)
    values = dict(zip(MD5.state, MD5.initial, strict=True))
    values |= {f"b{i // 16}.x{i % 16}": word for i, word in enumerate(words(data, "little"))}
    state = MD5.initial
    for i in range(3):
        state = MD5.compress(state, words(data[64 * i : 64 * i + 64], "little"))
    assert tuple(chain(MD5.trace(), 3).run(values).values()) == state


def test_copies_are_independent() -> None:
    graph = side_by_side(SHA1.trace(), 3)
    inputs = {name: RANDOM.getrandbits(32) for name in graph.inputs}
    out = graph.run(inputs)
    for copy in range(3):
        state = [inputs[f"w{copy}.{name}"] for name in SHA1.state]
        block = [inputs[f"w{copy}.x{i}"] for i in range(16)]
        assert tuple(out[f"w{copy}.{name}"] for name in SHA1.state) == SHA1.compress(state, block)
