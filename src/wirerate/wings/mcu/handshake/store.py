# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Handshakes that were run and proven, as counts: timed for any board afterwards."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

from wirerate.catalogue.libraries import DEFAULT
from wirerate.wings.mcu.layout import Message
from wirerate.wings.mcu.results import rows
from wirerate.wings.mcu.setups import ECDHE, PSK, Setup
from wirerate.wings.mcu.target import LEVEL, built_for
from wirerate.wings.mcu.trace import Part, Trace, part_of, total

if TYPE_CHECKING:
    from wirerate.wings.mcu.lab.ends import Side
    from wirerate.wings.mcu.lab.mbedtls import Proven

# What is run: both suites, and one thing changed at a time.
SETUPS = {
    "ECDHE-ECDSA": Setup(ECDHE),
    "server certificate only": Setup(ECDHE, mutual=False),
    "PSK": Setup(PSK),
    "fragments of 512": Setup(ECDHE, max_fragment=512, content_length=512),
    "resumed by session id": Setup(ECDHE, resumption="id"),
    "resumed by ticket": Setup(ECDHE, resumption="ticket"),
    "records of 4096": Setup(ECDHE, content_length=4096),
    "records of 16384": Setup(ECDHE, content_length=16384),
}


class StoredSide(msgspec.Struct, frozen=True):
    """One end, as run.Side has it."""

    operations: dict[str, Part]
    stack_bytes: int
    heap_peak: int
    context_bytes: int
    flash: dict[str, int]  # by building block
    sealing: Part  # AES-CCM over MESSAGE_BYTES of application data

    @property
    def flash_bytes(self) -> int:
        return sum(self.flash.values())

    @property
    def trace(self) -> Trace:
        return total(part.trace for part in self.operations.values())


class Stored(msgspec.Struct, frozen=True, kw_only=True):
    """One handshake of a setup of SETUPS."""

    name: str
    version: str
    release: str
    core: str
    level: str
    setup: Setup
    sides: dict[str, StoredSide]
    messages: tuple[Message, ...]
    datagrams: int
    bytes: int
    bytes_on_ipv4: int
    compiler: str
    command: str = ""


def as_stored(name: str, version: str, found: Proven, compiler: str, command: str = "") -> Stored:
    return Stored(
        name=name,
        version=version,
        release=found.release,
        core=built_for(found.core),
        level=found.level,
        setup=found.setup,
        sides={side: stored_side(each) for side, each in found.sides.items()},
        messages=found.messages,
        datagrams=found.datagrams,
        bytes=found.bytes,
        bytes_on_ipv4=found.bytes_on_ipv4,
        compiler=compiler,
        command=command,
    )


def stored_side(side: Side) -> StoredSide:
    parts = {name: part_of(trace) for name, trace in side.operations.items()}
    return StoredSide(parts, side.stack_bytes, side.heap_peak, side.context_bytes, dict(side.flash),
                      part_of(side.sealing))  # fmt: skip


TABLE = "handshakes"


@cache
def stored_handshakes() -> tuple[Stored, ...]:
    """The project's own, made by scripts/mcu_handshakes.py."""
    return tuple(rows(TABLE, msgspec.json.Decoder(Stored).decode))


def stored_handshake(name: str, core: str, version: str = DEFAULT, level: str = LEVEL) -> Stored | None:
    wanted = (name, built_for(core), version, level)
    return next((s for s in stored_handshakes() if (s.name, s.core, s.version, s.level) == wanted), None)
