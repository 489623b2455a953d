# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Names of files: from trees, from lists, without those that are not wanted. All are bytes, as the system's are."""

from __future__ import annotations

import fnmatch
import os
import re
import stat
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO

_CHUNK = 1 << 16

Failed = Callable[[bytes, OSError], object]


class Unwanted:
    """Names that match a glob: one with a slash is held against the whole path, others against its last part."""

    def __init__(self, globs: Iterable[bytes]) -> None:
        globs = list(globs)
        self._paths = [_regex(glob) for glob in globs if b"/" in glob]
        self._names = [_regex(glob) for glob in globs if b"/" not in glob]

    def __call__(self, path: bytes) -> bool:
        name = path.rpartition(b"/")[2]
        return any(glob.match(name) for glob in self._names) or any(glob.match(path) for glob in self._paths)


def _regex(glob: bytes) -> re.Pattern[bytes]:
    return re.compile(fnmatch.translate(glob.decode("latin-1")).encode("latin-1"))


def walk(path: bytes, unwanted: Unwanted, failed: Failed) -> Iterator[bytes]:
    """The path itself, or the regular files of the tree it is the root of, each folder's in order of their bytes.

    Symbolic links inside the tree are left out, as are devices, sockets and pipes: a file is met once, and nothing
    blocks. `failed` hears of folders that cannot be read.
    """
    if not os.path.isdir(path):
        yield path
        return
    folders = [path]
    while folders:
        folder = folders.pop()
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda entry: entry.name)
        except OSError as error:
            failed(folder, error)
            continue
        wanted = [entry for entry in entries if not unwanted(entry.path)]
        yield from (entry.path for entry in wanted if entry.is_file(follow_symlinks=False))
        folders += [entry.path for entry in reversed(wanted) if entry.is_dir(follow_symlinks=False)]


def listed(stream: BinaryIO) -> Iterator[bytes]:
    """Names from a list: one to a line, or ended by NULs, as `find -print0` writes them, if there is any NUL in it."""
    held = stream.read(_CHUNK)
    end = b"\0" if b"\0" in held else b"\n"
    while held:
        *names, held = held.split(end)
        yield from (name for name in names if name)
        more = stream.read(_CHUNK)
        if not more:
            break
        held += more
    if held:
        yield held


class Total(threading.Thread):
    """Adds up the sizes of files while they are hashed, for the time left; `bytes` is None until all are known."""

    def __init__(self, paths: Iterable[bytes]) -> None:
        super().__init__(daemon=True)
        self.bytes: int | None = None
        self._paths = paths
        self.start()

    def run(self) -> None:
        self.bytes = sum(_size(path) for path in self._paths)


def _size(path: bytes) -> int:
    try:
        found = os.stat(path)
    except OSError:
        return 0
    return found.st_size if stat.S_ISREG(found.st_mode) else 0
