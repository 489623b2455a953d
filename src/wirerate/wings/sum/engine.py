# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Hash files, or ranges of files, with libwirerate-host: many at once in vector lanes, with results in order.

For data in memory, use `wirerate.md5_batch`.
"""

from __future__ import annotations

import os
from binascii import hexlify
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from struct import Struct
from typing import Any, NamedTuple, cast

from wirerate._native import ffi, lib
from wirerate.errors import MissingError, unknown

IO = {"auto": lib.WRH_IO_AUTO, "parallel": lib.WRH_IO_PARALLEL, "sequential": lib.WRH_IO_SEQUENTIAL}
STDIN = b"-"

_MOST = 4096  # jobs or results per call
_AHEAD = 2 * _MOST  # most jobs in progress: the engine's capacity
_TO_THE_END = 2**64 - 1
Path = str | bytes | os.PathLike[str] | os.PathLike[bytes]

_RESULT = Struct("=16sQQqii")  # wrh_file_result
_HEX_DIGEST = Struct(f"32s{2 * _RESULT.size - 32}x")  # the digest in a result's hexadecimal form
_ERROR = 4  # index of the errno in a result
_WORDS = _RESULT.size // 8  # 64-bit words per result; the last one holds `error` and `changed`


class Job(NamedTuple):
    """A file, or `length` bytes from `offset` (None: to the end). The path "-" is standard input."""

    path: bytes
    offset: int = 0
    length: int | None = None


class Outcome(NamedTuple):
    """The result of a job: a digest, or the errno of the read error."""

    path: bytes
    digest: bytes  # empty after an error
    bytes: int
    inode: int  # inode and modified_ns identify a version of the file; 0: not a file
    modified_ns: int
    error: int
    changed: int  # 1: size or time changed while it was read, so the digest may match no version of the file

    @property
    def why(self) -> str:
        """The error message, or ""."""
        return os.strerror(self.error) if self.error else ""


class Outcomes:
    """Outcomes in packed form, unpacked on demand, because most of them are only printed."""

    __slots__ = ("_packed", "paths")

    def __init__(self, paths: list[bytes], packed: bytes) -> None:
        self.paths, self._packed = paths, packed

    @classmethod
    def pack(cls, outcomes: Sequence[Outcome]) -> Outcomes:
        packed = b"".join([_RESULT.pack(*outcome[1:]) for outcome in outcomes])
        return cls([outcome.path for outcome in outcomes], packed)

    def __len__(self) -> int:
        return len(self.paths)

    def __iter__(self) -> Iterator[Outcome]:
        for path, result in zip(self.paths, _RESULT.iter_unpack(self._packed), strict=True):
            yield Outcome._make((path, *(result if not result[_ERROR] else (b"", *result[1:]))))

    def part(self, begin: int, end: int) -> Outcomes:
        return Outcomes(self.paths[begin:end], self._packed[begin * _RESULT.size : end * _RESULT.size])

    def hex_digests(self) -> list[bytes]:
        return [digest for (digest,) in _HEX_DIGEST.iter_unpack(hexlify(self._packed))]

    def remarkable(self) -> list[int]:
        """Return the indices of outcomes with an error or a changed file."""
        words = memoryview(self._packed).cast("Q")[_WORDS - 1 :: _WORDS].tolist()
        return [index for index, word in enumerate(words) if word]


class Usage(NamedTuple):
    """The work done so far, and the seconds spent on each activity, summed over the threads."""

    bytes: int
    files: int
    reading: float
    reading_cpu: float  # CPU time of reading; the rest of `reading` was waiting
    hashing: float


class Engine:
    """Threads that read and hash files; a context manager. `io` is auto, parallel or sequential."""

    def __init__(self, *, threads: int = 1, io: str = "auto") -> None:
        if io not in IO:
            raise unknown("io", io, IO)
        self._handle = lib.wrh_files_new(threads, IO[io])
        if self._handle == ffi.NULL:
            raise MissingError(f"not enough memory for {threads} threads", fix="type -j 1")
        self._used = Usage(0, 0, 0.0, 0.0, 0.0)
        self._results = ffi.new("wrh_file_result[]", _MOST)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the threads and drop waiting jobs. Calling it again has no effect."""
        if self._handle != ffi.NULL:
            self._used = self.usage()
            lib.wrh_files_free(self._handle)
            self._handle = ffi.NULL

    def run(self, jobs: Iterable[Job | bytes]) -> Iterator[Outcome]:
        """Yield outcomes in the order of the jobs, in bounded memory. A path alone means the whole file."""
        for outcomes in self.batches(jobs):
            yield from outcomes

    def batches(self, jobs: Iterable[Job | bytes]) -> Iterator[Outcomes]:
        """Yield batches of outcomes in the order of the jobs. If none are ready, yield an empty batch about every
        50 ms, so that the caller can act."""
        source = iter(jobs)
        pending: list[bytes] = []
        try:
            yield from self._exchange(source, pending)
        finally:
            if pending:  # close the engine, or its pending results would be mistaken for those of later jobs
                self.close()

    def _exchange(self, source: Iterator[Job | bytes], pending: list[bytes]) -> Iterator[Outcomes]:
        waiting: list[Job | bytes] = []
        more = True
        while more or pending:
            room = min(_MOST, _AHEAD - len(pending) - len(waiting))
            if more and room:
                waiting += islice(source, room)
                more = bool(waiting)
            entered = self._enter(waiting)
            del waiting[: len(entered)]
            pending += entered
            yield self._take(pending)

    def usage(self) -> Usage:
        """Return the usage so far; also valid after `close`."""
        if self._handle == ffi.NULL:
            return self._used
        used = ffi.new("wrh_files_usage *")
        lib.wrh_files_used(self._handle, used)
        return Usage(used.bytes, used.files, used.read_ns / 1e9, used.read_cpu_ns / 1e9, used.hash_ns / 1e9)

    def _enter(self, jobs: list[Job | bytes]) -> list[bytes]:
        """Pass jobs to the engine, and return the paths of the leading jobs that it accepted."""
        if not jobs:
            return []
        paths, ranges = _split(jobs)
        joined = b"\0".join(paths) + b"\0"
        return paths[: lib.wrh_files_add(self._handle, ffi.from_buffer(joined), ranges, len(paths))]

    def _take(self, pending: list[bytes]) -> Outcomes:
        count = lib.wrh_files_results(self._handle, self._results, _MOST)
        outcomes = Outcomes(pending[:count], ffi.buffer(self._results, count * _RESULT.size)[:])
        del pending[:count]
        return outcomes


def _split(jobs: list[Job | bytes]) -> tuple[list[bytes], Any]:
    """Return the paths, and their offsets and lengths for C, or NULL if all are whole files."""
    if {*map(type, jobs)} == {bytes}:
        return cast("list[bytes]", jobs), ffi.NULL
    whole = [job if isinstance(job, Job) else Job(job) for job in jobs]
    ranges = [number for job in whole for number in (job.offset, _TO_THE_END if job.length is None else job.length)]
    return [job.path for job in whole], ranges


def hash_files(
    paths: Iterable[Path], *, threads: int = 1, io: str = "auto", on_result: Callable[[Outcome], object] | None = None
) -> list[Outcome]:
    """Return the MD5 of every file in order, as outcomes with `path`, `digest`, `bytes` and `changed`.

    If a file cannot be read, no exception is raised: its `digest` is empty, `error` is the errno and `why` its message.
    `on_result` is called with every outcome, in order.
    """
    return _collected((_name(path) for path in paths), threads, io, on_result)


def hash_ranges(path: Path, ranges: Sequence[tuple[int, int]], *, threads: int = 1, io: str = "auto") -> list[Outcome]:
    """Return the MD5 of every (offset, length) range of one file, such as the parts of a multipart upload.

    The outcomes are like those of `hash_files`. A range beyond the file's end has fewer `bytes` than requested.
    """
    name = _name(path)
    return _collected((Job(name, offset, length) for offset, length in ranges), threads, io, None)


def _name(path: Path) -> bytes:
    name = os.fsencode(path)
    return b"./-" if name == STDIN else name


def _collected(
    jobs: Iterable[Job | bytes], threads: int, io: str, on_result: Callable[[Outcome], object] | None
) -> list[Outcome]:
    outcomes = []
    with Engine(threads=threads, io=io) as engine:
        for outcome in engine.run(jobs):
            outcomes.append(outcome)
            if on_result:
                on_result(outcome)
    return outcomes
