# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Chained hashes: MD5 (RFC 1321), SHA-1 and SHA-256 (FIPS 180-4), which share their padding but for its byte order.

MD5: 64 steps, each F of three words, four additions and one rotation. SHA-1: 80 steps over a message schedule that a
rotation by one extends from 16 words. SHA-256: 64 steps, six of whose eight words only move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor, isqrt, sin

from wirerate.graph.algorithm import Algorithm, ByteOrder, State, Word


def pad(message: bytes, order: ByteOrder) -> bytes:
    """A one bit, zeros to 56 modulo 64, the length in bits (RFC 1321, 3.1 and 3.2; FIPS 180-4, 5.1.1)."""
    zeros = -(len(message) + 9) % 64
    return message + b"\x80" + bytes(zeros) + (8 * len(message)).to_bytes(8, order)


def _digest(algorithm: Algorithm, message: bytes, order: ByteOrder) -> bytes:
    """By the algorithm's own text."""
    return b"".join(word.to_bytes(4, order) for word in algorithm.over(pad(message, order), order))


# ---- MD5 ----

_T = tuple(floor(2**32 * abs(sin(i + 1))) for i in range(64))
MD5_ROTATION = ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21))
_WORD = (lambda i: i, lambda i: (5 * i + 1) % 16, lambda i: (3 * i + 5) % 16, lambda i: 7 * i % 16)


def _f(b: Word, c: Word, d: Word) -> Word:
    return (b & c) | (~b & d)


def _g(b: Word, c: Word, d: Word) -> Word:
    return (b & d) | (c & ~d)


def _h(b: Word, c: Word, d: Word) -> Word:
    return b ^ c ^ d


def _i(b: Word, c: Word, d: Word) -> Word:
    return c ^ (b | ~d)


def _md5(state: State, x: Sequence[Word], key: Sequence[Word]) -> Iterator[State]:
    a, b, c, d = state
    for number in range(64):
        group = number // 16
        mixed = (_f, _g, _h, _i)[group](b, c, d)
        total = a + mixed + x[_WORD[group](number)] + _T[number]
        a, b, c, d = d, b + total.rotl(MD5_ROTATION[group][number % 4]), b, c
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
    steps=_md5,
    digest=lambda message, key: _digest(MD5, message, "little"),
)


# ---- SHA-1 ----

_SHA1_K = (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6)


def _choose(b: Word, c: Word, d: Word) -> Word:
    return (b & c) | (~b & d)


def _parity(b: Word, c: Word, d: Word) -> Word:
    return b ^ c ^ d


def _majority(b: Word, c: Word, d: Word) -> Word:
    return (b & c) | (d & (b | c))


def _sha1(state: State, x: Sequence[Word], key: Sequence[Word]) -> Iterator[State]:
    a, b, c, d, e = state
    w = list(x)
    for t in range(80):
        if t >= 16:
            w.append((w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16]).rotl(1))
        mixed = (_choose, _parity, _majority, _parity)[t // 20](b, c, d)
        a, b, c, d, e = a.rotl(5) + mixed + e + w[t] + _SHA1_K[t // 20], a, b.rotl(30), c, d
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
    steps=_sha1,
    digest=lambda message, key: _digest(SHA1, message, "big"),
)


# ---- SHA-256 ----


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


_SHA256_K = tuple(_cube_root(prime << 96) & 0xFFFFFFFF for prime in _primes(64))
_SHA256_INITIAL = tuple(isqrt(prime << 64) & 0xFFFFFFFF for prime in _primes(8))


def _sha256(state: State, x: Sequence[Word], key: Sequence[Word]) -> Iterator[State]:
    a, b, c, d, e, f, g, h = state
    w = list(x)
    for t in range(64):
        if t >= 16:
            s0 = w[t - 15].rotr(7) ^ w[t - 15].rotr(18) ^ (w[t - 15] >> 3)
            s1 = w[t - 2].rotr(17) ^ w[t - 2].rotr(19) ^ (w[t - 2] >> 10)
            w.append(w[t - 16] + s0 + w[t - 7] + s1)
        choose = (e & f) ^ (~e & g)
        majority = (a & b) ^ (a & c) ^ (b & c)
        t1 = h + (e.rotr(6) ^ e.rotr(11) ^ e.rotr(25)) + choose + _SHA256_K[t] + w[t]
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
    initial=_SHA256_INITIAL,
    steps=_sha256,
    digest=lambda message, key: _digest(SHA256, message, "big"),
)
