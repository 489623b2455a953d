# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is hashed, and what it costs a core."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from wirerate.errors import UsageError
from wirerate.graph.verilog.core import Core
from wirerate.links import Mix, parse_packet_list
from wirerate.wings.hw import chaining
from wirerate.wings.hw.question import CHECKSUM, mean_blocks

PACKET, SIZES = "1500", "64,512,1500,9000"  # unless asked otherwise; of K-way MD5 against a link, by message size


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
    plain = mean_blocks("md5", mix)
    if ways is None:
        return Workload(mix.name, mix.mean_bytes, plain, plain)
    all_blocks, turns = (_mean(each, mix, ways) for each in (chaining.all_blocks, chaining.turns))
    return Workload(mix.name, mix.mean_bytes, all_blocks, turns, ways, plain)


def _mean(cost: Callable[[int, int], int], mix: Mix, ways: int) -> float:
    return sum(cost(size, ways) * weight for size, weight in mix.entries) / mix.total_weight


def mixes(packet: str | None, link: object, ways: int | None) -> list[Mix]:
    """One, but for K-way MD5 against a link: a message's size decides what K ways bring."""
    by_size = ways is not None and link is not None
    found = parse_packet_list(packet or (SIZES if by_size else PACKET))
    if len(found) > 1 and not by_size:
        raise UsageError(
            f"--packet has {len(found)} sizes: only K-way MD5 is held against a link by size",
            fix=f"type --packet {found[0].name}, or ask about --ways 4 with --link 1G",
        )
    return found
