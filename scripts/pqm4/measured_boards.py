# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Read measured_boards.toml: published cycles and times of boards."""

from __future__ import annotations

from pathlib import Path

import msgspec


class CyclesRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One operation of pqm4's table."""

    scheme: str
    operation: str
    runs: int
    cycles: tuple[int, int, int]
    hashing: float
    stack: int

    @property
    def mean(self) -> int:
        return self.cycles[0]

    @property
    def least(self) -> int:
        return self.cycles[1]


class TimeRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One operation of a table of times."""

    scheme: str
    operation: str
    ms: float


class _Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    title: str
    source: str
    board: str
    compiler: str
    core: str
    clock_hz: int
    level: str
    implementation: str


class Pqm4(_Board, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A published table in cycles, with the share of hashing."""

    permutation_stack: int
    rows: tuple[CyclesRow, ...]


class Timed(_Board, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A published table in milliseconds."""

    multiply_cycles: int
    rows: tuple[TimeRow, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pqm4: Pqm4
    rp2040: Timed


_FILE = msgspec.toml.decode(Path(__file__).with_suffix(".toml").read_bytes(), type=_File)
PQM4, RP2040 = _FILE.pqm4, _FILE.rp2040
