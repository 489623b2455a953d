# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the emulated firmware must answer, computed on the host by code that shares none with it, so that a mistake of
emulator, compiler or library shows as a difference.

Elliptic curves in plain integers: textbook affine arithmetic, slow and leaking every secret through its timing, for
test keys only. Schemes by packages, deterministic: the randomness is an argument, or the standard's deterministic
variant is meant. Where a package has no such function for its users, the one that follows the standard's internal
algorithm is called.
"""

from __future__ import annotations

import hashlib
import hmac
import importlib
from collections.abc import Iterator
from importlib.resources import files
from types import ModuleType
from typing import Any, NamedTuple

import msgspec

from wirerate.catalogue.schemes import SLH_DSA, Scheme
from wirerate.errors import MissingError
from wirerate.wings.mcu import INSTALL


class Domain(NamedTuple):
    """y^2 = x^3 + a*x + b modulo p, and the point (x, y) of prime order n."""

    p: int
    a: int
    b: int
    x: int
    y: int
    n: int


DOMAINS: dict[str, Domain] = {
    name: Domain(**{parameter: int(digits, 16) for parameter, digits in row.items()})
    for name, row in msgspec.toml.decode(
        files("wirerate.catalogue").joinpath("domains.toml").read_bytes(), type=dict[str, dict[str, str]]
    ).items()
}


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


def ecdsa(curve: str, private: int, digest: bytes) -> tuple[int, int]:
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


# By family: what pip calls the package, and the module that has its schemes. The package cryptography has neither
# ML-KEM-512 nor SLH-DSA, encapsulates no given bytes, and signs by ML-DSA with bytes of its own.
_PACKAGES = {
    "ml-kem": ("kyber-py", "kyber_py.ml_kem"),
    "ml-dsa": ("dilithium-py", "dilithium_py.ml_dsa"),
    SLH_DSA: ("slh-dsa", "slhdsa"),
    "x25519": ("cryptography", "cryptography.hazmat.primitives.asymmetric.x25519"),
    "ed25519": ("cryptography", "cryptography.hazmat.primitives.asymmetric.ed25519"),
}


def package(scheme: Scheme) -> ModuleType:
    """Import the module that computes the scheme; MissingError says what to install."""
    name, module = _PACKAGES[scheme.family]
    try:
        return importlib.import_module(module)
    except ImportError as error:
        why = f"the package {name} is not here, and without it no result of {scheme.title} is checked"
        raise MissingError(why, fix=INSTALL) from error


def parameters(scheme: Scheme) -> Any:
    """Return the package's object for a parameter set of ML-KEM, ML-DSA or SLH-DSA."""
    name = scheme.name.replace("-", "_")
    return getattr(package(scheme), name.removeprefix("slh_dsa_") if scheme.family == SLH_DSA else name.upper())


def keys(scheme: Scheme, seed: bytes) -> tuple[bytes, bytes]:
    """Return the public and the secret key of a seed, of which as many bytes are used as the scheme takes."""
    if scheme.family == "ml-kem":
        public, secret = parameters(scheme).key_derive(seed[:64])
    elif scheme.family == "ml-dsa":
        public, secret = parameters(scheme).key_derive(seed[:32])
    elif scheme.family == SLH_DSA:
        public, secret = slh_keys(parameters(scheme), seed)
    elif scheme.family == "ed25519":
        key = package(scheme).Ed25519PrivateKey.from_private_bytes(seed[:32])
        public = key.public_key().public_bytes_raw()
        secret = seed[:32] + public  # as RFC 8032's signer takes them
    else:
        public = package(scheme).X25519PrivateKey.from_private_bytes(seed[:32]).public_key().public_bytes_raw()
        secret = seed[:32]
    return bytes(public), bytes(secret)


def slh_keys(of: Any, seeds: bytes) -> tuple[bytes, bytes]:
    """Return both keys of three seeds (FIPS 205, algorithm 18): the package draws its own for its users."""
    from slhdsa.lowlevel.addresses import Address
    from slhdsa.lowlevel.xmss import XMSS

    secret, public = seeds[: of.n], seeds[2 * of.n : 3 * of.n]
    root = XMSS(of).node(secret, 0, of.h_m, public, Address(of.d - 1, 0))
    return public + root, seeds[: 3 * of.n] + root


def encapsulate(scheme: Scheme, public: bytes, drawn: bytes) -> tuple[bytes, bytes]:
    """Return the ciphertext and the shared secret (FIPS 203, algorithm 17)."""
    shared, ciphertext = parameters(scheme)._encaps_internal(public, drawn)
    return bytes(ciphertext), bytes(shared)


def decapsulate(scheme: Scheme, secret: bytes, ciphertext: bytes) -> bytes:
    """Return the shared secret; for an invalid ciphertext, the implicit-rejection secret."""
    return bytes(parameters(scheme).decaps(secret, ciphertext))


def agree(scheme: Scheme, secret: bytes, peer: bytes) -> bytes:
    """Return the secret that X25519 shares with the peer's public key."""
    module = package(scheme)
    theirs = module.X25519PublicKey.from_public_bytes(peer)
    return bytes(module.X25519PrivateKey.from_private_bytes(secret).exchange(theirs))


def sign(scheme: Scheme, secret: bytes, message: bytes) -> bytes:
    """Return the deterministic signature of a message, under no context."""
    if scheme.family == "ml-dsa":
        return bytes(parameters(scheme).sign(secret, message, deterministic=True))
    if scheme.family == SLH_DSA:
        return bytes(package(scheme).SecretKey.from_digest(secret, parameters(scheme)).sign_pure(message))
    return bytes(package(scheme).Ed25519PrivateKey.from_private_bytes(secret[:32]).sign(message))
