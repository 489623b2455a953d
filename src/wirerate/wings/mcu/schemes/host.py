# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What the emulated firmware must answer, computed on the host by packages that share no code with it.

Everything here is deterministic: the randomness is an argument, or the standard's deterministic variant is meant. Where
a package has no such function for its users, the one that follows the standard's internal algorithm is called.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

from wirerate.catalogue.schemes import SLH_DSA, Scheme
from wirerate.errors import MissingError
from wirerate.wings.mcu import INSTALL

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
