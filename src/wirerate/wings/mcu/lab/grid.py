# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Compute a grid of points on all processors. Worker processes never outlive the program."""

from __future__ import annotations

import gc
import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, groupby, product
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from msgspec.structs import replace

from wirerate.catalogue.boards import BOARDS
from wirerate.catalogue.curves import CURVES, OPERATIONS, Curve
from wirerate.catalogue.libraries import DEFAULT, P256M
from wirerate.cleanup import die_with_parent
from wirerate.errors import Error, MissingError
from wirerate.question import Progress
from wirerate.system import processors
from wirerate.wings.mcu.counted_runs import Key, Made, Point
from wirerate.wings.mcu.curve_options import GROUPS, WINDOWS, Case, Toggles, effective, in_flash
from wirerate.wings.mcu.cycles import Buffers, Trace
from wirerate.wings.mcu.lab import curves
from wirerate.wings.mcu.lab.emulated_calls import provenance
from wirerate.wings.mcu.lab.source import fetch, release
from wirerate.wings.mcu.store import Table
from wirerate.wings.mcu.target import LEVEL, LEVELS, built_for, flash_of

Perform = Callable[[Any], Iterator[Any]]
Next = Callable[[], Any]  # returns a task that is ready, or None


@dataclass(eq=False)
class _Worker:
    process: BaseProcess
    pipe: Connection
    task: Any = None


def perform_all(
    perform: Perform, next_task: Next, done: Callable[[Any], None], workers: int | None = None
) -> Iterator[Any]:
    """Yield the results of `perform` for every task, from one process per processor.

    After every task, call `done`, and then `next_task` for more tasks. End when no task is running and `next_task`
    returns None. An exception in a task is raised here.
    """
    crew = [_hire(perform) for _ in range(workers or len(processors()))]
    try:
        _assign(crew, next_task)
        while busy := [worker for worker in crew if worker.task is not None]:
            for pipe in wait([worker.pipe for worker in busy]):
                worker = next(candidate for candidate in busy if candidate.pipe is pipe)
                kind, content = _receive(worker)
                if kind == "row":
                    yield content
                elif kind == "failed":
                    raise content
                else:
                    task, worker.task = worker.task, None
                    done(task)
                    _assign(crew, next_task)
    finally:
        for worker in crew:
            worker.process.terminate()
        for worker in crew:
            worker.process.join()


def _assign(crew: list[_Worker], next_task: Next) -> None:
    for worker in crew:
        if worker.task is None and (task := next_task()) is not None:
            worker.task = task
            worker.pipe.send(task)


def _hire(perform: Perform) -> _Worker:
    # A spawned process inherits no other worker's pipe, so its own pipe closes as soon as this program ends.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_work, args=(theirs, perform), daemon=True)
    process.start()
    theirs.close()
    return _Worker(process, ours)


def _receive(worker: _Worker) -> tuple[str, Any]:
    try:
        kind, content = worker.pipe.recv()
    except EOFError:
        worker.process.join()
        raise MissingError(
            f"a worker process ended unexpectedly (status {worker.process.exitcode})",
            fix="run the command again: finished results are kept; if memory is short, close other programs first",
        ) from None
    return kind, content


def _work(pipe: Connection, perform: Perform) -> None:
    die_with_parent()  # a closed pipe is noticed only between tasks, and a task may take minutes
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of the terminal; the parent handles it
    try:
        while True:
            task = pipe.recv()
            try:
                for row in perform(task):
                    pipe.send(("row", row))
                pipe.send(("done", None))
                gc.collect()  # emulators are reference cycles, and Python does not see how much memory they hold
            except Error as error:
                pipe.send(("failed", error))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the parent has ended


CORES = ("cortex-m0", "cortex-m3", "cortex-m4")
LEVELS_CURVE = "secp256r1"  # the curve on which optimisation levels are compared
FOOTPRINT_WEIGHT = 2**18  # a footprint's weight in the progress; other points weigh about bits^3


@dataclass(frozen=True)
class Wanted:
    """A point to compute. With `flash`, the result is the flash size of an image with only the case's operations."""

    core: str
    case: Case
    flash: bool = False

    @property
    def key(self) -> Key:
        """Return the key that the point will have."""
        return self.case.image if self.flash else self.case.code, self.core, self.case.level, self.case.operation


@dataclass(frozen=True)
class Grid:
    """The parameters to combine; the default is the grid of the 2015 ECC slides, with ECDH added."""

    version: str = DEFAULT
    cores: tuple[str, ...] = CORES
    curves: tuple[str, ...] = tuple(GROUPS)
    operations: tuple[str, ...] = OPERATIONS
    nist: tuple[bool, ...] = (True, False)
    fixed_point: tuple[bool, ...] = (True, False)
    windows: tuple[int, ...] = tuple(WINDOWS)
    levels: tuple[str, ...] = LEVELS  # levels other than LEVEL: only LEVELS_CURVE with the library's default options
    flash: bool = True

    def points(self) -> list[Wanted]:
        """Return the points to compute, without duplicates."""
        wanted_by_key: dict[object, Wanted] = {}
        for core, curve, operation in product(self.cores, self._curves, self.operations):
            if not CURVES[curve].has(operation):
                continue
            chosen = [(LEVEL, Toggles(*values)) for values in product(self.nist, self.fixed_point, self.windows)]
            chosen += [(level, Toggles()) for level in self.levels if curve == LEVELS_CURVE]
            for level, toggles in chosen:
                toggles_in_effect = effective(self.version, curve, operation, toggles)
                wanted = Wanted(core, Case(self.version, level, curve, operation, toggles_in_effect))
                wanted_by_key[wanted.key] = wanted
        return list(wanted_by_key.values())

    def footprints(self) -> list[Wanted]:
        wanted_by_key: dict[object, Wanted] = {}
        if not self.flash:
            return []
        for core, curve in product(self.cores, self._curves):
            defined = tuple(name for name in self.operations if CURVES[curve].has(name))
            sets = dict.fromkeys([*((name,) for name in defined), defined])
            for nist, fixed, operations in product(self.nist, self.fixed_point, sets):
                toggles = Toggles(*in_flash(self.version, curve, Toggles(nist, fixed)))
                levels = self.levels if curve == LEVELS_CURVE and toggles == Toggles() else ()
                for level in dict.fromkeys([LEVEL, *levels]):
                    case = Case(self.version, level, curve, "+".join(operations), toggles)
                    wanted = Wanted(core, case, flash=True)
                    wanted_by_key[wanted.key] = wanted
        return list(wanted_by_key.values())

    @property
    def _curves(self) -> tuple[str, ...]:
        return tuple(c for c in self.curves if c == "secp256r1") if self.version == P256M else self.curves


@dataclass(frozen=True)
class BuildImage:
    """A task: build an image. It runs one compiler at a time, since every processor has a task."""

    choice: curves.Choice


@dataclass(frozen=True)
class RunCurve:
    """A task: run operations on one curve in one image."""

    choice: curves.Choice
    curve: str
    operations: tuple[str, ...]
    doubt: bool  # whether to check that a wrong signature is rejected: once per curve and core


@dataclass(frozen=True)
class WeighImages:
    """A task: measure the flash size of images that share the library's objects."""

    choices: tuple[curves.Choice, ...]


Task = BuildImage | RunCurve | WeighImages
_TURN: dict[type, int] = {RunCurve: 0, BuildImage: 1, WeighImages: 2}


def run(
    grid: Grid, table: Table[Point], *, command: str, workers: int | None = None, progress: Progress | None = None
) -> Iterator[Point]:
    """Compute the grid's points that `table` lacks; add each to the table and yield it.

    If the run is stopped or killed, the next one continues where it ended.
    """
    with table.alone():
        yield from _compute_points(grid, table, provenance(release(fetch(grid.version)), command), workers, progress)


def _compute_points(
    grid: Grid, table: Table[Point], made: Made, workers: int | None, progress: Progress | None
) -> Iterator[Point]:
    known = _known(table, made)
    wanted = {
        wanted_point.key: wanted_point
        for wanted_point in (*grid.points(), *grid.footprints())
        if wanted_point.key not in known
    }
    queue = _Queue(list(wanted.values()))
    whole = sum(map(_weight, wanted.values()))
    share = 0
    for point in perform_all(perform, queue.take, queue.done, workers) if wanted else ():
        row = replace(point, made=made)
        table.add(row)
        wanted_point = wanted[row.key]
        share += _weight(wanted_point)
        if progress:
            result = "flash" if wanted_point.flash else row.operation
            progress(share / whole, f"{grid.version} {row.core} {wanted_point.case.curve} {result}")
        yield row


def perform(task: Task) -> Iterator[Point]:
    """Perform a task; called in a worker process."""
    if isinstance(task, BuildImage):
        curves.image(task.choice, jobs=1)
    elif isinstance(task, WeighImages):
        for choice in task.choices:
            yield curves.footprint(choice, jobs=1)
    else:
        yield from curves.points(
            task.choice, curves.image(task.choice, jobs=1), task.curve, task.operations, doubt=task.doubt
        )


def buffers_of(core: str) -> tuple[Buffers, ...]:
    """Return the flash buffers of the boards with a core. Simulating the buffers of all boards would double the run
    time."""
    boards = [board for board in BOARDS.values() if built_for(board.core) == core]
    return tuple(sorted({flash_of(board, board.clock_hz).buffers for board in boards}))


class _Queue:
    """Tasks in order of cost, cheapest first, so that a grid stopped early has as many points as possible.

    A build costs as much as its cheapest run. Among tasks of equal cost, runs come first, then builds, then flash
    measurements.
    """

    def __init__(self, wanted: Sequence[Wanted]) -> None:
        self._runs_by_build = _images(point for point in wanted if not point.flash)
        self._order = count()
        self._ready: list[tuple[int, int, int, Task]] = []
        for build, runs in self._runs_by_build.items():
            self._put(min(map(_cost, runs)), build)
        for weighing in _weighings(point for point in wanted if point.flash):
            self._put(_cost(weighing), weighing)

    def take(self) -> Task | None:
        return heappop(self._ready)[-1] if self._ready else None

    def done(self, task: Task) -> None:
        for run in self._runs_by_build[task] if isinstance(task, BuildImage) else ():
            self._put(_cost(run), run)

    def _put(self, cost: int, task: Task) -> None:
        heappush(self._ready, (cost, _TURN[type(task)], next(self._order), task))


def _images(points: Iterable[Wanted]) -> dict[BuildImage, list[RunCurve]]:
    """Return the runs to perform with every image, by the task that builds it. The first run on a curve also checks
    that a wrong signature is rejected."""
    operations_by_build: dict[BuildImage, list[str]] = {}
    for core, case in ((point.core, point.case) for point in points):
        choice = curves.Choice(case.version, core, case.level, toggles=case.toggles)
        operations_by_build.setdefault(BuildImage(curves.timing_choice(choice, case.curve)), []).append(case.operation)
    checked: set[object] = set()
    runs = {}
    for build, names in operations_by_build.items():
        choice, (curve,) = build.choice, build.choice.curves
        subject = choice.version, choice.core, choice.level, curve
        doubt = "verify" in names and subject not in checked
        checked.update([subject] * doubt)
        runs[build] = [RunCurve(choice, curve, tuple(names), doubt)]
    return runs


def _weighings(footprints: Iterable[Wanted]) -> Iterator[WeighImages]:
    """Group the footprints whose images share the library's objects."""

    def objects(wanted: Wanted) -> tuple[str, str, str]:
        return wanted.core, wanted.case.level, wanted.case.image

    for _, group in groupby(sorted(footprints, key=objects), key=objects):
        yield WeighImages(tuple(_choice(wanted.core, wanted.case) for wanted in group))


def _choice(core: str, case: Case) -> curves.Choice:
    operations = tuple(case.operation.split("+"))
    return curves.Choice(case.version, core, case.level, (case.curve,), operations, case.toggles)


def _known(table: Table[Point], made: Made) -> set[Key]:
    """Return the keys of the table's current rows: this release, this compiler, and flash figures for every board."""
    return {
        row.key
        for row in table.rows()
        if (row.made.release, row.made.compiler) == (made.release, made.compiler)
        and all(_is_current(row, trace, made) for trace in row.counted.runs.values())
    }


def _is_current(row: Point, trace: Trace, made: Made) -> bool:
    return row.made.image == made.image and {buffers.name for buffers in buffers_of(row.core)} <= trace.misses.keys()


def _cost(task: RunCurve | WeighImages) -> int:
    """Estimate a task's time: cubic in the bits, and four times longer without special reduction."""
    choice = task.choice if isinstance(task, RunCurve) else task.choices[0]
    curve = CURVES[task.curve if isinstance(task, RunCurve) else choice.curves[0]]
    return _effort(curve, choice.toggles.nist)


def _weight(wanted: Wanted) -> int:
    """Return a point's weight in the progress."""
    return FOOTPRINT_WEIGHT if wanted.flash else _effort(CURVES[wanted.case.curve], wanted.case.toggles.nist)


def _effort(curve: Curve, nist: bool) -> int:
    special = nist and curve.family != "brainpool"
    return curve.bits**3 * (1 if special else 4)
