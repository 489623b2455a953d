# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads schemes.toml, symmetric.toml and key_exchanges.toml: post-quantum schemes and Curve25519's, who has implemented
them in C, what hashes and seals a record, and what TLS 1.3 agrees on keys with and signs with."""

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
    """One table of schemes; the file says what the fields mean."""

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
        """Of ml-kem-768 ml-kem, of slh-dsa-sha2-128s slh-dsa."""
        return "-".join(self.name.split("-")[:2])

    @property
    def operations(self) -> tuple[str, ...]:
        return OPERATIONS[self.kind]


class Implementation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of implementations."""

    title: str
    schemes: tuple[str, ...]
    licence: str
    archives: tuple[Archive, ...]
    note: str = ""
    name: str = ""

    def packages(self, scheme: str) -> tuple[str, ...]:
        """Those that a scheme is built from: what is kept of an archive names its schemes, or none if it is for all."""
        return tuple(each.name for each in self.archives if scheme in (_named(each, self.schemes) or (scheme,)))


class Hybrid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of hybrids."""

    title: str
    curve: str
    scheme: str
    share: int
    source: str
    name: str = ""


def _named(archive: Archive, schemes: tuple[str, ...]) -> tuple[str, ...]:
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
    """Who has it, the one that is meant where none is named first."""
    return tuple(name for name, each in IMPLEMENTATIONS.items() if scheme in each.schemes)


def scheme_named(word: str) -> tuple[Scheme, Implementation]:
    """Of `ml-kem-768` or `ml-kem-768@pqclean`."""
    name, _, who = word.lower().partition("@")
    if name not in SCHEMES:
        raise unknown("scheme", name, SCHEMES)
    has = implemented(name)
    if who and who not in IMPLEMENTATIONS:
        raise unknown(f"implementation of {name}", who, has)
    if who and who not in has:
        raise UsageError(f"{who} has no {SCHEMES[name].title}", fix=f"type {name}@{has[0]}")
    return SCHEMES[name], IMPLEMENTATIONS[who or has[0]]


RECORDS = (64, 1024, 16384)  # bytes: a sensor's message, a datagram, the longest record of TLS


class Symmetric(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of the file, which says what the fields mean."""

    title: str
    standard: str
    seals: bool
    name: str = ""


SYMMETRIC = named(read("symmetric.toml", dict[str, Symmetric]))


CLASSICAL, HYBRID, SAFE = "classical", "hybrid", "safe"
QUANTUM = (CLASSICAL, HYBRID, SAFE)


class Algorithm(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What both tables have."""

    title: str
    quantum: Literal["classical", "hybrid", "safe"]
    strength: int
    category: int
    source: str
    name: str = ""


class Exchange(Algorithm, frozen=True, kw_only=True):
    """One table of exchanges; the file says what the fields mean."""

    client: int
    server: int
    parts: tuple[str, ...]


class Signature(Algorithm, frozen=True, kw_only=True):
    """One table of signatures."""

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
