# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu handshake`: DTLS 1.2's as they were run; those that withstand a quantum computer, composed or run whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeVar

from wirerate.catalogue.libraries import WOLFSSL, version_named
from wirerate.catalogue.schemes import CLASSICAL, EXCHANGES, SIGNATURES
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK, MissingError
from wirerate.host.machine import environment
from wirerate.question import asks
from wirerate.vocabulary import Basis
from wirerate.wings.mcu import layout, measured_handshakes
from wirerate.wings.mcu.counted_runs import Handshake
from wirerate.wings.mcu.cycles import Trace, total, weighted
from wirerate.wings.mcu.handshake_estimates import PROTOCOLS, SHOWN, TODAY, Asked, Composer, facts_of
from wirerate.wings.mcu.handshake_parts import (
    Ends,
    Parts,
    Ran,
    ciphering,
    hashed_blocks,
    sealed_blocks,
    steps,
)
from wirerate.wings.mcu.layout import DTLS13, Datagram, Said, carried, frames, messages_13, on_wire
from wirerate.wings.mcu.questions import McuHandshake
from wirerate.wings.mcu.rows import (
    ComposedPart,
    ComposedRun,
    Handshake13,
    HandshakeAnswer,
    HandshakeMessage,
    HandshakeRun,
    WholeHandshake,
    WholeRun,
)
from wirerate.wings.mcu.rows import Handshake as Handshake12
from wirerate.wings.mcu.setups import HASHED, SETUPS, SIGN
from wirerate.wings.mcu.store import HANDSHAKES_13, known_handshake
from wirerate.wings.mcu.target import Target
from wirerate.wings.mcu.target_cost import MODELLED, STORED, beyond_board, timed, warm_cycles

R = TypeVar("R", HandshakeRun, ComposedRun, WholeRun)
R13 = TypeVar("R13", ComposedRun, WholeRun)


@asks(McuHandshake)
def mcu_handshake(asked: McuHandshake) -> HandshakeRun | ComposedRun | WholeRun:
    """Every DTLS handshake that is known, both ends on the same board: stored ones at once, unless `measure` is set or
    `mbedtls` names a tree of one's own.

    `quantum` ("classical", "hybrid", "safe") asks for handshakes of that kind beside today's instead, of `protocol`
    ("dtls-1.3", "tls-1.3"): composed of operations and of the standards' messages. `whose`: of that library ("wolfssl")
    those that were run whole."""
    if asked.quantum:
        return (_emulated_handshakes if asked.whose else _composed_handshakes)(asked, asked.quantum)
    tree, version = _tree_and_version(asked)

    def ends(name: str) -> Iterator[Handshake12]:
        stored = not asked.measure and not tree
        found = known_handshake(name, asked.where, version=version, level=asked.built_at) if stored else None
        basis = STORED if found else MODELLED
        if found is None:
            from wirerate.wings.mcu.lab import count_handshake

            found = count_handshake(name, asked.where, version, asked.built_at, tree)
        return measured_handshakes.sides(found, asked.where, basis)

    return _told(HandshakeRun, asked, [(name, partial(ends, name)) for name in SETUPS])


def _told(kind: type[R], asked: McuHandshake, wanted: Sequence[tuple[str, Callable[[], Iterable[Any]]]]) -> R:
    """Every handshake by its name, with what tells both its ends, or nothing where it is not known."""
    run = kind(command="mcu handshake", environment=environment(), exit=EXIT_OK)
    try:
        for number, (name, ends) in enumerate(wanted):
            if asked.progress:
                asked.progress(number / len(wanted), name)
            run.rows += ends()
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
    return run


def _tree_and_version(asked: McuHandshake) -> tuple[Path | None, str]:
    if not asked.mbedtls:
        return None, version_named(asked.version)
    from wirerate.wings.mcu.lab.source import release, user_tree

    tree = user_tree(Path(asked.mbedtls))
    return tree, ".".join(release(tree).split(".")[:2])


# ---- what withstands a quantum computer, beside today's ----


def _beside_today(
    run: R13, asked: McuHandshake, quantum: str, held: Callable[[Any], tuple[float, float]], what: str, them: str
) -> R13:
    """With the answer; `what` is missing where there is none. `held`: what is composed over what was emulated, time
    and bytes."""
    where = asked.where
    run.findings = _answered(run.rows, quantum, held)
    run.problems += beyond_board(run.rows, where, lambda own: own.setup,
                                 "take a larger part, or keep today's certificates: --quantum hybrid")  # fmt: skip
    if run.findings is None and not run.partial:
        raise MissingError(
            f"{what} stored for {where.title} at {asked.built_at}", fix=f"build and run {them}: ‹measure=True›"
        )
    return run


def _composed_handshakes(asked: McuHandshake, quantum: str) -> ComposedRun:
    """Today's handshake, and those of that kind whose operations are known; both ends, with the client's certificate
    and without."""
    known = (
        Parts(asked.where, asked.built_at, measure=asked.measure, alternative=alternative)
        for alternative in (False, True)
    )
    composer, other = map(Composer, known)
    each_kind = list(_asked(quantum, asked.protocol or next(iter(PROTOCOLS))))
    wanted = [(composer, each) for each in each_kind]
    wanted += [(other, each) for each in each_kind if each.mutual and other.has_alternative(each)]
    run = _told(ComposedRun, asked, [(each.title, partial(by.ends, each)) for by, each in wanted])
    what = f"the operations of {'' if quantum == CLASSICAL else 'those and of '}today's handshake are not"
    return _beside_today(run, asked, quantum, lambda _: composer.held_against_emulated(), what, "them")


def _asked(quantum: str, protocol: str) -> Iterator[Asked]:
    pairs = dict.fromkeys((TODAY, *SHOWN[quantum]))
    for mutual in (True, False):
        yield from (Asked(*pair, protocol=protocol, mutual=mutual) for pair in pairs)


def _answered(
    rows: Sequence[Handshake13], quantum: str, held: Callable[[Any], tuple[float, float]]
) -> HandshakeAnswer | None:
    """Client against client, with certificates at both ends: of that kind the first that is known."""
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
    pairs = [
        pair
        for pair in dict.fromkeys((TODAY, *SHOWN[quantum]))
        if pair[0] in WOLFSSL.groups and pair[1] in WOLFSSL.macros
    ]
    run = _told(WholeRun, asked, [(" + ".join(pair), partial(_whole, asked, pair)) for pair in pairs])
    return _beside_today(run, asked, quantum, _held, f"no {quantum} handshake of {WOLFSSL.title} is", "it")


def _whole(asked: McuHandshake, pair: tuple[str, str]) -> Iterator[WholeHandshake]:
    where, level = asked.where, asked.built_at
    if asked.measure:
        from wirerate.wings.mcu.lab import count_handshake_13

        return _ends(count_handshake_13(pair, where, level), where, MODELLED)
    found = known_handshake("+".join(pair), where, version="", level=level, table=HANDSHAKES_13)
    return _ends(found, where, STORED) if found else iter(())


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
