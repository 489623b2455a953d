"""Objects gathered into tasks: enough small ones to fill the lanes, never so much that a lost task costs dearly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wirerate.fleet.objects import Object

# Whatever is in it, a task costs the scheduler and its worker about 10 ms between them: of a GiB that is 1 or 2 %. More
# would cost a killed worker too much, whose task is read again.
TASK_BYTES = 1 << 30
TASK_OBJECTS = 1024


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
