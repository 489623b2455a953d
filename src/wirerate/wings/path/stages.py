# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The raw result of measuring paths: rounds, packet counters, drivers and refusals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from wirerate.links import Mix
from wirerate.rounds.round import Round
from wirerate.rounds.series import Series
from wirerate.rounds.stolen import without_stolen
from wirerate.wings.path.algorithms import Driver
from wirerate.wings.path.catalogue import STAGES, Cell, Path
from wirerate.wings.path.messages import Host
from wirerate.wings.path.refusals import Refusal


@dataclass
class Traffic:
    """Packets or records of one cell over all timed rounds. Its row has the status "wrong" if any was lost, changed or
    duplicated."""

    sent: int = 0
    arrived: int = 0
    lost: int = 0
    changed: int = 0  # rounds of packets with an unexpected number of bytes, or records that came back changed
    duplicated: int = 0
    octets: int = 0  # for records: bytes that the far end's TCP received


@dataclass
class MixRounds:
    """The rounds of one packet mix and IP version, or of one record size, with all cells in the same shuffled rounds.

    A sample's cost is nanoseconds per packet or record: the pinned thread's wall time less its run delay. If other CPUs
    process packets too, the cost is the sender's CPU time plus `elsewhere`, the time those CPUs were busy. `wrong` in a
    round counts packets lost, changed or duplicated.
    """

    mix: Mix  # for records: their size
    floor: Path
    cells: tuple[Cell, ...]
    series: Series[Round]
    elsewhere: Mapping[Cell, list[float]] = field(default_factory=dict)  # ns per packet, in each round
    traffic: Mapping[Cell, Traffic] = field(default_factory=dict)
    faults: Mapping[Cell, str] = field(default_factory=dict)  # why a cell's rounds are invalid
    added: Mapping[Path, Mapping[int, float]] = field(default_factory=dict)  # size in bytes -> bytes added

    def without_stolen(self) -> MixRounds:
        """Return the rounds without the time that the hypervisor stole."""
        return replace(self, series=without_stolen(self.series))

    def costs(self, cell: Cell) -> list[float]:
        """Return a cell's cost in each round; [] if it was not measured."""
        return self.series.costs(self.cells.index(cell)) if cell in self.cells else []

    def stages(self, path: Path) -> dict[str, list[float]]:
        """Return the stages of the path and of its unprotected path, each with its nanoseconds per packet in every
        round.

        Stages of the path's null twin are named null-protect and null-both. Stages not measured are left out.
        """
        costs_by_stage: dict[str, list[float]] = {
            stage: self.costs(Cell(stage, owner))
            for owner in dict.fromkeys((self.floor, path))
            for stage in STAGES[owner.kind]
        }
        if twin := path.null_twin:
            costs_by_stage |= {f"null-{stage}": self.costs(Cell(stage, twin)) for stage in STAGES[twin.kind]}
        return {stage: costs for stage, costs in costs_by_stage.items() if costs}


@dataclass
class PathMeasurement:
    """The whole result of `measure`. After Ctrl-C it holds the finished rounds, and `interrupted` is set."""

    host: Host
    mixes: list[MixRounds] = field(default_factory=list)
    drivers: dict[Path, Driver] = field(default_factory=dict)
    refusals: list[Refusal] = field(default_factory=list)
    interrupted: bool = False
