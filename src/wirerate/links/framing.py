# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How long a packet occupies a link: Ethernet's preamble and gap, ATM's cells, or nothing but the packet.

Sizes are IP packets in bytes, header included.
"""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.errors import UsageError

# IEEE 802.3-2022 clause 3.1.1 (packet: preamble 7 + start delimiter 1), 3.2.3-3.2.6 (addresses 6 + 6, type 2),
# 3.2.9 (frame check sequence 4), 4.4.2 (minimum frame 64, interpacket gap 96 bits).
ETHERNET_PREAMBLE = 8
ETHERNET_GAP = 12
ETHERNET_HEADER = 14
ETHERNET_FCS = 4
ETHERNET_MINIMUM = 64

# ITU-T I.361: a cell is 5 bytes of header and 48 of payload. I.363.5 (RFC 2684 section 4): the AAL5 trailer is 8.
ATM_CELL = 53
ATM_PAYLOAD = 48
AAL5_TRAILER = 8
LLC_SNAP = 8  # RFC 2684 section 5.1; VC multiplexing (section 6.1) adds nothing

# GR-253 / RFC 2615 section 2: of a concatenated frame's 270 columns, 9 are section and line overhead and 1 is path
# overhead, so 260 carry payload.
SONET_PAYLOAD_SHARE = 260 / 270

_ETHERNET_LINK = "name an Ethernet link, such as 10G"


@dataclass(frozen=True)
class Plain:
    """A bare bit rate: IP bytes and nothing else cross it."""

    def wire_bytes(self, ip_bytes: int, frame_extra: int = 0) -> int:
        if frame_extra:
            raise UsageError(
                "a plain rate has no frames that anything could be put into", fix="name an Ethernet link, such as 10G"
            )
        return ip_bytes


@dataclass(frozen=True)
class Ethernet:
    """One IP packet per untagged frame."""

    def wire_bytes(self, ip_bytes: int, frame_extra: int = 0) -> int:
        """Bytes of the packet's slot on the medium; frame_extra is what MACsec or a VLAN adds inside the frame."""
        frame = max(ETHERNET_MINIMUM, ETHERNET_HEADER + frame_extra + ip_bytes + ETHERNET_FCS)
        return ETHERNET_PREAMBLE + frame + ETHERNET_GAP


@dataclass(frozen=True)
class Atm:
    """One IP packet per AAL5 frame, padded to whole cells (RFC 2684)."""

    encapsulation: int = LLC_SNAP

    def cells(self, ip_bytes: int) -> int:
        return -(-(ip_bytes + self.encapsulation + AAL5_TRAILER) // ATM_PAYLOAD)

    def wire_bytes(self, ip_bytes: int, frame_extra: int = 0) -> int:
        if frame_extra:
            raise UsageError(
                "MACsec and --over vlan, mpls or pppoe go into Ethernet frames, not into ATM cells",
                fix="name an Ethernet link, such as 10G",
            )
        return self.cells(ip_bytes) * ATM_CELL


@dataclass(frozen=True)
class Messages:
    """No link: so many messages a second, each with its share of it whatever its size."""

    def wire_bytes(self, ip_bytes: int, frame_extra: int = 0) -> int:
        return 1


Framing = Plain | Ethernet | Atm | Messages
