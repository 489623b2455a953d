# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A budget: configurations held against limits of time, RAM, flash and energy, the front of the best, and the cheapest
as a config.h.

A range is held against a limit by both its ends: a configuration fits when its high end does, may fit when only the low
end does. The cheapest that fits is the one that takes least of all limits together: its shares of them add up to least.
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
from wirerate.wings.mcu.target_cost import known_operation

RESOURCES = ("time", "ram", "flash", "energy", "wire")
FITS, MAY_FIT, MISSES = "fits", "may fit", "misses"

_TIMES = {"s": 1e9, "ms": 1e6, "us": 1e3, "min": 60e9}
_ENERGIES = {"mJ": 1.0, "J": 1e3, "uJ": 1e-3}
_EXAMPLES = {"time": "time=1s", "ram": "ram=8Ki", "flash": "flash=40Ki", "energy": "energy=50mJ", "wire": "wire=4Ki"}


@dataclass(frozen=True)
class Budget:
    """Limits by resource: time in nanoseconds, energy in millijoules, the others in bytes. `board` holds those that the
    part itself sets."""

    asked: Mapping[str, float] = field(default_factory=dict)
    board: Mapping[str, float] = field(default_factory=dict)

    @property
    def limits(self) -> dict[str, float]:
        """The stricter of what is asked and what the board has."""
        both = {**self.board, **self.asked}
        return {name: min(both[name], self.board.get(name, both[name])) for name in RESOURCES if name in both}


def parse_budget(text: str) -> dict[str, float]:
    """`time=1s,ram=8Ki,flash=40Ki,energy=50mJ`, in any order, each at most once."""
    limits: dict[str, float] = {}
    for part in text.split(","):
        name, equals, amount = (word.strip() for word in part.partition("="))
        if name not in RESOURCES:
            raise unknown("resource", name, RESOURCES)
        if not equals or not amount:
            raise UsageError(f"{name} has no limit", fix=f"type {_EXAMPLES[name]}")
        if name in limits:
            raise UsageError(f"{name} is named twice", fix=f"type it once: {_EXAMPLES[name]}")
        limits[name] = _amount(name, amount)
    return limits


def _amount(name: str, text: str) -> float:
    if name in ("ram", "flash", "wire"):
        return float(parse_size(text.removesuffix("B") if text.endswith("iB") else text))
    units = _TIMES if name == "time" else _ENERGIES
    unit = next((u for u in sorted(units, key=len, reverse=True) if text.endswith(u)), "")
    number = text.removesuffix(unit).strip()
    if not unit or not number.replace(".", "", 1).isdecimal() or float(number) <= 0:
        wanted = ", ".join(units)
        raise UsageError(f"{name}={text} is not above zero with one of the units {wanted}",
                         fix=f"type {_EXAMPLES[name]}")  # fmt: skip
    return float(number) * units[unit]


@dataclass(frozen=True)
class Taken:
    """What one configuration takes of each resource, at the low and the high end of its range."""

    row: Configuration
    low: Mapping[str, float]
    high: Mapping[str, float]


def taken(m: Configuration) -> Taken:
    """RAM is what the operation takes at its peaks, together; energy is absent where the board has no current, wire
    where nothing is sent."""
    low, high = ({"time": end, "ram": m.ram_bytes, "flash": m.flash_bytes} for end in (m.ns.low, m.ns.high))
    if m.energy is not None:
        low["energy"], high["energy"] = m.energy.low, m.energy.high
    if m.bytes is not None:
        low["wire"] = high["wire"] = m.bytes
    return Taken(m, low, high)


@dataclass(frozen=True)
class Held:
    """A configuration against the limits."""

    taken: Taken
    word: str  # fits | may fit | misses
    share: float  # the largest share of any limit, high ends
    worst: str  # the resource of that share; "" without limits
    total: float  # its shares of all limits

    @property
    def row(self) -> Configuration:
        return self.taken.row


@dataclass(frozen=True)
class Outcome:
    """All configurations held against one budget."""

    budget: Budget
    held: tuple[Held, ...]
    front: tuple[Held, ...]  # no other one is better in one resource and worse in none
    cheapest: Held | None  # of those that fit; else of those that may

    @property
    def nearest(self) -> Held | None:
        """What misses by least, where nothing fits."""
        return min(self.held, key=lambda h: h.share, default=None) if self.cheapest is None else None

    @property
    def status(self) -> int:
        if self.cheapest is None:
            return EXIT_NO
        return EXIT_OK if self.cheapest.word == FITS else EXIT_CANNOT_TELL


def judge_budget(rows: Sequence[Configuration], budget: Budget) -> Outcome:
    all_taken = [taken(m) for m in rows]
    held = tuple(_hold(each, budget.limits) for each in all_taken)
    front = _front(held)  # whatever fits is beaten by something on the front that fits too, or stands there itself
    able = [h for h in front if h.word == FITS] or [h for h in front if h.word == MAY_FIT]
    cheapest = min(able, key=lambda h: (h.total, h.taken.high["time"]), default=None)
    return Outcome(budget, held, front, cheapest)


def _hold(each: Taken, limits: Mapping[str, float]) -> Held:
    shares = {name: each.high[name] / limit for name, limit in limits.items() if name in each.high}
    worst = max(shares, key=lambda name: shares[name], default="")
    fits = all(share <= 1 for share in shares.values())
    word = FITS if fits else MISSES if any(each.low[name] > limits[name] for name in shares) else MAY_FIT
    return Held(each, word, shares.get(worst, 0.0), worst, sum(shares.values()))


def _front(held: Sequence[Held]) -> tuple[Held, ...]:
    points = [_point(h) for h in held]
    return tuple(h for h, here in zip(held, points, strict=True) if not any(_better(other, here) for other in points))


def _point(held: Held) -> tuple[float, ...]:
    high = held.taken.high
    return held.row.ns.median, high["ram"], high["flash"], high.get("energy", 0.0), high.get("wire", 0.0)


def _better(other: tuple[float, ...], here: tuple[float, ...]) -> bool:
    """Whether `other` is nowhere worse and somewhere better."""
    return other != here and all(a <= b for a, b in zip(other, here, strict=True))


# ---- the question: every stored configuration that may be proposed ----


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
        from wirerate.wings.mcu.handshake_estimates import compositions

        return compositions(asked)
    if asked.purpose == HANDSHAKE:
        from wirerate.wings.mcu import measured_handshakes

        return list(measured_handshakes.configurations(asked.where, asked.version, asked.built_at))
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
        return configuration(SETUPS[m.setup], m.side, int(m.release.partition(".")[0])), ""
    if isinstance(m, ComposedScheme | ComposedHandshake):
        from wirerate.wings.mcu.handshake_estimates import proposal

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
        message=f"nothing fits; {_what(nearest.row)} misses by least: {name} {amount(name, needs)}, "
        f"{over:.0f} % over {whose} limit of {amount(name, limit)}",
        fix="take a larger part" if board else f"allow {name}={_typed(name, needs)}",
    )


def _what(m: Configuration) -> str:
    if isinstance(m, Handshake):
        return f"{m.setup}, the {m.side},"
    if isinstance(m, Composed):
        return firmware.name(m)
    return f"{m.curve} of {m.release} with window {m.options.window}"


def amount(name: str, value: float) -> str:
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
