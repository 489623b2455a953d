# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Post-quantum schemes and hybrids on one target: what is stored answers, what is not is built, run and checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wirerate.catalogue.schemes import IMPLEMENTATIONS, SCHEMES, SLH_DSA, Hybrid, Implementation, Scheme, implemented
from wirerate.wings.mcu.questions import Asked
from wirerate.wings.mcu.rows import SchemeOperation
from wirerate.wings.mcu.target import Target, built_for


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
