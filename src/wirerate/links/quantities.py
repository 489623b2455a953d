# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Parse and format rates and sizes: K, M and G are powers of 1000; Ki, Mi and Gi are powers of 1024."""

from __future__ import annotations

import re

from wirerate.errors import UsageError

_FACTORS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12, "Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40}
_WORD = re.compile(r"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>[A-Za-z/]*)")


def parse_rate(text: str) -> float:
    """Return bits per second: "10G" is 10,000,000,000."""
    return _quantity(text, "rate", "10G")


def parse_size(text: str) -> int:
    """Return a whole number of bytes: "64Ki" is 65,536."""
    size = _quantity(text, "size", "64Ki")
    if size != int(size):
        raise UsageError(f"size {text!r} is not a whole number of bytes", fix=f"type {int(size)} or {int(size) + 1}")
    return int(size)


def parse_clock(text: str) -> float:
    """Return hertz: "84M" and "84MHz" are 84,000,000."""
    return _quantity(text.strip().removesuffix("Hz"), "clock", "84M")


def format_rate(bits_per_second: float) -> str:
    """Return the shortest text that `parse_rate` converts back to this rate, accurate to twelve digits."""
    for unit in ("T", "G", "M", "K"):
        if bits_per_second >= _FACTORS[unit]:
            return f"{bits_per_second / _FACTORS[unit]:.12g}{unit}"
    return f"{bits_per_second:.12g}"


def _quantity(text: str, quantity: str, example: str) -> float:
    word = _WORD.fullmatch(text.strip())
    if not word:
        raise UsageError(f"{quantity} {text!r} is not a number with a unit", fix=f"type it like {example}")
    unit = word["unit"]
    if unit not in _FACTORS:
        near = _nearest_unit(unit)
        fix = (
            f"did you mean {word['number']}{near}?"
            if near or unit[0] in "bB"
            else f"type it like {example}: K, M, G and T are units"
        )
        raise UsageError(f"{quantity} {text!r}: unknown unit {unit!r}", fix=fix)
    value = float(word["number"]) * _FACTORS[unit]
    if value <= 0:
        raise UsageError(f"{quantity} {text!r} must be above zero", fix=f"type it like {example}")
    return value


def _nearest_unit(unit: str) -> str:
    """Return the unit that the reader probably meant: G for g, Gbit/s and Gbps; Ki for kib."""
    binary = re.match(r"[kmgt]i", unit, re.IGNORECASE)
    if binary:
        return binary[0].capitalize()
    letter = unit[0].upper()
    return letter if letter in _FACTORS else ""
