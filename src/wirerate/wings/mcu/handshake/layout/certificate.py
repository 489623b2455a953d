# SPDX-License-Identifier: Apache-2.0 OR MIT
"""An X.509 certificate's bytes by its parts: DER (X.690) of RFC 5280, without the certificate."""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.catalogue.key_exchanges import Signature
from wirerate.wings.mcu.handshake.config import SERVER
from wirerate.wings.mcu.handshake.credentials import AUTHORITY, NAMES

_OID = 5  # of a name's or an extension's: 2.5.4.3, 2.5.29.19
_VERSION, _SERIAL = 5, 10  # [0] { 2 }; 63 bits
_VALIDITY = 2 + 2 * 15  # two of UTCTime
_CONSTRAINTS = 2 + _OID + 3 + 2 + 2  # critical, and no authority


@dataclass(frozen=True)
class Certificate:
    """Bytes: of the subject's key, of the authority's signature, and of all else (names, dates, extensions, DER)."""

    key: int
    signature: int
    rest: int

    @property
    def bytes(self) -> int:
        return self.key + self.signature + self.rest


def certificate(side: str, algorithm: Signature, signature: int | None = None) -> Certificate:
    """As credentials.py makes it for that end, with another algorithm's key and signature; `signature` in place of the
    longest that it can have."""
    signed = algorithm.signature if signature is None else signature
    alternative = _value(_value(len(NAMES[SERVER]))) if side == SERVER else 0
    extensions = _CONSTRAINTS + (_value(_OID + _value(alternative)) if alternative else 0)
    key = _value(algorithm.key_identifier + _value(1 + algorithm.public_key))
    to_be_signed = _value(
        _VERSION + _SERIAL + algorithm.identifier + name(AUTHORITY) + _VALIDITY + name(NAMES[side]) + key
        + _value(_value(extensions))
    )  # fmt: skip
    whole = _value(to_be_signed + algorithm.identifier + _value(1 + signed))
    return Certificate(algorithm.public_key, signed, whole - algorithm.public_key - signed)


def name(common: str) -> int:
    """A distinguished name of one common name, in UTF-8."""
    return _value(_value(_value(_OID + _value(len(common)))))


def _value(content: int) -> int:
    """Tag, length and so many bytes."""
    return 2 + content + (0 if content < 0x80 else (content.bit_length() + 7) // 8)
