# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hash objects in tasks, on local processes or a Dask cluster, and record results in a manifest. If a process or worker
dies, its tasks are repeated. Also calculate a job's cost."""

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
from wirerate.wings.sum.stores import PAGE, Object, Report, Result, UnreadableError, listing
from wirerate.wings.sum.worker import PIECE_BYTES, hash_batch

ASK_FROM = 100_000  # number of requests from which the user must confirm


@dataclass(slots=True)
class Cost:
    """Requests and bytes of the objects added so far."""

    objects: int = 0
    reads: int = 0
    looks: int = 0  # requests for headers
    listed: int = 0  # objects listed by the store
    bytes: int = 0

    def add(self, item: Object, *, compared: bool) -> None:
        """Add an object. If it is `compared` with a multipart ETag, count a request for the first part's headers; if
        the store did not list it, count a request for its size."""
        size = item.size or 0
        etag = parse_etag(item.etag) if compared else None
        self.objects += 1
        self.bytes += size
        pieces = etag.parts if etag else 0
        self.reads += max(-(-size // PIECE_BYTES), pieces, 1 if item.size is None else 0)
        self.looks += (1 if pieces else 0) + (0 if item.modified else 1)
        self.listed += 1 if item.modified else 0

    @property
    def requests(self) -> int:
        """All requests, including the listing of objects, 1,000 per request."""
        return self.reads + self.looks + -(-self.listed // PAGE)

    def __str__(self) -> str:
        return f"{self.requests:,} requests and {self.bytes:,} bytes for {self.objects:,} objects"


def count(objects: Iterable[Object], *, compared: bool) -> Cost:
    """Return the cost of all objects."""
    cost = Cost()
    for item in objects:
        cost.add(item, compared=compared)
    return cost


def listed(operands: Iterable[str], failed: Report, skipped: Report, unwanted: Unwanted) -> Iterator[Object]:
    """Yield the objects of all operands. If an operand cannot be listed, report it and continue."""
    for operand in operands:
        url = operand if is_url(operand) else Path(operand).absolute().as_uri()
        try:
            yield from listing(url, skipped, unwanted)
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
    """Yield results as they arrive: from the manifest if it has them, otherwise from a cluster or, without a
    scheduler, from local processes (by default one per CPU).

    `part` is passed to `hash_batch`. The cluster is contacted only if there is something to hash.
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
                batch_results = results_of_cluster(client, tasks, part)
            else:
                batch_results = results_of_processes(tasks, processes or len(processors()), part)
            for fresh in batch_results:
                if journal:
                    journal.add(fresh)
                yield known + fresh
                known.clear()
    yield known


def _unknown(objects: Iterable[Object], journal: ObjectJournal | None, known: list[Result]) -> Iterator[Object]:
    """Yield the objects that the manifest lacks; add the results in the manifest to `known`."""
    for item in objects:
        result = journal.find(item) if journal else None
        if result is None:
            yield item
        else:
            known.append(result)


# ---- the manifest ----

_FORMAT = "wirerate sum objects 1"


class ObjectJournal(Journal):
    """The manifest of objects, in JSON Lines. A line identifies an object by size, ETag and modification time. Only the
    offsets of lines are kept in memory, about 100 bytes per object.

    `mode` tells what is computed: md5, or an ETag.
    """

    called = "manifest"

    def __init__(self, path: str, mode: str) -> None:
        self._offsets: dict[int, int] = {}
        self._mode = mode
        super().__init__(path, json.dumps({"format": _FORMAT, "mode": mode}).encode() + b"\n")

    def _check(self, path: str, title: bytes) -> None:
        header = _decoded(title)
        if header.get("format") != _FORMAT:
            raise UsageError(f"{path} is not a manifest", fix="name a new file for --resume")
        if header.get("mode") != self._mode:
            message = f"{path} belongs to a job for {header.get('mode')}, not {self._mode}"
            raise UsageError(message, fix="name another file")

    def _note(self, offset: int, line: bytes) -> None:
        self._offsets[_key(str(_decoded(line).get("name", "")))] = offset

    def find(self, item: Object) -> Result | None:
        """Return the object's stored result if the object has not changed since, else None."""
        offset = self._offsets.get(_key(item.name))
        if offset is None:
            return None
        self._file.seek(offset)
        known = _decoded(self._file.readline())
        stored = Object(*(known.get(name, "") for name in Object._fields))
        if (stored if item.size is not None else stored._replace(size=None)) != item:
            return None
        return Result(stored, known.get("digest", ""), known.get("word", ""), known.get("why", ""))

    def add(self, results: Iterable[Result]) -> None:
        """Append the results without errors or changes; the other objects are read again next time."""
        facts = [
            {**result.object._asdict(), "digest": result.digest, "word": result.word, "why": result.why}
            for result in results
            if not result.error and not result.changed
        ]
        self._append("".join(f"{json.dumps(fact, separators=(',', ':'))}\n" for fact in facts).encode())


def _key(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode("utf-8", "surrogateescape"), digest_size=8).digest(), "big")


def _decoded(line: bytes) -> dict[str, Any]:
    try:
        content = json.loads(line)
    except ValueError:
        return {}
    return content if isinstance(content, dict) else {}


# ---- tasks ----


# The overhead of a task is about 10 ms for scheduler and worker together: 1 to 2 % of the time to hash 1 GiB. Larger
# tasks would take too long to repeat when a worker dies.
TASK_BYTES = 1 << 30
TASK_OBJECTS = 1024
_CLUSTER_QUEUE = 3  # tasks per worker thread: one running, one waiting, one in transit


def batches(objects: Iterable[Object]) -> Iterator[list[Object]]:
    """Yield batches of objects in order, each from a single store. Objects of unknown size count as empty."""
    batch: list[Object] = []
    total = 0
    for item in objects:
        if batch and _store(item) != _store(batch[0]):
            yield batch
            batch, total = [], 0
        batch.append(item)
        total += item.size or 0
        if total >= TASK_BYTES or len(batch) >= TASK_OBJECTS:
            yield batch
            batch, total = [], 0
    if batch:
        yield batch


def _store(item: Object) -> str:
    """Return the URL's scheme with bucket or host."""
    return item.name[: item.name.find("/", item.name.find("://") + 3)]


def results_of_cluster(client: Any, tasks: Iterable[list[Object]], part: int | None = None) -> Iterator[list[Result]]:
    """Yield the results of tasks as they arrive. Listing pauses while enough tasks are queued.

    If a worker dies, the scheduler gives its tasks to others. If several workers die on a batch, it is tried alone at
    the end. If workers die again, it is halved repeatedly, until the object that kills them is isolated and given up.
    """
    from distributed import as_completed

    source = iter(tasks)
    suspects: deque[list[Object]] = deque()
    under_way: dict[Any, list[Object]] = {}
    completed = as_completed(loop=client.loop)

    def refill() -> None:
        while len(under_way) < _CLUSTER_QUEUE * threads(client):
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
            if future.status in ("lost", "pending"):  # its worker died with the result; Dask computes it again
                completed.add(future)
                continue
            batch = under_way.pop(future)
            if future.status == "finished":
                yield pickle.loads(future.result())
            elif future.status == "error":
                yield from _failed(future.exception(), batch, suspects, alone=alone)
            else:
                raise MissingError(
                    "the scheduler stopped", fix="start it, and repeat the command with the same --resume FILE"
                )
            future.release()
        refill()


def _failed(
    error: BaseException, batch: list[Object], suspects: deque[list[Object]], *, alone: bool
) -> Iterator[list[Result]]:
    """Handle a failed task: its workers died, or the cluster cannot run it at all."""
    if type(error).__name__ != "KilledWorker":
        raise MissingError(
            f"the workers cannot run this: {type(error).__name__}: {error}",
            fix="install the same version on all workers",
        ) from error
    if not alone:
        suspects.append(batch)
        return
    halves, given_up = divided(batch)
    suspects.extend(halves)
    if given_up:
        yield given_up


def divided(batch: list[Object]) -> tuple[list[list[Object]], list[Result]]:
    """Return the halves of a batch that killed workers, or for a single object, a result with an error."""
    if len(batch) == 1:
        return [], [Result(batch[0], error="given up: every worker that read it died")]
    middle = len(batch) // 2
    return [batch[:middle], batch[middle:]], []


# ---- local processes ----
#
# A process hashes one batch at a time and communicates through pipes. If it dies, a new process tries its batch once
# more.


_LOCAL_QUEUE = 2  # batches per process: one running, one waiting
_TURNS = 2  # tries per batch; if two processes died, the batch is taken to be the cause
# The child imports from the same places as this process.
_CHILD = "import sys; sys.path[:] = {path!r}; from wirerate.wings.sum.jobs import serve; serve()"


def results_of_processes(
    tasks: Iterable[list[Object]], processes: int, part: int | None = None
) -> Iterator[list[Result]]:
    """Yield the results of tasks as they arrive. Listing pauses while enough tasks are queued.

    If processes die on a batch, it is halved repeatedly, until the object that kills them is isolated and given up.
    """
    source = ((batch, 1) for batch in tasks)
    again: deque[tuple[list[Object], int]] = deque()
    under_way: dict[Future[list[Result] | None], tuple[list[Object], int]] = {}
    pool = _Pool(processes, part)
    try:
        while True:
            while len(under_way) < _LOCAL_QUEUE * processes:
                turn = again.popleft() if again else next(source, None)
                if turn is None:
                    break
                under_way[pool.submit(turn[0])] = turn
            if not under_way:
                return
            for done in wait(under_way, return_when=FIRST_COMPLETED).done:
                batch, turns = under_way.pop(done)
                results = done.result()
                if results is None and turns < _TURNS:
                    again.append((batch, turns + 1))
                elif results is None:
                    halves, results = divided(batch)
                    again.extend((half, 1) for half in halves)
                yield results or []
    finally:
        pool.close()


class _Pool:
    """Processes, and for each a thread that waits for its results."""

    def __init__(self, processes: int, part: int | None) -> None:
        self._part = part
        self._members = [_Process() for _ in range(processes)]
        self._idle: SimpleQueue[_Process] = SimpleQueue()
        for member in self._members:
            self._idle.put(member)
        self._threads = ThreadPoolExecutor(processes)

    def submit(self, batch: list[Object]) -> Future[list[Result] | None]:
        """Return a future of the batch's results, or of None if the process died."""
        return self._threads.submit(self._ask, batch)

    def close(self) -> None:
        """End all processes at once."""
        for member in self._members:
            member.end()
        self._threads.shutdown(cancel_futures=True)

    def _ask(self, batch: list[Object]) -> list[Result] | None:
        member = self._idle.get()
        try:
            return member.ask(batch, self._part)
        finally:
            self._idle.put(member)


class _Process:
    """A process that is started on demand, and again after it died."""

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None
        self._ended = False

    def ask(self, batch: list[Object], part: int | None) -> list[Result] | None:
        """Return the batch's results, or None if the process died."""
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
    """Start the child in its own session, so that Ctrl-C reaches only this process."""
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
    """Run the child process: read batches from standard input and write results to standard output until input ends."""
    die_with_parent()
    logging.disable(logging.CRITICAL)  # errors are reported in the results
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # keep the output of stores' libraries out of the answers
    while True:
        try:
            batch, part = pickle.load(questions)
        except EOFError:
            return
        pickle.dump(hash_batch(batch, part), answers)
        answers.flush()
