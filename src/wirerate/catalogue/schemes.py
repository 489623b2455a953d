# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads schemes.toml: post-quantum schemes and Curve25519's by their standards, and who has implemented them in C."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from wirerate.catalogue.libraries import Archive
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


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    schemes: dict[str, Scheme]
    hybrids: dict[str, Hybrid]
    implementations: dict[str, Implementation]


_READ = msgspec.toml.decode(files(__package__).joinpath("schemes.toml").read_bytes(), type=_File)
SCHEMES = {name: msgspec.structs.replace(row, name=name) for name, row in _READ.schemes.items()}
HYBRIDS = {name: msgspec.structs.replace(row, name=name) for name, row in _READ.hybrids.items()}
IMPLEMENTATIONS = {name: msgspec.structs.replace(row, name=name) for name, row in _READ.implementations.items()}


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
