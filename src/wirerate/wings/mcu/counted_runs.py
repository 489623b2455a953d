# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What was run and counted, whatever it was: counted once, timed for any board afterwards, and kept as a line of
JSON."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from wirerate.wings.mcu.cycles import Flash, Trace, total
from wirerate.wings.mcu.layout import UDP_IPV4, Message
from wirerate.wings.mcu.target import LEVEL

Key = tuple[str, str, str, str]

# What an operation was counted in. Where all curves were in one image, its arrays were as long as the largest wants
# them, and what the operations before had left on the heap was counted too: stack and heap are a product's or more.
ONE_CURVE, ALL_CURVES = "one curve", "all curves"


class Made(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How a row came to be."""

    release: str = ""  # of the library, exactly
    compiler: str = ""
    emulator: str = ""
    command: str = ""  # that made a stored result
    date: str = ""  # ISO 8601, UTC
    wirerate: str = ""
    image: str = ONE_CURVE


class Counted(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a program took on a core; its results were the host's. `runs`: the operation itself under no name; what an
    attempt at a signature adds that ends without one, by what ended it; messages by their bytes; a handshake's parts by
    theirs."""

    runs: dict[str, Trace] = {}
    stack_bytes: int = 0
    heap_bytes: int = 0  # the most that is requested at once, what is kept included
    heap_kept: int = 0  # of these, what stays between operations: group, keys, and a comb kept in RAM
    static_bytes: int = 0
    context_bytes: int = 0  # of RAM beside these: a key, or the library's own, kept between operations
    blocks: dict[str, int] = {}  # of flash, by building block; the harness left out
    composed: bool = False  # put together of runs with lower trees

    @property
    def trace(self) -> Trace:
        """Of the operation; signing: of one that ends at once."""
        return self.runs[""]

    @property
    def rejected(self) -> dict[str, Trace]:
        return {why: trace for why, trace in self.runs.items() if why}

    @property
    def whole(self) -> Trace:
        """Of all its parts, one after the other."""
        return total(self.runs.values())

    @property
    def flash_bytes(self) -> int:
        return sum(self.blocks.values())


class Point(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An operation of someone's code on a core; without runs, the flash of an image with these operations alone."""

    code: str  # secp256r1@3.6-w2-nist-comb | ml-kem-768@pqclean | sha-256
    core: str
    level: str = LEVEL
    operation: str = ""
    counted: Counted
    whole_bytes: int = 0  # of flash, of an image with all operations of a scheme
    made: Made

    @property
    def key(self) -> Key:
        """Two points with the same key are the same point."""
        return self.code, self.core, self.level, self.operation


class Handshake(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One that was finished and proven between two emulated ends: equal secrets, application data carried both ways."""

    name: str  # of SETUPS, DTLS 1.2 | EXCHANGE+SIGNATURE, DTLS 1.3 with certificates at both ends and a cookie
    version: str = ""  # of Mbed TLS
    core: str
    level: str = LEVEL
    sides: dict[str, Counted]  # of the handshake; set-up comes before it and is not timed
    sealing: dict[str, Trace]  # by side: AES-CCM over the MESSAGE_BYTES of application data that prove it
    messages: tuple[Message, ...]  # in the order of the wire; of DTLS 1.2, a fragmented one stands once per fragment
    datagrams: int
    datagram_bytes: tuple[int, ...] = ()  # of each, kept of DTLS 1.3 only; as are
    records: int = 0
    alone: dict[str, Trace] = {}  # operations by themselves, "SCHEME OPERATION"; a signature of ML-DSA at its mean
    made: Made

    @property
    def key(self) -> Key:
        return self.name, self.core, self.level, self.version

    @property
    def pair(self) -> tuple[str, str]:
        """Of DTLS 1.3: what keys are agreed on and signed with."""
        exchange, _, signature = self.name.partition("+")
        return exchange, signature

    @property
    def bytes(self) -> int:
        """Records with their headers; UDP and IP add UDP_IPV4 per datagram."""
        return sum(message.bytes for message in self.messages)

    @property
    def bytes_on_ipv4(self) -> int:
        return self.bytes + UDP_IPV4 * self.datagrams

    def operation(self, scheme: str, operation: str) -> Trace:
        """Alone."""
        return self.alone[f"{scheme} {operation}"]


def timed_for(traces: Iterable[Trace], flash: Flash) -> bool:
    """Whether the lines were counted that a flash with these buffers fetches."""
    return not flash.wait_states or all(flash.buffers.name in trace.misses for trace in traces)
