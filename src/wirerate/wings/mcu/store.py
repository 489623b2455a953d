# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tables of what was run: a row a line, found by key. The project's own, as scripts/mcu_*.py and grids make them, and
those of grids that were run here."""

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
_PLAIN, _PACKED = ".jsonl", ".jsonl.xz"  # packed: two thirds of what the same lines take in a wheel, which is deflated
SCHEMES, SYMMETRIC, CACHES, HANDSHAKES, HANDSHAKES_13 = (
    *("mcu-schemes", "mcu-symmetric", "mcu-caches"),
    *("handshakes", "handshakes-1.3"),
)
_ON_CURVES = "mcu-ecc-"  # a table for each version


def on_curves(version: str) -> str:
    """The table of a version of Mbed TLS."""
    return _ON_CURVES + version


class Table(Generic[R]):
    """A table in a folder. What is added to it counts at once, and is packed with the rest when it is folded in; a last
    line that was cut off is not there."""

    def __init__(self, name: str, kind: type[R], folder: Path | None = None) -> None:
        folder = folder or FOLDER
        self.path, self._packed = folder / f"{name}{_PLAIN}", folder / f"{name}{_PACKED}"
        self._kind: type[R] = kind
        self._file = LineFile(self.path, fix="name a folder you may write")

    def rows(self) -> Iterator[R]:
        """None where there is no such table."""
        decode = msgspec.json.Decoder(self._kind).decode
        yield from map(decode, _unpacked(self._packed))
        for number, line in enumerate(self._file.lines(), start=1):
            try:
                yield decode(line)
            except msgspec.DecodeError as error:
                raise UsageError(
                    f"{self.path}:{number}: not a point of the grid: {error}", fix=f"remove that line, or {self.path}"
                ) from error

    def by_key(self) -> dict[Key, R]:
        """Of rows with the same key the last."""
        return {row.key: row for row in self.rows()}

    def add(self, row: R) -> None:
        """Written whole and handed to the system before this returns: what is killed later keeps it."""
        self._file.add(msgspec.json.encode(row))

    def fold(self) -> None:
        """Packs what was added with what it has."""
        added: list[bytes] = self._file.lines()
        if added:
            _pack(b"".join(line + b"\n" for line in (*_unpacked(self._packed), *added)), self._packed)
            self.path.unlink()

    def replace(self, lines: Path) -> None:
        """Makes these lines all that it has."""
        _pack(lines.read_bytes(), self._packed)

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
            "the stored results are packed with xz, and this Python was built without lzma",
            fix="use your system's Python, or build this one again with liblzma's headers",
        ) from error
    return lzma.decompress(path.read_bytes()).splitlines()


@cache
def stored(table: str) -> dict[Key, Point]:
    """The project's own points of a table."""
    return Table(table, Point).by_key()


@cache
def stored_handshakes(table: str = HANDSHAKES) -> dict[Key, Handshake]:
    """The project's own, made by scripts/mcu_handshakes.py."""
    return Table(table, Handshake).by_key()


def own_table(version: str) -> Table[Point]:
    """What grids run by this user make."""
    return Table(f"points-{version}", Point, cache_folder("mcu") / "grid")


@cache
def own() -> dict[Key, Point]:
    """What grids run by this user have made, over all versions."""
    folder = cache_folder("mcu") / "grid"
    tables = (Table(path.name.removesuffix(_PLAIN), Point, folder) for path in sorted(folder.glob("points-*.jsonl")))
    return {row.key: row for table in tables for row in table.rows()}


def known(table: str, code: str, operation: str, level: str, target: Target) -> Point | None:
    """None where it is not stored, or not with a flash like the target's."""
    return _fitting(stored(table), (code, built_for(target.core), level, operation), target)


def known_on_curve(case: Case, target: Target) -> Point | None:
    """An operation on a curve: the project's before one's own."""
    return on_curve(stored(on_curves(case.version)), case, target) or on_curve(own(), case, target)


def on_curve(points: Mapping[Key, Point], case: Case, target: Target) -> Point | None:
    """With the flash that it takes; None where that case is not among these points, or its images were not weighed."""
    core = built_for(target.core)
    point = _fitting(points, (case.code, core, case.level, case.operation), target)
    blocks = weighed(points, case, (case.operation,), core) if point else {}
    return replace(point, counted=replace(point.counted, blocks=blocks)) if point and blocks else None


def _fitting(points: Mapping[Key, Point], key: Key, target: Target) -> Point | None:
    point = points.get(key)
    return point if point and timed_for(point.counted.runs.values(), target.flash) else None


def weighed(points: Mapping[Key, Point], case: Case, operations: Sequence[str], core: str) -> dict[str, int]:
    """Flash of an image with these operations alone, by building block; where that was not linked, of the smallest
    that has them."""
    for names in sets_with(operations):
        if point := points.get((case.image, core, case.level, "+".join(names))):
            return point.counted.blocks
    return {}


def known_handshake(
    name: str, target: Target, *, version: str = DEFAULT, level: str = LEVEL, table: str = HANDSHAKES
) -> Handshake | None:
    """None where it is not stored, or not with a flash like the target's."""
    found = stored_handshakes(table).get((name, built_for(target.core), level, version))
    if found is None:
        return None
    traces = [*found.alone.values(), *(trace for side in found.sides.values() for trace in side.runs.values())]
    return found if timed_for(traces, target.flash) else None


def followed(point: Point, target: Target) -> Point:
    """With what it fetches through the target's cache: counted after it and kept beside it, and of the same run only if
    that ran as many instructions."""
    beside = stored(CACHES).get(point.key) if target.flash.cache else None
    if beside is None:
        return point
    runs = {
        name: replace(trace, fetched=there.fetched)
        if (there := beside.counted.runs.get(name)) and not trace.fetched and there.instructions == trace.instructions
        else trace
        for name, trace in point.counted.runs.items()
    }
    return replace(point, counted=replace(point.counted, runs=runs))
