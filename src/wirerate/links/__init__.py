# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Links, packet mixes and protocols: the time available to authenticate each packet. All sizes are of IP packets."""

from wirerate.catalogue import PROTOCOLS, Protocol
from wirerate.links.framing import OVER, parse_over
from wirerate.links.link import Link, judged_by_messages, link_names, messages_of, parse_link, parse_messages
from wirerate.links.load import Entry, Load, load
from wirerate.links.packets import (
    Mix,
    packet_names,
    parse_frames,
    parse_packet_list,
    parse_packets,
    parse_record_list,
)
from wirerate.links.quantities import format_rate, parse_clock, parse_rate, parse_size

__all__ = [
    "OVER",
    "PROTOCOLS",
    "Entry",
    "Link",
    "Load",
    "Mix",
    "Protocol",
    "format_rate",
    "judged_by_messages",
    "link_names",
    "load",
    "messages_of",
    "packet_names",
    "parse_clock",
    "parse_frames",
    "parse_link",
    "parse_messages",
    "parse_over",
    "parse_packet_list",
    "parse_packets",
    "parse_rate",
    "parse_record_list",
    "parse_size",
]
