# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What `path` says of packets through gateways, and what of TLS's records through a connection."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wirerate.wings.path.run import PathRun

# The parts in the order of a packet's or a record's way, each with what it is called and its sign in a bar.
PARTS = {
    "forwarding": ("forwarding", "░"),
    "path": ("path", "▒"),
    "tcp": ("TCP", "░"),
    "record": ("TLS without its crypto", "▒"),
    "cipher": ("cipher", "▓"),
    "authenticator": ("authenticator", "█"),
    "crypto": ("cipher and authenticator", "■"),
    "protection": ("protocol and crypto, undivided", "▞"),
}


@dataclass(frozen=True)
class Unit:
    """The words for one kind of run."""

    name: str  # what the figures are of
    where: str  # what is judged
    columns: Mapping[str, tuple[str, str]]  # of parts in a table: title, and what the legend says
    helps: str  # how what is faster begins
    others: str  # what helps where the crypto is little
    bare: str  # of a path that protects nothing, {} its headroom
    undivided: str  # why crypto is not told apart from the rest
    whose: str  # is judged
    caveat: str
    judged: str
    noise: str  # {} is how much
    either: str


_PACKET = Unit(
    name="packet",
    where="gateway",
    columns={
        "forwarding": ("forward", "forward: forwarding alone."),
        "path": ("path", "path: the protocol with algorithms that do nothing."),
        "cipher": ("cipher", ""),
        "authenticator": ("auth.", "auth.: the authenticator."),
        "crypto": ("both", "both: cipher and authenticator of an AEAD."),
        "protection": ("undivided", "undivided: protocol and crypto."),
    },
    helps="Changing the crypto helps",
    others="cores, offload or larger packets can",
    bare="Plain forwarding {} on one core: whatever the authenticator, a protocol's path comes on top.",
    undivided="It has no null algorithms, so that its crypto is not told apart.",
    whose=", of the slower end",
    caveat="veth is not a network card: its driver, interrupts, GRO and this host's firewall come on top, and buffers "
    "are warm. Each packet goes by itself; TCP with segmentation offload is cheaper.",
    judged="The link brings packets before protection at line rate, and one core is judged, by the slower end.",
    noise="Noise: plain forwarding against itself differs by up to {}.",
    either="MACsec's frames and WireGuard's sessions end at the next gateway: the mean of both ends is judged.",
)

_RECORD = Unit(
    name="record",
    where="end",
    columns={
        "tcp": ("TCP", ""),
        "record": ("TLS", "TLS: its framing, copies and calls."),
        "crypto": ("both", "both: cipher and authenticator, of libcrypto alone."),
        "protection": ("undivided", "undivided: TLS and its crypto."),
    },
    helps="Another TLS helps",
    others="cores, offload or larger records can",
    bare="Plain TCP {} on one core: whatever the authenticator, TLS comes on top.",
    undivided="The kernel's crypto cannot be called by itself, so that it is not told apart.",
    whose="",
    caveat="Loopback is not a network card: its driver and interrupts come on top, a record crosses it in one piece "
    "as with segmentation offload, and buffers are warm. Each record is written and read by a call of its own.",
    judged="The link carries protected records at line rate, each in packets of its own. One thread writes a record "
    "and reads it back: an end is half of that, one core of it is judged, and plain TCP has the same time.",
    noise="Noise: plain TCP against itself differs by up to {}.",
    either="",
)

UNITS = {unit.name: unit for unit in (_PACKET, _RECORD)}


def unit_of(run: PathRun) -> Unit:
    return UNITS[run.findings.unit] if run.findings else _PACKET
