# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a budget can choose among that nobody ran as a whole: key exchanges, signatures and handshakes."""

from __future__ import annotations

from collections.abc import Iterator

from wirerate.catalogue.schemes import HYBRID, QUANTUM
from wirerate.errors import UsageError, unknown
from wirerate.wings.mcu.answers.composing import Asked, Composer, pairs
from wirerate.wings.mcu.answers.parts import Parts
from wirerate.wings.mcu.answers.whole_schemes import KEM, SIGNATURE, configuration, whole_schemes
from wirerate.wings.mcu.rows import ComposedHandshake, ComposedScheme
from wirerate.wings.mcu.target import LEVEL, Target, level_named, target

SCHEMES = (KEM, SIGNATURE)
Composition = ComposedScheme | ComposedHandshake
_LEVELS = (LEVEL, "-Os", "-O3")  # that schemes are stored at


def compositions(
    where: Target, purpose: str, quantum: str | None, level: str | None, security: int
) -> list[Composition]:
    """Of that kind, of every kind where none is named; at every level that is stored where none is."""
    if quantum is not None and quantum not in QUANTUM:
        raise unknown("kind", quantum, QUANTUM)
    if purpose == SIGNATURE and quantum == HYBRID:
        raise UsageError("no hybrid of two signatures is known here", fix="type --quantum safe, or --for kem")
    rows: Iterator[Composition]
    rows = _schemes(where, purpose, quantum, level) if purpose in SCHEMES else _handshakes(where, quantum, level)
    return [m for m in rows if m.strength >= security]


def _schemes(where: Target, purpose: str, quantum: str | None, level: str | None) -> Iterator[ComposedScheme]:
    for each in (level_named(level),) if level else _LEVELS:
        for alternative in (False, True):
            yield from whole_schemes(Parts(where, each, alternative=alternative), purpose, quantum)


def _handshakes(where: Target, quantum: str | None, level: str | None) -> Iterator[ComposedHandshake]:
    for alternative in (False, True):
        composer = Composer(Parts(where, level_named(level), alternative=alternative))
        for kind in (quantum,) if quantum else QUANTUM:
            for asked in (Asked(*pair, mutual=mutual) for pair in pairs(kind) for mutual in (True, False)):
                if not alternative or composer.has_alternative(asked):
                    yield from composer.ends(asked)


def proposal(own: Composition) -> str:
    """What the code is made of, as lines for an engineer."""
    where = target(None, core=own.core, clock_hz=own.clock_hz)
    parts = Parts(where, f"-{own.level}", alternative=bool(own.code))
    names = (own.exchange, own.signature) if isinstance(own, ComposedHandshake) else (own.name,)
    return "\n".join(configuration(name, parts) for name in dict.fromkeys(names))
