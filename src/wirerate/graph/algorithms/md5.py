# SPDX-License-Identifier: Apache-2.0 OR MIT
"""MD5 (RFC 1321): 64 steps, each F of three words, four additions and one rotation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor, sin

from wirerate.graph.algorithm import Algorithm, State, Word
from wirerate.graph.algorithms.framing import merkle_damgard

T = tuple(floor(2**32 * abs(sin(i + 1))) for i in range(64))
ROTATION = ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21))
WORD = (lambda i: i, lambda i: (5 * i + 1) % 16, lambda i: (3 * i + 5) % 16, lambda i: 7 * i % 16)


def f(b: Word, c: Word, d: Word) -> Word:
    return (b & c) | (~b & d)


def g(b: Word, c: Word, d: Word) -> Word:
    return (b & d) | (c & ~d)


def h(b: Word, c: Word, d: Word) -> Word:
    return b ^ c ^ d


def i(b: Word, c: Word, d: Word) -> Word:
    return c ^ (b | ~d)


def steps(state: State, x: Sequence[Word], key: Sequence[Word]) -> Iterator[State]:
    a, b, c, d = state
    for number in range(64):
        group = number // 16
        mixed = (f, g, h, i)[group](b, c, d)
        total = a + mixed + x[WORD[group](number)] + T[number]
        a, b, c, d = d, b + total.rotl(ROTATION[group][number % 4]), b, c
        yield a, b, c, d
    yield a + state[0], b + state[1], c + state[2], d + state[3]


MD5: Algorithm = Algorithm(
    name="md5",
    title="MD5",
    source="RFC 1321",
    bits=32,
    block_words=16,
    state=("a", "b", "c", "d"),
    state_bits=32,
    initial=(0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476),
    steps=steps,
    digest=lambda message, key: merkle_damgard(MD5, message, "little"),
)
