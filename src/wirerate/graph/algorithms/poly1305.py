# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Poly1305 (RFC 8439) in five limbs of 26 bits, the form that vector units compute: h = (h + m) r mod 2^130 - 5.

A block is 16 bytes in four 32-bit words, and a fifth word for the one bit that ends it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wirerate.graph.algorithm import Algorithm, State, Word
from wirerate.graph.algorithms.framing import words

LIMB = (1 << 26) - 1
CLAMP = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
PRIME = (1 << 130) - 5


def steps(state: State, m: Sequence[Word], r: Sequence[Word]) -> Iterator[State]:
    h0, h1, h2, h3, h4 = state
    r0, r1, r2, r3, r4, s1, s2, s3, s4 = r  # s = 5 r: what passes 2^130 comes back times five
    h0 = h0 + (m[0] & LIMB)
    h1 = h1 + ((m[0] >> 26 | m[1] << 6) & LIMB)
    h2 = h2 + ((m[1] >> 20 | m[2] << 12) & LIMB)
    h3 = h3 + ((m[2] >> 14 | m[3] << 18) & LIMB)
    h4 = h4 + (m[3] >> 8 | m[4] << 24)
    yield h0, h1, h2, h3, h4
    p0 = h0 * r0 + h1 * s4 + h2 * s3 + h3 * s2 + h4 * s1
    p1 = h0 * r1 + h1 * r0 + h2 * s4 + h3 * s3 + h4 * s2
    p2 = h0 * r2 + h1 * r1 + h2 * r0 + h3 * s4 + h4 * s3
    p3 = h0 * r3 + h1 * r2 + h2 * r1 + h3 * r0 + h4 * s4
    p4 = h0 * r4 + h1 * r3 + h2 * r2 + h3 * r1 + h4 * r0
    yield p0, p1, p2, p3, p4
    # Two carry chains at once, 0-1-2-3-4 and 3-4-0-1, leave every limb below 2^26 + 2^7.
    p1, p4 = p1 + (p0 >> 26), p4 + (p3 >> 26)
    h0, h3 = p0 & LIMB, p3 & LIMB
    p2, carry = p2 + (p1 >> 26), p4 >> 26
    h1, h4, h0 = p1 & LIMB, p4 & LIMB, h0 + carry + (carry << 2)
    h3, h2, h1, h0 = h3 + (p2 >> 26), p2 & LIMB, h1 + (h0 >> 26), h0 & LIMB
    h4, h3 = h4 + (h3 >> 26), h3 & LIMB
    yield h0, h1, h2, h3, h4


def limbs(value: int) -> list[int]:
    return [value >> 26 * i & LIMB for i in range(5)]


def digest(message: bytes, key: bytes) -> bytes:
    """The tag under a one-time key of 32 bytes."""
    r = limbs(int.from_bytes(key[:16], "little") & CLAMP)
    keys = r + [5 * limb for limb in r[1:]]
    state = POLY1305.initial
    for start in range(0, len(message), 16):
        block = (message[start : start + 16] + b"\x01").ljust(20, b"\0")
        state = POLY1305.compress(state, words(block, "little"), keys)
    total = sum(limb << 26 * i for i, limb in enumerate(state)) % PRIME
    return ((total + int.from_bytes(key[16:32], "little")) % 2**128).to_bytes(16, "little")


POLY1305: Algorithm = Algorithm(
    name="poly1305",
    title="Poly1305",
    source="RFC 8439, 2.5",
    bits=64,
    block_words=5,
    state=("h0", "h1", "h2", "h3", "h4"),
    state_bits=64,
    initial=(0, 0, 0, 0, 0),
    steps=steps,
    digest=digest,
    key_words=9,
    key_bits=64,
    exact_ways=True,
    message_bytes=16,
)
