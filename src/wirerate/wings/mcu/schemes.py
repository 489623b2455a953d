# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Post-quantum schemes, hybrids and records on one target: stored results, or results of programs built and run now."""

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
from wirerate.wings.mcu.questions import SchemeChoice
from wirerate.wings.mcu.rows import BoardOperation, CycleRange, Energy, LibraryCall, SchemeOperation
from wirerate.wings.mcu.target import Target
from wirerate.wings.mcu.target_cost import (
    MODELLED,
    STORED,
    find_operation,
    operation_on_curve,
    record_calls,
    scheme_operation,
)


def scheme_rows(choices: Sequence[SchemeChoice], where: Target, level: str, measure: bool) -> Iterator[SchemeOperation]:
    """Yield all operations of schemes and hybrids. With `measure`, or if a result is not stored, run them now."""
    for scheme, code in choices:
        if isinstance(scheme, Hybrid):
            kem = scheme_rows([(SCHEMES[scheme.scheme], code)], where, level, measure)
            curves = [SCHEMES[scheme.curve]] if scheme.curve in SCHEMES else []
            curve_choices = [(curve, IMPLEMENTATIONS[implemented(curve.name)[0]]) for curve in curves]
            agreement = scheme_rows(curve_choices, where, level, measure)
            yield from _hybrid_rows(scheme, list(kem), list(agreement), where, level, measure)
            continue
        stored = [
            None if measure else _stored_row(scheme, code.name, operation, where, level)
            for operation in scheme.operations
        ]
        if None in stored:
            yield from _count_now(scheme, code, where, level)
        else:
            yield from (row for row in stored if row is not None)


def _count_now(scheme: Scheme, code: Implementation, where: Target, level: str) -> Iterator[SchemeOperation]:
    from wirerate.wings.mcu.lab import count_scheme

    for point in count_scheme(scheme.name, code.name, where, level):
        yield scheme_operation(point, where)


def _stored_row(
    scheme: Scheme, implementation: str, operation: str, where: Target, level: str
) -> SchemeOperation | None:
    point = store.find_point(store.SCHEMES, f"{scheme.name}@{implementation}", operation, level, where)
    return scheme_operation(point, where, STORED) if point else None


_COMPARED = ("slh-dsa-sha2-128s", "slh-dsa-sha2-128f")  # two of twelve parameter sets: the smallest and the fastest


def stored_scheme_rows(where: Target, level: str) -> Iterator[SchemeOperation]:
    """Yield the stored operations of all schemes in their default implementation, for comparison on the HTML page."""
    for scheme in SCHEMES.values():
        for operation in scheme.operations if scheme.family != SLH_DSA or scheme.name in _COMPARED else ():
            if row := _stored_row(scheme, implemented(scheme.name)[0], operation, where, level):
                yield row


# ---- hybrids, whose figures are sums of their parts' ----

OnCurve = BoardOperation | SchemeOperation  # an operation of Mbed TLS, or another library's scheme on the same curve
# The curve operations of each KEM operation, with weights. In Mbed TLS, key generation is ECDHE minus ECDH.
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


def _hybrid_rows(
    hybrid: Hybrid,
    kem: Sequence[SchemeOperation],
    agreement: Sequence[SchemeOperation],
    where: Target,
    level: str,
    measure: bool,
) -> Iterator[SchemeOperation]:
    """Yield a row for each operation of the KEM. `agreement` is empty if Mbed TLS computes the curve's part."""
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
    row = None if measure else find_operation(case, where)
    if row is None:
        from wirerate.wings.mcu.lab import count_on_curve

        row = operation_on_curve(count_on_curve(case, where), case, where, MODELLED)
    return row


def _sum(hybrid: Hybrid, kem: SchemeOperation, curve: Sequence[tuple[int, OnCurve]], where: Target) -> SchemeOperation:
    """Return the row of a hybrid: times, energy and flash are the sums of its parts, the stack is the larger one.

    The sums of low ends and of high ends are the ends of the range, because unknown details affect all parts alike.
    """
    packages, command, whole = _origin(curve[0][1])
    parts: list[tuple[int, OnCurve]] = [(1, kem), *curve]
    energies = [(weight, m.energy) for weight, m in parts if m.energy]
    stack, heap = max(m.stack_bytes for _, m in parts), max(m.heap_bytes for _, m in parts)
    held = kem.held_bytes + hybrid.share * (1 if kem.operation == "keygen" else 2)
    needs = {"ram": stack + heap + kem.static_bytes + held, "flash": kem.flash_bytes + whole}
    return replace(
        kem,
        subject=f"{hybrid.name}@{kem.implementation}/{kem.core}",
        basis=STORED if all(m.basis == STORED for _, m in parts) else MODELLED,
        ns=Interval(
            sum(weight * m.ns.median for weight, m in parts),
            sum(weight * m.ns.low for weight, m in parts),
            sum(weight * m.ns.high for weight, m in parts),
            None,
            tuple(dict.fromkeys(unknown for _, m in parts for unknown in m.ns.unknowns)),
        ),
        scheme=hybrid.name,
        standard=hybrid.source,
        instructions=sum(weight * m.instructions for weight, m in parts),
        cycles=CycleRange(
            typical=sum(weight * m.cycles.typical for weight, m in parts),
            low=sum(weight * m.cycles.low for weight, m in parts),
            high=sum(weight * m.cycles.high for weight, m in parts),
        ),
        first_run=None,  # unknown, because the first part changes the cache for the second
        energy=Energy(
            low=sum(weight * energy.low for weight, energy in energies),
            high=sum(weight * energy.high for weight, energy in energies),
        )
        if energies
        else None,
        stack_bytes=stack,
        heap_bytes=heap,
        ram_bytes=needs["ram"],
        flash_bytes=needs["flash"],
        whole_flash_bytes=kem.whole_flash_bytes + whole,
        over=tuple(name for name, limit in where.limits.items() if needs[name] > limit),
        held_bytes=held,
        public_key_bytes=kem.public_key_bytes + hybrid.share,
        ciphertext_bytes=(kem.ciphertext_bytes or 0) + hybrid.share,
        packages=(*packages, *kem.packages),
        command="; ".join(dict.fromkeys(filter(None, (kem.command, command)))),
        composed=tuple(f"{'less ' * (weight < 0)}{m.subject} {m.operation}" for weight, m in parts),
    )


def _origin(m: OnCurve) -> tuple[tuple[str, ...], str, int]:
    """Return the packages of the curve's part, the command that stored its result, and its flash size."""
    if isinstance(m, SchemeOperation):
        return m.packages, m.command, m.whole_flash_bytes
    return (f"Mbed TLS {m.release}",), m.command, m.flash_bytes


# ---- records through hashes, MACs and ciphers ----


def record_rows(names: Sequence[str], where: Target, level: str, measure: bool) -> Iterator[LibraryCall]:
    """Yield a row for each algorithm and record length of the catalogue, stored or counted now."""
    for name in names:
        point = None if measure else store.find_point(store.SYMMETRIC, name, "", level, where)
        if point:
            yield from record_calls(point, where, STORED)
        else:
            from wirerate.wings.mcu.lab import count_symmetric

            yield from record_calls(count_symmetric(name, where, level), where)


def stored_record_rows(where: Target, level: str) -> Iterator[LibraryCall]:
    """Yield the stored rows of all algorithms, for comparison on the HTML page."""
    for name in SYMMETRIC:
        if point := store.find_point(store.SYMMETRIC, name, "", level, where):
            yield from record_calls(point, where, STORED)
