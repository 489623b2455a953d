# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One timed round, whatever was timed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count, repeat
from typing import Any

_blocks = count(1)


@dataclass(frozen=True, slots=True)  # a long measurement keeps hundreds of thousands
class Round:
    """What was seen of one round, and what only its block can tell. Each call of a meter is a block.

    `wall_ns` is the time in which it wanted its CPUs; a lab whose rounds also wait for others leaves the waiting out.
    """

    wall_ns: float
    cpu_ns: float | None = None  # of all threads together; None: not told
    messages: int = 1
    bytes: int = 0
    ticks: int = 0  # of the reference cycle counter; 0 where there is none
    involuntary: int | None = None  # switches to another program; None: not told
    wrong: int = 0  # tags that differed
    block: int = 0
    stolen_ns: float | None = None  # by the hypervisor from all CPUs of the block; None: the system does not tell
    process: int = 0  # that ran it
    place: int = 0  # rounds of a block with the same number found keys, messages, tags and stack at the same place
    core_hz: float = 0.0  # the clock that the core had then; 0: not told
    instructions: int = 0  # executed in user space; 0: not counted


def block(rounds: Sequence[Any], stolen_ns: int, ran: Sequence[tuple[int, int]] = ()) -> list[Round]:
    """The rounds of a meter in C (`wrh_round` of wirerate_host.h), of which None is one that was not run; stolen time
    below 0: not told. Each call is a block. `ran` has each one's process and place; without it, this process."""
    number, stolen = next(_blocks), stolen_ns if stolen_ns >= 0 else None
    return [
        Round(r.wall_ns, r.cpu_ns, r.messages, r.bytes, r.ticks, r.involuntary, r.wrong, number, stolen, process,
              place, float(r.core_hz), r.instructions) if r is not None else Round(0, messages=0)
        for r, (process, place) in zip(rounds, ran or repeat((0, 0)), strict=False)
    ]  # fmt: skip
