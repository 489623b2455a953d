# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`mcu handshake`: emulated DTLS 1.2 handshakes, and post-quantum TLS 1.3 handshakes, estimated or run end to end."""

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
from wirerate.wings.mcu.handshake_estimates import PROTOCOLS, SHOWN, TODAY, Estimator, Request, pair_facts
from wirerate.wings.mcu.handshake_parts import (
    CountedOperation,
    MeasuredParts,
    Plan,
    aes_block,
    hashed_blocks,
    sealed_blocks,
    steps,
)
from wirerate.wings.mcu.layout import DTLS13, Datagram, PlannedMessage, frames, messages_13, on_wire, pack
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
from wirerate.wings.mcu.store import HANDSHAKES_13, find_handshake
from wirerate.wings.mcu.target import Target
from wirerate.wings.mcu.target_cost import MODELLED, STORED, beyond_board, timed, warm_cycles

R = TypeVar("R", HandshakeRun, ComposedRun, WholeRun)
R13 = TypeVar("R13", ComposedRun, WholeRun)


@asks(McuHandshake)
def mcu_handshake(question: McuHandshake) -> HandshakeRun | ComposedRun | WholeRun:
    """Return time, RAM, flash, energy and messages of DTLS 1.2 handshakes with both ends on a board.

    Stored results are used unless `measure` is set or `mbedtls` names a user's own source tree. With `quantum`
    ("classical", "hybrid", "safe"), return TLS 1.3 handshakes of that kind, compared with today's. They are estimated
    from measured operations for `protocol` ("dtls-1.3", "tls-1.3"), or run end to end by the library that `whose` names
    ("wolfssl").
    """
    if question.quantum:
        return (_whole_handshakes if question.whose else _estimated_handshakes)(question, question.quantum)
    tree, version = _tree_and_version(question)

    def ends(name: str) -> Iterator[Handshake12]:
        use_stored = not question.measure and not tree
        level, where = question.built_at, question.where
        handshake = find_handshake(name, where, version=version, level=level) if use_stored else None
        basis = STORED if handshake else MODELLED
        if handshake is None:
            from wirerate.wings.mcu.lab import count_handshake

            handshake = count_handshake(name, where, version, level, tree)
        return measured_handshakes.ends(handshake, where, basis)

    return _collect(HandshakeRun, question, [(name, partial(ends, name)) for name in SETUPS])


def _collect(kind: type[R], question: McuHandshake, tasks: Sequence[tuple[str, Callable[[], Iterable[Any]]]]) -> R:
    """Perform the named tasks and return a run with their rows. After Ctrl-C, return the rows of the tasks that were
    finished."""
    run = kind(command="mcu handshake", environment=environment(), exit=EXIT_OK)
    try:
        for number, (name, rows) in enumerate(tasks):
            if question.progress:
                question.progress(number / len(tasks), name)
            run.rows += rows()
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
    return run


def _tree_and_version(question: McuHandshake) -> tuple[Path | None, str]:
    if not question.mbedtls:
        return None, version_named(question.version)
    from wirerate.wings.mcu.lab.source import release, user_tree

    tree = user_tree(Path(question.mbedtls))
    return tree, ".".join(release(tree).split(".")[:2])


# ---- TLS 1.3 compared with today's handshake ----

Accuracy = Callable[[Any], tuple[float, float]]  # an estimate's time and bytes, divided by those of the handshake run


def _compare_with_today(
    run: R13, question: McuHandshake, quantum: str, accuracy: Accuracy, missing: str, fix: str
) -> R13:
    """Add the comparison with today's handshake to a run. Raise MissingError with `missing` and `fix` if a handshake to
    compare is not stored."""
    where = question.where
    run.findings = _findings(run.rows, quantum, accuracy)
    run.problems += beyond_board(run.rows, where, lambda m: m.setup,
                                 "choose a larger part, or keep today's certificates: --quantum hybrid")  # fmt: skip
    if run.findings is None and not run.partial:
        raise MissingError(f"{missing} stored for {where.title} at {question.built_at}", fix=f"{fix}: ‹measure=True›")
    return run


def _estimated_handshakes(question: McuHandshake, quantum: str) -> ComposedRun:
    """Estimate today's handshake and those of the requested kind: both ends, with and without a client certificate."""
    default, alternative = (
        Estimator(MeasuredParts(question.where, question.built_at, measure=question.measure, alternative=other_code))
        for other_code in (False, True)
    )
    requests = list(_requests(quantum, question.protocol or next(iter(PROTOCOLS))))
    jobs = [(default, request) for request in requests]
    jobs += [(alternative, request) for request in requests if request.mutual and alternative.has_other_code(request)]
    tasks = [(request.title, partial(estimator.ends, request)) for estimator, request in jobs]
    run = _collect(ComposedRun, question, tasks)
    missing = f"the operations of {'' if quantum == CLASSICAL else 'these and '}today's handshake are not"
    return _compare_with_today(run, question, quantum, lambda _: default.accuracy(), missing, "build and run them")


def _requests(quantum: str, protocol: str) -> Iterator[Request]:
    pairs = dict.fromkeys((TODAY, *SHOWN[quantum]))
    for mutual in (True, False):
        yield from (Request(*pair, protocol=protocol, mutual=mutual) for pair in pairs)


def _findings(rows: Sequence[Handshake13], quantum: str, accuracy: Accuracy) -> HandshakeAnswer | None:
    """Compare the client of the first handshake of the requested kind with today's client, with certificates at both
    ends."""
    clients = [(number, m) for number, m in enumerate(rows) if m.side == "client" and m.mutual]
    today = next((number for number, m in clients if (m.exchange, m.signature) == TODAY), None)
    chosen = today if quantum == CLASSICAL else next((n for n, m in clients if m.quantum == quantum), None)
    if today is None or chosen is None:
        return None
    alternative = next((n for n, m in clients if m.code and m.setup == rows[chosen].setup), None)
    before, after = rows[today], rows[chosen]
    time, wire = accuracy(after)
    return HandshakeAnswer(
        quantum=quantum,
        today=today,
        chosen=chosen,
        alternative=alternative if alternative != chosen else None,
        time=after.ns.median / before.ns.median,
        ram=after.ram_bytes / before.ram_bytes,
        wire=after.wire_bytes / before.wire_bytes,
        emulated_time=time,
        emulated_wire=wire,
    )


# ---- handshakes run end to end, with an estimate from the same library's operations ----

_MEAN = "ML-DSA sign"  # counted at its mean cost: the handshake that was run needed a random number of attempts


def _whole_handshakes(question: McuHandshake, quantum: str) -> WholeRun:
    """Return today's handshake and those of the requested kind: stored ones or, with `measure`, newly run ones."""
    pairs = [
        pair
        for pair in dict.fromkeys((TODAY, *SHOWN[quantum]))
        if pair[0] in WOLFSSL.groups and pair[1] in WOLFSSL.macros
    ]
    run = _collect(
        WholeRun, question, [(" + ".join(pair), partial(_whole_handshake, question, pair)) for pair in pairs]
    )
    missing = f"no {quantum} handshake of {WOLFSSL.title} is"
    return _compare_with_today(run, question, quantum, _accuracy, missing, "build and run it")


def _whole_handshake(question: McuHandshake, pair: tuple[str, str]) -> Iterator[WholeHandshake]:
    where, level = question.where, question.built_at
    if question.measure:
        from wirerate.wings.mcu.lab import count_handshake_13

        return _ends(count_handshake_13(pair, where, level), where, MODELLED)
    handshake = find_handshake("+".join(pair), where, version="", level=level, table=HANDSHAKES_13)
    return _ends(handshake, where, STORED) if handshake else iter(())


def _accuracy(m: WholeHandshake) -> tuple[float, float]:
    return m.composed_cycles / m.cycles.typical, m.composed_bytes / m.wire_bytes


def estimate(handshake: Handshake, side: str) -> tuple[Trace, list[Datagram]]:
    """Estimate one end from the same library's operations, each run alone, and the standards' message lengths."""
    exchange, signature = EXCHANGES[handshake.pair[0]], SIGNATURES[handshake.pair[1]]
    messages: list[PlannedMessage] = messages_13(layout.Handshake13(exchange, signature))
    sent = pack(messages, DTLS13)
    operations = steps(
        Plan(messages, DTLS13, exchange, signature, True, 0), side,
        lambda scheme, operation: CountedOperation("", handshake.operation(scheme, operation), 0, 0),
    )  # fmt: skip
    symmetric = (
        (hashed_blocks(messages, DTLS13), handshake.operation(*HASHED)),
        (sealed_blocks(sent, DTLS13), aes_block(handshake.sealing[side])),
    )
    return total([*(step.counted.trace for step in operations), weighted(symmetric)]), sent


def _ends(handshake: Handshake, where: Target, basis: Basis) -> Iterator[WholeHandshake]:
    exchange, signature = EXCHANGES[handshake.pair[0]], SIGNATURES[handshake.pair[1]]
    radio = frames(handshake.datagram_bytes)
    made = handshake.made
    for side, counts in handshake.sides.items():
        operations = dict(counts.runs)
        if _MEAN in operations:
            operations[_MEAN] = handshake.operation(signature.name, SIGN)
        figures = timed(total(operations.values()), where, counts.stack_bytes, counts.flash_bytes,
                        heap_bytes=counts.heap_bytes, context_bytes=counts.context_bytes)  # fmt: skip
        estimated, sent = estimate(handshake, side)
        yield WholeHandshake(
            **figures,
            subject=f"dtls-1.3-{exchange.name}-{signature.name}-{side}@{WOLFSSL.title.lower()}-{made.release}/{where.core}",
            operation="handshake",
            basis=basis,
            bytes=float(handshake.bytes),
            **pair_facts(exchange, signature),
            wire_bytes=handshake.bytes,
            parts=tuple(
                ComposedPart(scheme=name, operation="", subject="", cycles=warm_cycles(trace, where).typical)
                for name, trace in operations.items()
            ),
            level=handshake.level.removeprefix("-"),
            code="",
            packages=(WOLFSSL.package,),
            commands=(made.command,) if made.command else (),
            side=side,
            protocol=DTLS13.title,
            mutual=True,
            cookie=True,
            messages=tuple(HandshakeMessage(side=m.side, name=m.name, bytes=m.bytes) for m in handshake.messages),
            flights=_flights(handshake),
            records=handshake.records,
            datagrams=handshake.datagrams,
            bytes_on_ipv6=handshake.bytes + DTLS13.under * handshake.datagrams,
            frames=radio.count,
            frame_bytes=radio.bytes,
            air=radio.air_ms,
            library=WOLFSSL.title,
            release=made.release,
            licence=WOLFSSL.licence,
            compiler=made.compiler,
            composed_cycles=warm_cycles(estimated, where).typical,
            composed_bytes=on_wire(sent),
            composed_datagrams=len(sent),
        )


def _flights(handshake: Handshake) -> int:
    """Return the number of flights: sequences of messages from the same side."""
    sides = [message.side for message in handshake.messages]
    return 1 + sum(before != after for before, after in pairwise(sides))
