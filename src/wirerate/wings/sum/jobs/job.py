# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A job over objects: its cost; and all that the manifest does not know, through processes or a cluster and into it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from wirerate.remote.cluster import Scheduler, check_packages, connect, need_workers
from wirerate.system import processors
from wirerate.wings.sum.files.objects.etag import parse_etag
from wirerate.wings.sum.files.walking import Unwanted
from wirerate.wings.sum.jobs import flow, local
from wirerate.wings.sum.jobs.flow import batches
from wirerate.wings.sum.jobs.journal import Journal
from wirerate.wings.sum.jobs.listing import PAGE, Told, listing
from wirerate.wings.sum.jobs.objects import Object, Result, UnreadableError, is_url
from wirerate.wings.sum.jobs.reading import PIECE_BYTES

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
        try:
            yield from listing(operand if is_url(operand) else _as_url(operand), passed, unwanted)
        except UnreadableError as error:
            failed(f"{error}; {error.fix}" if error.fix else str(error))


def _as_url(path: str) -> str:
    return Path(path).absolute().as_uri()


def run(
    objects: Iterable[Object],
    *,
    scheduler: Scheduler | None = None,
    processes: int | None = None,
    part: int | None = None,
    journal: Journal | None = None,
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
            tasks = _chained(first, waiting)
            if scheduler:
                client = stack.enter_context(connect(scheduler))
                need_workers(client)
                found = flow.results(client, tasks, part)
            else:
                found = local.results(tasks, processes or len(processors()), part)
            for fresh in found:
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
