"""A budget: every stored configuration that may be proposed, held against it; the cheapest as a config.h."""

from __future__ import annotations

from collections.abc import Iterator

from wirerate.api.firmware import handshakes
from wirerate.api.firmware.question import Asked
from wirerate.api.session import Progress
from wirerate.catalogue.curves import CURVES
from wirerate.catalogue.libraries import maintained
from wirerate.errors import MissingError, UsageError
from wirerate.lab.host import environment
from wirerate.lab.mcu.ecc_config import P256M, WINDOWS, Toggles, fragment, psa_fragment
from wirerate.lab.mcu.points import LEVEL
from wirerate.lab.mcu.source import VERSIONS
from wirerate.lab.mcu.store import Case, known
from wirerate.records import Measurement, Problem, Run
from wirerate.report import numbers
from wirerate.verdict.budget import Budget, Held, Outcome, judge_budget

_PARENT = "3.6"  # the version whose p256-m is meant


def budget(
    asked: Asked, limits: dict[str, float], purpose: str, security: int, progress: Progress | None = None
) -> Run:
    """Exit 0 when something fits, 1 when nothing does, 3 when ranges cross the limits."""
    if "energy" in limits and asked.target.current is None:
        board = asked.target.board
        why = board.missing if board else "a core without a board has none"
        raise UsageError(f"energy cannot be judged, for want of a current with a source: {why}",
                         fix="leave out energy=")  # fmt: skip
    run = Run(command="mcu budget", kind="budget", environment=environment())
    if purpose == "handshake":
        run.measurements = handshakes.configurations(asked, progress)
    else:
        run.measurements = list(_candidates(asked, purpose, security))
    if not run.measurements:
        raise MissingError(
            f"nothing is stored for {purpose} on {asked.target.title} with that curve, version and level",
            fix="leave out --version, --level or --curve, or run the grid: wirerate mcu --grid",
        )
    outcome = judge_budget(run.measurements, Budget(limits, asked.target.limits))
    _mark(outcome, purpose, security, limits)
    _propose(outcome, purpose)
    run.exit = outcome.status
    if outcome.nearest is not None:
        run.problems.append(_missed(outcome.nearest, outcome.budget))
    return run


def _candidates(asked: Asked, purpose: str, security: int) -> Iterator[Measurement]:
    """Strong enough, maintained unless a version is named; each effective configuration once."""
    named = asked.question
    versions = [named.version] if named.version else [v for v in VERSIONS if maintained(v)]
    if not named.version and maintained(_PARENT):
        versions.append(P256M)
    curves = asked.curves if named.curves else tuple(name for name, curve in CURVES.items() if curve.proposed)
    strong = [name for name in curves if CURVES[name].strength >= security]
    if not strong:
        weakest = max(CURVES[name].strength for name in curves)
        raise UsageError(
            f"{', '.join(curves)} has {weakest} bits of security, less than the {security} that are asked for",
            fix=f"take secp256r1, or, if you must: --security {112 if weakest >= 112 else 80}",
        )
    seen = set()
    for version in versions:
        for curve in strong:
            for toggles in _toggles(asked, version):
                case = Case(version, asked.level if named.level else LEVEL, curve, purpose, toggles)
                found = _existing(case, asked)
                if found is not None and (same := _same(found)) not in seen:
                    seen.add(same)
                    yield found


def _existing(case: Case, asked: Asked) -> Measurement | None:
    if not CURVES[case.curve].signs and case.operation in ("sign", "verify"):
        return None
    if case.version == P256M and case.curve != "secp256r1":
        return None
    return known(case, asked.target)


def _toggles(asked: Asked, version: str) -> list[Toggles]:
    """All of them, but for those that the caller fixed."""
    named = asked.question
    if version == P256M:
        return [Toggles()]
    windows = named.windows or tuple(WINDOWS)
    nist = (True, False) if named.nist is None else (named.nist,)
    comb = (True, False) if named.fixed_point is None else (named.fixed_point,)
    return [Toggles(n, c, w) for n in nist for c in comb for w in windows]


def _same(m: Measurement) -> tuple[object, ...]:
    """What two configurations have in common that do the same."""
    names = ("curve", "version", "level", "cycles", "stack_bytes", "heap_bytes", "flash_bytes")
    return tuple(m.extra[name] for name in names)


def _mark(outcome: Outcome, purpose: str, security: int, limits: dict[str, float]) -> None:
    front = {id(held.measurement) for held in outcome.front}
    asked = ", ".join(f"{name} {_amount(name, limit)}" for name, limit in limits.items())
    for held in outcome.held:
        held.measurement.extra |= {
            "fits": held.word,
            "share": held.share,
            "total": held.total,
            "worst": held.worst,
            "front": int(id(held.measurement) in front),
            "purpose": purpose,
            "security": security,
            "budget": f"{asked}, at least {security} bits of security",
            **{f"limit_{name}": limit for name, limit in outcome.budget.limits.items()},
        }


def _propose(outcome: Outcome, purpose: str) -> None:
    if outcome.cheapest is None:
        return
    extra = outcome.cheapest.measurement.extra
    if "proposal" in extra:  # a handshake brings its own
        extra["config"] = extra["proposal"]
        return
    curve, version = str(extra["curve"]), str(extra["version"])
    extra["psa_config"] = psa = psa_fragment(curve, (purpose,), version)
    if version == P256M:
        extra["config"] = _P256M + psa
        return
    toggles = Toggles(bool(extra["nist"]), bool(extra["fixed_point"]), int(extra["window"]))
    extra["config"] = fragment(curve, toggles, (purpose,), version)


_P256M = """\
/* Add to mbedtls_config.h; the lines with PSA_WANT belong to crypto_config.h. Every signature needs a good random
   number from your board: mbedtls_psa_external_get_random() or an entropy source. */
#define MBEDTLS_PSA_CRYPTO_C
#define MBEDTLS_PSA_CRYPTO_CONFIG
#define MBEDTLS_PSA_P256M_DRIVER_ENABLED
"""


def _missed(nearest: Held, budget: Budget) -> Problem:
    """What misses by least, by which resource and by how much."""
    name = nearest.worst
    needs, limit = nearest.cost.high[name], budget.limits[name]
    over = (needs / limit - 1) * 100
    board = name in budget.board and limit == budget.board[name]
    whose = "the board's own" if board else "the"
    return Problem(
        code="nothing-fits",
        message=f"nothing fits; {_what(nearest.measurement)} misses by least: {name} {_amount(name, needs)}, "
        f"{over:.0f} % over {whose} limit of {_amount(name, limit)}",
        fix="take a larger part" if board else f"allow {name}={_typed(name, needs)}",
    )


def _what(m: Measurement) -> str:
    if "setup" in m.extra:
        return f"{m.extra['setup']}, the {m.extra['side']},"
    return f"{m.extra['curve']} of {m.extra['release']} with window {m.extra['window']}"


def _amount(name: str, value: float) -> str:
    if name == "time":
        return numbers.time_ns(value)
    return f"{numbers.significant(value, 2)} mJ" if name == "energy" else f"{value:,.0f} bytes"


def _typed(name: str, value: float) -> str:
    """As --budget takes it, rounded up."""
    if name == "time":
        return f"{int(value / 1e6) + 1}ms"
    if name == "energy":
        return f"{value * 1.01:.3g}mJ"
    return f"{int(value / 1024) + 1}Ki"
