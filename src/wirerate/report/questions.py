# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The question that a verdict answers, in words: link, packets, protocol and direction; for a control-plane protocol,
messages a second."""

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
    """Return '10G Ethernet carrying imix under ah, one direction'."""
    return _carrying(verdict, _title(verdict.link), verdict.packets)


def ways(verdict: Verdict) -> str:
    """Return ', one direction' or ', both directions at once'."""
    return _DIRECTIONS.get(verdict.conditions.direction, "")


def all_carried(judged: Sequence[Verdict]) -> str:
    """Return the links and packets of several questions: 'with 10G or 25G carrying 64 or 1500'."""
    links = list(dict.fromkeys(verdict.link for verdict in judged))
    packets = list(dict.fromkeys(verdict.packets for verdict in judged))
    named = numbers.one_of(links) if len(links) > 1 else _title(links[0])
    return f"with {_carrying(judged[0], named, numbers.one_of(packets, '-byte frames'))}"


def contested(judged: Sequence[Verdict]) -> Verdict:
    """Return a verdict on the question with the most different verdicts, or on the first question if none differ."""
    words: dict[str, set[str]] = {}
    for verdict in judged:
        words.setdefault(question(verdict), set()).add(verdict.verdict)
    most = max(words, key=lambda title: len(words[title]))
    return next(verdict for verdict in judged if question(verdict) == most)


def titles(questions: Sequence[str]) -> list[str]:
    """Return column titles, which name only what differs between the questions: the links, or links and packets."""
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
    """Return ', 340 bytes on average'."""
    octets = None if messages_of(verdict) else verdict.conditions.ip_bytes
    return f", {octets:,.0f} bytes on average" if octets is not None else ""


def _title(link: str) -> str:
    try:
        return parse_link(link).title
    except UsageError:  # known only to a later version
        return link


def _carrying(verdict: Verdict, links: str, packets: str) -> str:
    if messages := messages_of(verdict):
        return _messages(verdict, messages)
    return f"{links} carrying {packets}{_under(verdict, ' under')}{ways(verdict)}"


def _under(verdict: Verdict, joint: str) -> str:
    """Return the protocol, with the operation where only signing or only verifying is judged."""
    conditions = verdict.conditions
    over = f"{joint.removesuffix(' under')} over {conditions.over}" if conditions.over else ""
    if conditions.protocol in ("", "none"):
        return over
    one_end = conditions.operation in AH_OPERATIONS and not verdict.directions
    operation = f" ({conditions.operation})" if one_end else ""
    return f"{joint} {conditions.protocol}{operation}{over}"


def messages_of(verdict: Verdict) -> MessageVerdict | None:
    """Return the verdict if it is on a rate of messages, else None."""
    return verdict if isinstance(verdict, MessageVerdict) else None


def _messages(verdict: Verdict, messages: MessageVerdict) -> str:
    """Return '56 messages/s of radius, 178 bytes each'."""
    message = f" ({messages.what})" if messages.what else ""
    return f"{verdict.link} of {verdict.conditions.protocol}, {verdict.packets} bytes each{message}"


def message_notes(verdict: Verdict) -> list[str]:
    """Return where the usual rate comes from, the most messages a core processes, and the share of a core that the
    judged rate takes."""
    messages = messages_of(verdict)
    if messages is None:
        return []
    usual = f"{verdict.link} are usual for {messages.usual} ({messages.source})."
    sentences = [usual[0].upper() + usual[1:]] if messages.usual else []
    if messages.most_per_second is None or messages.core_share is None:
        return sentences
    name = labels.algorithm(verdict.subject)
    most, share = numbers.significant(messages.most_per_second), core_share(messages.core_share)
    sentences.append(f"{name}: at most {most} messages a second on one core; {verdict.link} take {share} of it.")
    return sentences


def core_share(share: float) -> str:
    """Return '0.0021 %': a control plane takes small shares of a core."""
    return f"{share * 100:.2g} %" if share < 0.1 else numbers.share(share)
