# SPDX-License-Identifier: Apache-2.0 OR MIT
"""How far a packet is sent in one round: what lies between two stages is what their difference in time tells.

Every chain is generator -> gateway A -> gateway B -> a device that takes all, and all of it runs inside the sender's
own system call.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from wirerate.wings.path.catalogue import Family, Path

Stage = Literal["generate", "hop", "plain", "protect", "both"]
BASE: tuple[Stage, ...] = ("generate", "hop", "plain")  # made and dropped; through A; through A and B
PROTECTED: tuple[Stage, ...] = ("protect", "both")
AGAIN = "plain-again"  # the control: `plain` a second time in each round


@dataclass(frozen=True)
class Cell:
    """What one round of the scheduler runs: `path` is None for the stages without any.

    `protect`: A protects, B passes the ciphertext on as a router. `both`: A protects and B unprotects.
    """

    stage: Stage
    family: Family
    path: Path | None = None

    def __str__(self) -> str:
        return f"{self.path.name}:{self.stage}" if self.path else f"{self.stage}/{self.family}"


def cells(paths: tuple[Path, ...], family: Family) -> tuple[Cell, ...]:
    """The stages of these paths and of their twins, each once, those of no path first."""
    wanted: dict[Path, None] = {}
    for path in paths:
        for each in (path, path.mac_twin, path.null_twin):
            if each is not None and each.kind != "plain" and each.family == family:
                wanted[each] = None
    found = [Cell(stage, family) for stage in BASE]
    found += [Cell(stage, family, path) for path in wanted for stage in (PROTECTED if path.divided else PROTECTED[1:])]
    return tuple(found)
