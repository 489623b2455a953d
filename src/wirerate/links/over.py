# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What carries the packet between itself and the link: VLAN tags, labels, tunnels. None of it authenticates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.errors import UsageError, unknown


@dataclass(frozen=True)
class Encapsulation:
    """Bytes in front of the packet."""

    name: str
    size: int
    source: str
    tunnel: bool = False  # a new IP packet around it; else it goes into the frame
    what: str = ""


_ETHERNET = 14  # of the frame inside a tunnel, which has no check sequence of its own

OVER: dict[str, Encapsulation] = {
    each.name: each
    for each in (
        Encapsulation("vlan", 4, "IEEE 802.1Q-2022 clause 9.6", what="a tag; twice: `vlan,vlan`"),
        Encapsulation("mpls", 4, "RFC 3032 section 2.1", what="a label"),
        Encapsulation("pppoe", 6 + 2, "RFC 2516 section 4; RFC 1661 section 2", what="PPPoE 6, PPP 2"),
        Encapsulation("gre", 4, "RFC 2784 section 2.1", tunnel=True, what="IP, GRE 4 without key and checksum"),
        Encapsulation("ipip", 0, "RFC 2003 section 3; RFC 2473 section 3", tunnel=True, what="IP"),
        Encapsulation(
            "vxlan", 8 + 8 + _ETHERNET, "RFC 7348 section 5", tunnel=True, what="IP, UDP 8, VXLAN 8, Ethernet 14"
        ),
        Encapsulation(
            "geneve",
            8 + 8 + _ETHERNET,
            "RFC 8926 section 3.4",
            tunnel=True,
            what="IP, UDP 8, Geneve 8 without options, Ethernet 14",
        ),
    )
}


def parse_over(text: str) -> tuple[str, ...]:
    """Reads vlan, or a list from the link inward: vlan,vxlan."""
    words = tuple(word.strip() for word in text.split(","))
    if words == ("",):
        raise UsageError("--over names nothing", fix="type one or a list of: " + ", ".join(OVER))
    for word in words:
        if word not in OVER:
            raise unknown("encapsulation", word, OVER)
    return words


def ip_extra(over: Sequence[str], ip_header: int) -> int:
    """Bytes that the IP packet on the link is larger by: those of tunnels, a new IP header each."""
    return sum(OVER[name].size + ip_header for name in over if OVER[name].tunnel)


def frame_extra(over: Sequence[str]) -> int:
    """Bytes that go into the frame in front of the IP packet."""
    return sum(OVER[name].size for name in over if not OVER[name].tunnel)
