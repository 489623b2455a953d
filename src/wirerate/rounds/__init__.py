"""The one scheduler of measurements: shuffled interleaving, an A/A control, when to look, when to stop."""

from __future__ import annotations

from wirerate.rounds.scheduler import Progress, run
from wirerate.rounds.series import Group, Sample, Series

__all__ = ["Group", "Progress", "Sample", "Series", "run"]
