# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Handshakes of TLS 1.3 that nobody ran as a whole, composed on one target of operations that were."""

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
    Ends,
    Part,
    Parts,
    Step,
    ciphering,
    hashed_blocks,
    hashing,
    operations,
    record_buffers,
    sealed_blocks,
    steps,
    together,
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
from wirerate.wings.mcu.questions import HANDSHAKE, KEM, McuBudget
from wirerate.wings.mcu.rows import ComposedHandshake, ComposedPart, ComposedScheme, HandshakeMessage
from wirerate.wings.mcu.setups import CLIENT, FULL, ONE_SIDED, SERVER, SETUPS, SIDES, SIGN, VERIFY
from wirerate.wings.mcu.store import known_handshake
from wirerate.wings.mcu.target import LEVEL, target
from wirerate.wings.mcu.target_cost import timed

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


# ---- what everything composed is made of ----


class Made(TypedDict):
    """Whose code it is, and where the results that it rests on come from, by the names that a row has for it."""

    level: str
    code: str
    packages: tuple[str, ...]
    commands: tuple[str, ...]


def _made_of(parts: Parts, done: Sequence[Step], schemes: Iterable[str]) -> Made:
    used = _used(parts, done)
    return Made(
        level=parts.level.removeprefix("-"),
        code=parts.code(schemes),
        packages=tuple(dict.fromkeys(each for part in used for each in part.packages)),
        commands=tuple(dict.fromkeys(part.command for part in used if part.command)),
    )


def _used(parts: Parts, done: Sequence[Step]) -> list[Part]:
    found = (parts.find(step.scheme, step.operation) for step in done)
    return [part for part in found if part is not None]


def _shown(parts: Parts, done: Sequence[Step]) -> Iterator[ComposedPart]:
    for step in done:
        yield ComposedPart(
            scheme=step.scheme,
            operation=step.operation,
            subject=step.ran.subject,
            cycles=parts.cycles(step.ran.trace),
            working_bytes=step.ran.working,
            held_bytes=step.held,
        )


# ---- handshakes ----


class Pair(TypedDict):
    """What is agreed on and signed with, by the names that a handshake's row has for it."""

    setup: str
    quantum: str
    strength: int
    category: int
    exchange: str
    signature: str


def facts_of(exchange: Exchange, signature: Signature) -> Pair:
    return Pair(
        setup=f"{exchange.title} + {signature.title}",
        quantum=quantum_of(exchange, signature),
        strength=min(exchange.strength, signature.strength),
        category=min(exchange.category, signature.category),
        exchange=exchange.name,
        signature=signature.name,
    )


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
        found = [known_handshake(name, parts.where, level=parts.level) for name in (FULL, ONE_SIDED)]
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
        symmetric = self._symmetric(said, sent, by, side)
        longest = min(max(each.body for each in said), MTU if by.fragments else LONGEST)
        kept = self._beside(side) + record_buffers(longest, by)
        deepest = max(done, key=lambda step: step.ram)
        where = self.parts.where
        ran = total([*(step.ran.trace for step in done), *symmetric.values()])
        takes = timed(ran, where, deepest.ran.stack, self._flash(side, done),
                      heap_bytes=deepest.ran.heap + deepest.held, context_bytes=kept)  # fmt: skip
        radio = frames([_bytes(each) for each in sent]) if by.fragments else None
        wire = on_wire(sent)
        return ComposedHandshake(
            **takes,
            subject=f"{asked.protocol}-{asked.exchange}-{asked.signature}-{side}@composed/{where.core}",
            operation="handshake",
            basis=COMPOSED,
            bytes=float(wire),
            **facts_of(exchange, signature),
            **_made_of(self.parts, done, (*exchange.parts, signature.name)),
            wire_bytes=wire,
            parts=(*_shown(self.parts, done), *self._blocks(symmetric)),
            side=side,
            protocol=by.title,
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

    def _symmetric(self, said: Sequence[Said], sent: Sequence[Datagram], by: Carriage, side: str) -> dict[str, Trace]:
        cipher = ciphering(self._emulated.sealing[side])
        return {
            "sha-256": weighted(((hashed_blocks(said, by), self._hash),)),
            "aes-128-ccm-8": weighted(((sealed_blocks(sent, by), cipher),)),
        }

    def _blocks(self, symmetric: Mapping[str, Trace]) -> Iterator[ComposedPart]:
        for scheme, trace in symmetric.items():
            yield ComposedPart(scheme=scheme, operation="blocks", subject=f"mbedtls-{self._emulated.made.release}",
                               cycles=self.parts.cycles(trace))  # fmt: skip

    def held_against_emulated(self) -> tuple[float, float]:
        """Time and bytes of DTLS 1.2's client composed like these, each over what the emulated one takes."""
        ran = self._emulated.sides[CLIENT].whole
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
        explained = max(step.ram for step in done) + record_buffers(SETUPS[FULL].content_length, DTLS12)
        return max(ran.stack_bytes + ran.heap_bytes + ran.context_bytes - explained, ran.context_bytes)

    def _flash(self, side: str, done: Sequence[Step]) -> int:
        """DTLS 1.2's own code stands in for 1.3's, which the library has not."""
        have = self._emulated.sides[side].blocks
        curved = any(self.parts.on_curve(step.scheme) for step in done)
        base = {block: size for block, size in have.items() if curved or block not in _CURVES}
        return sum(together([base, *(part.flash for part in _used(self.parts, done))]).values())


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


# ---- key exchanges and signatures: of each resource what the end takes that takes more ----


def whole_schemes(parts: Parts, purpose: str, quantum: str | None) -> Iterator[ComposedScheme]:
    """Every one of that kind whose operations are known. Hybrids withstand too."""
    kinds = (SAFE, HYBRID) if quantum == SAFE else (quantum,)
    known: dict[str, Exchange] | dict[str, Signature] = EXCHANGES if purpose == KEM else SIGNATURES
    for algorithm in known.values():
        elsewhere = not parts.alternative or parts.code(_schemes_of(algorithm))
        if (quantum is None or algorithm.quantum in kinds) and elsewhere:
            found = _whole(parts, purpose, algorithm)
            if found is not None:
                yield found


def _whole(parts: Parts, purpose: str, algorithm: Algorithm) -> ComposedScheme | None:
    ends = _exchanging(parts, algorithm) if isinstance(algorithm, Exchange) else _signing(parts, algorithm)
    if not all(ends):
        return None
    both = [step for end in ends for step in end]
    ram = max(step.ram for step in both)
    flash = sum(together(part.flash for part in _used(parts, both)).values())
    timings = [
        (timed(total(step.ran.trace for step in end), parts.where, 0, flash, context_bytes=ram), end) for end in ends
    ]
    takes, slower = max(timings, key=lambda each: each[0]["ns"].median)
    deepest = max(slower, key=lambda step: step.ran.working)
    takes |= {"stack_bytes": deepest.ran.stack, "heap_bytes": deepest.ran.heap}
    return ComposedScheme(
        **takes,
        **_made_of(parts, both, _schemes_of(algorithm)),
        subject=f"{algorithm.name}@composed/{parts.where.core}",
        operation=purpose,
        basis=COMPOSED,
        bytes=float(_wire(algorithm)),
        setup=algorithm.title,
        quantum=algorithm.quantum,
        strength=algorithm.strength,
        category=algorithm.category,
        wire_bytes=_wire(algorithm),
        parts=tuple(_shown(parts, slower)),
        name=algorithm.name,
        purpose=purpose,
    )


def _schemes_of(algorithm: Algorithm) -> tuple[str, ...]:
    return algorithm.parts if isinstance(algorithm, Exchange) else (algorithm.name,)


End = list[Step]  # what one end computes, each with the keys and messages that lie in RAM meanwhile


def _end(parts: Parts, does: Iterable[tuple[str, str]], held: int) -> End:
    """Empty where an operation is not known."""
    found = [(scheme, operation, parts.ran(scheme, operation)) for scheme, operation in does]
    done = [Step(scheme, operation, ran, held) for scheme, operation, ran in found if ran is not None]
    return done if len(done) == len(found) else []


def _exchanging(parts: Parts, exchange: Exchange) -> tuple[End, End]:
    both = exchange.client + exchange.server
    return (
        _end(parts, operations(exchange, CLIENT), _secret(exchange) + both),
        _end(parts, operations(exchange, SERVER), both + _SECRET * len(exchange.parts)),
    )


def _signing(parts: Parts, algorithm: Algorithm) -> tuple[End, End]:
    assert isinstance(algorithm, Signature)
    own = SCHEMES[algorithm.name].secret_key if algorithm.name in SCHEMES else _SECRET
    return (
        _end(parts, [(algorithm.name, SIGN)], own + algorithm.signature),
        _end(parts, [(algorithm.name, VERIFY)], algorithm.public_key + algorithm.signature),
    )


def _wire(algorithm: Algorithm) -> int:
    """Both shares, or the signature."""
    if isinstance(algorithm, Exchange):
        return algorithm.client + algorithm.server
    assert isinstance(algorithm, Signature)
    return algorithm.signature


def configuration(name: str, parts: Parts) -> str:
    """What the code of one of the catalogue's is made of, as an engineer copies it."""
    algorithm = EXCHANGES.get(name) or SIGNATURES[name]
    lines = []
    for scheme in _schemes_of(algorithm):
        if parts.on_curve(scheme):
            case = parts.case(scheme, "")
            does = ("ecdhe",) if isinstance(algorithm, Exchange) else (SIGN, VERIFY)
            lines.append(fragment(case.curve, case.toggles, does))
        else:
            lines.append(parts.told(scheme))
    return "\n".join(lines)


# ---- what a budget chooses among ----

Composition = ComposedScheme | ComposedHandshake
_LEVELS = (LEVEL, "-Os", "-O3")  # that schemes are stored at


def compositions(asked: McuBudget) -> list[Composition]:
    """Of that kind, of every kind where none is named; at every level that is stored where none is."""
    rows: Iterator[Composition] = _handshakes(asked) if asked.purpose == HANDSHAKE else _schemes(asked)
    return [m for m in rows if m.strength >= asked.security]


def _schemes(asked: McuBudget) -> Iterator[ComposedScheme]:
    for level in (asked.built_at,) if asked.level else _LEVELS:
        for alternative in (False, True):
            yield from whole_schemes(Parts(asked.where, level, alternative=alternative), asked.purpose, asked.quantum)


def _handshakes(asked: McuBudget) -> Iterator[ComposedHandshake]:
    for alternative in (False, True):
        composer = Composer(Parts(asked.where, asked.built_at, alternative=alternative))
        for kind in (asked.quantum,) if asked.quantum else QUANTUM:
            for each in (Asked(*pair, mutual=mutual) for pair in pairs(kind) for mutual in (True, False)):
                if not alternative or composer.has_alternative(each):
                    yield from composer.ends(each)


def proposal(own: Composition) -> str:
    """What the code is made of, as lines for an engineer."""
    where = target(None, core=own.core, clock_hz=own.clock_hz)
    parts = Parts(where, f"-{own.level}", alternative=bool(own.code))
    names = (own.exchange, own.signature) if isinstance(own, ComposedHandshake) else (own.name,)
    return "\n".join(configuration(name, parts) for name in dict.fromkeys(names))
