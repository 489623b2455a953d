"""What is known of a core on a part: placed here, placed by the project, or not at all."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from wirerate.graph.verilog.core import Core
from wirerate.graph.verilog.cores import core as find_core
from wirerate.lab.fpga.parts import Part
from wirerate.lab.fpga.placement import CriticalPath, Placement, Table, of_core, own_table
from wirerate.records import Interval

PLACED, STORED = "placed", "stored"


@dataclass(frozen=True)
class Result:
    """The placements of one core on one part, all from here or all the project's: the two are never mixed."""

    core: Core
    part: Part
    basis: str
    placements: tuple[Placement, ...]

    @property
    def fmax_mhz(self) -> Interval:
        """Median and range over the seeds."""
        values = [placement.fmax_mhz for placement in self.placements]
        seeds = f"{len(values)} seed{'s' if len(values) > 1 else ''}"
        return Interval(statistics.median(values), min(values), max(values), None, (seeds,))

    @property
    def luts(self) -> int:
        return round(statistics.median(placement.luts for placement in self.placements))

    @property
    def ffs(self) -> int:
        return round(statistics.median(placement.ffs for placement in self.placements))

    @property
    def ram_blocks(self) -> int:
        return self.placements[0].ram_blocks

    @property
    def path(self) -> CriticalPath:
        """Of the median placement."""
        ordered = sorted(self.placements, key=lambda placement: placement.fmax_mhz)
        return ordered[(len(ordered) - 1) // 2].path

    @property
    def area(self) -> float:
        """The share of the part's LUTs, or registers where these are scarcer."""
        return max(self.luts, self.ffs) / self.part.luts

    @property
    def fitting(self) -> int:
        """Cores that the part has room for, by LUTs, registers and LUT RAM."""
        rooms = [self.part.luts // self.luts, self.part.luts // max(self.ffs, 1)]
        if self.ram_blocks:
            rooms.append(self.part.ram_blocks // self.ram_blocks)
        return min(rooms)


def result(core: Core, part: Part) -> Result | None:
    """Placements made here before the project's; None where there are neither."""
    for basis, placements in ((PLACED, own_table().read()), (STORED, stored(part))):
        found = of_core(placements, core.name, core.sha256)
        found = [placement for placement in found if placement.part == part.name]
        newest = max((p.date, p.yosys, p.nextpnr) for p in found)[1:] if found else None
        found = [placement for placement in found if (placement.yosys, placement.nextpnr) == newest]
        if found:
            return Result(core, part, basis, tuple(found))
    return None


@cache
def stored(part: Part) -> tuple[Placement, ...]:
    """The project's own table, made by `make hw-table`."""
    name = f"fpga-{part.name}-{part.speed}.jsonl"
    return tuple(Table(Path(str(files("wirerate.catalogue").joinpath("results", name)))).read())


@dataclass(frozen=True)
class Calibration:
    """Nanoseconds from register to register of what steps are made of, as placed on a part."""

    part: Part
    basis: str
    add: float  # RFC 1810's N on this part
    logic_add: float
    rotate: float  # by one of 16 amounts
    rotate_4: float  # by one of 4
    add_add: float  # two additions, one after the other

    @property
    def logic(self) -> float:
        """A look-up in front of an operation."""
        return self.logic_add - self.add

    def chained(self, *operations: float) -> float:
        """Operations one after another between two registers: what each was timed with, the register and its wire,
        counts once."""
        return sum(operations) - (len(operations) - 1) * (2 * self.add - self.add_add)


BENCHES = ("bench-add", "bench-logic-add", "bench-rotate", "bench-rotate-4", "bench-add-add")  # as Calibration has them


def calibration(part: Part) -> Calibration:
    """From the benches. They are small: the stored table always has them."""
    found = [result(find_core(name), part) for name in BENCHES]
    known = [each for each in found if each is not None]
    basis = PLACED if all(each.basis == PLACED for each in known) else STORED
    if basis == STORED:
        known = [Result(each.core, part, STORED, _stored_of(each.core, part)) for each in known]
    return Calibration(part, basis, *(1000 / each.fmax_mhz.median for each in known))


def _stored_of(core: Core, part: Part) -> tuple[Placement, ...]:
    return tuple(of_core(stored(part), core.name, core.sha256))
