# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tasks on all processors, what they yield as it is made, and nothing left running whatever ends the program."""

from __future__ import annotations

import gc
import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count, groupby, product
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from wirerate._version import __version__
from wirerate.catalogue.boards import BOARDS
from wirerate.catalogue.curves import CURVES, OPERATIONS, Curve
from wirerate.catalogue.libraries import DEFAULT, P256M
from wirerate.errors import Error, MissingError
from wirerate.leftovers import die_with_parent
from wirerate.progress import Progress
from wirerate.system import processors
from wirerate.wings.mcu.curve_options import GROUPS, WINDOWS, Toggles, effective, in_flash
from wirerate.wings.mcu.ecc.points import ONE_CURVE, Footprint, Point, Provenance, Row, Table
from wirerate.wings.mcu.lab import curves, emulator
from wirerate.wings.mcu.lab.building import toolchain
from wirerate.wings.mcu.lab.source import fetch, release
from wirerate.wings.mcu.results import now
from wirerate.wings.mcu.target import LEVEL, LEVELS, built_for, flash_of
from wirerate.wings.mcu.trace import Buffers

Perform = Callable[[Any], Iterator[Any]]
Next = Callable[[], Any]  # a task that can be done now; None while there is none


@dataclass(eq=False)
class _Worker:
    process: BaseProcess
    pipe: Connection
    task: Any = None


def perform_all(
    perform: Perform, next_task: Next, done: Callable[[Any], None], workers: int | None = None
) -> Iterator[Any]:
    """What `perform` yields for each task, from as many processes as there are processors. `next_task` is asked again
    whenever a task is `done`; when none is left and none runs, that is the end. What a task raises is raised here."""
    crew = [_hire(perform) for _ in range(workers or len(processors()))]
    try:
        _assign(crew, next_task)
        while busy := [worker for worker in crew if worker.task is not None]:
            for pipe in wait([worker.pipe for worker in busy]):
                worker = next(each for each in busy if each.pipe is pipe)
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
    # A fresh process has no copy of the others' pipes: each sees the end of its own as soon as this program is gone.
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
            f"a process of the grid ended by itself (status {worker.process.exitcode}), so that its work is not done",
            fix="run it again: what is done is kept; if memory is short, close programs first",
        ) from None
    return kind, content


def _work(pipe: Connection, perform: Perform) -> None:
    die_with_parent()  # the end of the pipe is noticed between tasks only, and a task may take minutes
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches every process of the terminal; one decides
    try:
        while True:
            task = pipe.recv()
            try:
                for row in perform(task):
                    pipe.send(("row", row))
                pipe.send(("done", None))
                gc.collect()  # an emulator refers to itself, and its memory is not Python's: the collector sees no need
            except Error as error:
                pipe.send(("failed", error))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return  # the program is gone


CORES = ("cortex-m0", "cortex-m3", "cortex-m4")
LEVELS_CURVE = "secp256r1"  # the compiler's level as a factor is measured on this one
SMALL = 2**18  # a Footprint's weight in the progress; a point's is about bits^3


@dataclass(frozen=True)
class Grid:
    """What to cross: by default all that the slides cross, and ECDH beside their three operations."""

    version: str = DEFAULT
    cores: tuple[str, ...] = CORES
    curves: tuple[str, ...] = tuple(GROUPS)
    operations: tuple[str, ...] = OPERATIONS
    nist: tuple[bool, ...] = (True, False)
    fixed_point: tuple[bool, ...] = (True, False)
    windows: tuple[int, ...] = tuple(WINDOWS)
    levels: tuple[str, ...] = LEVELS  # beyond LEVEL on LEVELS_CURVE with the library's own options only
    flash: bool = True

    def points(self) -> list[Point]:
        """The points to be made, without what only a run can tell; each once."""
        found: dict[object, Point] = {}
        for core, curve, operation in product(self.cores, self._curves, self.operations):
            if not CURVES[curve].has(operation):
                continue
            for nist, fixed, window in product(self.nist, self.fixed_point, self.windows):
                wanted = _blank(self.version, core, LEVEL, curve, operation, Toggles(nist, fixed, window))
                found[wanted.key] = wanted
            if curve == LEVELS_CURVE:
                for level in self.levels:
                    wanted = _blank(self.version, core, level, curve, operation, Toggles())
                    found[wanted.key] = wanted
        return list(found.values())

    def footprints(self) -> list[Footprint]:
        found: dict[object, Footprint] = {}
        if not self.flash:
            return []
        for core, curve in product(self.cores, self._curves):
            possible = tuple(name for name in self.operations if CURVES[curve].has(name))
            sets = dict.fromkeys([*((name,) for name in possible), possible])
            for nist, fixed, operations in product(self.nist, self.fixed_point, sets):
                options = in_flash(self.version, curve, Toggles(nist, fixed))
                levels = self.levels if curve == LEVELS_CURVE and options == (True, True) else ()
                for level in dict.fromkeys([LEVEL, *levels]):
                    wanted = Footprint(
                        version=self.version,
                        core=core,
                        level=level,
                        curve=curve,
                        operations=operations,
                        nist=options[0],
                        fixed_point=options[1],
                        blocks={},
                    )
                    found[wanted.key] = wanted
        return list(found.values())

    @property
    def _curves(self) -> tuple[str, ...]:
        return tuple(c for c in self.curves if c == "secp256r1") if self.version == P256M else self.curves


@dataclass(frozen=True)
class BuildImage:
    """A task: makes the image that others wait for. One compiler, for there are as many tasks as processors."""

    choice: curves.Choice


@dataclass(frozen=True)
class RunCurve:
    """A task: the operations on one curve that one image serves."""

    choice: curves.Choice
    curve: str
    operations: tuple[str, ...]
    doubt: bool  # whether verification is tried on a wrong signature too: once for a curve on a core


@dataclass(frozen=True)
class WeighImages:
    """A task: the flash of images of one curve that share the library's objects."""

    choices: tuple[curves.Choice, ...]


Task = BuildImage | RunCurve | WeighImages
_TURN: dict[type, int] = {RunCurve: 0, BuildImage: 1, WeighImages: 2}


def run(
    grid: Grid, table: Table, *, command: str, workers: int | None = None, progress: Progress | None = None
) -> Generator[Row, None, None]:
    """Makes what `table` has not of the grid, adds each row to it as it is made, and yields it. Stopped at any moment,
    even by a kill, it goes on where it was when it is run again."""
    with table.alone():
        yield from _made(grid, table, _provenance(grid.version, command), workers, progress)


def _made(grid: Grid, table: Table, made: Provenance, workers: int | None, progress: Progress | None) -> Iterator[Row]:
    known = _known(table, made)
    points = [point for point in grid.points() if point.key not in known]
    footprints = [footprint for footprint in grid.footprints() if footprint.key not in known]
    if not points and not footprints:
        return
    table.add(made)
    queue = _Queue(points, footprints)
    whole = sum(_weight(row) for rows in (points, footprints) for row in rows)
    share = 0
    for row in perform_all(perform, queue.take, queue.done, workers):
        table.add(row)
        share += _weight(row)
        if progress:
            progress(share / whole, _label(row))
        yield row


def perform(task: Task) -> Iterator[Point | Footprint]:
    """In a process of its own."""
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
    """The flashes of the boards that run what is built for a core: following others' would take as long as the rest."""
    boards = [board for board in BOARDS.values() if built_for(board.core) == core]
    return tuple(sorted({flash_of(board, board.clock_hz).buffers for board in boards}))


class _Queue:
    """The cheapest first, so that a grid that is stopped has most of its points; a build costs what it serves. Of equal
    ones runs come before builds, and flash last."""

    def __init__(self, points: Sequence[Point], footprints: Sequence[Footprint]) -> None:
        self._runs_of = _images(points)
        self._order = count()
        self._ready: list[tuple[int, int, int, Task]] = []
        for build, runs in self._runs_of.items():
            self._put(min(map(_cost, runs)), build)
        for weighing in _weighings(footprints):
            self._put(_cost(weighing), weighing)

    def take(self) -> Task | None:
        return heappop(self._ready)[-1] if self._ready else None

    def done(self, task: Task) -> None:
        for run in self._runs_of[task] if isinstance(task, BuildImage) else ():
            self._put(_cost(run), run)

    def _put(self, cost: int, task: Task) -> None:
        heappush(self._ready, (cost, _TURN[type(task)], next(self._order), task))


def _images(points: Iterable[Point]) -> dict[BuildImage, list[RunCurve]]:
    """What each image serves: the operations on its curve. On the first of a curve, verification is put in doubt."""
    found: dict[BuildImage, list[str]] = {}
    for point in points:
        choice = curves.Choice(point.version, point.core, point.level, toggles=point.toggles)
        found.setdefault(BuildImage(curves.timed_in(choice, point.curve)), []).append(point.operation)
    doubted: set[object] = set()
    runs = {}
    for build, names in found.items():
        choice, (curve,) = build.choice, build.choice.curves
        about = choice.version, choice.core, choice.level, curve
        doubt = "verify" in names and about not in doubted
        doubted.update([about] * doubt)
        runs[build] = [RunCurve(choice, curve, tuple(names), doubt)]
    return runs


def _weighings(footprints: Iterable[Footprint]) -> Iterator[WeighImages]:
    def objects(wanted: Footprint) -> tuple[str, str, str, bool, bool]:
        return wanted.core, wanted.level, wanted.curve, wanted.nist, wanted.fixed_point

    for _, together in groupby(sorted(footprints, key=objects), key=objects):
        yield WeighImages(
            tuple(
                curves.Choice(f.version, f.core, f.level, (f.curve,), f.operations, Toggles(f.nist, f.fixed_point))
                for f in together
            )
        )


def _known(table: Table, made: Provenance) -> set[object]:
    """Keys of what the table has from this release and compiler, points in such images, for today's boards; other rows
    do not count."""
    found: set[object] = set()
    same = alike = False
    for row in table.rows():
        if isinstance(row, Provenance):
            same = (row.library, row.compiler) == (made.library, made.compiler)
            alike = row.image == made.image
        elif same and (isinstance(row, Footprint) or (alike and set(buffers_of(row.core)) <= row.trace.misses.keys())):
            found.add(row.key)
    return found


def _provenance(version: str, command: str) -> Provenance:
    return Provenance(
        command=command,
        wirerate=__version__,
        library=release(fetch(version)),
        compiler=toolchain().version,
        emulator=emulator.version(),
        date=now(),
        image=ONE_CURVE,
    )


def _blank(version: str, core: str, level: str, curve: str, operation: str, toggles: Toggles) -> Point:
    same = effective(version, curve, operation, toggles)
    return Point(
        version=version,
        core=core,
        level=level,
        curve=curve,
        operation=operation,
        nist=same.nist,
        fixed_point=same.fixed_point,
        window=same.window,
        instructions=0,
        classes={},
        misses={},
        stack_bytes=0,
        heap_bytes=0,
    )


def _cost(task: RunCurve | WeighImages) -> int:
    """Time grows with the cube of the bits, and is four times as long without special reduction."""
    choice = task.choice if isinstance(task, RunCurve) else task.choices[0]
    curve = CURVES[task.curve if isinstance(task, RunCurve) else choice.curves[0]]
    return _effort(curve, choice.toggles.nist)


def _weight(row: Point | Footprint) -> int:
    """Of a row in the progress."""
    return SMALL if isinstance(row, Footprint) else _effort(CURVES[row.curve], row.nist)


def _effort(curve: Curve, nist: bool) -> int:
    special = nist and curve.family != "brainpool"
    return curve.bits**3 * (1 if special else 4)


def _label(row: Point | Footprint) -> str:
    what = "flash" if isinstance(row, Footprint) else row.operation
    return f"{row.version} {row.core} {row.curve} {what}"
