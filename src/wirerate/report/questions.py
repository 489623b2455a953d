# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The question that a verdict answers, in words: the link, the packets, what carries them, which way; of a
control-plane protocol, messages a second and a share of a core."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.authenticators.ah_algorithms import AH_OPERATIONS
from wirerate.errors import UsageError
from wirerate.links import parse_link
from wirerate.records import MessageVerdict, Verdict
from wirerate.report import labels, numbers
from wirerate.verdict import BOTH, ONE

_DIRECTIONS = {ONE: ", one direction", BOTH: ", both directions at once"}


def question(verdict: Verdict) -> str:
    duplex = ", full duplex" if verdict.conditions.direction == BOTH else ""
    return f"{verdict.link}, {verdict.packets}{_under(verdict, ',')}{duplex}"


def carried(verdict: Verdict) -> str:
    """The question in a sentence: '10G Ethernet carrying imix under ah'."""
    return _carrying(verdict, _title(verdict.link), verdict.packets)


def ways(verdict: Verdict) -> str:
    """', one direction', to stand behind what is carried."""
    return _DIRECTIONS.get(verdict.conditions.direction, "")


def all_carried(asked: Sequence[Verdict]) -> str:
    """What several questions have in common, to stand behind 'Does it keep up'; what divides them is in columns."""
    links, packets = (list(dict.fromkeys(words)) for words in ((v.link for v in asked), (v.packets for v in asked)))
    named = numbers.one_of(links) if len(links) > 1 else _title(links[0])
    return f"with {_carrying(asked[0], named, numbers.one_of(packets, '-byte frames'))}"


def contested(judged: Sequence[Verdict]) -> Verdict:
    """One on the question that divides the subjects most; on the first one asked where none does."""
    words: dict[str, set[str]] = {}
    for verdict in judged:
        words.setdefault(question(verdict), set()).add(verdict.verdict)
    most = max(words, key=lambda asked: len(words[asked]))
    return next(verdict for verdict in judged if question(verdict) == most)


def titles(questions: Sequence[str]) -> list[str]:
    """Return column titles: what differs between the questions, such as the links, or links and packets."""
    parts = [question.split(", ") for question in questions]
    for column in zip(*parts, strict=False):
        if len(set(column)) == len(questions):
            return list(column)
    if len({len(part) for part in parts}) > 1:
        return list(questions)
    differing = [column for column in zip(*parts, strict=True) if len(set(column)) > 1]
    return [", ".join(words) for words in zip(*differing, strict=True)] if differing else list(questions)


def needs(verdict: Verdict, unit: str = "packet") -> str:
    unit = "message" if messages_of(verdict) else unit
    return f"{numbers.time_ns(verdict.needs_ns)} or less per {unit}"


def mean(verdict: Verdict) -> str:
    """', 340 bytes on average', to stand behind the packets."""
    octets = None if messages_of(verdict) else verdict.conditions.ip_bytes
    return f", {octets:,.0f} bytes on average" if octets is not None else ""


def _title(link: str) -> str:
    try:
        return parse_link(link).title
    except UsageError:  # of a later version
        return link


def _carrying(verdict: Verdict, links: str, packets: str) -> str:
    told = messages_of(verdict)
    if told:
        return _messages(verdict, told)
    return f"{links} carrying {packets}{_under(verdict, ' under')}{ways(verdict)}"


def _under(verdict: Verdict, joint: str) -> str:
    """The protocol, and the operation where that is half of a question: signing or verifying."""
    given = verdict.conditions
    over = f"{joint.removesuffix(' under')} over {given.over}" if given.over else ""
    if given.protocol in ("", "none"):
        return over
    half = given.operation in AH_OPERATIONS and not verdict.directions
    operation = f" ({given.operation})" if half else ""
    return f"{joint} {given.protocol}{operation}{over}"


def messages_of(verdict: Verdict) -> MessageVerdict | None:
    """What a verdict on messages holds; None of another."""
    return verdict if isinstance(verdict, MessageVerdict) else None


def _messages(verdict: Verdict, told: MessageVerdict) -> str:
    """'56 messages/s of radius, 178 bytes each'."""
    what = f" ({told.what})" if told.what else ""
    return f"{verdict.link} of {verdict.conditions.protocol}, {verdict.packets} bytes each{what}"


def message_notes(verdict: Verdict) -> list[str]:
    """The most that a core makes, and what the rate takes of it."""
    told = messages_of(verdict)
    if told is None:
        return []
    usual = f"{verdict.link} are usual for {told.usual} ({told.source})."
    found = [usual[0].upper() + usual[1:]] if told.usual else []
    if told.most_per_second is None or told.core_share is None:
        return found
    name = labels.algorithm(verdict.subject)
    most, share = numbers.significant(told.most_per_second), core_share(told.core_share)
    found.append(f"{name}: at most {most} messages a second on one core; {verdict.link} take {share} of it.")
    return found


def core_share(share: float) -> str:
    """'0.0021 %': the shares of a core that a control plane takes are small."""
    return f"{share * 100:.2g} %" if share < 0.1 else numbers.share(share)
