"""The engine as calls: files, or pieces of one file, in; outcomes in the same order out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence

from wirerate.files.engine import STDIN, Engine, Job, Outcome

Path = str | bytes | os.PathLike[str] | os.PathLike[bytes]


def hash_files(
    paths: Iterable[Path], *, threads: int = 1, io: str = "auto", on_result: Callable[[Outcome], object] | None = None
) -> list[Outcome]:
    """MD5 of each file, in the order given. A file that cannot be read is an Outcome with `error`, not an exception.

    `on_result` is called with each outcome as soon as it and all before it are known.
    """
    return _collected((Job(_name(path)) for path in paths), threads, io, on_result)


def hash_ranges(path: Path, ranges: Sequence[tuple[int, int]], *, threads: int = 1, io: str = "auto") -> list[Outcome]:
    """MD5 of each (offset, length) of one file, side by side in lanes: the parts of a multipart upload.

    A part past the file's end has fewer `bytes` than were asked for.
    """
    name = _name(path)
    return _collected((Job(name, offset, length) for offset, length in ranges), threads, io, None)


def _name(path: Path) -> bytes:
    name = os.fsencode(path)
    return b"./-" if name == STDIN else name


def _collected(
    jobs: Iterable[Job], threads: int, io: str, on_result: Callable[[Outcome], object] | None
) -> list[Outcome]:
    outcomes = []
    with Engine(threads=threads, io=io) as engine:
        for outcome in engine.run(jobs):
            outcomes.append(outcome)
            if on_result:
                on_result(outcome)
    return outcomes
