# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu handshake`: DTLS 1.2's as they were run; those that withstand a quantum computer, composed or run whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

from wirerate.catalogue.libraries import WOLFSSL, version_named
from wirerate.catalogue.schemes import CLASSICAL, EXCHANGES, SIGNATURES
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK, MissingError
from wirerate.host.machine import environment
from wirerate.question import asks
from wirerate.records import Problem
from wirerate.vocabulary import Basis
from wirerate.wings.mcu import layout
from wirerate.wings.mcu.answers import dtls12
from wirerate.wings.mcu.answers.composing import PROTOCOLS, SHOWN, TODAY, Asked, Composer, facts_of
from wirerate.wings.mcu.answers.parts import Parts
from wirerate.wings.mcu.composition import HASHED, SIGN, Ends, Ran, ciphering, hashed_blocks, sealed_blocks, steps
from wirerate.wings.mcu.layout import DTLS13, Datagram, Said, carried, frames, messages_13, on_wire
from wirerate.wings.mcu.on_board import MODELLED, STORED, timed, warm_cycles
from wirerate.wings.mcu.points import Handshake
from wirerate.wings.mcu.questions import McuHandshake
from wirerate.wings.mcu.rows import ComposedPart, Handshake13, HandshakeMessage, WholeHandshake
from wirerate.wings.mcu.runs import ComposedRun, HandshakeAnswer, HandshakeRun, WholeRun
from wirerate.wings.mcu.setups import SETUPS
from wirerate.wings.mcu.store import HANDSHAKES_13, known_handshake
from wirerate.wings.mcu.target import Target
from wirerate.wings.mcu.trace import Trace, total, weighted

H = TypeVar("H", bound=Handshake13)


@asks(McuHandshake)
def mcu_handshake(asked: McuHandshake) -> HandshakeRun | ComposedRun | WholeRun:
    """Every DTLS handshake that is known, both ends on the same board: stored ones at once, unless `measure` is set or
    `mbedtls` names a tree of one's own.

    `quantum` ("classical", "hybrid", "safe") asks for handshakes of that kind beside today's instead, of `protocol`
    ("dtls-1.3", "tls-1.3"): composed of operations and of the standards' messages. `whose`: of that library ("wolfssl")
    those that were run whole."""
    if asked.quantum and asked.whose:
        return _emulated_handshakes(asked, asked.quantum)
    if asked.quantum:
        return _composed_handshakes(asked, asked.quantum)
    tree, version = _tree_and_version(asked)
    run = HandshakeRun(command="mcu handshake", environment=environment(), exit=EXIT_OK)
    try:
        for number, name in enumerate(SETUPS):
            stored = not asked.measure and not tree
            found = known_handshake(name, asked.where, version=version, level=asked.built_at) if stored else None
            basis = STORED if found else MODELLED
            if found is None:
                from wirerate.wings.mcu.lab import count_handshake

                if asked.progress:
                    asked.progress(number / len(SETUPS), name)
                found = count_handshake(name, asked.where, version, asked.built_at, tree)
            run.rows += dtls12.sides(found, asked.where, basis)
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
    return run


def _tree_and_version(asked: McuHandshake) -> tuple[Path | None, str]:
    if not asked.mbedtls:
        return None, version_named(asked.version)
    from wirerate.wings.mcu.lab.source import own_tree, release

    tree = own_tree(Path(asked.mbedtls))
    return tree, ".".join(release(tree).split(".")[:2])


# ---- composed: what withstands a quantum computer, beside today's ----


def _composed_handshakes(question: McuHandshake, quantum: str) -> ComposedRun:
    """Today's handshake, and those of that kind whose operations are known; both ends, with the client's certificate
    and without."""
    where, level, measure = question.where, question.built_at, question.measure
    protocol = question.protocol or next(iter(PROTOCOLS))
    run = ComposedRun(command="mcu handshake", environment=environment(), exit=EXIT_OK)
    composer, other = (Composer(Parts(where, level, measure=measure, alternative=each)) for each in (False, True))
    wanted = [(composer, asked) for asked in _asked(quantum, protocol)]
    wanted += [(other, asked) for asked in _asked(quantum, protocol) if asked.mutual and other.has_alternative(asked)]
    try:
        for number, (by, asked) in enumerate(wanted):
            if question.progress:
                question.progress(number / len(wanted), asked.title)
            run.rows += by.ends(asked)
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
    run.findings = _answered(run.rows, quantum, lambda _: composer.held_against_emulated())
    run.problems += _beyond(run.rows, where)
    if run.findings is None and not run.partial:
        raise MissingError(
            f"the operations of {'' if quantum == CLASSICAL else 'those and of '}today's handshake are not stored for "
            f"{where.title} at {level}",
            fix="build and run them: ‹measure=True›",
        )
    return run


def _asked(quantum: str, protocol: str) -> Iterator[Asked]:
    pairs = dict.fromkeys((TODAY, *SHOWN[quantum]))
    for mutual in (True, False):
        yield from (Asked(*pair, protocol=protocol, mutual=mutual) for pair in pairs)


def _beyond(rows: Sequence[Handshake13], where: Target) -> list[Problem]:
    found = [own for own in rows if own.over]
    if not found or where.board is None:
        return []
    names = ", ".join(dict.fromkeys(f"{own.setup} ({','.join(own.over)})" for own in found))
    return [
        Problem(
            code="beyond-board",
            message=f"{where.title} has {where.board.ram_bytes:,} bytes of RAM and {where.board.flash_bytes:,} of "
            f"flash, which is too little for {names}",
            fix="take a larger part, or keep today's certificates: --quantum hybrid",
        )
    ]


def _answered(rows: Sequence[H], quantum: str, held: Callable[[H], tuple[float, float]]) -> HandshakeAnswer | None:
    """Client against client, with certificates at both ends: of that kind the first that is known. `held`: what is
    composed over what was emulated, time and bytes."""
    clients = [(number, own) for number, own in enumerate(rows) if own.side == "client" and own.mutual]
    today = next((number for number, own in clients if (own.exchange, own.signature) == TODAY), None)
    chosen = today if quantum == CLASSICAL else next((n for n, own in clients if own.quantum == quantum), None)
    if today is None or chosen is None:
        return None
    alternative = next((n for n, own in clients if own.code and own.setup == rows[chosen].setup), None)
    before, after = rows[today], rows[chosen]
    over = held(after)
    return HandshakeAnswer(
        quantum=quantum,
        today=today,
        chosen=chosen,
        alternative=alternative if alternative != chosen else None,
        time=after.ns.median / before.ns.median,
        ram=after.ram_bytes / before.ram_bytes,
        wire=after.wire_bytes / before.wire_bytes,
        emulated_time=over[0],
        emulated_wire=over[1],
    )


# ---- run whole, each beside what it comes to when it is composed of the same library's operations: like with like ----

_MEAN = "ML-DSA sign"  # of the operations: the run's took as many attempts as it happened to


def _emulated_handshakes(asked: McuHandshake, quantum: str) -> WholeRun:
    """Today's handshake, and those of that kind that are stored or, with `measure`, are run now."""
    where, level, measure = asked.where, asked.built_at, asked.measure
    run = WholeRun(command="mcu handshake", environment=environment(), exit=EXIT_OK)
    wanted = [pair for pair in dict.fromkeys((TODAY, *SHOWN[quantum])) if _can(pair)]
    try:
        for number, pair in enumerate(wanted):
            if asked.progress:
                asked.progress(number / len(wanted), " + ".join(pair))
            found = _run_now(pair, where, level) if measure else _known(pair, where, level)
            if found is not None:
                run.rows += _ends(found, where, MODELLED if measure else STORED)
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
    run.findings = _answered(run.rows, quantum, _held)
    run.problems += _beyond(run.rows, where)
    if run.findings is None and not run.partial:
        raise MissingError(
            f"no {quantum} handshake of {WOLFSSL.title} is stored for {where.title} at {level}",
            fix="build and run it: ‹measure=True›",
        )
    return run


def _can(pair: tuple[str, str]) -> bool:
    return pair[0] in WOLFSSL.groups and pair[1] in WOLFSSL.macros


def _known(pair: tuple[str, str], where: Target, level: str) -> Handshake | None:
    return known_handshake("+".join(pair), where, version="", level=level, table=HANDSHAKES_13)


def _run_now(pair: tuple[str, str], where: Target, level: str) -> Handshake:
    from wirerate.wings.mcu.lab import count_handshake_13

    return count_handshake_13(pair, where, level)


def _held(own: WholeHandshake) -> tuple[float, float]:
    """Composed over run: time and bytes."""
    return own.composed_cycles / own.cycles.typical, own.composed_bytes / own.wire_bytes


def composed(found: Handshake, side: str) -> tuple[Trace, list[Datagram]]:
    """The same handshake of the same library's operations, each alone, and of the standards' messages."""
    exchange, signature = EXCHANGES[found.pair[0]], SIGNATURES[found.pair[1]]
    said: list[Said] = messages_13(layout.Handshake13(exchange, signature))
    sent = carried(said, DTLS13)
    done = steps(
        Ends(said, DTLS13, exchange, signature, True, 0), side,
        lambda scheme, operation: Ran("", found.operation(scheme, operation), 0, 0),
    )  # fmt: skip
    symmetric = (
        (hashed_blocks(said, DTLS13), found.operation(*HASHED)),
        (sealed_blocks(sent, DTLS13), ciphering(found.sealing[side])),
    )
    return total([*(step.ran.trace for step in done), weighted(symmetric)]), sent


def _ends(found: Handshake, where: Target, basis: Basis) -> Iterator[WholeHandshake]:
    exchange, signature = EXCHANGES[found.pair[0]], SIGNATURES[found.pair[1]]
    radio = frames(found.datagram_bytes)
    for side, counts in found.sides.items():
        operations = dict(counts.runs)
        if _MEAN in operations:
            operations[_MEAN] = found.operation(signature.name, SIGN)
        takes = timed(total(operations.values()), where, counts.stack_bytes, counts.flash_bytes,
                      heap_bytes=counts.heap_bytes, context_bytes=counts.context_bytes)  # fmt: skip
        alone, sent = composed(found, side)
        yield WholeHandshake(
            **takes,
            subject=f"dtls-1.3-{exchange.name}-{signature.name}-{side}@{WOLFSSL.title.lower()}-{found.made.release}/{where.core}",
            operation="handshake",
            basis=basis,
            bytes=float(found.bytes),
            **facts_of(exchange, signature),
            wire_bytes=found.bytes,
            parts=tuple(
                ComposedPart(scheme=name, operation="", subject="", cycles=warm_cycles(trace, where).typical)
                for name, trace in operations.items()
            ),
            level=found.level.removeprefix("-"),
            code="",
            packages=(WOLFSSL.package,),
            commands=(found.made.command,) if found.made.command else (),
            side=side,
            protocol=DTLS13.title,
            mutual=True,
            cookie=True,
            messages=tuple(HandshakeMessage(side=m.side, name=m.name, bytes=m.bytes) for m in found.messages),
            flights=_flights(found),
            records=found.records,
            datagrams=found.datagrams,
            bytes_on_ipv6=found.bytes + DTLS13.under * found.datagrams,
            frames=radio.count,
            frame_bytes=radio.bytes,
            air=radio.air_ms,
            library=WOLFSSL.title,
            release=found.made.release,
            licence=WOLFSSL.licence,
            compiler=found.made.compiler,
            composed_cycles=warm_cycles(alone, where).typical,
            composed_bytes=on_wire(sent),
            composed_datagrams=len(sent),
        )


def _flights(found: Handshake) -> int:
    """How often the ends took turns."""
    sides = [message.side for message in found.messages]
    return 1 + sum(before != after for before, after in pairwise(sides))
