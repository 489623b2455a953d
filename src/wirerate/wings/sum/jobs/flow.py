# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Objects in tasks, and these through a cluster: so many at a time, results as they come, none lost with a worker."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

from wirerate.errors import MissingError
from wirerate.remote.cluster import threads
from wirerate.wings.sum.jobs.objects import Object, Result
from wirerate.wings.sum.jobs.worker import hash_batch

# Whatever is in it, a task costs the scheduler and its worker about 10 ms between them: of a GiB that is 1 or 2 %. More
# would cost a killed worker too much, whose task is read again.
TASK_BYTES = 1 << 30
TASK_OBJECTS = 1024
_AHEAD = 3  # tasks per worker thread that are with the cluster: one at work, one waiting, one on its way


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


def results(client: Any, tasks: Iterable[list[Object]], part: int | None = None) -> Iterator[list[Result]]:
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
        while len(under_way) < _AHEAD * threads(client):
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
