# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Post-quantum schemes and hybrids on one target: what is stored answers, what is not is built, run and checked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from wirerate.catalogue.libraries import DEFAULT, library
from wirerate.catalogue.schemes import (
    IMPLEMENTATIONS,
    SCHEMES,
    SLH_DSA,
    SYMMETRIC,
    Hybrid,
    Implementation,
    Scheme,
    implemented,
)
from wirerate.records import Interval
from wirerate.wings.mcu import store
from wirerate.wings.mcu.curve_options import Case, Toggles
from wirerate.wings.mcu.questions import Asked
from wirerate.wings.mcu.rows import BoardOperation, CycleRange, Energy, LibraryCall, SchemeOperation
from wirerate.wings.mcu.target import Target
from wirerate.wings.mcu.target_cost import (
    MODELLED,
    STORED,
    known_operation,
    operation_on_curve,
    record_calls,
    scheme_operation,
)


def answers(asked: Sequence[Asked], where: Target, level: str, measure: bool) -> Iterator[SchemeOperation]:
    for scheme, code in asked:
        if isinstance(scheme, Hybrid):
            kem = answers([(SCHEMES[scheme.scheme], code)], where, level, measure)
            own = [SCHEMES[scheme.curve]] if scheme.curve in SCHEMES else []
            curve = [(each, IMPLEMENTATIONS[implemented(each.name)[0]]) for each in own]
            agreement = answers(curve, where, level, measure)
            yield from _composed(scheme, list(kem), list(agreement), where, level, measure)
            continue
        stored = [
            None if measure else _known(scheme, code.name, operation, where, level) for operation in scheme.operations
        ]
        if None in stored:
            yield from _now(scheme, code, where, level)
        else:
            yield from (each for each in stored if each is not None)


def _now(scheme: Scheme, code: Implementation, where: Target, level: str) -> Iterator[SchemeOperation]:
    from wirerate.wings.mcu.lab import count_scheme

    for point in count_scheme(scheme.name, code.name, where, level):
        yield scheme_operation(point, where)


def _known(scheme: Scheme, who: str, operation: str, where: Target, level: str) -> SchemeOperation | None:
    point = store.known(store.SCHEMES, f"{scheme.name}@{who}", operation, level, where)
    return scheme_operation(point, where, STORED) if point else None


_BESIDE = ("slh-dsa-sha2-128s", "slh-dsa-sha2-128f")  # of a dozen sets that differ by what they hash with


def around(where: Target, level: str) -> Iterator[SchemeOperation]:
    """Every scheme that is stored, by who is meant where none is named; of SLH-DSA the smallest set and the fastest."""
    for scheme in SCHEMES.values():
        for operation in scheme.operations if scheme.family != SLH_DSA or scheme.name in _BESIDE else ():
            if found := _known(scheme, implemented(scheme.name)[0], operation, where, level):
                yield found


# ---- hybrids, whose figures are sums: what is composed is called so ----

OnCurve = BoardOperation | SchemeOperation  # of Mbed TLS, or of whoever has the curve as a scheme
# Of Mbed TLS, making a key pair is what ECDHE does beside ECDH.
_ON_CURVE = {
    "keygen": (("ecdhe", 1), ("ecdh", -1)),
    "encapsulate": (("ecdhe", 1),),
    "decapsulate": (("ecdh", 1),),
}
_AGREED = {
    "keygen": (("keygen", 1),),
    "encapsulate": (("keygen", 1), ("agree", 1)),
    "decapsulate": (("agree", 1),),
}


def _composed(
    hybrid: Hybrid,
    kem: Sequence[SchemeOperation],
    agreement: Sequence[SchemeOperation],
    where: Target,
    level: str,
    measure: bool,
) -> Iterator[SchemeOperation]:
    """One for each of the mechanism's operations. `agreement` is empty where the curve is one of Mbed TLS."""
    curve: Mapping[str, OnCurve]
    if agreement:
        names, curve = _AGREED, {m.operation: m for m in agreement}
    else:
        names = _ON_CURVE
        curve = {name: _on_curve(hybrid.curve, name, where, level, measure) for name in ("ecdh", "ecdhe")}
    for m in kem:
        yield _sum(hybrid, m, [(weight, curve[name]) for name, weight in names[m.operation]], where)


def _on_curve(curve: str, operation: str, where: Target, level: str, measure: bool) -> BoardOperation:
    case = Case(DEFAULT, level, curve, operation, Toggles(window=library(DEFAULT).window))
    found = None if measure else known_operation(case, where)
    if found is None:
        from wirerate.wings.mcu.lab import count_on_curve

        found = operation_on_curve(count_on_curve(case, where), case, where, MODELLED)
    return found


def _sum(hybrid: Hybrid, of: SchemeOperation, curve: Sequence[tuple[int, OnCurve]], where: Target) -> SchemeOperation:
    """One after the other: times, energy and flash add up, and of the stacks the deeper counts. A low end is of low
    ends and a high one of high ends: what they leave open is the same in all."""
    packages, command, whole = _other(curve[0][1])
    parts: list[tuple[int, OnCurve]] = [(1, of), *curve]
    energies = [(weight, each.energy) for weight, each in parts if each.energy]
    stack, heap = max(each.stack_bytes for _, each in parts), max(each.heap_bytes for _, each in parts)
    held = of.held_bytes + hybrid.share * (1 if of.operation == "keygen" else 2)
    taken = {"ram": stack + heap + of.static_bytes + held, "flash": of.flash_bytes + whole}
    return replace(
        of,
        subject=f"{hybrid.name}@{of.implementation}/{of.core}",
        basis=STORED if all(each.basis == STORED for _, each in parts) else MODELLED,
        ns=Interval(
            sum(weight * each.ns.median for weight, each in parts),
            sum(weight * each.ns.low for weight, each in parts),
            sum(weight * each.ns.high for weight, each in parts),
            None,
            tuple(dict.fromkeys(unknown for _, each in parts for unknown in each.ns.unknowns)),
        ),
        scheme=hybrid.name,
        standard=hybrid.source,
        instructions=sum(weight * each.instructions for weight, each in parts),
        cycles=CycleRange(
            typical=sum(weight * each.cycles.typical for weight, each in parts),
            low=sum(weight * each.cycles.low for weight, each in parts),
            high=sum(weight * each.cycles.high for weight, each in parts),
        ),
        first_run=None,  # the one finds in the cache what the other left
        energy=Energy(
            low=sum(weight * each.low for weight, each in energies),
            high=sum(weight * each.high for weight, each in energies),
        )
        if energies
        else None,
        stack_bytes=stack,
        heap_bytes=heap,
        ram_bytes=taken["ram"],
        flash_bytes=taken["flash"],
        whole_flash_bytes=of.whole_flash_bytes + whole,
        over=tuple(name for name, limit in where.limits.items() if taken[name] > limit),
        held_bytes=held,
        public_key_bytes=of.public_key_bytes + hybrid.share,
        ciphertext_bytes=(of.ciphertext_bytes or 0) + hybrid.share,
        packages=(*packages, *of.packages),
        command="; ".join(dict.fromkeys(each for each in (of.command, command) if each)),
        composed=tuple(f"{'less ' * (weight < 0)}{each.subject} {each.operation}" for weight, each in parts),
    )


def _other(m: OnCurve) -> tuple[tuple[str, ...], str, int]:
    """Of the curve's part: packages, the command that stored it, and flash."""
    if isinstance(m, SchemeOperation):
        return m.packages, m.command, m.whole_flash_bytes
    return (f"Mbed TLS {m.release}",), m.command, m.flash_bytes


# ---- hashes, MACs and ciphers by the record ----


def records(names: Sequence[str], where: Target, level: str, measure: bool) -> Iterator[LibraryCall]:
    """A call for each of the catalogue's records."""
    for name in names:
        found = None if measure else store.known(store.SYMMETRIC, name, "", level, where)
        if found:
            yield from record_calls(found, where, STORED)
        else:
            from wirerate.wings.mcu.lab import count_symmetric

            yield from record_calls(count_symmetric(name, where, level), where)


def records_around(where: Target, level: str) -> Iterator[LibraryCall]:
    """Every one that is stored."""
    for name in SYMMETRIC:
        if found := store.known(store.SYMMETRIC, name, "", level, where):
            yield from record_calls(found, where, STORED)
