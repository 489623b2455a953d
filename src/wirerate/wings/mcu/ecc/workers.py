# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Tasks on all processors, what they yield as it is made, and nothing left running whatever ends the program."""

from __future__ import annotations

import gc
import multiprocessing
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from wirerate.errors import Error, MissingError
from wirerate.leftovers import die_with_parent
from wirerate.system import processors

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
