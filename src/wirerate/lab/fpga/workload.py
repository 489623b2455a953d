"""How many blocks a packet costs: with plain MD5, with a key, and as one message over several chains."""

from __future__ import annotations

from collections.abc import Mapping

from wirerate.graph.compose import WAYS
from wirerate.links import Mix

PADDING = 9  # a one bit and the length: RFC 1321, 3.1 and 3.2
KEY = 16


def _blocks(length: int) -> int:
    return -(-(length + PADDING) // 64)


def plain(length: int) -> int:
    """MD5 of the packet."""
    return _blocks(length)


def keyed(length: int) -> int:
    """RFC 1828: the key filled to a block, the packet, the key."""
    return 1 + _blocks(length + KEY)


def hmac(length: int) -> int:
    """RFC 2104 as these cores do it, each message from MD5's own seed: the inner key's block, the packet, then the
    outer key's block and the digest's."""
    return 1 + _blocks(length) + 2


MODES: Mapping[str, str] = {
    "md5": "plain MD5",
    "keyed-md5": "RFC 1828: key, packet, key",
    "hmac-md5": "RFC 2104, its pads hashed for each packet",
}
_OF = {"md5": plain, "keyed-md5": keyed, "hmac-md5": hmac}


def mean_blocks(mode: str, mix: Mix) -> float:
    """Blocks per packet, mean over the mix."""
    return sum(_OF[mode](size) * weight for size, weight in mix.entries) / mix.total_weight


def ways_for(lanes: int) -> tuple[int, ...]:
    """The numbers of ways that so many lanes carry."""
    return tuple(ways for ways in WAYS if ways <= lanes)


def one_message_turns(length: int, ways: int) -> int:
    """Turns around the pipeline until a single message's K-way digest is there: each chain's prefix, its share of the
    blocks and its padding, then the same over the digests (wirerate's profile)."""
    blocks = -(-length // 64)
    share = -(-blocks // ways)
    return (1 + share + 1) + 1 + _blocks(16 * ways)
