# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Post-quantum schemes, X25519 and Ed25519 with their C implementations (schemes.toml), hashes, MACs and ciphers of
records (symmetric.toml), and TLS 1.3's key exchanges and signatures (key_exchanges.toml)."""

from __future__ import annotations

from typing import Literal

import msgspec

from wirerate.catalogue.libraries import Archive
from wirerate.catalogue.tables import named, read
from wirerate.errors import UsageError, unknown

KEM, SIGNATURE, AGREEMENT = "kem", "signature", "agreement"
SLH_DSA = "slh-dsa"  # a family
OPERATIONS = {
    KEM: ("keygen", "encapsulate", "decapsulate"),
    SIGNATURE: ("keygen", "sign", "verify"),
    AGREEMENT: ("keygen", "agree"),
}


class Scheme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scheme; schemes.toml explains the fields."""

    title: str
    kind: str
    standard: str
    source: str
    category: int
    public_key: int
    secret_key: int
    message: int
    numbers: dict[str, int]
    accepts: tuple[int, ...] = ()
    name: str = ""

    @property
    def family(self) -> str:
        """Return the family: "ml-kem" for ml-kem-768, "slh-dsa" for slh-dsa-sha2-128s."""
        return "-".join(self.name.split("-")[:2])

    @property
    def operations(self) -> tuple[str, ...]:
        return OPERATIONS[self.kind]


class Implementation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An implementation of schemes in C."""

    title: str
    schemes: tuple[str, ...]
    licence: str
    archives: tuple[Archive, ...]
    note: str = ""
    name: str = ""

    def packages(self, scheme: str) -> tuple[str, ...]:
        """Return the packages that a scheme is built from: those with its own files, and those that all schemes
        share.
        """
        return tuple(a.name for a in self.archives if scheme in (_schemes_in(a, self.schemes) or (scheme,)))


class Hybrid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A curve and a KEM used together."""

    title: str
    curve: str
    scheme: str
    share: int
    source: str
    name: str = ""


def _schemes_in(archive: Archive, schemes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in schemes if any(name in path for path in archive.kept))


class _Schemes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schemes: dict[str, Scheme]
    hybrids: dict[str, Hybrid]
    implementations: dict[str, Implementation]


_READ = read("schemes.toml", _Schemes)
SCHEMES = named(_READ.schemes)
HYBRIDS = named(_READ.hybrids)
IMPLEMENTATIONS = named(_READ.implementations)


def implemented(scheme: str) -> tuple[str, ...]:
    """Return the names of a scheme's implementations, the default one first."""
    return tuple(name for name, code in IMPLEMENTATIONS.items() if scheme in code.schemes)


def scheme_named(word: str) -> tuple[Scheme, Implementation]:
    """Return scheme and implementation of a word like `ml-kem-768` or `ml-kem-768@pqclean`.

    Raise UsageError if one is unknown.
    """
    name, _, code = word.lower().partition("@")
    if name not in SCHEMES:
        raise unknown("scheme", name, SCHEMES)
    codes = implemented(name)
    if code and code not in IMPLEMENTATIONS:
        raise unknown(f"implementation of {name}", code, codes)
    if code and code not in codes:
        raise UsageError(f"{code} has no {SCHEMES[name].title}", fix=f"type {name}@{codes[0]}")
    return SCHEMES[name], IMPLEMENTATIONS[code or codes[0]]


RECORDS = (64, 1024, 16384)  # bytes: a sensor's message, a datagram, TLS's longest record


class Symmetric(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hash, MAC or cipher; symmetric.toml explains the fields."""

    title: str
    standard: str
    seals: bool
    name: str = ""


SYMMETRIC = named(read("symmetric.toml", dict[str, Symmetric]))


CLASSICAL, HYBRID, SAFE = "classical", "hybrid", "safe"
QUANTUM = (CLASSICAL, HYBRID, SAFE)


class Algorithm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Fields of key exchanges and signatures; key_exchanges.toml explains them."""

    title: str
    quantum: Literal["classical", "hybrid", "safe"]
    strength: int
    category: int
    source: str
    name: str = ""


class Exchange(Algorithm, frozen=True, kw_only=True):
    """A key exchange of TLS 1.3."""

    client: int
    server: int
    parts: tuple[str, ...]


class Signature(Algorithm, frozen=True, kw_only=True):
    """A signature algorithm of TLS 1.3."""

    public_key: int
    signature: int
    key_identifier: int
    identifier: int
    signature_least: int = 0


class _KeyExchanges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    exchanges: dict[str, Exchange]
    signatures: dict[str, Signature]


_KEY_EXCHANGES = read("key_exchanges.toml", _KeyExchanges)
EXCHANGES = named(_KEY_EXCHANGES.exchanges)
SIGNATURES = named(_KEY_EXCHANGES.signatures)
