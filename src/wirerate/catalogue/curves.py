# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The elliptic curves that `mcu` can measure, with their strength, from curves.toml."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from wirerate.catalogue.tables import named, read
from wirerate.errors import UsageError, nearest, unknown

OPERATIONS = ("sign", "verify", "ecdh", "ecdhe")
STRENGTH = 128  # security in bits for new systems (RFC 9325), which `mcu budget` requires by default


class Curve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A curve; curves.toml explains the fields."""

    bits: int
    strength: int
    family: str
    signs: bool = True
    optimised: bool = True
    proposed: bool = True
    aliases: tuple[str, ...] = ()
    name: str = ""

    def has(self, operation: str) -> bool:
        """Return whether the curve supports an operation. Some curves are only for key agreement."""
        return self.signs or operation not in ("sign", "verify")


CURVES: dict[str, Curve] = named(read("curves.toml", dict[str, Curve]))
FAMILIES = tuple(dict.fromkeys(curve.family for curve in CURVES.values()))
_NAMES = {name.lower(): curve for curve in CURVES.values() for name in (curve.name, *curve.aliases)}
_SPELLED = {re.sub(r"[\s_-]", "", name): curve for name, curve in _NAMES.items()}
_ELSEWHERE = {"ed25519": "x25519 for key agreement, or secp256r1 for signatures", "ed448": "secp521r1 for signatures"}


def curve(name: str) -> Curve:
    """Return the curve with that name, in any spelling: p256, P-256, NIST P-256.

    Raise UsageError for an unknown one.
    """
    low = re.sub(r"[\s_-]", "", name.lower())
    if low in _ELSEWHERE:
        raise UsageError(
            f"{name} is not in Mbed TLS: no version has EdDSA", fix=f"choose {_ELSEWHERE[low]}, or measure your own "
            "code: wirerate mcu function BOARD --elf FILE --function NAME"
        )  # fmt: skip
    if low not in _SPELLED:
        raise unknown("curve", name, _NAMES if nearest(name, _NAMES) else CURVES)
    return _SPELLED[low]


def curves(words: Iterable[str]) -> tuple[Curve, ...]:
    """Return the curves of a list of names and families, or of "all", in order and without duplicates."""
    chosen: dict[str, Curve] = {}
    for word in words:
        for member in CURVES.values() if word == "all" else of_family(word) or (curve(word),):
            chosen[member.name] = member
    return tuple(chosen.values())


def of_family(family: str) -> tuple[Curve, ...]:
    """Return the curves of a family; empty for an unknown one."""
    return tuple(member for member in CURVES.values() if member.family == family)
