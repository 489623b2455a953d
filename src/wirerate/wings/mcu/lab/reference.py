# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reference results for the emulated firmware, computed on the host by independent code.

A fault in the emulator, the compiler or the library therefore shows as a difference between the results.

Elliptic curves use textbook affine arithmetic on Python integers. It is slow and leaks secrets through its timing: use
it with test keys only. Other schemes use Python packages, deterministically: randomness is an argument, or the
standard's deterministic variant is used. If a package's public interface has no such function, its internal one is
called.
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
    """The curve y^2 = x^3 + a*x + b modulo p, with a point (x, y) of prime order n."""

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
    """Return the public point of a private key; for curve25519, its u coordinate and zero."""
    domain = DOMAINS.get(curve)
    if domain is None:
        return x25519(private, 9), 0
    point = multiply(domain, private, (domain.x, domain.y))
    if point is None:
        raise ValueError("the private key is a multiple of the group order")
    return point


def shared_secret(curve: str, private: int, peer: tuple[int, int]) -> int:
    """Return the ECDH secret: the shared point's x coordinate (SEC 1, 3.3.1), or X25519's (RFC 7748)."""
    domain = DOMAINS.get(curve)
    if domain is None:
        return x25519(private, peer[0])
    point = multiply(domain, private, peer)
    if point is None:
        raise ValueError("the peer's public key has a small order")
    return point[0]


def ecdsa(curve: str, private: int, digest: bytes) -> tuple[int, int]:
    """Return the deterministic ECDSA signature (r, s) of RFC 6979 with HMAC-SHA-256."""
    domain = DOMAINS[curve]
    hash_value = _truncated(digest, domain.n)
    for nonce in _nonces(private, digest, domain.n):
        point = multiply(domain, nonce, (domain.x, domain.y))
        r = point[0] % domain.n if point else 0
        s = pow(nonce, -1, domain.n) * (hash_value + r * private) % domain.n
        if r and s:
            return r, s
    raise AssertionError("unreachable: there is always another nonce")


def verifies(curve: str, public: tuple[int, int], digest: bytes, signature: tuple[int, int]) -> bool:
    """Return whether an ECDSA signature is valid (FIPS 186-4, 6.4)."""
    domain = DOMAINS[curve]
    r, s = signature
    if not (0 < r < domain.n and 0 < s < domain.n):
        return False
    inverse = pow(s, -1, domain.n)
    base_part = multiply(domain, _truncated(digest, domain.n) * inverse % domain.n, (domain.x, domain.y))
    point = add(domain, base_part, multiply(domain, r * inverse % domain.n, public))
    return point is not None and point[0] % domain.n == r


def add(domain: Domain, first: Affine, second: Affine) -> Affine:
    """Add two points by the chord and tangent rule."""
    if first is None or second is None:
        return first or second
    (x1, y1), (x2, y2) = first, second
    if x1 == x2 and (y1 + y2) % domain.p == 0:
        return None
    if first == second:
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
    """Return X25519 of an already clamped private key (RFC 7748 section 5)."""
    p = 2**255 - 19
    x2, z2, x3, z3 = 1, 0, u, 1
    for bit in f"{private:b}":
        if bit == "1":
            x2, z2, x3, z3 = x3, z3, x2, z2
        sum2, difference2 = x2 + z2, x2 - z2
        crossed, uncrossed = (x3 - z3) * sum2, (x3 + z3) * difference2
        x3, z3 = (crossed + uncrossed) ** 2 % p, u * (crossed - uncrossed) ** 2 % p
        square, lower = sum2**2, difference2**2
        step = square - lower
        x2, z2 = square * lower % p, step * (square + 121665 * step) % p
        if bit == "1":
            x2, z2, x3, z3 = x3, z3, x2, z2
    return x2 * pow(z2, -1, p) % p


def _truncated(digest: bytes, n: int) -> int:
    """Return the leftmost bits of a digest, as many as the group order has."""
    return int.from_bytes(digest) >> max(8 * len(digest) - n.bit_length(), 0)


def _nonces(private: int, digest: bytes, n: int) -> Iterator[int]:
    """Yield the candidate nonces of RFC 6979 section 3.2."""
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


# The pip name of the package and its module, by family. The package cryptography is not enough: it has neither
# ML-KEM-512 nor SLH-DSA, and takes no randomness from its caller for ML-KEM and ML-DSA.
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
        why = f"the Python package {name} is not installed; it is needed to check results of {scheme.title}"
        raise MissingError(why, fix=INSTALL) from error


def parameters(scheme: Scheme) -> Any:
    """Return the package's object for a parameter set of ML-KEM, ML-DSA or SLH-DSA."""
    name = scheme.name.replace("-", "_")
    return getattr(package(scheme), name.removeprefix("slh_dsa_") if scheme.family == SLH_DSA else name.upper())


def keys(scheme: Scheme, seed: bytes) -> tuple[bytes, bytes]:
    """Return the public and secret keys derived from the first bytes of a seed, as many as the scheme needs."""
    if scheme.family == "ml-kem":
        public, secret = parameters(scheme).key_derive(seed[:64])
    elif scheme.family == "ml-dsa":
        public, secret = parameters(scheme).key_derive(seed[:32])
    elif scheme.family == SLH_DSA:
        public, secret = slh_keys(parameters(scheme), seed)
    elif scheme.family == "ed25519":
        key = package(scheme).Ed25519PrivateKey.from_private_bytes(seed[:32])
        public = key.public_key().public_bytes_raw()
        secret = seed[:32] + public  # 64 bytes: the seed, then the public key
    else:
        public = package(scheme).X25519PrivateKey.from_private_bytes(seed[:32]).public_key().public_bytes_raw()
        secret = seed[:32]
    return bytes(public), bytes(secret)


def slh_keys(parameter_set: Any, seeds: bytes) -> tuple[bytes, bytes]:
    """Return both keys for three seeds (FIPS 205, algorithm 18); the package's public function draws random seeds."""
    from slhdsa.lowlevel.addresses import Address
    from slhdsa.lowlevel.xmss import XMSS

    secret, public = seeds[: parameter_set.n], seeds[2 * parameter_set.n : 3 * parameter_set.n]
    root = XMSS(parameter_set).node(secret, 0, parameter_set.h_m, public, Address(parameter_set.d - 1, 0))
    return public + root, seeds[: 3 * parameter_set.n] + root


def encapsulate(scheme: Scheme, public: bytes, randomness: bytes) -> tuple[bytes, bytes]:
    """Return the ciphertext and the shared secret (FIPS 203, algorithm 17)."""
    shared, ciphertext = parameters(scheme)._encaps_internal(public, randomness)
    return bytes(ciphertext), bytes(shared)


def decapsulate(scheme: Scheme, secret: bytes, ciphertext: bytes) -> bytes:
    """Return the shared secret; for an invalid ciphertext, the implicit-rejection secret."""
    return bytes(parameters(scheme).decaps(secret, ciphertext))


def agree(scheme: Scheme, secret: bytes, peer: bytes) -> bytes:
    """Return the secret that X25519 shares with the peer's public key."""
    module = package(scheme)
    peer_key = module.X25519PublicKey.from_public_bytes(peer)
    return bytes(module.X25519PrivateKey.from_private_bytes(secret).exchange(peer_key))


def sign(scheme: Scheme, secret: bytes, message: bytes) -> bytes:
    """Return the deterministic signature of a message, with an empty context."""
    if scheme.family == "ml-dsa":
        return bytes(parameters(scheme).sign(secret, message, deterministic=True))
    if scheme.family == SLH_DSA:
        return bytes(package(scheme).SecretKey.from_digest(secret, parameters(scheme)).sign_pure(message))
    return bytes(package(scheme).Ed25519PrivateKey.from_private_bytes(secret[:32]).sign(message))
