# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a budget can choose among that nobody ran as a whole: key exchanges, signatures and handshakes."""

from __future__ import annotations

from collections.abc import Iterator

from wirerate.catalogue.schemes import QUANTUM
from wirerate.wings.mcu.answers.composing import Asked, Composer, pairs
from wirerate.wings.mcu.answers.parts import Parts
from wirerate.wings.mcu.answers.whole_schemes import configuration, whole_schemes
from wirerate.wings.mcu.questions import HANDSHAKE, McuBudget
from wirerate.wings.mcu.rows import ComposedHandshake, ComposedScheme
from wirerate.wings.mcu.target import LEVEL, target

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
