# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Certificates and keys for both ends of a handshake, made on this machine when they are needed.

One authority signs one certificate per end (RFC 7925 section 4.4: X.509v3, P-256, SHA-256; a device named by its
EUI-64). The keys are fixed numbers and the signatures deterministic (RFC 6979), so that a handshake is the same to the
byte on every machine. They protect nothing and are good for measuring only.
"""

from __future__ import annotations

import datetime
import functools
import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from wirerate.catalogue.schemes import SCHEMES
from wirerate.errors import MissingError
from wirerate.wings.mcu import INSTALL
from wirerate.wings.mcu.setups import AUTHORITY, NAMES, SERVER

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.types import CertificateIssuerPrivateKeyTypes as PrivateKey


# A device's life, within UTCTime's years (RFC 5280 section 4.1.2.5); the firmware has no clock to compare it with.
_FROM = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
_UNTIL = datetime.datetime(2046, 1, 1, tzinfo=datetime.UTC)

_OLDEST = 45  # of cryptography: deterministic signatures on certificates
_OLDEST_ML_DSA = 50  # certificates with ML-DSA: the oldest that was tried
ECDSA = "ecdsa-p256"  # as the catalogue of signatures calls what both protocols have

SHARED_KEY = bytes(range(16))  # of the PSK suite


class Credential(msgspec.Struct, frozen=True):
    """One end's certificate and private key, both DER."""

    certificate: bytes
    key: bytes


class Credentials(msgspec.Struct, frozen=True):
    """The trust anchor that both ends hold, and each end's own."""

    authority: bytes
    ends: dict[str, Credential]


@functools.cache
def credentials(algorithm: str = ECDSA) -> Credentials:
    """The same bytes at every call, on every machine. MissingError without the `cryptography` package."""
    try:
        from cryptography import __version__ as found
    except ImportError:
        found = "0"
    if int(found.partition(".")[0]) < (oldest := _OLDEST if algorithm == ECDSA else _OLDEST_ML_DSA):
        raise MissingError(
            f"the handshake's certificates are made with the Python package cryptography, from version {oldest} on: "
            + (f"this is {found}" if found != "0" else "it is not installed"),
            fix=INSTALL,
        )
    return Credentials(
        authority=_certificate(AUTHORITY, algorithm),
        ends={side: Credential(_certificate(name, algorithm), _der(name, algorithm)) for side, name in NAMES.items()},
    )


def _certificate(name: str, algorithm: str) -> bytes:
    """By the authority. The package draws for each signature by ML-DSA; the deterministic one takes its place."""
    authority = _key(AUTHORITY, algorithm)
    made = certified(name, authority if name == AUTHORITY else _key(name, algorithm), authority)
    if algorithm == ECDSA:
        return made
    from cryptography.x509 import load_der_x509_certificate

    from wirerate.wings.mcu.lab import host

    content, scheme = load_der_x509_certificate(made).tbs_certificate_bytes, SCHEMES[algorithm]
    _, secret = host.keys(scheme, _seed(AUTHORITY))
    signature = host.sign(scheme, secret, content)
    return _value(0x30, content + _identifier(algorithm) + _value(0x03, b"\0" + signature))


def _seed(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def _key(name: str, algorithm: str) -> PrivateKey:
    if algorithm == ECDSA:
        from cryptography.hazmat.primitives.asymmetric import ec

        # A hash is below the group's order but for one in 2^32; the three names here were tried.
        return ec.derive_private_key(int.from_bytes(_seed(name)), ec.SECP256R1())
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric import mldsa

    made: dict[str, Callable[[bytes], PrivateKey]] = {
        "ml-dsa-44": mldsa.MLDSA44PrivateKey.from_seed_bytes,
        "ml-dsa-65": mldsa.MLDSA65PrivateKey.from_seed_bytes,
        "ml-dsa-87": mldsa.MLDSA87PrivateKey.from_seed_bytes,
    }
    try:
        return made[algorithm](_seed(name))
    except UnsupportedAlgorithm as error:
        raise MissingError(
            f"the package cryptography was built here without ML-DSA, which {algorithm} certificates need: {error}",
            fix="take its wheel: pip install --only-binary cryptography --force-reinstall cryptography",
        ) from error


def _der(name: str, algorithm: str) -> bytes:
    """The private key; of ML-DSA expanded, so that no end has to do it in each handshake (RFC 9881, section 6)."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    if algorithm == ECDSA:
        return _key(name, algorithm).private_bytes(Encoding.DER, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    from wirerate.wings.mcu.lab import host

    _, expanded = host.keys(SCHEMES[algorithm], _seed(name))
    return _value(0x30, _value(0x02, b"\0") + _identifier(algorithm) + _value(0x04, _value(0x04, expanded)))


_ML_DSA = bytes([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 17])  # 2.16.840.1.101.3.4.3.17 and the two after it
_PLACE = {"ml-dsa-44": 0, "ml-dsa-65": 1, "ml-dsa-87": 2}


def _identifier(algorithm: str) -> bytes:
    return _value(0x30, _value(0x06, _ML_DSA[:-1] + bytes([_ML_DSA[-1] + _PLACE[algorithm]])))


def _value(tag: int, content: bytes) -> bytes:
    """DER: tag, length, content."""
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8)
    return bytes([tag, 0x80 | len(length)]) + length + content


def certified(name: str, key: PrivateKey, signer: PrivateKey) -> bytes:
    """A certificate by that signer, DER. The curve's keys sign a hash, all others the certificate itself."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding

    def called(common: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, common)])

    builder = (
        x509.CertificateBuilder()
        .subject_name(called(name))
        .issuer_name(called(AUTHORITY))
        .public_key(key.public_key())
        .serial_number(int.from_bytes(hashlib.sha256(name.encode()).digest()[:8]) >> 1)
        .not_valid_before(_FROM)
        .not_valid_after(_UNTIL)
        .add_extension(x509.BasicConstraints(ca=key is signer, path_length=None), critical=True)
    )
    if name == NAMES[SERVER]:
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    if isinstance(signer, EllipticCurvePrivateKey):
        return builder.sign(signer, SHA256(), ecdsa_deterministic=True).public_bytes(Encoding.DER)
    return builder.sign(signer, None).public_bytes(Encoding.DER)
