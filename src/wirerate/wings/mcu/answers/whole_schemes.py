# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A key exchange or a signature with all that both ends do, composed of its operations: of each resource what the end
takes that takes more."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wirerate.catalogue.schemes import EXCHANGES, HYBRID, SAFE, SCHEMES, SIGNATURES, Algorithm, Exchange, Signature
from wirerate.wings.mcu.answers.composing import COMPOSED
from wirerate.wings.mcu.answers.parts import Part, Parts, together
from wirerate.wings.mcu.composition import SIGN, VERIFY, operations
from wirerate.wings.mcu.on_board import timed
from wirerate.wings.mcu.questions import KEM
from wirerate.wings.mcu.rows import ComposedPart, ComposedScheme
from wirerate.wings.mcu.setups import CLIENT, SERVER
from wirerate.wings.mcu.trace import total

_SECRET = 32  # of a curve


@dataclass(frozen=True)
class _End:
    """What one end computes, and the keys and messages that lie in RAM meanwhile."""

    does: tuple[tuple[str, str], ...]
    held: int


def whole_schemes(parts: Parts, purpose: str, quantum: str | None) -> Iterator[ComposedScheme]:
    """Every one of that kind whose operations are known. Hybrids withstand too."""
    kinds = (SAFE, HYBRID) if quantum == SAFE else (quantum,)
    known: dict[str, Exchange] | dict[str, Signature] = EXCHANGES if purpose == KEM else SIGNATURES
    for algorithm in known.values():
        names = algorithm.parts if isinstance(algorithm, Exchange) else (algorithm.name,)
        if (quantum is None or algorithm.quantum in kinds) and (not parts.alternative or parts.code(names)):
            found = _whole(parts, purpose, algorithm)
            if found is not None:
                yield found


def _whole(parts: Parts, purpose: str, algorithm: Algorithm) -> ComposedScheme | None:
    ends = _exchanging(algorithm) if isinstance(algorithm, Exchange) else _signing(algorithm)
    found = [[parts.find(scheme, operation) for scheme, operation in end.does] for end in ends]
    done = [[part for part in end if part is not None] for end in found]
    if not done[0] or any(None in end for end in found):
        return None
    used = [part for end in done for part in end]
    ram = [end.held + max(part.ran.working for part in one) for end, one in zip(ends, done, strict=True)]
    flash = sum(together(part.flash for part in used).values())
    timings = [
        (timed(total(part.ran.trace for part in one), parts.where, 0, flash, context_bytes=max(ram)), end, one)
        for end, one in zip(ends, done, strict=True)
    ]
    takes, end, slower = max(timings, key=lambda each: each[0]["ns"].median)
    deepest = max(slower, key=lambda part: part.ran.working)
    takes |= {"stack_bytes": deepest.ran.stack, "heap_bytes": deepest.ran.heap}
    return ComposedScheme(
        **takes,
        subject=f"{algorithm.name}@composed/{parts.where.core}",
        operation=purpose,
        basis=COMPOSED,
        bytes=float(_wire(algorithm)),
        setup=algorithm.title,
        quantum=algorithm.quantum,
        strength=algorithm.strength,
        category=algorithm.category,
        wire_bytes=_wire(algorithm),
        parts=tuple(_parts(parts, end, slower)),
        level=parts.level.removeprefix("-"),
        code=parts.code(algorithm.parts if isinstance(algorithm, Exchange) else (algorithm.name,)),
        packages=tuple(dict.fromkeys(each for part in used for each in part.packages)),
        commands=tuple(dict.fromkeys(part.command for part in used if part.command)),
        name=algorithm.name,
        purpose=purpose,
    )


def _exchanging(exchange: Exchange) -> tuple[_End, _End]:
    secret = sum(SCHEMES[each].secret_key if each in SCHEMES else _SECRET for each in exchange.parts)
    both = exchange.client + exchange.server
    client, server = (tuple(operations(exchange, side)) for side in (CLIENT, SERVER))
    return _End(client, secret + both), _End(server, both + _SECRET * len(exchange.parts))


def _signing(algorithm: Algorithm) -> tuple[_End, _End]:
    assert isinstance(algorithm, Signature)
    own = SCHEMES[algorithm.name].secret_key if algorithm.name in SCHEMES else _SECRET
    return (
        _End(((algorithm.name, SIGN),), own + algorithm.signature),
        _End(((algorithm.name, VERIFY),), algorithm.public_key + algorithm.signature),
    )


def _wire(algorithm: Algorithm) -> int:
    """Both shares, or the signature."""
    if isinstance(algorithm, Exchange):
        return algorithm.client + algorithm.server
    assert isinstance(algorithm, Signature)
    return algorithm.signature


def _parts(parts: Parts, end: _End, done: list[Part]) -> Iterator[ComposedPart]:
    for (scheme, operation), part in zip(end.does, done, strict=True):
        yield ComposedPart(
            scheme=scheme,
            operation=operation,
            subject=part.ran.subject,
            cycles=parts.cycles(part.ran.trace),
            working_bytes=part.ran.working,
            held_bytes=end.held,
        )


def configuration(name: str, parts: Parts) -> str:
    """What the code of one of the catalogue's is made of, as an engineer copies it."""
    from wirerate.wings.mcu.curve_options import fragment

    algorithm = EXCHANGES.get(name) or SIGNATURES[name]
    schemes = algorithm.parts if isinstance(algorithm, Exchange) else (algorithm.name,)
    lines = []
    for scheme in schemes:
        if parts.on_curve(scheme):
            case = parts.case(scheme, "")
            does = ("ecdhe",) if isinstance(algorithm, Exchange) else (SIGN, VERIFY)
            lines.append(fragment(case.curve, case.toggles, does))
        else:
            lines.append(parts.told(scheme))
    return "\n".join(lines)
