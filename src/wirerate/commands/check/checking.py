# SPDX-License-Identifier: Apache-2.0 OR MIT
"""`check`: measure what the question names and what could be proposed instead, then judge."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate import registry
from wirerate.authenticators.subjects import Subject, parse_subject
from wirerate.catalogue import protocol as find_protocol
from wirerate.commands.check.deciding import verdicts_known
from wirerate.commands.check.question import Check, held_against
from wirerate.commands.check.scaling import measure_scaling
from wirerate.host.request import Request
from wirerate.links import Link, Load, Mix, load
from wirerate.question import asks
from wirerate.records import CheckRun, Verdict
from wirerate.running.chaining import at_lengths, mark_break_even
from wirerate.running.session import Session
from wirerate.running.workloads import beside_judged, judged
from wirerate.verdict import Case, exit_status, judge_all, suggestions

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
    named = [parse_subject(each) if isinstance(each, str) else each for each in asked.subjects]
    pairs = held_against(asked)
    session = Session(CheckRun, asked)
    wanted = named or _in_use(session, asked.protocol)
    questions = [_OnLink(asked, line, mix, wanted, session) for line, mix in pairs]
    requests = [request for question in questions for request in question.requests]
    seconds = SECONDS * min(len({mix for _, mix in pairs}), MOST_MIXES)
    settled = verdicts_known((planned for question in questions for planned in question.planned), duplex=asked.duplex)
    session.measure([*requests, *at_lengths(wanted, asked.threads)], seconds, named=named, settled=settled)
    mark_break_even(session.run.rows)  # K-way MD5's verdicts say for which messages they hold
    session.run.verdicts = [verdict for question in questions for verdict in question.answer()]
    if asked.cores:
        measure_scaling(session, asked.time or SECONDS)
    # Nobody asked for what the overview shows as history: it is refused aloud, but decides nothing.
    run = session.finish(exit_status(each for each in session.run.verdicts if named or each.permitted))
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
