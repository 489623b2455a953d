# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The parameters of `wirerate sum`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from wirerate.cli import cluster
from wirerate.errors import UsageError
from wirerate.wings.sum.names import Unwanted, is_url, listed, standard_input, walk

if TYPE_CHECKING:
    from wirerate.remote.cluster import Scheduler

_MARKS = ("-b", "--binary", "-t", "--text", "--tag")


@dataclass(frozen=True)
class Request:
    """The values of the options; `order` lists the options as typed."""

    order: list[str]
    files: tuple[str, ...]
    mark: str | None
    check: bool
    tag: bool
    zero: bool
    ignore_missing: bool
    output: str | None  # quiet, status or warn
    strict: bool
    recursive: bool
    files_from: str | None
    exclude: tuple[str, ...]
    resume: str | None
    threads: int
    io: str
    progress: bool | None
    etag: int | None
    root: str | None
    prefix: str | None
    cluster: str | None
    insecure_cluster: bool
    tls_ca_file: str | None
    tls_cert: str | None
    tls_key: str | None
    yes: bool
    json: bool

    def has(self, *spellings: str) -> bool:
        return any(name in spellings for name in self.order)

    @property
    def scheduler(self) -> Scheduler | None:
        return cluster.scheduler(vars(self))

    @property
    def url_among_files(self) -> bool:
        if "://" not in "\0".join(self.files):  # a single test for all files, which may be many
            return False
        return any(is_url(name) and not Path(name).exists() for name in self.files)

    @property
    def remote(self) -> bool:
        """Return whether objects in stores are read."""
        return bool(self.cluster) or self.url_among_files or is_url(self.root or "")

    @property
    def about_objects(self) -> bool:
        """Return whether the command is about objects or ETags. Checking MD5s does not count, although the check file
        may list objects."""
        if self.check and self.etag is None:
            return False
        return self.remote or self.etag is not None or bool(self.root or self.prefix)

    @property
    def judging(self) -> bool:
        """Return whether data is compared with checksums."""
        return self.check or (self.remote and self.etag is not None)

    @property
    def marked(self) -> bool:
        return self.has(*_MARKS)

    @property
    def binary(self) -> bool:
        """Return whether lines have the binary mark: --tag and -b set it, -t clears it, and the last option wins."""
        marks = [name in ("-b", "--binary", "--tag") for name in self.order if name in _MARKS]
        return bool(marks) and marks[-1]

    @property
    def verbose(self) -> bool:
        """Return whether to show progress and what limited the run."""
        return sys.stderr.isatty() if self.progress is None else self.progress

    @property
    def unwanted(self) -> Unwanted:
        return Unwanted(os.fsencode(glob) for glob in self.exclude)

    def names(self, failed: Callable[[bytes, OSError], object]) -> Iterator[bytes]:
        """Yield the operands, or the names in --files-from; with -r, replace folders by the files in their trees."""
        unwanted = self.unwanted
        if self.files_from is not None:
            paths: Iterable[bytes] = (path for path in _listed(self.files_from) if not unwanted(path))
        else:
            operands = self.files or ((".",) if self.recursive else ("-",))
            paths = os.fsencode("\0".join(operands)).split(b"\0")  # one call for all operands, which may be many
        if not self.recursive:
            return iter(paths)
        return chain.from_iterable(walk(path, unwanted, failed) for path in paths)


def _listed(name: str) -> Iterator[bytes]:
    try:
        stream: BinaryIO = standard_input() if name == "-" else Path(name).open("rb")  # noqa: SIM115
    except OSError as error:
        raise UsageError(f"cannot read the list {name}: {error.strerror}", fix="name a file of names") from error
    with stream:
        yield from listed(stream)
