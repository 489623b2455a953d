# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Objects through processes on this machine, each asked through pipes that nobody else has: nothing listens.

A process reads and hashes one batch at a time. One that dies costs its batch a second try, in a new process.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue

from wirerate.leftovers import die_with_parent
from wirerate.wings.sum.jobs.flow import divided
from wirerate.wings.sum.jobs.objects import Object, Result

_AHEAD = 2  # batches per process: one at work, one waiting
_TURNS = 2  # of a batch; a batch of which two processes died is taken to be the cause
# What this process may import, the child may, and from the same places: "" (where it stands) only if we have it.
_CHILD = "import sys; sys.path[:] = {path!r}; from wirerate.wings.sum.jobs.local import serve; serve()"


def results(tasks: Iterable[list[Object]], processes: int, part: int | None = None) -> Iterator[list[Result]]:
    """The results of each task, in the order they come. Listing waits while enough is under way.

    A batch whose processes died is cut in two: what is given up in the end is the one object that does it.
    """
    source = ((batch, 1) for batch in tasks)
    again: deque[tuple[list[Object], int]] = deque()
    under_way: dict[Future[list[Result] | None], tuple[list[Object], int]] = {}
    crew = _Crew(processes, part)
    try:
        while True:
            while len(under_way) < _AHEAD * processes:
                turn = again.popleft() if again else next(source, None)
                if turn is None:
                    break
                under_way[crew.submit(turn[0])] = turn
            if not under_way:
                return
            for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                batch, turns = under_way.pop(done)
                found = done.result()
                if found is None and turns < _TURNS:
                    again.append((batch, turns + 1))
                elif found is None:
                    halves, found = divided(batch)
                    again.extend((half, 1) for half in halves)
                yield found or []
    finally:
        crew.close()


class _Crew:
    """Processes, and a thread for each that waits for its answers."""

    def __init__(self, processes: int, part: int | None) -> None:
        self._part = part
        self._members = [_Member() for _ in range(processes)]
        self._idle: SimpleQueue[_Member] = SimpleQueue()
        for member in self._members:
            self._idle.put(member)
        self._threads = ThreadPoolExecutor(processes)

    def submit(self, batch: list[Object]) -> Future[list[Result] | None]:
        """The results to come; None: the process died."""
        return self._threads.submit(self._ask, batch)

    def close(self) -> None:
        """Ends all of them, in whatever they are."""
        for member in self._members:
            member.end()
        self._threads.shutdown(cancel_futures=True)

    def _ask(self, batch: list[Object]) -> list[Result] | None:
        member = self._idle.get()
        try:
            return member.ask(batch, self._part)
        finally:
            self._idle.put(member)


class _Member:
    """One process at a time, started when it is first asked and after each death."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None
        self._ended = False

    def ask(self, batch: list[Object], part: int | None) -> list[Result] | None:
        """None: the process died of it, or during it."""
        child = self._child = self._child or _start()
        if self._ended:
            _stop(child)
        assert child.stdin is not None
        assert child.stdout is not None
        try:
            pickle.dump((pickle.dumps(batch), part), child.stdin)
            child.stdin.flush()
            answer: list[Result] = pickle.loads(pickle.load(child.stdout))
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            _stop(child)
            self._child = None
            return None
        return answer

    def end(self) -> None:
        self._ended = True
        if child := self._child:
            _stop(child)


def _start() -> subprocess.Popen[bytes]:
    """In a session of its own: Ctrl-C is ours to act upon."""
    command = [sys.executable, "-c", _CHILD.format(path=sys.path)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)


def _stop(child: subprocess.Popen[bytes]) -> None:
    child.kill()
    child.wait()
    for stream in (child.stdin, child.stdout):
        with contextlib.suppress(OSError):
            if stream:
                stream.close()


def serve() -> None:
    """The child: batches come through standard input and results leave through standard output, until that ends."""
    die_with_parent()
    from wirerate.wings.sum.jobs.worker import hash_batch

    logging.disable(logging.CRITICAL)  # what goes wrong is told in our own words
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a store's library prints is no answer
    while True:
        try:
            batch, part = pickle.load(questions)
        except EOFError:
            return
        pickle.dump(hash_batch(batch, part), answers)
        answers.flush()
