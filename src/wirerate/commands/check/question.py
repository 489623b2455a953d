# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a check holds authenticators against: links and what they carry, or messages a second."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from wirerate.authenticators.subjects import Subject
from wirerate.catalogue import protocol as find_protocol
from wirerate.errors import UsageError
from wirerate.links import Link, Mix, judged_by_messages, messages_of, parse_frames, parse_link, parse_packet_list
from wirerate.links.framing import ETHERNET_MINIMUM, Ethernet
from wirerate.links.packets import AROUND_IP
from wirerate.running.nics import links_of_this_machine
from wirerate.running.session import How


@dataclass(frozen=True)
class Check(How):
    subjects: Sequence[Subject | str] = ()
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
