# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tasks on all processors, what they yield as it is made, and nothing left running whatever ends the program."""

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
from wirerate.wings.mcu.lab.emulated_calls import made
from wirerate.wings.mcu.lab.source import fetch, release
from wirerate.wings.mcu.store import Table
from wirerate.wings.mcu.target import LEVEL, LEVELS, built_for, flash_of

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
class Wanted:
    """A point that is to be made; with `flash` of an image with the case's operations alone."""

    core: str
    case: Case
    flash: bool = False

    @property
    def key(self) -> Key:
        """As the point's."""
        return self.case.image if self.flash else self.case.code, self.core, self.case.level, self.case.operation


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

    def points(self) -> list[Wanted]:
        """The points to be made, each once."""
        found: dict[object, Wanted] = {}
        for core, curve, operation in product(self.cores, self._curves, self.operations):
            if not CURVES[curve].has(operation):
                continue
            chosen = [(LEVEL, Toggles(*each)) for each in product(self.nist, self.fixed_point, self.windows)]
            chosen += [(level, Toggles()) for level in self.levels if curve == LEVELS_CURVE]
            for level, toggles in chosen:
                same = effective(self.version, curve, operation, toggles)
                wanted = Wanted(core, Case(self.version, level, curve, operation, same))
                found[wanted.key] = wanted
        return list(found.values())

    def footprints(self) -> list[Wanted]:
        found: dict[object, Wanted] = {}
        if not self.flash:
            return []
        for core, curve in product(self.cores, self._curves):
            possible = tuple(name for name in self.operations if CURVES[curve].has(name))
            sets = dict.fromkeys([*((name,) for name in possible), possible])
            for nist, fixed, operations in product(self.nist, self.fixed_point, sets):
                toggles = Toggles(*in_flash(self.version, curve, Toggles(nist, fixed)))
                levels = self.levels if curve == LEVELS_CURVE and toggles == Toggles() else ()
                for level in dict.fromkeys([LEVEL, *levels]):
                    case = Case(self.version, level, curve, "+".join(operations), toggles)
                    wanted = Wanted(core, case, flash=True)
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
    grid: Grid, table: Table[Point], *, command: str, workers: int | None = None, progress: Progress | None = None
) -> Iterator[Point]:
    """Makes what `table` has not of the grid, adds each row to it as it is made, and yields it. Stopped at any moment,
    even by a kill, it goes on where it was when it is run again."""
    with table.alone():
        yield from _made(grid, table, made(release(fetch(grid.version)), command), workers, progress)


def _made(
    grid: Grid, table: Table[Point], made: Made, workers: int | None, progress: Progress | None
) -> Iterator[Point]:
    known = _known(table, made)
    wanted = {each.key: each for each in (*grid.points(), *grid.footprints()) if each.key not in known}
    queue = _Queue(list(wanted.values()))
    whole = sum(map(_weight, wanted.values()))
    share = 0
    for found in perform_all(perform, queue.take, queue.done, workers) if wanted else ():
        row = replace(found, made=made)
        table.add(row)
        asked = wanted[row.key]
        share += _weight(asked)
        if progress:
            what = "flash" if asked.flash else row.operation
            progress(share / whole, f"{grid.version} {row.core} {asked.case.curve} {what}")
        yield row


def perform(task: Task) -> Iterator[Point]:
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

    def __init__(self, wanted: Sequence[Wanted]) -> None:
        self._runs_of = _images(each for each in wanted if not each.flash)
        self._order = count()
        self._ready: list[tuple[int, int, int, Task]] = []
        for build, runs in self._runs_of.items():
            self._put(min(map(_cost, runs)), build)
        for weighing in _weighings(each for each in wanted if each.flash):
            self._put(_cost(weighing), weighing)

    def take(self) -> Task | None:
        return heappop(self._ready)[-1] if self._ready else None

    def done(self, task: Task) -> None:
        for run in self._runs_of[task] if isinstance(task, BuildImage) else ():
            self._put(_cost(run), run)

    def _put(self, cost: int, task: Task) -> None:
        heappush(self._ready, (cost, _TURN[type(task)], next(self._order), task))


def _images(points: Iterable[Wanted]) -> dict[BuildImage, list[RunCurve]]:
    """What each image serves: the operations on its curve. On the first of a curve, verification is put in doubt."""
    found: dict[BuildImage, list[str]] = {}
    for core, case in ((each.core, each.case) for each in points):
        choice = curves.Choice(case.version, core, case.level, toggles=case.toggles)
        found.setdefault(BuildImage(curves.timed_in(choice, case.curve)), []).append(case.operation)
    doubted: set[object] = set()
    runs = {}
    for build, names in found.items():
        choice, (curve,) = build.choice, build.choice.curves
        about = choice.version, choice.core, choice.level, curve
        doubt = "verify" in names and about not in doubted
        doubted.update([about] * doubt)
        runs[build] = [RunCurve(choice, curve, tuple(names), doubt)]
    return runs


def _weighings(footprints: Iterable[Wanted]) -> Iterator[WeighImages]:
    """Images with the same options lie together."""

    def objects(wanted: Wanted) -> tuple[str, str, str]:
        return wanted.core, wanted.case.level, wanted.case.image

    for _, together in groupby(sorted(footprints, key=objects), key=objects):
        yield WeighImages(tuple(_choice(each.core, each.case) for each in together))


def _choice(core: str, case: Case) -> curves.Choice:
    operations = tuple(case.operation.split("+"))
    return curves.Choice(case.version, core, case.level, (case.curve,), operations, case.toggles)


def _known(table: Table[Point], made: Made) -> set[Key]:
    """Keys of what the table has from this release and compiler, points in such images, for today's boards; other rows
    do not count."""
    return {
        row.key
        for row in table.rows()
        if (row.made.release, row.made.compiler) == (made.release, made.compiler)
        and all(_of_today(row, trace, made) for trace in row.counted.runs.values())
    }


def _of_today(row: Point, trace: Trace, made: Made) -> bool:
    return row.made.image == made.image and {each.name for each in buffers_of(row.core)} <= trace.misses.keys()


def _cost(task: RunCurve | WeighImages) -> int:
    """Time grows with the cube of the bits, and is four times as long without special reduction."""
    choice = task.choice if isinstance(task, RunCurve) else task.choices[0]
    curve = CURVES[task.curve if isinstance(task, RunCurve) else choice.curves[0]]
    return _effort(curve, choice.toggles.nist)


def _weight(wanted: Wanted) -> int:
    """Of a row in the progress."""
    return SMALL if wanted.flash else _effort(CURVES[wanted.case.curve], wanted.case.toggles.nist)


def _effort(curve: Curve, nist: bool) -> int:
    special = nist and curve.family != "brainpool"
    return curve.bits**3 * (1 if special else 4)
