# SPDX-License-Identifier: Apache-2.0 OR MIT
"""X25519 and Ed25519 on the host, by the package `cryptography`: what the emulated firmware computed, another way."""

from __future__ import annotations

import importlib
from types import ModuleType

from wirerate.errors import MissingError
from wirerate.wings.mcu import INSTALL


def x25519_keys(seed: bytes) -> tuple[bytes, bytes]:
    """Public and secret key: the secret one is the seed (RFC 7748)."""
    return bytes(_module("x25519").X25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()), seed


def x25519(secret: bytes, peer: bytes) -> bytes:
    module = _module("x25519")
    theirs = module.X25519PublicKey.from_public_bytes(peer)
    return bytes(module.X25519PrivateKey.from_private_bytes(secret).exchange(theirs))


def ed25519_keys(seed: bytes) -> tuple[bytes, bytes]:
    """Public and secret key: the secret one is the seed with the public one behind it (RFC 8032)."""
    public = bytes(_module("ed25519").Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw())
    return public, seed + public


def ed25519(secret: bytes, text: bytes) -> bytes:
    return bytes(_module("ed25519").Ed25519PrivateKey.from_private_bytes(secret[:32]).sign(text))


def _module(name: str) -> ModuleType:
    try:
        return importlib.import_module(f"cryptography.hazmat.primitives.asymmetric.{name}")
    except ImportError as error:
        why = "the package cryptography is not here, and without it no result on Curve25519 is checked"
        raise MissingError(why, fix=INSTALL) from error
