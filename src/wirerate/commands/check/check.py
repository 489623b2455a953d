# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`check`: measure the authenticators that the question names and those that could replace them, then judge each
against the links and packets, or against a rate of messages."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import reduce
from typing import Literal

from wirerate import registry
from wirerate.authenticators.subjects import Subject
from wirerate.catalogue import protocol as find_protocol
from wirerate.errors import UsageError, worst
from wirerate.host.machine import links_of_this_machine, physical_first
from wirerate.host.measure import Settled
from wirerate.host.request import Request
from wirerate.links import (
    Link,
    Load,
    Mix,
    judged_by_messages,
    load,
    messages_of,
    parse_frames,
    parse_link,
    parse_packet_list,
)
from wirerate.links.framing import ETHERNET_MINIMUM, Ethernet
from wirerate.links.packets import AROUND_IP, TCP6_MINIMUM
from wirerate.question import asks
from wirerate.records import CheckRun, Comparison, Interval, Measurement, Verdict
from wirerate.rounds.row import are_precise
from wirerate.running.cautions import WIDE
from wirerate.running.drift import drift_of
from wirerate.running.session import Session, SubjectsQuestion
from wirerate.running.workloads import at_lengths, ceilings_and_floors, judged, mark_break_even
from wirerate.verdict import (
    BOTH,
    COLDEST_FIRST,
    KEEPS_UP,
    Case,
    exit_status,
    headroom,
    is_decided,
    judge_all,
    suggestions,
)
from wirerate.verdict.rules import one_after_the_other, scaled, steps


@dataclass(frozen=True)
class Check(SubjectsQuestion):
    _: KW_ONLY
    links: Sequence[str] = ()
    packet: str | None = None
    frame: str | None = None
    protocol: str | None = None
    over: Sequence[str] = ()
    messages: str | None = None
    ip: Literal[4, 6] | None = None
    cache: str = COLDEST_FIRST[0]
    policy: str = "modern"
    duplex: bool = False
    cores: bool = False
    path: bool = False

    def __post_init__(self) -> None:
        self.excludes("frame", "packet")
        self.check_subjects(self.subjects_or_all)
        carrier = find_protocol(self.protocol)
        if carrier.messages is not None:
            because = f"{carrier.name} does not run at line rate; it is judged at a rate of messages"
            fix = "leave it out, or type ‹messages=10k/s›; with a message size ‹messages=10k/s:512›"
            self.refuses("links", "packet", "frame", "over", "ip", "path", because=because, fix=fix)
        elif self.messages:
            reason = f"{carrier.name} is not one" if self.protocol else "no protocol is named"
            raise UsageError(
                f"‹messages› is for control-plane protocols, and {reason}",
                fix=f"type ‹links=[10G]›, or ‹protocol› with one of: {', '.join(judged_by_messages())}",
            )
        elif self.ip == 6:
            _fit_tcp_over_ipv6(_mixes(self))


def links_and_mixes(question: Check) -> list[tuple[Link, Mix]]:
    """Return every link with every mix. For a control-plane protocol, the only pair is the message rate and the message
    size."""
    carrier = find_protocol(question.protocol)
    if carrier.messages is not None:
        return [messages_of(carrier, question.messages)]
    links = [parse_link(word) for word in question.links] or links_of_this_machine()
    _only_ethernet_has_frames(links, question.frame)
    return [(link, mix) for link in links for mix in _mixes(question)]


def _mixes(question: Check) -> list[Mix]:
    return parse_frames(question.frame) if question.frame else parse_packet_list(question.packet or "imix")


def _only_ethernet_has_frames(links: Sequence[Link], frame: str | None) -> None:
    other = next((link for link in links if not isinstance(link.framing, Ethernet)), None)
    if frame and other:
        raise UsageError(
            f"‹frame› counts Ethernet frames, and {other.name} is not Ethernet",
            fix=f"type ‹packet› with IP bytes; a 64-byte frame carries {ETHERNET_MINIMUM - AROUND_IP}",
        )


def _fit_tcp_over_ipv6(mixes: Sequence[Mix]) -> None:
    small = next((mix for mix in mixes if mix.entries[0][0] < TCP6_MINIMUM), None)
    if small:
        raise UsageError(
            f"{small.name} has packets of {small.entries[0][0]} bytes, too small for TCP over IPv6",
            fix=f"type ‹packet=imix6›, or sizes from {TCP6_MINIMUM}",
        )


# The MACs and AEADs in use today, and HMAC-MD5 as RFC 1810's case.
IN_USE = (
    "hmac-sha256",
    "hmac-sha1",
    "aes-128-gmac",
    "aes-128-cmac",
    "umac-64",
    "aes-128-gcm",
    "chacha20-poly1305",
    "hmac-md5",
)
MOST_MIXES = 4  # packet mixes that each add measuring time; if there are more, each gets less time
SECONDS = 6.0  # measuring time; with it, an answer takes at most 15 s even on a busy host


@asks(Check)
def check(question: Check) -> CheckRun:
    """Judge whether each subject keeps up with each link and packet mix, and name alternatives.

    The default subjects are those in use today that the protocol carries and this machine has; the default links have
    the speeds of this machine's network cards. `packet` and `frame` take the values of --packet and --frame; the
    default is "imix". Each combination of link and packets is judged separately. `over` lists what carries the
    protected packet, from the link inward: vlan, vxlan. `ip` is the IP version, by default 6 unless a packet is too
    small for TCP over IPv6. The verdict is for one direction at its slower end; with `duplex`, for one core that
    carries both. `cache` says where the data comes from in the judged figure: "cold" (memory), "llc" or "warm". A
    control-plane protocol is judged at `messages` a second ("10k/s", or "10k/s:512" with the message size in bytes);
    the default is a usual rate. With `cores`, a subject that falls short is measured on more threads too, up to all
    CPUs. With `path`, this kernel's implementation of the protocol is measured and judged too.
    """
    named = question.named
    pairs = links_and_mixes(question)
    session = Session(CheckRun, question)
    wanted = named or _in_use(session, question.protocol)
    per_link = [_OnLink(question, link, mix, wanted, session) for link, mix in pairs]
    requests = [request for on_link in per_link for request in on_link.requests]
    seconds = SECONDS * min(len({mix for _, mix in pairs}), MOST_MIXES)
    planned = (pair for on_link in per_link for pair in on_link.planned)
    settled = verdicts_known(planned, duplex=question.duplex, cache=question.cache)
    session.measure([*requests, *at_lengths(wanted, question.threads)], seconds, named=named, settled=settled)
    session.run.findings = drift_of(session.run, widen=question.with_kept)
    mark_break_even(session.run.rows)  # verdicts on K-way MD5 say from which message size on they hold
    session.run.verdicts = [verdict for on_link in per_link for verdict in on_link.answer()]
    if question.cores:
        measure_scaling(session, question.time or SECONDS)
    # Historical subjects that the reader did not name do not decide the exit status, unless there are no others.
    usable = [verdict for verdict in session.run.verdicts if named or verdict.permitted]
    status = exit_status(usable or session.run.verdicts)
    session.complete_environment()
    for wing in registry.check_additions():
        if question.path and not session.run.partial:
            status = worst((status, wing.measure_path(session.run, question)))
        else:
            wing.add(session.run)
    return session.finish(status)


class _OnLink:
    """One link with one packet mix: the subjects judged there, and the alternatives that could replace them."""

    def __init__(
        self, question: Check, link: Link, mix: Mix, wanted: Sequence[Subject], session: Session[CheckRun]
    ) -> None:
        self.question = question
        self.session = session
        loads = [
            (load(link, mix, subject, question.protocol, ip_version=question.ip, over=question.over), subject)
            for subject in wanted
        ]
        alternatives = _alternatives([subject_load for subject_load, _ in loads], question.policy)
        self.judged = [(subject_load, self._requests(subject, subject_load)) for subject_load, subject in loads]
        self.alternatives = [(other, self._requests(Subject(other.algorithm), other)) for other in alternatives]

    def _requests(self, subject: Subject, subject_load: Load) -> list[Request]:
        implementations = self.session.implementations(subject)
        threads, question = self.session.threads, self.question
        return judged(subject, subject_load, implementations, threads, duplex=question.duplex, cache=question.cache)

    @property
    def planned(self) -> list[tuple[Load, list[Request]]]:
        return [*self.judged, *self.alternatives]

    @property
    def requests(self) -> list[Request]:
        """All measurements to make; the ceiling (reading memory) and the floor (Internet checksum) come last, under the
        first subject's conditions."""
        planned = [request for _, requests in self.planned for request in requests]
        threads = self.session.threads
        for subject_load, _ in self.judged[:1]:
            planned += ceilings_and_floors(subject_load, threads)
        return planned

    def answer(self) -> list[Verdict]:
        """Return verdicts on what was measured, complete or up to an interruption."""
        judged_cases, alternatives = self._cases(self.judged), self._cases(self.alternatives)
        return judge_all(judged_cases, policy=self.question.policy, candidates=alternatives)

    def _cases(self, planned: list[tuple[Load, list[Request]]]) -> list[Case]:
        results, question = self.session.results, self.question
        cases = [
            Case(
                subject_load,
                tuple(results[request] for request in requests if request in results),
                question.duplex,
                question.cache,
            )
            for subject_load, requests in planned
        ]
        return [case for case in cases if case.rows]


def _in_use(session: Session[CheckRun], protocol: str | None) -> list[Subject]:
    """Return the default subjects that this machine has: those in use today, or all that the protocol carries."""
    carrier = find_protocol(protocol)
    names = IN_USE if carrier.any_algorithm else tuple(carrier.algorithms)
    return [subject for name in names if session.implementations(subject := Subject(name))]


def _alternatives(loads: Sequence[Load], policy: str) -> list[Load]:
    """Return the loads of all algorithms that could replace a judged one, without the judged ones themselves."""
    judged_already = {(subject_load.algorithm, subject_load.protocol.name) for subject_load in loads}
    alternatives: dict[tuple[str, str], Load] = {}
    for subject_load in loads:
        for other in suggestions(subject_load, policy):
            alternatives.setdefault((other.algorithm, other.protocol.name), other)
    return [other for key, other in alternatives.items() if key not in judged_already]


Planned = tuple[Load, Sequence[Request]]


def verdicts_known(planned: Iterable[Planned], *, duplex: bool = False, cache: str = COLDEST_FIRST[0]) -> Settled:
    """Return a function that tells whether all verdicts are final, so that more rounds cannot change them. Figures in
    the cache state `cache` decide verdicts; figures in other cache states must only be precise."""
    times_available: dict[tuple[object, ...], set[float]] = {}
    for subject_load, requests in planned:
        for request in requests:
            condition = (sum(request.lengths) / len(request.lengths), request.batch, request.cache)
            times_available.setdefault((request.subject.name, *condition), set()).add(subject_load.needs_ns)

    def known(m: Measurement, costs: Sequence[Interval]) -> bool:
        if m.ns is None or not are_precise([m.ns], WIDE):
            return m.ns is None
        available = times_available.get((m.subject.partition("@")[0], m.bytes, m.batch, m.cache), set())
        cost = reduce(one_after_the_other, costs) if duplex else m.ns
        return m.cache != cache or all(is_decided(headroom(needs_ns, cost)) for needs_ns in available)

    def settled(measurements: Sequence[Measurement], _comparisons: Sequence[Comparison]) -> bool:
        ways: dict[tuple[object, ...], list[Interval]] = {}
        for m in measurements:
            if m.ns is not None:
                ways.setdefault((m.subject, m.batch, m.keyed, m.cache), []).append(m.ns)
        return all(known(m, ways.get((m.subject, m.batch, m.keyed, m.cache), [])) for m in measurements)

    return settled


def measure_scaling(session: Session[CheckRun], seconds: float) -> None:
    """Measure subjects that do not keep up on more threads, physical cores first, and add the curve to their
    verdicts."""
    with session.options_applied():
        order, physical = physical_first(os.sched_getaffinity(0))
    verdicts = session.run.verdicts
    planned = {
        number: [
            replace(request, threads=threads)
            for threads in steps(len(order), session.threads)
            for request in _decided_by(session, verdict)
        ]
        for number, verdict in enumerate(verdicts)
        if verdict.verdict != KEEPS_UP and verdict.permitted
    }
    if not any(planned.values()) or session.run.partial:
        return
    session.measure([request for requests in planned.values() for request in requests], seconds)
    for number, requests in planned.items():
        curve = [session.results[request] for request in requests if request in session.results]
        verdicts[number] = scaled(verdicts[number], curve, physical)


def _decided_by(session: Session[CheckRun], verdict: Verdict) -> list[Request]:
    """Return the requests whose measurements the verdict rests on: those of one end, or of both ends with `duplex`."""
    both = verdict.conditions.direction == BOTH
    costs = [end.ns for end in verdict.directions] if both else [verdict.measured_ns]
    return [r for r, m in session.results.items() if m.subject == verdict.subject and m.ns and m.ns in costs]
