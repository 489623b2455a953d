# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ETags of local files, and the comparison of local copies with a list of objects."""

from __future__ import annotations

import errno
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Generic, TypeVar

from wirerate.wings.sum.engine import Engine, Job, Outcome, hash_ranges
from wirerate.wings.sum.etag import (
    MISMATCH,
    ETag,
    Judgement,
    Listed,
    candidates,
    comparable,
    etag_of,
    judge,
    ranges,
    unequal_parts,
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Hashed:
    """A local file's ETag and its comparison with an object, or the errno of the read error."""

    path: bytes
    etag: ETag | None = None
    judgement: Judgement | None = None  # may be set without `etag`, if the file need not be hashed
    bytes: int = 0
    error: int = 0
    changed: bool = False


@dataclass(slots=True)
class _Plan(Generic[T]):
    """Consecutive jobs of one file; `done` converts their outcomes to the result."""

    jobs: list[Job]
    done: Callable[[list[Outcome]], T]
    outcomes: list[Outcome] = field(default_factory=list)


def etags(paths: Iterable[bytes], part: int, *, threads: int = 1, io: str = "auto") -> Iterator[Hashed]:
    """Yield the ETag that S3 would give every file, in order. Files of at least `part` bytes are treated as multipart
    uploads, as `aws s3` does."""
    yield from _run((_to_compute(path, part) for path in paths), threads, io)


def compare(
    objects: Iterable[Listed],
    locate: Callable[[Listed], bytes],
    *,
    part: int | None = None,
    threads: int = 1,
    io: str = "auto",
) -> Iterator[Hashed]:
    """Compare every object's local copy, in the order of the list. Without `part`, try every usual part size that gives
    the ETag's number of parts."""
    tries = _Tries(part, threads, io)
    yield from _run((tries.plan(listed, locate(listed)) for listed in objects), threads, io)


def _run(plans: Iterable[_Plan[T]], threads: int, io: str) -> Iterator[T]:
    """Run the jobs of all plans on one engine, so that small files and parts share the lanes."""
    waiting: deque[_Plan[T]] = deque()

    def jobs() -> Iterator[Job]:
        for plan in plans:
            waiting.append(plan)
            yield from plan.jobs

    with Engine(threads=threads, io=io) as engine:
        for outcome in engine.run(jobs()):
            while not waiting[0].jobs:
                yield _finish(waiting.popleft())
            waiting[0].outcomes.append(outcome)
            if len(waiting[0].outcomes) == len(waiting[0].jobs):
                yield _finish(waiting.popleft())
        while waiting:
            yield _finish(waiting.popleft())


def _finish(plan: _Plan[T]) -> T:
    return plan.done(plan.outcomes)


def _to_compute(path: bytes, part: int) -> _Plan[Hashed]:
    try:
        size = Path(os.fsdecode(path)).stat().st_size
    except OSError:
        size = 0  # the engine reports the error
    pieces = ranges(size, part) if size >= part else []

    def done(outcomes: list[Outcome]) -> Hashed:
        hashed = _hashed(path, outcomes, in_parts=bool(pieces))
        return replace(hashed, changed=True) if pieces and hashed.bytes != size else hashed

    return _Plan(_jobs(path, pieces), done)


def _jobs(path: bytes, pieces: list[tuple[int, int]]) -> list[Job]:
    return [Job(path, offset, length) for offset, length in pieces] or [Job(path)]


class _Tries:
    """Tries part sizes, the last successful one first, because most objects of a bucket have the same uploader."""

    def __init__(self, part: int | None, threads: int, io: str) -> None:
        self._part, self._threads, self._io = part, threads, io
        self._fitted = 0

    def plan(self, listed: Listed, path: bytes) -> _Plan[Hashed]:
        """Return the jobs for an object; none if the list and the file's size already decide."""
        expected = comparable(listed)
        if isinstance(expected, Judgement):
            return _decided(path, expected)
        try:
            size = Path(os.fsdecode(path)).stat().st_size
        except OSError as error:
            return _decided(path, None, error.errno or errno.EIO)
        if listed.size is not None and listed.size != size:
            return _decided(path, Judgement(MISMATCH, f"{size} bytes, listed {listed.size}"))
        if not expected.parts:
            return _Plan([Job(path)], lambda outcomes: _compared(listed, path, expected, outcomes))
        parts = self._sizes(size, expected.parts)
        if not parts:
            return _decided(path, unequal_parts(size, expected, self._part))
        jobs = _jobs(path, ranges(size, parts[0]))
        return _Plan(jobs, lambda outcomes: self._in_parts(listed, path, expected, parts, outcomes))

    def _sizes(self, size: int, count: int) -> list[int]:
        if self._part:
            return [self._part] if len(ranges(size, self._part)) == count else []
        return sorted(candidates(size, count), key=lambda part: part != self._fitted)

    def _in_parts(
        self, listed: Listed, path: bytes, expected: ETag, parts: list[int], outcomes: list[Outcome]
    ) -> Hashed:
        """Compare the ETag for the first part size, which is computed from `outcomes`. While it differs, read the file
        again for the next part size."""
        compared = _compared(listed, path, expected, outcomes)
        for tried, part in enumerate(parts, start=1):
            if tried > 1:
                outcomes = hash_ranges(path, ranges(compared.bytes, part), threads=self._threads, io=self._io)
                compared = _compared(listed, path, expected, outcomes, tried)
            if compared.judgement is None or compared.judgement.word != MISMATCH:
                self._fitted = part
                break
        return compared


def _decided(path: bytes, judgement: Judgement | None, error: int = 0) -> _Plan[Hashed]:
    return _Plan([], lambda _: Hashed(path, judgement=judgement, error=error))


def _hashed(path: bytes, outcomes: list[Outcome], *, in_parts: bool) -> Hashed:
    size = sum(outcome.bytes for outcome in outcomes)
    error = next((outcome.error for outcome in outcomes if outcome.error), 0)
    if error:
        return Hashed(path, bytes=size, error=error)
    etag = etag_of([outcome.digest for outcome in outcomes], in_parts=in_parts)
    return Hashed(path, etag, bytes=size, changed=any(outcome.changed for outcome in outcomes))


def _compared(listed: Listed, path: bytes, expected: ETag, outcomes: list[Outcome], tried: int = 1) -> Hashed:
    hashed = _hashed(path, outcomes, in_parts=bool(expected.parts))
    return replace(hashed, judgement=judge(listed, expected, hashed.etag, tried)) if hashed.etag else hashed
