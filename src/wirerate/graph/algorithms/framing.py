# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How a message becomes blocks: the padding that MD5, SHA-1 and SHA-256 share but for their byte order."""

from __future__ import annotations

from typing import Literal

from wirerate.graph.algorithm import Algorithm

ByteOrder = Literal["little", "big"]


def pad(message: bytes, order: ByteOrder) -> bytes:
    """A one bit, zeros to 56 modulo 64, the length in bits (RFC 1321, 3.1 and 3.2; FIPS 180-4, 5.1.1)."""
    zeros = -(len(message) + 9) % 64
    return message + b"\x80" + bytes(zeros) + (8 * len(message)).to_bytes(8, order)


def words(data: bytes, order: ByteOrder, size: int = 4) -> list[int]:
    return [int.from_bytes(data[i : i + size], order) for i in range(0, len(data), size)]


def merkle_damgard(algorithm: Algorithm, message: bytes, order: ByteOrder) -> bytes:
    """The digest, by the algorithm's own text."""
    state = algorithm.initial
    padded = pad(message, order)
    for start in range(0, len(padded), algorithm.block_bytes):
        state = algorithm.compress(state, words(padded[start : start + algorithm.block_bytes], order))
    return b"".join(word.to_bytes(4, order) for word in state)
