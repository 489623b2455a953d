# SPDX-License-Identifier: Apache-2.0 OR MIT
"""SHA-256 (FIPS 180-4): 64 steps, six of whose eight words only move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

from wirerate.graph.algorithm import Algorithm, State, Word
from wirerate.graph.algorithms.framing import merkle_damgard


def _primes(count: int) -> list[int]:
    found: list[int] = []
    candidate = 2
    while len(found) < count:
        if all(candidate % prime for prime in found):
            found.append(candidate)
        candidate += 1
    return found


def _cube_root(value: int) -> int:
    """The floor of the cube root, by Newton's method on integers."""
    root = 1 << (value.bit_length() + 2) // 3
    while True:
        better = (2 * root + value // (root * root)) // 3
        if better >= root:
            return root
        root = better


K = tuple(_cube_root(prime << 96) & 0xFFFFFFFF for prime in _primes(64))
INITIAL = tuple(isqrt(prime << 64) & 0xFFFFFFFF for prime in _primes(8))


def steps(state: State, x: Sequence[Word], key: Sequence[Word]) -> Iterator[State]:
    a, b, c, d, e, f, g, h = state
    w = list(x)
    for t in range(64):
        if t >= 16:
            s0 = w[t - 15].rotr(7) ^ w[t - 15].rotr(18) ^ (w[t - 15] >> 3)
            s1 = w[t - 2].rotr(17) ^ w[t - 2].rotr(19) ^ (w[t - 2] >> 10)
            w.append(w[t - 16] + s0 + w[t - 7] + s1)
        choose = (e & f) ^ (~e & g)
        majority = (a & b) ^ (a & c) ^ (b & c)
        t1 = h + (e.rotr(6) ^ e.rotr(11) ^ e.rotr(25)) + choose + K[t] + w[t]
        t2 = (a.rotr(2) ^ a.rotr(13) ^ a.rotr(22)) + majority
        a, b, c, d, e, f, g, h = t1 + t2, a, b, c, d + t1, e, f, g
        yield a, b, c, d, e, f, g, h
    yield tuple(after + before for after, before in zip((a, b, c, d, e, f, g, h), state, strict=True))


SHA256: Algorithm = Algorithm(
    name="sha256",
    title="SHA-256",
    source="FIPS 180-4, 6.2",
    bits=32,
    block_words=16,
    state=("a", "b", "c", "d", "e", "f", "g", "h"),
    state_bits=32,
    initial=INITIAL,
    steps=steps,
    digest=lambda message, key: merkle_damgard(SHA256, message, "big"),
)
