# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Objects that a check file lists by their URLs, as `wirerate sum s3://…` prints them, held against their MD5s."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from wirerate.errors import UsageError
from wirerate.remote.cluster import Scheduler
from wirerate.wings.sum.files.aside import Aside
from wirerate.wings.sum.files.checking import FAILED, MISSING, OK, UNREADABLE
from wirerate.wings.sum.files.checklist import Entry
from wirerate.wings.sum.jobs import job
from wirerate.wings.sum.jobs.objects import GONE, Object, Result, is_url


class Objects:
    """What `files.checking.Checker` calls elsewhere. `agreed` is asked, with its cost, before anything is read."""

    def __init__(
        self,
        agreed: Callable[[job.Cost], bool],
        *,
        scheduler: Scheduler | None = None,
        processes: int | None = None,
        resumes: bool = False,
    ) -> None:
        self._agreed = agreed
        self._scheduler, self._processes = scheduler, processes
        self._resumes = resumes
        self.count, self.bytes = 0, 0  # that were read

    def takes(self, path: bytes) -> bool:
        """A URL, unless there is a file of that name."""
        if b"://" not in path or not is_url(os.fsdecode(path)) or os.path.lexists(path):
            return False
        if self._resumes:
            raise UsageError(
                f"--resume with -c is for files, and a list names {os.fsdecode(path)}", fix="leave out --resume"
            )
        return True

    def check(self, entries: Aside[Entry]) -> Iterator[tuple[Entry, str, str]]:
        """In the order in which their results come."""
        if not self._agreed(job.count(_objects(entries), compared=False)):
            yield from ((entry, UNREADABLE, "") for entry in entries)
            return
        for results in job.run(_objects(entries), scheduler=self._scheduler, processes=self._processes):
            for each in results:
                self.count += 1
                self.bytes += each.object.size or 0
                yield Entry(bytes.fromhex(each.object.etag), os.fsencode(each.object.name)), _word(each), _told(each)


def _objects(entries: Aside[Entry]) -> Iterator[Object]:
    return (Object(os.fsdecode(entry.path), None, entry.digest.hex()) for entry in entries)


def _word(each: Result) -> str:
    if each.error:
        return MISSING if each.error == GONE else UNREADABLE
    return OK if each.digest == each.object.etag else FAILED


def _told(each: Result) -> str:
    return f"{each.object.name}: {each.error}" if each.error else ""
