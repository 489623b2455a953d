# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a packet should cost by counting calls of the compression function, before any clock is read.

HMAC over the 4-byte sequence number and n bytes of packet, with blocks of 64 bytes and a digest of H (RFC 2104,
RFC 1321 section 3): the padded key of each half takes one call, message and inner digest as many blocks as they fill.
A kept state saves the two calls of the keys, whatever the packet's length: the gain of 2007 is 2 C / T(n).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wirerate.vocabulary import Keyed

_BLOCK, _LENGTH_FIELD, _SEQUENCE = 64, 8, 4
DIGEST_BYTES = {"hmac-md5": 16, "hmac-sha1": 20, "hmac-sha256": 32}
KEY_CALLS = 2


def compressions(algorithm: str, packet_bytes: int, keyed: Keyed) -> int:
    """Calls of the compression function for one packet."""
    message = _blocks(_SEQUENCE + packet_bytes)
    digest = _blocks(DIGEST_BYTES[algorithm])
    return message + digest + (0 if keyed == "reuse" else KEY_CALLS)


@dataclass(frozen=True)
class Model:
    """A MAC's cost over that of the packet without one: fixed + calls x per_call."""

    algorithm: str
    fixed: float
    per_call: float

    def cost(self, packet_bytes: int, keyed: Keyed) -> float:
        return self.fixed + self.per_call * compressions(self.algorithm, packet_bytes, keyed)


def fit(algorithm: str, costs: Mapping[int, float]) -> Model | None:
    """The model through the shortest and the longest packet with kept state; all else it has to predict.

    `costs` maps packet bytes to the MAC's measured cost. None for a MAC without compression calls (UMAC).
    """
    if algorithm not in DIGEST_BYTES or len(costs) < 2:
        return None
    short, long = min(costs), max(costs)
    calls = compressions(algorithm, long, "reuse") - compressions(algorithm, short, "reuse")
    if calls == 0:
        return None
    per_call = (costs[long] - costs[short]) / calls
    return Model(algorithm, costs[short] - per_call * compressions(algorithm, short, "reuse"), per_call)


def _blocks(message_bytes: int) -> int:
    return -(-(message_bytes + 1 + _LENGTH_FIELD) // _BLOCK)
