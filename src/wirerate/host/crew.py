# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Processes that measure in turn: where code and data land in memory is drawn anew by each.

A worker opens what its parent has open, in an order of its own, and runs rounds when it is told to; one process runs
at a time. It ends with its parent, whose end it sees on its standard input. What a worker cannot do is done by the
others: a run always has its parent at least.
"""

from __future__ import annotations

import os
import pickle
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, BinaryIO

from wirerate._native import ffi
from wirerate.errors import Error
from wirerate.host.meter import OpenSubject, Rings, Told, Wanted, Workload, choose_cpus, count_instructions


@dataclass(frozen=True)
class Task:
    """A group of subjects on one ring; the last of them is a copy of the first."""

    templates: tuple[int, ...]
    working_set: int
    subjects: tuple[Wanted, ...]
    messages: tuple[int, ...]  # of a round
    expected: tuple[bytes, ...]
    threads: int
    cpus: tuple[int, ...]  # that threads take; none: the meter chooses


AT_A_PLACE = 2  # orders: how far their rounds lie apart is not the place's doing


@dataclass(frozen=True)
class Turn:
    """What one process ran: fewer rounds than it was told to where the next subject crashed."""

    rounds: list[Told]
    stolen_ns: int


def run(
    ring: Workload,
    subjects: Sequence[OpenSubject],
    messages: Sequence[int],
    expected: Sequence[Any],
    orders: Sequence[Sequence[int]],
    threads: int,
    draw: random.Random,
) -> Turn:
    """One order after the other, everything at a new place after every AT_A_PLACE of them."""
    rounds: list[Told] = []
    stolen = 0
    for at, order in enumerate(orders):
        used = sorted(set(order))
        if at % AT_A_PLACE == 0:
            ring.move([subjects[i] for i in used], draw.getrandbits(63))
        told, lost = ring.run(
            [subjects[i] for i in used],
            [messages[i] for i in used],
            [expected[i] for i in used],
            [used.index(i) for i in order],
            threads,
        )
        rounds += told
        stolen = -1 if lost < 0 or stolen < 0 else stolen + lost
        if len(told) < len(order):
            break
    return Turn(rounds, stolen)


class Worker:
    """Another process, started and not waited for."""

    def __init__(self, number: int, memory_bytes: int, *, counting: bool = False) -> None:
        self.number = number
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from wirerate.host.crew import work; work({memory_bytes}, {counting})"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is for the parent
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self._told: set[int] = set()
        self._is_ready = False

    def wait(self) -> None:
        """Until it has loaded what it needs."""
        if not self._is_ready:
            self._answer()
            self._is_ready = True

    def run(self, key: int, task: Task, orders: Sequence[Sequence[int]]) -> Turn:
        """An Error is the worker's own; OSError or EOFError says that it is gone."""
        self.wait()
        assert self._process.stdin is not None
        pickle.dump((key, None if key in self._told else task, orders), self._process.stdin)
        self._process.stdin.flush()
        self._told.add(key)
        return self._answer()

    def _answer(self) -> Turn:
        assert self._process.stdout is not None
        answer = pickle.load(self._process.stdout)
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, Turn)
        return answer

    def close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        self._process.terminate()
        self._process.wait()


_WARMING = 8  # part of a round that a process begins with, untimed

START_S = 0.3  # that a worker takes from its start to its first answer


class Crew:
    """This process and the workers beside it, shared by all groups. They are replaced where others would tell more."""

    def __init__(self, processes: int, memory_bytes: int, *, counting: bool = False) -> None:
        self._size, self._memory, self._counting = processes, memory_bytes, counting
        self._numbers = count(1)
        self.hands: list[Worker | None] = [None]  # None: this process
        self.generation = 0
        self.renew()

    def renew(self) -> None:
        """Other processes in the workers' place. Where none can be started, this one is alone."""
        self.close()
        self.generation += 1
        with suppress(OSError):
            while len(self.hands) < self._size:
                self.hands.append(Worker(next(self._numbers), self._memory, counting=self._counting))

    def wait(self) -> None:
        """Until all have loaded what they need: none may do so while another measures."""
        for at, worker in enumerate(self.hands):
            try:
                if worker:
                    worker.wait()
            except (OSError, EOFError):
                self.hands[at] = None

    def close(self) -> None:
        for worker in self.hands:
            if worker:
                worker.close()
        self.hands = [None]


class _Station:
    """A worker's own rings and subjects, by the task that they are for."""

    def __init__(self, memory_bytes: int) -> None:
        self._draw = random.Random()
        self._subjects: dict[tuple[Wanted, int], OpenSubject] = {}
        self._rings = Rings(memory_bytes)

    def warm_up(self, task: Task) -> None:
        """First calls bind symbols and touch pages. Whole visits of a mix keep its proportions."""
        visit = len(task.templates) if len(set(task.templates)) > 1 else 1
        few = tuple(-(-each // _WARMING // visit) * visit for each in task.messages)
        self.run(replace(task, messages=few), [[*range(len(task.subjects))]])

    def run(self, task: Task, orders: Sequence[Sequence[int]]) -> Turn:
        choose_cpus(task.cpus)
        named = list(enumerate(task.subjects))
        copies = [(wanted, task.subjects[:at].count(wanted)) for at, wanted in named]
        for each in self._draw.sample(copies, len(copies)):
            if each not in self._subjects:
                self._subjects[each] = OpenSubject.again(each[0])
        expected = [ffi.from_buffer("uint8_t[]", each) for each in task.expected]
        subjects = [self._subjects[each] for each in copies]
        ring = self._rings.ring(task.templates, task.working_set)
        return run(ring, subjects, task.messages, expected, orders, task.threads, self._draw)


def work(memory_bytes: int, counting: bool) -> None:
    """A worker's life: tasks in, turns out, until its parent closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    told, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that a library prints is taken for an answer
    station, tasks = _Station(memory_bytes), dict[int, Task]()
    if counting:
        count_instructions()
    with suppress(EOFError, OSError):
        _tell(answers, Turn([], 0))
        while True:
            key, task, orders = pickle.load(told)
            answer: Turn | Error
            try:
                if task:
                    tasks[key] = task
                    station.warm_up(task)
                answer = station.run(tasks[key], orders)
            except Error as error:
                answer = error
            _tell(answers, answer)


def _tell(answers: BinaryIO, answer: Turn | Error) -> None:
    pickle.dump(answer, answers)
    answers.flush()
