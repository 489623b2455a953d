# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is hashed, and how many blocks of it a core hashes: of plain MD5, of MACs made of it, of the checksum, and of
K-way MD5 as wirerate's profile of RFC 1810's proposal has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from wirerate.graph.verilog.core import Core
from wirerate.links import Mix

CHECKSUM = "internet-checksum"
MD5_BLOCK = 512  # bits
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


MODES = {"md5": plain, "keyed-md5": keyed, "hmac-md5": hmac}
ALGORITHMS = (*MODES, CHECKSUM)


# ---- a message over K ways ----

_PREFIX = 64  # a block that makes a chain's seed: each message begins from MD5's own
_DIGEST = 16


def chains(length: int, ways: int) -> list[int]:
    """Blocks that each chain hashes: its prefix, every K-th block of the message, its end."""
    blocks = -(-length // 64)
    shares = [64 * -(-(blocks - chain) // ways) for chain in range(ways)]
    if blocks:
        shares[(blocks - 1) % ways] -= 64 * blocks - length  # the last one may be short
    return [plain(_PREFIX + share) for share in shares]


def combining(ways: int) -> int:
    """Blocks of the digest of digests, one after the other on one lane."""
    return plain(_PREFIX + _DIGEST * ways)


def all_blocks(length: int, ways: int) -> int:
    """What a message takes of the core's lanes together."""
    return sum(chains(length, ways)) + combining(ways)


def turns(length: int, ways: int) -> int:
    """Around the pipeline until a message's digest is there: the longest chain, the others beside it, then the
    combining."""
    return max(chains(length, ways)) + combining(ways)


@cache
def gains_from(ways: int) -> int:
    """Bytes from which a message alone is sooner done over so many ways than in one chain, whatever its length."""
    certain = 64 * 2 * (combining(ways) + 4)  # prefix, end and what was begun, doubled: K >= 4 leave less than half
    return 1 + max(length for length in range(certain) if turns(length, ways) >= plain(length))


# ---- a mix of packets ----


@dataclass(frozen=True)
class Workload:
    """Packets of a mix, with means over it; or each of them as one message over so many ways."""

    packets: str
    bytes: float
    blocks: float  # that all lanes together hash of one
    turns: float  # around the core until the digest of one is there
    ways: int | None = None
    plain_blocks: float = 0.0  # of the same message in one chain, where there are several
    checksum: bool = False


def workload(core: Core, mix: Mix, ways: int | None = None) -> Workload:
    """Plain MD5 or the checksum over the packets of a mix; with ways, K-way MD5."""
    if core.algorithm == CHECKSUM:
        blocks = mix.mean_bytes * 8 / core.bits
        return Workload(mix.name, mix.mean_bytes, blocks, blocks, checksum=True)
    alone = mean_blocks(mix, plain)
    if ways is None:
        return Workload(mix.name, mix.mean_bytes, alone, alone)
    blocks, around = (mean_blocks(mix, partial(cost, ways=ways)) for cost in (all_blocks, turns))
    return Workload(mix.name, mix.mean_bytes, blocks, around, ways, alone)


def mean_blocks(mix: Mix, cost: Callable[[int], int]) -> float:
    """Blocks per packet, mean over the mix."""
    return sum(cost(size) * weight for size, weight in mix.entries) / mix.total_weight
