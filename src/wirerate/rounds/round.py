# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One timed round of any measurement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, repeat
from typing import Any

_blocks = count(1)


@dataclass(frozen=True, slots=True)  # a long measurement has hundreds of thousands of rounds
class Round:
    """The values measured in one round, and the stolen time of its block.

    A block is the rounds run by one call to a meter. `wall_ns` excludes time spent waiting for anything but the CPU.
    """

    wall_ns: float
    cpu_ns: float | None = None  # CPU time of all threads together; None: unknown
    messages: int = 1
    bytes: int = 0
    ticks: int = 0  # ticks of the reference cycle counter; 0 if there is none
    involuntary: int | None = None  # involuntary context switches; None: unknown
    wrong: int = 0  # number of wrong tags
    block: int = 0
    stolen_ns: float | None = None  # time that the hypervisor stole from all CPUs during the block; None: unknown
    process: int = 0  # number of the process that ran the round
    place: int = 0  # rounds of a block with the same number had keys, messages, tags and stack at the same offsets
    core_hz: float = 0.0  # the core's clock rate during the round; 0: unknown
    instructions: int = 0  # instructions executed in user space; 0: not counted


def block(rounds: Sequence[Any], stolen_ns: int, ran: Sequence[tuple[int, int]] = ()) -> list[Round]:
    """Convert a block's rounds from the C meter's `wrh_round` (wirerate_host.h); None marks a round that was not run.

    Negative stolen time means unknown. `ran` gives `process` and `place` of each round; by default all rounds ran
    in this process.
    """
    number, stolen = next(_blocks), stolen_ns if stolen_ns >= 0 else None
    return [
        Round(r.wall_ns, r.cpu_ns, r.messages, r.bytes, r.ticks, r.involuntary, r.wrong, number, stolen, process,
              place, float(r.core_hz), r.instructions) if r is not None else Round(0, messages=0)
        for r, (process, place) in zip(rounds, ran or repeat((0, 0)), strict=False)
    ]  # fmt: skip
