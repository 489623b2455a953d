# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ML-KEM on the host, as FIPS 203 writes it: what the emulated firmware computed is computed again, another way.

It shares nothing with what is measured, and leaks every secret through its timing: for test keys only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from wirerate.catalogue.schemes import Scheme
from wirerate.wings.mcu.schemes.host_polynomial import N, Poly, packed, reversed_bits, unpacked

_Q = 3329

_ZETAS = [pow(17, reversed_bits(i, 7), _Q) for i in range(128)]
_GAMMAS = [pow(17, 2 * reversed_bits(i, 7) + 1, _Q) for i in range(128)]


def keygen(scheme: Scheme, seed: bytes) -> tuple[bytes, bytes]:
    """Public and secret key of d and z, 32 bytes each (algorithms 13 and 16)."""
    k, eta1 = scheme.numbers["k"], scheme.numbers["eta1"]
    d, z = seed[:32], seed[32:]
    rho, sigma = _g(d + bytes([k]))
    noise = [_ntt(_centred(sigma, n, eta1)) for n in range(2 * k)]
    s, e = noise[:k], noise[k:]
    t = [_add(row, e[i]) for i, row in enumerate(_times(_matrix(rho, k), s))]
    public = b"".join(packed(each, 12) for each in t) + rho
    secret = b"".join(packed(each, 12) for each in s)
    return public, secret + public + hashlib.sha3_256(public).digest() + z


def encapsulate(scheme: Scheme, public: bytes, drawn: bytes) -> tuple[bytes, bytes]:
    """Ciphertext and shared secret (algorithm 17)."""
    secret, coins = _g(drawn + hashlib.sha3_256(public).digest())
    return _encrypt(scheme, public, drawn, coins), secret


def decapsulate(scheme: Scheme, key: bytes, ciphertext: bytes) -> bytes:
    """The shared secret; of a ciphertext that nobody made, one that nobody knows (algorithm 18)."""
    at = 384 * scheme.numbers["k"]
    secret, public, digest, z = key[:at], key[at:-64], key[-64:-32], key[-32:]
    message = _decrypt(scheme, secret, ciphertext)
    shared, coins = _g(message + digest)
    if _encrypt(scheme, public, message, coins) == ciphertext:
        return shared
    return hashlib.shake_256(z + ciphertext).digest(32)


def _encrypt(scheme: Scheme, public: bytes, message: bytes, coins: bytes) -> bytes:
    """Algorithm 14."""
    k, eta1, eta2, du, dv = (scheme.numbers[name] for name in ("k", "eta1", "eta2", "du", "dv"))
    t = [unpacked(public[384 * i : 384 * (i + 1)], 12) for i in range(k)]
    matrix = _matrix(public[-32:], k)
    y = [_ntt(_centred(coins, n, eta1)) for n in range(k)]
    turned = [[matrix[j][i] for j in range(k)] for i in range(k)]
    u = [_add(_back(row), _centred(coins, k + i, eta2)) for i, row in enumerate(_times(turned, y))]
    bits = [(message[i // 8] >> i % 8 & 1) * ((_Q + 1) // 2) for i in range(N)]
    v = _add(_add(_back(_times([t], y)[0]), _centred(coins, 2 * k, eta2)), bits)
    return b"".join(packed(_compressed(each, du), du) for each in u) + packed(_compressed(v, dv), dv)


def _decrypt(scheme: Scheme, secret: bytes, ciphertext: bytes) -> bytes:
    """Algorithm 15."""
    k, du, dv = (scheme.numbers[name] for name in ("k", "du", "dv"))
    size = 32 * du
    u = [_expanded(unpacked(ciphertext[size * i : size * (i + 1)], du), du) for i in range(k)]
    v = _expanded(unpacked(ciphertext[size * k :], dv), dv)
    s = [unpacked(secret[384 * i : 384 * (i + 1)], 12) for i in range(k)]
    product = _back(_times([s], [_ntt(each) for each in u])[0])
    return packed(_compressed([(a - b) % _Q for a, b in zip(v, product, strict=True)], 1), 1)


def _g(data: bytes) -> tuple[bytes, bytes]:
    digest = hashlib.sha3_512(data).digest()
    return digest[:32], digest[32:]


def _matrix(rho: bytes, k: int) -> list[list[Poly]]:
    return [[_uniform(rho + bytes([j, i])) for j in range(k)] for i in range(k)]


def _uniform(seed: bytes) -> Poly:
    """Algorithm 7. The sponge gives what it gave and more when it is asked for more."""
    found: Poly = []
    blocks = 4
    while len(found) < N:
        stream = hashlib.shake_128(seed).digest(168 * blocks)
        found = []
        for a, b, c in zip(stream[::3], stream[1::3], stream[2::3], strict=True):
            found += [each for each in (a + 256 * (b % 16), b // 16 + 16 * c) if each < _Q]
        blocks += 1
    return found[:N]


def _centred(seed: bytes, number: int, eta: int) -> Poly:
    """Algorithm 8 on the pseudorandom function of the number."""
    stream = int.from_bytes(hashlib.shake_256(seed + bytes([number])).digest(64 * eta), "little")
    ones = (1 << eta) - 1
    found = []
    for _ in range(N):
        found.append(((stream & ones).bit_count() - (stream >> eta & ones).bit_count()) % _Q)
        stream >>= 2 * eta
    return found


def _ntt(values: Sequence[int]) -> Poly:
    """Algorithm 9."""
    f, number, length = list(values), 1, 128
    while length >= 2:
        for start in range(0, N, 2 * length):
            zeta = _ZETAS[number]
            number += 1
            for j in range(start, start + length):
                t = zeta * f[j + length] % _Q
                f[j + length], f[j] = (f[j] - t) % _Q, (f[j] + t) % _Q
        length //= 2
    return f


def _back(values: Sequence[int]) -> Poly:
    """Algorithm 10."""
    f, number, length = list(values), 127, 2
    while length <= 128:
        for start in range(0, N, 2 * length):
            zeta = _ZETAS[number]
            number -= 1
            for j in range(start, start + length):
                t = f[j]
                f[j], f[j + length] = (t + f[j + length]) % _Q, zeta * (f[j + length] - t) % _Q
        length *= 2
    return [each * 3303 % _Q for each in f]


def _times(matrix: Iterable[Sequence[Poly]], vector: Sequence[Poly]) -> list[Poly]:
    """Rows times a vector, all transformed (algorithms 11 and 12)."""
    found = []
    for row in matrix:
        total = [0] * N
        for a, b in zip(row, vector, strict=True):
            for i, gamma in enumerate(_GAMMAS):
                a0, a1, b0, b1 = a[2 * i], a[2 * i + 1], b[2 * i], b[2 * i + 1]
                total[2 * i] += a0 * b0 + a1 * b1 % _Q * gamma
                total[2 * i + 1] += a0 * b1 + a1 * b0
        found.append([each % _Q for each in total])
    return found


def _add(one: Sequence[int], other: Sequence[int]) -> Poly:
    return [(a + b) % _Q for a, b in zip(one, other, strict=True)]


def _compressed(values: Iterable[int], bits: int) -> Poly:
    return [((each << bits + 1) + _Q) // (2 * _Q) % (1 << bits) for each in values]


def _expanded(values: Iterable[int], bits: int) -> Poly:
    return [(each * _Q + (1 << bits - 1)) >> bits for each in values]
