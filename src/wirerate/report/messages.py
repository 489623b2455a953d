# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A control-plane protocol's verdict in words: messages a second, and a share of a core."""

from __future__ import annotations

from wirerate.records import MessageVerdict, Verdict
from wirerate.report import naming, numbers


def messages_of(verdict: Verdict) -> MessageVerdict | None:
    """What a verdict on messages holds; None of another."""
    return verdict if isinstance(verdict, MessageVerdict) else None


def carried(verdict: Verdict, told: MessageVerdict) -> str:
    """'56 messages/s of radius, 178 bytes each'."""
    what = f" ({told.what})" if told.what else ""
    return f"{verdict.link} of {verdict.conditions.protocol}, {verdict.packets} bytes each{what}"


def told_of(verdict: Verdict) -> list[str]:
    """The most that a core makes, and what the rate takes of it."""
    told = messages_of(verdict)
    if told is None:
        return []
    usual = f"{verdict.link} are usual for {told.usual} ({told.source})."
    found = [usual[0].upper() + usual[1:]] if told.usual else []
    if told.most_per_second is None or told.core_share is None:
        return found
    name = naming.algorithm(verdict.subject)
    most, share = _rounded(told.most_per_second), percent(told.core_share)
    found.append(f"{name}: at most {most} messages a second on one core; {verdict.link} take {share} of it.")
    return found


def percent(share: float) -> str:
    """'0.0021 %': the shares of a core that a control plane takes are small."""
    return f"{share * 100:.2g} %" if share < 0.1 else numbers.share(share)


def _rounded(rate: float) -> str:
    """'1,240,000'."""
    return numbers.significant(rate)
