# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A handshake that nobody ran: what either end computes, hashes, seals and holds, from operations that were run and
messages on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from wirerate.catalogue.schemes import Exchange, Signature
from wirerate.wings.mcu.layout import RECORD_HEADER, Carriage, Datagram, Said
from wirerate.wings.mcu.points import Handshake
from wirerate.wings.mcu.setups import CLIENT, HASHING, MESSAGE_BYTES, SERVER
from wirerate.wings.mcu.trace import Trace, weighted

# Of a curve, a key pair and the shared secret at either end; of a mechanism, what the ends do.
AGREE = "ecdhe"
KEYGEN, ENCAPSULATE, DECAPSULATE = "keygen", "encapsulate", "decapsulate"
SIGN, VERIFY = "sign", "verify"
HASHED = ("sha-256", "blocks")  # a block of it, among operations alone
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
