# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What ML-KEM and ML-DSA on the host share: polynomials of 256 coefficients, and how they are written down."""

from __future__ import annotations

from collections.abc import Iterable

N = 256
Poly = list[int]


def reversed_bits(number: int, bits: int) -> int:
    """FIPS 203 and 204 order the roots by it."""
    return int(f"{number:0{bits}b}"[::-1], 2)


def packed(values: Iterable[int], bits: int) -> bytes:
    """A polynomial's coefficients, the least significant bit first."""
    return sum(each << bits * i for i, each in enumerate(values)).to_bytes(32 * bits, "little")


def unpacked(data: bytes, bits: int) -> Poly:
    whole, ones = int.from_bytes(data, "little"), (1 << bits) - 1
    return [whole >> bits * i & ones for i in range(N)]
