# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Messages a second, in a link's place: what a control-plane protocol is held against."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wirerate.catalogue import PROTOCOLS, Protocol
from wirerate.errors import UsageError
from wirerate.links.framing import Messages
from wirerate.links.link import Link
from wirerate.links.packets import Mix, parse_packets

_FACTORS = {"": 1.0, "k": 1e3, "K": 1e3, "M": 1e6}
_WORD = re.compile(r"(\d+(?:\.\d+)?)([kKM]?)(?:/s)?(?::(\d+))?")


@dataclass(frozen=True)
class Rate:
    """What --messages asks for."""

    per_second: float
    size: int | None = None  # bytes of a message's IP packet; None: the protocol's usual one


def parse_messages(text: str) -> Rate:
    """Reads messages a second, and their bytes behind a colon: 10k/s, 500/s:1500."""
    found = _WORD.fullmatch(text.strip())
    if not found:
        raise UsageError(f"--messages {text!r} is no rate", fix="type it like 10k/s, or 10k/s:512 with bytes")
    rate = float(found[1]) * _FACTORS[found[2]]
    if rate <= 0:
        raise UsageError(f"--messages {text!r} must be above zero", fix="type it like 10k/s")
    return Rate(rate, int(found[3]) if found[3] else None)


def judged_by_messages() -> list[str]:
    """The protocols of the control plane."""
    return [name for name, row in PROTOCOLS.items() if row.messages]


def messages_of(carrier: Protocol, asked: str | None) -> tuple[Link, Mix]:
    """What stands in the place of link and mix: the rate and size asked for, else the protocol's usual ones."""
    assert carrier.messages is not None
    rate = parse_messages(asked) if asked else Rate(carrier.messages.rate)
    mix = parse_packets(str(rate.size or carrier.messages.bytes))
    name = f"{rate.per_second:,.10g} messages/s"
    return Link(name, Messages(), rate.per_second, rate.per_second * 8), mix
