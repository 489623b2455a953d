# SPDX-License-Identifier: Apache-2.0 OR MIT
"""SHA-1 (FIPS 180-4): 80 steps over a message schedule that a rotation by one extends from 16 words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wirerate.graph.algorithm import Algorithm, State, Word
from wirerate.graph.algorithms.framing import merkle_damgard

K = (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6)


def choose(b: Word, c: Word, d: Word) -> Word:
    return (b & c) | (~b & d)


def parity(b: Word, c: Word, d: Word) -> Word:
    return b ^ c ^ d


def majority(b: Word, c: Word, d: Word) -> Word:
    return (b & c) | (d & (b | c))


def steps(state: State, x: Sequence[Word], key: Sequence[Word]) -> Iterator[State]:
    a, b, c, d, e = state
    w = list(x)
    for t in range(80):
        if t >= 16:
            w.append((w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16]).rotl(1))
        mixed = (choose, parity, majority, parity)[t // 20](b, c, d)
        a, b, c, d, e = a.rotl(5) + mixed + e + w[t] + K[t // 20], a, b.rotl(30), c, d
        yield a, b, c, d, e
    yield tuple(after + before for after, before in zip((a, b, c, d, e), state, strict=True))


SHA1: Algorithm = Algorithm(
    name="sha1",
    title="SHA-1",
    source="FIPS 180-4, 6.1",
    bits=32,
    block_words=16,
    state=("a", "b", "c", "d", "e"),
    state_bits=32,
    initial=(0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0),
    steps=steps,
    digest=lambda message, key: merkle_damgard(SHA1, message, "big"),
)
