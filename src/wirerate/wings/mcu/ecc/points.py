# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What one operation on one curve took: counted once, timed for any board afterwards. Files of such points."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from wirerate.errors import UsageError
from wirerate.line_file import LineFile
from wirerate.wings.mcu import results
from wirerate.wings.mcu.curve_options import Toggles
from wirerate.wings.mcu.target import LEVEL
from wirerate.wings.mcu.trace import Counts, FetchCounts, Trace, fetched_of, misses_of

T = TypeVar("T")


# What an operation was counted in. Where all curves were in one image, its arrays were as long as the largest wants
# them, and what the operations before had left on the heap was counted too: stack and heap are a product's or more.
ONE_CURVE, ALL_CURVES = "one curve", "all curves"


class Provenance(msgspec.Struct, frozen=True, kw_only=True, tag="made"):
    """How the lines after this one, up to the next of its kind, were made."""

    command: str
    wirerate: str
    library: str  # the exact release
    compiler: str
    emulator: str
    date: str  # ISO 8601, UTC
    image: str = ALL_CURVES


class Point(msgspec.Struct, frozen=True, kw_only=True, tag="point", omit_defaults=True):
    """One operation, its result checked on the host. Counts only: time is computed from them, see timing/cycles.py."""

    version: str  # of Mbed TLS, as libraries.toml has it, or p256-m
    core: str
    level: str = LEVEL
    curve: str
    operation: str
    nist: bool = True
    fixed_point: bool = True
    window: int = 2
    instructions: int
    classes: dict[str, int]  # Trace.classes
    misses: Counts
    fetched: FetchCounts = {}  # Trace.fetched; {} where it was counted before caches were
    unmetered: int = 0
    stack_bytes: int
    heap_bytes: int  # the most that is requested at once, group and keys included
    heap_kept: int = 0  # of these, what stays between operations: group, keys, and a comb kept in RAM

    @property
    def key(self) -> tuple[str, str, str, str, str, Toggles]:
        """Two points with the same key are the same point."""
        return self.version, self.core, self.level, self.curve, self.operation, self.toggles

    @property
    def toggles(self) -> Toggles:
        return Toggles(self.nist, self.fixed_point, self.window)

    @property
    def trace(self) -> Trace:
        """What time is computed from."""
        return Trace(self.instructions, self.classes, misses_of(self.misses), self.unmetered, fetched_of(self.fetched))


class Footprint(msgspec.Struct, frozen=True, kw_only=True, tag="flash", omit_defaults=True):
    """Bytes of flash of an image that does these operations on this curve and nothing else, by building block; the
    harness and the instrument are not counted."""

    version: str
    core: str
    level: str = LEVEL
    curve: str
    operations: tuple[str, ...]
    nist: bool = True
    fixed_point: bool = True
    blocks: dict[str, int]

    @property
    def key(self) -> tuple[str, str, str, str, tuple[str, ...], bool, bool]:
        return self.version, self.core, self.level, self.curve, self.operations, self.nist, self.fixed_point

    @property
    def total(self) -> int:
        return sum(self.blocks.values())


Row = Provenance | Point | Footprint


class Table:
    """A file of rows, one a line, written as they are made. A last line that was cut off is not there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = LineFile(path, fix="name a folder you may write")

    def rows(self) -> Iterator[Row]:
        for number, line in enumerate(self._file.lines(), start=1):
            try:
                yield _row(line)
            except msgspec.DecodeError as error:
                raise UsageError(
                    f"{self.path}:{number}: not a point of the grid: {error}", fix=f"remove that line, or {self.path}"
                ) from error

    def of(self, kind: type[T]) -> list[T]:
        return [row for row in self.rows() if isinstance(row, kind)]

    def add(self, row: Row) -> None:
        """Written whole and handed to the system before this returns: what is killed later keeps it."""
        self._file.add(msgspec.json.encode(row))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keeps other programs from adding to the same file, which would make the same points."""
        import fcntl

        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise UsageError(
                    f"another grid is adding to {self.path}", fix="wait for it or stop it: what it has done is kept"
                ) from error
            yield


def _row(line: bytes) -> Row:
    row: Row = msgspec.json.decode(line, type=Row)
    return row


_PREFIX = "mcu-ecc-"  # a table for each version


def pack(made: Table, version: str, folder: Path) -> None:
    """Makes that table the stored one of a version, in that folder."""
    results.pack(made.path, _PREFIX + version, folder)


def stored_versions() -> set[str]:
    return results.packed(_PREFIX)


@cache
def stored(version: str) -> tuple[Row, ...]:
    """The project's own results of that version, made by `wirerate mcu grid`; none where it has none."""
    return tuple(results.rows(_PREFIX + version, _row))
