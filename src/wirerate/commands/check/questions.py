# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a check holds authenticators against: links and what they carry, or messages a second."""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.catalogue import protocol as find_protocol
from wirerate.errors import UsageError
from wirerate.links import Link, Mix, judged_by_messages, messages_of, parse_frames, parse_link, parse_packet_list
from wirerate.links.framing import ETHERNET_MINIMUM, Ethernet
from wirerate.links.packets import AROUND_IP
from wirerate.running.nics import links_of_this_machine


def held_against(
    links: Sequence[str],
    packet: str | None,
    frame: str | None,
    over: Sequence[str],
    protocol: str | None,
    messages: str | None,
) -> list[tuple[Link, Mix]]:
    """Every link with every mix; of a protocol of the control plane its messages, which have neither."""
    carrier = find_protocol(protocol)
    if carrier.messages is None:
        _only_messages_have_a_rate(carrier.name if protocol else "", messages)
        lines, mixes = [parse_link(word) for word in links] or links_of_this_machine(), _mixes(packet, frame)
        _only_ethernet_has_frames(lines, frame)
        return [(line, mix) for line in lines for mix in mixes]
    given = {"--link": links, "--packet": packet, "--frame": frame, "--over": over}
    refused = next((option for option, value in given.items() if value), None)
    if refused:
        raise UsageError(
            f"{refused} has no meaning with {carrier.name}: nobody runs it at line rate, it is judged by messages",
            fix="leave it out, or type --messages 10k/s, with their bytes --messages 10k/s:512",
        )
    return [messages_of(carrier, messages)]


def _only_messages_have_a_rate(name: str, messages: str | None) -> None:
    if messages:
        raise UsageError(
            f"--messages is for protocols of the control plane, and {f'{name} is none' if name else 'none is named'}",
            fix=f"type --link 10G, or --protocol and one of: {', '.join(judged_by_messages())}",
        )


def _mixes(packet: str | None, frame: str | None) -> list[Mix]:
    if packet and frame:
        raise UsageError("packets and frames were both asked for", fix="leave out --packet or --frame")
    return parse_frames(frame) if frame else parse_packet_list(packet or "imix")


def _only_ethernet_has_frames(lines: Sequence[Link], frame: str | None) -> None:
    other = next((line for line in lines if not isinstance(line.framing, Ethernet)), None)
    if frame and other:
        raise UsageError(
            f"frames are counted as Ethernet does, and {other.name} is none",
            fix=f"type --packet with the IP bytes; a frame of 64 carries {ETHERNET_MINIMUM - AROUND_IP}",
        )
