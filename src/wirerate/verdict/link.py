"""The verdict on an authenticator at line rate. Pure functions: loads and measurements in, verdicts out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wirerate.catalogue import security
from wirerate.errors import EXIT_CANNOT_TELL, EXIT_NO, EXIT_OK, UsageError, unknown, worst
from wirerate.links import Load
from wirerate.records import Measurement, Verdict
from wirerate.verdict.alternatives import alternatives
from wirerate.verdict.policy import POLICIES, objection
from wirerate.verdict.rows import Case, Row, rows
from wirerate.verdict.rules import CANNOT_TELL, FALLS_SHORT, KEEPS_UP, cores, headroom, word

ONE_FLOW = "One SA, tunnel or TCP flow stays on one core: more cores carry more flows, not a faster one."
SPANS_LINE_RATE = (
    "The interval spans line rate: measure longer (--time), or ask wirerate doctor what disturbs this host."
)


def judge(
    load: Load,
    measurements: Sequence[Measurement],
    *,
    policy: str = "modern",
    candidates: Sequence[Case] = (),
) -> list[Verdict]:
    """One verdict per way of using the subject: per packet as stacks do it today, and batched, as far as measured.
    `measurements` are those of one algorithm at the load's lengths; `candidates` is where alternatives are sought."""
    if policy not in POLICIES:
        raise unknown("policy", policy, POLICIES)
    found = rows(Case(load, tuple(measurements)))
    if not found:
        raise UsageError(f"nothing was measured of {load.algorithm}", fix="measure it per packet in cold memory")
    return [_judge_row(row, policy, candidates) for row in found]


def judge_all(cases: Sequence[Case], *, policy: str = "modern", candidates: Sequence[Case] = ()) -> list[Verdict]:
    """Verdicts on all cases, each an alternative to the others, as are `candidates`, which get no verdict."""
    pool = [*cases, *candidates]
    return [
        verdict for case in cases for verdict in judge(case.load, case.measurements, policy=policy, candidates=pool)
    ]


def sentence(verdict: Verdict) -> str:
    """The verdict with what speaks against it: "KEEPS UP, MUST NOT BE USED (RFC 8221)"."""
    against = verdict.objection or verdict.conditions.get("objection")
    return f"{verdict.verdict}, {against}" if against else verdict.verdict


def exit_status(verdicts: Iterable[Verdict]) -> int:
    """0 if all keep up (TIGHT too), 1 if one falls short or the policy (but any) refuses it, 3 if unsure."""
    return worst(_exit_of(verdict) for verdict in verdicts)


def _exit_of(verdict: Verdict) -> int:
    refused = not verdict.permitted and "any" not in (verdict.under.policy, verdict.conditions.get("policy"))
    if refused or verdict.verdict == FALLS_SHORT:
        return EXIT_NO
    return EXIT_CANNOT_TELL if verdict.verdict == CANNOT_TELL else EXIT_OK


def _judge_row(row: Row, policy: str, candidates: Sequence[Case]) -> Verdict:
    load, measured = row.load, row.ns
    room = headroom(load.needs_ns, measured) if measured else None
    verdict = word(room)
    needed = cores(load.needs_ns, measured, row.decides.threads) if measured else None
    against = objection(load, policy)
    instead = alternatives(row, candidates, policy) if verdict != KEEPS_UP or against else ()
    several = (needed or 1) > 1 or any((other.cores or 1) > 1 for other in instead)
    return Verdict(
        subject=row.decides.subject,
        link=load.link.name,
        packets=load.mix.name,
        verdict=verdict,
        needs_ns=load.needs_ns,
        measured_ns=measured,
        headroom=room,
        cores=needed,
        security=security(load.algorithm, load.protocol.name),
        permitted=not against,
        role=row.role,
        conditions=_conditions(row, policy, against),
        alternatives=instead,
        note=_note(row, verdict, several),
    )


def _conditions(row: Row, policy: str, against: str) -> dict[str, str | int | float]:
    """What the verdict holds for, with the warmer caches beside the one that decided."""
    load, measured = row.load, row.decides
    conditions: dict[str, str | int | float] = {
        "protocol": load.protocol.name,
        "policy": policy,
        "cache": measured.cache,
        "batch": measured.batch,
        "keyed": measured.keyed,
        "threads": measured.threads,
        "ip_version": load.ip_version,
        "ip_bytes": load.mix.mean_bytes,
        "covered_bytes": load.covered_bytes,
    }
    for cache in ("llc", "warm"):
        ns = row.in_cache(cache)
        if ns is not None:
            conditions[f"{cache}_ns"] = ns.median
            conditions[f"{cache}_headroom"] = load.needs_ns / ns.median
    if against:
        conditions["objection"] = against
    return conditions


def _note(row: Row, verdict: str, several_cores: bool) -> str:
    parts = []
    if row.ns is None:
        parts.append(row.decides.note or f"{row.decides.subject} was not measured ({row.decides.status}).")
    elif verdict == CANNOT_TELL:
        parts.append(SPANS_LINE_RATE)
    if not row.load.protocol.keeps_state:
        parts.append(f"{row.load.protocol.name}: {row.load.protocol.state}.")
    if several_cores:
        parts.append(ONE_FLOW)
    return " ".join(parts)
