# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hash a batch of objects in bounded memory, or compare them with their ETags. Errors are returned in the results,
never raised.

Ranges of many objects are read in rounds and hashed in vector lanes; the next round is read while one is hashed.
"""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, TypeVar

from wirerate._native import ffi, lib
from wirerate.wings.sum.engine import hash_files
from wirerate.wings.sum.etag import (
    MISMATCH,
    NOT_COMPARABLE,
    ETag,
    Judgement,
    Listed,
    candidates,
    comparable,
    encryption_of,
    etag_of,
    judge,
    ranges,
    unequal_parts,
)
from wirerate.wings.sum.stores import Object, Result, is_local, is_s3, open_store, path_in, reason, s3_head, size_now

T = TypeVar("T")

_REQUESTS = 16  # concurrent requests for headers


def hash_batch(batch: bytes, part: int | None) -> bytes:
    """Hash a pickled list of objects and return a pickled list of results; the scheduler transfers both as bytes.

    With `part` None, the MD5 of whole objects is computed. Otherwise their ETags are compared with the ETags that
    result from parts of `part` bytes (0: determine the part size).
    """
    objects: list[Object] = pickle.loads(batch)
    try:
        store = open_store(objects[0].name)[0]
        results = _digests(store, objects) if part is None else compare(store, objects, part)
    except Exception as error:  # errors of a store's library belong to this batch, not to the cluster
        results = [Result(item, error=reason(error)) for item in objects]
    return pickle.dumps(results)


def _digests(store: Any, objects: Sequence[Object]) -> list[Result]:
    if is_local(store):
        outcomes = hash_files([path_in(store, item) for item in objects])
        return [
            Result(
                item if item.size is not None else item._replace(size=outcome.bytes),
                outcome.digest.hex(),
                error=outcome.why,
                changed=bool(outcome.changed),
            )
            for item, outcome in zip(objects, outcomes, strict=True)
        ]
    stretches = _concurrently(lambda item: _whole(store, item), objects)
    hash_stretches(store, stretches)
    return [
        Result(
            item if item.size is not None else item._replace(size=stretch.start + stretch.length),
            "" if stretch.error else stretch.digest().hex(),
            error=stretch.error,
        )
        for item, stretch in zip(objects, stretches, strict=True)
    ]


def _whole(store: Any, item: Object) -> Stretch:
    """Return the range of a whole object. If its size is unknown, hash the object here."""
    path = path_in(store, item)
    try:
        size = size_now(store, path) if item.size is None else item.size
        return streamed(store, path) if size is None else Stretch(path, 0, size)
    except Exception as error:  # any error of the store's library
        return Stretch(path, 0, 0, reason(error))


def _concurrently(request: Callable[[Object], T], objects: Sequence[Object]) -> list[T]:
    """Send a request for every object, several at a time because stores answer slowly."""
    with ThreadPoolExecutor(_REQUESTS) as threads:
        return list(threads.map(request, objects))


_TRIES_MOST = 4  # part sizes to try, each of which reads the object again
_CUSTOMER_KEY = "server side encryption"  # part of S3's error message for a read without the customer's key


@dataclass(slots=True)
class _Attempt:
    """An object to hash, the part sizes to try (0: not in parts), and the ranges for the part size being tried."""

    object: Object
    listed: Listed
    expected: ETag
    sizes: list[int]
    stretches: list[Stretch]
    tried: int = 1


def compare(store: Any, objects: Sequence[Object], part: int) -> list[Result]:
    """Return the objects' results, with a judgement unless an object could not be read."""
    planned = _concurrently(lambda item: _plan(store, item, part), objects)
    hash_stretches(store, [s for plan in planned if isinstance(plan, _Attempt) for s in plan.stretches])
    return [_finish(store, plan) if isinstance(plan, _Attempt) else plan for plan in planned]


def _plan(store: Any, item: Object, part: int) -> _Attempt | Result:
    listed = Listed(item.name, item.etag, item.size)
    expected = comparable(listed)
    if isinstance(expected, Judgement):
        return _judged(item, expected)
    try:
        if not item.modified or item.size is None:  # the object comes from a list, not from the store
            size = size_now(store, path_in(store, item))
            if item.size not in (None, size):
                return _judged(item, Judgement(MISMATCH, f"{size} bytes, listed {item.size}"))
            item = item._replace(size=size)
        if item.size is None and expected.parts:
            return Result(item, error="the store does not tell its size, so its parts are unknown")
        sizes = _part_sizes(store, item, expected, part) if expected.parts else [0]
        stretches = _cut(store, item, sizes[0]) if sizes else []
    except Exception as error:  # any error of the store's library
        return _unreadable(item, reason(error), str(error))
    if not sizes:
        return _judged(item, unequal_parts(item.size or 0, expected, part or None))
    return _Attempt(item, listed, expected, sizes, stretches)


def _part_sizes(store: Any, item: Object, expected: ETag, part: int) -> list[int]:
    """Return the part sizes to try. S3 tells the size of an object's first part; for other stores it is guessed."""
    size = item.size or 0
    if part:
        return [part] if len(ranges(size, part)) == expected.parts else []
    if is_s3(store):
        first = s3_head(store, path_in(store, item), PartNumber=1)["ContentLength"]
        if first and first < size:
            return [first] if len(ranges(size, first)) == expected.parts else []
    return candidates(size, expected.parts)[:_TRIES_MOST]


def _cut(store: Any, item: Object, part: int) -> list[Stretch]:
    path = path_in(store, item)
    if item.size is None:
        return [streamed(store, path)]
    return [Stretch(path, *piece) for piece in (ranges(item.size, part) if part else [(0, item.size)])]


def _finish(store: Any, attempt: _Attempt) -> Result:
    item = attempt.object
    result = _compared(item, attempt)
    for part in attempt.sizes[1:]:
        if result.word != MISMATCH:
            return result
        attempt.tried += 1
        attempt.stretches = _cut(store, item, part)
        hash_stretches(store, attempt.stretches)
        result = _compared(item, attempt)
    return _unless_encrypted(store, result) if result.word == MISMATCH else result


def _compared(item: Object, attempt: _Attempt) -> Result:
    error = next((stretch.error for stretch in attempt.stretches if stretch.error), "")
    if error:
        return _unreadable(item, error, error)
    digests = [stretch.digest() for stretch in attempt.stretches]
    computed = etag_of(digests, in_parts=bool(attempt.expected.parts))
    return _judged(item, judge(attempt.listed, attempt.expected, computed, attempt.tried), str(computed))


def _unless_encrypted(store: Any, result: Result) -> Result:
    """Return NOT COMPARABLE instead of a mismatch if the object's headers, unlike the listing, show an encryption
    with which ETags are not MD5s."""
    if not is_s3(store):
        return result
    try:
        head = s3_head(store, path_in(store, result.object))
    except Exception as error:
        return _unreadable(result.object, reason(error), str(error))
    encryption = encryption_of(head.get("ServerSideEncryption"), head.get("SSECustomerAlgorithm"))
    verdict = comparable(Listed(result.object.name, result.object.etag, encryption=encryption or "NOT-SSE"))
    return _judged(result.object, verdict) if isinstance(verdict, Judgement) else result


def _unreadable(item: Object, why: str, text: str) -> Result:
    if _CUSTOMER_KEY in text.lower():
        return _judged(item, Judgement(NOT_COMPARABLE, "SSE-C: its ETag is not an MD5, and reading it requires a key"))
    return Result(item, error=why)


def _judged(item: Object, judgement: Judgement, digest: str = "") -> Result:
    return Result(item, digest, judgement.word, judgement.why)


# ---- ranges ----

ROUND_BYTES = 128 << 20  # two rounds are in memory; 16 pieces of large objects fill the lanes of AVX-512
ROUND_PIECES = 256
PIECE_BYTES = 8 << 20  # bytes per request; a round of few large objects has several pieces of each


@dataclass(slots=True)
class Stretch:
    """A range of an object with its own digest: the whole object or a part. `error` says why it could not be read."""

    path: str
    start: int
    length: int
    error: str = ""
    state: Any = field(default_factory=lambda: _state())

    def digest(self) -> bytes:
        out = ffi.new("uint8_t[16]")
        lib.wr_md5_final(self.state, out)
        return bytes(out)


@dataclass(slots=True)
class _Piece:
    stretch: Stretch
    start: int
    end: int


def hash_stretches(store: Any, stretches: Iterable[Stretch]) -> None:
    """Read and hash all ranges; a store's errors are recorded in them."""
    with ThreadPoolExecutor(1) as reader:
        ahead = None
        for pieces in _rounds(stretches):
            coming = reader.submit(_read, store, pieces)
            if ahead:
                _hash(*ahead.result())
            ahead = coming
        if ahead:
            _hash(*ahead.result())


def streamed(store: Any, path: str) -> Stretch:
    """Hash an object of unknown size while reading it."""
    stretch = Stretch(path, 0, 0)
    with store.open(path, "rb") as file:
        while data := file.read(PIECE_BYTES):
            _update([(stretch, data)])
            stretch.length += len(data)
    stretch.start, stretch.length = stretch.length, 0  # nothing is left to read
    return stretch


def _rounds(stretches: Iterable[Stretch]) -> Iterator[list[_Piece]]:
    """Yield rounds of pieces. A round takes the next piece of every unfinished range in turn until it is full."""
    waiting = deque((item, item.start) for item in stretches if item.length > 0)
    while waiting:
        pieces: list[_Piece] = []
        total = 0
        turns: deque[tuple[Stretch, int]] = deque()
        while waiting and total < ROUND_BYTES and len(pieces) < ROUND_PIECES:
            stretch, begin = waiting.popleft()
            end = min(begin + PIECE_BYTES, stretch.start + stretch.length)
            pieces.append(_Piece(stretch, begin, end))
            total += end - begin
            if end < stretch.start + stretch.length:
                turns.append((stretch, end))
            if not waiting:  # fill the round with further pieces of the same ranges
                waiting, turns = turns, waiting
        waiting.extendleft(reversed(turns))
        yield pieces


def _read(store: Any, pieces: list[_Piece]) -> tuple[list[_Piece], list[Any]]:
    """Return the pieces to hash and the content or exception for every piece."""
    wanted = [piece for piece in pieces if not piece.stretch.error]
    try:
        paths = [piece.stretch.path for piece in wanted]
        content = store.cat_ranges(paths, [p.start for p in wanted], [p.end for p in wanted], on_error="return")
    except Exception as error:  # the store raised an error instead of returning one per piece
        content = [error] * len(wanted)
    return wanted, list(content)


def _hash(pieces: Sequence[_Piece], content: Sequence[Any]) -> None:
    """Hash the pieces in several calls, because one call accepts only one piece per range."""
    turn: dict[int, int] = {}
    good: list[tuple[int, _Piece, Any]] = []
    for piece, data in zip(pieces, content, strict=True):
        stretch = piece.stretch
        if isinstance(data, BaseException):
            stretch.error = stretch.error or reason(data)
        elif len(data) != piece.end - piece.start:
            stretch.error = stretch.error or "changed while it was read: shorter than listed"
        if not stretch.error:
            turn[id(stretch)] = turn.get(id(stretch), -1) + 1
            good.append((turn[id(stretch)], piece, data))
    good.sort(key=lambda item: item[0])
    for _, group in groupby(good, key=lambda item: item[0]):
        _update([(piece.stretch, data) for _, piece, data in group])


def _update(pairs: list[tuple[Stretch, Any]]) -> None:
    messages = ffi.new("wr_message[]", len(pairs))
    buffers = [ffi.from_buffer(data) for _, data in pairs]
    for message, data in zip(messages, buffers, strict=True):
        message.data, message.length = data, len(data)
    lib.wr_md5_update_batch([stretch.state for stretch, _ in pairs], messages, len(pairs))


def _state() -> Any:
    state = ffi.new("wr_md5_state *")
    lib.wr_md5_init(state)
    return state
