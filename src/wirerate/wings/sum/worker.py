# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What a worker does with a batch of objects, in bounded memory: it reads ranges of them side by side and hashes them
in lanes, or holds the objects against their ETags. It returns what went wrong, and never raises.

A round is what is read at once, as many pieces as fit; while one is hashed, the next is read.
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

_QUESTIONS = 16


def hash_batch(batch: bytes, part: int | None) -> bytes:
    """A pickled list of objects in, a pickled list of results out: bytes that the scheduler need not look into.

    `part` is None for the MD5 of each whole object; else the listed ETag is compared with one of such parts (0: of
    those that it has).
    """
    objects: list[Object] = pickle.loads(batch)
    try:
        store = open_store(objects[0].name)[0]
        results = _digests(store, objects) if part is None else compare(store, objects, part)
    except Exception as error:  # whatever a store's library raises is this batch's result, not the cluster's failure
        results = [Result(each, error=reason(error)) for each in objects]
    return pickle.dumps(results)


def _digests(store: Any, objects: Sequence[Object]) -> list[Result]:
    if is_local(store):
        outcomes = hash_files([path_in(store, each) for each in objects])
        return [
            Result(
                each if each.size is not None else each._replace(size=outcome.bytes),
                outcome.digest.hex(),
                error=outcome.why,
                changed=bool(outcome.changed),
            )
            for each, outcome in zip(objects, outcomes, strict=True)
        ]
    stretches = _at_once(lambda each: _whole(store, each), objects)
    hash_stretches(store, stretches)
    return [
        Result(
            each if each.size is not None else each._replace(size=stretch.start + stretch.length),
            "" if stretch.error else stretch.digest().hex(),
            error=stretch.error,
        )
        for each, stretch in zip(objects, stretches, strict=True)
    ]


def _whole(store: Any, each: Object) -> Stretch:
    """All of an object; of one whose size nobody knows, what there is to read."""
    path = path_in(store, each)
    try:
        size = size_now(store, path) if each.size is None else each.size
        return streamed(store, path) if size is None else Stretch(path, 0, size)
    except Exception as error:  # what the store's library raises
        return Stretch(path, 0, 0, reason(error))


def _at_once(ask: Callable[[Object], T], objects: Sequence[Object]) -> list[T]:
    """Questions to a store take long, and wait for each other no more than they must."""
    with ThreadPoolExecutor(_QUESTIONS) as threads:
        return list(threads.map(ask, objects))


_TRIES_MOST = 4  # part sizes for which an object is read again, where the store does not tell its parts
_CUSTOMER_KEY = "server side encryption"  # in S3's answer to a read without the customer's key


@dataclass(slots=True)
class _Attempt:
    """An object whose bytes decide, cut by the first of the part sizes to try (one size, 0: not cut)."""

    object: Object
    listed: Listed
    expected: ETag
    sizes: list[int]
    stretches: list[Stretch]
    tried: int = 1


def compare(store: Any, objects: Sequence[Object], part: int) -> list[Result]:
    """A result for each, with a judgement unless it could not be read."""
    planned = _at_once(lambda each: _plan(store, each, part), objects)
    hash_stretches(store, [s for plan in planned if isinstance(plan, _Attempt) for s in plan.stretches])
    return [_finish(store, plan) if isinstance(plan, _Attempt) else plan for plan in planned]


def _plan(store: Any, each: Object, part: int) -> _Attempt | Result:
    listed = Listed(each.name, each.etag, each.size)
    expected = comparable(listed)
    if isinstance(expected, Judgement):
        return _judged(each, expected)
    try:
        if not each.modified or each.size is None:  # a list says so, and not the store
            size = size_now(store, path_in(store, each))
            if each.size not in (None, size):
                return _judged(each, Judgement(MISMATCH, f"{size} bytes there, {each.size} in the list"))
            each = each._replace(size=size)
        if each.size is None and expected.parts:
            return Result(each, error="the store does not tell its size, and so not its parts")
        sizes = _part_sizes(store, each, expected, part) if expected.parts else [0]
        stretches = _cut(store, each, sizes[0]) if sizes else []
    except Exception as error:  # what the store's library raises
        return _unreadable(each, reason(error), str(error))
    if not sizes:
        return _judged(each, unequal_parts(each.size or 0, expected, part or None))
    return _Attempt(each, listed, expected, sizes, stretches)


def _part_sizes(store: Any, each: Object, expected: ETag, part: int) -> list[int]:
    """S3 tells the size of an object's first part; other stores let us guess."""
    size = each.size or 0
    if part:
        return [part] if len(ranges(size, part)) == expected.parts else []
    if is_s3(store):
        first = s3_head(store, path_in(store, each), PartNumber=1)["ContentLength"]
        if first and first < size:
            return [first] if len(ranges(size, first)) == expected.parts else []
    return candidates(size, expected.parts)[:_TRIES_MOST]


def _cut(store: Any, each: Object, part: int) -> list[Stretch]:
    path = path_in(store, each)
    if each.size is None:
        return [streamed(store, path)]
    return [Stretch(path, *piece) for piece in (ranges(each.size, part) if part else [(0, each.size)])]


def _finish(store: Any, attempt: _Attempt) -> Result:
    each = attempt.object
    result = _held(each, attempt)
    for part in attempt.sizes[1:]:
        if result.word != MISMATCH:
            return result
        attempt.tried += 1
        attempt.stretches = _cut(store, each, part)
        hash_stretches(store, attempt.stretches)
        result = _held(each, attempt)
    return _unless_encrypted(store, result) if result.word == MISMATCH else result


def _held(each: Object, attempt: _Attempt) -> Result:
    error = next((stretch.error for stretch in attempt.stretches if stretch.error), "")
    if error:
        return _unreadable(each, error, error)
    digests = [stretch.digest() for stretch in attempt.stretches]
    computed = etag_of(digests, in_parts=bool(attempt.expected.parts))
    return _judged(each, judge(attempt.listed, attempt.expected, computed, attempt.tried), str(computed))


def _unless_encrypted(store: Any, result: Result) -> Result:
    """A listing does not say how objects are encrypted; the object's own headers do."""
    if not is_s3(store):
        return result
    try:
        head = s3_head(store, path_in(store, result.object))
    except Exception as error:
        return _unreadable(result.object, reason(error), str(error))
    encryption = encryption_of(head.get("ServerSideEncryption"), head.get("SSECustomerAlgorithm"))
    told = comparable(Listed(result.object.name, result.object.etag, encryption=encryption or "NOT-SSE"))
    return _judged(result.object, told) if isinstance(told, Judgement) else result


def _unreadable(each: Object, why: str, text: str) -> Result:
    if _CUSTOMER_KEY in text.lower():
        return _judged(each, Judgement(NOT_COMPARABLE, "SSE-C: its ETag is no MD5, and it takes a key to read"))
    return Result(each, error=why)


def _judged(each: Object, judgement: Judgement, digest: str = "") -> Result:
    return Result(each, digest, judgement.word, judgement.why)


# ---- ranges, read side by side ----

ROUND_BYTES = 128 << 20  # twice that is held; 16 pieces of large objects fill the lanes of AVX-512
ROUND_PIECES = 256
PIECE_BYTES = 8 << 20  # of one request; a large object is several pieces of a round when few others share it


@dataclass(slots=True)
class Stretch:
    """Bytes of one object with a digest of their own: all of it, or a part. `error` is why they could not be read."""

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
    """Reads and hashes all of them; nothing is raised for what a store does."""
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
    """An object whose size nobody knows before its end, hashed on its way."""
    stretch = Stretch(path, 0, 0)
    with store.open(path, "rb") as file:
        while data := file.read(PIECE_BYTES):
            _update([(stretch, data)])
            stretch.length += len(data)
    stretch.start, stretch.length = stretch.length, 0  # nothing is left to be read
    return stretch


def _rounds(stretches: Iterable[Stretch]) -> Iterator[list[_Piece]]:
    """Rounds of pieces; each round takes the next piece of every open stretch in turn until it is full."""
    waiting = deque((each, each.start) for each in stretches if each.length > 0)
    while waiting:
        pieces: list[_Piece] = []
        total = 0
        turns: deque[tuple[Stretch, int]] = deque()
        while waiting and total < ROUND_BYTES and len(pieces) < ROUND_PIECES:
            stretch, at = waiting.popleft()
            end = min(at + PIECE_BYTES, stretch.start + stretch.length)
            pieces.append(_Piece(stretch, at, end))
            total += end - at
            if end < stretch.start + stretch.length:
                turns.append((stretch, end))
            if not waiting:  # room is left, and only what is open already can take it
                waiting, turns = turns, waiting
        waiting.extendleft(reversed(turns))
        yield pieces


def _read(store: Any, pieces: list[_Piece]) -> tuple[list[_Piece], list[Any]]:
    """What was read of each piece, or the exception that came instead."""
    wanted = [piece for piece in pieces if not piece.stretch.error]
    try:
        paths = [piece.stretch.path for piece in wanted]
        content = store.cat_ranges(paths, [p.start for p in wanted], [p.end for p in wanted], on_error="return")
    except Exception as error:  # a store that cannot return errors one by one
        content = [error] * len(wanted)
    return wanted, list(content)


def _hash(pieces: Sequence[_Piece], content: Sequence[Any]) -> None:
    """A call of the library goes on with each stretch once; of a stretch with several pieces the rest come after."""
    turn: dict[int, int] = {}
    good: list[tuple[int, _Piece, Any]] = []
    for piece, data in zip(pieces, content, strict=True):
        stretch = piece.stretch
        if isinstance(data, BaseException):
            stretch.error = stretch.error or reason(data)
        elif len(data) != piece.end - piece.start:
            stretch.error = stretch.error or "changed while it was read: shorter than it was listed"
        if not stretch.error:
            turn[id(stretch)] = turn.get(id(stretch), -1) + 1
            good.append((turn[id(stretch)], piece, data))
    good.sort(key=lambda each: each[0])
    for _, group in groupby(good, key=lambda each: each[0]):
        _update([(piece.stretch, data) for _, piece, data in group])


def _update(pairs: list[tuple[Stretch, Any]]) -> None:
    messages = ffi.new("wr_message[]", len(pairs))
    held = [ffi.from_buffer(data) for _, data in pairs]
    for message, data in zip(messages, held, strict=True):
        message.data, message.length = data, len(data)
    lib.wr_md5_update_batch([stretch.state for stretch, _ in pairs], messages, len(pairs))


def _state() -> Any:
    state = ffi.new("wr_md5_state *")
    lib.wr_md5_init(state)
    return state
