# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What `path` says of packets through gateways, and what of TLS's records through a connection."""

from __future__ import annotations

from dataclasses import dataclass

from wirerate.records import PathFindings, Run

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
    columns: tuple[tuple[str, str], ...]  # a table's columns of parts, with their titles
    others: str  # what helps where the crypto is little
    bare: str  # of a path that protects nothing, {} its headroom
    undivided: str  # why crypto is not told apart from the rest
    parts: str  # what the columns of parts are, under the table
    whose: str  # is judged
    caveat: str
    judged: str
    noise: str  # {} is how much
    either: str


_PACKET = Unit(
    name="packet",
    where="gateway",
    columns=(
        ("forwarding", "forward"), ("path", "path"), ("cipher", "cipher"), ("authenticator", "auth."),
        ("crypto", "both"), ("protection", "undivided"),
    ),
    others="cores, offload or larger packets can",
    bare="Plain forwarding {} on one core: whatever the authenticator, a protocol's path comes on top.",
    undivided="It has no null algorithms, so that its crypto is not told apart.",
    parts="forward … undivided: nanoseconds per packet of each part; both: cipher and authenticator of an AEAD.",
    whose=", of the slower end",
    caveat="veth is not a network card: its driver, interrupts, GRO and this host's firewall come on top, and buffers "
    "are warm. Each packet goes by itself; TCP with segmentation offload is cheaper.",
    judged="The link brings packets before protection at line rate, and one core is judged, by the slower end.",
    noise="Noise: plain forwarding against itself differs by up to {}.",
    either="MACsec's frames and WireGuard's sessions end at the next gateway: the mean of both ends is judged.",
)  # fmt: skip

_RECORD = Unit(
    name="record",
    where="end",
    columns=(("tcp", "TCP"), ("record", "TLS"), ("crypto", "both"), ("protection", "undivided")),
    others="cores, offload or larger records can",
    bare="Plain TCP {} on one core: whatever the authenticator, TLS comes on top.",
    undivided="The kernel's crypto cannot be called by itself, so that it is not told apart.",
    parts="TCP … undivided: nanoseconds per record of each part; both: cipher and authenticator, of libcrypto alone.",
    whose="",
    caveat="Loopback is not a network card: its driver and interrupts come on top, a record crosses it in one piece "
    "as with segmentation offload, and buffers are warm. Each record is written and read by a call of its own.",
    judged="The link carries protected records at line rate, each in packets of its own. One thread writes a record "
    "and reads it back: an end is half of that, one core of it is judged, and plain TCP has the same time.",
    noise="Noise: plain TCP against itself differs by up to {}.",
    either="",
)

UNITS = {unit.name: unit for unit in (_PACKET, _RECORD)}


def unit_of(run: Run) -> Unit:
    return UNITS[run.findings.unit] if isinstance(run.findings, PathFindings) else _PACKET
