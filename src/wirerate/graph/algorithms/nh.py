# SPDX-License-Identifier: Apache-2.0 OR MIT
"""NH, the first layer of UMAC (RFC 4418, 5.2.2): eight words and eight key words make four products.

UMAC's tags of 4, 8, 12 and 16 bytes run NH over the same words one to four times, each time under the key four words
further on. That is all of UMAC that grows with the message; what else there is, is named and left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from wirerate.graph.algorithm import Algorithm, State, Word
from wirerate.graph.algorithms.framing import words

STREAMS = "yzvw"  # a sum of products for every four bytes of the tag
SHIFT = 4  # key words from a stream to the next (RFC 4418, 5.1: 16 bytes)
LEFT_OUT = (
    "UMAC's other layers: of every 1024 bytes a polynomial step for each stream, of every message an inner product and "
    "the pad, a block of AES"
)


def steps(state: State, m: Sequence[Word], k: Sequence[Word]) -> Iterator[State]:
    sums = list(state)
    for i in range(4):
        for stream, y in enumerate(sums):
            own = k[SHIFT * stream :]
            sums[stream] = y + (m[i] + own[i]).widen(64) * (m[i + 4] + own[i + 4]).widen(64)
        yield tuple(sums)


def digest(message: bytes, key: bytes, streams: int = 1) -> bytes:
    """NH of one L1 block, stream by stream: at most 1024 bytes under a key as long, and 16 bytes longer for each
    further stream; the unpadded length in bits is added last."""
    padded = message + bytes(-len(message) % 32 if message else 32)
    algorithm = UMAC[streams - 1]
    state = algorithm.initial
    for start in range(0, len(padded), 32):
        keys = key[start : start + 4 * algorithm.key_words]
        state = algorithm.compress(state, words(padded[start : start + 32], "little"), words(keys, "big"))
    return b"".join(((y + 8 * len(message)) % 2**64).to_bytes(8, "big") for y in state)


def _streams(name: str, title: str, streams: int, left_out: str = "") -> Algorithm:
    return Algorithm(
        name=name,
        title=title,
        source="RFC 4418, 5.2.2",
        bits=32,
        block_words=8,
        state=tuple(STREAMS[:streams]),
        state_bits=64,
        initial=(0,) * streams,
        steps=steps,
        digest=partial(digest, streams=streams),
        key_words=8 + SHIFT * (streams - 1),
        exact_ways=True,
        left_out=left_out,
    )


NH: Algorithm = _streams("nh", "NH, the inner hash of UMAC", 1)

UMAC: tuple[Algorithm, ...] = tuple(
    _streams(f"umac-{32 * n}", f"UMAC-{32 * n}'s inner loop", n, LEFT_OUT) for n in range(1, 5)
)
