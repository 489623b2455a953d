# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ML-DSA on the host, as FIPS 204 writes it: what the emulated firmware computed is computed again, another way.

It shares nothing with what is measured, and leaks every secret through its timing: for test keys only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from wirerate.catalogue.schemes import Scheme
from wirerate.wings.mcu.schemes.host_polynomial import N, Poly, packed, reversed_bits, unpacked
from wirerate.wings.mcu.schemes.rejection import BY_HINT, BY_R0, BY_Z

_Q, _D = 8380417, 13

_ZETAS = [pow(1753, reversed_bits(i, 8), _Q) for i in range(256)]


@dataclass(frozen=True)
class Signed:
    """A signature, and why each attempt before it ended."""

    signature: bytes
    rejected: tuple[str, ...]


def keygen(scheme: Scheme, seed: bytes) -> tuple[bytes, bytes]:
    """Public and secret key (algorithm 6)."""
    k, width, eta = (scheme.numbers[name] for name in ("k", "l", "eta"))
    stream = hashlib.shake_256(seed + bytes([k, width])).digest(128)
    rho, rest, key = stream[:32], stream[32:96], stream[96:]
    s1 = [_bounded(rest + r.to_bytes(2, "little"), eta) for r in range(width)]
    s2 = [_bounded(rest + (width + r).to_bytes(2, "little"), eta) for r in range(k)]
    product = _times(_matrix(rho, k, width), [_ntt(each) for each in s1])
    t = [[(a + b) % _Q for a, b in zip(_back(row), each, strict=True)] for row, each in zip(product, s2, strict=True)]
    halves = [[_rounded(each) for each in row] for row in t]
    public = rho + b"".join(packed([high for high, _ in row], 10) for row in halves)
    short = b"".join(packed([eta - each for each in row], (2 * eta).bit_length()) for row in (*s1, *s2))
    low = b"".join(packed([(1 << _D - 1) - low for _, low in row], _D) for row in halves)
    return public, rho + key + hashlib.shake_256(public).digest(64) + short + low


def sign(scheme: Scheme, secret: bytes, message: bytes, drawn: bytes = bytes(32), context: bytes = b"") -> Signed:
    """Algorithms 2 and 7; all zeros drawn is the deterministic variant."""
    k, width, eta, tau, gamma2, omega = (scheme.numbers[n] for n in ("k", "l", "eta", "tau", "gamma2", "omega"))
    gamma1, beta = 1 << scheme.numbers["gamma1_bits"], tau * eta
    rho, key, tr = secret[:32], secret[32:64], secret[64:128]
    bits = (2 * eta).bit_length()
    polys = _each(secret[128 : -416 * k], bits)
    short = [_ntt([eta - each for each in row]) for row in polys]
    s1, s2 = short[:width], short[width:]
    t0 = [_ntt([(1 << _D - 1) - each for each in row]) for row in _each(secret[-416 * k :], _D)]
    matrix = _matrix(rho, k, width)
    mu = hashlib.shake_256(tr + bytes([0, len(context)]) + context + message).digest(64)
    private = hashlib.shake_256(key + drawn + mu).digest(64)
    rejected: list[str] = []
    while True:
        kappa = width * len(rejected)
        y = [_mask(private + (kappa + r).to_bytes(2, "little"), gamma1) for r in range(width)]
        w = [_back(row) for row in _times(matrix, [_ntt(each) for each in y])]
        high = [[_decomposed(each, gamma2)[0] for each in row] for row in w]
        commitment = b"".join(packed(row, ((_Q - 1) // (2 * gamma2) - 1).bit_length()) for row in high)
        digest = hashlib.shake_256(mu + commitment).digest(scheme.numbers["lambda"] // 4)
        c = _ntt(_ball(digest, tau))
        z = [_plus(each, _back(_product(c, s))) for each, s in zip(y, s1, strict=True)]
        rest = [_minus(each, _back(_product(c, s))) for each, s in zip(w, s2, strict=True)]
        if _norm(z) >= gamma1 - beta:
            rejected.append(BY_Z)
        elif max(abs(_decomposed(each, gamma2)[1]) for row in rest for each in row) >= gamma2 - beta:
            rejected.append(BY_R0)
        else:
            ct0 = [_back(_product(c, each)) for each in t0]
            hints = [
                [int(_decomposed(a + b, gamma2)[0] != _decomposed(a, gamma2)[0]) for a, b in zip(r, t, strict=True)]
                for r, t in zip(rest, ct0, strict=True)
            ]
            if _norm(ct0) >= gamma2 or sum(map(sum, hints)) > omega:
                rejected.append(BY_HINT)
            else:
                body = b"".join(packed([gamma1 - _centred(each) for each in row], gamma1.bit_length()) for row in z)
                return Signed(digest + body + _hinted(hints, omega), tuple(rejected))


def _matrix(rho: bytes, k: int, width: int) -> list[list[Poly]]:
    return [[_uniform(rho + bytes([s, r])) for s in range(width)] for r in range(k)]


def _uniform(seed: bytes) -> Poly:
    """Algorithm 30."""

    def taken(stream: bytes) -> Poly:
        triples = zip(stream[::3], stream[1::3], stream[2::3], strict=True)
        return [each for a, b, c in triples if (each := a | b << 8 | (c & 127) << 16) < _Q]

    return _drawn(hashlib.shake_128(seed).digest, 168 * 5, 168, taken)


def _bounded(seed: bytes, eta: int) -> Poly:
    """Algorithm 31."""

    def taken(stream: bytes) -> Poly:
        halves = [half for each in stream for half in (each & 15, each >> 4)]
        return [2 - each % 5 for each in halves if each < 15] if eta == 2 else [4 - each for each in halves if each < 9]

    return _drawn(hashlib.shake_256(seed).digest, 136 * 2, 136, taken)


def _drawn(squeezed: Callable[[int], bytes], size: int, step: int, taken: Callable[[bytes], Poly]) -> Poly:
    """As many as a polynomial has; the sponge gives what it gave and more when it is asked for more."""
    while len(found := taken(squeezed(size))) < N:
        size += step * 3
    return found[:N]


def _mask(seed: bytes, gamma1: int) -> Poly:
    """Of algorithm 34."""
    bits = gamma1.bit_length()
    return [gamma1 - each for each in unpacked(hashlib.shake_256(seed).digest(32 * bits), bits)]


def _ball(digest: bytes, tau: int) -> Poly:
    """Algorithm 29."""
    stream = iter(hashlib.shake_256(digest).digest(8 + 32 * N))
    signs = int.from_bytes(bytes(next(stream) for _ in range(8)), "little")
    c = [0] * N
    for i in range(N - tau, N):
        while (j := next(stream)) > i:
            pass
        c[i] = c[j]
        c[j] = 1 - 2 * (signs & 1)
        signs >>= 1
    return c


def _rounded(value: int) -> tuple[int, int]:
    """Algorithm 35."""
    low = value % (1 << _D)
    low -= (low > 1 << _D - 1) << _D
    return (value - low) >> _D, low


def _decomposed(value: int, gamma2: int) -> tuple[int, int]:
    """Algorithm 36."""
    value %= _Q
    low = value % (2 * gamma2)
    low -= 2 * gamma2 * (low > gamma2)
    return (0, low - 1) if value - low == _Q - 1 else ((value - low) // (2 * gamma2), low)


def _hinted(hints: Sequence[Sequence[int]], omega: int) -> bytes:
    """Algorithm 20."""
    places = [[j for j, each in enumerate(row) if each] for row in hints]
    ends = [sum(map(len, places[: i + 1])) for i in range(len(places))]
    return bytes(j for row in places for j in row).ljust(omega, b"\0") + bytes(ends)


def _ntt(values: Sequence[int]) -> Poly:
    """Algorithm 41."""
    w, number, length = list(values), 0, 128
    while length >= 1:
        for start in range(0, N, 2 * length):
            number += 1
            zeta = _ZETAS[number]
            for j in range(start, start + length):
                t = zeta * w[j + length] % _Q
                w[j + length], w[j] = w[j] - t, w[j] + t
        length //= 2
    return [each % _Q for each in w]


def _back(values: Sequence[int]) -> Poly:
    """Algorithm 42."""
    w, number, length = list(values), 256, 1
    while length < N:
        for start in range(0, N, 2 * length):
            number -= 1
            zeta = _Q - _ZETAS[number]
            for j in range(start, start + length):
                t = w[j]
                w[j], w[j + length] = t + w[j + length], zeta * (t - w[j + length]) % _Q
        length *= 2
    return [each * 8347681 % _Q for each in w]


def _times(matrix: Iterable[Sequence[Poly]], vector: Sequence[Poly]) -> list[Poly]:
    """Rows times a vector, all transformed."""
    found = []
    for row in matrix:
        columns = [[a * b for a, b in zip(one, other, strict=True)] for one, other in zip(row, vector, strict=True)]
        found.append([sum(each) % _Q for each in zip(*columns, strict=True)])
    return found


def _product(one: Poly, other: Poly) -> Poly:
    return [a * b % _Q for a, b in zip(one, other, strict=True)]


def _plus(one: Poly, other: Poly) -> Poly:
    return [a + b for a, b in zip(one, other, strict=True)]


def _minus(one: Poly, other: Poly) -> Poly:
    return [(a - b) % _Q for a, b in zip(one, other, strict=True)]


def _centred(value: int) -> int:
    value %= _Q
    return value - _Q if value > _Q // 2 else value


def _norm(rows: Iterable[Poly]) -> int:
    return max(abs(_centred(each)) for row in rows for each in row)


def _each(data: bytes, bits: int) -> list[Poly]:
    """Polynomials that lie one after the other."""
    return [unpacked(data[at : at + 32 * bits], bits) for at in range(0, len(data), 32 * bits)]
