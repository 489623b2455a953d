# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A budget: every stored configuration that may be proposed, held against it; the cheapest as a config.h."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from wirerate.catalogue.curves import CURVES, curve
from wirerate.catalogue.libraries import P256M, VERSIONS, maintained, version_named
from wirerate.errors import MissingError, UsageError
from wirerate.host.machine import environment
from wirerate.question import asks
from wirerate.records import Problem
from wirerate.report import numbers
from wirerate.wings.mcu.curve_options import WINDOWS, Case, Toggles, fragment, psa_fragment
from wirerate.wings.mcu.limits import Budget, Held, Outcome, judge_budget
from wirerate.wings.mcu.on_board import known_operation
from wirerate.wings.mcu.questions import HANDSHAKE, McuBudget
from wirerate.wings.mcu.rows import (
    BoardOperation,
    Composed,
    ComposedHandshake,
    ComposedScheme,
    Configuration,
    Fit,
    Handshake,
)
from wirerate.wings.mcu.runs import BudgetAnswer, BudgetRun, Limits
from wirerate.wings.mcu.view import common as firmware


@asks(McuBudget)
def mcu_budget(asked: McuBudget) -> BudgetRun:
    """What is stored for a `purpose` (sign, verify, ecdh, ecdhe, kem, signature or handshake) held against `limits` in
    nanoseconds, bytes, bytes, millijoules and bytes, by resource ("time", "ram", "flash", "energy", "wire"), and the
    cheapest as a config.h.

    Only curves of at least `security` bits in maintained versions are proposed, unless a version is named. `quantum`
    ("classical", "hybrid", "safe") is the kind of a kem, a signature or a handshake; with it handshakes are composed.
    Exit 0 when something fits, 1 when nothing does, 3 when ranges cross the limits.
    """
    rows = _configurations(asked)
    if not rows:
        raise MissingError(
            f"nothing is stored for {asked.purpose} on {asked.where.title} with that curve, version and level",
            fix="leave out ‹version›, ‹level› or ‹curves›, or run the grid: wirerate mcu grid",
        )
    outcome = judge_budget(rows, Budget(asked.limits, asked.where.limits))
    return BudgetRun(
        command="mcu budget",
        environment=environment(),
        exit=outcome.status,
        findings=answer(rows, outcome, asked.purpose, asked.security, asked.quantum or ""),
        rows=list(rows),
        problems=[_missed(outcome.nearest, outcome.budget)] if outcome.nearest is not None else [],
    )


def _configurations(asked: McuBudget) -> Sequence[Configuration]:
    """What there is to choose among."""
    if asked.composed:
        from wirerate.wings.mcu.answers.composing import compositions

        return compositions(asked)
    if asked.purpose == HANDSHAKE:
        from wirerate.wings.mcu.answers import dtls12

        return list(dtls12.configurations(asked.where, asked.version, asked.built_at))
    return list(_candidates(asked))


def _toggles(version: str, asked: McuBudget) -> Iterator[Toggles]:
    """Every choice that the caller left."""
    if version == P256M:
        yield Toggles()
        return
    for nist in (True, False) if asked.nist is None else (asked.nist,):
        for comb in (True, False) if asked.fixed_point is None else (asked.fixed_point,):
            yield from (Toggles(nist, comb, window) for window in asked.windows or WINDOWS)


def _strong(named: tuple[str, ...], security: int) -> list[str]:
    """The curves that may be proposed."""
    names = named or tuple(name for name, each in CURVES.items() if each.proposed)
    strong = [name for name in names if CURVES[name].strength >= security]
    if not strong:
        weakest = max(CURVES[name].strength for name in names)
        raise UsageError(
            f"{', '.join(names)} has {weakest} bits of security, less than the {security} that are asked for",
            fix=f"take secp256r1, or, if you must: ‹security={112 if weakest >= 112 else 80}›",
        )
    return strong


def _candidates(asked: McuBudget) -> Iterator[BoardOperation]:
    """Maintained unless a version is named; each effective configuration once."""
    names = _strong(tuple(curve(name).name for name in asked.curves or ()), asked.security)
    versions = [version_named(asked.version)] if asked.version else [v for v in (*VERSIONS, P256M) if maintained(v)]
    seen = set()
    for each in versions:
        for name in names:
            if not CURVES[name].has(asked.purpose) or (each == P256M and name != "secp256r1"):
                continue
            for toggles in _toggles(each, asked):
                found = known_operation(Case(each, asked.built_at, name, asked.purpose, toggles), asked.where)
                if found is not None and (same := _same(found)) not in seen:
                    seen.add(same)
                    yield found


def _same(own: BoardOperation) -> tuple[object, ...]:
    """What two configurations have in common that do the same."""
    return own.curve, own.version, own.level, own.cycles, own.stack_bytes, own.heap_bytes, own.flash_bytes


def answer(
    rows: Sequence[Configuration], outcome: Outcome, purpose: str, security: int, quantum: str = ""
) -> BudgetAnswer:
    """What was found; each row is told how it fits."""
    _mark(outcome)
    found = BudgetAnswer(
        purpose=purpose,
        security=security,
        quantum=quantum,
        asked=_limits(outcome.budget.asked),
        limits=_limits(outcome.budget.limits),
    )
    if outcome.cheapest is None:
        return replace(found, nearest=_place(rows, outcome.nearest))
    config, psa = _proposal(outcome.cheapest.row, purpose)
    return replace(found, chosen=_place(rows, outcome.cheapest), config=config, psa_config=psa)


def _place(rows: Sequence[Configuration], held: Held | None) -> int | None:
    return next((number for number, each in enumerate(rows) if held and each is held.row), None)


def _mark(outcome: Outcome) -> None:
    front = {id(held.row) for held in outcome.front}
    for held in outcome.held:
        on_it = id(held.row) in front
        held.row.fit = Fit(word=held.word, share=held.share, worst=held.worst, total=held.total, front=on_it)


def _limits(limits: Mapping[str, float]) -> Limits:
    sizes = {name: int(limits[name]) for name in ("ram", "flash", "wire") if name in limits}
    return Limits(time=limits.get("time"), energy=limits.get("energy"), **sizes)


def _proposal(m: Configuration, purpose: str) -> tuple[str, str]:
    """The chosen one for mbedtls_config.h and for crypto_config.h; the latter has nothing on a handshake."""
    if isinstance(m, Handshake):
        from wirerate.wings.mcu.answers import dtls12

        return dtls12.proposal(m), ""
    if isinstance(m, ComposedScheme | ComposedHandshake):
        from wirerate.wings.mcu.answers.composing import proposal

        return proposal(m), ""
    psa = psa_fragment(m.curve, (purpose,), m.version)
    if m.version == P256M:
        return _P256M + psa, psa
    toggles = Toggles(m.options.nist, m.options.fixed_point, m.options.window)
    return fragment(m.curve, toggles, (purpose,), m.version), psa


def _missed(nearest: Held, budget: Budget) -> Problem:
    """What misses by least, by which resource and by how much."""
    name = nearest.worst
    needs, limit = nearest.taken.high[name], budget.limits[name]
    over = (needs / limit - 1) * 100
    board = name in budget.board and limit == budget.board[name]
    whose = "the board's own" if board else "the"
    return Problem(
        code="nothing-fits",
        message=f"nothing fits; {_what(nearest.row)} misses by least: {name} {_amount(name, needs)}, "
        f"{over:.0f} % over {whose} limit of {_amount(name, limit)}",
        fix="take a larger part" if board else f"allow {name}={_typed(name, needs)}",
    )


def _what(m: Configuration) -> str:
    if isinstance(m, Handshake):
        return f"{m.setup}, the {m.side},"
    if isinstance(m, Composed):
        return firmware.name(m)
    return f"{m.curve} of {m.release} with window {m.options.window}"


def _amount(name: str, value: float) -> str:
    if name == "time":
        return numbers.time_ns(value)
    return f"{numbers.significant(value, 2)} mJ" if name == "energy" else f"{value:,.0f} bytes"


def _typed(name: str, value: float) -> str:
    """As it is typed, rounded up."""
    if name == "time":
        return f"{int(value / 1e6) + 1}ms"
    if name == "energy":
        return f"{value * 1.01:.3g}mJ"
    return f"{int(value / 1024) + 1}Ki"


_P256M = """\
/* Add to mbedtls_config.h; the lines with PSA_WANT belong to crypto_config.h. Every signature needs a good random
   number from your board: mbedtls_psa_external_get_random() or an entropy source. */
#define MBEDTLS_PSA_CRYPTO_C
#define MBEDTLS_PSA_CRYPTO_CONFIG
#define MBEDTLS_PSA_P256M_DRIVER_ENABLED
"""
