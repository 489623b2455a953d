"""Graphs put together compute what the algorithm computes over the same blocks."""

from __future__ import annotations

import hashlib
import random

import pytest

from wirerate.graph.algorithms import MD5, SHA1
from wirerate.graph.algorithms.framing import words
from wirerate.graph.compose import WAYS, chain, k_way, side_by_side

RANDOM = random.Random(1995)


def profile(message: bytes, ways: int) -> bytes:
    """wirerate's K-way profile in hashlib's terms."""

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
def test_k_way_refuses_what_the_rfc_rules_out(ways: int) -> None:
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
