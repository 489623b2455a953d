"""Graphs from graphs: blocks in series, copies side by side, and RFC 1810's K-way chaining of one algorithm's block."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.graph.algorithm import Algorithm
from wirerate.graph.algorithms.framing import pad, words
from wirerate.graph.ir import Builder, Graph, Node


def chain(graph: Graph, blocks: int) -> Graph:
    """`blocks` blocks in series: each one's state is the next one's. Block words are named b0.x0, b0.x1, …, b1.x0, …"""
    builder = Builder()
    bits = {name: graph.nodes[i].bits for name, i in graph.inputs.items()}
    state = {name: builder.input(name, bits[name]) for name in graph.state}
    outputs = state
    per_block = [name for name in graph.inputs if name not in state]
    steps = max((node.step for node in graph.nodes), default=0) + 1
    for block in range(blocks):
        fresh = {name: builder.input(f"b{block}.{name}", bits[name]) for name in per_block}
        outputs = builder.splice(_shift_steps(graph, block * steps), {**outputs, **fresh}, f"b{block}.")
    return builder.graph(outputs)


def side_by_side(graph: Graph, copies: int) -> Graph:
    """Independent copies, as several messages or ways are: names are prefixed w0., w1., …"""
    builder = Builder()
    outputs: dict[str, int] = {}
    for copy in range(copies):
        bound = {name: builder.input(f"w{copy}.{name}", graph.nodes[i].bits) for name, i in graph.inputs.items()}
        outputs |= {f"w{copy}.{name}": i for name, i in builder.splice(graph, bound, f"w{copy}.").items()}
    return builder.graph(outputs)


def _shift_steps(graph: Graph, by: int) -> Graph:
    moved = (
        Node(n.kind, n.args, n.bits, n.amount, n.name, n.step + by if n.step >= 0 else n.step) for n in graph.nodes
    )
    return Graph(tuple(moved), graph.outputs)


# ---- K-way chaining (RFC 1810, "One Proposed Solution", in wirerate's profile) ----

LABEL = b"RFC 1810 K-way MD5"
WAYS = tuple(range(4, 65, 4))


def prefix_block(ways: int, chain_number: int) -> bytes:
    """P(K, j): what a chain starts with, so that no two chains start alike."""
    return LABEL.ljust(56, b"\0") + ways.to_bytes(4, "little") + chain_number.to_bytes(4, "little")


def superblocks(ways: int) -> tuple[int, int]:
    """What a K-way digest costs beside its message: blocks of each chain (its prefix and its end), and blocks in one
    chain at last (a prefix, the digests, their padding)."""
    return 2, 1 + (16 * ways + 8) // 64 + 1


@dataclass(frozen=True)
class KWay:
    """K-way chaining of an algorithm for messages of one length: `graph` has inputs m0, m1, … (the message's words,
    the last one zero-filled) and the digest's words as outputs."""

    ways: int
    length: int
    graph: Graph

    def digest(self, message: bytes) -> bytes:
        given = words(message + bytes(-len(message) % 4), "little")
        out = self.graph.run({f"m{i}": word for i, word in enumerate(given)})
        return b"".join(word.to_bytes(4, "little") for word in out.values())


def k_way(algorithm: Algorithm, ways: int, length: int) -> KWay:
    """The graph of a whole K-way digest, made of copies of the algorithm's block graph and constants; nothing else
    computes."""
    if ways not in WAYS:
        raise ValueError(f"{ways} ways: RFC 1810 wants a multiple of 4; wirerate has 4 to 64")
    block = algorithm.trace()
    builder = Builder()
    message = [builder.input(f"m{i}", 32) for i in range(-(-length // 4))]
    size = algorithm.block_bytes

    def hashed(before: bytes, middle: Sequence[int], middle_bytes: int) -> dict[str, int]:
        """The algorithm over constant bytes, then computed words, then its own padding."""
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
        own = range(number, blocks, ways)
        given = [word for i in own for word in message[i * size // 4 : (i + 1) * size // 4]]
        given_bytes = sum(min(size, length - i * size) for i in own)
        digests += hashed(prefix_block(ways, number), given, given_bytes).values()
    final = hashed(prefix_block(ways, 0xFFFFFFFF), digests, 4 * len(digests))
    return KWay(ways, length, builder.graph(final))
