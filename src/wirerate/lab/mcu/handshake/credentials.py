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
from typing import TYPE_CHECKING

import msgspec

from wirerate.errors import MissingError
from wirerate.lab.mcu import INSTALL
from wirerate.lab.mcu.handshake.config import CLIENT, SERVER

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.asymmetric.types import CertificateIssuerPrivateKeyTypes as PrivateKey

# A device's life, within UTCTime's years (RFC 5280 section 4.1.2.5); the firmware has no clock to compare it with.
_FROM = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
_UNTIL = datetime.datetime(2046, 1, 1, tzinfo=datetime.UTC)
AUTHORITY = "wirerate test authority"
NAMES = {CLIENT: "02-00-5E-10-00-00-00-01", SERVER: "server.example"}

_OLDEST = 45  # of cryptography: deterministic signatures on certificates

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
def credentials() -> Credentials:
    """The same bytes at every call, on every machine. MissingError without the `cryptography` package."""
    try:
        from cryptography import __version__ as found
    except ImportError:
        found = "0"
    if int(found.partition(".")[0]) < _OLDEST:
        raise MissingError(
            f"the handshake's certificates are made with the Python package cryptography, from version {_OLDEST} on: "
            + (f"this is {found}" if found != "0" else "it is not installed"),
            fix=INSTALL,
        )
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    authority = _key(AUTHORITY)
    return Credentials(
        authority=certified(AUTHORITY, authority, authority),
        ends={
            side: Credential(
                certificate=certified(name, _key(name), authority),
                key=_key(name).private_bytes(Encoding.DER, PrivateFormat.TraditionalOpenSSL, NoEncryption()),
            )
            for side, name in NAMES.items()
        },
    )


def _key(name: str) -> EllipticCurvePrivateKey:
    from cryptography.hazmat.primitives.asymmetric import ec

    # A hash is below the group's order but for one in 2^32; the three names here were tried.
    return ec.derive_private_key(int.from_bytes(hashlib.sha256(name.encode()).digest()), ec.SECP256R1())


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
