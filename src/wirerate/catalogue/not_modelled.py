# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads not_modelled.toml: parts that get no time here, and why."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from importlib.resources import files

import msgspec

from wirerate.errors import UsageError


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Parts of one kind."""

    title: str
    names: tuple[str, ...]
    reason: str
    source: str


NOT_MODELLED: dict[str, Family] = msgspec.toml.decode(
    files(__package__).joinpath("not_modelled.toml").read_bytes(), type=dict[str, Family]
)
_FIX = "measure it on the board; what the same code takes on a core that is modelled: wirerate mcu rp2350, or stm32u575"


def spelled(name: str) -> str:
    """A name without what people write differently."""
    return re.sub(r"[\s_.-]", "", name.lower())


def refuse(name: str) -> None:
    """Nothing, or the reason why a part or core has no time here."""
    for family in NOT_MODELLED.values():
        if any(fnmatch(spelled(name), spelled(each)) for each in family.names):
            raise UsageError(f"{name} has no time here ({family.title}): {family.reason}", fix=_FIX)
