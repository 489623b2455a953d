# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Store every finished run in a file under $XDG_STATE_HOME, so that `report last` needs no file name.

The newest hundred runs are kept; $WIRERATE_KEEP_RUNS sets another number.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from wirerate.errors import OutputError, UsageError
from wirerate.folders import state_folder

if TYPE_CHECKING:
    from wirerate.records import AnyRun


MOST = 100
VARIABLE = "WIRERATE_KEEP_RUNS"

_OURS = re.compile(r"\d{8}T\d{6}\.\d{6}Z-[a-z]+\.jsonl")  # other files in the folder are not touched


def folder() -> Path:
    """Return the folder of stored runs: below ~/.local/state unless $XDG_STATE_HOME is set."""
    return state_folder("runs")


def keep(run: AnyRun) -> Path:
    """Store a run in the folder. File names sort by time and include microseconds, so that runs do not collide."""
    from wirerate.records import write

    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            f"cannot make {place}: {error.strerror}", fix="set XDG_STATE_HOME to a folder you can write to"
        ) from error
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    path = place / f"{moment}-{run.kind}.jsonl"
    write(run, path)
    return path


def prune() -> None:
    """Remove the oldest runs beyond the number to keep."""
    most = _most()
    kept = sorted(path for path in folder().glob("*.jsonl") if _OURS.fullmatch(path.name))
    for path in kept[: max(0, len(kept) - most)] if most else ():
        with suppress(OSError):  # another process removed the file, or it may not be removed: the next run tries again
            path.unlink()


def _most() -> int | None:
    """Return the number of runs to keep; None: all."""
    value = os.environ.get(VARIABLE, "") or str(MOST)
    if value == "all":
        return None
    if not value.isascii() or not value.isdigit() or int(value) == 0:
        raise UsageError(
            f"{VARIABLE} is {value!r}, so older runs are not removed",
            fix=f"set it to a number such as {MOST}, or to all",
        )
    return int(value)


def last(*kinds: str) -> Path:
    """Return the newest run, or the newest of the given kinds. Whether the run can be shown is not checked here."""
    kept = newest_first(*kinds)
    if not kept:
        raise UsageError(f"no run is stored in {folder()} yet", fix="type: wirerate check")
    return kept[0]


def newest_first(*kinds: str) -> list[Path]:
    """Return the stored runs, newest first; with `kinds`, only runs of these kinds."""
    return sorted((path for kind in kinds or ("*",) for path in folder().glob(f"*-{kind}.jsonl")), reverse=True)
