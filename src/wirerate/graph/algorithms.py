# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The modelled algorithms.

The Internet checksum (RFC 1071) is computed over 32-bit words, as in RFC 1810: one end-around-carry addition per word.

MD5 (RFC 1321), SHA-1 and SHA-256 (FIPS 180-4) are chained hashes whose padding differs only in byte order.

NH is the first layer of UMAC (RFC 4418 section 5.2.2): eight message words and eight key words make four products.
UMAC tags of 4, 8, 12 and 16 bytes run NH one to four times over the same words, each time with the key shifted by four
words. UMAC's other layers are not modelled.

Poly1305 (RFC 8439) uses five limbs of 26 bits, the form that suits vector units: h = (h + m) r mod 2^130 - 5. A block
is 16 bytes in four 32-bit words; a fifth word holds the 1 bit that ends it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import floor, isqrt, sin

from wirerate.graph.algorithm import Algorithm, ByteOrder, State, Steps, Word, words

# ---- the Internet checksum ----


def _sum(state: State, x: Sequence[Word], key: Sequence[Word]) -> Iterator[State]:
    (total,) = state
    for word in x:
        total = total + word
        total = total + total.less(word)
        yield (total,)


def _sum_deferred(state: State, x: Sequence[Word], key: Sequence[Word]) -> Iterator[State]:
    """Sum into 64-bit words and fold the carries once at the end, for vector units without carry (RFC 1071,
    2(C))."""
    low, high = state
    for pair in x:
        low, high = low + (pair & 0xFFFFFFFF), high + (pair >> 32)
        yield low, high


def folded(state: tuple[int, ...]) -> bytes:
    """Return the 16-bit checksum of a sum of words of any width."""
    total = sum(state)
    while total >> 16:
        total = (total >> 16) + (total & 0xFFFF)
    return (total ^ 0xFFFF).to_bytes(2, "big")


def _checksum(
    name: str,
    title: str,
    source: str,
    bits: int,
    state: tuple[str, ...] = ("sum",),
    steps: Steps = _sum,
    equivalents: tuple[Algorithm, ...] = (),
) -> Algorithm:
    def digest(message: bytes, key: bytes) -> bytes:
        """Return the checksum. The message is padded with zeros, which does not change the result."""
        return folded(algorithm.over(message + bytes(-len(message) % algorithm.block_bytes), "big"))

    algorithm = Algorithm(
        name=name,
        title=title,
        source=source,
        bits=bits,
        block_words=512 // bits,
        state=state,
        state_bits=bits,
        initial=(0,) * len(state),
        steps=steps,
        digest=digest,
        exact_ways=True,
        equivalents=equivalents,
    )
    return algorithm


DEFERRED = _checksum(
    "internet-checksum-deferred",
    "the Internet checksum, carries deferred",
    "RFC 1071, 2(C)",
    64,
    ("low", "high"),
    _sum_deferred,
)
WIDE = _checksum("internet-checksum-64", "the Internet checksum in 64-bit words", "RFC 1071, 2(B)", 64)
CHECKSUM = _checksum("internet-checksum", "the Internet checksum", "RFC 1071", 32, equivalents=(WIDE, DEFERRED))


# ---- chained hashes ----


def pad(message: bytes, order: ByteOrder) -> bytes:
    """Return the message with its padding: a 1 bit, zeros to 56 modulo 64, the length in bits (RFC 1321 sections 3.1
    and 3.2; FIPS 180-4 section 5.1.1)."""
    zeros = -(len(message) + 9) % 64
    return message + b"\x80" + bytes(zeros) + (8 * len(message)).to_bytes(8, order)


def _hash(
    name: str, title: str, source: str, order: ByteOrder, state: str, initial: tuple[int, ...], steps: Steps
) -> Algorithm:
    def digest(message: bytes, key: bytes) -> bytes:
        return b"".join(word.to_bytes(4, order) for word in algorithm.over(pad(message, order), order))

    algorithm = Algorithm(
        name=name,
        title=title,
        source=source,
        bits=32,
        block_words=16,
        state=tuple(state),
        state_bits=32,
        initial=initial,
        steps=steps,
        digest=digest,
    )
    return algorithm


def _choose(b: Word, c: Word, d: Word) -> Word:
    """Return MD5's F, which is SHA-1's Ch."""
    return (b & c) | (~b & d)


def _parity(b: Word, c: Word, d: Word) -> Word:
    """Return MD5's H."""
    return b ^ c ^ d


# ---- MD5 ----

_T = tuple(floor(2**32 * abs(sin(i + 1))) for i in range(64))
MD5_ROTATION = ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21))
_WORD = (lambda i: i, lambda i: (5 * i + 1) % 16, lambda i: (3 * i + 5) % 16, lambda i: 7 * i % 16)


def _g(b: Word, c: Word, d: Word) -> Word:
    return (b & d) | (c & ~d)


def _i(b: Word, c: Word, d: Word) -> Word:
    return c ^ (b | ~d)


def _md5(state: State, x: Sequence[Word], key: Sequence[Word]) -> Iterator[State]:
    a, b, c, d = state
    for number in range(64):
        group = number // 16
        mixed = (_choose, _g, _parity, _i)[group](b, c, d)
        total = a + mixed + x[_WORD[group](number)] + _T[number]
        a, b, c, d = d, b + total.rotl(MD5_ROTATION[group][number % 4]), b, c
        yield a, b, c, d
    yield a + state[0], b + state[1], c + state[2], d + state[3]


MD5 = _hash("md5", "MD5", "RFC 1321", "little", "abcd", (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476), _md5)


# ---- SHA-1 ----

_SHA1_K = (0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6)


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


SHA1 = _hash(
    "sha1",
    "SHA-1",
    "FIPS 180-4, 6.1",
    "big",
    "abcde",
    (0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0),
    _sha1,
)


# ---- SHA-256 ----


def _primes(count: int) -> list[int]:
    primes: list[int] = []
    candidate = 2
    while len(primes) < count:
        if all(candidate % prime for prime in primes):
            primes.append(candidate)
        candidate += 1
    return primes


def _cube_root(value: int) -> int:
    """Return the floor of the cube root, by Newton's method on integers."""
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


SHA256 = _hash("sha256", "SHA-256", "FIPS 180-4, 6.2", "big", "abcdefgh", _SHA256_INITIAL, _sha256)


# ---- universal hashes: NH, UMAC ----

STREAMS = "yzvw"  # one sum of products for every four bytes of the tag
SHIFT = 4  # key words between streams (16 bytes, RFC 4418 section 5.1)
_LEFT_OUT = (
    "UMAC's other layers: a polynomial step per stream for every 1,024 bytes, and an inner product and one AES block "
    "per message"
)


def _nh(state: State, m: Sequence[Word], k: Sequence[Word]) -> Iterator[State]:
    sums = list(state)
    for i in range(4):
        for stream, y in enumerate(sums):
            keys = k[SHIFT * stream :]
            sums[stream] = y + (m[i] + keys[i]).widen(64) * (m[i + 4] + keys[i + 4]).widen(64)
        yield tuple(sums)


def _nh_digest(message: bytes, key: bytes, streams: int = 1) -> bytes:
    """Return NH of one L1 block of at most 1,024 bytes, stream by stream. The key is as long as the block, plus 16
    bytes for every stream after the first. The unpadded length in bits is added last."""
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


NH: Algorithm = _streams("nh", "NH, the inner hash of UMAC", 1)  # UMAC-32's graph; measurements are named umac-32

UMAC: tuple[Algorithm, ...] = tuple(
    _streams(f"umac-{32 * n}", f"UMAC-{32 * n}'s inner loop", n, _LEFT_OUT) for n in range(1, 5)
)


# ---- universal hashes: Poly1305 ----

LIMB = (1 << 26) - 1
CLAMP = 0x0FFFFFFC0FFFFFFC0FFFFFFC0FFFFFFF
PRIME = (1 << 130) - 5


def _poly1305(state: State, m: Sequence[Word], r: Sequence[Word]) -> Iterator[State]:
    h0, h1, h2, h3, h4 = state
    r0, r1, r2, r3, r4, s1, s2, s3, s4 = r  # s = 5 r, because 2^130 is congruent to 5 modulo the prime
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
    # Two interleaved carry chains, 0-1-2-3-4 and 3-4-0-1, leave every limb below 2^26 + 2^7.
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
    """Return the tag under a 32-byte one-time key."""
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


ALGORITHMS: dict[str, Algorithm] = {a.name: a for a in (MD5, SHA1, SHA256, CHECKSUM, *UMAC, POLY1305)}
