# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What is set aside for later, on disk when it is much, in a file that has no name and goes with us."""

from __future__ import annotations

import pickle
import tempfile
from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")

_IN_MEMORY = 1 << 20


class Aside(Generic[T]):
    """Any number of things, added one by one; then read in order, as often as one likes."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(_IN_MEMORY)  # noqa: SIM115
        self._end = 0

    def add(self, thing: T) -> None:
        self._file.seek(self._end)
        pickle.dump(thing, self._file, pickle.HIGHEST_PROTOCOL)
        self._end = self._file.tell()

    def __bool__(self) -> bool:
        return bool(self._end)

    def __iter__(self) -> Iterator[T]:
        at = 0
        while at < self._end:
            self._file.seek(at)
            thing = pickle.load(self._file)
            at = self._file.tell()
            yield thing
