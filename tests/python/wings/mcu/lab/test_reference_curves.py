"""The reference curves agree with the package `cryptography`, where it has them, and with their definitions."""

from __future__ import annotations

import hashlib

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import Prehashed, encode_dss_signature
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from wirerate.catalogue.curves import CURVES
from wirerate.wings.mcu.lab import reference
from wirerate.wings.mcu.lab.reference import DOMAINS

DIGEST = hashlib.sha256(b"message").digest()
OF_CRYPTOGRAPHY: dict[str, ec.EllipticCurve] = {
    "secp192r1": ec.SECP192R1(),
    "secp224r1": ec.SECP224R1(),
    "secp256r1": ec.SECP256R1(),
    "secp384r1": ec.SECP384R1(),
    "secp521r1": ec.SECP521R1(),
    "secp256k1": ec.SECP256K1(),
    "brainpoolP256r1": ec.BrainpoolP256R1(),
    "brainpoolP384r1": ec.BrainpoolP384R1(),
    "brainpoolP512r1": ec.BrainpoolP512R1(),
}


def test_every_curve_that_signs_has_a_domain() -> None:
    assert set(DOMAINS) == {curve.name for curve in CURVES.values() if curve.signs}


@pytest.mark.parametrize("curve", DOMAINS)
def test_domain_parameters_are_consistent(curve: str) -> None:
    domain = DOMAINS[curve]
    assert domain.p.bit_length() == CURVES[curve].bits
    assert (domain.y**2 - domain.x**3 - domain.a * domain.x - domain.b) % domain.p == 0
    assert reference.multiply(domain, domain.n, (domain.x, domain.y)) is None
    assert pow(2, domain.n - 1, domain.n) == pow(2, domain.p - 1, domain.p) == 1


@pytest.mark.parametrize("curve", DOMAINS)
def test_signatures_verify_and_others_do_not(curve: str) -> None:
    private = DOMAINS[curve].n // 3
    public = reference.public_key(curve, private)
    r, s = reference.ecdsa(curve, private, DIGEST)
    assert reference.verifies(curve, public, DIGEST, (r, s))
    assert not reference.verifies(curve, public, DIGEST[::-1], (r, s))
    assert not reference.verifies(curve, public, DIGEST, (r, s + 1))
    assert not reference.verifies(curve, public, DIGEST, (0, s))


@pytest.mark.parametrize("curve", OF_CRYPTOGRAPHY)
def test_keys_signatures_and_secrets_are_those_of_cryptography(curve: str) -> None:
    ours, theirs = DOMAINS[curve].n // 5, ec.derive_private_key(DOMAINS[curve].n // 7, OF_CRYPTOGRAPHY[curve])
    numbers = theirs.public_key().public_numbers()
    peer = numbers.x, numbers.y
    assert reference.public_key(curve, theirs.private_numbers().private_value) == peer
    key = ec.derive_private_key(ours, OF_CRYPTOGRAPHY[curve])
    secret = key.exchange(ec.ECDH(), theirs.public_key())
    assert reference.shared_secret(curve, ours, peer) == int.from_bytes(secret, "big")
    signature = encode_dss_signature(*reference.ecdsa(curve, ours, DIGEST))
    key.public_key().verify(signature, DIGEST, ec.ECDSA(Prehashed(hashes.SHA256())))
    with pytest.raises(InvalidSignature):
        key.public_key().verify(signature, DIGEST[::-1], ec.ECDSA(Prehashed(hashes.SHA256())))


def test_the_signature_is_that_of_rfc_6979() -> None:
    """Appendix A.2.5: P-256, SHA-256, message "sample"."""
    private = 0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721
    assert reference.ecdsa("secp256r1", private, hashlib.sha256(b"sample").digest()) == (
        0xEFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716,
        0xF7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8,
    )


def test_x25519_is_that_of_cryptography() -> None:
    raw = bytearray(hashlib.sha256(b"key").digest())
    raw[0] &= 248
    raw[31] = raw[31] & 127 | 64
    key, private = X25519PrivateKey.from_private_bytes(bytes(raw)), int.from_bytes(raw, "little")
    public = reference.public_key("curve25519", private)
    assert public[0].to_bytes(32, "little") == key.public_key().public_bytes_raw()
    peer = X25519PublicKey.from_public_bytes(hashlib.sha256(b"peer").digest())
    u = int.from_bytes(peer.public_bytes_raw(), "little") % 2**255
    assert reference.shared_secret("curve25519", private, (u, 0)).to_bytes(32, "little") == key.exchange(peer)
