# SPDX-License-Identifier: Apache-2.0 OR MIT
"""One timed round, whatever was timed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import count
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


def block(told: Iterable[Any], stolen_ns: int) -> list[Round]:
    """The rounds of one call of a meter in C (`wrh_round` of wirerate_host.h); stolen time below 0: not told."""
    number, stolen = next(_blocks), stolen_ns if stolen_ns >= 0 else None
    return [Round(r.wall_ns, r.cpu_ns, r.messages, r.bytes, r.ticks, r.involuntary, r.wrong, number, stolen)
            for r in told]  # fmt: skip


def void() -> Round:
    """Stands for the round of a subject that is timed no longer."""
    return Round(0, messages=0)
