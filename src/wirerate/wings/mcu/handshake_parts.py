# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A handshake that nobody ran: what either end computes, hashes, seals and holds, from messages on paper and operations
that were run: stored ones, or built and run now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from wirerate.catalogue.libraries import DEFAULT, library
from wirerate.catalogue.schemes import SCHEMES, Exchange, Implementation, Scheme, Signature, implemented, scheme_named
from wirerate.wings.mcu.counted_runs import Handshake, Point, timed_for
from wirerate.wings.mcu.curve_options import Case, Toggles
from wirerate.wings.mcu.cycles import Trace, total, weighted
from wirerate.wings.mcu.layout import RECORD_HEADER, Carriage, Datagram, Said
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
from wirerate.wings.mcu.store import known_on_curve, stored
from wirerate.wings.mcu.target import Target, built_for
from wirerate.wings.mcu.target_cost import mean_trace, warm_cycles

_MECHANISM = "ml-kem"


@dataclass(frozen=True)
class Ran:
    """One operation that was run: what it executed, and bytes of RAM without its keys and messages."""

    subject: str
    trace: Trace
    stack: int
    heap: int  # and static memory

    @property
    def working(self) -> int:
        return self.stack + self.heap


Known = Callable[[str, str], Ran | None]  # by scheme and operation


@dataclass(frozen=True)
class Step:
    """One operation of an end, with what it must hold beside the operation's own memory."""

    scheme: str
    operation: str
    ran: Ran
    held: int

    @property
    def ram(self) -> int:
        return self.ran.working + self.held


@dataclass(frozen=True)
class Ends:
    """What a handshake is of: the messages, what carries them, and what keys are agreed on and signed with."""

    messages: Sequence[Said]
    by: Carriage
    exchange: Exchange
    signature: Signature
    mutual: bool
    secret: int  # bytes that the client keeps from its share to the answer
    shares: tuple[str, str] = ("ClientHello", "ServerHello")  # messages that carry the client's and the server's


def steps(ends: Ends, side: str, known: Known) -> tuple[Step, ...]:
    """In their order; none where an operation is not known."""
    found = []
    for scheme, operation, held in (*_agreement(ends, side), *_proofs(ends, side)):
        ran = known(scheme, operation)
        if ran is None:
            return ()
        found.append(Step(scheme, operation, ran, held))
    return tuple(found)


def operations(exchange: Exchange, side: str) -> Iterator[tuple[str, str]]:
    """What an end computes to agree on keys. A mechanism's server has no key pair of its own."""
    curves = [each for each in exchange.parts if not each.startswith(_MECHANISM)]
    mechanisms = [each for each in exchange.parts if each.startswith(_MECHANISM)]
    if side == SERVER:
        yield from ((each, ENCAPSULATE) for each in mechanisms)
    else:
        yield from ((each, KEYGEN) for each in mechanisms)
        yield from ((each, DECAPSULATE) for each in mechanisms)
    yield from ((each, AGREE) for each in curves)


def _agreement(ends: Ends, side: str) -> Iterator[tuple[str, str, int]]:
    """The client holds its secret and the message with its share, then the answer; the server both messages."""
    share, answer = (_largest(ends, name) for name in ends.shares)
    for scheme, operation in operations(ends.exchange, side):
        first = operation == KEYGEN
        yield scheme, operation, share + answer if side == SERVER else ends.secret + (share if first else answer)


def _proofs(ends: Ends, side: str) -> Iterator[tuple[str, str, int]]:
    """Signing: the flight is kept, for it may have to be sent again. Verifying: the authority's signature on the
    certificate, which is there whole; then the peer's, with the key that was in it. The own key lies in flash."""
    scheme = ends.signature.name
    if side == SERVER or ends.mutual:
        flight = next(each.flight for each in ends.messages if (each.side, each.name) == (side, _PROOF))
        kept = [each for each in ends.messages if (each.side, each.flight) == (side, flight)]
        yield scheme, SIGN, sum(each.body + ends.by.header for each in kept)
    if side == CLIENT or ends.mutual:
        peer = SERVER if side == CLIENT else CLIENT
        yield scheme, VERIFY, _largest(ends, _PROOF, peer)
        yield scheme, VERIFY, ends.signature.public_key + ends.signature.signature


_PROOF = "Certificate"


def _largest(ends: Ends, name: str, side: str | None = None) -> int:
    return max((each.body for each in ends.messages if each.name == name and side in (None, each.side)), default=0)


def record_buffers(content: int, by: Carriage) -> int:
    """One for what comes and one for what goes."""
    return 2 * (by.sealed + by.header + content)


_BLOCK, _HEADER = 64, 4  # of SHA-256; of a handshake message as it is hashed: RFC 9147 section 5.2
# RFC 8446 section 7: three extractions, two of "derived", six secrets of traffic, exporter and resumption, two keys and
# two values of Finished, key and IV of both ends twice; RFC 9147 section 4.2.3 adds four keys for record numbers.
_HMACS, _HMACS_DATAGRAMS = 3 + 2 + 6 + 4 + 8, 4
_PER_HMAC = 4  # blocks: two pads, one of up to 55 bytes, the inner hash
_SNAPSHOTS = 6  # of the transcript, each ended on its own
_AES = 16


def hashed_blocks(messages: Sequence[Said], by: Carriage) -> int:
    """SHA-256 of either end: the transcript, and the key schedule."""
    transcript = sum(each.body + _HEADER for each in messages if each.handshake)
    hmacs = _HMACS + (_HMACS_DATAGRAMS if by.fragments else 0)
    return -(-transcript // _BLOCK) + _SNAPSHOTS + _PER_HMAC * hmacs


def sealed_blocks(sent: Sequence[Datagram], by: Carriage) -> int:
    """AES of either end: of what it seals and what it opens."""
    inner = (part.bytes - by.sealed + 1 for each in sent for part in each if part.said.sealed)
    return sum(_ccm_blocks(size) + (1 if by.fragments else 0) for size in inner)  # one hides the record's number


def _ccm_blocks(size: int) -> int:
    """Of a record: its number, its header, the tag; and what it carries twice (RFC 3610)."""
    return 3 + 2 * -(-size // _AES)


def hashing(mutual: Handshake, one_sided: Handshake) -> Trace:
    """A block of SHA-256: what the client's hash takes more where it shows a certificate, by what is said more."""
    traces = (each.sides[CLIENT].runs[HASHING] for each in (mutual, one_sided))
    blocks = (_hashed(mutual) - _hashed(one_sided)) / _BLOCK
    return weighted(zip((1 / blocks, -1 / blocks), traces, strict=True))


def _hashed(ran: Handshake) -> int:
    """Bytes of messages, with the headers that DTLS 1.2 hashes too."""
    return sum(each.bytes - RECORD_HEADER for each in ran.messages if each.name not in _NOT_HASHED)


_NOT_HASHED = ("ChangeCipherSpec", "Finished")  # the latter is the same in both


def ciphering(sealing: Trace) -> Trace:
    """A block of AES, with its share of CCM."""
    return weighted(((1 / _ccm_blocks(MESSAGE_BYTES), sealing),))


# ---- the operations, on one target ----


# What TLS names, on a curve of Mbed TLS.
CURVES = {"secp256r1": "secp256r1", "x25519": "curve25519", "ecdsa-p256": "secp256r1"}
_AGREEMENT = {AGREE: ("keygen", "agree")}  # of a curve that is no curve of Mbed TLS
SHARED_BLOCKS = ("keccak", "libc", "libgcc", "sha")  # of flash: once, however many schemes stand on them


@dataclass(frozen=True)
class Part:
    """An operation that was run, and where its code comes from."""

    ran: Ran
    packages: tuple[str, ...]
    command: str  # that stored it; "" where it was run now
    flash: dict[str, int]  # by building block


class Parts:
    """Looked up by scheme and operation, each once; None where it is not known, or not with a flash like the
    target's. `alternative`: by who else has a scheme."""

    def __init__(self, where: Target, level: str, *, measure: bool = False, alternative: bool = False) -> None:
        self.where, self.level, self.alternative = where, level, alternative
        self._measure = measure
        self.find = cache(self._find)
        self._points = cache(self._run)

    def ran(self, scheme: str, operation: str) -> Ran | None:
        found = self.find(scheme, operation)
        return found.ran if found else None

    def case(self, scheme: str, operation: str) -> Case:
        """Of a curve, under the library's own options."""
        return Case(DEFAULT, self.level, CURVES[scheme], operation, Toggles(window=library(DEFAULT).window))

    def cycles(self, trace: Trace) -> float:
        """Typical ones, on the target."""
        return warm_cycles(trace, self.where).typical

    def told(self, scheme: str) -> str:
        """Where a scheme's code is to be had, as a comment."""
        facts, code = self._named(scheme)
        lines = [f"{facts.title} ({facts.standard}): {code.title}", *code.packages(scheme), f"licence: {code.licence}"]
        return "/* " + "\n   ".join([*lines, f"compile with {self.level}"]) + " */\n"

    def _find(self, scheme: str, operation: str) -> Part | None:
        if self.on_curve(scheme):
            return self._on_curve(scheme, operation)
        return self._of_scheme(scheme, operation) if scheme in SCHEMES else None

    def on_curve(self, scheme: str) -> bool:
        """Whether it is Mbed TLS's."""
        return scheme in CURVES and not (self.alternative and scheme in SCHEMES)

    def _on_curve(self, scheme: str, operation: str) -> Part | None:
        case = self.case(scheme, operation)
        if self._measure:
            from wirerate.wings.mcu.lab import count_on_curve

            point, release = count_on_curve(case, self.where), DEFAULT
        else:
            known = known_on_curve(case, self.where)
            if known is None:
                return None
            point, release = known, known.made.release
        counted = point.counted
        ran = Ran(f"{operation}-{case.curve}", counted.trace, counted.stack_bytes, counted.heap_bytes)
        return Part(ran, (f"Mbed TLS {release}",), point.made.command, counted.blocks)

    def _of_scheme(self, scheme: str, operation: str) -> Part | None:
        points = [self._points(scheme).get(each) for each in _AGREEMENT.get(operation, (operation,))]
        found = [point for point in points if point is not None]
        if len(found) < len(points):
            return None
        trace = total(map(mean_trace, found))
        if not timed_for((point.counted.trace for point in found), self.where.flash):
            return None
        stack = max(point.counted.stack_bytes for point in found)
        static = max(point.counted.static_bytes for point in found)
        _, code = self._named(scheme)
        shared = together({b: n for b, n in point.counted.blocks.items() if b in SHARED_BLOCKS} for point in found)
        flash = shared | {scheme: found[0].whole_bytes - sum(shared.values())}
        ran = Ran(f"{scheme}@{code.name}", trace, stack, static)
        return Part(ran, code.packages(scheme), found[0].made.command, flash)

    def _named(self, scheme: str) -> tuple[Scheme, Implementation]:
        """By whom is meant where none is named, or by who else has it."""
        names = implemented(scheme)
        return scheme_named(f"{scheme}@{names[1] if self.alternative and len(names) > 1 else names[0]}")

    def code(self, schemes: Iterable[str]) -> str:
        """Whose it is, where it is not whose is meant without a word; "" where it is."""
        others = (self._named(each)[1].name for each in schemes if self._elsewhere(each))
        return ", ".join(dict.fromkeys(others)) if self.alternative else ""

    def _elsewhere(self, scheme: str) -> bool:
        return scheme in SCHEMES and (scheme in CURVES or len(implemented(scheme)) > 1)

    def _run(self, scheme: str) -> dict[str, Point]:
        """All its operations."""
        facts, code = self._named(scheme)
        core = built_for(self.where.core)
        if self._measure:
            from wirerate.wings.mcu.lab import count_scheme

            return {each.operation: each for each in count_scheme(scheme, code.name, self.where, self.level)}
        kept = stored(TABLE)
        keys = {each: (f"{scheme}@{code.name}", core, self.level, each) for each in facts.operations}
        return {operation: kept[key] for operation, key in keys.items() if key in kept}


def together(flashes: Iterable[dict[str, int]]) -> dict[str, int]:
    """Flash of several parts in one image: what they have in common once."""
    found: dict[str, int] = {}
    for each in flashes:
        for block, size in each.items():
            found[block] = max(size, found.get(block, 0))
    return found
