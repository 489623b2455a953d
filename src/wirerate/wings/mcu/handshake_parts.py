# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The parts of a handshake estimate: the operations, hashing and encryption of either end, and the RAM it needs.

Operations are measured ones; messages have the lengths in the standards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from wirerate.catalogue.libraries import DEFAULT, library
from wirerate.catalogue.schemes import SCHEMES, Exchange, Implementation, Scheme, Signature, implemented, scheme_named
from wirerate.wings.mcu.counted_runs import Handshake, Point, timed_for
from wirerate.wings.mcu.curve_options import Case, Toggles
from wirerate.wings.mcu.cycles import Trace, total, weighted
from wirerate.wings.mcu.layout import RECORD_HEADER, Datagram, PlannedMessage, RecordLayer
from wirerate.wings.mcu.setups import (
    AGREE,
    CLIENT,
    DECAPSULATE,
    ENCAPSULATE,
    HASHING,
    KEYGEN,
    MESSAGE_BYTES,
    SERVER,
    SIGN,
    VERIFY,
)
from wirerate.wings.mcu.store import SCHEMES as TABLE
from wirerate.wings.mcu.store import find_on_curve, stored
from wirerate.wings.mcu.target import Target, built_for
from wirerate.wings.mcu.target_cost import mean_trace, warm_cycles

_KEM = "ml-kem"


@dataclass(frozen=True)
class CountedOperation:
    """A measured operation: its trace, and its RAM in bytes, without keys and messages."""

    subject: str
    trace: Trace
    stack: int
    heap: int  # bytes of heap and static memory

    @property
    def working(self) -> int:
        return self.stack + self.heap


Lookup = Callable[[str, str], CountedOperation | None]  # by scheme and operation


@dataclass(frozen=True)
class Step:
    """An operation of one end, with the keys and messages that must be in RAM while it runs."""

    scheme: str
    operation: str
    counted: CountedOperation
    held: int

    @property
    def ram(self) -> int:
        return self.counted.working + self.held


@dataclass(frozen=True)
class Plan:
    """A handshake to estimate: its messages, its record layer, and its algorithms."""

    messages: Sequence[PlannedMessage]
    layer: RecordLayer
    exchange: Exchange
    signature: Signature
    mutual: bool
    secret: int  # bytes that the client keeps between sending its key share and receiving the server's
    shares: tuple[str, str] = ("ClientHello", "ServerHello")  # messages with the client's and the server's key share


def steps(plan: Plan, side: str, lookup: Lookup) -> tuple[Step, ...]:
    """Return one end's operations in the order they run, or an empty tuple if one has not been measured."""
    done = []
    for scheme, operation, held in (*_agreement(plan, side), *_proofs(plan, side)):
        counted = lookup(scheme, operation)
        if counted is None:
            return ()
        done.append(Step(scheme, operation, counted, held))
    return tuple(done)


def operations(exchange: Exchange, side: str) -> Iterator[tuple[str, str]]:
    """Yield scheme and operation of one end's key exchange. In a KEM only the client has a key pair."""
    curves = [scheme for scheme in exchange.parts if not scheme.startswith(_KEM)]
    kems = [scheme for scheme in exchange.parts if scheme.startswith(_KEM)]
    if side == SERVER:
        yield from ((scheme, ENCAPSULATE) for scheme in kems)
    else:
        yield from ((scheme, KEYGEN) for scheme in kems)
        yield from ((scheme, DECAPSULATE) for scheme in kems)
    yield from ((scheme, AGREE) for scheme in curves)


def _agreement(plan: Plan, side: str) -> Iterator[tuple[str, str, int]]:
    """Yield the key exchange's operations with the bytes held in RAM.

    The server holds both key shares. The client holds its secret, together with its own share during key generation and
    with the server's share afterwards.
    """
    client_share, server_share = (_largest(plan, name) for name in plan.shares)
    for scheme, operation in operations(plan.exchange, side):
        if side == SERVER:
            held = client_share + server_share
        else:
            held = plan.secret + (client_share if operation == KEYGEN else server_share)
        yield scheme, operation, held


def _proofs(plan: Plan, side: str) -> Iterator[tuple[str, str, int]]:
    """Yield the signature's operations with the bytes held in RAM; the private key is in flash.

    An end that signs keeps the messages of its flight for retransmission. An end that verifies first checks the
    authority's signature in the peer's certificate, with the whole certificate in RAM. Then it checks the peer's
    signature, with the peer's key.
    """
    scheme = plan.signature.name
    if side == SERVER or plan.mutual:
        flight = next(m.flight for m in plan.messages if (m.side, m.name) == (side, _PROOF))
        kept = [m for m in plan.messages if (m.side, m.flight) == (side, flight)]
        yield scheme, SIGN, sum(m.body + plan.layer.header for m in kept)
    if side == CLIENT or plan.mutual:
        peer = SERVER if side == CLIENT else CLIENT
        yield scheme, VERIFY, _largest(plan, _PROOF, peer)
        yield scheme, VERIFY, plan.signature.public_key + plan.signature.signature


_PROOF = "Certificate"


def _largest(plan: Plan, name: str, side: str | None = None) -> int:
    return max((m.body for m in plan.messages if m.name == name and side in (None, m.side)), default=0)


def record_buffers(content: int, layer: RecordLayer) -> int:
    """Return the bytes of an input and an output buffer for records with `content` bytes of plaintext."""
    return 2 * (layer.sealed + layer.header + content)


_BLOCK, _HEADER = 64, 4  # bytes of a SHA-256 block, and of a message's header in the transcript: RFC 9147 section 5.2
# RFC 8446 section 7: three extractions, two "derived" secrets, six traffic, exporter and resumption secrets, a key and
# a value for each end's Finished, and a key and an IV for each end's handshake and application records. RFC 9147
# section 4.2.3 adds four keys for record numbers.
_HMACS, _HMACS_DATAGRAMS = 3 + 2 + 6 + 4 + 8, 4
_PER_HMAC = 4  # SHA-256 blocks of an HMAC: two pads, a message of up to 55 bytes, the inner hash
_SNAPSHOTS = 6  # transcript hashes, each of which needs a final block
_AES = 16


def hashed_blocks(messages: Sequence[PlannedMessage], layer: RecordLayer) -> int:
    """Return the number of SHA-256 blocks that each end hashes for the transcript and the key schedule."""
    transcript = sum(m.body + _HEADER for m in messages if m.handshake)
    hmacs = _HMACS + (_HMACS_DATAGRAMS if layer.fragments else 0)
    return -(-transcript // _BLOCK) + _SNAPSHOTS + _PER_HMAC * hmacs


def sealed_blocks(sent: Sequence[Datagram], layer: RecordLayer) -> int:
    """Return the number of AES blocks that each end computes to encrypt and decrypt all protected records."""
    inner = (part.bytes - layer.sealed + 1 for datagram in sent for part in datagram if part.message.sealed)
    masks = 1 if layer.fragments else 0  # AES blocks that mask a record number
    return sum(_ccm_blocks(size) + masks for size in inner)


def _ccm_blocks(size: int) -> int:
    """Return the number of AES blocks for a record in CCM: three for nonce, header and tag, and two for each block of
    content (RFC 3610)."""
    return 3 + 2 * -(-size // _AES)


def sha256_block(mutual: Handshake, one_sided: Handshake) -> Trace:
    """Return the trace of one SHA-256 block: the difference of two handshakes divided by the difference in blocks."""
    traces = (handshake.sides[CLIENT].runs[HASHING] for handshake in (mutual, one_sided))
    blocks = (_hashed_bytes(mutual) - _hashed_bytes(one_sided)) / _BLOCK
    return weighted(zip((1 / blocks, -1 / blocks), traces, strict=True))


def _hashed_bytes(handshake: Handshake) -> int:
    """Return the bytes in the transcript; DTLS 1.2 includes the handshake headers."""
    return sum(m.bytes - RECORD_HEADER for m in handshake.messages if m.name not in _NOT_HASHED)


_NOT_HASHED = ("ChangeCipherSpec", "Finished")  # Finished has the same length in both handshakes


def aes_block(sealing: Trace) -> Trace:
    """Return the trace of one AES block, including CCM's overhead per block, from the trace of encrypting
    MESSAGE_BYTES."""
    return weighted(((1 / _ccm_blocks(MESSAGE_BYTES), sealing),))


# ---- measured operations on one target ----


# Names of key exchanges and signatures in TLS, and the curve of Mbed TLS that each uses.
CURVES = {"secp256r1": "secp256r1", "x25519": "curve25519", "ecdsa-p256": "secp256r1"}
_AGREEMENT = {AGREE: ("keygen", "agree")}  # the operations of a curve outside Mbed TLS
SHARED_BLOCKS = ("keccak", "libc", "libgcc", "sha")  # flash that several schemes share: counted once


@dataclass(frozen=True)
class Part:
    """A measured operation, and the origin of its code."""

    counted: CountedOperation
    packages: tuple[str, ...]
    command: str  # the command that stored the result; "" if it was run now
    flash: dict[str, int]  # bytes by building block


class MeasuredParts:
    """Measured operations on one target, looked up by scheme and operation.

    A lookup returns None for an operation that is not stored, or was not counted with a flash like the target's. With
    `alternative`, a scheme that has two implementations uses the second.
    """

    def __init__(self, where: Target, level: str, *, measure: bool = False, alternative: bool = False) -> None:
        self.where, self.level, self.alternative = where, level, alternative
        self._measure = measure
        self.find = cache(self._find)
        self._points = cache(self._run)

    def counted(self, scheme: str, operation: str) -> CountedOperation | None:
        part = self.find(scheme, operation)
        return part.counted if part else None

    def case(self, scheme: str, operation: str) -> Case:
        """Return the case of a curve operation with the library's default options."""
        return Case(DEFAULT, self.level, CURVES[scheme], operation, Toggles(window=library(DEFAULT).window))

    def cycles(self, trace: Trace) -> float:
        """Return the typical cycles of a trace on the target."""
        return warm_cycles(trace, self.where).typical

    def source_comment(self, scheme: str) -> str:
        """Return a C comment that names a scheme's packages, licence and compiler level."""
        facts, code = self._scheme_and_code(scheme)
        lines = [f"{facts.title} ({facts.standard}): {code.title}", *code.packages(scheme), f"licence: {code.licence}"]
        return "/* " + "\n   ".join([*lines, f"compile with {self.level}"]) + " */\n"

    def _find(self, scheme: str, operation: str) -> Part | None:
        if self.on_curve(scheme):
            return self._on_curve(scheme, operation)
        return self._of_scheme(scheme, operation) if scheme in SCHEMES else None

    def on_curve(self, scheme: str) -> bool:
        """Return whether the scheme is computed by Mbed TLS."""
        return scheme in CURVES and not (self.alternative and scheme in SCHEMES)

    def _on_curve(self, scheme: str, operation: str) -> Part | None:
        case = self.case(scheme, operation)
        if self._measure:
            from wirerate.wings.mcu.lab import count_on_curve

            point, release = count_on_curve(case, self.where), DEFAULT
        else:
            stored_point = find_on_curve(case, self.where)
            if stored_point is None:
                return None
            point, release = stored_point, stored_point.made.release
        counts = point.counted
        subject = f"{operation}-{case.curve}"
        counted = CountedOperation(subject, counts.trace, counts.stack_bytes, counts.heap_bytes)
        return Part(counted, (f"Mbed TLS {release}",), point.made.command, counts.blocks)

    def _of_scheme(self, scheme: str, operation: str) -> Part | None:
        known = [self._points(scheme).get(name) for name in _AGREEMENT.get(operation, (operation,))]
        points = [point for point in known if point is not None]
        if len(points) < len(known):
            return None
        trace = total(map(mean_trace, points))
        if not timed_for((point.counted.trace for point in points), self.where.flash):
            return None
        stack = max(point.counted.stack_bytes for point in points)
        static = max(point.counted.static_bytes for point in points)
        _, code = self._scheme_and_code(scheme)
        shared = merge_flash({b: n for b, n in point.counted.blocks.items() if b in SHARED_BLOCKS} for point in points)
        flash = shared | {scheme: points[0].whole_bytes - sum(shared.values())}
        counted = CountedOperation(f"{scheme}@{code.name}", trace, stack, static)
        return Part(counted, code.packages(scheme), points[0].made.command, flash)

    def _scheme_and_code(self, scheme: str) -> tuple[Scheme, Implementation]:
        """Return the scheme and its default implementation, or with `alternative` its second one."""
        names = implemented(scheme)
        return scheme_named(f"{scheme}@{names[1] if self.alternative and len(names) > 1 else names[0]}")

    def code(self, schemes: Iterable[str]) -> str:
        """Return the names of the alternative implementations in use; "" if all are the default ones."""
        names = (self._scheme_and_code(scheme)[1].name for scheme in schemes if self._has_other_code(scheme))
        return ", ".join(dict.fromkeys(names)) if self.alternative else ""

    def _has_other_code(self, scheme: str) -> bool:
        return scheme in SCHEMES and (scheme in CURVES or len(implemented(scheme)) > 1)

    def _run(self, scheme: str) -> dict[str, Point]:
        """Return the points of the scheme's operations by name, stored ones or newly counted ones."""
        facts, code = self._scheme_and_code(scheme)
        core = built_for(self.where.core)
        if self._measure:
            from wirerate.wings.mcu.lab import count_scheme

            points = count_scheme(scheme, code.name, self.where, self.level)
            return {point.operation: point for point in points}
        kept = stored(TABLE)
        keys = {name: (f"{scheme}@{code.name}", core, self.level, name) for name in facts.operations}
        return {operation: kept[key] for operation, key in keys.items() if key in kept}


def merge_flash(flashes: Iterable[dict[str, int]]) -> dict[str, int]:
    """Return the flash of several parts in one image, by building block; shared blocks count once."""
    merged: dict[str, int] = {}
    for flash in flashes:
        for block, size in flash.items():
            merged[block] = max(size, merged.get(block, 0))
    return merged
