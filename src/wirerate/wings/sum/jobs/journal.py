# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The manifest of a job over objects: a line as soon as a result is known, and what a resumed job knows by it.

JSON Lines. A line holds what tells an object from a later one of that name: size, ETag and time of the last change. In
memory there is only where each line begins, about 100 bytes an object.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from wirerate.errors import OutputError, UsageError
from wirerate.wings.sum.jobs.objects import Object, Result

_FORMAT = "wirerate sum objects 1"


class Journal:
    """The file, opened for reading what it holds and appending to it. `mode` is what is computed: md5, or an ETag."""

    def __init__(self, path: str, mode: str) -> None:
        self._at: dict[int, int] = {}
        try:
            self._file = Path(path).open("a+b")  # noqa: SIM115
            self._read(path, mode)
        except OSError as error:
            raise UsageError(
                f"cannot use {path} as a manifest: {error.strerror}", fix="name a file in a folder you may write to"
            ) from error

    def _read(self, path: str, mode: str) -> None:
        title = {"format": _FORMAT, "mode": mode}
        self._file.seek(0)
        first = self._file.readline()
        if not first:
            self._file.write(json.dumps(title).encode() + b"\n")
            self._file.flush()
            return
        found = _decoded(first)
        if found.get("format") != _FORMAT:
            raise UsageError(f"{path} holds something else than a manifest", fix="name a new file for --resume")
        if found.get("mode") != mode:
            raise UsageError(f"{path} is of a job for {found.get('mode')}, not {mode}", fix="name another file")
        at = self._file.tell()
        for line in self._file:
            if not line.endswith(b"\n"):  # cut off when the job was killed
                self._file.truncate(at)
                break
            self._at[_key(str(_decoded(line).get("name", "")))] = at
            at += len(line)

    def find(self, each: Object) -> Result | None:
        """An object's result, if it is the one that was read and has not changed since."""
        at = self._at.get(_key(each.name))
        if at is None:
            return None
        self._file.seek(at)
        known = _decoded(self._file.readline())
        stored = Object(*(known.get(name, "") for name in Object._fields))
        if (stored if each.size is not None else stored._replace(size=None)) != each:
            return None
        return Result(stored, known.get("digest", ""), known.get("word", ""), known.get("why", ""))

    def add(self, results: Iterable[Result]) -> None:
        """Appends those that hold; what failed is tried again another time. Out of our hands on return."""
        lines = [
            json.dumps(
                {**each.object._asdict(), "digest": each.digest, "word": each.word, "why": each.why},
                separators=(",", ":"),
            )
            for each in results
            if not each.error and not each.changed
        ]
        try:
            self._file.write("".join(f"{line}\n" for line in lines).encode())
            self._file.flush()
        except OSError as error:
            raise OutputError(f"cannot write the manifest: {error.strerror}", fix="make room, then resume") from error

    def close(self) -> None:
        self._file.close()


def _key(name: str) -> int:
    return int.from_bytes(hashlib.blake2b(name.encode("utf-8", "surrogateescape"), digest_size=8).digest(), "big")


def _decoded(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
