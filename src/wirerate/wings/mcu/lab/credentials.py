# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Certificates and keys for both ends of a handshake, generated on this machine when needed.

One authority signs one certificate per end (RFC 7925 section 4.4: X.509v3, P-256, SHA-256; a device named by its
EUI-64). The private keys are fixed and the signatures deterministic (RFC 6979), so that handshakes are byte for byte
the same on every machine. Use these keys for measurements only: everyone knows them.
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


# Both dates fit UTCTime (RFC 5280 section 4.1.2.5). The firmware has no clock and does not check them.
_NOT_BEFORE = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
_NOT_AFTER = datetime.datetime(2046, 1, 1, tzinfo=datetime.UTC)

_OLDEST = 45  # the first version of cryptography with deterministic ECDSA signatures on certificates
_OLDEST_ML_DSA = 50  # the oldest version tried with ML-DSA certificates
ECDSA = "ecdsa-p256"  # name in the catalogue of signatures, for DTLS 1.2 and 1.3

SHARED_KEY = bytes(range(16))  # for the PSK suite


class Credential(msgspec.Struct, frozen=True):
    """The certificate and private key of one end, both DER."""

    certificate: bytes
    key: bytes


class Credentials(msgspec.Struct, frozen=True):
    """The trust anchor, and the credential of each end by side."""

    authority: bytes
    ends: dict[str, Credential]


@functools.cache
def credentials(algorithm: str = ECDSA) -> Credentials:
    """Return the credentials, the same on every machine. Raise MissingError without the package `cryptography`."""
    try:
        from cryptography import __version__ as installed
    except ImportError:
        installed = "0"
    if int(installed.partition(".")[0]) < (oldest := _OLDEST if algorithm == ECDSA else _OLDEST_ML_DSA):
        raise MissingError(
            f"the Python package cryptography, version {oldest} or later, is needed for the handshake's certificates: "
            + (f"version {installed} is installed" if installed != "0" else "it is not installed"),
            fix=INSTALL,
        )
    return Credentials(
        authority=_certificate(AUTHORITY, algorithm),
        ends={side: Credential(_certificate(name, algorithm), _der(name, algorithm)) for side, name in NAMES.items()},
    )


def _certificate(name: str, algorithm: str) -> bytes:
    """Return a certificate signed by the authority, with a deterministic signature, for ML-DSA too."""
    authority = _key(AUTHORITY, algorithm)
    certificate = sign_certificate(name, authority if name == AUTHORITY else _key(name, algorithm), authority)
    if algorithm == ECDSA:
        return certificate
    from cryptography.x509 import load_der_x509_certificate

    from wirerate.wings.mcu.lab import reference

    content, scheme = load_der_x509_certificate(certificate).tbs_certificate_bytes, SCHEMES[algorithm]
    _, secret = reference.keys(scheme, _seed(AUTHORITY))
    signature = reference.sign(scheme, secret, content)
    return _der_value(0x30, content + _algorithm_identifier(algorithm) + _der_value(0x03, b"\0" + signature))


def _seed(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def _key(name: str, algorithm: str) -> PrivateKey:
    if algorithm == ECDSA:
        from cryptography.hazmat.primitives.asymmetric import ec

        # A SHA-256 value exceeds the group's order with probability 2^-32. For the three names in use it does not.
        return ec.derive_private_key(int.from_bytes(_seed(name)), ec.SECP256R1())
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric import mldsa

    key_types: dict[str, Callable[[bytes], PrivateKey]] = {
        "ml-dsa-44": mldsa.MLDSA44PrivateKey.from_seed_bytes,
        "ml-dsa-65": mldsa.MLDSA65PrivateKey.from_seed_bytes,
        "ml-dsa-87": mldsa.MLDSA87PrivateKey.from_seed_bytes,
    }
    try:
        return key_types[algorithm](_seed(name))
    except UnsupportedAlgorithm as error:
        raise MissingError(
            f"this build of the package cryptography lacks ML-DSA, which {algorithm} certificates need: {error}",
            fix="install its wheel: pip install --only-binary cryptography --force-reinstall cryptography",
        ) from error


def _der(name: str, algorithm: str) -> bytes:
    """Return the private key. ML-DSA keys are stored in expanded form, so that a handshake does not expand them (RFC
    9881 section 6)."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    if algorithm == ECDSA:
        return _key(name, algorithm).private_bytes(Encoding.DER, PrivateFormat.TraditionalOpenSSL, NoEncryption())
    from wirerate.wings.mcu.lab import reference

    _, expanded = reference.keys(SCHEMES[algorithm], _seed(name))
    return _der_value(
        0x30, _der_value(0x02, b"\0") + _algorithm_identifier(algorithm) + _der_value(0x04, _der_value(0x04, expanded))
    )


_ML_DSA = bytes([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x03, 17])  # 2.16.840.1.101.3.4.3.17 to .19
_ML_DSA_NUMBERS = {"ml-dsa-44": 0, "ml-dsa-65": 1, "ml-dsa-87": 2}


def _algorithm_identifier(algorithm: str) -> bytes:
    return _der_value(0x30, _der_value(0x06, _ML_DSA[:-1] + bytes([_ML_DSA[-1] + _ML_DSA_NUMBERS[algorithm]])))


def _der_value(tag: int, content: bytes) -> bytes:
    """Encode a DER value: tag, length, content."""
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8)
    return bytes([tag, 0x80 | len(length)]) + length + content


def sign_certificate(name: str, key: PrivateKey, signer: PrivateKey) -> bytes:
    """Return a DER certificate signed by `signer`. An elliptic-curve key signs the hash, any other key the content."""
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.serialization import Encoding

    def common_name(text: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, text)])

    builder = (
        x509.CertificateBuilder()
        .subject_name(common_name(name))
        .issuer_name(common_name(AUTHORITY))
        .public_key(key.public_key())
        .serial_number(int.from_bytes(hashlib.sha256(name.encode()).digest()[:8]) >> 1)
        .not_valid_before(_NOT_BEFORE)
        .not_valid_after(_NOT_AFTER)
        .add_extension(x509.BasicConstraints(ca=key is signer, path_length=None), critical=True)
    )
    if name == NAMES[SERVER]:
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
    if isinstance(signer, EllipticCurvePrivateKey):
        return builder.sign(signer, SHA256(), ecdsa_deterministic=True).public_bytes(Encoding.DER)
    return builder.sign(signer, None).public_bytes(Encoding.DER)
