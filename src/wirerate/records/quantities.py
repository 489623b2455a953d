# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Types that give every number its unit in the JSON Schema, and intervals."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Bits = Annotated[int, Meta(description="bits")]
Bytes = Annotated[int, Meta(description="bytes")]
Count = Annotated[int, Meta(description="a count")]
Blocks = Annotated[float, Meta(description="blocks of the algorithm")]
MeanBytes = Annotated[float, Meta(description="bytes; for a mix of packets, the mean")]
Clocks = Annotated[float, Meta(description="clock periods")]
Cycles = Annotated[float, Meta(description="processor cycles")]
CyclesPerByte = Annotated[float, Meta(description="processor cycles per byte")]
Hertz = Annotated[float, Meta(description="hertz")]
MegabitsPerSecond = Annotated[float, Meta(description="megabits per second, of 10^6")]
MegabytesPerSecond = Annotated[float, Meta(description="megabytes per second, of 10^6")]
Megahertz = Annotated[float, Meta(description="megahertz")]
Millijoules = Annotated[float, Meta(description="millijoules")]
Milliseconds = Annotated[float, Meta(description="milliseconds")]
Mips = Annotated[float, Meta(description="millions of instructions per second")]
Nanoseconds = Annotated[float, Meta(description="nanoseconds")]
NanosecondsPerByte = Annotated[float, Meta(description="nanoseconds per byte")]
Number = Annotated[float, Meta(description="a number without a unit")]
PerSecond = Annotated[float, Meta(description="per second")]
Ratio = Annotated[float, Meta(description="a ratio of two quantities of the same kind")]
Seconds = Annotated[float, Meta(description="seconds")]
Turns = Annotated[float, Meta(description="passes through a pipeline; for a mix of packets, the mean")]
Share = Annotated[float, Meta(description="a fraction from 0 to 1")]


class Interval(Struct, frozen=True, omit_defaults=False):
    """A median and its exact interval, in the unit of the field that holds it. For a model's range, confidence is null
    and `unknowns` names what is uncertain.
    """

    median: Number
    low: Number
    high: Number
    confidence: Share | None
    unknowns: tuple[str, ...] = ()
