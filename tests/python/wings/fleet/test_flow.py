"""Batches through a real cluster: workers killed, tasks that kill, and how far listing runs ahead."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections import Counter, deque
from collections.abc import Iterator
from typing import Any

import pytest

from wirerate.errors import MissingError
from wirerate.wings.sum.jobs import flow
from wirerate.wings.sum.jobs.flow import TASK_BYTES, TASK_OBJECTS, batches
from wirerate.wings.sum.jobs.objects import Object, Result

from .stores import Bucket


def objects(bucket: Bucket) -> list[Object]:
    return [Object(f"s3://{bucket.name}/small/{number:03d}", 1000 + number) for number in range(70)]


def test_killed_workers_lose_nothing(cluster: Any, bucket: Bucket) -> None:
    """One in the middle of the work, and the one that came in its place."""
    every = objects(bucket)

    def source() -> Iterator[list[Object]]:
        for at in range(0, len(every), 2):
            if at in (20, 44):
                os.kill(next(iter(cluster.run(os.getpid).values())), signal.SIGKILL)
            yield every[at : at + 2]

    found = [result for results in flow.results(cluster, source()) for result in results]
    assert Counter(each.object.name for each in found) == Counter(each.name for each in every)
    assert {each.error for each in found} == {""}
    assert sorted(f"{each.digest}  {each.object.name}" for each in found) == bucket.lines("small/")


def deadly(batch: bytes, part: int | None) -> bytes:
    """Ends the worker that meets the object named so."""
    found = pickle.loads(batch)
    if any(each.name.endswith("deadly") for each in found):
        os._exit(1)
    return pickle.dumps([Result(each, "0" * 32) for each in found])


def test_an_object_that_kills_workers_is_given_up(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    cloudpickle = pytest.importorskip("cloudpickle")
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    monkeypatch.setattr(flow, "hash_batch", deadly)
    ((found,),) = flow.results(cluster, [[Object("memory://deadly", 1)]])
    assert "died" in found.error


def test_suspects_come_again_alone_and_then_in_halves(cluster: Any) -> None:
    from distributed.scheduler import KilledWorker

    batch = [Object(f"memory://{number}", 1) for number in range(5)]
    killed = KilledWorker("task", None, 1)
    suspects: deque[list[Object]] = deque()
    assert list(flow._failed(killed, batch, suspects, alone=False)) == []
    assert list(suspects) == [batch]
    suspects.clear()
    assert list(flow._failed(killed, batch, suspects, alone=True)) == []
    assert list(suspects) == [batch[:2], batch[2:]]
    with pytest.raises(MissingError, match="the workers cannot do this: ImportError"):
        list(flow._failed(ImportError("x"), batch, suspects, alone=True))


def test_listing_waits_for_the_workers(cluster: Any, bucket: Bucket) -> None:
    pulled = 0

    def source() -> Iterator[list[Object]]:
        nonlocal pulled
        for each in objects(bucket):
            pulled += 1
            yield [each]

    most = 3 * 2  # tasks for each of two threads
    for done, _ in enumerate(flow.results(cluster, source())):
        assert pulled <= done + 1 + most
    assert pulled == 70


def test_batches_fill_the_lanes() -> None:
    mib = 1 << 20
    small = [Object(f"s3://b/{number}", 8 * mib) for number in range(2 * TASK_BYTES // (8 * mib) + 1)]
    full = TASK_BYTES // (8 * mib)
    assert [len(each) for each in batches(small)] == [full, full, 1]
    tiny = [Object(f"s3://b/{number}", 10) for number in range(TASK_OBJECTS + 1)]
    assert [len(each) for each in batches(tiny)] == [TASK_OBJECTS, 1]
    huge = [Object(f"s3://b/{number}", 5 << 30) for number in range(3)]
    assert [len(each) for each in batches(huge)] == [1, 1, 1]


def test_a_batch_is_of_one_store() -> None:
    mixed = [Object(name, 1) for name in ("s3://b/x", "s3://b/y", "s3://c/x", "file:///x")]
    assert [len(each) for each in batches(mixed)] == [2, 1, 1]
