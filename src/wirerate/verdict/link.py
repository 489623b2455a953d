# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The verdict on an authenticator at line rate. Pure functions: loads and measurements in, verdicts out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from wirerate.catalogue import security
from wirerate.errors import EXIT_CANNOT_TELL, EXIT_NO, EXIT_OK, UsageError, worst
from wirerate.links import Load
from wirerate.links.framing import Messages
from wirerate.records import Conditions, Measurement, MessageVerdict, Verdict, Warmer
from wirerate.verdict.alternatives import alternatives
from wirerate.verdict.policy import check, objection
from wirerate.verdict.rows import COLDEST_FIRST, Case, Row, rows
from wirerate.verdict.rules import CANNOT_TELL, FALLS_SHORT, KEEPS_UP, cores, headroom, word


def judge(
    load: Load,
    measurements: Sequence[Measurement],
    *,
    policy: str = "modern",
    candidates: Sequence[Case] = (),
    duplex: bool = False,
) -> list[Verdict]:
    """One verdict per way of using the subject: per packet as stacks do it today, and batched, as far as measured.
    `measurements` are those of one algorithm at the load's lengths; `candidates` is where alternatives are sought.
    Judged is one direction, by the slower of its ends, or, `duplex`, both on one core."""
    check(policy)
    found = rows(Case(load, tuple(measurements), duplex))
    if not found:
        raise UsageError(f"nothing was measured of {load.algorithm}", fix="measure it per packet in cold memory")
    return [_judge_row(row, policy, candidates) for row in found]


def judge_all(cases: Sequence[Case], *, policy: str = "modern", candidates: Sequence[Case] = ()) -> list[Verdict]:
    """Verdicts on all cases, each an alternative to the others, as are `candidates`, which get no verdict."""
    pool = [*cases, *candidates]
    return [
        verdict
        for case in cases
        for verdict in judge(case.load, case.rows, policy=policy, candidates=pool, duplex=case.duplex)
    ]


def exit_status(verdicts: Iterable[Verdict]) -> int:
    """0 if all keep up (TIGHT too), 1 if one falls short or the policy (but any) refuses it, 3 if unsure."""
    return worst(_exit_of(verdict) for verdict in verdicts)


def _exit_of(verdict: Verdict) -> int:
    refused = not verdict.permitted and verdict.conditions.policy != "any"
    if refused or verdict.verdict == FALLS_SHORT:
        return EXIT_NO
    return EXIT_CANNOT_TELL if verdict.verdict == CANNOT_TELL else EXIT_OK


def _judge_row(row: Row, policy: str, candidates: Sequence[Case]) -> Verdict:
    load, measured = row.load, row.ns
    room = headroom(load.needs_ns, measured) if measured else None
    verdict = word(room)
    both, against = row.both_ns, objection(load, policy)
    count = cores(load.needs_ns, measured, row.decides.threads) if measured else None
    found = Verdict(
        subject=row.decides.subject,
        link=load.link.name,
        packets=load.mix.name,
        verdict=verdict,
        needs_ns=load.needs_ns,
        measured_ns=measured,
        headroom=room,
        cores=count.likely if count else None,
        cores_worst=count.worst if count else None,
        security=security(load.algorithm, load.protocol.name),
        permitted=not against,
        objection=against,
        role=row.role,
        conditions=_conditions(row, policy),
        directions=row.directions,
        duplex=headroom(load.needs_ns, both) if both else None,
        warmer=tuple(_warmer(row)),
        alternatives=alternatives(row, candidates, policy) if verdict != KEEPS_UP or against else (),
        note="" if measured else row.note,
    )
    return _of_messages(found, load)


def _of_messages(verdict: Verdict, load: Load) -> Verdict:
    """Of a protocol of the control plane: the rate, a usual one with its source, and what it takes of a core."""
    usual, measured = load.protocol.messages, verdict.measured_ns
    if usual is None or not isinstance(load.link.framing, Messages):
        return verdict
    rate = 1e9 / load.needs_ns
    own = abs(rate / usual.rate - 1) < 1e-9
    return MessageVerdict(
        **{name: getattr(verdict, name) for name in verdict.__struct_fields__},
        per_second=rate,
        usual=usual.usual if own else "",
        source=usual.source if own else "",
        what=usual.what if load.mix.mean_bytes == usual.bytes else "",
        most_per_second=1e9 / measured.high if measured else None,
        core_share=measured.median / load.needs_ns if measured else None,
    )


def _conditions(row: Row, policy: str) -> Conditions:
    return replace(
        row.decides.conditions(),
        protocol=row.load.protocol.name,
        over=",".join(row.load.over),
        operation=row.operation,
        direction=row.direction,
        policy=policy,
        ip_version=row.load.ip_version,
        ip_bytes=row.load.mix.mean_bytes,
        covered_bytes=row.load.covered_bytes,
    )


def _warmer(row: Row) -> Iterator[Warmer]:
    """The same in warmer caches, which is shown and does not decide."""
    for cache in COLDEST_FIRST[1:]:
        ns = row.in_cache(cache)
        if ns is not None:
            yield Warmer(cache=cache, ns=ns.median, headroom=row.load.needs_ns / ns.median)
