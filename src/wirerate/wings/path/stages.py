# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What was measured of paths, as it was seen: rounds, counters, drivers. The account is made of these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from wirerate.links import Mix
from wirerate.rounds.round import Round
from wirerate.rounds.series import Series
from wirerate.rounds.stolen import without_theft
from wirerate.wings.path.algorithms import Driver
from wirerate.wings.path.catalogue import STAGES, Cell, Path
from wirerate.wings.path.messages import Host
from wirerate.wings.path.refusals import Refusal


@dataclass
class Traffic:
    """Packets or records of one cell over all timed rounds, counted where they arrive. Any but `sent` that are not
    `arrived` make the row wrong."""

    sent: int = 0
    arrived: int = 0
    lost: int = 0
    changed: int = 0  # rounds of packets with other bytes than should have arrived; records that came back otherwise
    duplicated: int = 0
    octets: int = 0  # of records, that the far end's TCP received


@dataclass
class Found:
    """One packet mix of one IP version, or records of one size: all of its cells in the same shuffled rounds.

    A sample's cost is nanoseconds per packet or record: wall time less run delay of the pinned thread, and for what
    does not run inside it, the time that the CPUs were busy elsewhere. Its record's `wrong` counts what was lost,
    changed or doubled.
    """

    mix: Mix  # of records, their one size
    floor: Path
    cells: tuple[Cell, ...]
    series: Series[Round]
    elsewhere: Mapping[Cell, list[float]] = field(default_factory=dict)  # ns by round, of the cost; of cells not inline
    traffic: Mapping[Cell, Traffic] = field(default_factory=dict)
    faults: Mapping[Cell, str] = field(default_factory=dict)  # why a cell's rounds are void; for rounds.row.Rows
    added: Mapping[Path, Mapping[int, float]] = field(default_factory=dict)  # bytes -> bytes more when protected

    def without_theft(self) -> Found:
        """The same without what the hypervisor took from rounds."""
        return replace(self, series=without_theft(self.series))

    def costs(self, cell: Cell) -> list[float]:
        """By round; empty where the cell is not here."""
        return self.series.costs(self.cells.index(cell)) if cell in self.cells else []

    def stages(self, path: Path) -> dict[str, list[float]]:
        """Nanoseconds by round of the floor's stages, the path's, and of its null twin as null-protect and null-both.
        Those that it has not are left out."""
        own = dict.fromkeys((self.floor, path))
        found: dict[str, list[float]] = {
            stage: self.costs(Cell(stage, each)) for each in own for stage in STAGES[each.kind]
        }
        if twin := path.null_twin:
            found |= {f"null-{stage}": self.costs(Cell(stage, twin)) for stage in STAGES[twin.kind]}
        return {name: costs for name, costs in found.items() if costs}


@dataclass
class Answer:
    """Everything that one question yields. After Ctrl-C the finished rounds, with `interrupted` set."""

    host: Host
    found: list[Found] = field(default_factory=list)
    drivers: dict[Path, Driver] = field(default_factory=dict)
    refusals: list[Refusal] = field(default_factory=list)
    interrupted: bool = False
