"""A budget: every stored configuration that may be proposed, held against it; the cheapest as a config.h."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from wirerate.api.firmware import handshakes
from wirerate.api.firmware.answering import details
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
from wirerate.records import BudgetAnswer, Limits, Measurement, Problem, Run
from wirerate.records.details import BoardOperation, Fit, Handshake
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
    run.findings = answer(run.measurements, outcome, purpose, security)
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
    own = details(m)
    return own.curve, own.version, own.level, own.cycles, own.stack_bytes, own.heap_bytes, own.flash_bytes


def answer(rows: list[Measurement], outcome: Outcome, purpose: str, security: int) -> BudgetAnswer:
    """What was found; each row is told how it fits."""
    _mark(outcome, purpose, security)
    return _found(rows, outcome, purpose, security)


def _mark(outcome: Outcome, purpose: str, security: int) -> None:
    front = {id(held.measurement) for held in outcome.front}
    asked = ", ".join(f"{name} {_amount(name, limit)}" for name, limit in outcome.budget.asked.items())
    for held in outcome.held:
        row = held.measurement
        assert isinstance(row.details, BoardOperation | Handshake)
        fit = Fit(word=held.word, share=held.share, worst=held.worst, total=held.total, front=id(row) in front)
        row.details = replace(row.details, fit=fit)
        row.extra |= {
            "fits": held.word,
            "share": held.share,
            "total": held.total,
            "worst": held.worst,
            "front": int(id(row) in front),
            "purpose": purpose,
            "security": security,
            "budget": f"{asked}, at least {security} bits of security",
            **{f"limit_{name}": limit for name, limit in outcome.budget.limits.items()},
        }


def _found(rows: list[Measurement], outcome: Outcome, purpose: str, security: int) -> BudgetAnswer:
    answer = BudgetAnswer(
        purpose=purpose,
        security=security,
        asked=_limits(outcome.budget.asked),
        limits=_limits(outcome.budget.limits),
    )
    if outcome.cheapest is None:
        return answer
    row = outcome.cheapest.measurement
    config, psa = _proposal(row, purpose)
    row.extra |= {"config": config, **({"psa_config": psa} if psa else {})}
    chosen = next(number for number, each in enumerate(rows) if each is row)
    return replace(answer, chosen=chosen, config=config, psa_config=psa)


def _limits(limits: Mapping[str, float]) -> Limits:
    sizes = {name: int(limits[name]) for name in ("ram", "flash") if name in limits}
    return Limits(time=limits.get("time"), energy=limits.get("energy"), **sizes)


def _proposal(m: Measurement, purpose: str) -> tuple[str, str]:
    """The chosen one for mbedtls_config.h and for crypto_config.h; the latter has nothing on a handshake."""
    if isinstance(m.details, Handshake):
        return handshakes.proposal(m.details), ""
    own = details(m)
    psa = psa_fragment(own.curve, (purpose,), own.version)
    if own.version == P256M:
        return _P256M + psa, psa
    toggles = Toggles(own.options.nist, own.options.fixed_point, own.options.window)
    return fragment(own.curve, toggles, (purpose,), own.version), psa


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
    if isinstance(m.details, Handshake):
        return f"{m.details.setup}, the {m.details.side},"
    own = details(m)
    return f"{own.curve} of {own.release} with window {own.options.window}"


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
