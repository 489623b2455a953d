# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Estimates of TLS 1.3 handshakes, key exchanges and signatures on one target, from measured operations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from wirerate.catalogue.schemes import (
    CLASSICAL,
    EXCHANGES,
    HYBRID,
    QUANTUM,
    SAFE,
    SCHEMES,
    SIGNATURES,
    Algorithm,
    Exchange,
    Signature,
)
from wirerate.errors import MissingError
from wirerate.vocabulary import Basis
from wirerate.wings.mcu.curve_options import fragment
from wirerate.wings.mcu.cycles import Trace, total, weighted
from wirerate.wings.mcu.handshake_parts import (
    MeasuredParts,
    Part,
    Plan,
    Step,
    aes_block,
    hashed_blocks,
    merge_flash,
    operations,
    record_buffers,
    sealed_blocks,
    sha256_block,
    steps,
)
from wirerate.wings.mcu.layout import (
    DTLS12,
    DTLS13,
    LONGEST,
    MTU,
    TLS13,
    Datagram,
    Handshake13,
    PlannedMessage,
    RecordLayer,
    frames,
    messages_12,
    messages_13,
    on_wire,
    pack,
)
from wirerate.wings.mcu.questions import HANDSHAKE, KEM, McuBudget
from wirerate.wings.mcu.rows import ComposedHandshake, ComposedPart, ComposedScheme, HandshakeMessage
from wirerate.wings.mcu.setups import CLIENT, FULL, ONE_SIDED, SERVER, SETUPS, SIDES, SIGN, VERIFY
from wirerate.wings.mcu.store import find_handshake
from wirerate.wings.mcu.target import LEVEL, target
from wirerate.wings.mcu.target_cost import timed

COMPOSED: Basis = "composed"
PROTOCOLS = {"dtls-1.3": DTLS13, "tls-1.3": TLS13}
TODAY = ("secp256r1", "ecdsa-p256")
_SECRET = 32  # bytes of a curve's private key
_CURVES = ("ecp", "bignum", "ecdsa", "ecdh")  # building blocks that a handshake without a curve does not need

# The pairs that `mcu handshake` shows of each kind; a budget tries all pairs.
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
    """Return the kind of a handshake: "classical", "hybrid" (only the key exchange is post-quantum) or "safe" (both).

    Return "" for a classical key exchange with a post-quantum signature. No one needs that pair: recorded traffic is
    already at risk, signatures only once a quantum computer exists.
    """
    if exchange.quantum == CLASSICAL:
        return CLASSICAL if signature.quantum == CLASSICAL else ""
    return SAFE if signature.quantum == SAFE else HYBRID


def pairs(quantum: str) -> list[tuple[str, str]]:
    """Return all handshakes of one kind, as pairs of key exchange and signature."""
    return [
        (one, other)
        for one, exchange in EXCHANGES.items()
        for other, signature in SIGNATURES.items()
        if quantum_of(exchange, signature) == quantum
    ]


# ---- fields that all estimates have ----


class Origin(TypedDict):
    """Row fields with the origin of code and results."""

    level: str
    code: str
    packages: tuple[str, ...]
    commands: tuple[str, ...]


def _origin(parts: MeasuredParts, done: Sequence[Step], schemes: Iterable[str]) -> Origin:
    used = _used(parts, done)
    return Origin(
        level=parts.level.removeprefix("-"),
        code=parts.code(schemes),
        packages=tuple(dict.fromkeys(package for part in used for package in part.packages)),
        commands=tuple(dict.fromkeys(part.command for part in used if part.command)),
    )


def _used(parts: MeasuredParts, done: Sequence[Step]) -> list[Part]:
    used = (parts.find(step.scheme, step.operation) for step in done)
    return [part for part in used if part is not None]


def _part_rows(parts: MeasuredParts, done: Sequence[Step]) -> Iterator[ComposedPart]:
    for step in done:
        yield ComposedPart(
            scheme=step.scheme,
            operation=step.operation,
            subject=step.counted.subject,
            cycles=parts.cycles(step.counted.trace),
            working_bytes=step.counted.working,
            held_bytes=step.held,
        )


# ---- handshakes ----


class Pair(TypedDict):
    """Row fields with a handshake's pair of algorithms."""

    setup: str
    quantum: str
    strength: int
    category: int
    exchange: str
    signature: str


def pair_facts(exchange: Exchange, signature: Signature) -> Pair:
    return Pair(
        setup=f"{exchange.title} + {signature.title}",
        quantum=quantum_of(exchange, signature),
        strength=min(exchange.strength, signature.strength),
        category=min(exchange.category, signature.category),
        exchange=exchange.name,
        signature=signature.name,
    )


@dataclass(frozen=True)
class Request:
    """A handshake to estimate."""

    exchange: str
    signature: str
    protocol: str = "dtls-1.3"
    mutual: bool = True
    cookie: bool = True

    @property
    def title(self) -> str:
        return f"{EXCHANGES[self.exchange].title} + {SIGNATURES[self.signature].title}"


class Estimator:
    """Estimates handshakes on one target.

    The RAM that a library keeps during a handshake, and the flash of its TLS code, are taken from an emulated DTLS 1.2
    handshake.
    """

    def __init__(self, parts: MeasuredParts) -> None:
        self.parts = parts
        stored = [find_handshake(name, parts.where, level=parts.level) for name in (FULL, ONE_SIDED)]
        if None in stored:
            raise MissingError(
                f"an estimate needs a stored handshake, and there is none for {parts.where.title} at {parts.level}",
                fix="choose a board with a Cortex-M0, M0+, M3 or M4, without ‹level› and ‹flash›",
            )
        self._emulated, one_sided = (handshake for handshake in stored if handshake is not None)
        self._hash = sha256_block(self._emulated, one_sided)

    def ends(self, request: Request) -> list[ComposedHandshake]:
        """Return the client's row and the server's; return none if an operation has not been measured."""
        rows = [self._end(request, side) for side in SIDES]
        return [row for row in rows if row is not None]

    def _end(self, request: Request, side: str) -> ComposedHandshake | None:
        exchange, signature = EXCHANGES[request.exchange], SIGNATURES[request.signature]
        layer = PROTOCOLS[request.protocol]
        messages = messages_13(Handshake13(exchange, signature, request.mutual, request.cookie, layer.fragments))
        plan = Plan(messages, layer, exchange, signature, request.mutual, _secret(exchange))
        done = steps(plan, side, self.parts.counted)
        if not done:
            return None
        sent = pack(messages, layer)
        symmetric = self._symmetric(messages, sent, layer, side)
        longest = min(max(message.body for message in messages), MTU if layer.fragments else LONGEST)
        kept = self._kept(side) + record_buffers(longest, layer)
        deepest = max(done, key=lambda step: step.ram)
        where = self.parts.where
        trace = total([*(step.counted.trace for step in done), *symmetric.values()])
        figures = timed(trace, where, deepest.counted.stack, self._flash(side, done),
                        heap_bytes=deepest.counted.heap + deepest.held, context_bytes=kept)  # fmt: skip
        radio = frames([_bytes(datagram) for datagram in sent]) if layer.fragments else None
        wire = on_wire(sent)
        return ComposedHandshake(
            **figures,
            subject=f"{request.protocol}-{request.exchange}-{request.signature}-{side}@composed/{where.core}",
            operation="handshake",
            basis=COMPOSED,
            bytes=float(wire),
            **pair_facts(exchange, signature),
            **_origin(self.parts, done, (*exchange.parts, signature.name)),
            wire_bytes=wire,
            parts=(*_part_rows(self.parts, done), *self._blocks(symmetric)),
            side=side,
            protocol=layer.title,
            mutual=request.mutual,
            cookie=request.cookie and layer.fragments,
            messages=tuple(_message_rows(sent)),
            flights=messages[-1].flight,
            records=sum(len(datagram) for datagram in sent),
            datagrams=len(sent),
            bytes_on_ipv6=wire + layer.under * len(sent),
            frames=radio.count if radio else None,
            frame_bytes=radio.bytes if radio else None,
            air=radio.air_ms if radio else None,
            kept_bytes=kept,
        )

    def _symmetric(
        self, messages: Sequence[PlannedMessage], sent: Sequence[Datagram], layer: RecordLayer, side: str
    ) -> dict[str, Trace]:
        cipher = aes_block(self._emulated.sealing[side])
        return {
            "sha-256": weighted(((hashed_blocks(messages, layer), self._hash),)),
            "aes-128-ccm-8": weighted(((sealed_blocks(sent, layer), cipher),)),
        }

    def _blocks(self, symmetric: Mapping[str, Trace]) -> Iterator[ComposedPart]:
        for scheme, trace in symmetric.items():
            yield ComposedPart(scheme=scheme, operation="blocks", subject=f"mbedtls-{self._emulated.made.release}",
                               cycles=self.parts.cycles(trace))  # fmt: skip

    def accuracy(self) -> tuple[float, float]:
        """Return the accuracy for a DTLS 1.2 client: estimated time / emulated time, and estimated bytes / emulated
        bytes."""
        emulated = self._emulated.sides[CLIENT].whole
        operations = self.parts.cycles(total(step.counted.trace for step in self._dtls12(CLIENT)))
        wire = on_wire(pack(messages_12(), DTLS12))
        return operations / self.parts.cycles(emulated), wire / self._emulated.bytes

    def _dtls12(self, side: str) -> tuple[Step, ...]:
        """Return one end's steps in an estimate of the DTLS 1.2 handshake that was emulated."""
        exchange, signature = (EXCHANGES[TODAY[0]], SIGNATURES[TODAY[1]])
        shares = "ClientKeyExchange", "ServerKeyExchange"
        plan = Plan(messages_12(), DTLS12, exchange, signature, True, _SECRET, shares)
        return steps(plan, side, self.parts.counted)

    def has_other_code(self, request: Request) -> bool:
        """Return whether this estimator uses an alternative implementation of any of the request's algorithms."""
        return bool(self.parts.code((*EXCHANGES[request.exchange].parts, request.signature)))

    def _kept(self, side: str) -> int:
        """Return the RAM of the emulated handshake, less the RAM of its operations and record buffers."""
        emulated = self._emulated.sides[side]
        done = self._dtls12(side)
        if not done:
            return emulated.context_bytes
        explained = max(step.ram for step in done) + record_buffers(SETUPS[FULL].content_length, DTLS12)
        whole = emulated.stack_bytes + emulated.heap_bytes + emulated.context_bytes
        return max(whole - explained, emulated.context_bytes)

    def _flash(self, side: str, done: Sequence[Step]) -> int:
        """Return the flash of an end. Mbed TLS has no DTLS 1.3, so its DTLS 1.2 code is counted instead."""
        blocks = self._emulated.sides[side].blocks
        curved = any(self.parts.on_curve(step.scheme) for step in done)
        base = {block: size for block, size in blocks.items() if curved or block not in _CURVES}
        return sum(merge_flash([base, *(part.flash for part in _used(self.parts, done))]).values())


def _secret(exchange: Exchange) -> int:
    return sum(SCHEMES[scheme].secret_key if scheme in SCHEMES else _SECRET for scheme in exchange.parts)


def _bytes(datagram: Datagram) -> int:
    return sum(part.bytes for part in datagram)


def _message_rows(sent: Sequence[Datagram]) -> Iterator[HandshakeMessage]:
    """Yield a row for every message, with the bytes of all its records."""
    whole: dict[int, HandshakeMessage] = {}
    for part in (part for datagram in sent for part in datagram):
        before = whole.get(id(part.message))
        size = part.bytes + (before.bytes if before else 0)
        whole[id(part.message)] = HandshakeMessage(side=part.message.side, name=part.message.name, bytes=size)
    yield from whole.values()


# ---- key exchanges and signatures: the larger need of the two ends for each resource ----


def estimated_schemes(parts: MeasuredParts, purpose: str, quantum: str | None) -> Iterator[ComposedScheme]:
    """Yield the key exchanges or signatures of one kind whose operations were measured; "safe" includes hybrids."""
    kinds = (SAFE, HYBRID) if quantum == SAFE else (quantum,)
    algorithms: dict[str, Exchange] | dict[str, Signature] = EXCHANGES if purpose == KEM else SIGNATURES
    for algorithm in algorithms.values():
        implemented = not parts.alternative or parts.code(_schemes_of(algorithm))
        if (quantum is None or algorithm.quantum in kinds) and implemented:
            row = _estimated_scheme(parts, purpose, algorithm)
            if row is not None:
                yield row


def _estimated_scheme(parts: MeasuredParts, purpose: str, algorithm: Algorithm) -> ComposedScheme | None:
    ends = _exchange_ends(parts, algorithm) if isinstance(algorithm, Exchange) else _signature_ends(parts, algorithm)
    if not all(ends):
        return None
    both = [step for end in ends for step in end]
    ram = max(step.ram for step in both)
    flash = sum(merge_flash(part.flash for part in _used(parts, both)).values())
    timings = [
        (timed(total(step.counted.trace for step in end), parts.where, 0, flash, context_bytes=ram), end)
        for end in ends
    ]
    figures, slower = max(timings, key=lambda timing: timing[0]["ns"].median)
    deepest = max(slower, key=lambda step: step.counted.working)
    figures |= {"stack_bytes": deepest.counted.stack, "heap_bytes": deepest.counted.heap}
    return ComposedScheme(
        **figures,
        **_origin(parts, both, _schemes_of(algorithm)),
        subject=f"{algorithm.name}@composed/{parts.where.core}",
        operation=purpose,
        basis=COMPOSED,
        bytes=float(_wire_bytes(algorithm)),
        setup=algorithm.title,
        quantum=algorithm.quantum,
        strength=algorithm.strength,
        category=algorithm.category,
        wire_bytes=_wire_bytes(algorithm),
        parts=tuple(_part_rows(parts, slower)),
        name=algorithm.name,
        purpose=purpose,
    )


def _schemes_of(algorithm: Algorithm) -> tuple[str, ...]:
    return algorithm.parts if isinstance(algorithm, Exchange) else (algorithm.name,)


End = list[Step]  # the operations of one end


def _end(parts: MeasuredParts, operations: Iterable[tuple[str, str]], held: int) -> End:
    """Return one end's steps, or an empty tuple if an operation has not been measured."""
    looked_up = [(scheme, operation, parts.counted(scheme, operation)) for scheme, operation in operations]
    done = [Step(scheme, operation, counted, held) for scheme, operation, counted in looked_up if counted is not None]
    return done if len(done) == len(looked_up) else []


def _exchange_ends(parts: MeasuredParts, exchange: Exchange) -> tuple[End, End]:
    both = exchange.client + exchange.server
    return (
        _end(parts, operations(exchange, CLIENT), _secret(exchange) + both),
        _end(parts, operations(exchange, SERVER), both + _SECRET * len(exchange.parts)),
    )


def _signature_ends(parts: MeasuredParts, algorithm: Algorithm) -> tuple[End, End]:
    assert isinstance(algorithm, Signature)
    secret_key = SCHEMES[algorithm.name].secret_key if algorithm.name in SCHEMES else _SECRET
    return (
        _end(parts, [(algorithm.name, SIGN)], secret_key + algorithm.signature),
        _end(parts, [(algorithm.name, VERIFY)], algorithm.public_key + algorithm.signature),
    )


def _wire_bytes(algorithm: Algorithm) -> int:
    """Return the bytes of both key shares, or of the signature."""
    if isinstance(algorithm, Exchange):
        return algorithm.client + algorithm.server
    assert isinstance(algorithm, Signature)
    return algorithm.signature


def configuration(name: str, parts: MeasuredParts) -> str:
    """Return the lines to configure an algorithm of the catalogue: config.h, or a comment with the packages to use."""
    algorithm = EXCHANGES.get(name) or SIGNATURES[name]
    lines = []
    for scheme in _schemes_of(algorithm):
        if parts.on_curve(scheme):
            case = parts.case(scheme, "")
            needed = ("ecdhe",) if isinstance(algorithm, Exchange) else (SIGN, VERIFY)
            lines.append(fragment(case.curve, case.toggles, needed))
        else:
            lines.append(parts.source_comment(scheme))
    return "\n".join(lines)


# ---- candidates for a budget ----

Estimate = ComposedScheme | ComposedHandshake
_LEVELS = (LEVEL, "-Os", "-O3")  # the levels of stored schemes


def estimates(question: McuBudget) -> list[Estimate]:
    """Return all estimates for a budget. Without a kind in the question, include all kinds; without a level, include
    schemes at all stored levels."""
    rows: Iterator[Estimate] = _handshakes(question) if question.purpose == HANDSHAKE else _schemes(question)
    return [m for m in rows if m.strength >= question.security]


def _schemes(question: McuBudget) -> Iterator[ComposedScheme]:
    for level in (question.built_at,) if question.level else _LEVELS:
        for alternative in (False, True):
            parts = MeasuredParts(question.where, level, alternative=alternative)
            yield from estimated_schemes(parts, question.purpose, question.quantum)


def _handshakes(question: McuBudget) -> Iterator[ComposedHandshake]:
    for alternative in (False, True):
        estimator = Estimator(MeasuredParts(question.where, question.built_at, alternative=alternative))
        for kind in (question.quantum,) if question.quantum else QUANTUM:
            for request in (Request(*pair, mutual=mutual) for pair in pairs(kind) for mutual in (True, False)):
                if not alternative or estimator.has_other_code(request):
                    yield from estimator.ends(request)


def proposal(m: Estimate) -> str:
    """Return the lines to configure the algorithms of an estimate."""
    where = target(None, core=m.core, clock_hz=m.clock_hz)
    parts = MeasuredParts(where, f"-{m.level}", alternative=bool(m.code))
    names = (m.exchange, m.signature) if isinstance(m, ComposedHandshake) else (m.name,)
    return "\n".join(configuration(name, parts) for name in dict.fromkeys(names))
