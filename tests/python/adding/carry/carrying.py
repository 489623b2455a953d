# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The question of `carry` with its rules, the rows and the run that answer it, and the computation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from wirerate.errors import UsageError
from wirerate.host.machine import environment
from wirerate.links import parse_link
from wirerate.question import Question, asks
from wirerate.records import Comparison, Row, Run, Verdict
from wirerate.records.quantities import Seconds


class Carriage(Row, kw_only=True, tag="carriage"):
    """One link."""

    takes: Seconds


class CarryRun(Run[Carriage, None, Comparison, Verdict], kw_only=True, tag="carry"):
    """`carry`: seconds by link."""


RUNS = (CarryRun,)


@dataclass(frozen=True)
class Carry(Question):
    links: Sequence[str]
    size: int = 1_000_000_000

    def __post_init__(self) -> None:
        if self.size < 1:
            raise UsageError(f"{self.size} bytes take no time", fix="type ‹size=1G›")


@asks(Carry)
def carry(asked: Carry) -> CarryRun:
    """Return how long each link takes for `size` bytes without framing."""
    rates = {word: parse_link(word).nominal_bps for word in asked.links}
    rows = [
        Carriage(subject=word, basis="formula", bytes=asked.size, takes=asked.size * 8 / rate)
        for word, rate in rates.items()
    ]
    return CarryRun(command="carry", environment=environment(), rows=rows)
