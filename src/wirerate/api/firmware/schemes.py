# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Post-quantum schemes and hybrids on one target: what is stored answers, what is not is built, run and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wirerate.catalogue.curves import OPERATIONS
from wirerate.catalogue.schemes import HYBRIDS, SCHEMES, Hybrid, Implementation, Scheme, implemented, scheme_named
from wirerate.errors import UsageError, unknown
from wirerate.lab.mcu.target import Target, built_for
from wirerate.records import Measurement

Asked = tuple[Scheme | Hybrid, Implementation]


def parse_operations(words: Sequence[str]) -> tuple[tuple[str, ...], tuple[Asked, ...]]:
    """Operations on curves, and schemes or hybrids, each once: `sign`, `ml-kem-768`, `ml-kem-768@pqclean`,
    `x25519mlkem768`."""
    curves = tuple(dict.fromkeys(word for word in words if word in OPERATIONS))
    others = [word for word in words if word not in OPERATIONS]
    for word in others:
        if word.lower().partition("@")[0] not in {**SCHEMES, **HYBRIDS}:
            curve, _, operation = word.partition(":")
            if operation in OPERATIONS:
                raise UsageError(f"unknown operation {word!r}", fix=f"type --curve {curve} --op {operation}")
            raise unknown("operation", word, (*OPERATIONS, *SCHEMES, *HYBRIDS))
    found = {(asked.name, code.name): (asked, code) for asked, code in map(_named, others)}
    return curves, tuple(found.values())


def _named(word: str) -> Asked:
    name, at, who = word.lower().partition("@")
    if name not in HYBRIDS:
        return scheme_named(word)
    return HYBRIDS[name], scheme_named(HYBRIDS[name].scheme + at + who)[1]


def refuse(given: Mapping[str, object], schemes: Sequence[Asked]) -> None:
    """An error for an option that is for curves, where only schemes are asked for; `given` has them as typed."""
    option = next((name for name, value in given.items() if value not in (None, ())), None)
    if option and schemes:
        raise UsageError(
            f"{option} has no meaning with {schemes[0][0].name}: it is for ECDSA and ECDH",
            fix=f"leave out {option}, or add sign, verify, ecdh or ecdhe to --op",
        )


def answers(asked: Sequence[Asked], where: Target, level: str, measure: bool) -> Iterator[Measurement]:
    from wirerate.lab.mcu.schemes.store import known

    for scheme, code in asked:
        if isinstance(scheme, Hybrid):
            from wirerate.api.firmware import hybrids

            kem = answers([(SCHEMES[scheme.scheme], code)], where, level, measure)
            yield from hybrids.composed(scheme, list(kem), where, level, measure)
            continue
        stored = [
            None if measure else known(scheme.name, code.name, operation, level, where)
            for operation in scheme.operations
        ]
        if None in stored:
            yield from _now(scheme, code, where, level)
        else:
            yield from (each for each in stored if each is not None)


def _now(scheme: Scheme, code: Implementation, where: Target, level: str) -> Iterator[Measurement]:
    from wirerate.lab.mcu.schemes.images import Choice
    from wirerate.lab.mcu.schemes.run import points
    from wirerate.lab.mcu.schemes.store import measurement

    choice = Choice(scheme.name, code.name, built_for(where.core), level)
    for point in points(choice, buffers=(where.flash.buffers,)):
        yield measurement(point, where)


def around(where: Target, level: str) -> Iterator[Measurement]:
    """Every scheme that is stored, by who is meant where none is named."""
    from wirerate.lab.mcu.schemes.store import known

    for scheme in SCHEMES.values():
        for operation in scheme.operations:
            if found := known(scheme.name, implemented(scheme.name)[0], operation, level, where):
                yield found
