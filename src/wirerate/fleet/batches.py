"""Objects gathered into tasks: enough small ones to fill the lanes, never so much that a lost task costs dearly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wirerate.fleet.objects import Object

# A task costs the scheduler about a millisecond whatever is in it, and the lanes of a kernel take 32 to 64 messages.
LEAST_OBJECTS = 64
MOST_OBJECTS = 1024
ENOUGH_BYTES = 256 << 20
MOST_BYTES = 1 << 30  # then also with fewer objects: a killed worker's task is read again


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
        full = len(batch) >= LEAST_OBJECTS and total >= ENOUGH_BYTES
        if full or total >= MOST_BYTES or len(batch) >= MOST_OBJECTS:
            yield batch
            batch, total = [], 0
    if batch:
        yield batch


def _store(each: Object) -> str:
    """Scheme, and bucket or host."""
    return each.name[: each.name.find("/", each.name.find("://") + 3)]
