# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The Internet checksum (RFC 1071) over 32-bit words, as RFC 1810 compares it: one end-around-carry addition per
word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wirerate.graph.algorithm import Algorithm, State, Word


def steps(state: State, x: Sequence[Word], key: Sequence[Word]) -> Iterator[State]:
    (total,) = state
    for word in x:
        total = total + word
        total = total + total.less(word)
        yield (total,)


def deferred(state: State, x: Sequence[Word], key: Sequence[Word]) -> Iterator[State]:
    """The carries left in the upper halves of 64-bit sums, to be folded once at the end: what vector units do, which
    have no carry (RFC 1071, 2(C))."""
    low, high = state
    for pair in x:
        low, high = low + (pair & 0xFFFFFFFF), high + (pair >> 32)
        yield low, high


def folded(state: tuple[int, ...]) -> bytes:
    """The 16-bit checksum of a sum of words of any width."""
    total = sum(state)
    while total >> 16:
        total = (total >> 16) + (total & 0xFFFF)
    return (total ^ 0xFFFF).to_bytes(2, "big")


def _digest(algorithm: Algorithm, message: bytes) -> bytes:
    """The checksum of a message, zero-padded to whole blocks: zeros add nothing."""
    return folded(algorithm.over(message + bytes(-len(message) % algorithm.block_bytes), "big"))


DEFERRED: Algorithm = Algorithm(
    name="internet-checksum-deferred",
    title="the Internet checksum, carries deferred",
    source="RFC 1071, 2(C)",
    bits=64,
    block_words=8,
    state=("low", "high"),
    state_bits=64,
    initial=(0, 0),
    steps=deferred,
    digest=lambda message, key: _digest(DEFERRED, message),
    exact_ways=True,
)

WIDE: Algorithm = Algorithm(
    name="internet-checksum-64",
    title="the Internet checksum in 64-bit words",
    source="RFC 1071, 2(B)",
    bits=64,
    block_words=8,
    state=("sum",),
    state_bits=64,
    initial=(0,),
    steps=steps,
    digest=lambda message, key: _digest(WIDE, message),
    exact_ways=True,
)

CHECKSUM: Algorithm = Algorithm(
    name="internet-checksum",
    title="the Internet checksum",
    source="RFC 1071",
    bits=32,
    block_words=16,
    state=("sum",),
    state_bits=32,
    initial=(0,),
    steps=steps,
    digest=lambda message, key: _digest(CHECKSUM, message),
    exact_ways=True,
    equivalents=(WIDE, DEFERRED),
)
