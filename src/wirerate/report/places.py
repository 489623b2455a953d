# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The places of a check, each a link with its packets, and sentences that name several of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.records import Verdict
from wirerate.report import numbers, questions


@dataclass(frozen=True)
class Place:
    """A link and the packets on it, or the message rate of a control-plane protocol."""

    link: str
    packets: str
    messages: bool = False

    def head(self, across: Sequence[Place]) -> list[str]:
        """Return a column's head: the link and the packets, as far as they differ between columns."""
        links, packets = {place.link for place in across}, {place.packets for place in across}
        if len(across) == 1:
            return [self.link] if self.messages else [self.link, numbers.packets_short(self.packets)]
        parts = [self.link] if len(links) > 1 else []
        return [*parts, *([numbers.packets_short(self.packets)] if len(packets) > 1 else [])]

    @property
    def brings(self) -> str:
        """Return '10G of IMIX', '10G of 1,500-byte packets'."""
        return "the protocol" if self.messages else f"{self.link} of {numbers.packets(self.packets)}"


def place_of(verdict: Verdict) -> Place:
    return Place(verdict.link, verdict.packets, questions.messages_of(verdict) is not None)


def places(some: Sequence[Place], among: Sequence[Place]) -> str:
    """Return some places in words: 'at 25G and at 10G with IMIX'. If `some` has every place on a link that `among` has,
    the packets on that link are left out."""
    links = list(dict.fromkeys(place.link for place in some))
    if len({place.packets for place in among}) == 1:
        return f"at {numbers.joined(links)}"
    whole = [link for link in links if among and all(place in some for place in among if place.link == link)]
    by_packets: dict[tuple[str, ...], list[str]] = {}
    for link in links:
        if link not in whole:
            names = tuple(numbers.packets(place.packets) for place in some if place.link == link)
            by_packets.setdefault(names, []).append(link)
    several = len({place.link for place in among or some}) > 1
    parts = [f"at {numbers.joined(named)} with {numbers.joined(names)}" if several or not among
             else f"with {numbers.joined(names)}" for names, named in by_packets.items()]  # fmt: skip
    if some and some[0].messages:
        parts = [f"at {numbers.joined(links)}"]
    return " and ".join([*([f"at {numbers.joined(whole)}"] if whole else []), *parts])
