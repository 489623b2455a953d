# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What was measured of records, as it was seen. The account is made of these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from wirerate.rounds.round import Round
from wirerate.rounds.series import Series
from wirerate.rounds.stolen import without_theft
from wirerate.wings.path.catalogue import TCP, Path
from wirerate.wings.path.found import Driver, Host
from wirerate.wings.path.refusal import Refusal
from wirerate.wings.path.tls.stages import Step


@dataclass
class Carried:
    """Records of one size: all of its steps in the same shuffled rounds.

    A sample's cost is nanoseconds per record, written and read back: wall time less run delay of the pinned thread.
    """

    size: int
    steps: tuple[Step, ...]
    series: Series[Round]
    records: Mapping[Step, int]  # in all timed rounds
    changed: Mapping[Step, int]  # of them, that came back otherwise
    octets: Mapping[Step, int]  # that the far end's TCP received
    faults: Mapping[Step, str]  # why a step's rounds are void

    def without_theft(self) -> Carried:
        """The same without what the hypervisor took from rounds."""
        return replace(self, series=without_theft(self.series))

    def costs(self, step: Step) -> list[float]:
        """By round; empty where the step is not here."""
        return self.series.costs(self.steps.index(step)) if step in self.steps else []

    def stages(self, path: Path) -> dict[str, list[float]]:
        """Nanoseconds per record by round; those that it has not are left out."""
        found = {"tcp": self.costs(Step("tcp"))}
        if path != TCP:
            found |= {"record": self.costs(Step("record", path)), "crypto": self.costs(Step("crypto", path))}
        return {name: costs for name, costs in found.items() if costs}

    def added(self, path: Path) -> float | None:
        """Bytes that TLS adds to a record, counted; None where nothing was carried."""
        step = Step("record", path)
        records = self.records.get(step, 0)
        return self.octets[step] / records - self.size if records else None


@dataclass
class Answer:
    """Everything that one question yields. After Ctrl-C the finished rounds, with `interrupted` set."""

    host: Host
    carried: list[Carried]
    drivers: dict[Path, Driver]
    refusals: list[Refusal]
    interrupted: bool = False
