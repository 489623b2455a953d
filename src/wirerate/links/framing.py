# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compute how many bytes a packet occupies on a link, including framing and encapsulations (VLANs, labels, tunnels).

Links are Ethernet, ATM or a plain rate. Sizes are those of IP packets, in bytes with the header. Encapsulations do not
authenticate anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.errors import UsageError, unknown

# IEEE 802.3-2022 clause 3.1.1 (packet: preamble 7 + start delimiter 1), 3.2.3-3.2.6 (addresses 6 + 6, type 2),
# 3.2.9 (frame check sequence 4), 4.4.2 (minimum frame 64, interpacket gap 96 bits).
ETHERNET_PREAMBLE = 8
ETHERNET_GAP = 12
ETHERNET_HEADER = 14
ETHERNET_FCS = 4
ETHERNET_MINIMUM = 64

# ITU-T I.361: a cell has 5 bytes of header and 48 of payload. I.363.5 (RFC 2684 section 4): the AAL5 trailer has 8.
ATM_CELL = 53
ATM_PAYLOAD = 48
AAL5_TRAILER = 8
LLC_SNAP = 8  # RFC 2684 section 5.1; VC multiplexing (section 6.1) adds nothing

# GR-253 / RFC 2615 section 2: of a concatenated frame's 270 columns, 9 are section and line overhead and 1 is path
# overhead, which leaves 260 for payload.
SONET_PAYLOAD_SHARE = 260 / 270


@dataclass(frozen=True)
class Plain:
    """A plain bit rate without framing: only IP bytes count."""

    mtu = 0  # unknown

    def wire_bytes(self, ip_bytes: int, frame_extra: int = 0) -> int:
        if frame_extra:
            raise UsageError(
                "a plain rate has no frames, so --over and MACsec do not apply",
                fix="name an Ethernet link, such as 10G",
            )
        return ip_bytes


@dataclass(frozen=True)
class Ethernet:
    """Ethernet: one IP packet per untagged frame."""

    mtu = 1500  # IEEE 802.3-2022 clause 3.2.7; larger frames are not standard

    def wire_bytes(self, ip_bytes: int, frame_extra: int = 0) -> int:
        """Return the bytes that a packet occupies, including the preamble and the interpacket gap.

        `frame_extra` is the number of bytes added inside the frame (MACsec, VLAN).
        """
        frame = max(ETHERNET_MINIMUM, ETHERNET_HEADER + frame_extra + ip_bytes + ETHERNET_FCS)
        return ETHERNET_PREAMBLE + frame + ETHERNET_GAP


@dataclass(frozen=True)
class Atm:
    """One IP packet per AAL5 frame, padded to whole cells (RFC 2684)."""

    encapsulation: int = LLC_SNAP
    mtu: int = 9180  # RFC 2225 section 4

    def cells(self, ip_bytes: int) -> int:
        return -(-(ip_bytes + self.encapsulation + AAL5_TRAILER) // ATM_PAYLOAD)

    def wire_bytes(self, ip_bytes: int, frame_extra: int = 0) -> int:
        if frame_extra:
            raise UsageError(
                "MACsec and --over vlan, mpls or pppoe require Ethernet frames; ATM has none",
                fix="name an Ethernet link, such as 10G",
            )
        return self.cells(ip_bytes) * ATM_CELL


@dataclass(frozen=True)
class Messages:
    """A rate of messages per second instead of a link: the time available per message does not depend on its size."""

    mtu = 0

    def wire_bytes(self, ip_bytes: int, frame_extra: int = 0) -> int:
        return 1


Framing = Plain | Ethernet | Atm | Messages


@dataclass(frozen=True)
class Encapsulation:
    """An encapsulation, which adds bytes in front of the packet."""

    name: str
    size: int
    source: str
    tunnel: bool = False  # whether it adds an IP header to the packet; if not, its bytes belong to the frame
    adds: str = ""


_ETHERNET = 14  # header of the Ethernet frame inside a tunnel; the inner frame has no check sequence

OVER: dict[str, Encapsulation] = {
    layer.name: layer
    for layer in (
        Encapsulation("vlan", 4, "IEEE 802.1Q-2022 clause 9.6", adds="one tag; for two, `vlan,vlan`"),
        Encapsulation("mpls", 4, "RFC 3032 section 2.1", adds="a label"),
        Encapsulation("pppoe", 6 + 2, "RFC 2516 section 4; RFC 1661 section 2", adds="PPPoE 6, PPP 2"),
        Encapsulation("gre", 4, "RFC 2784 section 2.1", tunnel=True, adds="IP, GRE 4 without key and checksum"),
        Encapsulation("ipip", 0, "RFC 2003 section 3; RFC 2473 section 3", tunnel=True, adds="IP"),
        Encapsulation(
            "vxlan", 8 + 8 + _ETHERNET, "RFC 7348 section 5", tunnel=True, adds="IP, UDP 8, VXLAN 8, Ethernet 14"
        ),
        Encapsulation(
            "geneve",
            8 + 8 + _ETHERNET,
            "RFC 8926 section 3.4",
            tunnel=True,
            adds="IP, UDP 8, Geneve 8 without options, Ethernet 14",
        ),
    )
}


def parse_over(text: str) -> tuple[str, ...]:
    """Parse "vlan", or a list from the link inward: "vlan,vxlan"."""
    words = tuple(word.strip() for word in text.split(","))
    if words == ("",):
        raise UsageError("--over is empty", fix="type one or more, separated by commas: " + ", ".join(OVER))
    for word in words:
        if word not in OVER:
            raise unknown("encapsulation", word, OVER)
    return words


def ip_extra(over: Sequence[str], ip_header: int) -> int:
    """Return the bytes that tunnels add to the IP packet on the link, new IP headers included."""
    return sum(OVER[name].size + ip_header for name in over if OVER[name].tunnel)


def frame_extra(over: Sequence[str]) -> int:
    """Return the bytes that encapsulations add inside the frame, in front of the IP packet."""
    return sum(OVER[name].size for name in over if not OVER[name].tunnel)
