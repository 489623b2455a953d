# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a handshake takes that withstands a quantum computer, beside today's."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from wirerate.catalogue.schemes import CLASSICAL
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK, MissingError
from wirerate.host.machine import environment
from wirerate.records import Problem
from wirerate.wings.mcu.answers.composing import PROTOCOLS, SHOWN, TODAY, Asked, Composer
from wirerate.wings.mcu.answers.parts import Parts
from wirerate.wings.mcu.questions import McuHandshake
from wirerate.wings.mcu.rows import Handshake13
from wirerate.wings.mcu.runs import ComposedRun, HandshakeAnswer
from wirerate.wings.mcu.target import Target

H = TypeVar("H", bound=Handshake13)


def composed_handshakes(question: McuHandshake, quantum: str) -> ComposedRun:
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
    run.findings = answered(run.rows, quantum, lambda _: composer.held_against_emulated())
    run.problems += beyond(run.rows, where)
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


def beyond(rows: Sequence[Handshake13], where: Target) -> list[Problem]:
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


def answered(rows: Sequence[H], quantum: str, held: Callable[[H], tuple[float, float]]) -> HandshakeAnswer | None:
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
