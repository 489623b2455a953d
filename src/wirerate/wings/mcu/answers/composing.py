# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Handshakes of TLS 1.3 that nobody ran as a whole, composed on one target of operations that were."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from wirerate.catalogue.schemes import CLASSICAL, EXCHANGES, HYBRID, SAFE, SCHEMES, SIGNATURES, Exchange, Signature
from wirerate.errors import MissingError
from wirerate.vocabulary import Basis
from wirerate.wings.mcu.answers.dtls12 import FULL, ONE_SIDED, emulated
from wirerate.wings.mcu.answers.parts import Part, Parts, together
from wirerate.wings.mcu.composition import (
    Ends,
    Step,
    ciphering,
    hashed_blocks,
    hashing,
    record_buffers,
    sealed_blocks,
    steps,
)
from wirerate.wings.mcu.layout import (
    DTLS12,
    DTLS13,
    LONGEST,
    MTU,
    TLS13,
    Carriage,
    Datagram,
    Handshake13,
    Said,
    carried,
    frames,
    messages_12,
    messages_13,
    on_wire,
)
from wirerate.wings.mcu.on_board import timed
from wirerate.wings.mcu.rows import ComposedHandshake, ComposedPart, HandshakeMessage
from wirerate.wings.mcu.setups import CLIENT, SIDES
from wirerate.wings.mcu.trace import Trace, total, weighted

COMPOSED: Basis = "composed"
PROTOCOLS = {"dtls-1.3": DTLS13, "tls-1.3": TLS13}
TODAY = ("secp256r1", "ecdsa-p256")
_SECRET = 32  # of a curve
_CURVES = ("ecp", "bignum", "ecdsa", "ecdh")  # blocks of flash that a handshake without a curve leaves out

# What `mcu handshake` shows of each kind; a budget tries every pair.
SHOWN = {
    CLASSICAL: (TODAY, ("x25519", "ecdsa-p256"), ("x25519", "ed25519")),
    HYBRID: (("x25519mlkem768", "ecdsa-p256"), ("secp256r1mlkem768", "ecdsa-p256"), ("ml-kem-512", "ecdsa-p256")),
    SAFE: (
        ("ml-kem-512", "ml-dsa-44"),
        ("ml-kem-768", "ml-dsa-65"),
        ("ml-kem-1024", "ml-dsa-87"),
        ("x25519mlkem768", "ml-dsa-44"),
        ("x25519mlkem768", "ml-dsa-65"),
        ("ml-kem-768", "slh-dsa-sha2-128s"),
    ),
}


def quantum_of(exchange: Exchange, signature: Signature) -> str:
    """What a handshake withstands: a key exchange that does protects what is recorded today, a signature that does who
    is met later. "" for a pair that nobody would take: the later harm averted and the present one not."""
    if exchange.quantum == CLASSICAL:
        return CLASSICAL if signature.quantum == CLASSICAL else ""
    return SAFE if signature.quantum == SAFE else HYBRID


def pairs(quantum: str) -> list[tuple[str, str]]:
    """Every pair of that kind."""
    return [
        (one, other)
        for one, exchange in EXCHANGES.items()
        for other, signature in SIGNATURES.items()
        if quantum_of(exchange, signature) == quantum
    ]


@dataclass(frozen=True)
class Asked:
    """Of a composed handshake."""

    exchange: str
    signature: str
    protocol: str = "dtls-1.3"
    mutual: bool = True
    cookie: bool = True

    @property
    def title(self) -> str:
        return f"{EXCHANGES[self.exchange].title} + {SIGNATURES[self.signature].title}"


class Composer:
    """Composes on one target. Beside the operations it takes what an emulated handshake of DTLS 1.2 was measured to
    keep in RAM and to have in flash."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        found = [emulated(name, parts.where, parts.level) for name in (FULL, ONE_SIDED)]
        if None in found:
            raise MissingError(
                f"no handshake is stored for {parts.where.title} at {parts.level}, whose memory a composition takes",
                fix="take a board with a Cortex-M0, M0+, M3 or M4, without ‹level› and ‹flash›",
            )
        self._emulated, one_sided = (each for each in found if each is not None)
        self._hash = hashing(self._emulated, one_sided)

    def ends(self, asked: Asked) -> list[ComposedHandshake]:
        """Client and server; empty where an operation is not known."""
        found = [self._end(asked, side) for side in SIDES]
        return [each for each in found if each is not None]

    def _end(self, asked: Asked, side: str) -> ComposedHandshake | None:
        exchange, signature = EXCHANGES[asked.exchange], SIGNATURES[asked.signature]
        by = PROTOCOLS[asked.protocol]
        said = messages_13(Handshake13(exchange, signature, asked.mutual, asked.cookie, by.fragments))
        done = steps(Ends(said, by, exchange, signature, asked.mutual, _secret(exchange)), side, self.parts.ran)
        if not done:
            return None
        sent = carried(said, by)
        used = self._used(done)
        symmetric = self._symmetric(said, sent, by, side)
        longest = min(max(each.body for each in said), MTU if by.fragments else LONGEST)
        kept = self._beside(side) + record_buffers(longest, by)
        deepest = max(done, key=lambda step: step.ram)
        where = self.parts.where
        ran = total([*(step.ran.trace for step in done), *symmetric.values()])
        takes = timed(ran, where, deepest.ran.stack, self._flash(side, used, done),
                      heap_bytes=deepest.ran.heap + deepest.held, context_bytes=kept)  # fmt: skip
        radio = frames([_bytes(each) for each in sent]) if by.fragments else None
        wire = on_wire(sent)
        return ComposedHandshake(
            **takes,
            subject=f"{asked.protocol}-{asked.exchange}-{asked.signature}-{side}@composed/{where.core}",
            operation="handshake",
            basis=COMPOSED,
            bytes=float(wire),
            setup=asked.title,
            quantum=quantum_of(exchange, signature),
            strength=min(exchange.strength, signature.strength),
            category=min(exchange.category, signature.category),
            wire_bytes=wire,
            parts=(*self._parts(done), *self._blocks(symmetric)),
            level=self.parts.level.removeprefix("-"),
            code=self.parts.code((*exchange.parts, signature.name)),
            packages=tuple(dict.fromkeys(each for part in used for each in part.packages)),
            commands=tuple(dict.fromkeys(part.command for part in used if part.command)),
            side=side,
            protocol=by.title,
            exchange=exchange.name,
            signature=signature.name,
            mutual=asked.mutual,
            cookie=asked.cookie and by.fragments,
            messages=tuple(_messages(sent)),
            flights=said[-1].flight,
            records=sum(len(each) for each in sent),
            datagrams=len(sent),
            bytes_on_ipv6=wire + by.under * len(sent),
            frames=radio.count if radio else None,
            frame_bytes=radio.bytes if radio else None,
            air=radio.air_ms if radio else None,
            kept_bytes=kept,
        )

    def _used(self, done: Sequence[Step]) -> list[Part]:
        found = (self.parts.find(step.scheme, step.operation) for step in done)
        return [part for part in found if part is not None]

    def _symmetric(self, said: Sequence[Said], sent: Sequence[Datagram], by: Carriage, side: str) -> dict[str, Trace]:
        cipher = ciphering(self._emulated.sides[side])
        return {
            "sha-256": weighted(((hashed_blocks(said, by), self._hash),)),
            "aes-128-ccm-8": weighted(((sealed_blocks(sent, by), cipher),)),
        }

    def _parts(self, done: Sequence[Step]) -> Iterator[ComposedPart]:
        for step in done:
            yield ComposedPart(
                scheme=step.scheme,
                operation=step.operation,
                subject=step.ran.subject,
                cycles=self.parts.cycles(step.ran.trace),
                working_bytes=step.ran.working,
                held_bytes=step.held,
            )

    def _blocks(self, symmetric: Mapping[str, Trace]) -> Iterator[ComposedPart]:
        for scheme, trace in symmetric.items():
            yield ComposedPart(scheme=scheme, operation="blocks", subject=f"mbedtls-{self._emulated.release}",
                               cycles=self.parts.cycles(trace))  # fmt: skip

    def held_against_emulated(self) -> tuple[float, float]:
        """Time and bytes of DTLS 1.2's client composed like these, each over what the emulated one takes."""
        ran = self._emulated.sides[CLIENT].trace
        operations = self.parts.cycles(total(step.ran.trace for step in self._today(CLIENT)))
        wire = on_wire(carried(messages_12(), DTLS12))
        return operations / self.parts.cycles(ran), wire / self._emulated.bytes

    def _today(self, side: str) -> tuple[Step, ...]:
        """The emulated handshake as a composition."""
        exchange, signature = (EXCHANGES[TODAY[0]], SIGNATURES[TODAY[1]])
        shares = "ClientKeyExchange", "ServerKeyExchange"
        ends = Ends(messages_12(), DTLS12, exchange, signature, True, _SECRET, shares)
        return steps(ends, side, self.parts.ran)

    def has_alternative(self, asked: Asked) -> bool:
        return bool(self.parts.code((*EXCHANGES[asked.exchange].parts, asked.signature)))

    def _beside(self, side: str) -> int:
        """RAM that the emulated handshake takes and its composition does not explain."""
        ran = self._emulated.sides[side]
        done = self._today(side)
        if not done:
            return ran.context_bytes
        explained = max(step.ram for step in done) + record_buffers(self._emulated.setup.content_length, DTLS12)
        return max(ran.stack_bytes + ran.heap_peak + ran.context_bytes - explained, ran.context_bytes)

    def _flash(self, side: str, used: Iterable[Part], done: Sequence[Step]) -> int:
        """DTLS 1.2's own code stands in for 1.3's, which the library has not."""
        have = self._emulated.sides[side].flash
        curved = any(self.parts.on_curve(step.scheme) for step in done)
        base = {block: size for block, size in have.items() if curved or block not in _CURVES}
        return sum(together([base, *(part.flash for part in used)]).values())


def _secret(exchange: Exchange) -> int:
    return sum(SCHEMES[each].secret_key if each in SCHEMES else _SECRET for each in exchange.parts)


def _bytes(datagram: Datagram) -> int:
    return sum(part.bytes for part in datagram)


def _messages(sent: Sequence[Datagram]) -> Iterator[HandshakeMessage]:
    """Each once, with the headers of all its records."""
    whole: dict[int, HandshakeMessage] = {}
    for part in (part for each in sent for part in each):
        before = whole.get(id(part.said))
        size = part.bytes + (before.bytes if before else 0)
        whole[id(part.said)] = HandshakeMessage(side=part.said.side, name=part.said.name, bytes=size)
    yield from whole.values()
