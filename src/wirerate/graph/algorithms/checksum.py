"""The Internet checksum (RFC 1071) over 32-bit words, as RFC 1810 compares it: one end-around-carry addition per word."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..algorithm import Algorithm, State
from ..words import Word
from .framing import words


def steps(state: State, x: Sequence[Word], key: Sequence[Word]) -> Iterator[State]:
    (total,) = state
    for word in x:
        total = total + word
        total = total + total.less(word)
        yield (total,)


def digest(message: bytes, key: bytes) -> bytes:
    """The checksum of a message, zero-padded to whole blocks: zeros add nothing."""
    padded = message + bytes(-len(message) % CHECKSUM.block_bytes)
    state = CHECKSUM.initial
    for start in range(0, len(padded), CHECKSUM.block_bytes):
        state = CHECKSUM.compress(state, words(padded[start : start + CHECKSUM.block_bytes], "big"))
    folded = (state[0] >> 16) + (state[0] & 0xFFFF)
    folded = (folded >> 16) + (folded & 0xFFFF)
    return (folded ^ 0xFFFF).to_bytes(2, "big")


CHECKSUM = Algorithm(
    name="internet-checksum",
    title="the Internet checksum",
    source="RFC 1071",
    bits=32,
    block_words=16,
    state=("sum",),
    state_bits=32,
    initial=(0,),
    steps=steps,
    digest=digest,
    exact_ways=True,
)
