"""One core placed and routed once: what is kept of it, and where."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from wirerate.errors import UsageError
from wirerate.folders import cache_folder, state_folder
from wirerate.line_file import LineFile


class CriticalPath(msgspec.Struct, frozen=True, kw_only=True):
    """The slowest way from register to register."""

    start: str  # a register, named after the graph's node
    end: str
    additions: int  # carry chains passed
    luts: int  # look-up tables beside them
    logic_ns: float  # registers' own times included
    routing_ns: float


class Placement(msgspec.Struct, frozen=True, kw_only=True):
    """A line of a table of placements."""

    core: str
    part: str
    package: str
    speed: int
    seed: int
    target_mhz: float  # asked of the router; part of the result
    fmax_mhz: float
    luts: int
    ffs: int
    ram_blocks: int  # LUT RAMs of 16 words of 4 bits
    path: CriticalPath
    synthesis_s: float  # CPU seconds
    placing_s: float
    verilog_sha256: str  # of core and harness, comments left out
    netlist_sha256: str
    yosys: str
    nextpnr: str
    date: str  # ISO 8601, UTC
    command: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Two placements with the same key are the same placement; the command has part, seed and all options."""
        return self.verilog_sha256, self.yosys, self.nextpnr, self.command


class Table:
    """A file of placements, one a line, added to as they are made: what was placed before an interruption stays."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = LineFile(path, fix="set XDG_STATE_HOME to a folder you may write to")

    def read(self) -> list[Placement]:
        found = []
        for number, line in enumerate(self._file.lines(), start=1):
            try:
                found.append(msgspec.json.decode(line, type=Placement))
            except msgspec.DecodeError as error:
                raise UsageError(
                    f"{self.path}:{number}: not a placement: {error}", fix=f"remove that line, or {self.path}"
                ) from error
        return found

    def add(self, placement: Placement) -> None:
        self._file.add(msgspec.json.encode(placement))


def own_table() -> Table:
    """Placements made on this machine."""
    return Table(state_folder("hw") / "placements.jsonl")


def work_folder() -> Path:
    """Netlists, logs and reports, for the curious and for what follows an interruption."""
    return cache_folder("hw")


def of_core(placements: Iterable[Placement], core: str, verilog_sha256: str) -> list[Placement]:
    """The placements of exactly this Verilog, by seed."""
    wanted = [p for p in placements if p.core == core and p.verilog_sha256 == verilog_sha256]
    return sorted(wanted, key=lambda p: p.seed)
