# SPDX-License-Identifier: Apache-2.0 OR MIT
"""libwirerate-host's files as a Python object and as calls: jobs in, outcomes in the same order out.

Many files, or pieces of files, are hashed at a time, in the lanes of the kernel. What lies in memory whole goes to
`wirerate.md5_batch`.
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

_MOST = 4096  # entered and given back at a time
_AHEAD = 2 * _MOST  # entered and not given back yet, at most: what the engine has room for
_TO_THE_END = 2**64 - 1
Path = str | bytes | os.PathLike[str] | os.PathLike[bytes]

_RESULT = Struct("=16sQQqii")  # wrh_file_result
_HEX_DIGEST = Struct(f"32s{2 * _RESULT.size - 32}x")  # of one in hexadecimal
_ERROR = 4  # where it has the errno
_WORDS = _RESULT.size // 8  # of 64 bits; error and `changed` are the last one


class Job(NamedTuple):
    """A file, or `length` bytes of it from `offset` on (length None: to its end). The path "-" is standard input."""

    path: bytes
    offset: int = 0
    length: int | None = None


class Outcome(NamedTuple):
    """What became of a job: a digest, or the errno that kept it from being read."""

    path: bytes
    digest: bytes  # empty where it could not be read
    bytes: int
    inode: int  # with the time of its last change: what tells it from another file of that name later; 0: no file
    modified_ns: int
    error: int
    changed: int  # 1: its size or time changed while it was read, so the digest is of no one state of the file

    @property
    def why(self) -> str:
        """The error in words, or nothing."""
        return os.strerror(self.error) if self.error else ""


class Outcomes:
    """Outcomes as the engine packs them: they become objects where they are looked at. Most only become lines."""

    __slots__ = ("_packed", "paths")

    def __init__(self, paths: list[bytes], packed: bytes) -> None:
        self.paths, self._packed = paths, packed

    @classmethod
    def of(cls, outcomes: Sequence[Outcome]) -> Outcomes:
        return cls([outcome.path for outcome in outcomes], b"".join([_RESULT.pack(*each[1:]) for each in outcomes]))

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
        """Where files could not be read, or changed."""
        words = memoryview(self._packed).cast("Q")[_WORDS - 1 :: _WORDS].tolist()
        return [at for at, word in enumerate(words) if word]


class Usage(NamedTuple):
    """Where the time went so far, in seconds summed over the threads: what limits a run."""

    bytes: int
    files: int
    reading: float
    reading_cpu: float  # of that, what the CPU worked; the rest was waiting for a disk
    hashing: float


class Engine:
    """Open files, lanes and threads; a context manager. `io` is auto, parallel or sequential."""

    def __init__(self, *, threads: int = 1, io: str = "auto") -> None:
        if io not in IO:
            raise unknown("io", io, IO)
        self._handle = lib.wrh_files_new(threads, IO[io])
        if self._handle == ffi.NULL:
            raise MissingError(f"no memory for {threads} threads", fix="type -j 1")
        self._used = Usage(0, 0, 0.0, 0.0, 0.0)
        self._results = ffi.new("wrh_file_result[]", _MOST)

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the threads; what waits is left out. Again: nothing."""
        if self._handle != ffi.NULL:
            self._used = self.usage()
            lib.wrh_files_free(self._handle)
            self._handle = ffi.NULL

    def run(self, jobs: Iterable[Job | bytes]) -> Iterator[Outcome]:
        """Outcomes in the order of the jobs, which are taken as there is room: memory is bounded. A path alone stands
        for the whole file."""
        for outcomes in self.batches(jobs):
            yield from outcomes

    def batches(self, jobs: Iterable[Job | bytes]) -> Iterator[Outcomes]:
        """The same, as they come: none about every 50 ms where nothing does, so that a caller can act."""
        source = iter(jobs)
        asked: list[bytes] = []
        try:
            yield from self._exchange(source, asked)
        finally:
            if asked:  # given up on: what is under way would be taken for answers to the next question
                self.close()

    def _exchange(self, source: Iterator[Job | bytes], asked: list[bytes]) -> Iterator[Outcomes]:
        waiting: list[Job | bytes] = []
        more = True
        while more or asked:
            room = min(_MOST, _AHEAD - len(asked) - len(waiting))
            if more and room:
                waiting += islice(source, room)
                more = bool(waiting)
            entered = self._enter(waiting)
            del waiting[: len(entered)]
            asked += entered
            yield self._take(asked)

    def usage(self) -> Usage:
        """So far, also after the end."""
        if self._handle == ffi.NULL:
            return self._used
        used = ffi.new("wrh_files_usage *")
        lib.wrh_files_used(self._handle, used)
        return Usage(used.bytes, used.files, used.read_ns / 1e9, used.read_cpu_ns / 1e9, used.hash_ns / 1e9)

    def _enter(self, jobs: list[Job | bytes]) -> list[bytes]:
        """The paths of those that there was room for, from the first on."""
        if not jobs:
            return []
        paths, ranges = _spread(jobs)
        joined = b"\0".join(paths) + b"\0"
        return paths[: lib.wrh_files_add(self._handle, ffi.from_buffer(joined), ranges, len(paths))]

    def _take(self, asked: list[bytes]) -> Outcomes:
        count = lib.wrh_files_results(self._handle, self._results, _MOST)
        outcomes = Outcomes(asked[:count], ffi.buffer(self._results, count * _RESULT.size)[:])
        del asked[:count]
        return outcomes


def _spread(jobs: list[Job | bytes]) -> tuple[list[bytes], Any]:
    """Paths, and offset and length of each as C takes them; NULL where all are whole files."""
    if {*map(type, jobs)} == {bytes}:
        return cast("list[bytes]", jobs), ffi.NULL
    whole = [job if isinstance(job, Job) else Job(job) for job in jobs]
    ranges = [at for job in whole for at in (job.offset, _TO_THE_END if job.length is None else job.length)]
    return [job.path for job in whole], ranges


def hash_files(
    paths: Iterable[Path], *, threads: int = 1, io: str = "auto", on_result: Callable[[Outcome], object] | None = None
) -> list[Outcome]:
    """MD5 of each file, in the order given: an outcome for each, with `path`, `digest`, `bytes` and `changed`.

    A file that cannot be read is no exception: its `digest` is empty, its `error` the errno and `why` that in words.
    `on_result` is called with each outcome as soon as it and all before it are known.
    """
    return _collected((_name(path) for path in paths), threads, io, on_result)


def hash_ranges(path: Path, ranges: Sequence[tuple[int, int]], *, threads: int = 1, io: str = "auto") -> list[Outcome]:
    """MD5 of each (offset, length) of one file, side by side in lanes: the parts of a multipart upload.

    The outcomes are as those of `hash_files`. A part past the file's end has fewer `bytes` than were asked for.
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
