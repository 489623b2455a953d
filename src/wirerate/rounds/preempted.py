# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Taking other programs' share out of what is compared.

A round whose thread lost its CPU waited for it, a time slice of some milliseconds beside a round of one or two: where
many rounds are hit, most pairs compare a wait with none. Two subjects are compared by their own work, so of such a
round the CPU time counts. A round that was not interrupted counts by its wall time: who sleeps is not faster.
"""

from __future__ import annotations

from collections.abc import Sequence

from wirerate.rounds.round import Round
from wirerate.rounds.series import Sample


def without_waiting(row: Sequence[Sample[Round]], costs: Sequence[float]) -> list[float]:
    """The row's costs per message, of rounds on one thread, without the time in which another program had its CPU."""
    return [min(cost, _work(sample.record, cost)) for sample, cost in zip(row, costs, strict=True)]


def _work(told: Round, otherwise: float) -> float:
    if not told.involuntary or told.cpu_ns is None or not told.messages:
        return otherwise
    return told.cpu_ns / told.messages
