# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A file that grows by one line at a time, so that a killed program keeps the lines written before.

A line without its line end, which a killed program left, is not read; the next write removes it.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from wirerate.errors import OutputError


class LineFile:
    """The file at `path`, which need not exist yet. `fix` is the advice if it cannot be written."""

    def __init__(self, path: Path, fix: str) -> None:
        self.path = path
        self._fix = fix
        self._is_complete = False  # whether the file is known to end with a complete line

    def lines(self) -> list[bytes]:
        """Return the complete lines, without their line ends."""
        content = self.path.read_bytes() if self.path.exists() else b""
        return content.rpartition(b"\n")[0].splitlines()

    def add(self, line: bytes) -> None:
        """Append a line and flush it to the operating system."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab+") as file:
                self._remove_incomplete_line(file)
                file.write(line + b"\n")
        except OSError as error:
            raise OutputError(f"cannot write {self.path}: {error.strerror}", fix=self._fix) from error

    def _remove_incomplete_line(self, file: BinaryIO) -> None:
        """Remove an incomplete line that a killed program left at the end."""
        if not self._is_complete:
            file.seek(0)
            file.truncate(file.read().rfind(b"\n") + 1)
            self._is_complete = True
