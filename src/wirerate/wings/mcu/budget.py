# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Find the configurations that fit limits of time, RAM, flash and energy, and the cheapest of them as a config.h.

A configuration fits if the high end of its range is within all limits; it may fit if only the low end is. The cheapest
one has the smallest sum of need / limit over all limits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from msgspec.structs import replace

from wirerate.catalogue.curves import CURVES, curve
from wirerate.catalogue.libraries import P256M, VERSIONS, maintained, version_named
from wirerate.errors import EXIT_CANNOT_TELL, EXIT_NO, EXIT_OK, MissingError, UsageError, unknown
from wirerate.host.machine import environment
from wirerate.links import parse_size
from wirerate.question import asks
from wirerate.records import Problem
from wirerate.report import numbers
from wirerate.wings.mcu import view as firmware
from wirerate.wings.mcu.curve_options import WINDOWS, Case, Toggles, fragment, psa_fragment
from wirerate.wings.mcu.questions import HANDSHAKE, McuBudget
from wirerate.wings.mcu.rows import (
    BoardOperation,
    BudgetAnswer,
    BudgetRun,
    Composed,
    ComposedHandshake,
    ComposedScheme,
    Configuration,
    Fit,
    Handshake,
    Limits,
)
from wirerate.wings.mcu.setups import SETUPS, configuration
from wirerate.wings.mcu.target_cost import find_operation

RESOURCES = ("time", "ram", "flash", "energy", "wire")
FITS, MAY_FIT, MISSES = "fits", "may fit", "misses"

_TIMES = {"s": 1e9, "ms": 1e6, "us": 1e3, "min": 60e9}
_ENERGIES = {"mJ": 1.0, "J": 1e3, "uJ": 1e-3}
_EXAMPLES = {"time": "time=1s", "ram": "ram=8Ki", "flash": "flash=40Ki", "energy": "energy=50mJ", "wire": "wire=4Ki"}


@dataclass(frozen=True)
class Budget:
    """The question's limits (`asked`) and the board's, by resource, in nanoseconds, millijoules or bytes."""

    asked: Mapping[str, float] = field(default_factory=dict)
    board: Mapping[str, float] = field(default_factory=dict)

    @property
    def limits(self) -> dict[str, float]:
        """Return, for each resource, the stricter of the question's limit and the board's."""
        both = {**self.board, **self.asked}
        return {name: min(both[name], self.board.get(name, both[name])) for name in RESOURCES if name in both}


def parse_budget(text: str) -> dict[str, float]:
    """Parse limits like `time=1s,ram=8Ki,flash=40Ki,energy=50mJ`, in any order.

    Raise UsageError for an unknown resource, one named twice, and one without a positive amount.
    """
    limits: dict[str, float] = {}
    for part in text.split(","):
        name, equals, amount = (word.strip() for word in part.partition("="))
        if name not in RESOURCES:
            raise unknown("resource", name, RESOURCES)
        if not equals or not amount:
            raise UsageError(f"{name} has no limit", fix=f"type {_EXAMPLES[name]}")
        if name in limits:
            raise UsageError(f"{name} has two limits", fix=f"type it once: {_EXAMPLES[name]}")
        limits[name] = _amount(name, amount)
    return limits


def _amount(name: str, text: str) -> float:
    if name in ("ram", "flash", "wire"):
        return float(parse_size(text.removesuffix("B") if text.endswith("iB") else text))
    units = _TIMES if name == "time" else _ENERGIES
    unit = next((u for u in sorted(units, key=len, reverse=True) if text.endswith(u)), "")
    number = text.removesuffix(unit).strip()
    if not unit or not number.replace(".", "", 1).isdecimal() or float(number) <= 0:
        raise UsageError(f"{name}={text} is not a positive number with one of the units {', '.join(units)}",
                         fix=f"type {_EXAMPLES[name]}")  # fmt: skip
    return float(number) * units[unit]


@dataclass(frozen=True)
class Needs:
    """Resources that a configuration needs, at the low and the high end of its range."""

    row: Configuration
    low: Mapping[str, float]
    high: Mapping[str, float]


def needs_of(m: Configuration) -> Needs:
    """Return the resources that a configuration needs.

    "energy" is missing if the board's current is unknown, and "wire" is missing if the operation sends nothing.
    """
    low, high = ({"time": end, "ram": m.ram_bytes, "flash": m.flash_bytes} for end in (m.ns.low, m.ns.high))
    if m.energy is not None:
        low["energy"], high["energy"] = m.energy.low, m.energy.high
    if m.bytes is not None:
        low["wire"] = high["wire"] = m.bytes
    return Needs(m, low, high)


@dataclass(frozen=True)
class Judged:
    """A configuration compared with the limits."""

    needs: Needs
    word: str  # fits | may fit | misses
    share: float  # the largest need / limit, at the high end of the range
    worst: str  # the resource with the largest need / limit; "" without limits
    total: float  # the sum of need / limit over all limits

    @property
    def row(self) -> Configuration:
        return self.needs.row


@dataclass(frozen=True)
class Outcome:
    """All configurations compared with one budget."""

    budget: Budget
    judged: tuple[Judged, ...]
    optimal: tuple[Judged, ...]  # Pareto-optimal: none is better in one resource and no worse in the rest
    cheapest: Judged | None  # the cheapest that fits; if none does, the cheapest that may fit

    @property
    def nearest(self) -> Judged | None:
        """Return the configuration that exceeds its limits least, if nothing fits."""
        return min(self.judged, key=lambda j: j.share, default=None) if self.cheapest is None else None

    @property
    def status(self) -> int:
        if self.cheapest is None:
            return EXIT_NO
        return EXIT_OK if self.cheapest.word == FITS else EXIT_CANNOT_TELL


def judge_budget(rows: Sequence[Configuration], budget: Budget) -> Outcome:
    """Compare every configuration with the budget, and find the Pareto-optimal ones and the cheapest."""
    judged = tuple(_judge(needs_of(m), budget.limits) for m in rows)
    optimal = _pareto(judged)  # the cheapest configuration is always among them
    able = [j for j in optimal if j.word == FITS] or [j for j in optimal if j.word == MAY_FIT]
    cheapest = min(able, key=lambda j: (j.total, j.needs.high["time"]), default=None)
    return Outcome(budget, judged, optimal, cheapest)


def _judge(needs: Needs, limits: Mapping[str, float]) -> Judged:
    shares = {name: needs.high[name] / limit for name, limit in limits.items() if name in needs.high}
    worst = max(shares, key=lambda name: shares[name], default="")
    fits = all(share <= 1 for share in shares.values())
    word = FITS if fits else MISSES if any(needs.low[name] > limits[name] for name in shares) else MAY_FIT
    return Judged(needs, word, shares.get(worst, 0.0), worst, sum(shares.values()))


def _pareto(judged: Sequence[Judged]) -> tuple[Judged, ...]:
    points = [_point(j) for j in judged]
    return tuple(j for j, point in zip(judged, points, strict=True) if not any(_beats(p, point) for p in points))


def _point(judged: Judged) -> tuple[float, ...]:
    high = judged.needs.high
    return judged.row.ns.median, high["ram"], high["flash"], high.get("energy", 0.0), high.get("wire", 0.0)


def _beats(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Return whether `one` is better in some resource and no worse in the rest."""
    return one != other and all(a <= b for a, b in zip(one, other, strict=True))


# ---- the question ----


@asks(McuBudget)
def mcu_budget(question: McuBudget) -> BudgetRun:
    """Find the stored configurations that fit limits on a board, and the cheapest of them as a config.h.

    `limits` maps "time" to nanoseconds, "energy" to millijoules, and "ram", "flash" and "wire" to bytes. `purpose` is
    sign, verify, ecdh, ecdhe, kem, signature or handshake. Only curves with at least `security` bits are considered,
    and only maintained versions of the library unless `version` names one. `quantum` ("classical", "hybrid", "safe")
    restricts key exchanges, signatures or handshakes to that kind; such handshakes are estimates. The run's exit status
    is 0 if something fits, 1 if nothing does, and 3 if ranges cross the limits.
    """
    rows = _configurations(question)
    if not rows:
        raise MissingError(
            f"no results for {question.purpose} on {question.where.title} with these settings are stored",
            fix="leave out ‹version›, ‹level› or ‹curves›, or run the grid: wirerate mcu grid",
        )
    outcome = judge_budget(rows, Budget(question.limits, question.where.limits))
    return BudgetRun(
        command="mcu budget",
        environment=environment(),
        exit=outcome.status,
        findings=answer(rows, outcome, question.purpose, question.security, question.quantum or ""),
        rows=list(rows),
        problems=[_nothing_fits(outcome.nearest, outcome.budget)] if outcome.nearest is not None else [],
    )


def _configurations(question: McuBudget) -> Sequence[Configuration]:
    if question.composed:
        from wirerate.wings.mcu.handshake_estimates import estimates

        return estimates(question)
    if question.purpose == HANDSHAKE:
        from wirerate.wings.mcu import measured_handshakes

        return list(measured_handshakes.configurations(question.where, question.version, question.built_at))
    return list(_curve_operations(question))


def _toggles(version: str, question: McuBudget) -> Iterator[Toggles]:
    """Yield all combinations of the options that agree with the options set in the question."""
    if version == P256M:
        yield Toggles()
        return
    for nist in (True, False) if question.nist is None else (question.nist,):
        for comb in (True, False) if question.fixed_point is None else (question.fixed_point,):
            yield from (Toggles(nist, comb, window) for window in question.windows or WINDOWS)


def _strong(requested: tuple[str, ...], security: int) -> list[str]:
    """Return the requested curves with enough security; if none are requested, all such curves that may be proposed."""
    names = requested or tuple(name for name, facts in CURVES.items() if facts.proposed)
    strong = [name for name in names if CURVES[name].strength >= security]
    if not strong:
        weakest = max(CURVES[name].strength for name in names)
        raise UsageError(
            f"{', '.join(names)} has only {weakest} bits of security; {security} are required",
            fix=f"choose secp256r1, or lower the requirement: ‹security={112 if weakest >= 112 else 80}›",
        )
    return strong


def _curve_operations(question: McuBudget) -> Iterator[BoardOperation]:
    """Yield the stored configurations of a curve operation, without those equivalent to an earlier one."""
    names = _strong(tuple(curve(name).name for name in question.curves or ()), question.security)
    every = [version for version in (*VERSIONS, P256M) if maintained(version)]
    seen = set()
    for version in [version_named(question.version)] if question.version else every:
        for name in names:
            if not CURVES[name].has(question.purpose) or (version == P256M and name != "secp256r1"):
                continue
            for toggles in _toggles(version, question):
                case = Case(version, question.built_at, name, question.purpose, toggles)
                row = find_operation(case, question.where)
                if row is not None and (key := _figures(row)) not in seen:
                    seen.add(key)
                    yield row


def _figures(m: BoardOperation) -> tuple[object, ...]:
    """Return a key that equivalent configurations share: curve, version, level, cycles and memory."""
    return m.curve, m.version, m.level, m.cycles, m.stack_bytes, m.heap_bytes, m.flash_bytes


def answer(
    rows: Sequence[Configuration], outcome: Outcome, purpose: str, security: int, quantum: str = ""
) -> BudgetAnswer:
    """Return the findings of a budget, and set `fit` in every row."""
    _mark(outcome)
    findings = BudgetAnswer(
        purpose=purpose,
        security=security,
        quantum=quantum,
        asked=_limits(outcome.budget.asked),
        limits=_limits(outcome.budget.limits),
    )
    if outcome.cheapest is None:
        return replace(findings, nearest=_index(rows, outcome.nearest))
    config, psa = _proposal(outcome.cheapest.row, purpose)
    return replace(findings, chosen=_index(rows, outcome.cheapest), config=config, psa_config=psa)


def _index(rows: Sequence[Configuration], judged: Judged | None) -> int | None:
    return next((number for number, row in enumerate(rows) if judged and row is judged.row), None)


def _mark(outcome: Outcome) -> None:
    optimal = {id(j.row) for j in outcome.optimal}
    for j in outcome.judged:
        j.row.fit = Fit(word=j.word, share=j.share, worst=j.worst, total=j.total, front=id(j.row) in optimal)


def _limits(limits: Mapping[str, float]) -> Limits:
    sizes = {name: int(limits[name]) for name in ("ram", "flash", "wire") if name in limits}
    return Limits(time=limits.get("time"), energy=limits.get("energy"), **sizes)


def _proposal(m: Configuration, purpose: str) -> tuple[str, str]:
    """Return the proposal's lines for mbedtls_config.h and crypto_config.h; only curve operations have the latter."""
    if isinstance(m, Handshake):
        return configuration(SETUPS[m.setup], m.side, int(m.release.partition(".")[0])), ""
    if isinstance(m, ComposedScheme | ComposedHandshake):
        from wirerate.wings.mcu.handshake_estimates import proposal

        return proposal(m), ""
    psa = psa_fragment(m.curve, (purpose,), m.version)
    if m.version == P256M:
        return _P256M + psa, psa
    toggles = Toggles(m.options.nist, m.options.fixed_point, m.options.window)
    return fragment(m.curve, toggles, (purpose,), m.version), psa


def _nothing_fits(nearest: Judged, budget: Budget) -> Problem:
    """Return the problem which says that no configuration fits and which one comes closest."""
    name = nearest.worst
    needs, limit = nearest.needs.high[name], budget.limits[name]
    over = (needs / limit - 1) * 100
    board = name in budget.board and limit == budget.board[name]
    limiter = "the board's" if board else "the"
    return Problem(
        code="nothing-fits",
        message=f"nothing fits; {_describe(nearest.row)} comes closest: {name} {amount(name, needs)}, "
        f"{over:.0f} % over {limiter} limit of {amount(name, limit)}",
        fix="choose a larger part" if board else f"allow {name}={_typed(name, needs)}",
    )


def _describe(m: Configuration) -> str:
    if isinstance(m, Handshake):
        return f"{m.setup} as {m.side}"
    if isinstance(m, Composed):
        return firmware.configuration_name(m)
    return f"{m.curve} of {m.release} with window {m.options.window}"


def amount(name: str, value: float) -> str:
    if name == "time":
        return numbers.time_ns(value)
    return f"{numbers.significant(value, 2)} mJ" if name == "energy" else f"{value:,.0f} bytes"


def _typed(name: str, value: float) -> str:
    """Return a limit, rounded up, as a user types it."""
    if name == "time":
        return f"{int(value / 1e6) + 1}ms"
    if name == "energy":
        return f"{value * 1.01:.3g}mJ"
    return f"{int(value / 1024) + 1}Ki"


_P256M = """\
/* Add to mbedtls_config.h; the lines with PSA_WANT belong in crypto_config.h. Every signature needs secure random
   numbers from your board: mbedtls_psa_external_get_random() or an entropy source. */
#define MBEDTLS_PSA_CRYPTO_C
#define MBEDTLS_PSA_CRYPTO_CONFIG
#define MBEDTLS_PSA_P256M_DRIVER_ENABLED
"""
