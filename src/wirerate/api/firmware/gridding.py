"""The slides' whole grid, run here: every point kept as it is made."""

from __future__ import annotations

from wirerate.api.session import Progress
from wirerate.records import Run


def grid(progress: Progress | None = None) -> Run:
    from wirerate.lab.mcu import grid as lab

    return lab.run(progress)
