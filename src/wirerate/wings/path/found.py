# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What was measured of the kernel's paths, as it was seen: rounds, counters, drivers. The account is made of these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from wirerate.wings.path.catalogue import Family, Path
from wirerate.wings.path.refusal import Refusal
from wirerate.wings.path.stages import AGAIN, BASE, PROTECTED, Cell

if TYPE_CHECKING:  # the measuring process starts without what these load
    from wirerate.links import Mix
    from wirerate.rounds.round import Round
    from wirerate.rounds.series import Series
from wirerate.rounds.stolen import without_theft


@dataclass
class Traffic:
    """Packets of one cell over all timed rounds, counted at the device that takes them. Any but `sent` that are not
    `arrived` make the row wrong."""

    sent: int = 0
    arrived: int = 0
    lost: int = 0
    changed: int = 0  # bytes that arrived differ from those that should
    duplicated: int = 0


@dataclass(frozen=True)
class Driver:
    """What the kernel runs for a path's algorithm, from /proc/crypto: rfc4106(gcm(aes)), rfc4106-gcm-aesni.

    `module` is the module that has it, "kernel" where it is built in. `unaided` names the CPU feature that it does not
    use although the CPU has it ("aes"), and `remedy` what to type; both "" where there is nothing to find.
    """

    algorithm: str
    driver: str
    priority: int
    module: str
    unaided: str = ""
    remedy: str = ""


@dataclass
class Found:
    """One packet mix of one IP version: all of its cells in the same shuffled rounds.

    A sample's cost is nanoseconds per packet: wall time less run delay of the pinned thread, and for what does not run
    inside it, the time that the CPUs were busy elsewhere. Its record's `wrong` counts packets lost, changed or doubled.
    """

    mix: Mix
    family: Family
    cells: tuple[Cell, ...]
    series: Series[Round]
    elsewhere: Mapping[Cell, list[float]] = field(
        default_factory=dict
    )  # ns a packet by round, part of its cost; of asynchronous cells
    traffic: Mapping[Cell, Traffic] = field(default_factory=dict)
    faults: Mapping[Cell, str] = field(default_factory=dict)  # why a cell's rounds are void; for rounds.row.Rows
    added: Mapping[Path, Mapping[int, int]] = field(default_factory=dict)  # IP bytes -> bytes more between A and B

    def without_theft(self) -> Found:
        """The same without what the hypervisor took from rounds."""
        return replace(self, series=without_theft(self.series))

    def costs(self, cell: Cell) -> list[float]:
        """By round; empty where the cell is not here."""
        return self.series.costs(self.cells.index(cell)) if cell in self.cells else []

    def stages(self, path: Path) -> dict[str, list[float]]:
        """Nanoseconds per packet by round: generate, hop, plain, plain-again; protect and both of the path; and
        null-protect and null-both of its null twin. Those that it has not are left out."""
        found: dict[str, list[float]] = {stage: self.costs(Cell(stage, self.family)) for stage in BASE}
        found[AGAIN] = [sample.cost for sample in self.series.control]
        found |= {stage: self.costs(Cell(stage, self.family, path)) for stage in PROTECTED}
        if twin := path.null_twin:
            found |= {f"null-{stage}": self.costs(Cell(stage, self.family, twin)) for stage in PROTECTED}
        return {name: costs for name, costs in found.items() if costs}


@dataclass
class Host:
    """The kernel that answered."""

    release: str  # as `uname -r`
    mitigations: tuple[str, ...]  # those that it applies, by the names of /sys/devices/system/cpu/vulnerabilities
    cpu: int  # the one that the sender was pinned to
    cpus: int
    as_root: bool  # False: in a user namespace of its own


@dataclass
class Answer:
    """Everything that one question yields. After Ctrl-C the finished rounds, with `interrupted` set."""

    host: Host
    found: list[Found]
    drivers: dict[Path, Driver]
    asynchronous: frozenset[Path]  # charged by the CPUs' busy time, since part of it runs in the kernel's workers
    refusals: list[Refusal]
    interrupted: bool = False
