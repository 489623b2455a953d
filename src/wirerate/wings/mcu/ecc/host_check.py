# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Elliptic curves on the host, in plain integers: what the emulated firmware computed is computed again, another way.

Textbook affine arithmetic, slow and leaking every secret through its timing: for test keys only. It shares nothing with
Mbed TLS, so that a mistake of emulator, compiler or library shows as a difference.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator

from wirerate.catalogue.domains import DOMAINS, Domain

Affine = tuple[int, int] | None  # None: the point at infinity


def public_key(curve: str, private: int) -> tuple[int, int]:
    """The point of a private key; for curve25519 its u coordinate, and zero."""
    domain = DOMAINS.get(curve)
    if domain is None:
        return x25519(private, 9), 0
    point = multiply(domain, private, (domain.x, domain.y))
    if point is None:
        raise ValueError("a private key is not a multiple of the order")
    return point


def shared_secret(curve: str, private: int, peer: tuple[int, int]) -> int:
    """ECDH: the x coordinate of the common point (SEC 1, 3.3.1), or X25519 (RFC 7748)."""
    domain = DOMAINS.get(curve)
    if domain is None:
        return x25519(private, peer[0])
    point = multiply(domain, private, peer)
    if point is None:
        raise ValueError("the peer's key has a small order")
    return point[0]


def sign(curve: str, private: int, digest: bytes) -> tuple[int, int]:
    """The one ECDSA signature of RFC 6979 with HMAC-SHA-256."""
    domain = DOMAINS[curve]
    number = _truncated(digest, domain.n)
    for nonce in _nonces(private, digest, domain.n):
        point = multiply(domain, nonce, (domain.x, domain.y))
        r = point[0] % domain.n if point else 0
        s = pow(nonce, -1, domain.n) * (number + r * private) % domain.n
        if r and s:
            return r, s
    raise AssertionError("the nonces do not end")


def verifies(curve: str, public: tuple[int, int], digest: bytes, signature: tuple[int, int]) -> bool:
    """ECDSA verification (FIPS 186-4, 6.4)."""
    domain = DOMAINS[curve]
    r, s = signature
    if not (0 < r < domain.n and 0 < s < domain.n):
        return False
    inverse = pow(s, -1, domain.n)
    of_base = multiply(domain, _truncated(digest, domain.n) * inverse % domain.n, (domain.x, domain.y))
    point = add(domain, of_base, multiply(domain, r * inverse % domain.n, public))
    return point is not None and point[0] % domain.n == r


def add(domain: Domain, one: Affine, other: Affine) -> Affine:
    """The group's law, by chord and tangent."""
    if one is None or other is None:
        return one or other
    (x1, y1), (x2, y2) = one, other
    if x1 == x2 and (y1 + y2) % domain.p == 0:
        return None
    if one == other:
        slope = (3 * x1 * x1 + domain.a) * pow(2 * y1, -1, domain.p)
    else:
        slope = (y2 - y1) * pow(x2 - x1, -1, domain.p)
    x = (slope * slope - x1 - x2) % domain.p
    return x, (slope * (x1 - x) - y1) % domain.p


def multiply(domain: Domain, factor: int, point: Affine) -> Affine:
    total: Affine = None
    for bit in f"{factor:b}":
        total = add(domain, total, total)
        if bit == "1":
            total = add(domain, total, point)
    return total


def x25519(private: int, u: int) -> int:
    """RFC 7748, section 5, on a private key that is already clamped."""
    p = 2**255 - 19
    x2, z2, x3, z3 = 1, 0, u, 1
    for bit in f"{private:b}":
        if bit == "1":
            x2, z2, x3, z3 = x3, z3, x2, z2
        sum2, difference2 = x2 + z2, x2 - z2
        crossed, other = (x3 - z3) * sum2, (x3 + z3) * difference2
        x3, z3 = (crossed + other) ** 2 % p, u * (crossed - other) ** 2 % p
        square, lower = sum2**2, difference2**2
        step = square - lower
        x2, z2 = square * lower % p, step * (square + 121665 * step) % p
        if bit == "1":
            x2, z2, x3, z3 = x3, z3, x2, z2
    return x2 * pow(z2, -1, p) % p


def _truncated(digest: bytes, n: int) -> int:
    """The leftmost bits of a digest, as many as the order has."""
    return int.from_bytes(digest) >> max(8 * len(digest) - n.bit_length(), 0)


def _nonces(private: int, digest: bytes, n: int) -> Iterator[int]:
    """RFC 6979, section 3.2."""
    size = (n.bit_length() + 7) // 8
    seed = private.to_bytes(size) + (_truncated(digest, n) % n).to_bytes(size)
    key, value = bytes(32), b"\1" * 32
    for step in (b"\0", b"\1"):
        key = hmac.digest(key, value + step + seed, hashlib.sha256)
        value = hmac.digest(key, value, hashlib.sha256)
    while True:
        drawn = b""
        while len(drawn) < size:
            value = hmac.digest(key, value, hashlib.sha256)
            drawn += value
        nonce = int.from_bytes(drawn[:size]) >> 8 * size - n.bit_length()
        if 0 < nonce < n:
            yield nonce
        key = hmac.digest(key, value + b"\0", hashlib.sha256)
        value = hmac.digest(key, value, hashlib.sha256)
