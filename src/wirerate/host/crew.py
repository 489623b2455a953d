# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Processes that take turns measuring, because each process gets a different memory layout of code and data.

A worker opens the same subjects as its parent, in random order, and runs rounds on request; only one process runs at a
time. A worker exits when its parent does, because its standard input closes. If a worker fails, the other processes do
its work.
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
from wirerate.host.meter import MeterRound, OpenSubject, Rings, Wanted, Workload, choose_cpus, count_instructions


@dataclass(frozen=True)
class Task:
    """A group of subjects that share a ring of messages. The last subject is the control, a copy of the first."""

    templates: tuple[int, ...]
    working_set: int
    subjects: tuple[Wanted, ...]
    messages: tuple[int, ...]  # messages per round
    expected: tuple[bytes, ...]
    threads: int
    cpus: tuple[int, ...]  # CPUs for the threads; empty: the meter chooses


AT_A_PLACE = 2  # rounds of each subject before everything moves in memory: shows the effect of placement


@dataclass(frozen=True)
class Turn:
    """The rounds that one process ran: fewer than requested if the next subject crashed."""

    rounds: list[MeterRound]
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
    """Run the subjects of each order, one round per entry. After every AT_A_PLACE orders, move everything in memory."""
    rounds: list[MeterRound] = []
    stolen = 0
    for at, order in enumerate(orders):
        used = sorted(set(order))
        if at % AT_A_PLACE == 0:
            ring.move([subjects[i] for i in used], draw.getrandbits(63))
        finished, lost = ring.run(
            [subjects[i] for i in used],
            [messages[i] for i in used],
            [expected[i] for i in used],
            [used.index(i) for i in order],
            threads,
        )
        rounds += finished
        stolen = -1 if lost < 0 or stolen < 0 else stolen + lost
        if len(finished) < len(order):
            break
    return Turn(rounds, stolen)


class Worker:
    """Another measuring process. The constructor does not wait until the process has started."""

    def __init__(self, number: int, memory_bytes: int, *, counting: bool = False) -> None:
        self.number = number
        self._process = subprocess.Popen(
            [sys.executable, "-c", f"from wirerate.host.crew import work; work({memory_bytes}, {counting})"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # so that Ctrl-C reaches only the parent
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self._sent: set[int] = set()
        self._is_ready = False

    def wait(self) -> None:
        """Wait until the process has loaded its libraries."""
        if not self._is_ready:
            self._answer()
            self._is_ready = True

    def run(self, key: int, task: Task, orders: Sequence[Sequence[int]]) -> Turn:
        """Run a task in the worker. Raises the worker's Error, or OSError or EOFError if it has ended."""
        self.wait()
        assert self._process.stdin is not None
        pickle.dump((key, None if key in self._sent else task, orders), self._process.stdin)
        self._process.stdin.flush()
        self._sent.add(key)
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


_WARMING = 8  # a new task starts with an untimed eighth of a round

START_S = 0.3  # typical seconds from a worker's start to its first answer


class Crew:
    """This process and its workers, shared by all groups. Workers are replaced when new
    processes would narrow the intervals more than further rounds of the old ones."""

    def __init__(self, processes: int, memory_bytes: int, *, counting: bool = False) -> None:
        self._size, self._memory, self._counting = processes, memory_bytes, counting
        self._numbers = count(1)
        self.members: list[Worker | None] = [None]  # None stands for this process
        self.generation = 0
        self.renew()

    def renew(self) -> None:
        """Replace the workers. If none can be started, this process works alone."""
        self.close()
        self.generation += 1
        with suppress(OSError):
            while len(self.members) < self._size:
                self.members.append(Worker(next(self._numbers), self._memory, counting=self._counting))

    def wait(self) -> None:
        """Wait until all workers have loaded their libraries: loading would disturb another worker's measurement."""
        for at, worker in enumerate(self.members):
            try:
                if worker:
                    worker.wait()
            except (OSError, EOFError):
                self.members[at] = None

    def close(self) -> None:
        for worker in self.members:
            if worker:
                worker.close()
        self.members = [None]


class _WorkerState:
    """The rings and subjects of a worker."""

    def __init__(self, memory_bytes: int) -> None:
        self._draw = random.Random()
        self._subjects: dict[tuple[Wanted, int], OpenSubject] = {}
        self._rings = Rings(memory_bytes)

    def warm_up(self, task: Task) -> None:
        """Run a fraction of a round untimed, because the first calls resolve symbols and fault pages in. Mixes keep
        their proportions.
        """
        visit = len(task.templates) if len(set(task.templates)) > 1 else 1
        few = tuple(-(-messages // _WARMING // visit) * visit for messages in task.messages)
        self.run(replace(task, messages=few), [[*range(len(task.subjects))]])

    def run(self, task: Task, orders: Sequence[Sequence[int]]) -> Turn:
        choose_cpus(task.cpus)
        named = list(enumerate(task.subjects))
        copies = [(wanted, task.subjects[:at].count(wanted)) for at, wanted in named]
        for copy in self._draw.sample(copies, len(copies)):
            if copy not in self._subjects:
                self._subjects[copy] = OpenSubject.again(copy[0])
        expected = [ffi.from_buffer("uint8_t[]", tags) for tags in task.expected]
        subjects = [self._subjects[copy] for copy in copies]
        ring = self._rings.ring(task.templates, task.working_set)
        return run(ring, subjects, task.messages, expected, orders, task.threads, self._draw)


def work(memory_bytes: int, counting: bool) -> None:
    """Run a worker: read tasks and write turns until the parent closes the pipe."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that a library's output is not mistaken for an answer
    state, tasks = _WorkerState(memory_bytes), dict[int, Task]()
    if counting:
        count_instructions()
    with suppress(EOFError, OSError):
        _send(answers, Turn([], 0))
        while True:
            key, task, orders = pickle.load(requests)
            answer: Turn | Error
            try:
                if task:
                    tasks[key] = task
                    state.warm_up(task)
                answer = state.run(tasks[key], orders)
            except Error as error:
                answer = error
            _send(answers, answer)


def _send(answers: BinaryIO, answer: Turn | Error) -> None:
    pickle.dump(answer, answers)
    answers.flush()
