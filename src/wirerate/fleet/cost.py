"""What reading objects will cost, in requests and bytes, before it does: a store bills both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from wirerate.files.objects.etag import parse_etag
from wirerate.fleet.objects import PAGE, Object
from wirerate.fleet.reading import PIECE_BYTES

ASK_FROM = 100_000  # requests


@dataclass(slots=True)
class Cost:
    """Requests and bytes of the objects added so far."""

    objects: int = 0
    reads: int = 0
    looks: int = 0  # at an object's headers
    bytes: int = 0

    def add(self, each: Object, *, compared: bool) -> None:
        """An object to be read; `compared` with its ETag, of which one in parts takes a look at the first part."""
        size = each.size or 0
        etag = parse_etag(each.etag) if compared else None
        self.objects += 1
        self.bytes += size
        pieces = etag.parts if etag else 0
        self.reads += max(-(-size // PIECE_BYTES), pieces)
        self.looks += 1 if pieces else 0

    @property
    def requests(self) -> int:
        """With those that list the objects, a thousand at a time."""
        return self.reads + self.looks + -(-self.objects // PAGE)

    def __str__(self) -> str:
        return f"{self.requests:,} requests and {self.bytes:,} bytes for {self.objects:,} objects"


def count(objects: Iterable[Object], *, compared: bool, enough: int | None = None) -> Cost:
    """The cost of all of them, or until it is clear that it is more than `enough` requests."""
    cost = Cost()
    for each in objects:
        cost.add(each, compared=compared)
        if enough is not None and cost.requests > enough:
            break
    return cost
