# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Counted runs: the instruction counts of programs run in the emulator, stored as lines of JSON. The time on any board
follows from the counts."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from wirerate.wings.mcu.cycles import Flash, Trace, total
from wirerate.wings.mcu.layout import UDP_IPV4, Message
from wirerate.wings.mcu.target import LEVEL

Key = tuple[str, str, str, str]

# The image that an operation was counted in. With all curves in one image, arrays have the length of the largest curve
# and the heap still holds what earlier operations left: stack and heap are then upper bounds.
ONE_CURVE, ALL_CURVES = "one curve", "all curves"


class Made(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Origin of a result."""

    release: str = ""  # release of the library
    compiler: str = ""
    emulator: str = ""
    command: str = ""  # the command that stored the result
    date: str = ""  # ISO 8601, UTC
    wirerate: str = ""
    image: str = ONE_CURVE


class Counted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Traces and memory of a program on a core. The program's results were checked on the host.

    The keys of `runs` depend on the program. An operation has the key ""; signing also has a key for each reason to
    reject an attempt, with the cost that a rejection adds. Messages are keyed by length in bytes, the parts of a
    handshake by name.
    """

    runs: dict[str, Trace] = {}
    stack_bytes: int = 0
    heap_bytes: int = 0  # peak, including heap_kept
    heap_kept: int = 0  # still allocated between operations: group, keys, a comb in RAM
    static_bytes: int = 0
    context_bytes: int = 0  # other RAM that is kept between operations, such as a key
    blocks: dict[str, int] = {}  # bytes of flash by building block, without the test harness
    composed: bool = False  # extrapolated from runs with smaller trees

    @property
    def trace(self) -> Trace:
        """Return the trace of the operation; for signing, the trace of a run whose first attempt succeeds."""
        return self.runs[""]

    @property
    def rejected(self) -> dict[str, Trace]:
        """Return the trace that a rejected signing attempt adds, by reason for rejection."""
        return {why: trace for why, trace in self.runs.items() if why}

    @property
    def whole(self) -> Trace:
        """Return the sum of all traces, which is the trace of a whole handshake."""
        return total(self.runs.values())

    @property
    def flash_bytes(self) -> int:
        return sum(self.blocks.values())


class Point(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A counted operation of one implementation on a core. Without runs it holds only the flash size of an image."""

    code: str  # secp256r1@3.6-w2-nist-comb | ml-kem-768@pqclean | sha-256
    core: str
    level: str = LEVEL
    operation: str = ""
    counted: Counted
    whole_bytes: int = 0  # flash of an image with all operations of a scheme
    made: Made

    @property
    def key(self) -> Key:
        """Return the identity of a point: code, core, level and operation."""
        return self.code, self.core, self.level, self.operation


class Handshake(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A handshake that two emulated ends completed, with equal secrets and application data in both directions."""

    name: str  # a key of SETUPS (DTLS 1.2) or EXCHANGE+SIGNATURE (DTLS 1.3, mutual certificates, with a cookie)
    version: str = ""  # of Mbed TLS
    core: str
    level: str = LEVEL
    sides: dict[str, Counted]  # each end's counts, without the initial set-up
    sealing: dict[str, Trace]  # each end's encryption of MESSAGE_BYTES of application data with AES-CCM
    messages: tuple[Message, ...]  # in the order they are sent; in DTLS 1.2 an entry for each fragment
    datagrams: int
    datagram_bytes: tuple[int, ...] = ()  # the bytes of each datagram; DTLS 1.3 only
    records: int = 0  # number of records; DTLS 1.3 only
    alone: dict[str, Trace] = {}  # operations run alone, by "SCHEME OPERATION"; the mean for ML-DSA signing
    made: Made

    @property
    def key(self) -> Key:
        return self.name, self.core, self.level, self.version

    @property
    def pair(self) -> tuple[str, str]:
        """Return the names of a DTLS 1.3 handshake's key exchange and signature."""
        exchange, _, signature = self.name.partition("+")
        return exchange, signature

    @property
    def bytes(self) -> int:
        """Return the bytes of all records with headers, without UDP and IP."""
        return sum(message.bytes for message in self.messages)

    @property
    def bytes_on_ipv4(self) -> int:
        return self.bytes + UDP_IPV4 * self.datagrams

    def operation(self, scheme: str, operation: str) -> Trace:
        """Return the trace of a single operation, run outside the handshake."""
        return self.alone[f"{scheme} {operation}"]


def timed_for(traces: Iterable[Trace], flash: Flash) -> bool:
    """Return whether the traces can be timed with a flash: it has no wait states, or the misses in its line buffers
    were counted."""
    return not flash.wait_states or all(flash.buffers.name in trace.misses for trace in traces)
