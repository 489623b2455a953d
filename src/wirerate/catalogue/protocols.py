# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The protocols that can be asked for: protocols.toml and its like, AH's own table and the pairs of ESP."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS
from wirerate.catalogue.esp import ESP_VARIANTS, esp_protocols
from wirerate.catalogue.layout import Layout, Permission, Protocol, Variant
from wirerate.errors import UsageError, unknown

__all__ = ["PROTOCOLS", "Layout", "Permission", "Protocol", "Variant", "protocol"]

_FILES = ("protocols.toml", "sessions.toml", "control.toml")


def _in_ah() -> dict[str, Permission]:
    """What AH says of the algorithms that its own table names."""
    return {
        each.judged_as: Permission(
            level=each.level, tag_bits=8 * each.icv_bytes, source=each.source, date=each.date, config=each.config
        )
        for each in AH_ALGORITHMS.values()
        if each.judged_as and not each.stands_in
    }


def _read() -> dict[str, Protocol]:
    rows: dict[str, Protocol] = {}
    for file in _FILES:
        told = Path(__file__).with_name(file).read_bytes()
        rows |= msgspec.toml.decode(told, type=dict[str, Protocol])
    rows["ah"] = msgspec.structs.replace(rows["ah"], algorithms=_in_ah() | rows["ah"].algorithms)
    rows = {name: msgspec.structs.replace(row, name=name) for name, row in rows.items()}
    return _with_esp(rows, [*esp_protocols()])


def _with_esp(rows: dict[str, Protocol], pairs: Iterable[Protocol]) -> dict[str, Protocol]:
    """ESP's pairs behind the AEADs that are to be preferred to them; all of ESP has the same variants."""
    found: dict[str, Protocol] = {}
    for name, row in rows.items():
        esp = name.startswith("esp-")
        found[name] = msgspec.structs.replace(row, variants=ESP_VARIANTS) if esp else row
        if name == "esp-null-gmac":
            found |= {each.name: msgspec.structs.replace(each, variants=ESP_VARIANTS) for each in pairs}
    return found


PROTOCOLS = _read()


def protocol(name: str | None) -> Protocol:
    """The protocol of that name, with its variants behind slashes: esp-gcm/transport/esn. None means none."""
    if name is not None and not name.strip():
        raise UsageError("no protocol was named", fix="type --protocol none, or one of: " + ", ".join(PROTOCOLS))
    base, *variants = (name or "none").split("/")
    if base not in PROTOCOLS:
        raise unknown("protocol", base, PROTOCOLS)
    found = PROTOCOLS[base]
    return found.with_variants(tuple(variants)) if variants else found
