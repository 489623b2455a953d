# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A job over objects: its cost; and all that the manifest does not know, in tasks through processes of our own or
through a cluster and into it. So many tasks at a time, results as they come, none lost with a process or a worker."""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import pickle
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from wirerate.cleanup import die_with_parent
from wirerate.errors import MissingError, UsageError
from wirerate.remote.cluster import Scheduler, check_packages, connect, need_workers, threads
from wirerate.system import processors
from wirerate.wings.sum.etag import parse_etag
from wirerate.wings.sum.journal import Journal
from wirerate.wings.sum.names import Unwanted, is_url
from wirerate.wings.sum.stores import PAGE, Object, Result, Told, UnreadableError, listing
from wirerate.wings.sum.worker import PIECE_BYTES, hash_batch

ASK_FROM = 100_000  # requests


@dataclass(slots=True)
class Cost:
    """Requests and bytes of the objects added so far."""

    objects: int = 0
    reads: int = 0
    looks: int = 0  # at an object's headers
    listed: int = 0  # by the store
    bytes: int = 0

    def add(self, each: Object, *, compared: bool) -> None:
        """An object to be read; `compared` with its ETag, of which one in parts takes a look at the first part.

        Of one that the store has not listed its size is asked.
        """
        size = each.size or 0
        etag = parse_etag(each.etag) if compared else None
        self.objects += 1
        self.bytes += size
        pieces = etag.parts if etag else 0
        self.reads += max(-(-size // PIECE_BYTES), pieces, 1 if each.size is None else 0)
        self.looks += (1 if pieces else 0) + (0 if each.modified else 1)
        self.listed += 1 if each.modified else 0

    @property
    def requests(self) -> int:
        """With those that list the objects, a thousand at a time."""
        return self.reads + self.looks + -(-self.listed // PAGE)

    def __str__(self) -> str:
        return f"{self.requests:,} requests and {self.bytes:,} bytes for {self.objects:,} objects"


def count(objects: Iterable[Object], *, compared: bool) -> Cost:
    """The cost of all of them."""
    cost = Cost()
    for each in objects:
        cost.add(each, compared=compared)
    return cost


def listed(operands: Iterable[str], failed: Told, passed: Told, unwanted: Unwanted) -> Iterator[Object]:
    """The objects of all operands. What cannot be listed is told, and the others go on."""
    for operand in operands:
        url = operand if is_url(operand) else Path(operand).absolute().as_uri()
        try:
            yield from listing(url, passed, unwanted)
        except UnreadableError as error:
            failed(f"{error}; {error.fix}" if error.fix else str(error))


def run(
    objects: Iterable[Object],
    *,
    scheduler: Scheduler | None = None,
    processes: int | None = None,
    part: int | None = None,
    journal: ObjectJournal | None = None,
) -> Iterator[list[Result]]:
    """Results as they come: what the manifest knows at once, the rest from a cluster, which is asked when it is needed.

    `part`: as for the worker's `hash_batch`. Without a scheduler, processes of our own, one for each CPU.
    """
    if scheduler:
        check_packages()
    known: list[Result] = []
    waiting = batches(_unknown(objects, journal, known))
    first = next(waiting, None)
    with ExitStack() as stack:
        if first is not None:
            tasks = chain([first], waiting)
            if scheduler:
                client = stack.enter_context(connect(scheduler))
                need_workers(client)
                found = results_of_cluster(client, tasks, part)
            else:
                found = results_of_processes(tasks, processes or len(processors()), part)
            for fresh in found:
                if journal:
                    journal.add(fresh)
                yield known + fresh
                known.clear()
    yield known


def _unknown(objects: Iterable[Object], journal: ObjectJournal | None, known: list[Result]) -> Iterator[Object]:
    for each in objects:
        result = journal.find(each) if journal else None
        if result is None:
            yield each
        else:
            known.append(result)


# ---- the manifest ----

_FORMAT = "wirerate sum objects 1"


class ObjectJournal(Journal):
    """JSON Lines. A line holds what tells an object from a later one of that name: size, ETag and time of the last
    change. In memory there is only where each line begins, about 100 bytes an object.

    `mode` is what is computed: md5, or an ETag.
    """

    called = "manifest"

    def __init__(self, path: str, mode: str) -> None:
        self._at: dict[int, int] = {}
        self._mode = mode
        super().__init__(path, json.dumps({"format": _FORMAT, "mode": mode}).encode() + b"\n")

    def _check(self, path: str, title: bytes) -> None:
        found = _decoded(title)
        if found.get("format") != _FORMAT:
            raise UsageError(f"{path} holds something else than a manifest", fix="name a new file for --resume")
        if found.get("mode") != self._mode:
            raise UsageError(f"{path} is of a job for {found.get('mode')}, not {self._mode}", fix="name another file")

    def _note(self, at: int, line: bytes) -> None:
        self._at[_key(str(_decoded(line).get("name", "")))] = at

    def find(self, each: Object) -> Result | None:
        """An object's result, if it is the one that was read and has not changed since."""
        at = self._at.get(_key(each.name))
        if at is None:
            return None
        self._file.seek(at)
        known = _decoded(self._file.readline())
        stored = Object(*(known.get(name, "") for name in Object._fields))
        if (stored if each.size is not None else stored._replace(size=None)) != each:
            return None
        return Result(stored, known.get("digest", ""), known.get("word", ""), known.get("why", ""))

    def add(self, results: Iterable[Result]) -> None:
        """Those that hold; what failed is tried again another time."""
        facts = [
            {**each.object._asdict(), "digest": each.digest, "word": each.word, "why": each.why}
            for each in results
            if not each.error and not each.changed
        ]
        self._append("".join(f"{json.dumps(each, separators=(',', ':'))}\n" for each in facts).encode())


def _key(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode("utf-8", "surrogateescape"), digest_size=8).digest(), "big")


def _decoded(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


# ---- tasks ----


# Whatever is in it, a task costs the scheduler and its worker about 10 ms between them: of a GiB that is 1 or 2 %. More
# would cost a killed worker too much, whose task is read again.
TASK_BYTES = 1 << 30
TASK_OBJECTS = 1024
_AHEAD_THERE = 3  # tasks per worker thread that are with the cluster: one at work, one waiting, one on its way


def batches(objects: Iterable[Object]) -> Iterator[list[Object]]:
    """In the order given, each of one store. An object of unknown size counts as nothing."""
    batch: list[Object] = []
    total = 0
    for each in objects:
        if batch and _store(each) != _store(batch[0]):
            yield batch
            batch, total = [], 0
        batch.append(each)
        total += each.size or 0
        if total >= TASK_BYTES or len(batch) >= TASK_OBJECTS:
            yield batch
            batch, total = [], 0
    if batch:
        yield batch


def _store(each: Object) -> str:
    """Scheme, and bucket or host."""
    return each.name[: each.name.find("/", each.name.find("://") + 3)]


def results_of_cluster(client: Any, tasks: Iterable[list[Object]], part: int | None = None) -> Iterator[list[Result]]:
    """The results of each task, in the order they come. Listing waits while enough is under way.

    A worker that dies costs nothing but time: the scheduler gives its tasks to others. Batches that were with several
    workers that died come again at the end, alone, and are cut in two if workers still die of them: what is given up
    in the end is the one object that does it.
    """
    from distributed import as_completed

    source = iter(tasks)
    suspects: deque[list[Object]] = deque()
    under_way: dict[Any, list[Object]] = {}
    completed = as_completed(loop=client.loop)

    def refill() -> None:
        while len(under_way) < _AHEAD_THERE * threads(client):
            batch = next(source, None)
            if batch is None and suspects and not under_way:
                batch = suspects.popleft()
            if batch is None:
                return
            future = client.submit(hash_batch, pickle.dumps(batch), part, pure=False)
            under_way[future] = batch
            completed.add(future)

    refill()
    while under_way:
        alone = len(under_way) == 1
        for future in completed.next_batch(block=True):
            if future.status in ("lost", "pending"):  # its worker died with the result: it is computed once more
                completed.add(future)
                continue
            batch = under_way.pop(future)
            if future.status == "finished":
                yield pickle.loads(future.result())
            elif future.status == "error":
                yield from _failed(future.exception(), batch, suspects, alone=alone)
            else:
                raise MissingError("the scheduler is gone", fix="start it, and go on with the same --resume FILE")
            future.release()
        refill()


def _failed(
    error: BaseException, batch: list[Object], suspects: deque[list[Object]], *, alone: bool
) -> Iterator[list[Result]]:
    """A task fails only when its workers died, or the cluster cannot run it at all."""
    if type(error).__name__ != "KilledWorker":
        raise MissingError(
            f"the workers cannot do this: {type(error).__name__}: {error}", fix="install the same version everywhere"
        ) from error
    if not alone:
        suspects.append(batch)
        return
    halves, given_up = divided(batch)
    suspects.extend(halves)
    if given_up:
        yield given_up


def divided(batch: list[Object]) -> tuple[list[list[Object]], list[Result]]:
    """A batch that workers died of: its halves, to be tried alone, or the one object in it, which is given up."""
    if len(batch) == 1:
        return [], [Result(batch[0], error="given up: every worker that read it died")]
    middle = len(batch) // 2
    return [batch[:middle], batch[middle:]], []


# ---- through processes on this machine, each asked through pipes that nobody else has: nothing listens ----
#
# A process reads and hashes one batch at a time. One that dies costs its batch a second try, in a new process.


_AHEAD_HERE = 2  # batches per process: one at work, one waiting
_TURNS = 2  # of a batch; a batch of which two processes died is taken to be the cause
# What this process may import, the child may, and from the same places: "" (where it stands) only if we have it.
_CHILD = "import sys; sys.path[:] = {path!r}; from wirerate.wings.sum.jobs import serve; serve()"


def results_of_processes(
    tasks: Iterable[list[Object]], processes: int, part: int | None = None
) -> Iterator[list[Result]]:
    """The results of each task, in the order they come. Listing waits while enough is under way.

    A batch whose processes died is cut in two: what is given up in the end is the one object that does it.
    """
    source = ((batch, 1) for batch in tasks)
    again: deque[tuple[list[Object], int]] = deque()
    under_way: dict[Future[list[Result] | None], tuple[list[Object], int]] = {}
    crew = _Crew(processes, part)
    try:
        while True:
            while len(under_way) < _AHEAD_HERE * processes:
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
