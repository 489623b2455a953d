# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Stored results, looked up by key: results shipped with wirerate, and results of `mcu grid` on this machine. Each is a
line of JSON. scripts/mcu_*.py make the shipped ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from msgspec.structs import replace

from wirerate.catalogue.libraries import DEFAULT
from wirerate.errors import MissingError, UsageError
from wirerate.folders import cache_folder
from wirerate.line_file import LineFile
from wirerate.wings.mcu.counted_runs import Handshake, Key, Point, timed_for
from wirerate.wings.mcu.curve_options import Case, sets_with
from wirerate.wings.mcu.target import LEVEL, Target, built_for

R = TypeVar("R", Point, Handshake)

FOLDER = Path(__file__).parents[2] / "catalogue" / "results"
_PLAIN, _PACKED = ".jsonl", ".jsonl.xz"  # xz takes two thirds of the space of the deflate compression in wheels
SCHEMES, SYMMETRIC, CACHES, HANDSHAKES, HANDSHAKES_13 = (
    *("mcu-schemes", "mcu-symmetric", "mcu-caches"),
    *("handshakes", "handshakes-1.3"),
)
_ON_CURVES = "mcu-ecc-"  # a table's name is this prefix and the version of Mbed TLS


def on_curves(version: str) -> str:
    """Return the name of the table with curve operations of a version of Mbed TLS."""
    return _ON_CURVES + version


class Table(Generic[R]):
    """A table in a folder: a compressed file and a plain one with rows added later, which `fold` merges.

    An incomplete last line is ignored.
    """

    def __init__(self, name: str, kind: type[R], folder: Path | None = None) -> None:
        folder = folder or FOLDER
        self.path, self._packed = folder / f"{name}{_PLAIN}", folder / f"{name}{_PACKED}"
        self._kind: type[R] = kind
        self._file = LineFile(self.path, fix="name a folder you may write")

    def rows(self) -> Iterator[R]:
        """Yield all rows; none if the table does not exist. Raise UsageError for a line that cannot be decoded."""
        decode = msgspec.json.Decoder(self._kind).decode
        yield from map(decode, _unpacked(self._packed))
        for number, line in enumerate(self._file.lines(), start=1):
            try:
                yield decode(line)
            except msgspec.DecodeError as error:
                raise UsageError(
                    f"{self.path}:{number} is not a stored result: {error}", fix=f"remove that line, or {self.path}"
                ) from error

    def by_key(self) -> dict[Key, R]:
        """Return all rows by key; if rows have the same key, the last one wins."""
        return {row.key: row for row in self.rows()}

    def add(self, row: R) -> None:
        """Append a row and pass it to the operating system, so that it survives if the process is killed."""
        self._file.add(msgspec.json.encode(row))

    def fold(self) -> None:
        """Merge added rows into the compressed file."""
        added: list[bytes] = self._file.lines()
        if added:
            _pack(b"".join(line + b"\n" for line in (*_unpacked(self._packed), *added)), self._packed)
            self.path.unlink()

    def replace(self, lines: Path) -> None:
        """Replace all rows by the lines of a file."""
        _pack(lines.read_bytes(), self._packed)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Lock the table, so that no other program computes the same rows. Raise UsageError if it is locked already."""
        import fcntl

        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise UsageError(
                    f"another grid is writing to {self.path}", fix="wait for it or stop it; its results are kept"
                ) from error
            yield


def _pack(content: bytes, path: Path) -> None:
    import lzma

    partial = path.with_suffix(".partial")
    partial.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))
    partial.replace(path)


def _unpacked(path: Path) -> list[bytes]:
    if not path.exists():
        return []
    try:
        import lzma
    except ImportError as error:
        raise MissingError(
            "the stored results are compressed with xz, and this Python was built without lzma",
            fix="use your system's Python, or rebuild this one with liblzma's headers",
        ) from error
    return lzma.decompress(path.read_bytes()).splitlines()


@cache
def stored(table: str) -> dict[Key, Point]:
    """Return the shipped results of a table by key."""
    return Table(table, Point).by_key()


@cache
def stored_handshakes(table: str = HANDSHAKES) -> dict[Key, Handshake]:
    """Return the shipped handshakes by key."""
    return Table(table, Handshake).by_key()


def grid_table(version: str) -> Table[Point]:
    """Return the table of this user's `mcu grid` for a version of Mbed TLS."""
    return Table(f"points-{version}", Point, cache_folder("mcu") / "grid")


@cache
def grid_points() -> dict[Key, Point]:
    """Return the results of this user's `mcu grid` by key, for all versions."""
    folder = cache_folder("mcu") / "grid"
    tables = (Table(path.name.removesuffix(_PLAIN), Point, folder) for path in sorted(folder.glob("points-*.jsonl")))
    return {row.key: row for table in tables for row in table.rows()}


def find_point(table: str, code: str, operation: str, level: str, target: Target) -> Point | None:
    """Return a shipped result; None if it is not stored, or was not counted with a flash like the target's."""
    return _fitting(stored(table), (code, built_for(target.core), level, operation), target)


def find_on_curve(case: Case, target: Target) -> Point | None:
    """Return the result of a curve operation, shipped or from this user's grid; None if there is neither."""
    return point_on_curve(stored(on_curves(case.version)), case, target) or point_on_curve(grid_points(), case, target)


def point_on_curve(points: Mapping[Key, Point], case: Case, target: Target) -> Point | None:
    """Return the result of a curve operation with its flash size; None if the points lack either."""
    core = built_for(target.core)
    point = _fitting(points, (case.code, core, case.level, case.operation), target)
    blocks = flash_blocks(points, case, (case.operation,), core) if point else {}
    return replace(point, counted=replace(point.counted, blocks=blocks)) if point and blocks else None


def _fitting(points: Mapping[Key, Point], key: Key, target: Target) -> Point | None:
    point = points.get(key)
    return point if point and timed_for(point.counted.runs.values(), target.flash) else None


def flash_blocks(points: Mapping[Key, Point], case: Case, operations: Sequence[str], core: str) -> dict[str, int]:
    """Return the flash, by building block, of the smallest image that was linked with these operations."""
    for names in sets_with(operations):
        if point := points.get((case.image, core, case.level, "+".join(names))):
            return point.counted.blocks
    return {}


def find_handshake(
    name: str, target: Target, *, version: str = DEFAULT, level: str = LEVEL, table: str = HANDSHAKES
) -> Handshake | None:
    """Return a shipped handshake; None if it is not stored, or was not counted with a flash like the target's."""
    handshake = stored_handshakes(table).get((name, built_for(target.core), level, version))
    if handshake is None:
        return None
    traces = [*handshake.alone.values()]
    traces += [trace for side in handshake.sides.values() for trace in side.runs.values()]
    return handshake if timed_for(traces, target.flash) else None


def with_cache_misses(point: Point, target: Target) -> Point:
    """Return the point with its misses in the target's cache, which a separate table stores.

    A trace gets the misses only if its number of instructions equals that of the trace for which they were counted.
    """
    cached = stored(CACHES).get(point.key) if target.flash.cache else None
    if cached is None:
        return point
    runs = {
        name: replace(trace, fetched=other.fetched)
        if (other := cached.counted.runs.get(name)) and not trace.fetched and other.instructions == trace.instructions
        else trace
        for name, trace in point.counted.runs.items()
    }
    return replace(point, counted=replace(point.counted, runs=runs))
