# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Links by name, and the time available per packet on each; or messages per second for control-plane protocols."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wirerate.catalogue import PROTOCOLS, Protocol
from wirerate.errors import UsageError, nearest
from wirerate.links.framing import ATM_CELL, ATM_PAYLOAD, SONET_PAYLOAD_SHARE, Atm, Ethernet, Framing, Messages, Plain
from wirerate.links.packets import Mix, parse_packets
from wirerate.links.quantities import format_rate, parse_rate
from wirerate.synonyms import hint

# IEEE 802.3-2022 and 802.3df-2024 data rates (bits of the frame, before line coding).
ETHERNET_RATES = ("10M", "100M", "1G", "2.5G", "5G", "10G", "25G", "40G", "50G", "100G", "200G", "400G", "800G")

# GR-253 line rates: OC-n is n x 51.84 Mbit/s. RFC 1810's "622 Mbps ATM" is oc-12c, its Fore SBA-200 card oc-3c.
SONET_RATES = {"oc-3c": 155.52e6, "oc-12c": 622.08e6, "oc-48c": 2488.32e6}

PLAIN_PREFIX = "rate:"
VC_MUX_SUFFIX = "/vc-mux"


@dataclass(frozen=True)
class Link:
    """A link in one direction.

    `nominal_bps` is the rate in its name, `payload_bps` the rate available to frames or cells. `ip_bps` returns the
    rate available to IP, which depends on the packet size.
    """

    name: str
    framing: Framing
    nominal_bps: float
    payload_bps: float

    def wire_ns(self, ip_bytes: int, frame_extra: int = 0) -> float:
        """Return how long a packet occupies the link, in ns: the time available to authenticate it at line rate."""
        return self.wire_bytes(ip_bytes, frame_extra) * 8e9 / self.payload_bps

    def wire_bytes(self, ip_bytes: int, frame_extra: int = 0) -> int:
        """Return the bytes that a packet occupies on the link, framing included."""
        return self.framing.wire_bytes(ip_bytes, frame_extra)

    def packets_per_second(self, ip_bytes: int) -> float:
        return 1e9 / self.wire_ns(ip_bytes)

    def ip_bps(self, ip_bytes: int) -> float:
        """Return the throughput of IP in bits per second if every packet has this size."""
        return ip_bytes * 8 * self.packets_per_second(ip_bytes)

    @property
    def cell_payload_bps(self) -> float | None:
        """Return the rate available to AAL5 frames in ATM cells; None for other links."""
        return self.payload_bps * ATM_PAYLOAD / ATM_CELL if isinstance(self.framing, Atm) else None

    @property
    def title(self) -> str:
        """Return the link's name for use in a sentence; for ATM, with its nominal rate and its rate in cells."""
        if isinstance(self.framing, Ethernet):
            return f"{self.name} Ethernet"
        if isinstance(self.framing, Plain):
            return f"{format_rate(self.nominal_bps)} of IP"
        if isinstance(self.framing, Messages):
            return self.name
        name = self.name.removesuffix(VC_MUX_SUFFIX)
        multiplexing = "LLC/SNAP" if self.framing.encapsulation else "VC mux"
        nominal, payload = self.nominal_bps / 1e6, (self.cell_payload_bps or 0) / 1e6
        return f"{name} ATM, {multiplexing} ({nominal:.2f} Mbit/s, {payload:.2f} of it cell payload)"


def link_names() -> tuple[str, ...]:
    """Return the names of all links. Any other speed is written rate:SPEED."""
    atm = tuple(name + suffix for name in SONET_RATES for suffix in ("", VC_MUX_SUFFIX))
    return ETHERNET_RATES + atm


def parse_link(text: str) -> Link:
    """Parse 10G (Ethernet), oc-3c or oc-3c/vc-mux (ATM over SONET), or rate:155M (IP bits per second, no framing)."""
    word = text.strip()
    if word.startswith(PLAIN_PREFIX):
        rate = parse_rate(word.removeprefix(PLAIN_PREFIX))
        return Link(PLAIN_PREFIX + format_rate(rate), Plain(), rate, rate)
    base = word.removesuffix(VC_MUX_SUFFIX)
    if base in SONET_RATES:
        line = SONET_RATES[base]
        framing = Atm(encapsulation=0) if word != base else Atm()
        return Link(word, framing, line, line * SONET_PAYLOAD_SHARE)
    if not word[:1].isdigit():
        near = nearest(word, link_names())
        raise _unknown(text, hint("link", word) or (f"did you mean {near}?" if near else _LINKS))
    if word.isdecimal() and 0 < float(word) < _BARE:
        raise _unknown(text, f"give its unit: {word}G or {word}M")
    rate = parse_rate(word)
    for name in ETHERNET_RATES:
        if parse_rate(name) == rate:
            return Link(name, Ethernet(), rate, rate)
    raise _unknown(text, f"did you mean {_closest(rate)} or {PLAIN_PREFIX}{format_rate(rate)}?")


_BARE = 1000.0  # a smaller number without a unit is unlikely to mean bits per second


def _closest(rate: float) -> str:
    """Return the named link whose nominal rate is nearest by ratio: 622M means oc-12c, 3G means oc-48c."""
    named = {**SONET_RATES, **{name: parse_rate(name) for name in ETHERNET_RATES}}
    return min(named, key=lambda name: max(named[name] / rate, rate / named[name]))


_LINKS = "type a speed, such as 10G or oc-3c; for any other medium, rate:600M"


def _unknown(text: str, fix: str) -> UsageError:
    return UsageError(f"unknown link {text!r}", fix=fix)


_MANY = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6}
_MESSAGES = re.compile(r"(\d+(?:\.\d+)?)([kKM]?)(?:/s)?(?::(\d+))?")


@dataclass(frozen=True)
class Rate:
    """A parsed --messages option."""

    per_second: float
    size: int | None = None  # bytes of a message's IP packet; None: the protocol's usual size


def parse_messages(text: str) -> Rate:
    """Parse messages per second, optionally with bytes after a colon: 10k/s, 500/s:1500."""
    match = _MESSAGES.fullmatch(text.strip())
    if not match:
        raise UsageError(f"--messages {text!r} is not a rate", fix="type it like 10k/s, or with bytes: 10k/s:512")
    rate = float(match[1]) * _MANY[match[2]]
    if rate <= 0:
        raise UsageError(f"--messages {text!r} must be above zero", fix="type it like 10k/s")
    return Rate(rate, int(match[3]) if match[3] else None)


def judged_by_messages() -> list[str]:
    """Return the names of control-plane protocols, whose load is given in messages per second."""
    return [name for name, row in PROTOCOLS.items() if row.messages]


def messages_of(carrier: Protocol, requested: str | None) -> tuple[Link, Mix]:
    """Return the link and mix that represent a rate of messages: the requested one, or the protocol's usual one."""
    assert carrier.messages is not None
    rate = parse_messages(requested) if requested else Rate(carrier.messages.rate)
    mix = parse_packets(str(rate.size or carrier.messages.bytes))
    name = f"{rate.per_second:,.10g} messages/s"
    return Link(name, Messages(), rate.per_second, rate.per_second * 8), mix
