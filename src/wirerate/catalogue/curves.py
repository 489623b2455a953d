# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads curves.toml: the curves that `mcu` can measure, and their strength."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from wirerate.catalogue.tables import named, read
from wirerate.errors import UsageError, nearest, unknown

OPERATIONS = ("sign", "verify", "ecdh", "ecdhe")
STRENGTH = 128  # bits of security that new systems should have (RFC 9325); less is proposed only when it is asked for


class Curve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of curves.toml; the file says what the fields mean."""

    bits: int
    strength: int
    family: str
    signs: bool = True
    optimised: bool = True
    proposed: bool = True
    aliases: tuple[str, ...] = ()
    name: str = ""

    def has(self, operation: str) -> bool:
        """Whether an operation is defined on it: some are for key agreement only."""
        return self.signs or operation not in ("sign", "verify")


CURVES: dict[str, Curve] = named(read("curves.toml", dict[str, Curve]))
FAMILIES = tuple(dict.fromkeys(curve.family for curve in CURVES.values()))
_NAMES = {name.lower(): curve for curve in CURVES.values() for name in (curve.name, *curve.aliases)}
_SPELLED = {re.sub(r"[\s_-]", "", name): curve for name, curve in _NAMES.items()}
_ELSEWHERE = {"ed25519": "x25519 for key agreement, or secp256r1 for signatures", "ed448": "secp521r1 for signatures"}


def curve(name: str) -> Curve:
    """The curve of that name or of one of its other names, however these are written: p256, P-256, NIST P-256."""
    low = re.sub(r"[\s_-]", "", name.lower())
    if low in _ELSEWHERE:
        raise UsageError(
            f"{name} is not in Mbed TLS: no version of it has EdDSA", fix=f"take {_ELSEWHERE[low]}, or measure your "
            "own code: wirerate mcu function BOARD --elf FILE --function NAME"
        )  # fmt: skip
    if low not in _SPELLED:
        raise unknown("curve", name, _NAMES if nearest(name, _NAMES) else CURVES)
    return _SPELLED[low]


def curves(words: Iterable[str]) -> tuple[Curve, ...]:
    """Curves by name, by family, or all of them; each once, in the order asked for."""
    found: dict[str, Curve] = {}
    for word in words:
        for each in CURVES.values() if word == "all" else of_family(word) or (curve(word),):
            found[each.name] = each
    return tuple(found.values())


def of_family(family: str) -> tuple[Curve, ...]:
    """Empty where there is no such family."""
    return tuple(each for each in CURVES.values() if each.family == family)
