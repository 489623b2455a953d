"""The one scheduler of measurements: shuffled interleaving, an A/A control, when to look, when to stop; and the one way
from its rounds to a row."""

from __future__ import annotations

from wirerate.rounds.memory import cold_set, last_level_set, second_level
from wirerate.rounds.round import Round, block, void
from wirerate.rounds.row import Rows, are_precise
from wirerate.rounds.scheduler import Progress, run
from wirerate.rounds.series import Group, Sample, Series

__all__ = [
    "Group",
    "Progress",
    "Round",
    "Rows",
    "Sample",
    "Series",
    "are_precise",
    "block",
    "cold_set",
    "last_level_set",
    "run",
    "second_level",
    "void",
]
