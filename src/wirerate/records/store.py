# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Finished runs, kept one file each under $XDG_STATE_HOME so that `report last` needs no file name. The newest hundred
stay, or as many as $WIRERATE_KEEP_RUNS says."""

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

_OURS = re.compile(r"\d{8}T\d{6}\.\d{6}Z-[a-z]+\.jsonl")  # nothing else in the folder is touched


def folder() -> Path:
    """Where they are kept: below ~/.local/state unless the variable says otherwise."""
    return state_folder("runs")


def keep(run: AnyRun) -> Path:
    """Writes the run into the folder; names sort by time, and two runs of one second do not meet."""
    from wirerate.records import write

    place = folder()
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(
            f"cannot make {place}: {error.strerror}", fix="set XDG_STATE_HOME to a folder you may write"
        ) from error
    moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")
    path = place / f"{moment}-{run.kind}.jsonl"
    write(run, path)
    return path


def prune() -> None:
    """Removes the oldest runs beyond those that are to stay."""
    most = _most()
    kept = sorted(path for path in folder().glob("*.jsonl") if _OURS.fullmatch(path.name))
    for path in kept[: max(0, len(kept) - most)] if most else ():
        with suppress(OSError):  # another wirerate was faster, or it is not ours to remove: the next run tries again
            path.unlink()


def _most() -> int | None:
    """None: all of them."""
    said = os.environ.get(VARIABLE, "") or str(MOST)
    if said == "all":
        return None
    if not said.isascii() or not said.isdigit() or int(said) == 0:
        raise UsageError(
            f"{VARIABLE} is {said!r}: older runs are not removed", fix=f"set it to a number like {MOST}, or to all"
        )
    return int(said)


def last(*kinds: str) -> Path:
    """The newest run, of one of these kinds if some are named; what cannot be shown is refused by the registry, with
    the kinds that can."""
    kept = newest_first(*kinds)
    if not kept:
        raise UsageError(f"no run is kept in {folder()} yet", fix="type: wirerate check")
    return kept[0]


def newest_first(*kinds: str) -> list[Path]:
    """The kept runs, of these kinds if some are named."""
    return sorted((path for kind in kinds or ("*",) for path in folder().glob(f"*-{kind}.jsonl")), reverse=True)
