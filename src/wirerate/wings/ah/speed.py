# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`ah speed`: IPv6 packets signed and verified as AH wants it, against links of 1995 and of today."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from msgspec import structs

from wirerate.authenticators.ah_algorithms import AH_ALGORITHMS, AH_OPERATIONS, AhAlgorithm, ah_algorithm
from wirerate.authenticators.subjects import Subject
from wirerate.catalogue import standing
from wirerate.errors import EXIT_INTERRUPTED, UsageError
from wirerate.graph.algorithms import ALGORITHMS as GRAPHS
from wirerate.graph.bounds import best
from wirerate.graph.processors import Processor, limited_to, processors
from wirerate.links import Link, Mix, load, parse_link, parse_packets
from wirerate.progress import Progress
from wirerate.records import Security, Verdict
from wirerate.running.session import How, Session
from wirerate.running.workloads import LARGEST_BATCH, Condition, Messages
from wirerate.verdict import Case, exit_status, judge
from wirerate.vocabulary import Cache, Role
from wirerate.wings.ah.rows import AhPackets, AhRun
from wirerate.wings.ah.signing import BATCH, Question, measure

# RFC 1810's own, HMAC with it, and what RFC 8221 asks of AH today.
USUAL = ("keyed-md5", "hmac-md5-96", "hmac-sha1-96", "hmac-sha2-256-128", "aes-cmac-96")
SECONDS = 12.0
SECONDS_BESIDE = 3.0
BESIDE: tuple[tuple[str, str | None, Role], ...] = (
    ("internet-checksum", None, "floor"),
    ("aes-128-gmac", "ah", "subject"),
    ("aes-128-gcm", "esp-gcm", "subject"),
)
_BLOCK = 64


def ah_speed(
    algorithms: Sequence[str] = (),
    *,
    links: Sequence[str] = ("10G",),
    packet: str = "imix6",
    caches: Sequence[Cache] = ("warm", "cold"),
    operations: Sequence[str] = AH_OPERATIONS,
    policy: str = "modern",
    time: float | None = None,
    threads: int = 1,
    affinity: Sequence[int] = (),
    kernel: str | None = None,
    progress: Progress | None = None,
) -> AhRun:
    """AH in a ring of packets: signing in place and verifying, packet by packet and in batches, with what a modern
    receiver would use beside it (AES-GMAC, AES-GCM in ESP)."""
    for name in algorithms:
        ah_algorithm(name)
    mix, lines = _mix(packet), [parse_link(word) for word in links]
    session = Session(AhRun, How(time=time, threads=threads, affinity=affinity, kernel=kernel, progress=progress))
    session.run.command = "ah speed"
    environment = session.complete_environment()
    wanted = algorithms or USUAL
    questions = [
        Question(name, operation, cache, mix, threads) for cache, name, operation in product(caches, wanted, operations)
    ]
    seconds = (time or SECONDS) * (0.8 if time else 1)
    with session.as_asked(threads):
        measured, comparisons, interrupted = measure(
            questions, environment.caches, environment.core_hz, progress=progress, budget_s=seconds
        )
    about = processors().get(environment.core)
    for each in measured:
        _add_model(each, mix, about, environment.core_hz)
    session.run.rows += measured
    session.run.comparisons = comparisons
    if interrupted:
        session.run.partial = True
        return session.finish(EXIT_INTERRUPTED)
    _measure_beside(session, mix, caches, threads, (time or SECONDS_BESIDE / 0.2) * 0.2)
    session.run.verdicts = [
        verdict
        for line, operation in product(lines, operations)
        for verdict in _verdicts([m for m in measured if m.operation == operation], line, mix, policy)
    ]
    return session.finish(exit_status(session.run.verdicts))


def _mix(packet: str) -> Mix:
    mix = parse_packets(packet)
    if mix.entries[0][0] <= 40:
        raise UsageError(f"{packet}: an IPv6 packet of {mix.entries[0][0]} bytes has no payload", fix="type imix6")
    return mix


def _measure_beside(session: Session[AhRun], mix: Mix, caches: Sequence[Cache], threads: int, seconds: float) -> None:
    """Authenticators alone, over the bytes that they would cover in the same packets."""
    line = parse_link("10G")
    requests = []
    for (name, protocol, role), cache in product(BESIDE, caches):
        each = load(line, mix, name, protocol)
        condition = Condition(Messages(each.lengths(), mix.name), cache, 1, threads)
        for whose in session.implementations(Subject(name))[:1]:
            subject = replace(Subject(name), implementation=whose)
            batched = replace(condition, batch=LARGEST_BATCH) if whose == "wirerate" else condition
            requests.append(batched.request(subject, each.keyed, role))
    session.measure(requests, seconds)


def _verdicts(measured: Sequence[AhPackets], line: Link, mix: Mix, policy: str) -> list[Verdict]:
    """Each algorithm per packet and batched, judged by its row of the catalogue or the one that stands in for it."""
    by_name: dict[str, list[AhPackets]] = {}
    for row in measured:
        by_name.setdefault(row.subject.partition("@")[0], []).append(row)
    cases = {
        name: Case(load(line, mix, AH_ALGORITHMS[name].judged_as, "ah"), tuple(rows))
        for name, rows in by_name.items()
        if AH_ALGORITHMS[name].judged_as
    }
    found = []
    for name, case in cases.items():
        if not any(m.status == "ok" for m in case.rows):
            continue
        facts = AH_ALGORITHMS[name]
        others = [other for key, other in cases.items() if AH_ALGORITHMS[key].judged_as != facts.judged_as]
        for verdict in judge(case.load, case.rows, policy=policy, candidates=others):
            if facts.stands_in:
                verdict.security = _own_word(facts)
            found.append(verdict)
    return found


def _own_word(facts: AhAlgorithm) -> Security:
    """The stand-in's security, but what RFC 8221 says of the algorithm itself."""
    row = standing(facts.judged_as)
    return Security(
        claim=row.claim,
        attack=row.attack,
        standing=f"{facts.level} in ah. {row.standing}",
        source=f"{facts.source}; {row.source}",
        date=facts.date,
    )


def _add_model(measured: AhPackets, mix: Mix, about: Processor | None, core_hz: float) -> None:
    """The least time that MD5's dependencies and the core's units allow for such packets, where both are known."""
    name, _, whose = measured.subject.partition("@")
    if about is None or "md5" not in name or measured.ns is None or not core_hz:
        return
    ways = BATCH if measured.batch > 1 else 1
    bound = best(GRAPHS["md5"], limited_to(about, whose.rpartition("/")[2]), min(ways, _BLOCK))
    blocks = sum(_blocks(name, size + 24) * weight for size, weight in mix.entries) / mix.total_weight
    least = blocks * _BLOCK * bound.cycles_per_byte / core_hz * 1e9
    measured = structs.replace(measured, model_ns=least)


def _blocks(name: str, covered: int) -> int:
    """MD5 compressions per packet with the key's own kept (RFC 1828 section 2, RFC 2104 section 4)."""
    return -(-(covered + 16 + 9) // _BLOCK) if name == "keyed-md5" else -(-(covered + 9) // _BLOCK) + 1
