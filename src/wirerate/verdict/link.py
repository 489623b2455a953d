# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The verdict on an authenticator at line rate. Pure functions: loads and measurements in, verdicts out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from wirerate.catalogue import security
from wirerate.errors import EXIT_CANNOT_TELL, EXIT_NO, EXIT_OK, UsageError, worst
from wirerate.links import Load
from wirerate.links.framing import Messages
from wirerate.records import Conditions, Measurement, MessageVerdict, Oversized, Verdict, Warmer
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
    cache: str = COLDEST_FIRST[0],
) -> list[Verdict]:
    """Judge one algorithm: per packet, as today's stacks use it, and in batches, if either was measured.

    `measurements` are those at the load's lengths; alternatives are chosen among `candidates`. The verdict is for one
    direction at its slower end, or with `duplex` for one core that carries both, with data in `cache`.
    """
    check(policy)
    judged = rows(Case(load, tuple(measurements), duplex, cache))
    if not judged:
        raise UsageError(f"{load.algorithm} was not measured", fix="measure it per packet in cold memory")
    return [_judge_row(row, policy, candidates) for row in judged]


def judge_all(cases: Sequence[Case], *, policy: str = "modern", candidates: Sequence[Case] = ()) -> list[Verdict]:
    """Judge all cases. Alternatives are chosen among all cases and the `candidates`, which are not judged
    themselves."""
    pool = [*cases, *candidates]
    return [
        verdict
        for case in cases
        for verdict in judge(case.load, case.rows, policy=policy, candidates=pool, duplex=case.duplex, cache=case.cache)
    ]


def exit_status(verdicts: Iterable[Verdict]) -> int:
    """Return 0 if all keep up or are tight, 1 if one falls short or the policy refuses it, 3 if one is undecided. The
    policy `any` refuses nothing."""
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
    judged = Verdict(
        subject=row.decides.subject,
        link=load.link.name,
        packets=load.mix.name,
        verdict=verdict,
        needs_ns=load.needs_ns,
        measured_ns=measured,
        headroom=room,
        cores=count.likely if count else None,
        cores_worst=count.worst if count else None,
        cores_tight=count.tight if count else None,
        security=security(load.algorithm, load.protocol.name),
        permitted=not against,
        objection=against,
        role=row.role,
        conditions=_conditions(row, policy),
        directions=row.directions,
        duplex=headroom(load.needs_ns, both) if both else None,
        warmer=tuple(_warmer(row)),
        oversized=_oversized(load),
        alternatives=alternatives(row, candidates, policy) if verdict != KEEPS_UP or against else (),
        note="" if measured else row.note,
    )
    return _of_messages(judged, load)


def _of_messages(verdict: Verdict, load: Load) -> Verdict:
    """Return the verdict of a control-plane protocol with its message rate and the share of a core that this rate
    takes."""
    usual, measured = load.protocol.messages, verdict.measured_ns
    if usual is None or not isinstance(load.link.framing, Messages):
        return verdict
    rate = 1e9 / load.needs_ns
    is_usual = abs(rate / usual.rate - 1) < 1e-9
    return MessageVerdict(
        **{name: getattr(verdict, name) for name in verdict.__struct_fields__},
        per_second=rate,
        usual=usual.usual if is_usual else "",
        source=usual.source if is_usual else "",
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
        added_bytes=row.load.added_bytes,
        wire_bytes=row.load.wire_bytes,
        covered_bytes=row.load.covered_bytes,
    )


def _oversized(load: Load) -> Oversized | None:
    """Return the largest packet of the mix where it exceeds the MTU once it is protected."""
    if not load.mtu or load.largest_sent <= load.mtu:
        return None
    return Oversized(
        mtu=load.mtu, ip_bytes=load.mix.entries[-1][0], sent_bytes=load.largest_sent, fits=load.largest_that_fits()
    )


def _warmer(row: Row) -> Iterator[Warmer]:
    """Yield the headroom in the cache states that are shown but not judged."""
    for cache in COLDEST_FIRST:
        ns = row.in_cache(cache)
        if ns is not None:
            yield Warmer(cache=cache, ns=ns.median, headroom=row.load.needs_ns / ns.median)
