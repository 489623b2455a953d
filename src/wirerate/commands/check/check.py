# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`check`: what it holds authenticators against, links and what they carry or messages a second; measure what the
question names and what could be proposed instead, then judge."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from functools import reduce

from wirerate import registry
from wirerate.authenticators.subjects import Subject
from wirerate.catalogue import protocol as find_protocol
from wirerate.errors import UsageError
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
from wirerate.links.packets import AROUND_IP
from wirerate.question import asks
from wirerate.records import CheckRun, Comparison, Interval, Measurement, Verdict
from wirerate.rounds.row import are_precise
from wirerate.running.cautions import WIDE
from wirerate.running.drift import look_back
from wirerate.running.session import OfSubjects, Session
from wirerate.running.workloads import at_lengths, beside_judged, judged, mark_break_even
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
class Check(OfSubjects):
    _: KW_ONLY
    links: Sequence[str] = ()
    packet: str | None = None
    frame: str | None = None
    protocol: str | None = None
    over: Sequence[str] = ()
    messages: str | None = None
    policy: str = "modern"
    duplex: bool = False
    cores: bool = False

    def __post_init__(self) -> None:
        self.excludes("frame", "packet")
        self.suits(self.meant)
        carrier = find_protocol(self.protocol)
        if carrier.messages is not None:
            because = f"nobody runs {carrier.name} at line rate, it is judged by messages"
            fix = "leave it out, or type ‹messages=10k/s›, with their bytes ‹messages=10k/s:512›"
            self.refuses("links", "packet", "frame", "over", because=because, fix=fix)
        elif self.messages:
            is_none = f"{carrier.name} is none" if self.protocol else "none is named"
            raise UsageError(
                f"‹messages› is for protocols of the control plane, and {is_none}",
                fix=f"type ‹links=[10G]›, or ‹protocol› and one of: {', '.join(judged_by_messages())}",
            )


def held_against(asked: Check) -> list[tuple[Link, Mix]]:
    """Every link with every mix; of a protocol of the control plane its messages, which have neither."""
    carrier = find_protocol(asked.protocol)
    if carrier.messages is not None:
        return [messages_of(carrier, asked.messages)]
    lines = [parse_link(word) for word in asked.links] or links_of_this_machine()
    _only_ethernet_has_frames(lines, asked.frame)
    mixes = parse_frames(asked.frame) if asked.frame else parse_packet_list(asked.packet or "imix")
    return [(line, mix) for line in lines for mix in mixes]


def _only_ethernet_has_frames(lines: Sequence[Link], frame: str | None) -> None:
    other = next((line for line in lines if not isinstance(line.framing, Ethernet)), None)
    if frame and other:
        raise UsageError(
            f"frames are counted as Ethernet does, and {other.name} is none",
            fix=f"type ‹packet› with the IP bytes; a frame of 64 carries {ETHERNET_MINIMUM - AROUND_IP}",
        )


# In use today, and MD5's HMAC as RFC 1810's case. An AEAD is judged as the whole of what it does.
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
MOST_MIXES = 4  # that lengthen a check
SECONDS = 6.0  # of measuring: with start-up, known answers and layout, an answer within 15 on a busy host too


@asks(Check)
def check(asked: Check) -> CheckRun:
    """Whether each subject keeps up with each link carrying that packet mix, and what to use when it does not.

    Without subjects: those in use that the protocol carries and this machine has. Without links: this machine's.
    `packet` and `frame` are what --packet and --frame take, "imix" where neither is given; each of a list, on each
    link, is a question of its own. `over` is what carries the protected packet, from the link inward: vlan, vxlan.
    Judged is one direction of the link, by the slower of its ends; with `duplex`, one core that carries both.
    A protocol of the control plane has no link: it is judged at `messages` a second ("10k/s", "10k/s:512" with their
    bytes), else at a usual rate.
    `cores` measures what falls short on more threads too, up to all CPUs, for the number of cores.
    """
    named = asked.named
    pairs = held_against(asked)
    session = Session(CheckRun, asked)
    wanted = named or _in_use(session, asked.protocol)
    questions = [_OnLink(asked, line, mix, wanted, session) for line, mix in pairs]
    requests = [request for question in questions for request in question.requests]
    seconds = SECONDS * min(len({mix for _, mix in pairs}), MOST_MIXES)
    settled = verdicts_known((planned for question in questions for planned in question.planned), duplex=asked.duplex)
    session.measure([*requests, *at_lengths(wanted, asked.threads)], seconds, named=named, settled=settled)
    session.run.findings = look_back(session.run, widen=asked.with_kept)
    mark_break_even(session.run.rows)  # K-way MD5's verdicts say for which messages they hold
    session.run.verdicts = [verdict for question in questions for verdict in question.answer()]
    if asked.cores:
        measure_scaling(session, asked.time or SECONDS)
    # Nobody asked for what the overview shows as history: it decides nothing, unless there is nothing else.
    usable = [each for each in session.run.verdicts if named or each.permitted]
    run = session.finish(exit_status(usable or session.run.verdicts))
    for beside in registry.beside_a_check():
        beside.add(run)
    return run


class _OnLink:
    """One link: what is asked about on it, and what could be proposed there instead."""

    def __init__(
        self, asked: Check, link: Link, mix: Mix, wanted: Sequence[Subject], session: Session[CheckRun]
    ) -> None:
        self.policy = asked.policy
        self.duplex = asked.duplex
        self.session = session
        loads = [(load(link, mix, subject, asked.protocol, over=asked.over), subject) for subject in wanted]
        others = _others([each for each, _ in loads], asked.policy)
        self.asked = [(each, self._requests(subject, each)) for each, subject in loads]
        self.others = [(each, self._requests(Subject(each.algorithm), each)) for each in others]

    def _requests(self, subject: Subject, each: Load) -> list[Request]:
        whose = self.session.implementations(subject)
        return judged(subject, each, whose, self.session.threads, duplex=self.duplex)

    @property
    def planned(self) -> list[tuple[Load, list[Request]]]:
        """Everything asked about, and what could be proposed."""
        return [*self.asked, *self.others]

    @property
    def requests(self) -> list[Request]:
        """Ceiling and floor last, under the first subject's condition: what another run of this is held against."""
        found = [request for _, requests in self.planned for request in requests]
        loads = [each for each, _ in self.asked]
        return [*found, *(r for each in loads[:1] for r in beside_judged(each, self.session.threads))]

    def answer(self) -> list[Verdict]:
        """Verdicts on what was measured, all of it or as far as an interruption let it come."""
        asked, others = self._cases(self.asked), self._cases(self.others)
        return judge_all(asked, policy=self.policy, candidates=others)

    def _cases(self, planned: list[tuple[Load, list[Request]]]) -> list[Case]:
        results = self.session.results
        measured = [(each, tuple(results[r] for r in requests if r in results)) for each, requests in planned]
        cases = [Case(each, found, self.duplex) for each, found in measured]
        return [case for case in cases if case.rows]


def _in_use(session: Session[CheckRun], protocol: str | None) -> list[Subject]:
    """What a check without subjects is about: nobody asked for these by name, so absent ones are left out."""
    carrier = find_protocol(protocol)
    names = IN_USE if carrier.any_algorithm else tuple(carrier.algorithms)
    return [subject for name in names if session.implementations(subject := Subject(name))]


def _others(asked: Sequence[Load], policy: str) -> list[Load]:
    """What could be proposed in place of what is asked about, each once, and only if it is not asked about itself."""
    known = {(each.algorithm, each.protocol.name) for each in asked}
    others: dict[tuple[str, str], Load] = {}
    for each in asked:
        for other in suggestions(each, policy):
            others.setdefault((other.algorithm, other.protocol.name), other)
    return [other for key, other in others.items() if key not in known]


Planned = tuple[Load, Sequence[Request]]


def verdicts_known(planned: Iterable[Planned], *, duplex: bool = False) -> Settled:
    """Of everything asked about or proposed, each under its load: what is cold decides, the others are shown."""
    needs: dict[tuple[object, ...], set[float]] = {}
    for asked, requests in planned:
        for request in requests:
            condition = (sum(request.lengths) / len(request.lengths), request.batch, request.cache)
            needs.setdefault((request.subject.name, *condition), set()).add(asked.needs_ns)

    def known(m: Measurement, costs: Sequence[Interval]) -> bool:
        if m.ns is None or not are_precise([m.ns], WIDE):
            return m.ns is None
        leave = needs.get((m.subject.partition("@")[0], m.bytes, m.batch, m.cache), set())
        judged = reduce(one_after_the_other, costs) if duplex else m.ns
        return m.cache != COLDEST_FIRST[0] or all(is_decided(headroom(each, judged)) for each in leave)

    def settled(measurements: Sequence[Measurement], _comparisons: Sequence[Comparison]) -> bool:
        ways: dict[tuple[object, ...], list[Interval]] = {}
        for m in measurements:
            if m.ns is not None:
                ways.setdefault((m.subject, m.batch, m.keyed, m.cache), []).append(m.ns)
        return all(known(m, ways.get((m.subject, m.batch, m.keyed, m.cache), [])) for m in measurements)

    return settled


def measure_scaling(session: Session[CheckRun], seconds: float) -> None:
    """On physical cores first, then on their siblings; the run's verdicts have the curve and the cores it tells."""
    with session.as_asked():
        order, physical = physical_first(os.sched_getaffinity(0))
    short = [verdict for verdict in session.run.verdicts if verdict.verdict != KEEPS_UP and verdict.permitted]
    planned = {
        id(verdict): [
            replace(request, threads=threads)
            for threads in steps(len(order), session.threads)
            for request in _decided_by(session, verdict)
        ]
        for verdict in short
    }
    if not any(planned.values()) or session.run.partial:
        return
    session.measure([request for requests in planned.values() for request in requests], seconds)
    for at, verdict in enumerate(session.run.verdicts):
        found = [session.results[request] for request in planned.get(id(verdict), ()) if request in session.results]
        session.run.verdicts[at] = scaled(verdict, found, physical)


def _decided_by(session: Session[CheckRun], verdict: Verdict) -> list[Request]:
    """What its cost was measured by: the end that is judged, or both where they are judged together."""
    both = verdict.conditions.direction == BOTH
    costs = [end.ns for end in verdict.directions] if both else [verdict.measured_ns]
    return [r for r, m in session.results.items() if m.subject == verdict.subject and m.ns and m.ns in costs]
