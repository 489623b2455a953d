# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Reads protocols.toml: what a protocol adds to a packet, what it covers, and what it says of each algorithm."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS
from wirerate.errors import UsageError, unknown


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a protocol's bytes go. protocols.toml has the formula; `wirerate.links.load` computes it."""

    layer: str = "ip"  # ip | frame: where the added bytes count
    outer_ip: bool = False
    outer: int = 0
    strips_ip: bool = False
    strips: int = 0
    header: int = 0
    header_align: tuple[int, int] = (1, 1)
    inner_header: int = 0
    inner_trailer: int = 0
    inner_align: int = 1
    covers_header: bool = False
    pseudo_header: bool = False
    covered_extra: int = 0


class Permission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a protocol says of one algorithm."""

    level: str  # the source's word: MUST, SHOULD, MAY, MUST NOT, OBSOLETE, …
    tag_bits: int
    source: str
    date: str
    iv: int = 0  # bytes of nonce carried in every packet
    kind: str = ""  # what the protocol uses it as, where that is not its own kind: TCP-MD5 uses a digest as a MAC
    config: str = ""  # what to write where to choose it
    unavailable: str = ""  # why it is on paper only
    layout: dict[str, int] = {}

    @property
    def forbidden(self) -> bool:
        return self.level in ("MUST NOT", "OBSOLETE")


class Protocol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of protocols.toml."""

    title: str
    source: str
    keeps_state: bool  # whether keyed state survives from packet to packet
    state: str  # why
    note: str = ""
    elsewhere: str = ""  # the protocol to turn to when this one has nothing sound to offer
    any_algorithm: bool = False
    layout: Layout = Layout()
    algorithms: dict[str, Permission] = {}
    name: str = ""

    def permission(self, algorithm: str) -> Permission | None:
        """What it says of an algorithm; None where it leaves all open. An algorithm that it lacks is an error."""
        if algorithm in self.algorithms or self.any_algorithm:
            return self.algorithms.get(algorithm)
        usable = ", ".join(name for name, said in self.algorithms.items() if not said.forbidden)
        fix = f"type one of: {usable}" if usable else f"use --protocol {self.elsewhere}"
        raise UsageError(f"{self.name} does not carry {algorithm}", fix=fix)

    def layout_for(self, algorithm: str) -> Layout:
        permission = self.algorithms.get(algorithm)
        return msgspec.structs.replace(self.layout, **permission.layout) if permission else self.layout


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
    told = files(__package__).joinpath("protocols.toml").read_bytes()
    rows = msgspec.toml.decode(told, type=dict[str, Protocol])
    rows["ah"] = msgspec.structs.replace(rows["ah"], algorithms=_in_ah() | rows["ah"].algorithms)
    return {name: msgspec.structs.replace(row, name=name) for name, row in rows.items()}


PROTOCOLS = _read()


def protocol(name: str | None) -> Protocol:
    """The protocol of that name; None means none."""
    key = name or "none"
    if key not in PROTOCOLS:
        raise unknown("protocol", key, PROTOCOLS)
    return PROTOCOLS[key]
