"""Blocks that a packet costs a core, and a message on K ways, counted from what the profile hashes."""

from __future__ import annotations

import pytest

from wirerate.authenticators.subjects import WAYS
from wirerate.graph.rfc1810 import digest_blocks
from wirerate.graph.verilog.cores import core
from wirerate.links import parse_packets
from wirerate.wings.hw.question import (
    all_blocks,
    combining,
    gains_from,
    hmac,
    keyed,
    plain,
    turns,
    workload,
)

LENGTHS = (0, 1, 55, 56, 63, 64, 65, 119, 128, 439, 440, 1024, 1500, 4096, 9000, 65535)


def hashed(length: int, ways: int) -> tuple[list[int], int]:
    """Return the number of bytes that each chain hashes, and those of the last MD5 over their digests."""
    chains = [64] * ways
    for block in range((length + 63) // 64):
        chains[block % ways] += min(64, length - 64 * block)
    return chains, 64 + 16 * ways


def md5_blocks(octets: int) -> int:
    """Return the number of blocks with padding (RFC 1321 sections 3.1 and 3.2)."""
    return (octets + 8) // 64 + 1


@pytest.mark.parametrize("ways", [4, 16, 60, 64])
@pytest.mark.parametrize("length", LENGTHS)
def test_blocks_and_turns_follow_from_the_profile(length: int, ways: int) -> None:
    chains, last = hashed(length, ways)
    assert all_blocks(length, ways) == sum(map(md5_blocks, chains)) + md5_blocks(last)
    assert turns(length, ways) == max(map(md5_blocks, chains)) + md5_blocks(last)


def test_a_message_of_24_blocks_on_16_chains() -> None:
    assert turns(1500, 16) == (1 + 2 + 1) + (1 + 5)  # prefix, two blocks, end; prefix, 256 bytes of digests and end


@pytest.mark.parametrize("ways", WAYS)
def test_the_length_from_which_chains_gain(ways: int) -> None:
    least = gains_from(ways)
    assert turns(least - 1, ways) >= plain(least - 1)
    assert all(turns(length, ways) < plain(length) for length in range(least, 12_000))


@pytest.mark.parametrize("ways", [4, 16, 64])
def test_a_long_message_nears_k_chains(ways: int) -> None:
    gains = [plain(length) / turns(length, ways) for length in (1500, 65_535, 1 << 26)]
    assert gains == sorted(gains)
    assert ways * 0.998 < gains[-1] < ways


@pytest.mark.parametrize("ways", WAYS)
def test_combining_is_the_models_digest_of_digests_and_its_prefix(ways: int) -> None:
    """RFC 1810 does not define the start of a chain; wirerate's profile adds a block."""
    _, standard = digest_blocks(ways)
    assert combining(ways) == 1 + standard


def test_a_mix_is_a_mean_over_its_messages() -> None:
    mixed = workload(core("md5-19"), parse_packets("64:3,1500:1"), 4)
    assert mixed.turns == (3 * turns(64, 4) + turns(1500, 4)) / 4
    assert mixed.blocks == (3 * all_blocks(64, 4) + all_blocks(1500, 4)) / 4
    assert mixed.plain_blocks == (3 * plain(64) + plain(1500)) / 4


@pytest.mark.parametrize(
    ("length", "blocks"), [(0, 1), (55, 1), (56, 2), (64, 2), (119, 2), (120, 3), (1500, 24), (9000, 141)]
)
def test_blocks_of_a_packet(length: int, blocks: int) -> None:
    assert plain(length) == blocks
    assert hmac(length) == blocks + 3
    assert keyed(length) == plain(length + 16) + 1
