# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Handshakes of DTLS 1.3 that were run whole, each beside what it comes to when it is composed of the same library's
operations: like with like."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from wirerate.catalogue.libraries import WOLFSSL
from wirerate.catalogue.schemes import EXCHANGES, SIGNATURES
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK, MissingError
from wirerate.host.machine import environment
from wirerate.vocabulary import Basis
from wirerate.wings.mcu.answers.composing import SHOWN, TODAY, quantum_of
from wirerate.wings.mcu.answers.quantum import answered, beyond
from wirerate.wings.mcu.composition import HASHED, SIGN, Ends, Ran, ciphering, hashed_blocks, sealed_blocks, steps
from wirerate.wings.mcu.handshake.store13 import Stored13, as_stored, known
from wirerate.wings.mcu.layout import DTLS13, Datagram, Handshake13, Said, carried, frames, messages_13, on_wire
from wirerate.wings.mcu.on_board import MODELLED, STORED, timed, warm_cycles
from wirerate.wings.mcu.questions import McuHandshake
from wirerate.wings.mcu.rows import ComposedPart, HandshakeMessage, WholeHandshake
from wirerate.wings.mcu.runs import WholeRun
from wirerate.wings.mcu.target import Target
from wirerate.wings.mcu.trace import Trace, total, weighted

_MEAN = "ML-DSA sign"  # of the operations: the run's took as many attempts as it happened to


def emulated_handshakes(asked: McuHandshake, quantum: str) -> WholeRun:
    """Today's handshake, and those of that kind that are stored or, with `measure`, are run now."""
    where, level, measure = asked.where, asked.built_at, asked.measure
    run = WholeRun(command="mcu handshake", environment=environment(), exit=EXIT_OK)
    wanted = [pair for pair in dict.fromkeys((TODAY, *SHOWN[quantum])) if _can(pair)]
    try:
        for number, pair in enumerate(wanted):
            if asked.progress:
                asked.progress(number / len(wanted), " + ".join(pair))
            found = _run_now(pair, where, level) if measure else known(*pair, where, level)
            if found is not None:
                run.rows += _ends(found, where, MODELLED if measure else STORED)
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
    run.findings = answered(run.rows, quantum, _held)
    run.problems += beyond(run.rows, where)
    if run.findings is None and not run.partial:
        raise MissingError(
            f"no {quantum} handshake of {WOLFSSL.title} is stored for {where.title} at {level}",
            fix="build and run it: ‹measure=True›",
        )
    return run


def _can(pair: tuple[str, str]) -> bool:
    return pair[0] in WOLFSSL.groups and pair[1] in WOLFSSL.macros


def _run_now(pair: tuple[str, str], where: Target, level: str) -> Stored13:
    from wirerate.wings.mcu.lab import wolfssl
    from wirerate.wings.mcu.lab.building import toolchain

    found = wolfssl.run(wolfssl.Pair(*pair), where.core, level=level, buffers=(where.flash.buffers,))
    return as_stored(found, toolchain().version)


def _held(own: WholeHandshake) -> tuple[float, float]:
    """Composed over run: time and bytes."""
    return own.composed_cycles / own.cycles.typical, own.composed_bytes / own.wire_bytes


def composed(found: Stored13, side: str) -> tuple[Trace, list[Datagram]]:
    """The same handshake of the same library's operations, each alone, and of the standards' messages."""
    exchange, signature = EXCHANGES[found.exchange], SIGNATURES[found.signature]
    said: list[Said] = messages_13(Handshake13(exchange, signature))
    sent = carried(said, DTLS13)
    done = steps(
        Ends(said, DTLS13, exchange, signature, True, 0), side,
        lambda scheme, operation: Ran("", found.operation(scheme, operation), 0, 0),
    )  # fmt: skip
    symmetric = (
        (hashed_blocks(said, DTLS13), found.operation(*HASHED)),
        (sealed_blocks(sent, DTLS13), ciphering(found.sides[side])),
    )
    return total([*(step.ran.trace for step in done), weighted(symmetric)]), sent


def _ends(found: Stored13, where: Target, basis: Basis) -> Iterator[WholeHandshake]:
    exchange, signature = EXCHANGES[found.exchange], SIGNATURES[found.signature]
    radio = frames(found.datagrams)
    for side, counts in found.sides.items():
        operations = {name: part.trace for name, part in counts.operations.items()}
        if _MEAN in operations:
            operations[_MEAN] = found.operation(found.signature, SIGN)
        takes = timed(total(operations.values()), where, counts.stack_bytes, counts.flash_bytes,
                      heap_bytes=counts.heap_peak, context_bytes=counts.context_bytes)  # fmt: skip
        alone, sent = composed(found, side)
        yield WholeHandshake(
            **takes,
            subject=f"dtls-1.3-{exchange.name}-{signature.name}-{side}@{found.library.lower()}-{found.release}/{where.core}",
            operation="handshake",
            basis=basis,
            bytes=float(found.bytes),
            setup=f"{exchange.title} + {signature.title}",
            quantum=quantum_of(exchange, signature),
            strength=min(exchange.strength, signature.strength),
            category=min(exchange.category, signature.category),
            wire_bytes=found.bytes,
            parts=tuple(
                ComposedPart(scheme=name, operation="", subject="", cycles=warm_cycles(trace, where).typical)
                for name, trace in operations.items()
            ),
            level=found.level.removeprefix("-"),
            code="",
            packages=(WOLFSSL.package,),
            commands=(found.command,) if found.command else (),
            side=side,
            protocol=DTLS13.title,
            exchange=exchange.name,
            signature=signature.name,
            mutual=True,
            cookie=True,
            messages=tuple(HandshakeMessage(side=m.side, name=m.name, bytes=m.bytes) for m in found.messages),
            flights=_flights(found),
            records=found.records,
            datagrams=len(found.datagrams),
            bytes_on_ipv6=found.bytes + DTLS13.under * len(found.datagrams),
            frames=radio.count,
            frame_bytes=radio.bytes,
            air=radio.air_ms,
            library=found.library,
            release=found.release,
            licence=WOLFSSL.licence,
            compiler=found.compiler,
            composed_cycles=warm_cycles(alone, where).typical,
            composed_bytes=on_wire(sent),
            composed_datagrams=len(sent),
        )


def _flights(found: Stored13) -> int:
    """How often the ends took turns."""
    sides = [message.side for message in found.messages]
    return 1 + sum(before != after for before, after in pairwise(sides))
