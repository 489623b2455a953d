# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Numbers as text, for the terminal, Markdown and pages alike: three significant digits and a unit."""

from __future__ import annotations

import math
from collections.abc import Sequence

from wirerate.records import Interval

NONE = "–"  # for a missing figure

_MIXES = {"imix": "IMIX", "imix6": "IPv6 IMIX"}
_TIME_UNITS = (
    (1e9, "s"),
    (1e6, "ms"),
    (1e4, "µs"),
)  # times per packet stay in ns up to 10 µs, so that they compare easily


def significant(value: float, digits: int = 3) -> str:
    """Return `value` with at least `digits` significant digits and grouped thousands, never in exponent form."""
    if not math.isfinite(value):
        return NONE
    if value == 0:
        return "0"
    decimals = digits - 1 - math.floor(math.log10(abs(value)))
    rounded = round(value, max(decimals, 0))
    if rounded and math.floor(math.log10(abs(rounded))) > math.floor(math.log10(abs(value))):
        decimals -= 1  # 9.996 became 10.0: one decimal less keeps three digits
    return f"{rounded:,.{max(decimals, 0)}f}"


def packets(name: str) -> str:
    """Return the name of packets for a sentence: 'IMIX', '1,500-byte packets'."""
    return f"{int(name):,}-byte packets" if name.isdecimal() else _MIXES.get(name, name)


def packets_short(name: str) -> str:
    """Return the name of packets for a column's head: 'IMIX', '1,500 B', '64 B frames'."""
    return f"{int(name):,} B" if name.isdecimal() else packets(name).replace("-byte frames", " B frames")


def with_role(name: str, role: str) -> str:
    """Return a subject's name, with "in batches" if it is not used packet by packet."""
    return f"{name} in batches" if role == "batched" else name


def count(number: int, noun: str) -> str:
    """Return '1 round', '96 rounds'."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def joined(words: Sequence[str], last: str = "and") -> str:
    """Return 'a, b and c'."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else words[0]


def one_of(words: Sequence[str], unit: str = "") -> str:
    """Return '64-, 512- or 1518-byte frames': a unit that all words end with is written once."""
    if len(words) > 1 and unit and all(word.endswith(unit) for word in words):
        words = [*(word.removesuffix(unit[1:]) for word in words[:-1]), words[-1]]
    return joined(words, "or")


def time_ns(value: float) -> str:
    for floor, unit in _TIME_UNITS:
        if value >= floor:
            scale = {"s": 1e9, "ms": 1e6, "µs": 1e3}[unit]
            return f"{significant(value / scale)} {unit}"
    return f"{significant(value)} ns"


def per_second(count: float) -> str:
    """Return a number of packets in words: '2.05 million', '812,000', '43'."""
    if count >= 1e6:
        return f"{significant(count / 1e6)} million"
    digits = 3 - math.ceil(math.log10(count)) if count > 0 else 0
    return f"{round(count, min(digits, 0)):,.0f}"


def gbits(bytes_per_message: float, ns: float) -> float:
    """Return Gbit/s (bits per nanosecond) of the bytes authenticated, without framing."""
    return bytes_per_message * 8 / ns


def rate(gigabits: float) -> str:
    if gigabits >= 1000:
        return f"{significant(gigabits / 1000)} Tbit/s"
    if gigabits >= 1:
        return f"{significant(gigabits)} Gbit/s"
    return f"{significant(gigabits * 1000)} Mbit/s"


def size(octets: float) -> str:
    """Return '1,500 B', '64 KiB': binary units only where they are exact, and above 1 MiB."""
    for unit, scale in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if octets >= scale and octets % scale == 0:
            return f"{octets / scale:,.0f} {unit}"
    if octets >= 1 << 20:
        return f"{significant(octets / (1 << 20))} MiB"
    return f"{octets:,.0f} B"


def times(value: float) -> str:
    """Return a factor: '×4.83'."""
    return f"×{significant(value)}"


def share(part: float, digits: int = 0) -> str:
    """Return a share for sentences: '45 %'."""
    return f"{part * 100:.{digits}f} %"


def percent(share: float) -> str:
    """Return a measured share with two significant digits: '0.45 %'."""
    return f"{significant(share * 100, 2)} %"


def confidence(interval: Interval) -> str:
    """Return the confidence of a measured interval, such as '99.2 %'. For a model's range, return what the range
    covers."""
    if interval.confidence is None:
        return "range over " + ", ".join(interval.unknowns) if interval.unknowns else "range"
    return f"{interval.confidence * 100:.3g} %"


def bounds(interval: Interval) -> str:
    """Return '62.9 – 63.6', with up to five digits so that different ends look different."""
    low, high = interval.low, interval.high
    for digits in (3, 4, 5):
        ends = significant(low, digits), significant(high, digits)
        if ends[0] != ends[1] or low == high:
            break
    return ends[0] if ends[0] == ends[1] else f"{ends[0]} – {ends[1]}"


def factor(interval: Interval) -> str:
    """Return '×4.83 (4.79 – 4.87)'."""
    return f"{times(interval.median)} ({bounds(interval)})"


def spread(interval: Interval) -> str:
    """Return the wider side of the interval as a share of the median: '±0.4%'."""
    if interval.median <= 0:
        return NONE
    half = max(interval.high - interval.median, interval.median - interval.low) / interval.median * 100
    if half >= 100:
        return "±>100%"
    return f"±{half:.1f}%" if half < 10 else f"±{half:.0f}%"
