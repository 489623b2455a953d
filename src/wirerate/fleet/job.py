"""A job over objects: what is listed, less what the manifest knows, through a cluster, and into the manifest."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path

from wirerate.fleet.batches import batches
from wirerate.fleet.cluster import check_packages, connect, need_workers
from wirerate.fleet.flow import results
from wirerate.fleet.journal import Journal
from wirerate.fleet.names import is_url
from wirerate.fleet.objects import Object, Result, UnreadableError, listing

Told = Callable[[str], object]


def listed(operands: Iterable[str], failed: Told) -> Iterator[Object]:
    """The objects of all operands. What cannot be listed is told, and the others go on."""
    for operand in operands:
        try:
            yield from listing(operand if is_url(operand) else Path(operand).absolute().as_uri())
        except UnreadableError as error:
            failed(f"{error}; {error.fix}" if error.fix else str(error))


def run(
    objects: Iterable[Object],
    *,
    scheduler: str | None = None,
    processes: int | None = None,
    part: int | None = None,
    journal: Journal | None = None,
) -> Iterator[list[Result]]:
    """Results as they come: what the manifest knows at once, the rest from the cluster, which starts when it is needed.

    `part`: as for the worker's `hash_batch`. Without a scheduler, a process for each CPU here.
    """
    check_packages()
    known: list[Result] = []
    waiting = batches(_unknown(objects, journal, known))
    first = next(waiting, None)
    with ExitStack() as stack:
        if first is not None:
            client = stack.enter_context(connect(scheduler, processes or len(os.sched_getaffinity(0))))
            need_workers(client)
            for fresh in results(client, _chained(first, waiting), part):
                if journal:
                    journal.add(fresh)
                yield known + fresh
                known.clear()
    yield known


def _unknown(objects: Iterable[Object], journal: Journal | None, known: list[Result]) -> Iterator[Object]:
    for each in objects:
        result = journal.find(each) if journal else None
        if result is None:
            yield each
        else:
            known.append(result)


def _chained(first: list[Object], others: Iterable[list[Object]]) -> Iterator[list[Object]]:
    yield first
    yield from others
