"""Invented observations of a run, with known costs."""

from __future__ import annotations

import random

from wirerate.wings.ssh.algorithms import Candidate, Offer
from wirerate.wings.ssh.connection import Sent, Usage
from wirerate.wings.ssh.contest import Seen

SIZE = 64 << 20
SET_UP = 0.05


def transfer(cost: float, size: int = SIZE) -> Sent:
    """Return a transfer of SIZE bytes: the receiving end uses `cost` seconds of CPU, the sending end half of it."""
    cost *= size / SIZE
    here, there = SET_UP + cost / 2, SET_UP + cost
    return Sent(size, 0.2 + 1.05 * cost, Usage(here, 0.0, 0.0), Usage(there * 0.75, there * 0.25, 0.0))


def seen(costs: dict[Candidate, float], rounds: int = 16, spread: float = 0.02, strict: bool = True) -> Seen:
    rng = random.Random(1)

    def row(cost: float) -> list[Sent]:
        return [transfer(cost * rng.uniform(1 - spread, 1 + spread)) for _ in range(rounds)]

    made = Seen("peer.example", one_machine=False)
    made.offer = Offer("OpenSSH_9.2p1", (), (), strict, 2 << 20, 0)
    made.packet_bytes, made.round_trip, made.source_rate = 32768.0, 0.0001, 5e9
    made.kept = list(costs)
    made.set_up = transfer(0.0, 0)
    made.short_trial = transfer(costs[made.kept[0]], SIZE // 8)
    made.short = [made.short_trial] * rounds
    made.trials = {candidate: transfer(cost) for candidate, cost in costs.items()}
    made.rounds = {candidate: row(cost) for candidate, cost in costs.items()}
    made.positions = {candidate: [0] * rounds for candidate in costs}
    made.control = row(costs[made.kept[0]])
    return made
