# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How much to transfer: within the time and the bytes that were announced, or as the user ordered."""

from __future__ import annotations

from dataclasses import dataclass

BUDGET_S = 105.0  # of the two minutes announced; the rest is for what cannot be planned
BUDGET_BYTES = 8 << 30
ROUNDS = 12
ENOUGH_ROUNDS = 10  # for an exact interval with 95 % shared out over a handful of comparisons
FEWEST_ROUNDS = 6  # below, no interval of 95 % exists: the sign test of 5 pairs reaches 93.75 %
LARGEST = 128 << 20
_USEFUL = 64 << 20  # costs a CPU several times what its fixed part varies by
SMALLEST = 64 << 10
_STEP = 8 << 20
_PATIENCE_S = 2.0  # for one transfer over a slow network
_TRIAL_SHARE = 0.3  # of the time, for looking at every candidate once


@dataclass(frozen=True)
class Pace:
    """What one transfer takes: seconds of set-up, bytes per second after it."""

    set_up_s: float
    rate: float

    @property
    def useful(self) -> int:
        """The least that is worth a transfer."""
        return int(min(_USEFUL, self.rate * _PATIENCE_S))

    def seconds(self, size: int) -> float:
        return self.set_up_s + size / self.rate


@dataclass(frozen=True)
class Budget:
    """What a run may take, or what is left of it."""

    seconds: float = BUDGET_S
    bytes: int = BUDGET_BYTES

    def less(self, seconds: float, sent: int) -> Budget:
        return Budget(max(0.0, self.seconds - seconds), max(0, self.bytes - sent))

    def share(self, parts: int) -> Budget:
        return Budget(self.seconds / parts, self.bytes // parts)


@dataclass(frozen=True)
class Plan:
    rounds: int
    size: int  # bytes of one transfer


def trial_size(candidates: int, pace: Pace, budget: Budget) -> int:
    """Bytes for the one look at every candidate."""
    seconds = _TRIAL_SHARE * budget.seconds / candidates - pace.set_up_s
    return _bounded(max(seconds * pace.rate, pace.useful), budget.bytes // 8 // candidates)


def most_cells(pace: Pace, left: Budget) -> int:
    """Transfers that a round can have, so that there is time for enough rounds."""
    return int(left.seconds / (ENOUGH_ROUNDS * pace.seconds(pace.useful)))


def plan(cells: int, pace: Pace, left: Budget) -> Plan:
    """Rounds and size for `cells` transfers a round: first the rounds, then as large as time and bytes allow."""
    rounds = min(ROUNDS, max(FEWEST_ROUNDS, int(left.seconds / (cells * pace.seconds(pace.useful)))))
    each = left.seconds / (rounds * cells) - pace.set_up_s
    return Plan(rounds, _bounded(max(each * pace.rate, pace.useful), left.bytes // (rounds * cells)))


def _bounded(size: float, most: int) -> int:
    """A round number, so that two runs on one machine have the same size more often than not."""
    bounded = int(max(SMALLEST, min(size, LARGEST, most)))
    return bounded // _STEP * _STEP if bounded >= 2 * _STEP else 1 << (bounded.bit_length() - 1)
