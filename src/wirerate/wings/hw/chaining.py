# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a message over K ways costs a core: every chain's prefix, share and end, then the digest of the digests, as
wirerate's profile of RFC 1810's proposal has them."""

from __future__ import annotations

from functools import cache

from wirerate.wings.hw.question import plain

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
