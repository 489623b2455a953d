# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Post-quantum schemes and hybrids on one target: what is stored answers, what is not is built, run and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from wirerate.catalogue.curves import OPERATIONS
from wirerate.catalogue.schemes import (
    HYBRIDS,
    IMPLEMENTATIONS,
    SCHEMES,
    SLH_DSA,
    SYMMETRIC,
    Hybrid,
    Implementation,
    Scheme,
    implemented,
    scheme_named,
)
from wirerate.errors import UsageError, unknown
from wirerate.wings.mcu.rows import SchemeOperation
from wirerate.wings.mcu.target import Target, built_for

Asked = tuple[Scheme | Hybrid, Implementation]


class Wanted(NamedTuple):
    """Operations on curves, schemes or hybrids, and hashes, MACs and ciphers, each once."""

    curves: tuple[str, ...]
    schemes: tuple[Asked, ...]
    symmetric: tuple[str, ...]


def parse_operations(words: Sequence[str]) -> Wanted:
    """Of `sign`, `ml-kem-768`, `ml-kem-768@pqclean`, `x25519mlkem768`, `aes-128-ccm`."""
    curves = tuple(dict.fromkeys(word for word in words if word in OPERATIONS))
    symmetric = tuple(dict.fromkeys(word.lower() for word in words if word.lower() in SYMMETRIC))
    others = [word for word in words if word not in OPERATIONS and word.lower() not in SYMMETRIC]
    for word in others:
        if word.lower().partition("@")[0] not in {**SCHEMES, **HYBRIDS}:
            curve, _, operation = word.partition(":")
            if operation in OPERATIONS:
                raise UsageError(f"unknown operation {word!r}", fix=f"type --curve {curve} --op {operation}")
            raise unknown("operation", word, (*OPERATIONS, *SCHEMES, *HYBRIDS, *SYMMETRIC))
    found = {(asked.name, code.name): (asked, code) for asked, code in map(_named, others)}
    return Wanted(curves, tuple(found.values()), symmetric)


def _named(word: str) -> Asked:
    name, at, who = word.lower().partition("@")
    if name not in HYBRIDS:
        return scheme_named(word)
    return HYBRIDS[name], scheme_named(HYBRIDS[name].scheme + at + who)[1]


def refuse(given: Mapping[str, object], wanted: Wanted) -> None:
    """An error for an option that is for curves, where none are asked for; `given` has them as typed."""
    option = next((name for name, value in given.items() if value not in (None, ())), None)
    if option:
        names = (*(asked.name for asked, _ in wanted.schemes), *wanted.symmetric)
        raise UsageError(
            f"{option} has no meaning with {names[0]}: it is for ECDSA and ECDH",
            fix=f"leave out {option}, or add sign, verify, ecdh or ecdhe to --op",
        )


def answers(asked: Sequence[Asked], where: Target, level: str, measure: bool) -> Iterator[SchemeOperation]:
    from wirerate.wings.mcu.schemes.store import known

    for scheme, code in asked:
        if isinstance(scheme, Hybrid):
            from wirerate.wings.mcu.answers import hybrids

            kem = answers([(SCHEMES[scheme.scheme], code)], where, level, measure)
            own = [SCHEMES[scheme.curve]] if scheme.curve in SCHEMES else []
            curve = [(each, IMPLEMENTATIONS[implemented(each.name)[0]]) for each in own]
            agreement = answers(curve, where, level, measure)
            yield from hybrids.composed(scheme, list(kem), list(agreement), where, level, measure)
            continue
        stored = [
            None if measure else known(scheme.name, code.name, operation, level, where)
            for operation in scheme.operations
        ]
        if None in stored:
            yield from _now(scheme, code, where, level)
        else:
            yield from (each for each in stored if each is not None)


def _now(scheme: Scheme, code: Implementation, where: Target, level: str) -> Iterator[SchemeOperation]:
    from wirerate.wings.mcu.lab.scheme_images import Choice
    from wirerate.wings.mcu.schemes.run import points
    from wirerate.wings.mcu.schemes.store import scheme_operation

    choice = Choice(scheme.name, code.name, built_for(where.core), level)
    for point in points(choice, buffers=(where.flash.buffers,)):
        yield scheme_operation(point, where)


_BESIDE = ("slh-dsa-sha2-128s", "slh-dsa-sha2-128f")  # of a dozen sets that differ by what they hash with


def around(where: Target, level: str) -> Iterator[SchemeOperation]:
    """Every scheme that is stored, by who is meant where none is named; of SLH-DSA the smallest set and the fastest."""
    from wirerate.wings.mcu.schemes.store import known

    for scheme in SCHEMES.values():
        for operation in scheme.operations if scheme.family != SLH_DSA or scheme.name in _BESIDE else ():
            if found := known(scheme.name, implemented(scheme.name)[0], operation, level, where):
                yield found
