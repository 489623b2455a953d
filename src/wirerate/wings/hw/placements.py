# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Place-and-route results: the supported FPGAs, the tables of results, and a core's median over its seeds."""

from __future__ import annotations

import statistics
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import msgspec

from wirerate.errors import UsageError, unknown
from wirerate.folders import cache_folder, state_folder
from wirerate.graph.verilog.core import Core
from wirerate.line_file import LineFile
from wirerate.records import Interval
from wirerate.vocabulary import Basis
from wirerate.wings.hw.rows import CriticalPath

SEEDS = (1, 2, 3)


# ---- FPGAs ----


@dataclass(frozen=True)
class Part:
    """An FPGA with its package and speed grade, named as in nextpnr."""

    name: str
    title: str
    options: tuple[str, ...]  # for nextpnr-ecp5
    package: str
    speed: int
    luts: int  # 4-input LUTs; the part has as many registers
    ram_blocks: int  # LUT RAMs of 16 words of 4 bits
    pins: int
    input_mbps: float  # input rate if every capable pin pair were an input
    feeding: str  # a sentence on how data reaches the core, and its source
    shortcoming: str  # the same in a few words


# Sources: pin counts from nextpnr's database for this part and package (224 IOLOGIC with x2 gearing, 141 SIOLOGIC
# without). GDDRX2 at 400 MHz is the top speed in the examples of Lattice TN1265 (now FPGA-TN-02035). LFE5U lacks the
# SERDES of LFE5UM according to enjoy-digital/litex pull request 1090. The datasheet, FPGA-DS-02012, was not consulted.
PARTS: dict[str, Part] = {
    "ecp5-85k": Part(
        name="ecp5-85k",
        title="Lattice ECP5 LFE5U-85F, CABGA756, speed 8",
        options=("--85k", "--package", "CABGA756", "--speed", "8"),
        package="CABGA756",
        speed=8,
        luts=83640,
        ram_blocks=10455,
        pins=365,
        input_mbps=112 * 800,
        feeding="LFE5U has no SERDES (LFE5UM5G-85F has four of 5 Gbit/s: 20G), so neither 40G nor 100G Ethernet "
        "reaches it directly; 224 of its 365 pins make 112 pairs with x2 gearing, of 800 Mbit/s each (nextpnr's "
        "database; Lattice TN1265).",
        shortcoming="no SERDES for 40G or 100G Ethernet",
    )
}


def part(name: str) -> Part:
    if name not in PARTS:
        raise unknown("part", name, PARTS)
    return PARTS[name]


# ---- stored placements ----


class Placement(msgspec.Struct, frozen=True, kw_only=True):
    """One core placed with one seed: a line of a placement table."""

    core: str
    part: str
    package: str
    speed: int
    seed: int
    target_mhz: float  # the router's target, which influences the result
    fmax_mhz: float
    luts: int
    ffs: int
    ram_blocks: int  # LUT RAMs of 16 words of 4 bits
    path: CriticalPath
    synthesis_s: float  # CPU seconds
    placing_s: float
    verilog_sha256: str  # of core and harness without comments
    netlist_sha256: str
    yosys: str
    nextpnr: str
    date: str  # ISO 8601, UTC
    command: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """The identity of a placement; the command contains the part, the seed and all options."""
        return self.verilog_sha256, self.yosys, self.nextpnr, self.command


class Table:
    """A file with one placement per line. A placement is appended as soon as it is done, so an interruption loses at
    most one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = LineFile(path, fix="set XDG_STATE_HOME to a folder you may write to")

    def read(self) -> list[Placement]:
        placements = []
        for number, line in enumerate(self._file.lines(), start=1):
            try:
                placements.append(msgspec.json.decode(line, type=Placement))
            except msgspec.DecodeError as error:
                raise UsageError(
                    f"{self.path}:{number}: not a placement: {error}", fix=f"remove that line, or {self.path}"
                ) from error
        return placements

    def add(self, placement: Placement) -> None:
        self._file.add(msgspec.json.encode(placement))


def own_table() -> Table:
    """Return the table of placements made on this machine."""
    return Table(state_folder("hw") / "placements.jsonl")


def work_folder() -> Path:
    """Return the folder of netlists, logs and reports, which lets an interrupted placement resume."""
    return cache_folder("hw")


def of_core(placements: Iterable[Placement], core: str, verilog_sha256: str) -> list[Placement]:
    """Return the placements of exactly this Verilog, ordered by seed."""
    wanted = [p for p in placements if p.core == core and p.verilog_sha256 == verilog_sha256]
    return sorted(wanted, key=lambda p: p.seed)


PLACED: Final = "placed"
STORED: Final = "stored"


@dataclass(frozen=True)
class Result:
    """The placements of one core on one part: either all made on this machine, or all shipped with wirerate."""

    core: Core
    part: Part
    basis: Basis
    placements: tuple[Placement, ...]

    @property
    def fmax_mhz(self) -> Interval:
        """The clock: median and range over the seeds."""
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
        """The critical path of the median placement."""
        ordered = sorted(self.placements, key=lambda placement: placement.fmax_mhz)
        return ordered[(len(ordered) - 1) // 2].path

    @property
    def area(self) -> float:
        """The share of the part's LUTs or of its registers, whichever is larger."""
        return max(self.luts, self.ffs) / self.part.luts

    @property
    def fitting(self) -> int:
        """How many copies the part holds, by LUTs, registers and LUT RAM."""
        rooms = [self.part.luts // self.luts, self.part.luts // max(self.ffs, 1)]
        if self.ram_blocks:
            rooms.append(self.part.ram_blocks // self.ram_blocks)
        return min(rooms)


def result(core: Core, part: Part) -> Result | None:
    """Return this machine's placements of the core, else the stored ones, else None. Placements by older tool versions
    are ignored."""
    tables: tuple[tuple[Basis, Iterable[Placement]], ...] = ((PLACED, own_table().read()), (STORED, stored(part)))
    for basis, placements in tables:
        candidates = [p for p in of_core(placements, core.name, core.sha256) if p.part == part.name]
        newest = max((p.date, p.yosys, p.nextpnr) for p in candidates)[1:] if candidates else None
        chosen = [placement for placement in candidates if (placement.yosys, placement.nextpnr) == newest]
        if chosen:
            return Result(core, part, basis, tuple(chosen))
    return None


@cache
def stored(part: Part) -> tuple[Placement, ...]:
    """Return the placements shipped with wirerate, which `make hw-table` generates."""
    name = f"fpga-{part.name}-{part.speed}.jsonl"
    return tuple(Table(Path(str(files("wirerate.catalogue").joinpath("results", name)))).read())
