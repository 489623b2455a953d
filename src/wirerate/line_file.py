# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A file that grows by a line at a time, so that what was done before an end by force is kept.

A line counts once its end is written: one that was cut off is not read, and is removed before the next is added.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from wirerate.errors import OutputError


class LineFile:
    """The file at `path`, whether it is there or not yet. `fix` is what to do when it cannot be written."""

    def __init__(self, path: Path, fix: str) -> None:
        self.path = path
        self._fix = fix
        self._whole = False  # whether the file is known to end with a line

    def lines(self) -> list[bytes]:
        """The whole ones, without their ends."""
        content = self.path.read_bytes() if self.path.exists() else b""
        return content.rpartition(b"\n")[0].splitlines()

    def add(self, line: bytes) -> None:
        """Written whole and handed to the system before this returns."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab+") as file:
                self._end_with_a_line(file)
                file.write(line + b"\n")
        except OSError as error:
            raise OutputError(f"cannot write {self.path}: {error.strerror}", fix=self._fix) from error

    def _end_with_a_line(self, file: BinaryIO) -> None:
        """Removes what a program that was killed had begun to write."""
        if not self._whole:
            file.seek(0)
            file.truncate(file.read().rfind(b"\n") + 1)
            self._whole = True
