"""NH, the first layer of UMAC (RFC 4418, 5.2.2): eight words and eight key words make four products."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wirerate.graph.algorithm import Algorithm, State
from wirerate.graph.algorithms.framing import words
from wirerate.graph.words import Word


def steps(state: State, m: Sequence[Word], k: Sequence[Word]) -> Iterator[State]:
    (y,) = state
    for i in range(4):
        y = y + (m[i] + k[i]).widen(64) * (m[i + 4] + k[i + 4]).widen(64)
        yield (y,)


def digest(message: bytes, key: bytes) -> bytes:
    """NH of one L1 block: at most 1024 bytes under a key as long, the unpadded length in bits added last."""
    padded = message + bytes(-len(message) % 32 if message else 32)
    state = NH.initial
    for start in range(0, len(padded), 32):
        block, keys = padded[start : start + 32], key[start : start + 32]
        state = NH.compress(state, words(block, "little"), words(keys, "big"))
    return ((state[0] + 8 * len(message)) % 2**64).to_bytes(8, "big")


NH: Algorithm = Algorithm(
    name="nh",
    title="NH, the inner hash of UMAC",
    source="RFC 4418, 5.2.2",
    bits=32,
    block_words=8,
    state=("y",),
    state_bits=64,
    initial=(0,),
    steps=steps,
    digest=digest,
    key_words=8,
    exact_ways=True,
)
