"""What a core is fed in simulation, and what it must answer: messages from hashlib, laid out clock by clock."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass

from wirerate.graph.algorithms import CHECKSUM
from wirerate.graph.algorithms.framing import pad

EDGES = (0, 1, 3, 4, 55, 56, 57, 63, 64, 65, 119, 120, 121, 127, 128, 183, 184)  # around the ends of blocks
LONGEST = 400
CHAIN_MESSAGES = 49
PER_LANE = 3  # messages one after another in each lane


@dataclass(frozen=True)
class Block:
    """A padded block of a message; the last one knows the digest."""

    words: int  # x0 in the lowest bits
    first: bool
    digest: int | None  # a in the lowest bits


def messages(count: int, seed: int = 1810) -> list[bytes]:
    """The edges first, then random lengths; the same messages on every machine."""
    source = random.Random(seed)
    lengths = [*EDGES[:count], *(source.randrange(LONGEST + 1) for _ in range(count - len(EDGES)))]
    source.shuffle(lengths)
    return [source.randbytes(length) for length in lengths]


def md5_blocks(message: bytes) -> Iterator[Block]:
    padded = pad(message, "little")
    expected = int.from_bytes(hashlib.md5(message, usedforsecurity=False).digest(), "little")
    for start in range(0, len(padded), 64):
        last = start + 64 == len(padded)
        yield Block(int.from_bytes(padded[start : start + 64], "little"), start == 0, expected if last else None)


def chain_blocks() -> list[Block]:
    """For a core with one chain: message after message."""
    return [block for message in messages(CHAIN_MESSAGES) for block in md5_blocks(message)]


@dataclass(frozen=True)
class Clock:
    """One clock's inputs, and what is to be compared with what the outputs show during it."""

    first: bool = False
    block: int = 0
    digest: int | None = None


def lane_clocks(lanes: int) -> list[Clock]:
    """All lanes busy at once, each with its own messages; a lane's turn comes every `lanes` clocks."""
    todo = messages(lanes * PER_LANE)
    queues = [[b for m in todo[lane::lanes] for b in md5_blocks(m)] for lane in range(lanes)]
    rounds = max(map(len, queues))
    inputs: list[Block | None] = [
        queue[turn] if turn < len(queue) else None for turn in range(rounds) for queue in queues
    ]
    expected = [None] * lanes + [block.digest if block else None for block in inputs]
    inputs += [None] * lanes
    return [
        Clock(block.first, block.words, digest) if block else Clock(False, 0, digest)
        for block, digest in zip(inputs, expected, strict=True)
    ]


def checksum_clocks(sums: int) -> list[Clock]:
    """Messages one after another, zero-filled to whole clocks; `digest` stands where one ends. Sums that are all ones
    or carry at every word are among them."""
    texts = [b"\0" * 64, b"\xff" * 64, b"\xff\xff\xff\xfe" * 40, *messages(CHAIN_MESSAGES)]
    found = []
    for text in texts:
        size = 4 * sums
        filled = (text or b"\0") + bytes(-len(text or b"\0") % size)
        for start in range(0, len(filled), size):
            words = [int.from_bytes(filled[i : i + 4], "big") for i in range(start, start + size, 4)]
            block = sum(word << 32 * i for i, word in enumerate(words))
            last = start + size == len(filled)
            checksum = int.from_bytes(CHECKSUM.digest(text, b""), "big") if last else None
            found.append(Clock(start == 0, block, checksum))
    return found
