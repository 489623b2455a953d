# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Points that are known already: the project's, and those of grids that were run here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from msgspec.structs import replace

from wirerate.catalogue.curves import CURVES, OPERATIONS
from wirerate.catalogue.libraries import P256M
from wirerate.folders import cache_folder
from wirerate.vocabulary import Basis
from wirerate.wings.mcu.caches import followed
from wirerate.wings.mcu.curve_options import LIBC, Toggles, effective, in_flash
from wirerate.wings.mcu.ecc.points import ONE_CURVE, Footprint, Point, Provenance, Row, Table, stored
from wirerate.wings.mcu.on_board import MODELLED, STORED, timed
from wirerate.wings.mcu.rows import BoardOperation, Options
from wirerate.wings.mcu.target import Target, built_for
from wirerate.wings.mcu.trace import fetch_counts_of


@dataclass(frozen=True)
class Origin:
    """Where a count was made: the library's exact release, and for stored ones the command that made them."""

    basis: Basis
    release: str
    command: str = ""
    compiler: str = ""
    date: str = ""
    configuration: str = ""  # the file of it, for a tree of the reader's
    image: str = ONE_CURVE
    allocator: str = LIBC


@dataclass(frozen=True)
class Case:
    """One operation on one curve with these options of one version, at one level."""

    version: str
    level: str
    curve: str
    operation: str
    toggles: Toggles


class Store:
    """Rows by what they are about. `basis`: what an answer made of them rests on."""

    def __init__(self, rows: Iterable[Row], basis: Basis) -> None:
        self._rows, self._basis = tuple(rows), basis

    def known(self, case: Case, target: Target) -> BoardOperation | None:
        """None where that case has not been run, or not with a flash like the target's."""
        point = self.point(case, target)
        flash = sum(self.blocks(case, (case.operation,), target).values()) if point else 0
        if point is None or not flash:
            return None
        counted = _followed(point) if target.flash.cache else point
        return as_asked(operation(counted, target, flash, self.source(point)), case)

    def point(self, case: Case, target: Target) -> Point | None:
        """The same, as counts."""
        same = effective(case.version, case.curve, case.operation, case.toggles)
        core = built_for(target.core)
        found = self._points.get((case.version, core, case.level, case.curve, case.operation, same))
        if found is None or (target.flash.wait_states and target.flash.buffers not in found.trace.misses):
            return None
        return found

    def blocks(self, case: Case, operations: Sequence[str], target: Target) -> dict[str, int]:
        """Flash of an image with these operations alone, by building block; where that was not linked, of the smallest
        that has them."""
        options = in_flash(case.version, case.curve, case.toggles)
        for names in _sets(operations):
            key = case.version, built_for(target.core), case.level, case.curve, names, *options
            if key in self._footprints:
                return self._footprints[key].blocks
        return {}

    def source(self, row: Point | Footprint) -> Origin:
        made = self._made.get(id(row))
        if made is None:
            return Origin(self._basis, row.version)
        return Origin(self._basis, made.library, made.command, made.compiler, made.date, image=made.image)

    @property
    def points(self) -> Iterable[Point]:
        return self._points.values()

    def flash(self, point: Point) -> int:
        """Of the image with this operation alone; 0 while it has not been linked."""
        options = in_flash(point.version, point.curve, point.toggles)
        found = self._footprints.get(
            (point.version, point.core, point.level, point.curve, (point.operation,), *options)
        )
        return found.total if found else 0

    @cached_property
    def _points(self) -> dict[tuple[str, str, str, str, str, Toggles], Point]:
        return {row.key: row for row in self._rows if isinstance(row, Point)}

    @cached_property
    def _footprints(self) -> dict[object, Footprint]:
        return {row.key: row for row in self._rows if isinstance(row, Footprint)}

    @cached_property
    def _made(self) -> dict[int, Provenance]:
        found: dict[int, Provenance] = {}
        current: Provenance | None = None
        for row in self._rows:
            if isinstance(row, Provenance):
                current = row
            elif current is not None:
                found[id(row)] = current
        return found


def _followed(point: Point) -> Point:
    """With what it fetches through a cache, where that is stored."""
    trace = followed(point.trace, (code(point), point.core, point.level, point.operation, ""))
    return replace(point, fetched=fetch_counts_of(trace.fetched))


def code(point: Point) -> str:
    """What a point runs, in a word: secp256r1@3.6-w2-nist-comb."""
    toggles = [name for name, on in (("nist", point.nist), ("comb", point.fixed_point)) if on]
    return "-".join([f"{point.curve}@{point.version}", f"w{point.window}", *toggles])


def operation(point: Point, target: Target, flash_bytes: int, source: Origin) -> BoardOperation:
    """One operation on one curve, on this target."""
    kind = point.operation if point.operation.startswith("ecdh") else "ecdsa"
    return BoardOperation(
        **timed(point.trace, target, point.stack_bytes, flash_bytes, heap_bytes=point.heap_bytes),
        subject=f"{kind}-{point.curve}@{_implementation(point.version, source.release)}/{point.core}",
        operation=point.operation,
        basis=source.basis,
        curve=point.curve,
        strength=CURVES[point.curve].strength,
        version=point.version,
        release=source.release,
        level=point.level.removeprefix("-"),
        options=options(point.toggles),
        heap_kept=point.heap_kept,
        compiler=source.compiler,
        command=source.command,
        date=source.date,
        configuration=source.configuration,
        image=source.image,
        allocator=source.allocator,
    )


def _implementation(version: str, release: str) -> str:
    return P256M if version == P256M else f"mbedtls-{release}"


def options(toggles: Toggles) -> Options:
    return Options(nist=toggles.nist, fixed_point=toggles.fixed_point, window=toggles.window)


def as_asked(row: BoardOperation, case: Case) -> BoardOperation:
    """Names the options that were asked for: a point may stand for several that do the same."""
    return replace(row, options=options(case.toggles))


def _sets(wanted: Sequence[str]) -> list[tuple[str, ...]]:
    """The sets of operations that have these, small ones first."""
    sets: list[tuple[str, ...]] = [()]
    for each in OPERATIONS:
        sets += [(*chosen, each) for chosen in sets]
    return sorted((chosen for chosen in sets if set(wanted) <= set(chosen)), key=len)


@cache
def project(version: str) -> Store:
    return Store(stored(version), STORED)


@cache
def own() -> Store:
    """What grids run by this user have made, over all versions."""
    folder = cache_folder("mcu") / "grid"
    return Store((row for path in sorted(folder.glob("mcu-*.jsonl")) for row in Table(path).rows()), MODELLED)


def own_table(version: str) -> Table:
    return Table(cache_folder("mcu") / "grid" / f"mcu-{version}.jsonl")


def stored_with(case: Case, target: Target) -> tuple[Store, Point] | None:
    """Where that case's counts are: the project's before one's own."""
    found = ((store, store.point(case, target)) for store in (project(case.version), own()))
    return next(((store, point) for store, point in found if point is not None), None)


def known(case: Case, target: Target) -> BoardOperation | None:
    """The project's result before one's own."""
    return project(case.version).known(case, target) or own().known(case, target)
