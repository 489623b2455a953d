# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Handshakes of DTLS 1.3 that were run whole, and the same library's operations alone, as counts."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import msgspec

from wirerate.catalogue.libraries import WOLFSSL
from wirerate.wings.mcu.handshake.store import StoredSide, stored_side
from wirerate.wings.mcu.layout import Message
from wirerate.wings.mcu.results import rows
from wirerate.wings.mcu.target import LEVEL, Target, built_for
from wirerate.wings.mcu.trace import Part, Trace, part_of

if TYPE_CHECKING:
    from wirerate.wings.mcu.lab.wolfssl import Proven13

# What is stored: today's handshake, and of each kind the one that is told of first.
PAIRS = (
    ("secp256r1", "ecdsa-p256"),
    ("x25519mlkem768", "ecdsa-p256"),
    ("ml-kem-512", "ml-dsa-44"),
    ("ml-kem-768", "ml-dsa-65"),
)
CORES = ("cortex-m4", "cortex-m0")


class Stored13(msgspec.Struct, frozen=True, kw_only=True):
    """One handshake, with certificates at both ends and a cookie."""

    exchange: str
    signature: str
    library: str = WOLFSSL.title
    release: str
    core: str
    level: str = LEVEL
    sides: dict[str, StoredSide]
    messages: tuple[Message, ...]
    datagrams: tuple[int, ...]  # bytes of each
    records: int
    alone: dict[str, Part]  # "SCHEME OPERATION"; a signature of ML-DSA at its mean
    compiler: str
    command: str = ""

    @property
    def bytes(self) -> int:
        return sum(self.datagrams)

    def operation(self, scheme: str, operation: str) -> Trace:
        """Alone."""
        return self.alone[f"{scheme} {operation}"].trace


def as_stored(found: Proven13, compiler: str, command: str = "") -> Stored13:
    return Stored13(
        exchange=found.pair.exchange,
        signature=found.pair.signature,
        release=WOLFSSL.release,
        core=built_for(found.core),
        level=found.level,
        sides={side: stored_side(each) for side, each in found.sides.items()},
        messages=found.messages,
        datagrams=found.datagrams,
        records=found.records,
        alone={" ".join(key): part_of(trace) for key, trace in found.alone.items()},
        compiler=compiler,
        command=command,
    )


TABLE = "handshakes-1.3"


@cache
def stored_handshakes() -> tuple[Stored13, ...]:
    """The project's own, made by scripts/mcu_handshakes.py."""
    return tuple(rows(TABLE, msgspec.json.Decoder(Stored13).decode))


def known(exchange: str, signature: str, where: Target, level: str) -> Stored13 | None:
    """None where it is not stored, or not with a flash like the target's."""
    wanted = (exchange, signature, built_for(where.core), level)
    found = next((s for s in stored_handshakes() if (s.exchange, s.signature, s.core, s.level) == wanted), None)
    return found if found is not None and _timed_for(found, where) else None


def _timed_for(found: Stored13, where: Target) -> bool:
    traces = [part.trace for side in found.sides.values() for part in side.operations.values()]
    traces += [part.trace for part in found.alone.values()]
    return not where.flash.wait_states or all(where.flash.buffers in trace.misses for trace in traces)
