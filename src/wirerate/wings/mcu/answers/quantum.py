# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a handshake takes that withstands a quantum computer, beside today's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from wirerate.catalogue.key_exchanges import CLASSICAL, QUANTUM
from wirerate.errors import EXIT_INTERRUPTED, EXIT_OK, MissingError, unknown
from wirerate.host.machine import environment
from wirerate.progress import Progress
from wirerate.records import HandshakeAnswer, Measurement, Problem, Run
from wirerate.records.details import Handshake13
from wirerate.wings.mcu.answers.composing import PROTOCOLS, SHOWN, TODAY, Asked, Composer
from wirerate.wings.mcu.answers.parts import Parts
from wirerate.wings.mcu.target import Target


def composed_handshakes(
    where: Target,
    quantum: str,
    protocol: str | None,
    level: str,
    *,
    measure: bool = False,
    progress: Progress | None = None,
) -> Run:
    """Today's handshake, and those of that kind whose operations are known; both ends, with the client's certificate
    and without."""
    if quantum not in QUANTUM:
        raise unknown("kind of handshake", quantum, QUANTUM)
    named = protocol or next(iter(PROTOCOLS))
    if named not in PROTOCOLS:
        raise unknown("protocol of handshakes", named, PROTOCOLS)
    run = Run(command="mcu handshake", kind="composed", environment=environment(), exit=EXIT_OK)
    composer, other = (Composer(Parts(where, level, measure=measure, alternative=each)) for each in (False, True))
    wanted = [(composer, asked) for asked in _asked(quantum, named)]
    wanted += [(other, asked) for asked in _asked(quantum, named) if asked.mutual and other.has_alternative(asked)]
    try:
        for number, (by, asked) in enumerate(wanted):
            if progress:
                progress(number / len(wanted), asked.title)
            run.measurements += by.ends(asked)
    except KeyboardInterrupt:
        run.partial, run.exit = True, EXIT_INTERRUPTED
    run.findings = answered(run.measurements, quantum, lambda _: composer.held_against_emulated())
    run.problems += beyond(run.measurements, where)
    if run.findings is None and not run.partial:
        raise MissingError(
            f"the operations of {'' if quantum == CLASSICAL else 'those and of '}today's handshake are not stored for "
            f"{where.title} at {level}",
            fix="build and run them: --measure",
        )
    return run


def _asked(quantum: str, protocol: str) -> Iterator[Asked]:
    pairs = dict.fromkeys((TODAY, *SHOWN[quantum]))
    for mutual in (True, False):
        yield from (Asked(*pair, protocol=protocol, mutual=mutual) for pair in pairs)


def beyond(rows: list[Measurement], where: Target) -> list[Problem]:
    found = [own for m in rows if isinstance(own := m.details, Handshake13) and own.over]
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


def answered(
    rows: list[Measurement], quantum: str, held: Callable[[Any], tuple[float, float]]
) -> HandshakeAnswer | None:
    """Client against client, with certificates at both ends: of that kind the first that is known. `held`: what is
    composed over what was emulated, time and bytes."""
    clients = [
        (number, own) for number, m in enumerate(rows)
        if isinstance(own := m.details, Handshake13) and own.side == "client" and own.mutual
    ]  # fmt: skip
    today = next((number for number, own in clients if (own.exchange, own.signature) == TODAY), None)
    chosen = today if quantum == CLASSICAL else next((n for n, own in clients if own.quantum == quantum), None)
    if today is None or chosen is None:
        return None
    alternative = next((n for n, own in clients if own.code and own.setup == dict(clients)[chosen].setup), None)
    (old, before), (new, after) = ((rows[n].ns, dict(clients)[n]) for n in (today, chosen))
    assert old is not None
    assert new is not None
    over = held(after)
    return HandshakeAnswer(
        quantum=quantum,
        today=today,
        chosen=chosen,
        alternative=alternative if alternative != chosen else None,
        time=new.median / old.median,
        ram=after.ram_bytes / before.ram_bytes,
        wire=after.wire_bytes / before.wire_bytes,
        emulated_time=over[0],
        emulated_wire=over[1],
    )
