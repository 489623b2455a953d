# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Universal hashes: NH and Poly1305.

NH is the first layer of UMAC (RFC 4418, 5.2.2): eight words and eight key words make four products. UMAC's tags of 4,
8, 12 and 16 bytes run NH over the same words one to four times, each time under the key four words further on. That is
all of UMAC that grows with the message; what else there is, is named and left out.

Poly1305 (RFC 8439) is in five limbs of 26 bits, the form that vector units compute: h = (h + m) r mod 2^130 - 5. A
block is 16 bytes in four 32-bit words, and a fifth word for the one bit that ends it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wirerate.graph.algorithm import Algorithm, State, Word, words

# ---- NH ----

STREAMS = "yzvw"  # a sum of products for every four bytes of the tag
SHIFT = 4  # key words from a stream to the next (RFC 4418, 5.1: 16 bytes)
LEFT_OUT = (
    "UMAC's other layers: of every 1024 bytes a polynomial step for each stream, of every message an inner product and "
    "the pad, a block of AES"
)


def _nh(state: State, m: Sequence[Word], k: Sequence[Word]) -> Iterator[State]:
    sums = list(state)
    for i in range(4):
        for stream, y in enumerate(sums):
            own = k[SHIFT * stream :]
            sums[stream] = y + (m[i] + own[i]).widen(64) * (m[i + 4] + own[i + 4]).widen(64)
        yield tuple(sums)


def _nh_digest(message: bytes, key: bytes, streams: int = 1) -> bytes:
    """NH of one L1 block, stream by stream: at most 1024 bytes under a key as long, and 16 bytes longer for each
    further stream; the unpadded length in bits is added last."""
    padded = message + bytes(-len(message) % 32 if message else 32)
    algorithm = UMAC[streams - 1]
    state = algorithm.initial
    for start in range(0, len(padded), 32):
        keys = key[start : start + 4 * algorithm.key_words]
        state = algorithm.compress(state, words(padded[start : start + 32], "little"), words(keys, "big"))
    return b"".join(((y + 8 * len(message)) % 2**64).to_bytes(8, "big") for y in state)


def _streams(name: str, title: str, streams: int, left_out: str = "") -> Algorithm:
    return Algorithm(
        name=name,
        title=title,
        source="RFC 4418, 5.2.2",
        bits=32,
        block_words=8,
        state=tuple(STREAMS[:streams]),
        state_bits=64,
        initial=(0,) * streams,
        steps=_nh,
        digest=partial(_nh_digest, streams=streams),
        key_words=8 + SHIFT * (streams - 1),
        exact_ways=True,
        left_out=left_out,
    )


NH: Algorithm = _streams("nh", "NH, the inner hash of UMAC", 1)

UMAC: tuple[Algorithm, ...] = tuple(
    _streams(f"umac-{32 * n}", f"UMAC-{32 * n}'s inner loop", n, LEFT_OUT) for n in range(1, 5)
)


# ---- Poly1305 ----

LIMB = (1 << 26) - 1
CLAMP = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
PRIME = (1 << 130) - 5


def _poly1305(state: State, m: Sequence[Word], r: Sequence[Word]) -> Iterator[State]:
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


def _poly1305_digest(message: bytes, key: bytes) -> bytes:
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
    steps=_poly1305,
    digest=_poly1305_digest,
    key_words=9,
    key_bits=64,
    exact_ways=True,
    message_bytes=16,
)
